"""refuted.py BUG PATTERN PROVED REFUTED: with the seeded bug the pattern is
refuted, with these numbers of instances and a counterexample for each."""

import json
import subprocess
import sys

bug, pattern, proved, refuted = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
process = subprocess.run(
    ["tile-verify-fold", pattern, "--inject-bug=" + bug, "--json"],
    stdout=subprocess.PIPE,
    check=False,
)
assert process.returncode == 3, process
(row,) = json.loads(process.stdout)
assert row["verdict"] == "refuted", row
counts = row["counts"]
assert counts.get("proved", 0) == proved and counts["refuted"] == refuted, counts
for detail in row["details"]:
    assert detail["verdict"] == "proved" or detail["reason"], detail
