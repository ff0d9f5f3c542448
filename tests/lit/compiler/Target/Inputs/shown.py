"""shown.py PAGE OUTPUT: the page has the output as one of its blocks."""

import sys

with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    output = file.read()
assert output.strip(), "no output"
assert output in page, f"{sys.argv[1]} does not show:\n{output}"
