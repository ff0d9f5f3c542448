"""doctor.py FOLDER TILE-FUZZ: the doctor on machines that are made up."""

import json
import os
import subprocess
import sys

folder, tool = sys.argv[1:]


def program(name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path, 0o755)
    return path


def doctor(code, *arguments, **variables):
    environment = {"PATH": folder, "TILEFUZZ_TOOLS": folder, **variables}
    command = [tool, "doctor", *arguments]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == code, (command, process.returncode, process.stdout, process.stderr)
    if "--json" not in arguments:
        return process.stdout + process.stderr
    return {row["name"]: row for row in json.loads(process.stdout)["capabilities"]}


none = doctor(0, "--json")
assert len(none) >= 10 and all(row["use"] for row in none.values()), none
assert none["solver"]["there"] and none["solver"]["found"].startswith("4."), none["solver"]
for name in ("mlir-opt-22", "opt-22", "llc-22", "afl++", "slurm", "browser", "python", "tileiras"):
    assert not none[name]["there"] and none[name]["howToGet"], none[name]

# Two of the three programs are not enough.
for name in ("sbatch", "squeue"):
    program(name, "echo slurm 22.05.8")
assert not doctor(0, "--json")["slurm"]["there"]
program("scontrol", "echo slurm 22.05.8")
program("chromium", "exit 3")
ptxas = program("assembler", "echo Copyright 2005; echo release 13.1, V13.1.80")
rows = doctor(0, "--json", TILEFUZZ_PTXAS=ptxas)
assert rows["slurm"]["found"] == f"{folder}/sbatch: slurm 22.05.8", rows["slurm"]
# One that does not say its version is there, too.
assert rows["browser"]["found"] == f"{folder}/chromium", rows["browser"]
assert rows["ptxas"]["found"] == f"{ptxas}: release 13.1, V13.1.80", rows["ptxas"]

assert doctor(0, "--json", "--need=slurm,browser")["slurm"]["needed"]
doctor(1, "--need=slurm,afl++")
assert "the doctor knows no 'slurmd'" in doctor(1, "--need=slurmd")
