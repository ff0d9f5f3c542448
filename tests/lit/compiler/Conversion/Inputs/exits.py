"""exits.py FILE: after every stage that can be executed, the memory is what the
same loop gives in Python."""

import json
import subprocess
import sys

expected = []
for block in range(6):
    total = 0
    for i in range(9):
        if i % 2 == 1:
            if i > block:
                continue
            value = total + i
        else:
            if i == 3:
                total = 2
                continue
            value = total + 1
        total = 2 * value
    expected.append(-1 if block == 5 else total if total > 9 else -total)

stages = subprocess.run(["tile-run", "--list-stages"], stdout=subprocess.PIPE, text=True, check=True)
executed = 0
for line in stages.stdout.splitlines():
    name, level = line.split()[:2]
    if level not in ("cuda_tile", "tileaa", "tileas", "llvm"):
        continue
    run = subprocess.run(
        ["tile-run", sys.argv[1], "--at=" + name, "--json"], stdout=subprocess.PIPE, check=True
    )
    elements = [int(text) for text in json.loads(run.stdout)["buffers"][0]["elements"]]
    assert elements == expected, (name, elements, expected)
    executed += 1
assert executed >= 6, executed
