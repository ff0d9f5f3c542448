"""seeded-bugs.py FOLDER: finds each seeded bug of the passes over LLVM IR in random
modules, or in the one beside this file that is named after it, where random ones do not
reach it. Every finding must blame what has the bug; its stored module must show it again,
and must be fine without the bug."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PASSES = {
    "nvvm-pretreat",
    "check-gep-index",
    "select-kernels",
    "check-kernel-functions",
    "ipmsp",
    "kernel-info",
    "nvvm-aa",
}
folder = sys.argv[1]


def tile_fuzz(*arguments):
    process = subprocess.run(
        ["tile-fuzz", *arguments, "--json"], stdout=subprocess.PIPE, check=False
    )
    return process.returncode, json.loads(process.stdout)


def check_module(file, name, where):
    code, wrong = tile_fuzz("llvm", "--file=" + file, "--inject-bug=" + name)
    assert code == 3 and where in {one["where"] for one in wrong["findings"]}, (name, wrong)
    code, right = tile_fuzz("llvm", "--file=" + file)
    assert code == 0, (name, right)


def check(bug):
    name, where = bug["name"], bug["where"]
    given = os.path.join(os.path.dirname(__file__), name + ".ll")
    if os.path.exists(given):
        check_module(given, name, where)
        return name
    store = os.path.join(folder, name)
    code, campaign = tile_fuzz(
        "llvm",
        "--modules=3000",
        "--jobs=1",
        "--max-findings=1",
        "--inject-bug=" + name,
        "--store=" + store,
    )
    assert code == 3, (name, code, campaign["skips"])
    for finding in campaign["findings"]:
        assert finding["where"] == where, (name, finding)
        code, again = tile_fuzz("llvm", "--file=" + finding["file"], "--inject-bug=" + name)
        kinds = {(one["where"], one["kind"]) for one in again["findings"]}
        assert code == 3 and (where, finding["kind"]) in kinds, (name, finding, again)
        code, right = tile_fuzz("llvm", "--file=" + finding["file"])
        assert code == 0, (name, right)
    return name


_, bugs = tile_fuzz("bugs")
bugs = [bug for bug in bugs if bug["where"] in PASSES]
with ThreadPoolExecutor(2) as pool:
    found = list(pool.map(check, bugs))
assert len(found) >= 15, found
