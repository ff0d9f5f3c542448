"""fence-table.py PAGE ROWS: what is printed on standard input stands on the page, in
this order; a run with smaller bounds prints fewer rows of the same tables, ROWS."""

import sys

with open(sys.argv[1], encoding="utf-8") as page:
    rows = iter(page.read().split("\n"))
printed = [line.rstrip() for line in sys.stdin.read().split("\n")]
assert sum(line[:1].isdigit() for line in printed) == int(sys.argv[2]), printed
for line in printed:
    assert line in rows, "not on the page, or not there: " + line
