"""clusters.py FOLDER TARGET [assemble|kernels]: blocks that clusters execute. Products in loops of 0 to
9 iterations, as products.py has them, with a part of the right factor sent to all CTAs by each;
or, with `kernels`, all of the corpus, at each level. With `assemble`, what a run without has left
in FOLDER is assembled."""

import glob
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import products
from products import narrowed, product

# Front ends write a hint that says nothing.
ENTRY = re.compile(r"(entry @\w+\(.*\))(?: optimization_hints=<sm_100 = \{\}>)? \{$", re.MULTILINE)


def clustered(text, ctas=2, warps=4):
    """A kernel of so many CTAs, of so many warps each."""
    hint = f"num_cta_in_cga = {ctas}, num_worker_warps_per_cta = {warps}"
    changed, count = ENTRY.subn(rf"\1 optimization_hints=<sm_90 = {{{hint}}}, sm_100 = {{{hint}}}> {{", text)
    assert count, text
    return changed


PRODUCTS = {
    # Parts of 8 lines of 32 bytes; both ways round.
    "pair": clustered(product((128, 32, 16))),
    "pair-turned": clustered(product((128, 16, 16), turnedA=True, turnedB=True)),
    # Two boxes of 128 bytes, and lines of 64.
    "pair-wide": clustered(product((128, 128, 32), type="bf16")),
    "pair-deep": clustered(product((128, 32, 64), type="bf16", turnedB=True)),
    # Matrices end in the last tiles: in the rows of either CTA, in either part.
    "pair-edges": clustered(product((128, 32, 32), sizes=(100, 27, 276))),
    "pair-short": clustered(product((128, 32, 32), sizes=(50, 10, 260), turnedB=True)),
    "pair-steps": clustered(product((128, 16, 16), first=2, step=3, row=1, column=2)),
    "pair-of-bytes": clustered(product((128, 32, 32), type="i8", signs="signed unsigned", turnedB=True)),
    "pair-of-words": clustered(product((128, 16, 16), type="tf32", turnedB=True)),
    "pair-by-two": clustered(product((256, 32, 16)), warps=8),
    "four": clustered(product((256, 32, 32), turnedB=True), ctas=4),
    # Stored otherwise than the agents have it.
    "pair-narrowed": clustered(narrowed(product((128, 32, 32), type="bf16"))),
    # No tensor map can say where these are: threads of both CTAs run the loop.
    "pair-alone": clustered(product((128, 16, 16), odd=4)),
}
# Of tcgen05 alone.
TENSOR_PRODUCTS = {
    "pair-of-128": clustered(product((256, 32, 16), turnedB=True)),
    "pair-of-blocks": clustered(product((512, 32, 16))),
    "pair-of-halves": clustered(product((256, 64, 16)), warps=8),
    "pair-of-bytes-turned": clustered(product((256, 32, 32), type="i8", signs="unsigned signed", turnedA=True)),
}


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


def check_kernel(path):
    """A kernel of the corpus."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    name = os.path.join(FOLDER, "kernel-" + os.path.basename(path))
    with open(name, "w", encoding="utf-8") as file:
        file.write(clustered(text))
    source = run(name)
    for stage in ("convert-tileas-to-nvvm", "optimize-llvm", "emit-ptx"):
        target = run(name, "--at=" + stage, "--target=" + products.TARGET)
        assert is_allowed(source, target), (name, stage)
    process = subprocess.run(
        ["tile-compile", name, "--target=" + products.TARGET, "-o", name + ".ptx"], stderr=subprocess.PIPE, check=True
    )
    with open(name + ".ptx", encoding="utf-8") as file:
        assert ".blocksareclusters" in file.read(), name
    return 1


FOLDER, products.TARGET = sys.argv[1:3]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../..")
everything = PRODUCTS
if products.TARGET != "sm_90a":
    both = ("pair", "pair-turned", "pair-edges", "pair-of-bytes", "four", "pair-alone")
    everything = {**{name: PRODUCTS[name] for name in both}, **TENSOR_PRODUCTS}
if sys.argv[3:] == ["assemble"]:
    print(sum(products.assemble(name, FOLDER) for name in everything), "assembled")
    sys.exit()
with ThreadPoolExecutor(2) as pool:
    if sys.argv[3:] == ["kernels"]:
        kernels = sorted(glob.glob(os.path.join(ROOT, "corpus/kernels/*.mlir")))
        print(sum(pool.map(check_kernel, kernels)), "kernels")
        sys.exit()
    print(sum(pool.map(lambda name: products.check(name, everything[name], FOLDER), everything)), "equal")
