"""queues.py FOLDER: runs FOLDER/queue-*.mlir and async-*.mlir at stages below the source."""

import glob
import json
import os
import subprocess
import sys

STAGES = ["convert-tileaa-to-tileas", "convert-tileas-to-nvvm", "optimize-llvm", "emit-ptx"]
FORMS = [[], ["--enable-pattern=tileas-materialize-async"]]
TARGETS = ["sm_80", "sm_90a", "sm_120a"]


def run(program, *options):
    process = subprocess.run(["tile-run", program, "--json", *options], capture_output=True, text=True, check=False)
    outcome = json.loads(process.stdout)
    assert outcome["status"] == "completed", (program, options, outcome)
    return outcome["buffers"]


programs = sorted(glob.glob(os.path.join(sys.argv[1], "queue-*.mlir")) + glob.glob(os.path.join(sys.argv[1], "async-*.mlir")))
for program in programs:
    expected = run(program)
    for target in TARGETS:
        for form in FORMS:
            for stage in STAGES if target == "sm_90a" else STAGES[-1:]:
                got = run(program, "--at=" + stage, "--target=" + target, *form)
                assert got == expected, (program, target, form, stage, got)
print(f"{len(programs)} programs at {len(STAGES)} stages, with {len(FORMS)} forms of writes, for {len(TARGETS)} targets")
