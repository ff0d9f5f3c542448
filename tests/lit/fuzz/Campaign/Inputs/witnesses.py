"""witnesses.py WITNESSES FOLDER: compiles FOLDER/NAME.mlir with the seeded bug
NAME; the comparison must find it and blame what has it."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

witnesses, folder = sys.argv[1:]


def stage_of(where):
    """The stage of a pass or round trip is called like it; patterns are called after
    theirs."""
    if where.startswith(("convert-", "source-as-", "emit-")):
        return where
    return "tileaa-canonicalize" if where.startswith("tileaa-") else "cuda-tile-canonicalize"


def check(bug):
    name, where = bug["name"], bug["where"]
    program = os.path.join(witnesses, name + ".mlir")
    if not os.path.exists(program):
        return False
    corpus = os.path.join(folder, name)
    os.mkdir(corpus)
    shutil.copy(program, corpus)
    process = subprocess.run(
        [
            "tile-fuzz",
            "run",
            "--corpus=" + corpus,
            "--programs=0",
            "--no-reduce",
            "--jobs=1",
            "--inject-bug=" + name,
            "--stop-after=" + stage_of(where),
            "--db=" + os.path.join(corpus, "c.db"),
            "--json",
        ],
        stdout=subprocess.PIPE,
        check=False,
    )
    assert process.returncode == 3, (name, process)
    findings = json.loads(process.stdout)["newFindings"]
    assert findings, name
    for finding in findings:
        assert where in (finding["pattern"], finding["stage"]), (name, finding)
        # Nothing but an enclosure tells that the result is too far off.
        if bug["class"] == "accuracy":
            assert ": source in [" in finding["reason"], (name, finding)
    return True


bugs = json.loads(subprocess.run(["tile-fuzz", "bugs", "--json"], stdout=subprocess.PIPE, check=True).stdout)
with ThreadPoolExecutor(2) as pool:
    shown = sum(pool.map(check, bugs))
# No program is left over: each is named after a bug.
assert shown == sum(name.endswith(".mlir") for name in os.listdir(witnesses)), shown
