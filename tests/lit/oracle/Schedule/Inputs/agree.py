"""agree.py WITNESSES FOLDER: what the interpreter says of a pipelined program, the static
rules say, too, and so does the exploration of its protocols."""

import json
import os
import subprocess
import sys

witnesses, folder = sys.argv[1:]
STAGE = "tileas-unspecialized-pipeline"
# The bug, the undefined behaviour that a run meets, and what the other two say.
CASES = {
    None: (None, None, None),
    "pipeline-commits-twice": ("slot-commit", "may be committed more than once", "arrivals"),
    "pipeline-never-commits": ("slot-never-full", "not committed on every path", "deadlock"),
    "pipeline-never-releases": ("slot-overwritten", "not released on every path", "deadlock"),
    "pipeline-releases-before-read": ("slot-read-early", "may be released already", "wrong tile"),
}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


for bug, (behaviour, rule, fault) in CASES.items():
    program = os.path.join(witnesses, (bug or "pipeline-never-releases") + ".mlir")
    inject = ["--inject-bug=" + bug] if bug else []
    outcome = json.loads(run("tile-run", program, "--at=" + STAGE, "--json", *inject).stdout)
    assert (outcome["status"] == "completed") == (bug is None), (bug, outcome["status"])
    if bug:
        assert behaviour in json.dumps(outcome), (bug, outcome)
    checked = run("tile-verify-schedule", program, "--pipelines", "--json", *inject)
    said = [
        violation["what"] for entry in json.loads(checked.stdout)["loops"] for violation in entry["violations"]
    ]
    assert bool(said) == bool(bug), (bug, said)
    if bug:
        assert any(rule in what for what in said), (bug, said)
        assert any(f"tiles: {fault}" in what for what in said), (bug, said)
print(len(CASES), "agree")
