"""samples.py TOOLS ROOT SCRATCH PAGE...: runs the samples of pages.

A sample is an indented line `$ tile-... ` or `$ build/bin/tile-...`, followed by
indented lines of output; a command without output is not run. Every line of
output must be printed, in this order. It is compared up to the first number
with a decimal point, since times differ; `...` stands for anything, alone on a
line for any number of lines. Commands run in SCRATCH, where the folders of ROOT
stand as links, so that what they write does no harm. A crash, or exit code 1
(bad usage), fails; 2 and more are verdicts. The variable SAMPLES names other
beginnings of commands, with `|` between them.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

tools, root, scratch = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
pages = sys.argv[4:]
beginnings = tuple(os.environ.get("SAMPLES", "tile-|build/bin/tile-").split("|"))


def samples(page):
    """Yields (line number, command, lines of output)."""
    lines = page.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        command = line.removeprefix("    $ ")
        if command == line or not command.startswith(beginnings):
            continue
        output = []
        for row in lines[number:]:
            if not row.startswith("    ") or row.startswith("    $ "):
                break
            output.append(row[4:])
        # What a comment explains, or another shell line follows, prints nothing here.
        if output:
            yield number, command, output


def pattern(line):
    """The expression that a printed line must match from its beginning."""
    start = re.split(r"\d+\.\d", line)[0].rstrip()
    return re.compile(".*".join(re.escape(part) for part in start.split("...")))


def check(printed, wanted):
    """None, or the first wanted line that does not follow."""
    at, anywhere = 0, False
    for line in wanted:
        if line.strip() == "...":
            anywhere = True
            continue
        expression = pattern(line)
        found = next(
            (
                index
                for index in range(at, len(printed) if anywhere else min(at + 1, len(printed)))
                if expression.match(printed[index])
            ),
            None,
        )
        if found is None:
            return line
        at, anywhere = found + 1, False
    return None


shutil.rmtree(scratch, ignore_errors=True)
(scratch / "build").mkdir(parents=True)
(scratch / "build" / "bin").symlink_to(tools)
for folder in ("corpus", "tests", "scripts", "docs", "tools"):
    (scratch / folder).symlink_to(root / folder)
environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
count = 0
for name in pages:
    page = pathlib.Path(name)
    name = page.resolve().relative_to(root)
    for number, command, output in samples(page):
        run = subprocess.run(
            command,
            shell=True,
            cwd=scratch,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode not in (0, 2, 3, 4):
            sys.exit(f"{name}:{number}: {command}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
        missing = check(run.stdout.split("\n"), output)
        if missing is not None:
            sys.exit(f"{name}:{number}: {command}: no line '{missing}' follows\n{run.stdout}{run.stderr}")
        count += 1
        print(f"{name}:{number}: {command}")
print(f"{count} samples run")
