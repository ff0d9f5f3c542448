"""branches.py FOLDER ROOT: what campaigns in FOLDER say of branches."""

import json
import os
import re
import sqlite3
import subprocess
import sys

FOLDER, ROOT = sys.argv[1:]


def coverage(name):
    with sqlite3.connect(os.path.join(FOLDER, name + ".db")) as database:
        return dict(database.execute("SELECT feature, program FROM coverage"))


def branches(name):
    command = ["tile-fuzz", "branches", "--json", "--db=" + os.path.join(FOLDER, name + ".db")]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


one, three = coverage("one"), coverage("three")
assert one == three, sorted(set(one.items()) ^ set(three.items()))[:10]
taken = {feature for feature in one if feature.startswith("branch ")}
assert len(taken) > 300, len(taken)

report = branches("one")
assert report["taken"] == len(taken) and report["taken"] + len(report["untaken"]) == report["total"], report["taken"]
assert not {
    f"branch {row['place']} {'holds' if row['holds'] else 'fails'}" for row in report["untaken"]
} & taken

# Where nothing ran, every row of the table of reasons explains something.
nothing = branches("none")
assert nothing["taken"] == 0 and len(nothing["untaken"]) == report["total"], nothing["taken"]
given = {row["reason"] for row in nothing["untaken"]}
with open(os.path.join(ROOT, "fuzz/Report/UntakenBranches.def"), encoding="utf-8") as file:
    stated = re.findall(r'^UNTAKEN_BRANCH\(".*?"([^"]*)"\)$', file.read(), re.MULTILINE | re.DOTALL)
assert len(stated) >= 5 and not set(stated) - given, set(stated) - given
