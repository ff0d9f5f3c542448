"""undefined.py ROOT [--print]: undefined behaviours have one name each.

The table in docs/semantics.md is what UndefinedBehaviors.def says (--print writes it), names and aliases are all
different, and no source but the rows spells one: an engine raises an enumerator, or two names for one thing come back.
"""

import os
import re
import sys

ROWS = "interp/Program/UndefinedBehaviors.def"
PAGE = "docs/semantics.md"
BEGIN, END = "<!-- undefined -->", "<!-- /undefined -->"
TEXT = r'((?:"[^"]*"\s*)+)'
ROW = re.compile(rf"^TILEFUZZ_UNDEFINED\((\w+),\s*{TEXT},\s*{TEXT},\s*{TEXT}\)", re.MULTILINE)
ALIAS = re.compile(r'^TILEFUZZ_UNDEFINED_ALIAS\("([^"]*)",\s*(\w+)\)', re.MULTILINE)


def text_of(literals):
    return "".join(re.findall(r'"([^"]*)"', literals))


def main():
    root = sys.argv[1]
    with open(os.path.join(root, ROWS), encoding="utf-8") as file:
        source = file.read()
    rows = [(m[1], text_of(m[2]), text_of(m[3]), text_of(m[4])) for m in ROW.finditer(source)]
    aliases = ALIAS.findall(source)
    assert len(rows) == len(re.findall(r"^TILEFUZZ_UNDEFINED\(", source, re.MULTILINE)) > 20, len(rows)
    table = ["| name | meaning | source | read, too |", "|---|---|---|---|"]
    for enumerator, name, meaning, rule in rows:
        old = ", ".join(f"`{alias}`" for alias, target in aliases if target == enumerator)
        table.append(f"| `{name}` | {meaning} | {rule} | {old} |")
    if "--print" in sys.argv:
        print("\n".join(table))
        return
    wrong = []
    names = [name for _, name, _, _ in rows] + [alias for alias, _ in aliases]
    wrong += [f"'{name}' is the name of two rows" for name in sorted(set(names)) if names.count(name) > 1]
    wrong += [f"'{alias}' stands for no row" for alias, target in aliases if target not in {row[0] for row in rows}]
    wrong += [f"'{name}': '{meaning}' is no sentence" for _, name, meaning, _ in rows
              if not (meaning[:1].isupper() and meaning.endswith("."))]
    with open(os.path.join(root, PAGE), encoding="utf-8") as file:
        page = file.read()
    shown = page.split(BEGIN)[1].split(END)[0].strip() if BEGIN in page else ""
    if shown != "\n".join(table):
        wrong.append(f"{PAGE} does not show the rows; print the table again with --print")
    # Words without a hyphen are spelled for other reasons, too.
    spelled = re.compile("|".join(re.escape(f'"{name}"') for name in names if "-" in name))
    checked = 0
    for module in ("interp", "oracle", "fuzz", "tools"):
        for path, _, files in os.walk(os.path.join(root, module)):
            for name in files:
                full = os.path.join(path, name)
                if not name.endswith((".h", ".cpp", ".def")) or os.path.relpath(full, root) == ROWS:
                    continue
                checked += 1
                with open(full, encoding="utf-8") as file:
                    wrong += [f"{os.path.relpath(full, root)}: {found} is spelled outside of {ROWS}"
                              for found in spelled.findall(file.read())]
    assert checked > 300, checked
    if wrong:
        sys.exit("\n".join(wrong))


main()
