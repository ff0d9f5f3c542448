"""trips.py FOLDER STAGE PROGRAM...: runs each program with 0 to 9 iterations of its loop,
the launch's argument before the last, at the source, at the stage, which is asked for, and
at those behind it."""

import json
import os
import re
import subprocess
import sys

BEHIND = (
    "convert-tileas-to-nvvm",
    "translate-to-llvm",
    "optimize-llvm",
    "emit-ptx",
)


def run(program, *options):
    process = subprocess.run(
        ["tile-run", program, "--json", *options], stdout=subprocess.PIPE, check=True
    )
    return [buffer["elements"] for buffer in json.loads(process.stdout)["buffers"]]


folder, stage, *programs = sys.argv[1:]
compared = 0
for program in programs:
    with open(program, encoding="utf-8") as file:
        text = file.read()
    outcomes = set()
    # A ring has four slots, a schedule four stages: none, one, one less, as many, one more, many.
    for trips in (0, 1, 2, 3, 4, 5, 6, 9):
        changed, count = re.subn(r"(// tilefuzz.args .*) \d+ (\d+)\n", rf"\1 {trips} \2\n", text)
        assert count == 1, program
        path = os.path.join(folder, f"{trips}-{os.path.basename(program)}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(changed)
        expected = run(path)
        outcomes.add(str(expected))
        for at in (stage, *BEHIND):
            actual = run(path, "--at=" + at, "--enable-pattern=" + stage)
            assert actual == expected, (path, at, expected, actual)
            compared += 1
    # Each iteration changes what is computed.
    assert len(outcomes) == 8, (program, len(outcomes))
print(compared, "equal")
