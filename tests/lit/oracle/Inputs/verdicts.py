# Compares the verdicts of all patterns and folds with the list that is pinned:
# NAME VERDICT INSTANCES per line. A pattern that is new, gone, or has another
# verdict fails.
import json
import subprocess
import sys

pinned = {}
for line in open(sys.argv[1]):
    if line.strip() and not line.startswith("#"):
        name, verdict, instances = line.split()
        pinned[name] = (verdict, int(instances))
run = subprocess.run(["tile-verify-fold", "--all", "--json", "--timeout=60000"],
                     stdout=subprocess.PIPE, text=True)
found = {row["name"]: (row["verdict"], row["instances"])
         for row in json.loads(run.stdout)}
for name in sorted(pinned.keys() | found.keys()):
    if pinned.get(name) != found.get(name):
        print(f"{name}: pinned {pinned.get(name)}, found {found.get(name)}")
        sys.exit(1)
print(f"{len(found)} verdicts as pinned, exit code {run.returncode}")
