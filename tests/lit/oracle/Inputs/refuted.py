"""refuted.py BUG PATTERN PROVED REFUTED: with the seeded bug the pattern is
refuted, with these numbers of instances (without combinations); each counterexample is confirmed by
the interpreter."""

import json
import re
import subprocess
import sys

bug, pattern, proved, refuted = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
process = subprocess.run(
    ["tile-verify-fold", pattern, "--quick", "--inject-bug=" + bug, "--json"],
    stdout=subprocess.PIPE,
    check=False,
)
assert process.returncode == 3, process
(row,) = json.loads(process.stdout)
assert row["verdict"] == "refuted", row
counts = row["counts"]
assert counts.get("proved", 0) == proved and counts["refuted"] == refuted, counts
for detail in row["details"]:
    if detail["verdict"] in ("proved", "not-applied", "unsupported"):
        continue
    assert detail["reason"], detail
    assert re.search("in the source|after the source|the target", detail["replay"]), detail
