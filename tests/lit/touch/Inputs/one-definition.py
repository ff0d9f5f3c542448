"""Classes of one qualified name with more than one definition in the sources.

A program that links two of them has undefined behaviour that no compiler or
linker tells of (C++ [basic.def.odr]). Classes in unnamed namespaces and in
functions are their file's own; nested ones share the fate of their owner.

usage: one-definition.py FOLDER...; exit status 1 if there are any.
"""

import collections
import pathlib
import re
import sys

# What may hold braces that are none: comments, literals (raw ones first), and
# macros with all their lines.
NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9a-zA-Z_])\'(?:\\.|[^\'\\\n])+\''
    r"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
    re.DOTALL | re.MULTILINE,
)
NAMESPACE = re.compile(r"\bnamespace\s*([\w:]*)\s*$")
# A specialisation, which has arguments behind its name, is another class.
CLASS = re.compile(
    r"\b(?:class|struct|union|enum(?:\s+class)?)\s+(\w+)(?:\s+final)?\s*(?::[^:][^{};]*)?$"
)
# Its parameters are named as classes are.
TEMPLATE = re.compile(r"\btemplate\s*<[^{};]*?>(?=\s*(?:class|struct|union)\b)")


def definitions(text):
    """The qualified names of the classes that the text defines."""
    code = NO_CODE.sub(" ", text)
    scopes, start = [], 0
    for place in re.finditer(r"[{};]", code):
        if place.group() == "{":
            head = code[start : place.start()]
            namespace = NAMESPACE.search(head)
            found = CLASS.search(TEMPLATE.sub(" ", head))
            if found and None not in scopes:
                yield "::".join([*scopes, found.group(1)])
            scopes.append(namespace.group(1) or None if namespace else None)
        elif place.group() == "}" and scopes:
            scopes.pop()
        start = place.end()


def main():
    places, count = collections.defaultdict(list), 0
    for folder in sys.argv[1:]:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            for name in definitions(path.read_text(encoding="utf-8")):
                places[name].append(path)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    for name, where in sorted(twice.items()):
        print(f"{name} is defined in", " and ".join(str(path) for path in where))
    print(f"{len(places)} classes, {len(twice)} of them more than once")
    return bool(twice)


if __name__ == "__main__":
    sys.exit(main())
