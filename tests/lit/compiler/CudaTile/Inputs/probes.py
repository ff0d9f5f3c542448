"""probes.py FILE: single constructs that tile-opt must accept or reject.

A line of FILE is `VERDICT | VALUES | CODE | GIST`:
  VERDICT  accept, or reject with exit code 1 and a located error
  VALUES   what the code uses: `a, b: tile<4xi32>; c: tile<i1>`; or `type`: the
           code is a type; or `module`: it stands in a module; or `file`: it is
           a whole file
  CODE     stands in an entry, `\\n` separates lines
  GIST     of the error; for reject only
Empty lines and lines that start with # are left out. What is accepted must
print as text that reads back as the same operations (which the generic form
spells out: a text may read back as itself and mean something else), and so must
its generic form.
"""

import collections
import re
import subprocess
import sys

Probe = collections.namedtuple("Probe", "verdict values code gist")


def read_probes(path):
    """The probes of a file, each with the number of its line."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in re.split(r" \|(?= |$)", line.rstrip("\n"))]
            probe = Probe(*fields[:3], fields[3] if len(fields) > 3 else "")
            assert probe.verdict == "accept" or (probe.verdict == "reject" and probe.gist), line
            yield number, probe


def opt(text, *flags):
    return subprocess.run(
        ["tile-opt", "-", *flags], input=text, capture_output=True, text=True, check=False
    )


def module_of(values, code):
    code = code.replace("\\n", "\n")
    if values == "file":
        return code
    if values == "module":
        return "cuda_tile.module @m {\n" + code + "\n}\n"
    lines = []
    if values == "type":
        code = "%v = builtin.unrealized_conversion_cast to !cuda_tile." + code
    elif values:
        for group in values.split(";"):
            names, type_ = group.split(":", 1)
            for name in names.split(","):
                lines.append(
                    f"%{name.strip()} = builtin.unrealized_conversion_cast to !cuda_tile.{type_.strip()}"
                )
    return "cuda_tile.module @m {\nentry @k() {\n" + "\n".join(lines) + "\n" + code + "\n}\n}\n"


def check(verdict, text, gist):
    run = opt(text)
    if run.returncode not in (0, 1):
        return f"exit code {run.returncode}"
    if verdict == "reject":
        if run.returncode == 0:
            return "accepted"
        if not re.search(r":\d+:\d+: error: ", run.stderr):
            return "no located error: " + run.stderr
        if gist not in run.stderr:
            return f"says {run.stderr.splitlines()[0]!r}, not {gist!r}"
        return None
    if run.returncode:
        return run.stderr
    again = opt(run.stdout)
    if again.stdout != run.stdout:
        return "does not read back: " + again.stderr
    generic = opt(text, "--mlir-print-op-generic")
    if opt(run.stdout, "--mlir-print-op-generic").stdout != generic.stdout:
        return "reads back as something else: " + run.stdout
    if opt(generic.stdout).stdout != run.stdout:
        return "its generic form does not read back"
    return None


SEPARATOR = "\n// -----\n"


def all_are_accepted(texts):
    """Whether all read back: in five processes rather than in six for each. If
    not, `check` tells which does not, and why."""
    if not texts:
        return True
    source = SEPARATOR.join(texts)
    first = opt(source, "--split-input-file")
    if first.returncode or first.stdout.count(SEPARATOR) != len(texts) - 1:
        return False
    generic, again = (
        opt(text, "--split-input-file", "--mlir-print-op-generic").stdout
        for text in (source, first.stdout)
    )
    return generic == again and all(
        opt(text, "--split-input-file").stdout == first.stdout
        for text in (first.stdout, generic)
    )


def main():
    failures = probes = 0
    accepted = []
    for number, (verdict, values, code, gist) in read_probes(sys.argv[1]):
        probes += 1
        text = module_of(values, code)
        if verdict == "accept":
            accepted.append((number, code, text))
            continue
        problem = check(verdict, text, gist)
        if problem:
            failures += 1
            print(f"{sys.argv[1]}:{number}: {verdict} {code}\n  {problem}")
    if not all_are_accepted([text for _, _, text in accepted]):
        for number, code, text in accepted:
            problem = check("accept", text, "")
            if problem:
                failures += 1
                print(f"{sys.argv[1]}:{number}: accept {code}\n  {problem}")
        if not failures:
            failures = 1
            print(f"{sys.argv[1]}: all are accepted, but not in one file")
    print(f"{probes} probes, {failures} failures")
    return 1 if failures or not probes else 0


if __name__ == "__main__":
    sys.exit(main())
