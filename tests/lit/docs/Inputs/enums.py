"""enums.py ROOT: no enumeration of an operation's attribute becomes another one by its number.

A case that one of the two gains or moves would change a meaning without a word. The mappings are covered switches:
interp/TileTypes/DialectEnums.h, interp/Semantics/ScalarForm.cpp and ConvertEnums.h of the conversion. A case that is
drawn by number (`RmwMode(choices.below(10))`) is no mapping.
"""

import os
import re
import sys

OURS = ["ReadAs", "WrapPromise", "RoundingMode", "Relation", "AtomicUpdate", "AccessOrdering", "AccessScope",
        "PaddingKind"]
DIALECTS = ["Signedness", "Overflow", "Rounding", "ComparisonPredicate", "ComparisonOrdering", "MemoryOrdering",
            "MemoryScope", "AtomicMode", "MemSemantic", "MemScope", "RmwMode", "Padding", "PaddingValue"]
NAME = rf"(?:\w+::)*(?:{'|'.join(OURS + DIALECTS)})"
# NAME(x), NAME(x.getY()), NAME(uint32_t(x)) and static_cast<NAME>(x), of an expression without an argument of a call.
VALUE = r"\*?\w[\w:<>]*(?:\(\w*\))?(?:(?:\.|->)\w+(?:\(\))?)*"
CAST = re.compile(rf"(?<![\w:])(?:{NAME}\((?:(?:unsigned|u?int\d+_t)\({VALUE}\)|\*?\w+(?:\(\w+\))?(?:\.|->)get\w+\(\)|"
                  rf"\*?llvm::cast<[\w:]+>\([\w.]+\)\.get\w+\(\))\)|static_cast<{NAME}>\({VALUE}\))")
# Numbers of a scope are what the next wider one is made from.
ALLOWED = {"fuzz/Mutate/MutateOrder.cpp", "fuzz/Mutate/MutateTileAAStructure.cpp", "fuzz/Generate/Coverage.cpp"}


def main():
    root = sys.argv[1]
    wrong, checked = [], 0
    for module in ("compiler", "interp", "oracle", "fuzz", "tools"):
        for path, _, files in os.walk(os.path.join(root, module)):
            for name in sorted(files):
                full = os.path.join(path, name)
                relative = os.path.relpath(full, root)
                if not name.endswith((".h", ".cpp")) or relative in ALLOWED:
                    continue
                checked += 1
                with open(full, encoding="utf-8") as file:
                    text = file.read()
                for found in CAST.finditer(text):
                    line = text.count("\n", 0, found.start()) + 1
                    wrong.append(f"{relative}:{line}: {' '.join(found[0].split())}")
    assert checked > 0
    if wrong:
        print("\n".join(wrong))
        sys.exit(1)


main()
