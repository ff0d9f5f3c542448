"""persistence.py FOLDER TARGET KIND [assemble|kernels]: CTAs that run several blocks each, under several
schedules, which decide how many CTAs there are, which blocks start by themselves and which are
given to others. Products in loops of 0 to 9 iterations, as products.py and clusters.py have them; or, with
`kernels`, all of the corpus. With `assemble`, what a run without has left in FOLDER is assembled."""

import glob
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from products import eight, product, turned

FOLDER, TARGET, KIND = sys.argv[1:4]
MODE = sys.argv[4] if len(sys.argv) > 4 else ""
ENTRY_OPTIONS = ["--target=" + TARGET, "--persistent=" + KIND]
SCHEDULES = 2


def clustered(text, ctas=2):
    hint = f"num_cta_in_cga = {ctas}, num_worker_warps_per_cta = 4"
    return text.replace(") {\n    %first", f") optimization_hints=<sm_90 = {{{hint}}}, sm_100 = {{{hint}}}> {{\n    %first")


PRODUCTS = {
    "small": product((64, 16, 16)),
    "small-turned": product((64, 16, 16), turnedA=True, turnedB=True),
    "edges": product((64, 32, 32), sizes=(50, 27, 276)),
    "steps": product((64, 16, 16), first=2, step=3, row=1, column=2),
    "bytes": product((64, 16, 32), type="i8", signs="signed unsigned", turnedB=True, sizes=(50, 16, 304)),
    "halves": eight(product((128, 32, 16))),
    # No tensor map can say where these are.
    "alone": product((64, 16, 16), odd=4),
    # By copies where a CTA runs one block.
    "stored-turned": turned(product((64, 32, 16))),
    "pair": clustered(product((128, 32, 16))),
    "pair-edges": clustered(product((128, 32, 32), sizes=(100, 27, 276))),
}
if TARGET != "sm_90a":
    PRODUCTS["two-blocks"] = product((256, 32, 16), turnedB=True)


def run(path, *options):
    process = subprocess.run(["tile-run", path, "--json", *options], stdout=subprocess.PIPE, check=True)
    outcome = json.loads(process.stdout)
    assert outcome["status"] == "completed" and not outcome["races"], (path, options, outcome)
    return outcome


def is_allowed(source, target):
    """Each element is the source's, or in what the source allows."""
    for one, other in zip(source["buffers"], target["buffers"], strict=True):
        bounds = one.get("enclosures") or [None] * len(one["elements"])
        for x, y, bound in zip(one["elements"], other["elements"], bounds, strict=True):
            if x == y or (bound and y == "nan" and bound["mayBeNaN"]):
                continue
            if not bound or y == "nan" or not float(bound["lo"]) <= float(y) <= float(bound["hi"]):
                return False
    return True


def compare(path, source, stage, seed, *options):
    target = run(path, "--at=" + stage, f"--schedule=random:{seed}", *ENTRY_OPTIONS, *options)
    assert is_allowed(source, target), (path, stage, seed)


def check(name):
    path = os.path.join(FOLDER, name + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PRODUCTS[name])
    source = run(path)
    for seed in range(SCHEDULES):
        compare(path, source, "emit-ptx", seed, "--pipeline-strategy=specialized")
    compare(path, source, "convert-tileas-to-nvvm", 1, "--pipeline-strategy=specialized")
    compare(path, source, "optimize-llvm", 2, "--pipeline-strategy=specialized")
    # Without agents.
    compare(path, source, "emit-ptx", 3)
    return 1


def check_kernel(path):
    source = run(path)
    compare(path, source, "convert-tileas-to-nvvm", 1)
    compare(path, source, "emit-ptx", 2)
    return 1


def assemble(name):
    """ptxas has nothing to say."""
    path = os.path.join(FOLDER, name + ".mlir")
    for strategy in ("specialized", "none"):
        process = subprocess.run(
            ["tile-compile", path, "--emit=cubin", "-o", path + ".cubin", "--pipeline-strategy=" + strategy, *ENTRY_OPTIONS],
            stderr=subprocess.PIPE,
            check=True,
        )
        assert not process.stderr, (name, process.stderr)
    return 1


ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../..")
with ThreadPoolExecutor(2) as pool:
    if MODE == "kernels":
        kernels = sorted(glob.glob(os.path.join(ROOT, "corpus/kernels/*.mlir")))
        print(sum(pool.map(check_kernel, kernels)), "kernels")
    elif MODE == "assemble":
        print(sum(pool.map(assemble, PRODUCTS)), "assembled")
    else:
        print(sum(pool.map(check, PRODUCTS)), "equal")
