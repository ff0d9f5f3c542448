"""killed.py FOLDER INPUTS: a search that is killed again and again, and resumed, finds what
one in one go finds."""

import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import time

os.chdir(sys.argv[1])
arguments = [f"--sut={sys.argv[2]}/swap.json", "--programs=200", "--batch=5", "--jobs=2"]


def signatures(folder):
    found = {}
    for path in pathlib.Path(folder, "campaign.findings").glob("*/finding.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        found[record["signature"]] = record["programIndex"]
    return found


subprocess.run(
    ["tile-fuzz", "sut", *arguments, "--out=whole"], stdout=subprocess.DEVNULL, check=False
)


def has_begun():
    """A machine with much to do may not have come as far as the first table."""
    if not pathlib.Path("killed/campaign.db").exists():
        return False
    with contextlib.closing(sqlite3.connect("killed/campaign.db")) as connection:
        return bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name='runs'").fetchone()) and bool(
            connection.execute("SELECT 1 FROM runs").fetchone()
        )


expected = signatures("whole")
assert expected

process = subprocess.Popen(
    ["tile-fuzz", "sut", *arguments, "--out=killed"], stdout=subprocess.DEVNULL
)
for kill in range(4):
    # As far as it comes: nothing depends on how far that is.
    time.sleep(0.4)
    process.kill()
    process.wait()
    resume = ["tile-fuzz", "resume", "--run-tool", "--db=killed/campaign.db"]
    if not has_begun():
        resume = ["tile-fuzz", "sut", *arguments, "--out=killed"]
    process = subprocess.Popen(resume, stdout=subprocess.DEVNULL)
assert process.wait() in (0, 1, 3), process.returncode
assert not list(pathlib.Path("killed/campaign.findings/pending").glob("*"))
got = signatures("killed")
assert got == expected, (got, expected)
