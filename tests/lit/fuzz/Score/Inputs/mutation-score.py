"""mutation-score.py FOLDER: scores a few seeded bugs and checks the numbers."""

import json
import os
import subprocess
import sys

# By which oracles each must be caught: by all of a list, by any of a set. The
# first that sees a defect ends the search.
EXPECTED = {
    "select-swapped-arms": ["verify-fold", "stage"],
    # By proofs of how operations are lowered, too.
    "compare-signedness": ["verify-fold", "stage"],
    "join-drops-token": ["verify-fold"],
    "access-loses-ordering": ["verify-fold", "order"],
    # By a proof whose first instances have pointers to i1.
    "nested-if-token-of-outer-else": ["verify-fold"],
    "pretreat-copies-words": ["stage"],
    "gep-check-one-past": ["claims"],
    "fence-join-is-and": ["order"],
    "fence-emitted-twice": ["claims"],
    "nvvm-aa-generic-is-global": {"stage", "claims"},
}

results = os.path.join(sys.argv[1], "results.jsonl")


def score():
    process = subprocess.run(
        [
            "tile-fuzz",
            "mutation-score",
            "--bugs=" + ",".join(EXPECTED),
            "--seeds=1",
            "--time=20s",
            "--grace=0s",
            "--findings=1",
            "--results=" + results,
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
        text=True,
    )
    assert process.returncode == 0, process
    return json.loads(process.stdout), process.stderr


first, progress = score()
assert first["caught"] == first["total"] == len(EXPECTED), first
assert len(progress.splitlines()) == 2 * len(EXPECTED), progress
for bug in first["bugs"]:
    expected = EXPECTED[bug["name"]]
    caught = expected & set(bug["oracles"]) if isinstance(expected, set) else (
        set(expected) <= set(bug["oracles"])
    )
    assert caught, bug
    assert bug["worstSeconds"] < 20, bug
    if "verify-fold" in bug["oracles"]:
        # It stops at the first instance that is refuted.
        assert bug["oracles"]["verify-fold"]["medianPrograms"] < 40, bug
    for canary in ("reached", "fired", "changed", "observed", "attributed"):
        assert bug["canaries"][canary] == 1, bug
assert first["deduplication"]["precision"] == 1, first

# All results are there: nothing is run. The last one cut in half is made again.
again, progress = score()
assert again == first and progress == "", progress
with open(results, "rb+") as file:
    lines = file.read().splitlines(keepends=True)
    assert len(lines) == 1 + 2 * len(EXPECTED), lines
    file.truncate(sum(map(len, lines)) - 20)
again, progress = score()
assert len(progress.splitlines()) == 1, progress
assert again["caught"] == first["caught"], again
