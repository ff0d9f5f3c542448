"""canonicalize.py FILES...: MLIR's canonicaliser and the named pass of each
dialect make the same of the modules in the files."""

import subprocess
import sys


def run(*command, source=None):
    return subprocess.run(
        command, input=source, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def opt(source, *passes):
    return run("tile-opt", "-", "--split-input-file", *passes, source=source)


names = [line.split()[0] for line in run("tile-verify-fold", "--list").splitlines() if line.strip()]
ours = {
    "cuda_tile": [name for name in names if name.startswith("cuda-tile-")],
    "nv_tileaa": [name for name in names if name.startswith("tileaa-")],
}
# Rules of the simplifier are no patterns: MLIR's canonicaliser has none of them.
named = {
    "cuda_tile": "--cuda-tile-canonicalize=disable-patterns=cuda-tile-simplify*",
    "nv_tileaa": "--tileaa-canonicalize",
}


def check(dialect, source):
    """Whether it changed anything."""
    plain = opt(source)
    ours_only = opt(
        plain,
        "--canonicalize=region-simplify=disabled enable-patterns=" + ",".join(ours[dialect]),
    )
    expected = opt(plain, named[dialect])
    assert ours_only == expected, (dialect, plain, ours_only, expected)
    with_others = opt(plain, "--canonicalize=region-simplify=disabled")
    assert opt(with_others, named[dialect]) == with_others, (dialect, plain)
    return expected != plain


count = {"cuda_tile": 0, "nv_tileaa": 0}
changed = 0
for name in sys.argv[1:]:
    source = open(name, encoding="utf-8").read()
    if "cuda_tile.module" not in source:
        changed += check("nv_tileaa", source)
        count["nv_tileaa"] += 1
        continue
    changed += check("cuda_tile", source)
    count["cuda_tile"] += 1
    if "patterns" in name:
        continue
    lowered = opt(source, "--convert-cuda-tile-to-tileaa=compute-capability=90")
    changed += check("nv_tileaa", lowered)
    count["nv_tileaa"] += 1
print(f"{count['cuda_tile']} of cuda_tile, {count['nv_tileaa']} of nv_tileaa: equal; {changed} changed")
