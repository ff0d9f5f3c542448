"""refute.py TOOL ROOT: what exploring says of each bug that breaks how rings are handed on."""

import json
import subprocess
import sys

tool, root = sys.argv[1:]
KERNEL = "corpus/kernels/gemm_k4096.mlir"
CASES = {
    "pipeline-never-commits": KERNEL,
    "pipeline-commits-twice": KERNEL,
    "pipeline-releases-before-read": KERNEL,
    "pipeline-never-releases": KERNEL,
    "pipeline-iterator-restarts": KERNEL,
    "pipeline-pending-one-too-many": KERNEL,
    "pipeline-steady-one-more": KERNEL,
    "pipeline-epilogue-one-short": KERNEL,
    "queue-ring-begins-anew": "tests/schedules/queues/shared.mlir",
}

for bug, program in CASES.items():
    command = [tool, f"{root}/{program}", "--pipelines", "--json", "--inject-bug=" + bug]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 3, (command, result)
    said = [
        violation["what"]
        for loop in json.loads(result.stdout)["loops"]
        for violation in loop["violations"]
        if "iterations: " in violation["what"]
        or violation["what"].startswith(("threads: ", "sides"))
    ]
    assert said, (bug, result.stdout)
    # An interleaving, where there is one, is told step by step.
    traced = [what for what in said if "threads: " in what or "sides" in what]
    assert all("\n    agent " in what for what in traced), traced
    print(f"{bug}: {(traced or said)[0]}")
