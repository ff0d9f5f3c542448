"""engines.py FOLDER: replays FOLDER/seeds through the engines' entry point with a
seeded bug; what it stores must become a finding of FOLDER/engine.db."""

import glob
import json
import os
import subprocess
import sys

os.chdir(sys.argv[1])
environment = dict(os.environ, TILEFUZZ_DB="engine.db", TILEFUZZ_BUGS="select-swapped-arms")
deaths = 0
for seed in sorted(glob.glob("seeds/*.mlir")):
    process = subprocess.run(
        ["compare-replay", seed], env=environment, stderr=subprocess.PIPE, check=False
    )
    assert process.returncode in (0, -6), process
    if process.returncode:
        assert b"stored in engine.findings/pending/0-" in process.stderr, process
        deaths += 1
    if deaths == 3:
        break
pending = os.listdir("engine.findings/pending")
assert deaths and pending, (deaths, pending)


def run(code):
    command = ["tile-fuzz", "run", "--programs=0", "--jobs=1", "--db=engine.db", "--json"]
    process = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert process.returncode == code, process
    return json.loads(process.stdout)


found = run(3)
assert found["findings"] >= 1 and found["waiting"] == 0, found
assert found["findings"] + found["duplicates"] == len(pending), (found, pending)
assert found["newFindings"][0]["pattern"] == "cuda-tile-select-constant-condition", found
assert found["newFindings"][0]["origin"] == "fuzzing engine", found
assert not os.listdir("engine.findings/pending")
assert run(0)["findings"] == 0
