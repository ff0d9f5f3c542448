"""feedback.py FOLDER DESCRIPTION: more functions on which loop peeling acts, and
the same ones for every number of workers."""

import json
import os
import subprocess
import sys

os.chdir(sys.argv[1])


def search(name, *arguments):
    command = ["tile-fuzz", "sut", f"--sut={sys.argv[2]}", "--run=scf-for-loop-peeling", "--programs=1800"]
    command += ["--batch=150", "--no-reduce", "--json", f"--out={name}", *arguments]
    process = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert process.returncode in (0, 3), (command, process.returncode)
    result = json.loads(process.stdout)
    for key in ("seconds", "programsPerSecond"):
        del result[key]
    for row in result["findings"]:
        row["folder"] = os.path.basename(row["folder"])
    return result


def kept(name):
    folder = os.path.join(name, "kept", "1")
    return {file: open(os.path.join(folder, file), encoding="utf-8").read() for file in os.listdir(folder)}


one, three = search("one", "--jobs=1"), search("three", "--jobs=3")
assert one == three, (one, three)
# A worker that does not know the others' may keep more.
first, second = kept("one"), kept("three")
assert first and all(second[file] == text for file, text in first.items()), set(first) - set(second)

alone = search("alone", "--jobs=2", "--no-feedback")
assert alone["mutants"] == 0 < one["mutants"], one["mutants"]
assert not os.path.exists("alone/kept")


def made(result, operation):
    return result["gains"].get("scf-for-loop-peeling " + operation, 0)


assert made(one, "scf.for") > 2 * made(alone, "scf.for") > 0, (one["gains"], alone["gains"])
