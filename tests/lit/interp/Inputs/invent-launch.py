"""invent-launch.py TILE-RUN OUT FOLDER: runs the folder's kernels, without their launches, on launches made up."""

import os
import subprocess
import sys

tool, out, folder = sys.argv[1:]
names = sorted(n for n in os.listdir(folder) if n.endswith((".mlir", ".tilebc")))
without = 0
for name in names:
    with open(os.path.join(folder, name), "rb") as file:
        contents = file.read()
    if name.endswith(".mlir"):
        lines = contents.splitlines(keepends=True)
        contents = b"".join(line for line in lines if not line.startswith(b"// tilefuzz"))
    path = os.path.join(out, name)
    with open(path, "wb") as file:
        file.write(contents)
    run = subprocess.run([tool, path, "--invent-launch"], capture_output=True, text=True)
    fine = run.returncode == 0 and not run.stderr and "\ncompleted\n" in run.stdout
    without += not fine
    print(f"{name}: {'defined' if fine else 'trouble: ' + run.stderr + run.stdout[-500:]}")
print(f"{without} of {len(names)} without")
