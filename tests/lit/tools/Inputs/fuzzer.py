#!/usr/bin/env python3
"""Says what libFuzzer would. CRASHES: so many times it finds something after 300 inputs; `broken`: it does not run."""

import os
import sys

options = dict(word[1:].split("=", 1) for word in sys.argv[1:] if word.startswith("-"))
crashes = os.environ["CRASHES"]
if crashes == "broken":
    sys.exit("no such library")
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls")
with open(here, "a+", encoding="utf-8") as file:
    file.write(" ".join(sys.argv[1:]) + "\n")
    file.seek(0)
    call = len(file.readlines()) - 1
work, seeds = sys.argv[-2:]
assert os.path.isdir(work) and os.listdir(seeds), sys.argv
if call < int(crashes):
    with open(f"{options['artifact_prefix']}crash-{call}", "w", encoding="utf-8") as file:
        file.write("input")
    print("stat::number_of_executed_units: 300", file=sys.stderr)
    sys.exit(77)
print(f"stat::number_of_executed_units: {options['runs']}", file=sys.stderr)
