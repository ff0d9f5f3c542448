"""seeded-bugs.py FOLDER: runs a short campaign with each seeded bug of the
compiler and checks its findings."""

import json
import os
import subprocess
import sys


def tile_fuzz(*arguments):
    process = subprocess.run(
        ["tile-fuzz", *arguments, "--json"], stdout=subprocess.PIPE, check=False
    )
    return process.returncode, json.loads(process.stdout)


# Found by proof (tests/lit/oracle/verify-fold.test). What the first needs is rare
# in random programs (an if that holds another and nothing else); the second makes
# a branch depend on an unspecified value, which the comparison skips.
PROOF_ONLY = {"nested-if-drops-else", "nested-if-plain-and"}

# An access without elements orders nothing that a run could show; found by proof,
# too.
HAND_WRITTEN = {"masked-load-loses-acquire", "masked-store-loses-release"}

# Bugs that need what the lowered language has not: accesses with an order, which
# no run shows, and what the conversion never makes.
LANGUAGES = {
    "access-loses-ordering": "whole",
    "masked-load-first-lane": "tileaa",
    "view-through-permute": "tileaa",
    "atomic-cas-loses-release": "tileaa",
    "atomic-cas-by-number": "tileaa",
    "atomic-rmw-loses-release": "tileaa",
    "atomic-add-plus-zero": "tileaa",
    "dot-zero-of-floats": "tileaa",
    "dot-constants-ignore-sign": "tileaa",
    "dot-constants-narrow": "tileaa",
    "extract-reverses-indices": "tileaa",
    "extract-drops-other-axis": "tileaa",
    "queue-get-reorders": "tileaa",
    "pragma-drops-token": "tileaa",
}

folder = sys.argv[1]
_, bugs = tile_fuzz("bugs")
assert len(bugs) >= 7, bugs
for bug in bugs:
    name = bug["name"]
    if name in PROOF_ONLY | HAND_WRITTEN:
        continue
    database = os.path.join(folder, name + ".db")
    code, campaign = tile_fuzz(
        "run",
        "--programs=3000",
        "--max-findings=1",
        "--language=" + LANGUAGES.get(name, "lowered"),
        "--jobs=2",
        "--seed=1",
        "--db=" + database,
        "--inject-bug=" + name,
    )
    assert code == 3, (name, code, campaign)
    findings = campaign["newFindings"]
    # `where` is a pattern or, for a bug in a conversion, the stage.
    blamed = [f for f in findings if bug["where"] in (f["pattern"], f["stage"])]
    assert blamed and len(blamed) == len(findings), (name, findings)
    # The bug is shown in 15 operations; how else it shows may need a few more.
    assert min(finding["operations"] for finding in findings) <= 15, (name, findings)
    for finding in findings:
        assert finding["operations"] <= 20, (name, finding)
        code, again = tile_fuzz("repro", finding["folder"])
        assert code == 3 and again["reproduced"] is True, (name, again)
