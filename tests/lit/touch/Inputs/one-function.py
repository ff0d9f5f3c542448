"""Functions and variables of one name with more than one definition in archives.

A program that links two of them has one of them in both places, and no compiler
or linker says so if all but one are inline (C++ [basic.def.odr]). Copies that
inline definitions leave in several objects are alike; one that is not inline
beside any other is a mistake.

usage: one-function.py NM PREFIX FOLDER...; looks at the archives in the folders
for mangled names that hold PREFIX; exit status 1 if there are any.
"""

import collections
import pathlib
import re
import subprocess
import sys

SYMBOL = re.compile(r"^(?P<object>.*?)\s*:?\s+[0-9a-f]+ (?P<kind>[A-Za-z]) (?P<name>\S+)$")


def main():
    nm, prefix, *folders = sys.argv[1:]
    strong, weak = collections.defaultdict(list), collections.defaultdict(list)
    for folder in folders:
        for archive in sorted(pathlib.Path(folder).glob("*.a")):
            command = [nm, "--defined-only", "--extern-only", "-A", str(archive)]
            run = subprocess.run(command, capture_output=True, text=True, check=True)
            for line in run.stdout.splitlines():
                symbol = SYMBOL.match(line)
                if not symbol or prefix not in symbol["name"]:
                    continue
                where = symbol["object"].rsplit("/", 1)[-1].rstrip(":")
                kinds = weak if symbol["kind"] in "WV" else strong
                kinds[symbol["name"]].append(where)
    mistakes = 0
    for name, where in sorted(strong.items()):
        others = where[1:] + weak.get(name, [])
        if others:
            mistakes += 1
            print(f"{name} is defined in {where[0]} and {others[0]}")
    print(f"{len({*strong, *weak})} names, {mistakes} of them for two things")
    return bool(mistakes)


if __name__ == "__main__":
    sys.exit(main())
