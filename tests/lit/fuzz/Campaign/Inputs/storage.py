"""storage.py FOLDER: disks that are full, folders that cannot be written, files
that are damaged. Each time: one clear line, exit code 2, and nothing is lost."""

import glob
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time

from stored import stored

os.chdir(sys.argv[1])
SEARCH = [
    "run",
    "--programs=60",
    "--jobs=2",
    "--seed=1",
    "--keep-corpus",
    "--stop-after=cuda-tile-canonicalize",
    "--inject-bug=select-swapped-arms,if-swap-without-negation",
]


def fuzz(*arguments, code, says="", never=None, limit=None, stdout=subprocess.PIPE):
    def limit_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    process = subprocess.run(
        ["tile-fuzz", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        preexec_fn=limit_files if limit else None,
    )
    errors = process.stderr.decode()
    codes = code if isinstance(code, tuple) else (code,)
    assert process.returncode in codes, (arguments, process.returncode, errors)
    assert says in errors, (says, errors)
    assert never is None or never not in errors, (never, errors)
    assert "LLVM ERROR" not in errors, errors
    return (process.stdout or b"").decode()


def same_as_whole(database):
    got = stored(database)
    for key, value in whole.items():
        assert got[key] == value, (database, key, value, got[key])


fuzz(*SEARCH, "--db=whole.db", code=3)
whole = stored("whole.db")
assert whole["findings"] and whole["corpus"]

# No room: neither for the journal, nor for the database, nor for a finding.
size = os.path.getsize("whole.db")
for number, limit in enumerate((4096, size // 4, size // 2, size * 3 // 4)):
    database = f"full{number}.db"
    fuzz(*SEARCH, "--db=" + database, code=2, limit=limit, says="error: ")
    fuzz(*SEARCH, "--db=" + database, code=2, limit=limit, says="error: ")
    # How much fits depends on the length of paths: all may have been found.
    fuzz(*SEARCH, "--db=" + database, code=(0, 3))
    known = {finding[0] for finding in stored(database)["findings"]}
    assert {finding[0] for finding in whole["findings"]} <= known, (limit, known)

# A finding has no place: the run stops, and goes on when it has one.
with open("file.findings", "w", encoding="utf-8") as file:
    file.write("in the way")
fuzz(*SEARCH, "--db=file.db", code=2, says="cannot create 'file.findings/pending'")
fuzz("resume", "--db=file.db", code=2, says="`tile-fuzz resume --db=file.db` goes on")
os.remove("file.findings")
fuzz("resume", "--db=file.db", code=3)
same_as_whole("file.db")

# Folders that nobody can write, root included.
fuzz(*SEARCH, "--db=/sys/c.db", code=2, says="/sys/c.db: error: ")
fuzz("report", "--db=whole.db", "-o", "/sys/report.html", code=2, says="/sys/report.html: error: ")
fuzz("stats", "--db=/sys/c.db", code=2, says="/sys/c.db: error: ")
fuzz("corpus", "export", "/sys/out", "--db=whole.db", code=2, says="/sys/out: error: ")

# A full disk: the reports that were there stay; a pipe and a link are written to.
REPORTS = ("page.html", "page.xml", "page.sarif")
WRITE = ("report", "--db=whole.db", "-o", REPORTS[0], "--junit=page.xml", "--sarif=page.sarif")
fuzz(*WRITE, code=0)
pages = [open(name, "rb").read() for name in REPORTS]
for name, option in zip(REPORTS, ("-o", "--junit", "--sarif")):
    fuzz("report", "--db=whole.db", option, name, code=2, limit=1000, says=name + ": error: File too large")
assert pages == [open(name, "rb").read() for name in REPORTS]
assert not glob.glob(".page*"), glob.glob(".page*")
os.symlink("page.html", "link.html")
os.remove("page.html")
os.mkfifo("pipe.html")
reader = subprocess.Popen(["cat", "pipe.html"], stdout=subprocess.PIPE)
fuzz("report", "--db=whole.db", "-o", "pipe.html", code=0)
assert reader.communicate()[0] == pages[0]
for _ in range(2):  # Of a link to nothing, then to a file.
    fuzz("report", "--db=whole.db", "-o", "link.html", code=0)
    assert os.path.islink("link.html") and open("page.html", "rb").read() == pages[0]
os.symlink("/dev/full", "full.html")
fuzz("report", "--db=whole.db", "-o", "full.html", code=2, says="full.html: error: No space left on device")
fuzz("run", "--programs=0", "--jobs=1", "--db=fresh.db", "--report=full.html", code=2, says="full.html: error: No space")
fuzz("nightly", "--programs=0", "--jobs=1", "--db=fresh.db", "--junit=full.html", code=2, says="full.html: error: No space")
assert os.path.islink("full.html")
folder = glob.glob("whole.findings/[a-z]*-*")[0]
with open("/dev/full", "wb") as full:
    for arguments in (
        ["stats", "--db=whole.db"],
        ["triage", "--db=whole.db"],
        ["report", "--db=whole.db", "--json"],
        ["corpus", "list", "--db=whole.db"],
        ["repro", folder],
        ["bugs"],
        ["generate"],
        ["--help"],
    ):
        fuzz(*arguments, code=2, stdout=full, says="tile-fuzz: error: the standard output cannot be written")

# Damage: said, and what is not damaged is found again.
for name in ("whole.db", "whole.findings", "whole.corpus"):
    copy = name.replace("whole", "broken")
    (shutil.copytree if os.path.isdir(name) else shutil.copy)(name, copy)
with open("broken.db", "r+b") as file:
    file.seek(4096)
    file.write(b"\x7f" * 40960)
fuzz(*SEARCH, "--db=broken.db", code=2, says="move it away, the finding folders beside it are intact")
fuzz("stats", "--db=broken.db", code=2, says="damaged")
os.remove("broken.db")
shutil.copytree("broken.findings", "marked.findings")
recovered = json.loads(fuzz("run", "--programs=0", "--jobs=1", "--json", "--db=broken.db", code=3))
assert recovered["recovered"] == len(whole["findings"]), recovered
# What a person said is with the folders.
fuzz("run", "--programs=0", "--jobs=1", "--db=marked.db", code=3)
fuzz("triage", "--db=marked.db", "1", "2", "--mark=known", "--note=issue 12", code=0)
os.remove("marked.db")
fuzz("run", "--programs=0", "--jobs=1", "--db=marked.db", code=0)
said = json.loads(fuzz("triage", "--db=marked.db", "--json", code=0))
assert {(row["status"], row["note"]) for row in said} == {("known", "issue 12")}, said
with open("text.db", "w", encoding="utf-8") as file:
    file.write("a text that is long enough to have a header " * 10)
fuzz(*SEARCH, "--db=text.db", code=2, says="text.db: error: not a SQLite database", never="resume")
sqlite3.connect("other.db").execute("CREATE TABLE t(x)")
fuzz(*SEARCH, "--db=other.db", code=2, says="not a tilefuzz database", never="resume")

# A damaged finding is named, stays, and stops nothing.
folders = sorted(glob.glob("broken.findings/[a-z]*-*"))
with open(folders[0] + "/finding.json", "w", encoding="utf-8") as file:
    file.write('{"kind": "differs"')
os.makedirs("broken.findings/pending/1-7")
os.remove("broken.db")
again = json.loads(fuzz("run", "--programs=0", "--jobs=1", "--json", "--db=broken.db", code=3))
assert again["findings"] == len(whole["findings"]) - 1, again
assert len(again["warnings"]) == 2 and os.path.exists(folders[0]), again
assert folders[0] in "".join(again["warnings"]), again
fuzz("repro", folders[0], code=1, says="finding.json: error: ")

# Two campaigns on one database: the second one is refused.
first = subprocess.Popen(
    ["tile-fuzz", "run", "--time=60s", "--jobs=1", "--db=two.db"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
while not os.path.exists("two.db.journal"):
    time.sleep(0.05)
time.sleep(0.2)
fuzz("run", "--programs=1", "--jobs=1", "--db=two.db", code=2, says="another campaign")
first.terminate()
# It did not come to its end: no success.
assert first.wait(timeout=60) == 4
fuzz("resume", "--db=two.db", "--time=1ms", code=0)
