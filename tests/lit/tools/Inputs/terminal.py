"""terminal.py SECONDS COMMAND...: interrupts the command after so long, prints what it said on the error stream, and ends as it
did."""

import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
time.sleep(float(sys.argv[1]))
process.send_signal(signal.SIGINT)
print(process.communicate(timeout=120)[1], end="")
sys.exit(process.returncode)
