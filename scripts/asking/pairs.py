"""Pairs of programs that differ in nothing that matters: both are compiled or neither is, for the same reason, and into
code of about the same length.

  names      symbols have other names
  lines      operations have places in a source file
  dead       an operation more whose result nobody uses
  together   two programs in one module, in both orders, and each alone
"""

import re

# Of the number of instructions of PTX, in either direction; small kernels may differ by a few.
BAND, FEW = 1.25, 8


def body_of(text):
    """What stands in the module."""
    first = text.index("\n", text.index("cuda_tile.module")) + 1
    return text[first : text.rindex("}")]


def module_of(*bodies):
    return "cuda_tile.module @kernels {\n" + "".join(bodies) + "}\n"


def renamed(text, suffix="_renamed"):
    names = set(re.findall(r"(?:entry|global)(?: \w+)* @([\w$.]+)", text))
    return re.sub(r"@([\w$.]+)", lambda m: f"@{m[1]}{suffix}" if m[1] in names else m[0], text)


def with_lines(text):
    """Operations of entries get lines of a file that does not exist."""
    entries = re.findall(r"^  entry @([\w$.]+)", text, re.MULTILINE)
    head = [
        '#tf_file = #cuda_tile.di_file<"kernel.py" in "/src">',
        "#tf_unit = #cuda_tile.di_compile_unit<file = #tf_file>",
    ]
    for number, name in enumerate(entries):
        head.append(
            f'#tf_sub{number} = #cuda_tile.di_subprogram<file = #tf_file, line = 1, name = "{name}",'
            f' linkageName = "{name}", compileUnit = #tf_unit>'
        )
    lines, entry, inside = [], -1, False
    for number, line in enumerate(text.splitlines(), 1):
        place = f' loc(#cuda_tile.di_loc<loc("kernel.py":{number}:3) in #tf_sub{entry}>)'
        if line.startswith("  entry @"):
            entry += 1
            inside = True
        elif inside and line == "  }":
            inside = False
            line += place
        elif inside and not line.endswith(("{", "}")) and not line.lstrip().startswith(("//", "}")):
            line += place
        lines.append(line)
    return "\n".join([*head, *lines]) + "\n"


def with_dead_code(text):
    code = (
        "    %tf_unused_0 = iota : tile<64xi32>\n"
        "    %tf_unused_1 = addi %tf_unused_0, %tf_unused_0 : tile<64xi32>\n"
    )
    return re.sub(r"^(  entry @.*\{\n)", lambda m: m[1] + code, text, flags=re.MULTILINE)


def length_of(answer):
    """Instructions of the PTX; 0: it is not there."""
    return len(re.findall(r"^\t[^.\n][^\n]*;$", answer.ptx, re.MULTILINE))


def what_differs(one, other):
    """Of two answers that must be alike; None: nothing."""
    if one.verdict != other.verdict:
        return f"{one.verdict}, then {other.verdict}"
    first, second = (re.sub(r"_renamed|:\d+:\d+:", "", answer.first_line) for answer in (one, other))
    if one.code and first != second:
        return f"says {first!r}, then {second!r}"
    short, long = sorted((length_of(one), length_of(other)))
    if long > BAND * short + FEW:
        return f"{length_of(one)} instructions of PTX, then {length_of(other)}"
    return None


class Pairs:
    def __init__(self, ours, tool, report, target, level):
        self.ours, self.tool, self.report, self.target, self.level = ours, tool, report, target, level

    def compile(self, text, *options):
        bytecode = self.ours.encode(text)
        return None if bytecode is None else self.tool.compile(bytecode, self.target, self.level, options)

    def compare(self, kind, name, one, text, *options):
        other = self.compile(text, *options)
        if other is None:
            self.report.skip(f"{kind}: no bytecode")
            return
        difference = what_differs(one, other)
        verdict = f"{kind}: {'alike' if difference is None else 'differ'}"
        self.report.answer("pairs", verdict, difference is None, f"{name}: {difference}", other, text)

    def ask(self, name, text):
        """One program against those that must be like it. Gives its text, if it has been compiled."""
        one = self.compile(text)
        if one is None:
            self.report.skip("no bytecode")
            return None
        self.compare("names", name, one, renamed(text))
        self.compare("lines", name, one, with_lines(text), "--lineinfo")
        self.compare("dead", name, one, with_dead_code(text))
        return text if one.code == 0 else None

    def ask_together(self, names, first, second):
        """Two that are compiled alone."""
        bodies = body_of(renamed(first, "_first")), body_of(renamed(second, "_second"))
        one = self.compile(module_of(*bodies))
        if one is None:
            self.report.skip("together: no bytecode")
            return
        accepted = one.code == 0
        self.report.answer(
            "pairs",
            f"together: {'alike' if accepted else 'differ'}",
            accepted,
            f"{names}: {one.verdict}",
            one,
            module_of(*bodies),
        )
        self.compare("order", names, one, module_of(*reversed(bodies)))


def ask(ours, tool, report, files, target, level):
    pairs = Pairs(ours, tool, report, target, level)
    last = None
    for path in files:
        done = ours.run("tile-translate", str(path), "--to=text")
        if done.returncode:
            report.skip("not read")
            continue
        text = pairs.ask(path.stem, done.stdout.decode())
        if text and last:
            pairs.ask_together(f"{last[0]} and {path.stem}", last[1], text)
            last = None
        elif text:
            last = path.stem, text
