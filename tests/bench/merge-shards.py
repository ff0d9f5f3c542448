"""merge-shards.py FOLDER COUNT...: what merging costs, of so many shards that are made up.

One shard of few programs is run. The others are copies of it that claim to be another one: their programs have other
numbers and other features, so that each brings its counters, its coverage and its programs of the corpus. Prints the time
for all at once, for the same once more, and the size of what is merged.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time

folder, counts = sys.argv[1], [int(word) for word in sys.argv[2:]]
PROGRAMS = 20
os.makedirs(folder, exist_ok=True)
os.chdir(folder)


def fuzz(*arguments):
    process = subprocess.run(["tile-fuzz", *arguments], capture_output=True, text=True, check=False)
    assert process.returncode in (0, 3), (arguments, process.stdout, process.stderr)


def make_copy(number, count):
    """Shard `number` of the first one, which is 1/count."""
    name, shift = f"s{number}", (number - 1) * PROGRAMS
    shutil.copy("s1.db", name + ".db")
    connection = sqlite3.connect(name + ".db")
    (text,) = connection.execute("SELECT options FROM runs").fetchone()
    options = json.loads(text)
    options["shard"] = f"{number}/{count}"
    connection.execute("UPDATE runs SET options=?, done=?", (json.dumps(options), f"0-{shift + PROGRAMS - 1}"))
    connection.execute("UPDATE coverage SET program=program+?, feature=feature || ?", (shift, f" {number}"))
    programs = [row[0] for row in connection.execute("SELECT DISTINCT program FROM coverage")]
    connection.commit()
    connection.close()
    os.makedirs(name + ".corpus")
    for program in programs:
        shutil.copy(f"s1.corpus/run1-{program - shift}.mlir", f"{name}.corpus/run1-{program}.mlir")


def size_of(path):
    if not os.path.isdir(path):
        return os.path.getsize(path)
    return sum(size_of(os.path.join(path, name)) for name in os.listdir(path))


for count in counts:
    for name in os.listdir("."):
        shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)
    fuzz(
        "nightly", f"--shard=1/{count}", f"--programs={PROGRAMS * count}", "--db=s1.db", "--jobs=1", "--pairs=0",
        "--stop-after=cuda-tile-canonicalize",
    )  # fmt: skip
    for each in range(2, count + 1):
        make_copy(each, count)
    shards = [f"s{each}.db" for each in range(1, count + 1)]
    seconds = []
    for _ in range(2):
        start = time.time()
        fuzz("merge", "--db=merged.db", *shards)
        seconds.append(time.time() - start)
    rows = sqlite3.connect("merged.db").execute("SELECT count(*) FROM coverage").fetchone()[0]
    print(
        f"{count} shards of {PROGRAMS} programs: {seconds[0]:.1f} s, once more {seconds[1]:.1f} s; {rows} features, "
        f"database {size_of('merged.db') / 1e6:.1f} MB, corpus {size_of('merged.corpus') / 1e6:.1f} MB",
        flush=True,
    )
