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
import pathlib
import re
import subprocess
import tempfile

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


def missing(run, code):
    """The facts that the disassembly lacks, and how many there are."""
    facts = sorted(set(facts_of(run)))
    return [f"{fact} {width}" if width else fact for fact, width in facts if not holds(fact, width, code)], facts


class Disassembler:
    def __init__(self, program):
        self.program = program

    def text(self, cubin):
        with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
            file.write(cubin)
            file.flush()
            done = subprocess.run([self.program, "-c", file.name], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None


def ask(ours, tool, report, disassembler, files, target, level):
    for path in files:
        run = Run(ours, pathlib.Path(path))
        if run.fault:
            report.skip(run.fault)
            continue
        text = path.read_text(encoding="utf-8")
        bytecode = ours.encode(text)
        answer = None if bytecode is None else tool.compile(bytecode, target, level)
        if answer is None or answer.code != 0:
            report.skip("not compiled")
            continue
        code = disassembler.text(answer.cubin)
        if code is None:
            report.skip("not disassembled")
            continue
        lacks, facts = missing(run, code)
        report.counts["facts: programs"] += 1
        for fact, _ in facts:
            report.counts[f"facts: {fact}"] += 1
        if facts:
            verdict = "facts: missing" if lacks else "facts: all there"
            report.answer("facts", verdict, not lacks, f"{path.name}: {', '.join(lacks)}", answer, text)
