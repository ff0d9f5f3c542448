"""large-database.py FOLDER FINDINGS FEATURES: how long people wait for a large database.

A campaign finds something once. Its finding is copied under other signatures, each with a folder of its own (links to the same
files), some of them known or back again; the features of its coverage are copied under other names, each with a program of its
own, as programs of a corpus have. Prints how long `triage`, `stats` and `report` take, and what they make.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time

folder, findings, features = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
RUN = ["run", "--programs=100", "--seed=1", "--jobs=1", "--stop-after=cuda-tile-canonicalize", "--max-findings=1"]
process = subprocess.run(["tile-fuzz", *RUN, "--inject-bug=select-swapped-arms", "--db=c.db"], capture_output=True, check=False)
assert process.returncode == 3, process

connection = sqlite3.connect("c.db")
connection.execute("PRAGMA synchronous=OFF")
first = connection.execute("SELECT run, folder, json, found, seconds FROM findings").fetchone()
run, name, text, found, seconds = first
name = os.path.basename(name)
STATUSES = ["new", "known", "fixed", "theirs"]


def copies():
    for number in range(2, findings + 1):
        finding = json.loads(text)
        finding["signature"] += f" {number}"
        yield run, finding["signature"], f"{name}-{number}", json.dumps(finding), 0, found, STATUSES[number % 4], seconds


connection.executemany(
    "INSERT INTO findings(run, signature, folder, json, duplicates, found, status, seconds) VALUES(?,?,?,?,?,?,?,?)", copies()
)
connection.executemany(
    "INSERT OR IGNORE INTO coverage VALUES(?,?,?)",
    # In their order, which is the table's.
    ((f"pair cuda_tile.made_up_{number:08} cuda_tile.as_well", run, number) for number in range(features)),
)
connection.commit()
connection.close()
files, made = os.listdir(f"c.findings/{name}"), {}
for number in range(2, findings + 1):
    place = f"c.findings/{name}-{number}"
    os.mkdir(place)
    for file in files:
        # A file system has a limit of links to a file.
        if number % 30000 == 2:
            made[file] = f"{place}/{file}"
            shutil.copy(f"c.findings/{name}/{file}", made[file])
        else:
            os.link(made[file], f"{place}/{file}")


def wait_for(what, *arguments):
    start = time.time()
    with open("output", "wb") as file:
        subprocess.run(["tile-fuzz", *arguments, "--db=c.db"], stdout=file, check=True)
    print(f"{what}: {time.time() - start:.2f} s", flush=True)


print(f"{findings} findings, {features} features: database {os.path.getsize('c.db') / 1e6:.0f} MB", flush=True)
wait_for("triage", "triage")
wait_for("triage --status=fixed", "triage", "--status=fixed")
wait_for("stats", "stats")
wait_for("report", "report", "-o", "c.html")
print(f"page: {os.path.getsize('c.html') / 1e6:.1f} MB")
