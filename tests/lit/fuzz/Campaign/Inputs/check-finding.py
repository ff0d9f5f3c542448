"""check-finding.py FILE PATTERN: the campaign's JSON has one finding, blamed on
PATTERN, of at most 15 operations; its folder shows it again."""

import json
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    campaign = json.load(file)
(finding,) = campaign["newFindings"]
assert finding["pattern"] == sys.argv[2], finding
assert finding["operations"] <= 15, finding
again = subprocess.run(
    ["tile-fuzz", "repro", finding["folder"], "--json"],
    stdout=subprocess.PIPE,
    check=False,
)
assert again.returncode == 3, again
assert json.loads(again.stdout)["reproduced"] is True
