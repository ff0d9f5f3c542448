"""kill_paths.py FOLDER KILLS [SEED [PATH...]]: kills -9 random processes of merges, of reductions of stored findings, of
searches with an external tool and of shards under scripts/slurm, repeats what was killed, and checks that what is stored
in the end is what one does that nobody disturbs. PATHs: merge, reduce, sut, slurm; all of them."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

from processes import descendants
from stored import stored

folder, wanted = os.path.abspath(sys.argv[1]), int(sys.argv[2])
chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../../../.."))
SEARCH = ["--programs=240", "--seed=3", "--pairs=0", "--stop-after=cuda-tile-canonicalize"]
SEARCH += ["--inject-bug=select-swapped-arms,if-swap-without-negation"]
SHARDS = 3


def path(*names):
    return os.path.join(folder, *names)


def whole(command, environment=None):
    """Runs it to its end: how long it took."""
    begun = time.time()
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert process.returncode in (0, 3), (command, process.stdout, process.stderr)
    return time.time() - begun


def disturb(command, kills, length, environment=None):
    """Starts it again and again, and kills what it consists of; then lets it end. How many were killed."""
    killed = 0
    while killed < kills:
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(chance.uniform(0, length))
        own = process.pid
        victim = chance.choice([own, own, *descendants(own)])
        try:
            os.kill(victim, signal.SIGKILL)
            killed += process.poll() is None or victim != own
        except ProcessLookupError:
            pass
        if victim != own:
            time.sleep(chance.uniform(0, length / 4))
        process.kill()
        process.wait()
        # What a parent left dies with it, in a moment.
        deadline = time.time() + 20
        while descendants(own) and time.time() < deadline:
            time.sleep(0.01)
    whole(command, environment)
    return killed


def same(expected, got, what):
    for key, value in expected.items():
        assert got[key] == value, (what, key, value, got[key])


def shard(number, database):
    return ["tile-fuzz", "nightly", f"--shard={number}/{SHARDS}", f"--db={database}", "--jobs=1", *SEARCH]


def shards():
    """Made once; what the paths begin with."""
    databases = [path("shards", f"shard-{number}.db") for number in range(1, SHARDS + 1)]
    if not os.path.exists(path("shards")):
        os.makedirs(path("shards"))
        for number, database in enumerate(databases, 1):
            whole(shard(number, database))
    return databases


def merged():
    database = path("merged.db")
    if not os.path.exists(database):
        whole(["tile-fuzz", "merge", f"--db={database}", *shards()])
    return database


def kill_merge(kills):
    expected = stored(merged())
    assert len(expected["findings"]) >= 2 and expected["corpus"], expected
    command = ["tile-fuzz", "merge", f"--db={path('killed.db')}", *shards()]
    killed = disturb(command, kills, 1.5)
    same(expected, stored(path("killed.db")), "merge")
    return killed


def copy_of(name):
    """The merged database with all that lies beside it, under another name."""
    merged()
    for suffix in (".findings", ".corpus"):
        shutil.copytree(path("merged" + suffix), path(name + suffix))
    shutil.copy(path("merged.db"), path(name + ".db"))


def programs(name):
    found = {}
    for finding in sorted(os.listdir(path(name + ".findings"))):
        if finding == "pending":
            continue
        assert not finding.startswith("."), finding
        with open(path(name + ".findings", finding, "program.mlir"), encoding="utf-8") as file:
            found[finding] = file.read()
    return found


def kill_reduce(kills):
    for name in ("reduced", "cut"):
        copy_of(name)
    kill_each = max(1, kills // len(programs("reduced")))
    killed = 0
    for finding in list(programs("reduced")):
        command = ["tile-fuzz", "reduce", "--from-original"]
        length = whole([*command, path("reduced.findings", finding)])
        cut = path("cut.findings", finding)
        killed += disturb([*command, cut], kill_each, length)
    same(stored(path("reduced.db")), stored(path("cut.db")), "reduce")
    assert programs("reduced") == programs("cut"), "reduce"
    return killed


def kill_sut(kills):
    description = os.path.join(root, "tests/lit/fuzz/Sut/Inputs/swap.json")
    options = [f"--sut={description}", "--programs=100", "--batch=5", "--jobs=2"]
    length = whole(["tile-fuzz", "sut", *options, f"--out={path('sut-whole')}"])
    killed = disturb(["tile-fuzz", "sut", *options, f"--out={path('sut-killed')}"], kills, length)

    def findings(name):
        place = path(name, "campaign.findings")
        pending = os.path.join(place, "pending")
        assert not os.path.isdir(pending) or not os.listdir(pending), os.listdir(pending)
        return sorted(entry for entry in os.listdir(place) if entry != "pending")

    assert findings("sut-whole") and findings("sut-whole") == findings("sut-killed"), (
        findings("sut-whole"), findings("sut-killed"),
    )  # fmt: skip
    return killed


def kill_slurm(kills):
    """A task's script and all below it, as where a node dies; the next attempt is told that it is one."""
    script = os.path.join(root, "scripts/slurm/nightly.sbatch")
    killed = 0
    for number in range(1, SHARDS + 1):
        environment = dict(os.environ, SLURM_ARRAY_TASK_ID=str(number), SLURM_ARRAY_TASK_MAX=str(SHARDS))
        environment["SLURM_RESTART_COUNT"] = "1"
        command = ["bash", script, path("slurm"), *SEARCH]
        killed += disturb(command, max(1, kills // SHARDS), 1.5, environment)
    databases = [path("slurm", f"shard-{number}.db") for number in range(1, SHARDS + 1)]
    whole(["tile-fuzz", "merge", f"--db={path('of-slurm.db')}", *databases])
    same(stored(merged()), stored(path("of-slurm.db")), "slurm")
    return killed


PATHS = {"merge": kill_merge, "reduce": kill_reduce, "sut": kill_sut, "slurm": kill_slurm}
chosen = sys.argv[4:] or list(PATHS)
counts = {name: PATHS[name](max(1, wanted // len(chosen))) for name in chosen}
text = ", ".join(f"{count} of {name}" for name, count in counts.items())
print(f"killed {text}: nothing lost, nothing counted twice")
