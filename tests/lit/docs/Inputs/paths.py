"""paths.py ROOT: every file and folder that a page names in backquotes or links to is there.

`<Family>` and `*` stand for anything; a name without a folder (`Forms.cpp`) must be some file's.
"""

import glob
import os
import re
import sys

# Headers of MLIR that pages speak of.
MLIR_FILES = {"OneToNTypeConversion.h"}
root = sys.argv[1]
os.chdir(root)
TOP = "(?:compiler|interp|oracle|fuzz|tools|tests|corpus|docs|scripts|cmake)"
PATH = re.compile(rf"`({TOP}/[\w./*<>-]+)`")
FILE = re.compile(r"`([\w*<>]+\.(?:cpp|h|def|td))`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[\w-]*)?\)")

files = [os.path.join(d, f) for top in ("compiler", "interp", "oracle", "fuzz", "tools", "tests") for d, _, names in
         os.walk(top) for f in names]
names = {os.path.basename(f) for f in files}
checked, wrong = 0, []
pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + sorted(glob.glob("docs/**/*.md", recursive=True))
for page in pages:
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for path in PATH.findall(text):
        checked += 1
        pattern = re.sub(r"<\w+>", "*", path.rstrip("."))
        if not glob.glob(pattern) and not glob.glob(pattern + ".*"):
            wrong.append(f"{page}: `{path}` is not there")
    for name in FILE.findall(text):
        checked += 1
        pattern = re.compile(re.escape(re.sub(r"<\w+>", "*", name)).replace(r"\*", ".*") + "$")
        if name in MLIR_FILES:
            continue
        if not any(pattern.match(n) for n in names):
            wrong.append(f"{page}: no file is called `{name}`")
    for link in LINK.findall(text):
        checked += 1
        if not os.path.exists(os.path.join(os.path.dirname(page), link)):
            wrong.append(f"{page}: the link to {link} leads nowhere")
assert checked > 300, checked
assert not wrong, "\n" + "\n".join(wrong)
