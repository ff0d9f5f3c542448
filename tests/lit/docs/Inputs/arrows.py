"""arrows.py ROOT: no source includes a module that stands above its own."""

import os
import re
import sys

ORDER = ["compiler", "interp", "oracle", "fuzz", "tools"]
root = sys.argv[1]
checked, wrong = 0, []
for rank, module in enumerate(ORDER):
    for folder, _, files in os.walk(os.path.join(root, module)):
        for name in files:
            if not name.endswith((".h", ".cpp", ".td", ".def")):
                continue
            path = os.path.join(folder, name)
            checked += 1
            with open(path, encoding="utf-8") as file:
                for included in re.findall(r'^#?\s*include "(\w+)/', file.read(), re.MULTILINE):
                    if included in ORDER and ORDER.index(included) > rank:
                        wrong.append(f"{path} includes {included}/")
assert checked > 100, checked
assert not wrong, "\n".join(wrong)
