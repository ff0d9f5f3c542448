"""operations.py ROOT FOLDER: every registered operation of cuda_tile, and what
shows that it is whole. Fails if an operation lacks
  accept     a probe (*.probes, every-op-1.mlir) that has it and is accepted;
             probes.py reads those back, plain and generic
  reject     a probe that is rejected for it
  program    a generated program with it (tile-fuzz generate), which reads back
             to the same text, plain and generic,
  bytecode   comes back from bytecode to the same text, and
  runs       is executed to its end
or if a rule's text (an error message in compiler/CudaTile) is in no rejection.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys

from probes import module_of

root, folder = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))

# Rules that no probe reaches, and why.
UNREACHED = {
    "div_by every and along must appear together": "the parser reads both or none",
    "hints of '": "the parser says it first",
    "has unsupported optimization hints": "needs an option: hints.mlir",
}


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def roster():
    lines = run("tile-fuzz", "generate", "--list").stdout.splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


def probes():
    """(verdict, code, module text) of every probe."""
    for path in sorted(glob.glob(os.path.join(here, "*.probes"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if not line.strip() or line.startswith("#"):
                    continue
                fields = [field.strip() for field in re.split(r" \|(?= |$)", line.rstrip("\n"))]
                yield fields[0], fields[2], module_of(fields[1], fields[2])


def accepted(texts):
    """How often each operation is in modules that are accepted."""
    result = run(
        "tile-opt",
        "-",
        "--split-input-file",
        "--mlir-print-op-generic",
        text="\n// -----\n".join(texts),
    )
    assert result.returncode == 0, result.stderr[-2000:]
    counts = {}
    for name in re.findall(r'"cuda_tile\.(\w+)"\(', result.stdout):
        counts[name] = counts.get(name, 0) + 1
    return counts


def rejected(cases, names):
    """How often each operation is what a rejection is about; all messages."""
    lines, case_of_line = [], {}
    for number, (_, text) in enumerate(cases):
        start = len(lines)
        lines += text.splitlines() + ["// -----"]
        case_of_line.update(dict.fromkeys(range(start + 1, len(lines) + 1), number))
    result = run("tile-opt", "-", "--split-input-file", "-o", "/dev/null", text="\n".join(lines))
    messages = {}
    for line, message in re.findall(
        r"^[^:\s]+:(\d+):\d+: error: (.*)$", result.stderr, re.MULTILINE
    ):
        messages.setdefault(case_of_line[int(line)], []).append(message)
    counts = {}
    for number, (code, _) in enumerate(cases):
        said = " ".join(messages.get(number, []))
        about = set(re.findall(r"'(?:cuda_tile\.)?(\w+)' op", said)) & set(names)
        about |= set(re.findall(r"custom op '(?:cuda_tile\.)?(\w+)'", said)) & set(names)
        # What the parser says names no operation: it is the last of the code.
        if not about:
            words = [word for word in re.findall(r"\w+", code) if word in names]
            about = set(words[-1:])
        for name in about:
            counts[name] = counts.get(name, 0) + 1
    return counts, result.stderr


def rules():
    """(file, text) of every message that a rule of the dialect emits."""
    literal = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    start = r"(?:emitOpError\(|emitError\((?:[\w.>()-]+, )?|emitError\(\)\s*<<\s*)"
    for path in sorted(glob.glob(os.path.join(root, "compiler/CudaTile/*.cpp"))):
        with open(path, encoding="utf-8") as file:
            source = file.read()
        for match in re.finditer(start + r"\s*" + literal, source):
            text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match.group(1)))
            yield os.path.basename(path), text


def program(name):
    """The evidence that a generated program gives: what fails, or nothing."""
    source = run("tile-fuzz", "generate", "--operation=" + name, "--seed=3",
                 "--knob=notes=0")  # which bytecode has no place for
    if source.returncode:
        return {"program": source.stderr}
    path = os.path.join(folder, name + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source.stdout)
    failures = {}
    plain = run("tile-opt", path).stdout
    generic = run("tile-opt", path, "--mlir-print-op-generic").stdout
    if not re.search(rf'"cuda_tile\.{name}"\(', generic):
        failures["program"] = "does not have the operation"
    for text in (plain, generic):
        if not text or run("tile-opt", "-", text=text).stdout != plain:
            failures["program"] = "does not read back"
    # Files do not hold the module's name.
    binary = os.path.join(folder, name + ".tilebc")
    run("tile-translate", path, "-o", binary)
    back = run("tile-translate", binary).stdout
    if run("tile-opt", "-", text=back).stdout.replace("@kernels", "@generated") != plain:
        failures["bytecode"] = "is another module"
    done = run("tile-run", path)
    if done.returncode:
        failures["runs"] = done.stdout + done.stderr
    return failures


def main():
    names = roster()
    assert len(names) >= 100, names
    cases = list(probes())
    texts = [text for verdict, _, text in cases if verdict == "accept"]
    with open(os.path.join(here, "every-op-1.mlir"), encoding="utf-8") as file:
        texts.append(file.read())
    accepts = accepted(texts)
    rejects, messages = rejected([case[1:] for case in cases if case[0] == "reject"], names)
    lines, failures = [f"{'operation':26} accept reject program bytecode runs"], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        missing_of = dict(zip(names, pool.map(program, names)))
    for name, known in names.items():
        missing = missing_of[name]
        marks = ["-" if mark in missing else "yes" for mark in ("program", "bytecode", "runs")]
        if known[0] != "generated":
            marks[0] = "-"
        counts = [accepts.get(name, 0), rejects.get(name, 0)]
        lines.append(
            f"{name:26} {counts[0]:6} {counts[1]:6} {marks[0]:>7} {marks[1]:>8} {marks[2]:>4}"
        )
        lines += [f"  {mark}: {text}" for mark, text in missing.items()]
        if "-" in marks or 0 in counts:
            failures += 1
            lines.append("  LACKS EVIDENCE")
    texts = sorted(set(rules()))
    for path, text in texts:
        plain = text.replace('\\"', '"').strip()
        if plain not in messages and plain not in UNREACHED:
            failures += 1
            lines.append(f"{path}: no rejection says {text!r}")
    lines.append(f"{len(names)} operations, {len(texts)} rules, {failures} failures")
    print("\n".join(lines), file=sys.stderr if failures else sys.stdout)
    return 1 if failures else 0


sys.exit(main())
