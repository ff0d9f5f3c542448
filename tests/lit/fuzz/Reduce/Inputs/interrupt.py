"""interrupt.py FILE FOLDER: ends reductions from outside, politely and not, and
checks that the smallest program so far is whole, and that nothing goes on."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
original = len(pathlib.Path(program).read_text())
# Each question takes a while and says who asks.
test = f"echo $$ >> {folder}/asked; grep -q x.wanted {{in}} || exit 1; sleep 0.05"
random.seed(5)


def wait_for(condition):
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    sys.exit("nothing happens")


def size(path):
    try:
        return len(path.read_text())
    except FileNotFoundError:
        return original


def isAlive(pid):
    try:
        return "Z" not in pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2]
    except FileNotFoundError:
        return False


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGKILL, signal.SIGKILL):
    output, report = folder / "small.mlir", folder / "report.json"
    for path in (output, report, folder / "asked"):
        path.unlink(missing_ok=True)
    process = subprocess.Popen(
        ["tile-reduce", program, "--test=" + test, "--jobs=3", "-o", output, "--report", report],
        stderr=subprocess.DEVNULL,
    )
    wait_for(lambda: size(output) < original * 0.7)
    time.sleep(random.random() * 0.2)
    process.send_signal(number)
    code = process.wait()
    if number == signal.SIGKILL:
        assert code == -signal.SIGKILL, code
    else:
        assert code == 3, code
        assert json.loads(report.read_text())["end"] == "interrupted"
    # The file is whole, and was interesting.
    assert "x.wanted" in output.read_text()
    subprocess.run(["tile-reduce", output, "--test=grep -q x.wanted", "--max-tries=1", "-o", os.devnull],
                   check=True, stderr=subprocess.DEVNULL)
    asked = (folder / "asked").read_text().split()
    wait_for(lambda: not any(isAlive(pid) for pid in asked))
    assert (folder / "asked").read_text().split() == asked
print("whole")
