"""exports.py LIBRARY: what the library exports that is no function of the API, by nm."""
import subprocess, sys

lines = subprocess.run(["nm", "-D", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True).stdout
names = [line.split()[-1] for line in lines.splitlines()]
others = [name for name in names if not (name.startswith("cu") and name[2].isupper())]
print(f"also exported: {others}" if others or not names else "every exported name begins with cu")
