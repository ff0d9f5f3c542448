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

# Of nv_tileaa's rewrites: random programs of the lowered language have nothing
# that these change. Shown in tests/lit/compiler/TileAA.
HAND_WRITTEN = {
    "masked-load-first-lane",
    "masked-load-loses-acquire",
    "masked-store-loses-release",
    "view-through-permute",
    "atomic-cas-loses-release",
    "atomic-cas-by-number",
    "atomic-rmw-loses-release",
    "atomic-add-plus-zero",
    "dot-zero-of-floats",
    "dot-constants-ignore-sign",
    "dot-constants-narrow",
    "extract-reverses-indices",
    "extract-drops-other-axis",
    "queue-get-reorders",
    "pragma-drops-token",
}
# Needs accesses that the lowered language has not; no run shows it.
WHOLE_LANGUAGE = {"access-loses-ordering"}

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
        "--language=" + ("whole" if name in WHOLE_LANGUAGE else "lowered"),
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
