"""readme-stages.py README STAGES: the README lists the stages as the tool does,
but for round trips and what only runs on request."""

import sys

with open(sys.argv[1], encoding="utf-8") as file:
    readme = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    stages = "".join(
        "    " + line for line in file if "round trip" not in line and "on request" not in line
    )
assert stages in readme, "the README's list of stages is out of date"
