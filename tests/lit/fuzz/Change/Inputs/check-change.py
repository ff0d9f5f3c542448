"""check-change.py ROOT FOLDER: tile-fuzz check-change on a small repository.

The repository holds copies of a few sources, which change in ways that leave every condition where it was, so that
what the tool was made from still fits.
"""

import json
import os
import shutil
import subprocess
import sys

ROOT, FOLDER = sys.argv[1:]
REWRITES = "compiler/TileAA/TileAAMemoryRewrites.cpp"
CONVERSION = "compiler/Conversion/CudaTileToTileAA/ConvertArithmetic.cpp"


def git(*words):
    identity = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", FOLDER, *identity, *words], check=True, stdout=subprocess.DEVNULL)


def check(*words, code=0):
    done = subprocess.run(
        ["tile-fuzz", "check-change", *words, "--repository=" + FOLDER, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (code if isinstance(code, tuple) else (code,)), (words, done.returncode, done.stderr)
    return json.loads(done.stdout) if done.stdout else done.stderr


def names(rows):
    return [row["name"] for row in rows]


def edit(path, before, after):
    full = os.path.join(FOLDER, path)
    with open(full, encoding="utf-8") as file:
        text = file.read()
    assert text.count(before) >= 1, (path, before)
    with open(full, "w", encoding="utf-8") as file:
        file.write(text.replace(before, after, 1))


def restore():
    git("checkout", "-q", ".")


shutil.rmtree(FOLDER, ignore_errors=True)
for path in [REWRITES, CONVERSION, "docs/tools.md"]:
    os.makedirs(os.path.dirname(os.path.join(FOLDER, path)), exist_ok=True)
    shutil.copy(os.path.join(ROOT, path), os.path.join(FOLDER, path))
git("init", "-q")
git("add", ".")
git("commit", "-qm", "before")

# Nothing changed; and only text did.
choice = check("HEAD", "--choose")
assert choice["files"] == [] and choice["stages"] == [], choice
edit(REWRITES, "/// What the sum of a chain's offsets is made of.", "/// What is added.")
edit("docs/tools.md", "# The tools", "# Tools")
choice = check("HEAD")
assert [file["what"] for file in choice["files"]] == ["only text", "only text"], choice
assert not choice["stages"] and not choice["patterns"] and not choice["bugs"], choice
restore()

# A line of one rewrite: its pattern, its wrong variants, its stages.
edit(REWRITES, "    Value first = inner.getOffset(), second", "    Value  first = inner.getOffset(), second")
choice = check("HEAD", "--choose")
assert choice["files"][0]["functions"] == ["AddPtrChain::matchAndRewrite"], choice["files"]
assert names(choice["patterns"]) == ["tileaa-addptr-chain"], choice["patterns"]
assert {"addptr-unit-error", "addptr-narrow-add"} <= set(names(choice["bugs"])), choice["bugs"]
assert not [name for name in names(choice["bugs"]) if name.startswith("masked-")], choice["bugs"]
assert "tileaa-canonicalize" in names(choice["stages"]), choice["stages"]
assert not choice["anyProgram"], choice

# It is tried: proofs, bugs, and programs that come there. Time may end it, but nothing is wrong.
checked = check("HEAD", "--time=40s", "--programs=200", "--jobs=2", code=(0, 4))["check"]
results = {(row["kind"], row["name"]): row for row in checked["results"]}
proof = results[("proof", "tileaa-addptr-chain")]
assert proof["answer"] == "clean" and proof["text"].startswith("proved on "), proof
assert results[("seeded bug", "addptr-unit-error")]["text"].startswith("caught by "), results
assert not [row for row in checked["results"] if row["answer"] == "wrong"], checked
assert 0 < checked["programsReaching"] <= checked["programsTried"] <= 200, checked
restore()

# The conversion of one operation: its proof, and the bugs with a site there.
edit(CONVERSION, "        bugs.pick(SeededBug::NegPromises", "        bugs .pick(SeededBug::NegPromises")
choice = check("HEAD", "--choose")
functions = choice["files"][0]["functions"]
assert functions and "populateInteger" not in functions, choice
assert names(choice["patterns"]) == ["convert:cuda_tile.negi"], choice["patterns"]
assert names(choice["bugs"]) == ["negi-promises-unsigned"], choice["bugs"]
assert names(choice["stages"]) == ["convert-cuda-tile-to-tileaa"], choice
checked = check("HEAD", "--time=40s", "--programs=50", "--jobs=2", code=(0, 4))["check"]
results = {(row["kind"], row["name"]): row for row in checked["results"]}
assert results[("proof", "convert:cuda_tile.negi")]["text"].startswith("proved on "), checked
restore()

# What is new and what has no functions is all that its folder is.
os.makedirs(os.path.join(FOLDER, "compiler/Bytecode"))
with open(os.path.join(FOLDER, "compiler/Bytecode/Reader.cpp"), "w", encoding="utf-8") as file:
    file.write("int x;\n")
choice = check("HEAD", "--choose")
assert [file["path"] for file in choice["files"]] == ["compiler/Bytecode/Reader.cpp"], choice
assert choice["anyProgram"] and "source-as-bytecode-13.1" in names(choice["stages"]), choice
shutil.rmtree(os.path.join(FOLDER, "compiler/Bytecode"))

# The tool was made from other sources: nothing is said of them.
edit(REWRITES, "#include", "using Shifted = int;\n#include")
error = check("HEAD", "--choose", code=1)
assert "is not what this program was made from" in error, error
restore()

# A revision that is none.
error = check("no-such-revision", code=1)
assert "git diff" in error, error
