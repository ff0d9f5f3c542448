"""rings.py N SEED FOLDER: N random programs with several queues in loops, a file each."""

import os
import subprocess
import sys

count, seed, folder = sys.argv[1:4]
text = subprocess.run(["tile-fuzz", "generate", "--language=tileaa", "--operation=nv_tileaa.queue.put", "--size=1",
                       f"--programs={count}", f"--seed={seed}"], capture_output=True, text=True, check=True).stdout
os.makedirs(folder)
for number, program in enumerate(text.split("// -----\n")):
    with open(os.path.join(folder, f"rings-{number}.mlir"), "w", encoding="utf-8") as file:
        file.write(program)
