"""campaign-memory.py SECONDS [OPTION...]: what the processes of a campaign keep of the machine's memory.

Runs `tile-fuzz run --time=SECONDS` with the options, adds up the resident memory of parent and workers every few seconds, and
prints JSON: megabytes in the first and the last third (what is kept before that is to start with), and by how much they grow in
an hour (least squares over the last two thirds).
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time


def resident(parent):
    """Megabytes of a process and of those below it."""
    total, children = 0.0, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            children.setdefault(int(fields[1]), []).append((int(pid), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6))
            if int(pid) == parent:
                total = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except (OSError, IndexError):
            continue
    waiting = [parent]
    while waiting:
        for pid, size in children.get(waiting.pop(), []):
            total += size
            waiting.append(pid)
    return total


seconds = float(sys.argv[1])
samples = []
with tempfile.TemporaryDirectory() as folder:
    command = ["tile-fuzz", "run", "--quiet", f"--time={seconds:.0f}s", f"--db={folder}/c.db", "--json", *sys.argv[2:]]
    start = time.time()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        while process.poll() is None and time.time() - start < seconds:
            time.sleep(min(5, seconds / 60))
            samples.append((time.time() - start, resident(process.pid)))
        summary = json.loads(process.communicate()[0])
    assert process.returncode in (0, 3), process.returncode
third = len(samples) // 3
late = samples[third:]
slope = statistics.linear_regression([at for at, _ in late], [size for _, size in late]).slope * 3600
print(
    json.dumps(
        {
            "seconds": round(seconds),
            "programs": summary["programs"],
            "firstThirdMB": round(statistics.mean(size for _, size in samples[:third])),
            "lastThirdMB": round(statistics.mean(size for _, size in samples[-third:])),
            "mostMB": round(max(size for _, size in samples)),
            "growthMBPerHour": round(slope, 1),
        }
    )
)
