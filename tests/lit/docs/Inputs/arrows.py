"""arrows.py ROOT [--print]: which folder includes which.

The list in docs/architecture.md is what may be; what the sources do must be the same, so that a new arrow is a line
that somebody reads. There are no cycles, and no folder includes a module that stands above its own. Headers count as
much as sources: a library without sources has no link list that could fail. --print writes the list that is true.
"""

import os
import re
import sys

ORDER = ["compiler", "interp", "oracle", "fuzz", "tools"]
BEGIN, END = "<!-- arrows -->", "<!-- /arrows -->"
INCLUDE = re.compile(r'^#?\s*include "([\w/]+)/[\w.]+"', re.MULTILINE)


def included_folders(root):
    arrows, checked = {}, 0
    for module in ORDER:
        for path, _, files in os.walk(os.path.join(root, module)):
            folder = os.path.relpath(path, root)
            sources = [n for n in files if n.endswith((".h", ".cpp", ".td", ".def"))]
            if not sources:
                continue
            targets = arrows.setdefault(folder, set())
            for name in sources:
                checked += 1
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    targets.update(i for i in INCLUDE.findall(file.read()) if i.split("/")[0] in ORDER)
            targets.discard(folder)
    assert checked > 100, checked
    return arrows


def documented(text):
    assert BEGIN in text and END in text, "docs/architecture.md has no list of arrows"
    arrows = {}
    for line in text.split(BEGIN)[1].split(END)[0].splitlines():
        if ":" in line:
            folder, _, targets = line.strip().partition(":")
            arrows[folder] = set(targets.split())
    return arrows


def cycle_in(arrows):
    """A cycle as a list of folders, or none."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        path.append(folder)
        for target in sorted(arrows.get(folder, ())):
            if found := visit(target):
                return found
        path.pop()
        done.add(folder)
        return None

    for folder in sorted(arrows):
        if found := visit(folder):
            return found
    return None


def main():
    root = sys.argv[1]
    arrows = included_folders(root)
    if "--print" in sys.argv:
        for folder in sorted(arrows, key=lambda f: (ORDER.index(f.split("/")[0]), f)):
            print(f"{folder}: {' '.join(sorted(arrows[folder]))}".rstrip())
        return
    with open(os.path.join(root, "docs/architecture.md"), encoding="utf-8") as file:
        text = file.read()
    allowed = documented(text)
    wrong = []
    for folder in sorted(set(arrows) | set(allowed)):
        if folder not in allowed:
            wrong.append(f"{folder} is not in the list of arrows")
            continue
        for target in sorted(arrows.get(folder, set()) - allowed[folder]):
            wrong.append(f"{folder} includes {target}, which docs/architecture.md does not allow")
        for target in sorted(allowed[folder] - arrows.get(folder, set())):
            wrong.append(f"docs/architecture.md lists {folder} -> {target}, which no file needs")
        for target in allowed[folder]:
            if ORDER.index(target.split("/")[0]) > ORDER.index(folder.split("/")[0]):
                wrong.append(f"{folder} includes {target}, which stands above it")
        if folder.split("/")[0] != "tools" and f"`{folder}`" not in text:
            wrong.append(f"{folder} has no row in the table of docs/architecture.md")
    if cycle := cycle_in(arrows):
        wrong.append("a cycle: " + " -> ".join(cycle))
    assert not wrong, "\n" + "\n".join(wrong)


main()
