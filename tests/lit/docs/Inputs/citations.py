"""citations.py ROOT [FILE ...]: every citation of docs/spec and docs/design.md
resolves to a heading or to a labelled rule.

FILEs are read besides the files of the tree. --uncited lists the sections of
docs/spec that nothing in the tree cites, --labels the labelled rules, too;
--list prints every citation with its place. docs/spec/README.md says how
citations are spelt.
"""

import argparse
import bisect
import os
import re
import sys

# How a document is named where it is cited, and the files that hold it.
DOCUMENTS = {
    "part 1": ["language-1.md"],
    "part 2": ["language-2.md"],
    "13.4 additions": ["language-13.4.md"],
    "bytecode": ["bytecode.md"],
    "memory model": ["memory-model.md", "memory-model-levels.md", "litmus.md"],
    "facts": ["private-dialects.md", "private-dialects-lowering.md",
              "private-dialects-passes.md", "private-dialects-tokens.md"],
    "ptx model": ["ptx.md"],
    "design": ["../design.md"],
}
ROOTS = ["compiler", "interp", "oracle", "fuzz", "tools", "tests", "docs", "corpus/litmus",
         "scripts", "cmake", "README.md", "CONTRIBUTING.md"]
SUFFIXES = (".h", ".cpp", ".td", ".def", ".py", ".in", ".md", ".mlir", ".test", ".probes", ".txt",
            ".cmake", ".sh", "")
# The README of docs/spec shows how citations look, this file how they are found.
NOT_READ = {"docs/spec/README.md", "tests/lit/docs/Inputs/citations.py",
            "tests/lit/docs/Inputs/citations-wrong.h", "tests/lit/docs/citations.test"}

NUMBER = r"\d+(?:\.\d+)*"
LABEL = r"[A-Z]{1,2}\d+[a-z]?"
ITEM = (rf"(?:(?:[Ss]ections?|rows?|rules?|labels?|axioms?|decisions?|numeric rule)\s)?"
        rf"(?:Appendix [A-Z]\b|Proposition \d\b|reading [WS]\b|{LABEL}\b|{NUMBER}(?![\w%]))")
SEPARATOR = r"(?:, and |, | and | to |; |: (?=[A-Z]))"
CITATION = re.compile(
    r"\b((?i:part [12]|memory model|ptx model|facts|bytecode|13\.4 additions|design)),? "
    rf"({ITEM}(?:{SEPARATOR}{ITEM})*)")
REVERSED = re.compile(rf"\b({NUMBER}) of the ((?i:memory model|facts))\b")
# A number alone says nothing of its document (a numbered formula of a book does).
BARE = re.compile(r"(?<!ed\., )\((\d+\.\d+)(?:, [A-Z]\d+)?\)")
SEED = re.compile(r"\bseed (00\d)\b", re.IGNORECASE)
ALONE = re.compile(r"\b(Proposition \d|reading [WS]|[A-Z]{2}\d+[a-z]?|[A-Z]\d{1,2})\b")


class Document:
    """Headings by number, and labels: rules that stand in bold, in the first
    column of a table, or at the beginning of a test of a catalogue."""

    def __init__(self, name, paths):
        self.name, self.sections, self.labels, self.order = name, {}, {}, []
        for path in paths:
            with open(path, encoding="utf-8") as file:
                self.read(os.path.basename(path), file)

    def read(self, path, lines):
        section, fenced = None, False
        for number, line in enumerate(lines, 1):
            if line.startswith("```"):
                fenced = not fenced
            heading = not fenced and re.match(rf"#+ ({NUMBER}|Appendix [A-Z])\s+(.*)", line)
            if heading:
                section = heading[1]
                if section not in self.sections:
                    self.order.append(section)
                    self.sections[section] = (path, number, heading[2].strip())
                continue
            for label in self.labels_of(line, section):
                self.labels.setdefault(label, (section, path, number))

    @staticmethod
    def labels_of(line, section):
        cell = re.match(r"\|\s*\**([^|]*?)\**\s*\|", line)
        # The rows of a section may be numbered below it.
        if cell and re.fullmatch(rf"{LABEL}|{re.escape(section or '-')}\.\d+|seed 00\d", cell[1]):
            yield cell[1]
        test = re.match(r"([SAMPL]\d\d)  ", line)
        if test:
            yield test[1]
        item = re.match(r"(\d+)\. ", line)
        if item:
            yield "rule " + item[1]
        for bold in re.findall(r"\*\*(.*?)\*\*", line):
            name = re.match(rf"({LABEL}|Proposition \d|reading [WS])\b", bold)
            if name:
                yield name[1]

    def resolve(self, item):
        """The section that `item` stands in, or None."""
        if item in self.sections:
            return item
        if item in self.labels:
            return self.labels[item][0] or ""
        return None

    def expand(self, first, last):
        """What `first to last` names, the ends included."""
        keys = self.order
        if first in keys and last in keys and keys.index(first) <= keys.index(last):
            depth = first.count(".")
            return [k for k in keys[keys.index(first):keys.index(last) + 1] if k.count(".") == depth]
        a, b = re.match(r"([A-Z]+)(\d+)$", first), re.match(r"([A-Z]+)(\d+)$", last)
        if a and b and a[1] == b[1]:
            return [f"{a[1]}{str(i).zfill(len(a[2]))}" for i in range(int(a[2]), int(b[2]) + 1)]
        return [first, last]


def joined(text, suffix):
    """The text on one line, for citations that lines break, with a function from
    places to line numbers. Comment leaders and broken strings are spaces."""
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    blank = lambda m: " " * len(m[0])
    if suffix in (".h", ".cpp", ".td", ".def", ".mlir"):
        text = re.sub(r"\n[ \t]*//+!?", blank, text)
        text = re.sub(r'(?<!\\)"[ \t]*\n[ \t]*"', blank, text)
    else:
        text = re.sub(r"\n[ \t]*#(?!#)", blank, text)
    text = text.replace("\n", " ")
    # Runs of blanks are one, so that patterns need not know of them.
    kept, places = [], []
    for i, c in enumerate(text):
        if c in " \t" and kept and kept[-1] == " ":
            continue
        kept.append(" " if c == "\t" else c)
        places.append(i)
    return "".join(kept), lambda at: bisect.bisect_right(starts, places[at])


def items_of(text):
    """`3.6, Q1 to Q5 and Appendix B` as a list of (item, is the end of a range)."""
    found, ends = [], False
    for part in re.split(rf"({SEPARATOR})", text):
        if re.fullmatch(r", and |, | and | to |; |: ", part):
            ends = part == " to "
            continue
        word = re.match(r"(numeric rule|rules?|[Ss]ections?|rows?|labels?|axioms?|decisions?)\s", part)
        name = part[word.end():] if word else part
        if word and word[1] == "numeric rule":
            name = "rule " + name
        found.append((name, ends))
    return found


def files(root, more):
    for place in ROOTS:
        top = os.path.join(root, place)
        for folder, folders, names in os.walk(top) if os.path.isdir(top) else [(root, [], [place])]:
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                if os.path.splitext(name)[1] in SUFFIXES and os.path.relpath(path, root) not in NOT_READ:
                    yield path
    yield from more


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--uncited", action="store_true")
    parser.add_argument("--labels", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    spec = os.path.join(options.root, "docs", "spec")
    documents = {name: Document(name, [os.path.join(spec, p) for p in paths])
                 for name, paths in DOCUMENTS.items()}
    seeds = Document("seeds", [os.path.join(spec, "README.md")])
    families = {re.match("[A-Z]+", label)[0] for d in documents.values()
                for label in d.labels if re.fullmatch(r"[A-Z]{2}\d+[a-z]?", label)}

    cited, wrong, count, lines, sources = set(), [], 0, set(), set()

    def cite(name, item, path, line, is_spec):
        nonlocal count
        count += 1
        lines.add((path, line))
        sources.add(path)
        document = documents[name]
        section = document.resolve(item)
        if options.list:
            print(f"{path}:{line}: {name}, {item}")
        if section is None:
            wrong.append(f"{path}:{line}: {name} has no {item}")
        elif not is_spec:
            cited.add((name, section))
            cited.add((name, item))

    for path in files(options.root, options.files):
        with open(path, encoding="utf-8", errors="replace") as file:
            raw = file.read()
        shown = os.path.relpath(path, options.root) if path.startswith(options.root) else path
        is_spec = shown.startswith(os.path.join("docs", "spec"))
        text, line_of = joined(raw, os.path.splitext(path)[1])
        named, taken = set(), []
        for match in CITATION.finditer(text):
            name, listed = match[1].lower(), match[2]
            # Versions of the format are no sections.
            if name == "bytecode" and re.match(r"13\.\d", listed):
                continue
            named.add(name)
            taken.append(match.span())
            previous = None
            for item, ends in items_of(listed):
                if ends and previous:
                    for between in documents[name].expand(previous, item)[1:]:
                        cite(name, between, shown, line_of(match.start()), is_spec)
                else:
                    cite(name, item, shown, line_of(match.start()), is_spec)
                previous = item
        for match in REVERSED.finditer(text):
            named.add(match[2].lower())
            cite(match[2].lower(), match[1], shown, line_of(match.start()), is_spec)
        for match in SEED.finditer(text):
            count += 1
            lines.add((shown, line_of(match.start())))
            sources.add(shown)
            if "seed " + match[1] not in seeds.labels:
                wrong.append(f"{shown}:{line_of(match.start())}: no seed {match[1]}")
        if shown.endswith((".h", ".cpp", ".td", ".def")):
            for match in BARE.finditer(text):
                comment = raw.splitlines()[line_of(match.start()) - 1]
                if "//" in comment and any(match[1] in d.sections for d in documents.values()):
                    wrong.append(f"{shown}:{line_of(match.start())}: {match[0]} names no document")
        # Labels alone: of one letter only where the file names their document;
        # of two letters always, if a document has such labels.
        for match in ALONE.finditer(text):
            label = match[1]
            if is_spec or any(a <= match.start() < b for a, b in taken):
                continue
            prefix = re.match("[A-Z]*", label)[0]
            if len(prefix) == 2:
                if prefix not in families:
                    continue
                owners = [d.name for d in documents.values() if label in d.labels]
                if owners:
                    cite(owners[0], label, shown, line_of(match.start()), is_spec)
                else:
                    wrong.append(f"{shown}:{line_of(match.start())}: no document has {label}")
            elif not prefix:
                cite("memory model", label, shown, line_of(match.start()), is_spec)
            else:
                owners = [n for n in documents if n in named and label in documents[n].labels]
                if owners:
                    cite(owners[0], label, shown, line_of(match.start()), is_spec)

    # A litmus test of the corpus is one of the catalogue.
    catalogue = documents["memory model"]
    for name in sorted(os.listdir(os.path.join(options.root, "corpus", "litmus"))):
        test = re.match(r"([SAMP]\d\d)n?\.mlir$", name)
        if test:
            cite("memory model", test[1], os.path.join("corpus", "litmus", name), 1, False)
    # References from row to row within the spec.
    for name, document in documents.items():
        for path in DOCUMENTS[name]:
            with open(os.path.join(spec, path), encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    for item in re.findall(rf"→({NUMBER})", line):
                        count += 1
                        if document.resolve(item) is None:
                            wrong.append(f"docs/spec/{path}:{number}: {name} has no {item}")

    if options.uncited:
        print("sections that nothing cites:")
        for name, document in documents.items():
            if name == "design":
                continue
            for section in document.order:
                # A citation of a chapter is one of its sections, and the other way round.
                if any(n == name and (section == s or section.startswith(s + ".") or
                                      s.startswith(section + ".")) for n, s in cited):
                    continue
                path, _, title = document.sections[section]
                print(f"  {name}, {section}  {title}  ({path})")
            if options.labels:
                missing = [label for label in document.labels
                           if (name, label) not in cited and not label.startswith("rule ")]
                print(f"  {name}, labels: {' '.join(missing)}")
    print(f"{count} citations on {len(lines)} lines of {len(sources)} files")
    if wrong:
        print("\n".join(wrong))
        print(f"{len(wrong)} citations do not resolve")
        sys.exit(1)
    print("all resolve")


main()
