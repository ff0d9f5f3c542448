"""levels.py FOLDER: what is learnt about levels depends on programs only."""

import json
import os
import signal
import subprocess
import sys
import time

from stored import stored

os.chdir(sys.argv[1])
# Three epochs and a bit.
SEARCH = ["--programs=840", "--seed=3", "--pairs=0", "--keep-corpus", "--stop-after=convert-tileaa-to-tileas"]


def start(*arguments):
    return subprocess.Popen(["tile-fuzz", *arguments, "--json"], stdout=subprocess.PIPE)


def finish(process):
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, (process.args, process.returncode, output)
    return json.loads(output)


def shares(result, key):
    return [level[key] for level in result["levels"]]


def same(left, right):
    first, second = stored(left), stored(right)
    for key, value in first.items():
        assert second[key] == value, (left, right, key, value, second[key])


one = finish(start("run", *SEARCH, "--jobs=1", "--db=one.db"))
three = finish(start("run", *SEARCH, "--jobs=3", "--db=three.db"))
same("one.db", "three.db")
for key in ("level", "programs", "stated", "learnt"):
    assert shares(one, key) == shares(three, key), (one["levels"], three["levels"])
assert sum(shares(one, "programs")) == 840, one["levels"]
assert abs(sum(shares(one, "learnt")) - 1) < 1e-9, one["levels"]
assert shares(one, "learnt") != shares(one, "stated"), one["levels"]
for level in one["levels"]:
    assert level["learnt"] >= level["stated"] / 2, level

# Interrupted, wherever that is, and gone on with.
process = start("run", *SEARCH, "--jobs=2", "--db=cut.db")
time.sleep(1)
process.send_signal(signal.SIGINT)
output, _ = process.communicate(timeout=300)
if process.returncode == 4:
    cut = finish(start("resume", "--jobs=2", "--db=cut.db"))
    assert shares(cut, "learnt") == shares(one, "learnt"), (cut["levels"], one["levels"])
else:
    assert process.returncode == 0, (process.returncode, output)
same("one.db", "cut.db")

# As stated, and as it was before there were levels.
FEW = ["--programs=200", *SEARCH[1:]]
fixed = finish(start("run", *FEW, "--levels=cuda_tile=9,tileas=1", "--fixed-levels", "--jobs=2", "--db=fixed.db"))
assert shares(fixed, "learnt") == shares(fixed, "stated") == [0.9, 0, 0.1, 0, 0], fixed["levels"]
every = finish(start("run", *FEW, "--levels=all", "--jobs=2", "--db=all.db"))
assert every["levels"] == [], every["levels"]


def reached(result):
    return result["comparisonsPerStage"]["convert-tileaa-to-tileas"]


assert reached(every) > 4 * reached(fixed) > 0, (reached(every), reached(fixed))
