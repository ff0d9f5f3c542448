"""schedule-bugs.py TOOL FOLDER: the checker finds every seeded bug of schedulers.

Each is switched on alone for the loops of FOLDER and for random loops; without a bug all of them are legal. What is found
must be of the kind that the bug is about.
"""

import glob
import json
import subprocess
import sys

tool, folder = sys.argv[1:3]
programs = sorted(glob.glob(f"{folder}/*.mlir"))
functions = sorted(glob.glob(f"{folder}/prepare/*.mlir"))
queues = sorted(glob.glob(f"{folder}/queues/*.mlir"))
assert programs and functions and queues, folder
# What must be among the kinds of violations.
KINDS = {
    "carried-distance-too-far": {"order", "latency"},
    "carried-edge-dropped": {"order", "latency"},
    "token-edge-dropped": {"order"},
    "carried-token-dropped": {"order", "latency"},
    "region-use-ignored": {"order"},
    "buffer-edge-dropped": {"order", "latency"},
    "effect-edge-dropped": {"order", "latency"},
    "effect-not-carried": {"order", "latency"},
    "load-latency-ignored": {"latency"},
    "rotation-not-followed": {"order", "latency", "copies"},
    "read-edge-dropped": {"order"},
    "commit-edge-dropped": {"order"},
    "release-edge-dropped": {"order", "latency"},
    "last-row-not-committed": {"resource"},
    "second-phase-forgotten": {"resource"},
    "table-does-not-wrap": {"resource"},
    "wrong-modulo": {"resource"},
    "eviction-frees-all": {"resource"},
    "successors-not-evicted": {"order", "latency"},
    "serial-overlaps": {"latency"},
    "stage-rounds-up": {"form"},
    "order-unstable": {"order"},
    "interval-one-short": {"form", "resource", "latency"},
    "copies-one-short": {"copies"},
    "rings-share-bytes": {"ring"},
    "lifetime-ends-at-issue": {"ring", "barrier"},
    "barrier-reused": {"barrier"},
    "capacity-ignored": {"capacity"},
    "depth-ignored": {"depth"},
    "views-one-level-only": {"view"},
    "vector-ignores-extent": {"vector"},
    "vector-ignores-alignment": {"vector"},
    "vector-of-broken-run": {"vector"},
    "slices-of-most-willing": {"slices"},
    "lifetime-ignores-loop": {"overlap"},
    "lifetime-without-pending": {"overlap"},
    "lifetime-ends-by-arrival": {"overlap"},
    "box-not-refreshed": {"box"},
    "queues-share-alive": {"overlap"},
    "queue-life-ignores-loop": {"overlap"},
    "queue-ring-begins-anew": {"protocol"},
}
# Of functions that are prepared.
PREPARATION = {"view", "vector", "slices", "overlap", "box"}


def check(*options):
    what = [*programs, "--random=60", "--seed=3"]
    if "--prepare" in options:
        what = functions
    if "--pipelines" in options:
        what = queues
    command = [tool, *what, "--json", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode in (0, 3), f"{command}: {result.returncode} {result.stderr}"
    answer = json.loads(result.stdout)
    kinds = {violation["kind"] for loop in answer["loops"] for violation in loop["violations"]}
    assert bool(kinds) == (result.returncode == 3)
    return kinds


listed = subprocess.run([tool, "--list-bugs"], capture_output=True, text=True, check=True).stdout
names = [line.split()[0] for line in listed.splitlines()]
assert set(names) == set(KINDS), set(names) ^ set(KINDS)
assert not check(), "schedules of the right scheduler are not legal"
assert not check("--scheduler=serial"), "serial schedules are not legal"
assert not check("--prepare"), "functions are not prepared as they should be"
assert not check("--pipelines"), "queues share rings that they should not"
missed = []
for name in names:
    options = ["--scheduler=serial"] if name == "serial-overlaps" else []
    if name.startswith("queue"):
        options = ["--pipelines"]
    elif KINDS[name] <= PREPARATION:
        options = ["--prepare"]
    kinds = check(f"--inject-bug={name}", *options)
    print(f"{name}: {' '.join(sorted(kinds)) or 'nothing'}")
    if not kinds & KINDS[name]:
        missed.append(name)
assert not missed, missed
print(f"{len(names)} bugs found")
