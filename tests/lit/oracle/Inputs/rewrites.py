"""Checks the verdicts that stand in files of rewrites, and counts them.

rewrites.py SCRATCH FILE...
"""

import collections
import json
import re
import subprocess
import sys


def main():
    scratch, files = sys.argv[1], sys.argv[2:]
    counts, failures = collections.Counter(), 0
    for path in files:
        expected, wanted = {}, None
        sides = {"before": [], "after": []}
        for line in open(path):
            comment = re.match(r" *// (right|wrong): (\w+)", line)
            name = re.match(r".*(?:entry|func) @(\w+)\(", line)
            if comment:
                wanted = comment.groups()
            if name and wanted:
                expected[name.group(1)], wanted = wanted, None
            if line[0] != "+":
                sides["before"].append(line.lstrip("-"))
            if line[0] != "-":
                sides["after"].append(line.lstrip("+"))
        names = [f"{scratch}.{side}.mlir" for side in sides]
        for name, lines in zip(names, sides.values()):
            open(name, "w").writelines(lines)
        run = subprocess.run(
            ["tile-verify-fold", "--json", "--timeout=60000", "--before=" + names[0], "--after=" + names[1]],
            stdout=subprocess.PIPE, text=True)
        found = {row["function"]: row for row in json.loads(run.stdout)}
        for name in sorted(expected.keys() | found.keys()):
            side, verdict = expected.get(name, ("", "nothing"))
            row = found.get(name, {"verdict": "missing"})
            counts[side, row["verdict"]] += 1
            is_false = (side, row["verdict"]) in [("wrong", "proved"), ("right", "refuted")]
            if row["verdict"] != verdict or is_false:
                failures += 1
                print(f"{path}: @{name}: {side}, expected {verdict}: {row['verdict']} "
                      f"{row.get('reason', '')} {row.get('replay', '')} {row.get('basis', '')}")
    for (side, verdict), count in sorted(counts.items()):
        print(f"{side}: {count} {verdict}")
    print(f"{failures} failures")


main()
