"""witnesses.py WITNESSES FOLDER: compiles FOLDER/NAME.mlir with the seeded bug
NAME; the comparison must find it and blame what has it. Where a bug is of the
class `accuracy`, nothing but the enclosures may tell."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

witnesses, folder = sys.argv[1:]
# What has to run for the bugs whose names begin so.
STRATEGIES = {"pipeline": "unspecialized", "copy": "unspecialized", "agents": "specialized", "tcgen05": "specialized", "cluster": "specialized"}
TARGETS = {"tcgen05": "sm_100a", "cluster-commit": "sm_100a"}
STAGES = {
    "async": ["--enable-pattern=tileas-materialize-async"],
    "agents-store": ["--enable-pattern=tileas-bulk-stores"],
}


def stage_of(where):
    """The stage of a pass or round trip is called like it; patterns are called after
    theirs. What one of cuda_tile does to an unspecified element the lowering shows, as
    it is poison from there on (docs/semantics.md)."""
    if where.startswith(("convert-", "source-as-", "emit-", "tileas-", "fuse-", "loop-")):
        return where
    return "tileaa-canonicalize" if where.startswith("tileaa-") else "convert-cuda-tile-to-tileaa"


def buffers_after(program, *options):
    process = subprocess.run(
        ["tile-run", program, "--json", *options], stdout=subprocess.PIPE, check=True
    )
    return json.loads(process.stdout)["buffers"]


def check_only_enclosures_tell(name, program, stage):
    """What has no enclosure is as it should be; something that has is not."""
    source = buffers_after(program)
    target = buffers_after(program, "--at=" + stage, "--inject-bug=" + name)
    outside = 0
    for right, wrong in zip(source, target, strict=True):
        bounds = right.get("enclosures") or [None] * len(right["elements"])
        for x, y, allowed in zip(right["elements"], wrong["elements"], bounds, strict=True):
            if allowed is None:
                assert x == y, (name, right["name"], x, y)
            elif y == "nan":
                outside += not allowed["mayBeNaN"]
            else:
                outside += not float(allowed["lo"]) <= float(y) <= float(allowed["hi"])
    assert outside, name


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
            # Of a tier that only runs on request.
            "--pipeline-strategy=" + STRATEGIES.get(name.split("-")[0], "none"),
            "--target=" + next((target for start, target in TARGETS.items() if name.startswith(start + "-")), "sm_90a"),
            *(option for start, options in STAGES.items() if name.startswith(start + "-") for option in options),
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
    if bug["class"] == "accuracy":
        check_only_enclosures_tell(name, program, stage_of(where))
    return True


bugs = json.loads(subprocess.run(["tile-fuzz", "bugs", "--json"], stdout=subprocess.PIPE, check=True).stdout)
with ThreadPoolExecutor(2) as pool:
    shown = sum(pool.map(check, bugs))
# No program is left over: each is named after a bug.
assert shown == sum(name.endswith(".mlir") for name in os.listdir(witnesses)), shown
