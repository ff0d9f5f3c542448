"""Prints the functions that a C header declares."""

import re
import sys

text = re.sub(r"/\*.*?\*/", "", open(sys.argv[1], encoding="utf-8").read(), flags=re.S)
print("\n".join(sorted(re.findall(r"\b(tilefuzz_\w+)\(", text))))
