"""expect.py CODE FILE COMMAND...: runs COMMAND with all its output in FILE;
passes only if it exits with CODE."""

import subprocess
import sys

code, path, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
with open(path, "w", encoding="utf-8") as file:
    got = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
if got != code:
    sys.exit(f"exit code {got}, expected {code}: {' '.join(command)}")
