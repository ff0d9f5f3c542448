"""Gives every SMT-LIB script of a folder to z3 and compares with its status.

queries.py FOLDER
"""

import collections
import pathlib
import re
import subprocess
import sys


def main():
    counts, differ = collections.Counter(), 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.smt2")):
        status = re.search(r":status (\w+)", path.read_text()).group(1)
        run = subprocess.run(["z3", "-T:60", str(path)], stdout=subprocess.PIPE, text=True)
        answer = run.stdout.strip()
        counts[answer if answer in ("sat", "unsat") else "others"] += 1
        if answer != status:
            differ += 1
            print(f"{path.name}: {status} here, {answer}")
    print(f"{sum(counts.values())} scripts: {counts['sat']} sat, {counts['unsat']} unsat, "
          f"{counts['others']} others, {differ} differ")


main()
