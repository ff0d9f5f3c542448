"""llvm-stages.py FOLDER: one.json and two.json count the same; all.json has more
comparisons of optimize-llvm, none.json has none; nothing else changes."""

import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])


def counts(name):
    document = json.loads((folder / f"{name}.json").read_text())
    assert document["findings"] == [] or document["findings"] == 0, document["findings"]
    stages = document["comparisonsPerStage"]
    return stages.pop("optimize-llvm", 0), stages


def machine(stages):
    return stages["convert-tileas-to-nvvm"]


one, two, every, none = (counts(name) for name in ("one", "two", "all", "none"))
assert one == two, (one, two)
assert none[0] == 0 < one[0] < every[0], (none, one, every)
assert machine(none[1]) == machine(one[1]) == machine(every[1]), (none, one, every)
