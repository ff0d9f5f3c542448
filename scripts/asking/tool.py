"""The tool that is asked, and our own programs beside it."""

import contextlib
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Of another release they mislead the tool (docs/sut.md).
MISLEADING = ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "LD_LIBRARY_PATH")

# By the clock a process may take so many times its processor time.
PATIENCE = 10


class AskError(Exception):
    """Something that the user can mend; printed as one line."""


class Answer:
    """What one process of the tool did with one module."""

    def __init__(self, code, errors, seconds, cubin, ptx, mebibytes=0):
        self.code, self.errors, self.seconds, self.cubin, self.ptx = code, errors, seconds, cubin, ptx
        self.mebibytes = mebibytes

    @property
    def first_line(self):
        """Of what it wrote to standard error, without the file's name."""
        lines = [line for line in self.errors.splitlines() if line.strip()]
        return re.sub(r"^\S+/(\S+: )", r"\1", lines[0])[:200] if lines else "no text"

    @property
    def verdict(self):
        if self.code is None:
            return "timeout"
        if self.code < 0:
            return f"signal {-self.code}"
        return f"exit code {self.code}" if self.code else "accepted"


def version_key(text):
    return [int(number) for number in re.findall(r"\d+", text)]


class Tool:
    """A release of tileiras that get-tools fetched, or any program that takes its command line."""

    def __init__(self, program, name, timeout):
        self.program, self.name, self.timeout = pathlib.Path(program), name, timeout
        self.environment = {k: v for k, v in os.environ.items() if k not in MISLEADING}
        self.environment["PATH"] = f"{self.program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        self.processes = 0

    def compile(self, bytecode, target="sm_100", level=3, options=()):
        """Gives bytes to the tool."""
        with tempfile.TemporaryDirectory(prefix="tilefuzz-ask-") as folder:
            source, cubin, ptx = (pathlib.Path(folder) / name for name in ("in.tilebc", "out.cubin", "out.ptx"))
            source.write_bytes(bytecode)
            words = [str(self.program), "--gpu-name", target, f"-O{level}", *options, str(source), "-o", str(cubin)]
            code, errors, seconds, mebibytes = self.start(words, folder, {**self.environment, "TILEFUZZ_PTX": str(ptx)})
            return Answer(
                code,
                errors.replace(str(source), "FILE"),
                seconds,
                cubin.read_bytes() if cubin.exists() else b"",
                ptx.read_text(errors="replace") if ptx.exists() else "",
                mebibytes,
            )

    def start(self, words, folder, environment):
        """Exit code (None: it took too long), standard error, seconds of processor time and the most memory."""
        self.processes += 1
        with open(pathlib.Path(folder) / "errors", "w+", encoding="utf-8", errors="replace") as errors:
            # Of each process, so that a busy machine ends nothing; by the clock it is what hangs that ends.
            process = subprocess.Popen(
                words,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd=folder,
                env=environment,
                start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.timeout, self.timeout + 1)),
            )
            late = threading.Event()

            def end():
                late.set()
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

            timer = threading.Timer(PATIENCE * self.timeout, end)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            # Whoever waits for a process that was ended may say that it failed.
            seconds = usage.ru_utime + usage.ru_stime
            isLate = late.is_set() or seconds >= self.timeout or process.returncode == -signal.SIGXCPU
            return None if isLate else process.returncode, errors.read(), seconds, usage.ru_maxrss / 1024


class OurCompiler:
    """Our own PTX, assembled by the ptxas beside the newest release, with or without a seeded bug."""

    def __init__(self, ours, ptxas, bug):
        self.ours, self.ptxas, self.bug = ours, ptxas, bug
        self.name = f"ours with {bug}" if bug else "ours"

    def compile(self, bytecode, target="sm_100", level=3, options=()):
        with tempfile.TemporaryDirectory(prefix="tilefuzz-ask-") as folder:
            source, ptx, cubin = (pathlib.Path(folder) / name for name in ("in.tilebc", "out.ptx", "out.cubin"))
            source.write_bytes(bytecode)
            bug = [f"--inject-bug={self.bug}"] if self.bug else []
            done = self.ours.run("tile-compile", str(source), "-o", str(ptx), f"--target={target}", *bug)
            if done.returncode:
                return Answer(done.returncode, done.stderr.decode(errors="replace"), 0, b"", "")
            words = [str(self.ptxas), f"-arch={target}", f"-O{level}", *options, str(ptx), "-o", str(cubin)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            code = cubin.read_bytes() if cubin.exists() else b""
            return Answer(done.returncode, done.stderr, 0, code, ptx.read_text())


def newest(tools, name, program):
    """Of what get-tools fetched."""
    found = sorted(tools.glob(f"{name}-*/bin/{program}"), key=lambda path: version_key(path.parent.parent.name))
    if not found:
        raise AskError(f"there is no {program} in {tools}; scripts/get-tools {name}")
    return found[-1]


def find_tools(tools, versions, timeout):
    """The fetched releases of these versions (prefixes, or `all`), oldest first; the newest if none is named."""
    folders = sorted(tools.glob("tileiras-*"), key=lambda folder: version_key(folder.name))
    found = []
    for version in versions or [""]:
        if "/" in version:
            found.append(Tool(version, "tileiras", timeout))
            continue
        there = [
            folder
            for folder in folders
            if version in ("", "all") or f"{folder.name}.".startswith(f"tileiras-{version}.")
        ]
        if not there:
            raise AskError(f"there is no tileiras {version} in {tools}; scripts/get-tools tileiras={version or '13.4'}")
        for folder in there if version == "all" else there[-1:]:
            program = folder / "with-ptx" / "bin" / "tileiras"
            program = program if program.exists() else folder / "bin" / "tileiras"
            found.append(Tool(program, folder.name, timeout))
    return found


class Ours:
    """Programs of the build folder."""

    def __init__(self, build, tools):
        self.bin = build / "bin"
        # Where `tile-fuzz sut` looks for what get-tools fetched.
        self.environment = {**os.environ, "TILEFUZZ_TOOLS": str(tools)}
        if not (self.bin / "tile-translate").exists():
            raise AskError(f"there is no {self.bin}/tile-translate; scripts/build")

    def run(self, name, *words, text=""):
        return subprocess.run(
            [str(self.bin / name), *words],
            input=text.encode() if isinstance(text, str) else text,
            capture_output=True,
            check=False,
            env=self.environment,
        )

    def encode(self, text, *options, version="13.3"):
        """The bytecode of a text, or None."""
        done = self.run("tile-translate", "-", "--to=bytecode", f"--version={version}", *options, text=text)
        return done.stdout if done.returncode == 0 else None

    def reads(self, bytecode):
        """Whether the reader of bytecode accepts it."""
        return self.run("tile-translate", "-", "--to=text", text=bytecode).returncode == 0
