"""shards.py FOLDER: shards and what is merged of them, against the run of one
process."""

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from stored import stored

os.chdir(sys.argv[1])
SHARDS = 4
# A corpus, too: its programs are the first.
os.mkdir("given")
for seed in (1, 2, 3):
    with open(f"given/{seed}.mlir", "wb") as file:
        subprocess.run(["tile-fuzz", "generate", f"--seed={seed}"], stdout=file, check=True)
SEARCH = [
    "nightly",
    "--programs=237",
    "--seed=5",
    "--corpus=given",
    "--pairs=60",
    "--stop-after=cuda-tile-canonicalize",
    "--inject-bug=select-swapped-arms,if-swap-without-negation,addf-fold-ignores-rounding",
]


def start(*arguments):
    command = ["tile-fuzz", *arguments, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def fuzz(code, *arguments):
    """`code` is the exit code, or says what it is for what was printed."""
    process = start(*arguments)
    output, errors = process.communicate(timeout=300)
    result = json.loads(output) if output else errors.decode()
    expected = code(result) if callable(code) else code
    assert process.returncode == expected, (arguments, process.returncode, output, errors)
    return result


def code_of_merge(step):
    """The last shard that is merged may bring programs only that find nothing new."""
    return 3 if step["findings"] or step["waiting"] else 0


def shard(number, name="shard"):
    return [*SEARCH, f"--shard={number}/{SHARDS}", f"--db={name}{number}.db", "--jobs=2"]


def findings(database):
    """finding.json of each, but for the command that names the folder."""
    rows = {}
    folder = database.replace(".db", ".findings")
    for name in sorted(os.listdir(folder)):
        if name != "pending":
            with open(f"{folder}/{name}/finding.json", encoding="utf-8") as file:
                rows[name] = json.load(file)
            del rows[name]["command"]
    return rows


def same(database):
    got = stored(database)
    for key, value in whole.items():
        assert got[key] == value, (database, key, value, got[key])
    assert findings(database) == findings("whole.db"), database


fuzz(3, *SEARCH, "--jobs=2", "--db=whole.db")
whole = stored("whole.db")
assert len(whole["findings"]) >= 3 and whole["corpus"], whole
assert any(count for _, _, count in whole["findings"]), whole

for number in range(1, SHARDS + 1):
    run = fuzz(3, *shard(number))
    assert run["findings"] == 0 < run["waiting"], run
    # It is done: once more changes nothing.
    before = stored(f"shard{number}.db")
    again = fuzz(3, *shard(number))
    assert again["programs"] == run["programs"] and stored(f"shard{number}.db") == before
names = [f"shard{number}.db" for number in range(1, SHARDS + 1)]

# All at once, and once more.
merged = fuzz(3, "merge", "--db=merged.db", *names)
assert (merged["added"], merged["same"], merged["missing"]) == ("1-4", "", ""), merged
assert merged["findings"] == len(whole["findings"]) and merged["waiting"] == 0, merged
same("merged.db")
points = fuzz(0, "stats", "--db=merged.db")
again = fuzz(0, "merge", "--db=merged.db", *names)
assert (again["added"], again["same"], again["findings"]) == ("", "1-4", 0), again
same("merged.db")
assert fuzz(0, "stats", "--db=merged.db") == points

# One after the other, in every order that begins elsewhere; each is gone when
# it is merged.
for order in ((4, 3, 2, 1), (3, 1, 4, 2), (2, 4, 1, 3)):
    for name in ("night", "step"):
        for path in (f"{name}.db", f"{name}.findings", f"{name}.corpus"):
            shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
    for count, number in enumerate(order, 1):
        for suffix in ("db", "findings", "corpus"):
            copy = shutil.copytree if suffix != "db" else shutil.copy
            copy(f"shard{number}.{suffix}", f"step.{suffix}")
        step = fuzz(code_of_merge, "merge", "--db=night.db", "step.db")
        left = sorted(set(range(1, SHARDS + 1)) - set(order[:count]))
        assert len(left) == SHARDS - count and bool(step["missing"]) == bool(left), (order, step)
        # Nothing is decided out of turn.
        assert bool(step["waiting"]) == (count < SHARDS), (order, step)
        for suffix in ("findings", "corpus"):
            shutil.rmtree(f"step.{suffix}")
        os.remove("step.db")
    same("night.db")

# Killed at any moment and started again, or asked to end; a killed one is merged
# as far as it came, and again when it is finished.
for number, wait in zip(itertools.cycle(range(1, SHARDS + 1)), (0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.2)):
    process = start(*shard(number, "killed"))
    time.sleep(wait)
    process.send_signal(signal.SIGTERM if number == 2 else signal.SIGKILL)
    process.communicate(timeout=60)
    if os.path.exists(f"killed{number}.db"):
        part = start("merge", "--db=late.db", f"killed{number}.db")
        part.communicate(timeout=120)
        assert part.returncode in (0, 2, 3), part.returncode
for number in (3, 1, 4, 2):
    fuzz(3, *shard(number, "killed"))
# The parts may have had every finding already.
process = start("merge", "--db=late.db", *[f"killed{number}.db" for number in range(1, SHARDS + 1)])
process.communicate(timeout=120)
assert process.returncode in (0, 3), process.returncode
same("late.db")
# What ran twice counts once, and so does what was not finished when it ran.
fuzz(0, "merge", "--db=late.db", *reversed(names))
same("late.db")

# One that is told to end when it has raw findings says that it is not done.
process = start(*[word.replace("=237", "=200000") for word in shard(1, "told")])
# Two jobs have at most two that are not counted yet.
while not os.path.isdir("told1.findings/pending") or len(os.listdir("told1.findings/pending")) < 4:
    assert process.poll() is None, process.communicate()
    time.sleep(0.05)
process.send_signal(signal.SIGTERM)
output, errors = process.communicate(timeout=60)
assert process.returncode == 4, (process.returncode, errors)
told = json.loads(output)
assert told["interrupted"] and told["waiting"] and told["programs"] < 50000, told

# A merge that is killed goes on.
for wait in (0, 0.1, 0.2, 0.4, 0.8):
    process = start("merge", "--db=dead.db", *names)
    time.sleep(wait)
    process.kill()
    process.communicate(timeout=60)
process = start("merge", "--db=dead.db", *names)
process.communicate(timeout=120)
assert process.returncode in (0, 3), process.returncode
same("dead.db")

# Without a shard its programs are missing; --incomplete does not wait for them.
part = fuzz(3, "merge", "--db=part.db", names[1], names[3])
assert (part["missing"], part["findings"]) == ("1,3", 0) and part["waiting"], part
part = fuzz(3, "merge", "--db=part.db", "--incomplete", names[1])
assert part["findings"] and not part["waiting"], part

# What does not belong together is refused, and changes nothing.
other = [argument.replace("--seed=5", "--seed=6") for argument in SEARCH]
fuzz(1, *other, f"--shard=1/{SHARDS}", "--db=shard1.db")
fuzz(1, *SEARCH, "--shard=1/5", "--db=shard1.db")
fuzz(1, *SEARCH, "--db=shard1.db")
fuzz(1, "merge", "--db=shard1.db", "shard2.db")
fuzz(1, "merge", "--db=merged.db", "whole.db")
fuzz(2, "merge", "--db=merged.db", "absent.db")
for bad in ("0/4", "5/4", "1", "x/4", "1/0"):
    fuzz(1, *SEARCH, "--shard=" + bad, "--db=bad.db")
fuzz(3, *other, "--shard=1/4", "--db=other.db")
refusal = fuzz(1, "merge", "--db=merged.db", "shard2.db", "other.db")
assert "other.db: error: a shard of another run than shard2.db" in refusal, refusal
same("merged.db")
# The corpus changed since the shard began.
with open("given/1.mlir", "a", encoding="utf-8") as file:
    file.write("// changed\n")
fuzz(1, *shard(1))
print("merged shards are the run of one process")
