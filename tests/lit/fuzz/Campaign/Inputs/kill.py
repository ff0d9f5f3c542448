"""kill.py FOLDER: kills -9 first workers, then the parent of a campaign, and
checks that the next run knows every finding that was on disk."""

import json
import os
import signal
import subprocess
import sys
import time

database = os.path.join(sys.argv[1], "c.db")
findings = os.path.join(sys.argv[1], "c.findings")
base = ["tile-fuzz", "run", "--jobs=2", "--json", "--db=" + database]
bugs = "--inject-bug=select-swapped-arms,if-swap-without-negation"


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def folders(path):
    return {n for n in os.listdir(path) if not n.startswith(".") and n != "pending"}


parent = subprocess.Popen(base + ["--time=60s", "--seed=2", bugs], stdout=subprocess.DEVNULL)
killed = 0
for _ in range(20):
    time.sleep(0.05)
    for worker in children(parent.pid):
        os.kill(worker, signal.SIGKILL)
        killed += 1
assert killed > 5, killed
# Workers are replaced: the campaign goes on and still finds the bugs.
deadline = time.time() + 60
while time.time() < deadline:
    if os.path.isdir(findings) and len(folders(findings)) >= 2:
        break
    assert parent.poll() is None, "the campaign gave up"
    time.sleep(0.05)
parent.kill()
parent.wait()
stored = folders(findings)
assert len(stored) >= 2, stored
# Nothing is left running.
time.sleep(0.2)

recovery = subprocess.run(base + ["--programs=0"], stdout=subprocess.PIPE, check=False)
assert recovery.returncode in (0, 3), recovery
report = subprocess.run(
    ["tile-fuzz", "report", "--json", "--db=" + database],
    stdout=subprocess.PIPE,
    check=True,
)
known = json.loads(report.stdout)["findings"]
signatures = {row["finding"]["signature"] for row in known}
for name in stored:
    with open(os.path.join(findings, name, "finding.json"), encoding="utf-8") as file:
        signature = json.load(file)["signature"]
    assert signature in signatures, (signature, signatures)
pending = os.path.join(findings, "pending")
assert not os.path.isdir(pending) or not os.listdir(pending)
