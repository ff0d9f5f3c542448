"""one-table.py ROOT: nothing but the target table takes names of targets apart.

Whoever compares or cuts a name of a target, or keeps a list of them, decides what the table
should. Whole names as defaults of options, in comments and in help are no decisions.
"""

import os
import re
import sys

ROOT = sys.argv[1]
SUFFIXES = (".h", ".cpp", ".td", ".def")
# Comparisons, prefixes, switches, concatenations and lists.
DECISIONS = [
    re.compile(r'(==|!=)\s*"sm_|"sm_\w*"\s*(==|!=)'),
    re.compile(r'(starts_with|consume_front|startswith|ends_with|find|contains)\(\s*"?sm_'),
    re.compile(r'(starts_with|consume_front|find|contains)\(\s*"sm_?'),
    re.compile(r'\b(Case|Cases|StartsWith)\(\{?\s*"sm_'),
    re.compile(r'"sm_"\s*\+|"sm_"\)'),
    re.compile(r'"sm_\w+",\s*"(sm_|default)|"default",\s*"sm_'),
    re.compile(r"\+ptx\d"),
]
# fuzz/Generate chooses among keys of hints, which it prints only.
ALLOWED = {"fuzz/Generate/CudaTile/Draft.cpp", "fuzz/Generate/CudaTile/DraftMemory.cpp"}

checked, wrong = 0, []
for module in ("compiler", "interp", "oracle", "fuzz", "tools"):
    for folder, _, files in os.walk(os.path.join(ROOT, module)):
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            if not name.endswith(SUFFIXES) or path.startswith("compiler/Target/") or path in ALLOWED:
                continue
            checked += 1
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    code = line.split("//")[0]
                    if any(rule.search(code) for rule in DECISIONS):
                        wrong.append(f"{path}:{number}: {line.strip()}")
assert checked > 300, checked
assert not wrong, "not from the target table:\n" + "\n".join(wrong)
