"""kill-runner.py BUNDLE DRIVER RESULTS: kills tile-conform-run while its second
case hangs; the first case is in the file, and a second run completes it."""

import os
import signal
import subprocess
import sys
import time

bundle, driver, results = sys.argv[1:]
command = ["tile-conform-run", bundle, "-o", results, "--driver=" + driver]
environment = dict(os.environ, FAKE_DRIVER="hang")
runner = subprocess.Popen(command, env=environment, start_new_session=True)
while not (os.path.exists(results) and open(results, "rb").read().count(b"\n") == 2):
    assert runner.poll() is None, "the runner ended"
    time.sleep(0.01)
os.killpg(runner.pid, signal.SIGKILL)
runner.wait()
again = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
assert "1 of 2 cases stand from an earlier run" in again.stdout, again.stdout
subprocess.run(["tile-conform", "check", bundle, results], check=True)
