"""jobs.py FOLDER INPUTS: the same results for every number of threads; full disks
and folders that cannot be written or are in use."""

import fcntl
import json
import os
import pathlib
import resource
import subprocess
import sys

os.chdir(sys.argv[1])
inputs = sys.argv[2]


def sut(*arguments, code, says="", limit=None):
    def limit_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    process = subprocess.run(
        ["tile-fuzz", "sut", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
        preexec_fn=limit_files if limit else None,
    )
    errors = process.stderr.decode()
    assert process.returncode == code, (arguments, process.returncode, errors)
    assert says in errors, (says, errors)
    return process.stdout.decode()


def stored(folder):
    files = {}
    for path in sorted(pathlib.Path(folder, "campaign.findings").rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file():
            files[name] = path.read_text().replace(folder, "OUT")
    return files


results = []
for jobs in (1, 3):
    folder = f"jobs{jobs}"
    text = sut(
        f"--sut={inputs}/swap.json",
        "--programs=90",
        "--batch=10",
        f"--jobs={jobs}",
        f"--out={folder}",
        "--json",
        code=3,
    )
    summary = json.loads(text)
    assert summary == json.loads(pathlib.Path(folder, "summary.json").read_text())
    assert summary["programs"] == 90 and summary["newFindings"] >= 1, summary
    for name in ("seconds", "programsPerSecond"):
        del summary[name]
    results.append((json.dumps(summary).replace(folder, "OUT"), stored(folder)))
assert results[0] == results[1], results
assert any(name.endswith("after.mlir") for name in results[0][1]), results[0][1]

# No room for the database (hostile.test has the tool's files).
for language, limit in (("swap", 300), ("swap", 4096), ("tile-swap", 300)):
    sut(
        f"--sut={inputs}/{language}.json",
        "--programs=40",
        "--jobs=2",
        "--out=full",
        code=2,
        limit=limit,
        says="full/campaign.db: error: the database cannot be read or written; check the space",
    )
sut(f"--sut={inputs}/swap.json", "--out=/sys/sut", code=2, says="/sys/sut/scratch")

# Two processes that share a folder would overwrite each other's files.
with open("jobs1/campaign.db.journal", "a", encoding="utf-8") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    sut(
        f"--sut={inputs}/swap.json",
        "--out=jobs1",
        code=2,
        says="jobs1/campaign.db.journal: error: another campaign uses the database",
    )
sut(f"--sut={inputs}/swap.json", "--jobs=256", code=1, says="at most 255 jobs")
