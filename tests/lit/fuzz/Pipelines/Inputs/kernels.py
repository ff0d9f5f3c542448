"""kernels.py KERNELS FOLDER: copies those in which a loop is pipelined."""

import os
import shutil
import subprocess
import sys

kernels, folder = sys.argv[1:]
count = 0
for name in sorted(os.listdir(kernels)):
    if not name.endswith(".mlir"):
        continue
    path = os.path.join(kernels, name)
    process = subprocess.run(
        ["tile-compile", path, "--stop-after=tileas-unspecialized-pipeline"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if b"create_pipeline" in process.stdout:
        shutil.copy(path, folder)
        count += 1
assert count >= 4, count
