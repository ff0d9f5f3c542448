"""litmus-catalogue.py CATALOGUE FOLDER: the programs and verdicts of docs/spec/litmus.md
are those in the comments of corpus/litmus."""

import os
import re
import sys

KEPT = r"(init |B\d+(@\d+)?:|allowed |UB)"


def notation(lines):
    """The lines of a test but its title and guards, continued ones joined."""
    found, going = [], False
    for line in lines:
        starts = re.match(KEPT, line)
        if starts:
            found.append(line)
        elif going and not line.startswith("guards:"):
            found[-1] += " " + line
        going = (starts or going) and not line.startswith("guards:")
    return found


with open(sys.argv[1], encoding="utf-8") as file:
    tests = re.findall(r"^([SAM]\d\d)  .*\n((?:    .*\n)+)", file.read(), re.MULTILINE)
assert len(tests) > 90, len(tests)
for name, body in tests:
    with open(os.path.join(sys.argv[2], name + ".mlir"), encoding="utf-8") as file:
        comments = [line[2:].strip() for line in file if line.startswith("//   ")]
    stated = notation([line.strip() for line in body.splitlines()])
    assert stated == notation(comments), f"{name}: {stated} and {notation(comments)}"
print(len(tests), "tests agree")
