"""Tries scripts/measure on a repository and a command of its own."""

import json
import pathlib
import shutil
import subprocess
import sys

script = pathlib.Path(sys.argv[1])
root = pathlib.Path(sys.argv[2])
shutil.rmtree(root, ignore_errors=True)
(root / "code").mkdir(parents=True)
ledger = root / "docs" / "measurements" / "run.jsonl"


def git(*arguments):
    subprocess.run(
        ["git", "-C", root, "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments],
        check=True,
        capture_output=True,
    )


def measure(*arguments):
    return subprocess.run(
        [sys.executable, script, f"--root={root}", f"--table={root}/table.json", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def commit(text):
    # The program under measurement: counts what it was asked for, and ends
    # with 3 for slice 2.
    (root / "code" / "count.py").write_text(
        "import json, sys\n"
        "size, number, code = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])\n"
        "print(json.dumps({'programs': size, 'skips': {'a': 1, 'b': number}, 'found': [1] if number == 2 else []}))\n"
        f"sys.exit(code or (3 if number == 2 else 0))  # {text}\n",
        encoding="utf-8",
    )
    git("add", "code", "table.json")
    git("commit", "-m", text)


def table(code):
    (root / "table.json").write_text(
        json.dumps(
            {
                "run": {
                    "what": "counts",
                    "seed": 100,
                    "size": 10,
                    "depends": ["code"],
                    "command": [sys.executable, "code/count.py", "{size}", "{slice}", str(code)],
                    "exit": {"0": "clean", "3": "findings"},
                    "counts": ["programs", "skips", "found"],
                }
            }
        ),
        encoding="utf-8",
    )


def lines():
    return [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]


git("init", "-q")
table(0)
commit("first")

# Two slices: seeds and ranges follow from the number.
result = measure("run", "--slices=2")
assert result.returncode == 0, result.stderr
assert [entry["slice"] for entry in lines()] == [0, 1]
assert [entry["seed"] for entry in lines()] == [100, 101]
assert [entry["first"] for entry in lines()] == [0, 10]
assert "2 slices of 20" in result.stdout and "20 programs" in result.stdout, result.stdout

# What a kill left of a line does not count and is cut away by the next slice,
# which has findings.
with open(ledger, "a", encoding="utf-8") as file:
    file.write('{"slice": 7, "se')
result = measure("run")
assert result.returncode == 3, result
assert [entry["slice"] for entry in lines()] == [0, 1, 2]
assert lines()[2]["counts"] == {"programs": 10, "skips: a": 1, "skips: b": 2, "found": 1}

# The same slice again counts once.
assert measure("run", "--slice=1").returncode == 0
totals = json.loads(measure("run", "--totals", "--json").stdout)
assert [(row["slices"], row["size"]) for row in totals] == [(3, 30)], totals
assert totals[0]["results"] == {"clean": 2, "findings": 1}

# Other code adds up apart.
commit("second")
assert measure("run").returncode == 0
totals = json.loads(measure("run", "--totals", "--json").stdout)
assert [(row["slices"], row["counts"]["programs"]) for row in totals] == [(3, 30), (1, 10)], totals

# Nothing is recorded of a command that fails, of code that is not committed, of an unknown run.
table(9)
result = measure("run")
assert result.returncode == 1 and "exit code 9" in result.stderr, result
(root / "code" / "count.py").write_text("changed", encoding="utf-8")
result = measure("run")
assert result.returncode == 1 and "not as committed" in result.stderr, result
result = measure("walk")
assert result.returncode == 1 and "no run is called 'walk'" in result.stderr, result
assert len(lines()) == 5
# A damaged line in the middle is not passed over.
ledger.write_text("{\n" + ledger.read_text(encoding="utf-8"), encoding="utf-8")
result = measure("run", "--totals")
assert result.returncode == 1 and "run.jsonl:1" in result.stderr, result
