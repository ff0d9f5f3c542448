"""audited.py NAMES AUDIT: every line of NAMES (seed and rewrite) begins the
name of a row of the audit's table."""

import sys

names, audit = sys.argv[1:3]
rows = []
with open(audit, encoding="utf-8") as file:
    for line in file:
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 5 and cells[1] in ("000", "001"):
            rows.append((cells[1], cells[2]))
wanted = []
with open(names, encoding="utf-8") as file:
    for line in file:
        if line.strip() and not line.startswith("#"):
            seed, name = line.strip().split(" ", 1)
            wanted.append((seed, name))
assert len(wanted) > 30, wanted
missing = [
    f"{seed} {name}"
    for seed, name in wanted
    if not any(row[0] == seed and row[1].startswith(name) for row in rows)
]
assert not missing, missing
unknown = [row for row in rows if not any(row[0] == s and row[1].startswith(n) for s, n in wanted)]
assert not unknown, unknown
