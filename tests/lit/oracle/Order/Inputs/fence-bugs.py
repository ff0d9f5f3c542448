"""fence-bugs.py ROOT: every seeded bug of the fences is found in its witness, and
blamed; without the bug the witness is in order. Those of the algorithm are found
by the enumeration of small programs, too."""

import json
import os
import subprocess
import sys

STAGE = "tileas-inject-tcgen05-fence"
# Not of the algorithm, but of what an operation is and how a fence is written.
OUTSIDE = {
    "fence-emitted-twice",
    "fence-kinds-swapped",
    "fence-wait-of-other-kind",
    "fence-copy-is-no-use",
    "fence-cluster-is-no-boundary",
    "fence-only-for-first-target",
    "fence-any-target-from-100",
    # The enumeration has uses that nothing waits for.
    "fence-wait-behind-fence",
    "fence-result-not-waited",
    "fence-wait-loads-covers-stores",
}

(root,) = sys.argv[1:]
folder = os.path.join(root, "tests", "fences")


def verify(*arguments):
    process = subprocess.run(
        ["tile-verify-order", *arguments], stdout=subprocess.PIPE, check=False, encoding="utf-8"
    )
    return process.returncode, process.stdout


def check(name):
    program = os.path.join(folder, name + ".mlir")
    with open(program, encoding="utf-8") as lines:
        target = next(line.split()[2] for line in lines if line.startswith("// target:"))
    arguments = [program, "--fences", "--target=" + target]
    code, text = verify(*arguments)
    assert code == 0, (name, text)
    code, text = verify(*arguments, "--inject-bug=" + name)
    assert code == 3 and "after " + STAGE + ": " in text, (name, code, text)
    if name in OUTSIDE:
        return
    code, text = verify(
        "--fences",
        "--fence-events=4",
        "--fence-tree-events=2",
        "--fence-deep-events=1",
        "--inject-bug=" + name,
    )
    assert code == 3 and "dataflow form: sufficient" not in text, (name, code, text)


listing = subprocess.run(["tile-fuzz", "bugs", "--json"], stdout=subprocess.PIPE, check=True).stdout
bugs = [bug["name"] for bug in json.loads(listing) if bug["where"] == STAGE]
assert len(bugs) >= 12 and set(bugs) > OUTSIDE
for bug in bugs:
    check(bug)
# No program is left over.
programs = {name[: -len(".mlir")] for name in os.listdir(folder) if name.endswith(".mlir")}
assert programs == set(bugs), programs ^ set(bugs)
