"""seeded-outcomes.py PROGRAM STEM: canonicalises the nv_tileaa program with each
seeded bug that a run can show, and asks for an outcome that differs from the
one without it."""

import subprocess
import sys

BUGS = [
    "addptr-unit-error",
    "masked-load-first-lane",
    "masked-load-zero-for-other",
    "view-through-permute",
    "dot-zero-of-floats",
    "dot-constants-ignore-sign",
    "dot-constants-narrow",
    "splat-of-select-swapped",
    "extract-reverses-indices",
    "extract-drops-other-axis",
    "pragma-drops-token",
    "atomic-add-plus-zero",
    "atomic-cas-by-number",
]


def outcome(program, launch):
    process = subprocess.run(
        ["tile-run", program, "--launch=" + launch, "--all"],
        stdout=subprocess.PIPE,
        check=False,
        text=True,
    )
    assert process.returncode in (0, 2), process
    return process.stdout


source, stem = sys.argv[1:]
expected = outcome(source, source)
for bug in BUGS:
    rewritten = f"{stem}.{bug}.mlir"
    subprocess.run(
        ["tile-opt", source, f"--tileaa-canonicalize=inject-bug={bug}", "-o", rewritten],
        check=True,
    )
    assert outcome(rewritten, source) != expected, bug
