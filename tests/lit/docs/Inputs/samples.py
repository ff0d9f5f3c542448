# Runs the samples of a document: every indented line `$ tile-verify-fold ...`,
# in the folder that is given, must succeed and print lines that begin as those
# below it do.
import re
import shlex
import subprocess
import sys

document, folder, scratch = sys.argv[1:]
lines = open(document).read().split("\n")
count = 0
for number, line in enumerate(lines):
    command = line.removeprefix("    $ ")
    if command == line or not command.startswith("tile-verify-fold"):
        continue
    words = [word.replace("--smtlib=", f"--smtlib={scratch}/")
             for word in shlex.split(command)]
    run = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(f"{command}: exit code {run.returncode}\n{run.stdout}")
    printed = run.stdout.split("\n")
    for wanted in lines[number + 1:]:
        if not wanted.startswith("    ") or wanted.startswith("    $"):
            break
        # Up to the first time, which is another on every machine.
        start = re.split(r"\d+\.\d\d", wanted[4:])[0].rstrip()
        if not any(row.startswith(start) for row in printed):
            sys.exit(f"{command}: no line begins with '{start}'\n{run.stdout}")
    count += 1
print(f"{count} samples run")
