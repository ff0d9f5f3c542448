"""What a cubin says without a GPU: facts that hold for every correct compiler.

The program is executed, and every access of the run told (`tile-run --explain=json`). Of each fact there is the reason why
no compiler may leave the instruction out:

  store    The run writes bytes that it never read before. Nothing tells a compiler that they hold the value already, so
           that some instruction writes to memory that others see.
  atomic   The run adds what is not zero (or combines by xor) at the scope of the device or more. Other kernels may update
           the element at the same time: some instruction updates memory atomically.
  scope    A relaxed or stronger write that nothing overwrites: an instruction of that scope or a wider one writes.
  release  Such a write releases, and a write of other bytes that nothing overwrites is ordered before it: whoever sees the
           one must see the other, so that a barrier of memory of that scope or a wider one stands between.
  acquire  A read acquires at the scope of the device or more, its value is used, and a later read, whose value is stored, is
           ordered behind it: the caches of the SM are invalidated, or no plain load is left.
  print    The run prints: printf is called.
  trap     An assertion of the run fails: the host is told of an error, by a trap or by a call of __assertfail.

Nothing is asked of memory_fence_alias_tko: no text says of what strength it is.

What is stronger than it need be is no finding.
"""

import json
import re
import subprocess
import tempfile

from asking.pairs import body_of, module_of
from asking.tool import ROOT

# In the latter they stand alone, so that they need no facts.
WITNESSES = [ROOT / "tests" / "facts", ROOT / "tests" / "bugs"]

WIDTH = {"device": 1, "sys": 2}
SASS_WIDTH = {"GPU": 1, "SYS": 2}
RELEASES, ACQUIRES = ("release", "acq_rel"), ("acquire", "acq_rel")
# Copies by the tensor memory accelerator write, too, and are relaxed for the device.
WRITES = re.compile(r"\b(?:STG?|REDG?|ATOMG?|UTMASTG|UTMAREDG|UBLKCP|UBLKRED)\b")
ATOMICS = re.compile(r"\b(?:REDG?|ATOMG?|UTMAREDG|UBLKRED)\b")
STRONG = re.compile(r"\b(?:STG?|REDG?|ATOMG?)\.\S*STRONG\.(GPU|SYS)")
BARRIER = re.compile(r"\bMEMBAR\.\w+\.(GPU|SYS)")
TRAP = re.compile(r"\bBPT\.TRAP\b")
PLAIN_LOAD = re.compile(r"\bLDG?\.(?!\S*(?:STRONG|CONSTANT))")


class Access:
    def __init__(self, event, record):
        self.operation = event["operation"].removeprefix("cuda_tile.")
        self.number, self.ordering = record["access"], record["ordering"]
        self.width = WIDTH.get(record.get("scope"), 0)
        self.after = record["after"]
        # What it may touch; of a range with holes nobody is told where they are, so that `sure` leaves it out.
        self.reads, self.writes, self.sure = set(), set(), set()
        types = [value["type"] for value in event["operands"] + event["results"]]
        widths = {int(bits) // 8 for kind in types for bits in re.findall(r"[if](\d+)", kind) if "ptr" not in kind}
        for piece in record["ranges"]:
            span = {(piece["buffer"], byte) for byte in range(piece["firstByte"], piece["lastByte"] + 1)}
            if piece["access"] == "read":
                self.reads |= span
                continue
            self.writes |= span
            if any(len(span) == width * piece["elements"] for width in widths):
                self.sure |= span
        self.results = [result["name"] for result in event["results"] if not result["type"].endswith("token")]
        self.event = event


class Run:
    """One run of a program; `fault` says why it tells nothing."""

    def __init__(self, ours, path):
        done = ours.run("tile-run", "--explain=json", str(path))
        self.accesses, self.operands, self.stored, self.prints, self.fault = [], set(), set(), False, None
        self.traps = False
        self.source = path.read_text(encoding="utf-8").splitlines()
        status = None
        for line in done.stdout.decode(errors="replace").splitlines():
            event = json.loads(line)
            if event["event"] == "outcome":
                status = event["status"]
                self.traps = bool(event.get("failedAssertions"))
                if event["races"] or event["unstable"]:
                    status = "a race, or unstable"
            if event["event"] != "operation":
                continue
            names = [operand["name"] for operand in event["operands"]]
            self.operands.update(names)
            self.prints |= event["operation"] == "cuda_tile.print_tko"
            for record in event.get("accesses", []):
                self.accesses.append(Access(event, record))
                if self.accesses[-1].writes:
                    self.stored.update(names)
        if status != "completed":
            self.fault = f"the source: {status or 'is not executed'}"

    def before(self, access):
        """What is ordered before it."""
        by_number = {other.number: other for other in self.accesses}
        todo, found = list(access.after), set()
        while todo:
            number = todo.pop()
            if number not in found and number in by_number:
                found.add(number)
                todo += by_number[number].after
        return [by_number[number] for number in found]

    def lasting(self):
        """Writes of which a byte is neither read before, or by the access itself, nor written by any other access."""
        readers, writers = {}, {}
        for access in self.accesses:
            for byte in access.reads:
                readers.setdefault(byte, []).append(access.number)
            for byte in access.writes:
                writers.setdefault(byte, []).append(access.number)
        for access in self.accesses:
            if any(
                writers[byte] == [access.number] and all(reader > access.number for reader in readers.get(byte, []))
                for byte in access.sure
            ):
                yield access

    def changes(self, access):
        """Whether an update is by what certainly changes the element."""
        number = re.search(r":(\d+):\d+$", access.event.get("location", ""))
        line = self.source[int(number[1]) - 1] if number and int(number[1]) <= len(self.source) else ""
        if not re.search(r", (?:add|xor|red_add|red_xor), ", line):
            return False
        for operand in access.event["operands"]:
            if re.fullmatch(r"!cuda_tile\.tile<(?:\d+x)*i\d+>", operand["type"]):
                return any(element not in ("0", "false") for element in operand["value"]["elements"])
        return False


def facts_of(run):
    """Pairs of a fact and the width that it asks for."""
    lasting = list(run.lasting())
    if lasting:
        yield "store", 0
    for access in run.accesses:
        if access.operation.startswith("atomic") and access.width and run.changes(access):
            yield "atomic", access.width
    strong = [access for access in lasting if access.ordering != "weak" and access.width]
    # An update changes what others see, whoever read it before.
    strong += [a for a in run.accesses if a.operation.startswith("atomic") and a.width and run.changes(a)]
    for access in strong:
        yield "scope", access.width
        if access.ordering in RELEASES and any(
            other in lasting and other.sure - access.writes for other in run.before(access)
        ):
            yield "release", access.width
    for access in run.accesses:
        if access.ordering in ACQUIRES and access.width and any(name in run.operands for name in access.results):
            for other in run.accesses:
                if (
                    other.ordering == "weak"
                    and other.reads
                    and any(name in run.stored for name in other.results)
                    and access in run.before(other)
                ):
                    yield "acquire", access.width
                    break
    if run.prints:
        yield "print", 0
    if run.traps:
        yield "trap", 0


def widest(pattern, code):
    return max((SASS_WIDTH[match[1]] for match in pattern.finditer(code)), default=0)


def holds(fact, width, code):
    if fact == "store":
        return bool(WRITES.search(code))
    if fact == "atomic":
        return bool(ATOMICS.search(code))
    if fact == "scope":
        return widest(STRONG, code) >= width or bool(re.search(r"\bUTMAREDG|UBLKRED\b", code))
    if fact == "release":
        return widest(BARRIER, code) >= width
    if fact == "acquire":
        return "CCTL.IVALL" in code or not PLAIN_LOAD.search(code)
    if fact == "trap":
        return "__assertfail" in code or bool(TRAP.search(code))
    return "vprintf" in code


class Disassembler:
    def __init__(self, program):
        self.program = program

    def text(self, cubin):
        with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
            file.write(cubin)
            file.flush()
            done = subprocess.run([self.program, "-c", file.name], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None


def code_of(disassembly, prefix):
    """Of the kernels whose names begin so, and of the functions that they name."""
    parts = re.split(r"^\s*\.section\s+\.text\.([\w$.]+).*$", disassembly, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2]))
    code = "".join(text for name, text in sections.items() if name.startswith(prefix))
    found, todo = set(), [code]
    while todo:
        text = todo.pop()
        for name in set(re.findall(r"[\w$.]+", text)) & sections.keys():
            if name not in found and not name.startswith(prefix):
                found.add(name)
                todo.append(sections[name])
                code += sections[name]
    return code


class Question:
    """A program, and what its cubin must have: pairs of a fact and a width."""

    def __init__(self, ours, path):
        self.name, self.text = path.name, path.read_text(encoding="utf-8")
        run = Run(ours, path)
        self.fault, self.facts = run.fault, [] if run.fault else sorted(set(facts_of(run)))

    def missing(self, code):
        return [f"{fact} {width}" if width else fact for fact, width in self.facts if not holds(fact, width, code)]


def together(questions):
    """The programs as one module, each with names of its own."""
    bodies = []
    for number, question in enumerate(questions):
        names = set(re.findall(r"(?:entry|global)(?: \w+)* @([\w$.]+)", question.text))
        body = body_of(question.text)
        bodies.append(re.sub(r"@([\w$.]+)", lambda m: f"@{prefix_of(number)}{m[1]}" if m[1] in names else m[0], body))
    return module_of(*bodies)


def prefix_of(number):
    return f"p{number}_"


class Facts:
    """What is asked of one tool for one target at one level."""

    def __init__(self, ours, tool, report, disassembler, target, level):
        self.ours, self.tool, self.report, self.disassembler = ours, tool, report, disassembler
        self.target, self.level = target, level

    def compile(self, text):
        """The answer, and the disassembly if there is one."""
        bytecode = self.ours.encode(text)
        answer = None if bytecode is None else self.tool.compile(bytecode, self.target, self.level)
        if answer is None or answer.code != 0:
            return answer, None
        return answer, self.disassembler.text(answer.cubin)

    def ask(self, questions):
        """One process for several programs; if it fails, for half of them."""
        if len(questions) == 1:
            answer, code = self.compile(questions[0].text)
            if code is None:
                self.report.skip("not disassembled" if answer and answer.code == 0 else "not compiled")
            else:
                self.judge(questions[0], answer, code)
            return
        answer, code = self.compile(together(questions)) if all(isPlain(q.text) for q in questions) else (None, None)
        if code is None:
            half = len(questions) // 2
            self.ask(questions[:half])
            self.ask(questions[half:])
            return
        for number, question in enumerate(questions):
            self.judge(question, answer, code_of(code, prefix_of(number)))

    def judge(self, question, answer, code):
        self.report.counts["facts: programs"] += 1
        for fact, _ in question.facts:
            self.report.counts[f"facts: {fact}"] += 1
        if question.facts:
            lacks = question.missing(code)
            verdict = "facts: missing" if lacks else "facts: all there"
            what = f"{question.name}: {', '.join(lacks)}"
            self.report.answer("facts", verdict, not lacks, what, answer, question.text)


def isPlain(text):
    """Nothing stands beside the module that it names."""
    return not re.search(r"^#", text, re.MULTILINE)


def ask(ours, tools, reports, disassembler, files, targets, levels, together_at_most):
    """Each program is executed once, whoever is asked about it."""
    for begin in range(0, len(files), together_at_most):
        questions = []
        for path in files[begin : begin + together_at_most]:
            question = Question(ours, path)
            if question.fault:
                for report in reports.values():
                    report.skip(question.fault)
            else:
                questions.append(question)
        if not questions:
            continue
        for tool in tools:
            for target in targets:
                for level in levels:
                    Facts(ours, tool, reports[tool.name], disassembler, target, level).ask(questions)


# Seeded bugs that take what a fact asks for out of a program.
BUGS = """
access-narrows-scope masked-store-narrows-scope ptx-narrows-scope store-system-is-device update-narrows-scope
access-loses-ordering ptx-store-loses-release update-drops-release
ptx-load-loses-acquire ptx-update-loses-acquire update-acq-rel-is-release view-load-loses-acquire masked-load-weakens
if-empty-else-drops-effects
""".split()


def witness_of(bug):
    return [path for folder in WITNESSES if (path := folder / f"{bug}.mlir").exists()][:1]


def ask_bugs(ours, right, tools, reports, disassembler, files, target, level):
    """Our own code with a seeded bug, of its witness or of these programs: what is in it must be missed."""
    for tool in tools:
        report = reports[tool.name]
        for path in files or witness_of(tool.bug):
            question = Question(ours, path)
            if question.fault:
                report.skip(question.fault)
                continue
            codes = []
            for compiler in (right, tool):
                answer, code = Facts(ours, compiler, report, disassembler, target, level).compile(question.text)
                codes.append(code)
            if None in codes:
                report.skip("not compiled or disassembled")
                continue
            lacks = question.missing(codes[1])
            verdict = "caught" if lacks else "missed" if codes[0] != codes[1] else "not in the code"
            print(f"{tool.bug}: {verdict}{': ' if lacks else ''}{', '.join(lacks)}", flush=True)
            isRight = verdict != "missed" and not question.missing(codes[0])
            report.answer("bugs", f"bugs: {verdict}", isRight, f"{tool.bug}: {path.name}", answer, question.text)
