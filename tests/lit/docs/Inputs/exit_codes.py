"""exit_codes.py ROOT TOOLS [--print]: the table of exit codes in docs/tools.md.

It is what the tools say for --help, word for word. The column `exit codes` of the table of tools, which says what a code
means for a verb, names only codes of its tool, and each code of a tool stands in one of its rows. --print writes the table
that is true.
"""

import os
import re
import subprocess
import sys

BEGIN, END = "<!-- exit codes -->", "<!-- /exit codes -->"
# Not for people: programs of the build, without options.
INTERNAL = {"tile-bench", "tile-enclosures", "tile-growth"}
CODE = re.compile(r"(?:^|[,;] )(\d+)(?= |,|;|$)")


def codes_of_help(program):
    """Code to meaning."""
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert "Exit codes: " in text, program + " --help says no exit codes"
    lines = text.split("Exit codes: ", 1)[1].splitlines()
    words = []
    for line in lines:
        words.append(line.strip())
        if line.endswith("."):
            break
    parts = CODE.split(" ".join(words).rstrip("."))
    assert parts[0] == "", (program, parts)
    return {int(code): meaning.strip() for code, meaning in zip(parts[1::2], parts[2::2])}


def rows_of(tools):
    rows = []
    for tool in sorted(os.listdir(tools)):
        path = os.path.join(tools, tool)
        if tool in INTERNAL or not tool.startswith("tile-") or not os.access(path, os.X_OK):
            continue
        rows += [(tool, code, meaning) for code, meaning in sorted(codes_of_help(path).items())]
    return rows


def table_of(rows):
    lines = ["| tool | code | meaning |", "|---|---|---|"]
    before = None
    for tool, code, meaning in rows:
        lines.append(f"| {'' if tool == before else f'`{tool}`'} | {code} | {meaning or 'done'} |".replace("|  |", "| |"))
        before = tool
    return "\n".join(lines)


def check_verbs(text, rows):
    """The table of tools has a row for each, and no code that the help does not have."""
    stated, used = {}, {}
    for tool, code, _ in rows:
        stated.setdefault(tool, set()).add(code)
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        tool = re.match(r"\| `(tile-[\w-]+)", line)
        if not tool or len(cells) != 3 or tool[1] not in stated:
            continue
        codes = {int(code) for code in CODE.findall(cells[2].rstrip(" |"))}
        assert codes, line
        assert codes <= stated[tool[1]], (tool[1], codes, stated[tool[1]])
        used.setdefault(tool[1], set()).update(codes)
    assert used == stated, {tool: (used.get(tool), codes) for tool, codes in stated.items() if used.get(tool) != codes}


def main():
    root, tools = sys.argv[1:3]
    rows = rows_of(tools)
    if "--print" in sys.argv:
        print(table_of(rows))
        return
    with open(os.path.join(root, "docs/tools.md"), encoding="utf-8") as file:
        text = file.read()
    before, table = text.split(BEGIN)
    table, after = table.split(END)
    assert table.strip() == table_of(rows), "docs/tools.md: print the table again with exit_codes.py ROOT TOOLS --print"
    check_verbs(before + after, rows)
    print(f"{len(rows)} exit codes of {len({row[0] for row in rows})} tools")


main()
