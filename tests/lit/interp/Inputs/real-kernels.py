"""real-kernels.py TILE-RUN FOLDER: how the programs of the folder end."""

import pathlib
import subprocess
import sys

tool, folder = sys.argv[1:]
ended = {True: 0, False: 0}
for path in sorted(pathlib.Path(folder).glob("*.mlir")):
    run = subprocess.run([tool, path], capture_output=True, text=True)
    first = (run.stdout + run.stderr).splitlines()[0]
    ended[run.returncode == 0 and first == "completed"] += 1
    print(f"{path.name}: {first}")
print(f"{ended[True]} completed, {ended[False]} not")
