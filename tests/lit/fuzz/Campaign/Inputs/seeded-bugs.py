"""seeded-bugs.py FOLDER ROOT: runs a short campaign with some seeded bugs of
the compiler and checks its findings; the others are checked elsewhere."""

import glob
import json
import os
import re
import subprocess
import sys


def tile_fuzz(*arguments):
    process = subprocess.run(
        ["tile-fuzz", *arguments, "--json"], stdout=subprocess.PIPE, check=False
    )
    return process.returncode, json.loads(process.stdout)


# A few of each stage, and of each kind of mistake. All of them together are the
# business of `tile-fuzz mutation-score`.
CAMPAIGNS = {
    "select-swapped-arms": "lowered",
    "if-replace-drops-branches": "lowered",
    "simplify-compare-signedness": "lowered",
    "compare-signedness": "lowered",
    "join-drops-token": "lowered",
    # Needs accesses that few lowered programs have; no run shows it.
    "access-loses-ordering": "whole",
    "addptr-unit-error": "lowered",
    "masked-store-drops-token": "lowered",
    # Need what the conversion never makes.
    "masked-load-first-lane": "tileaa",
    "dot-constants-ignore-sign": "tileaa",
    "view-store-loses-mask": "lowered",
    "missing-barrier": "lowered",
    "reduce-skips-lane": "lowered",
    # Only enclosures tell, or nearly: the operations are none that have one result.
    "log2-short-constant": "whole",
    "dot-sums-in-half": "whole",
}

# Seeds are 1, but where the first program that shows a bug stays long, as every access of it says something.
SEEDS = {"if-replace-drops-branches": 3}

folder, root = sys.argv[1:]
_, bugs = tile_fuzz("bugs")
bugs = {bug["name"]: bug for bug in bugs}

# Each of the others has a program that shows it (witnesses.test), or is refuted.
checked = set(CAMPAIGNS)
checked |= {name[: -len(".mlir")] for name in os.listdir(os.path.join(root, "tests", "bugs"))}
# Of the fences, which no campaign can show (fence-bugs.test).
checked |= {name[: -len(".mlir")] for name in os.listdir(os.path.join(root, "tests", "fences"))}
for test in glob.glob(os.path.join(root, "tests", "lit", "oracle", "verify-fold-bugs*.test")):
    with open(test) as lines:
        checked |= set(re.findall(r"(?:refuted\.py |--inject-bug=)([a-z0-9-]+)", lines.read()))
# Those of passes over LLVM IR are found in modules of it (fuzz/Llvm/seeded-bugs.test).
LLVM_PASSES = {
    "nvvm-pretreat",
    "check-gep-index",
    "select-kernels",
    "check-kernel-functions",
    "ipmsp",
    "kernel-info",
    "nvvm-aa",
}
checked |= {name for name, bug in bugs.items() if bug["where"] in LLVM_PASSES}
# A run at its stage alone shows it (compiler/Schedule/async-copies-relaxed.mlir).
checked.add("async-copies-relaxed")
assert checked >= set(bugs), set(bugs) - checked

for name, language in CAMPAIGNS.items():
    bug = bugs[name]
    database = os.path.join(folder, name + ".db")
    code, campaign = tile_fuzz(
        "run",
        "--programs=9000",
        "--max-findings=1",
        "--language=" + language,
        "--jobs=2",
        f"--seed={SEEDS.get(name, 1)}",
        "--db=" + database,
        "--inject-bug=" + name,
        # Where a loop of all groups shows it first, little of it can be removed.
        *(["--set=further=0"] if name == "missing-barrier" else []),
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
