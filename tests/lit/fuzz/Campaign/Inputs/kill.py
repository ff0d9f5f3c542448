"""kill.py FOLDER KILLS [SEED]: kills -9 random processes of campaigns (parent,
worker, reducer) at random moments, resumes, and checks that what is stored in
the end is what a campaign without any death stores."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

from processes import descendants
from stored import stored

folder, wanted = sys.argv[1], int(sys.argv[2])
chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
ROLES = ("parent", "worker", "reducer")
OPTIONS = [
    "--programs=1200",
    "--keep-corpus",
    "--stop-after=cuda-tile-canonicalize",
    # A few pairs of small programs, too: how many must not depend on deaths.
    "--pairs=300",
    "--inject-bug=select-swapped-arms,if-swap-without-negation,addf-fold-ignores-rounding",
]


def role(pid, parent):
    """What a process of the campaign does; its configuration is its input."""
    if pid == parent:
        return "parent"
    try:
        with open(f"/proc/{pid}/fd/0", encoding="utf-8") as file:
            return "reducer" if json.load(file)["triage"] else "worker"
    except (OSError, ValueError):
        # Forked a moment ago, or gone.
        return "worker"


def pick(parent):
    """A process to kill: each role is as likely, however many have it. On a busy
    machine children take a while to start: they are waited for."""
    name, deadline = chance.choice(ROLES), time.time() + 0.5
    while True:
        by_role = {}
        for pid in [parent, *descendants(parent)]:
            by_role.setdefault(role(pid, parent), []).append(pid)
        if name not in by_role and time.time() < deadline:
            time.sleep(0.002)
            continue
        name = name if name in by_role else chance.choice(sorted(by_role))
        return name, chance.choice(by_role[name])


def run(database, *arguments):
    command = ["tile-fuzz", *arguments, "--json", "--db=" + database]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def campaign(seed, kills):
    """Returns how many processes were killed before it ended, by role."""
    reference = os.path.join(folder, f"whole{seed}.db")
    process = run(reference, "run", f"--seed={seed}", "--jobs=1", *OPTIONS)
    output = process.communicate(timeout=200)[0]
    assert process.returncode == 3, output
    database = os.path.join(folder, f"killed{seed}.db")
    arguments = ["run", f"--seed={seed}", "--jobs=2", *OPTIONS]
    roles = dict.fromkeys(ROLES, 0)
    while True:
        process = run(database, *arguments)
        while sum(roles.values()) < kills and process.poll() is None:
            time.sleep(chance.uniform(0, 0.25))
            name, victim = pick(process.pid)
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                continue
            roles[name] += 1
            if name == "parent":
                break
        output = process.communicate(timeout=200)[0]
        if process.returncode != -signal.SIGKILL:
            break
        # A parent that was killed before it had begun a run begins it now.
        try:
            begun = sqlite3.connect(database).execute("SELECT id FROM runs").fetchall()
        except sqlite3.Error:
            begun = []
        if begun:
            arguments = ["resume", "--jobs=2"]
    assert process.returncode == 3, output
    assert json.loads(output[output.index(b"{") :])["waiting"] == 0, output
    expected, got = stored(reference), stored(database)
    for key, value in expected.items():
        assert got[key] == value, (seed, key, value, got[key])
    assert len(expected["findings"]) >= 2 and expected["corpus"], expected
    return roles


total = dict.fromkeys(ROLES, 0)
seed = 0
while sum(total.values()) < wanted:
    seed += 1
    for name, count in campaign(seed, wanted - sum(total.values())).items():
        total[name] += count
text = ", ".join(f"{count} {name}s" for name, count in total.items())
print(f"killed {text} in {seed} campaigns: nothing lost, nothing counted twice")
