"""llc.py DESCRIPTION SUMMARY: every run of the description compared modules, what
is not executed has a name, and what is found is known."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    runs = [run["name"] for run in json.load(file)["runs"]]
with open(sys.argv[2], encoding="utf-8") as file:
    summary = json.load(file)
idle = [name for name in runs if not summary["comparisonsPerRun"].get(name)]
assert not idle, idle
for reason in summary["skipped"]:
    assert reason.startswith("target: unsupported: "), reason
assert summary["newFindings"] == 0, summary["findings"]
