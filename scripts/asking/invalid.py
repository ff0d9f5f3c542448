"""What the verifier refuses, one broken rule in each module, written by a writer that does not verify.

The modules are the probes of tests/lit/compiler/CudaTile/Inputs. A probe's values come from the entry's parameters,
which must be scalars, and from constants and views of them. The frame, which is the values alone, must be compiled: so
what is refused is refused for the rule. A probe that is accepted here must not be refused there either.
"""

import importlib.util
import re

from asking.tool import ROOT

PROBES = ROOT / "tests/lit/compiler/CudaTile/Inputs"
SIZES = re.compile(r"((?:\d+x)*)(.*)")


def probe_reader():
    spec = importlib.util.spec_from_file_location("probes", PROBES / "probes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class NoFrame(Exception):
    """A value that no frame has."""


class Frame:
    """An entry in which a probe's code stands."""

    def __init__(self):
        self.parameters, self.lines, self.count = [], [], 0

    def parameter(self, kind):
        self.count += 1
        self.parameters.append(f"%arg_{self.count}: tile<{kind}>")
        return f"%arg_{self.count}"

    def tile(self, name, body):
        sizes, element = SIZES.fullmatch(body).groups()
        if not sizes:
            self.parameters.append(f"%{name}: tile<{element}>")
        elif element.startswith("ptr<"):
            ones = "1x" * sizes.count("x")
            pointer = self.parameter(element)
            self.lines.append(f"%{name}_one = reshape {pointer} : tile<{element}> -> tile<{ones}{element}>")
            self.lines.append(f"%{name} = broadcast %{name}_one : tile<{ones}{element}> -> tile<{body}>")
        else:
            zero = "0.0" if "f" in element else "false" if element == "i1" else "0"
            if element == "f8E8M0FNU":
                zero = "1.0"
            self.lines.append(f"%{name} = constant <{element}: {zero}> : tile<{body}>")

    def tensor_view(self, name, body):
        match = re.fullmatch(r"((?:[\d?]+x)*)(\w+)(?:, strides=\[([^\]]*)\])?", body)
        if not match:
            raise NoFrame(body)
        sizes, strides = [s for s in match[1].split("x") if s], [s.strip() for s in (match[3] or "").split(",") if s]
        pointer = self.parameter(f"ptr<{match[2]}>")
        if not sizes:
            self.lines.append(f"%{name} = make_tensor_view {pointer}, shape = [], strides = [] : tensor_view<{body}>")
            return
        words = [self.parameter("i32") if s == "?" else s for s in sizes + strides]
        index = "tile<i32> -> " if "?" in sizes + strides else ""
        self.lines.append(
            f"%{name} = make_tensor_view {pointer}, shape = [{', '.join(words[: len(sizes)])}],"
            f" strides = [{', '.join(words[len(sizes) :])}] : {index}tensor_view<{body}>"
        )

    def view(self, name, kind, body):
        inner = re.search(r"tensor_view<([^<>]*)>", body)
        if not inner:
            raise NoFrame(body)
        self.tensor_view(f"{name}_of", inner[1])
        self.lines.append(f"%{name} = make_{kind} %{name}_of : {kind}<{body}>")

    def add(self, name, kind):
        if kind == "token":
            self.lines.append(f"%{name} = make_token : token")
            return
        match = re.fullmatch(r"(\w+)<(.*)>", kind)
        if not match:
            raise NoFrame(kind)
        if match[1] == "tile":
            self.tile(name, match[2])
        elif match[1] == "tensor_view":
            self.tensor_view(name, match[2])
        else:
            self.view(name, match[1], match[2])

    def text(self, code):
        body = "\n".join([*self.lines, code.replace("\\n", "\n")])
        return f"cuda_tile.module @m {{\nentry @k({', '.join(self.parameters)}) {{\n{body}\n}}\n}}\n"


def split_values(values):
    for group in values.split(";") if values else []:
        names, kind = group.split(":", 1)
        for name in names.split(","):
            yield name.strip(), kind.strip()


def modules(probes, path):
    """For each probe of the file: where it stands, the probe, its text, and that of the frame (None: it has none)."""
    for number, probe in probes.read_probes(path):
        where = f"{path.name}:{number}"
        if probe.values in ("file", "module"):
            yield where, probe, probes.module_of(probe.values, probe.code), None
        elif probe.values == "type":
            yield where, probe, None, None
        else:
            frame = Frame()
            try:
                for name, kind in split_values(probe.values):
                    frame.add(name, kind)
            except NoFrame:
                yield where, probe, None, None
                continue
            yield where, probe, frame.text(probe.code), frame.text("")


def ask(ours, tool, report, files, target):
    probes = probe_reader()
    frames = {}
    for path in files or sorted(PROBES.glob("*.probes")):
        for where, probe, text, frame in modules(probes, path):
            kind = "invalid" if probe.verdict == "reject" else "valid"
            if text is None:
                report.skip(f"{kind}: no frame has its values")
                continue
            if frame is not None and frame not in frames:
                bytecode = ours.encode(frame)
                frames[frame] = bytecode is not None and tool.compile(bytecode, target).code == 0
            if frame is not None and not frames[frame]:
                report.skip(f"{kind}: its frame is not compiled")
                continue
            declared = re.search(r'cuda_tile\.version = "([\d.]+)"', text)
            version = declared[1] if declared else "13.3"
            options = ["--no-verify"] if kind == "invalid" else []
            bytecode = ours.encode(text, *options, version=version)
            if bytecode is None:
                report.skip(f"{kind}: no bytecode can hold it")
                continue
            if kind == "invalid" and ours.reads(bytecode):
                report.skip("invalid: its bytecode does not have the fault")
                continue
            answer = tool.compile(bytecode, target)
            right = answer.code == 0 if kind == "valid" else (answer.code or 0) > 0
            what = f"{where}: {probe.code}" + (f" | {probe.gist}" if probe.gist else "")
            report.answer("invalid", f"{kind}: {answer.verdict}", right, what, answer, text)
