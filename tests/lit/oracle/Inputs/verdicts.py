# Compares the verdicts of all patterns and folds with the list that is pinned:
# NAME VERDICT INSTANCES BRANCHES per line, `partly` behind it where branches of
# its code are not taken and have no reason. A pattern that is new, gone, or has
# another verdict fails; so does a reason for a branch that is taken, or gone.
# Of conversions, which take longer, those that stand in the list are asked.
import json
import re
import subprocess
import sys

pinned = {}
for line in open(sys.argv[1]):
    if line.strip() and not line.startswith("#"):
        name, rest = line.strip().split(" ", 1)
        pinned[name] = rest
conversions = [name for name in pinned if name.startswith("convert:")]
run = subprocess.run(["tile-verify-fold", "--all", "--quick", "--json", "--timeout=60000", *conversions],
                     stdout=subprocess.PIPE, text=True)
rows = json.loads(run.stdout)
found = {}
for row in rows:
    coverage = row["coverage"]
    found[row["name"]] = (f'{row["verdict"]} {row["instances"]} {coverage["covered"]}/{coverage["total"]}'
                          + (" partly" if row["partlyCovered"] else ""))
failed = False
for name in sorted(pinned.keys() | found.keys()):
    if pinned.get(name) != found.get(name):
        print(f"{name}: pinned {pinned.get(name)}, found {found.get(name)}")
        failed = True


def matches(wanted, text):
    return text.startswith(wanted[:-1]) if wanted.endswith("*") else text == wanted


reasons = re.findall(r'UNCOVERED_BRANCH\("([^"]*)", "([^"]*)", "([^"]*)", (true|false), "[^"]+"\)', open(sys.argv[2]).read())
for pattern, function, condition, holds in reasons:
    if not any(matches(pattern, row["name"]) and matches(function, branch["function"])
               and matches(condition, branch["condition"]) and branch["holds"] == (holds == "true")
               for row in rows for branch in row["coverage"]["uncovered"]):
        print(f"no reason is needed for {pattern}: {condition} in {function}, {holds}")
        failed = True
if failed:
    sys.exit(1)
print(f"{len(found)} verdicts as pinned, {len(reasons)} reasons, exit code {run.returncode}")
