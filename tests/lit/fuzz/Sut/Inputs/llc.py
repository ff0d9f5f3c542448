"""llc.py DESCRIPTION SUMMARY [--in-turn]: every run of the description compared modules, what
is not executed has a name, and what is found is known; each program was given to one run in three."""

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
if sys.argv[3:] == ["--in-turn"]:
    programs, per_run = summary["programs"], summary["comparisonsPerRun"].values()
    assert programs == 3 and summary["comparisons"] == sum(per_run), summary
    # A module has one or two kernels, each under one schedule or a few.
    assert summary["processes"] < 2 * len(runs), summary["processes"]
