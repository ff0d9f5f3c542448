"""pair.py FILE FOLDER: checks hand-made pairs of programs.

FILE holds the launch lines, a line `// entry (PARAMETERS)`, and the bodies of
an entry: `//--- source`, `//--- lost: WORDS`, `//--- elsewhere: WORDS`,
`//--- sound`, `//--- open: WORDS`.
Each target is compared with the source in cuda_tile, in nv_tileaa, and across the two; with
the source's locations and, as another tool would leave it, without. A lost one
must be reported, and in words where there are locations; so must one that is lost
elsewhere, though it is kept in this launch, which may do the same; a sound one
must not; of an open one nothing must be said.
"""

import re
import subprocess
import sys

path, folder = sys.argv[1:]
text = open(path).read()
header, *sections = re.split(r"^//--- ", text, flags=re.M)
launch = "".join(
    line + "\n" for line in header.splitlines() if line.startswith("// tilefuzz.")
)
parameters = re.search(r"^// entry (\(.*\))$", header, flags=re.M).group(1)

# In the order of what tile-verify-order says.
FORMS = {
    "conflict": r"lost order \(conflict\): \S+ \({0}\) before \S+ \({1}\)",
    "before-release": r"lost order \(before-release\): \S+ \({0}\) before \S+ \({1}\)",
    "after-acquire": r"lost order \(after-acquire\): \S+ \({0}\) before \S+ \({1}\)",
    "same-place": r"lost order \(same-place\): \S+ \({0}\) before \S+ \({1}\)",
    "log": r"lost order \(log\): \S+ \({0}\) before \S+ \({1}\)",
    "weakened": r"weakened: \S+ \({0}\)",
    "gone": r"gone: \S+ \({0}\)",
    "new": r"new: \S+ \({0}\)",
    "outcome": r"lost in other runs\n  new outcome: ",
}


def run(*command):
    process = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False
    )
    return process.returncode, process.stdout + process.stderr


def write(name, body):
    """The program at both levels, and without locations."""
    files = {"cuda": f"{folder}-{name}.mlir"}
    with open(files["cuda"], "w") as file:
        file.write(launch)
        file.write(f"cuda_tile.module @m {{\n  entry @k{parameters} {{\n")
        file.write(body)
        file.write("    return\n  }\n}\n")
    convert = "--convert-cuda-tile-to-tileaa=compute-capability=90"
    for level, arguments in [
        ("aa", [convert, "--mlir-print-debuginfo"]),
        ("cuda-bare", []),
        ("aa-bare", [convert]),
        ("aa-generic", [convert, "--mlir-print-op-generic"]),
    ]:
        files[level] = f"{folder}-{name}.{level}.mlir"
        code, output = run("tile-opt", files["cuda"], *arguments, "-o", files[level])
        assert code == 0, (name, output)
    return files


source, targets = None, []
for section in sections:
    title, body = section.split("\n", 1)
    name, _, words = title.partition(": ")
    if name == "source":
        source = write(name, body)
    else:
        targets.append((name, words, write(f"{name}{len(targets)}", body)))
assert targets

for name, words, files in targets:
    for before, after in [
        ("cuda", "cuda"),
        ("aa", "aa"),
        ("cuda", "aa"),
        ("cuda", "cuda-bare"),
        ("cuda", "aa-bare"),
        ("aa", "aa-generic"),
    ]:
        code, output = run(
            "tile-verify-order",
            source[before],
            files[after],
            "--launch=" + source["cuda"],
        )
        where = (name, words, before, after, output)
        if name == "sound":
            assert code == 0 and "does not show" not in output, where
            continue
        if name == "open":
            assert code == 4 and words in output, where
            continue
        if name == "elsewhere":
            assert code == 0 and "kept in this launch, which does not show" in output, where
        else:
            assert name == "lost" and code == 3, where
        if "-" in after:
            continue
        kind, *names = words.split()
        assert re.search(FORMS[kind].format(*names), output), where
        # Nothing else is lost.
        assert len(re.findall(r"^  (lost order|weakened|gone|new)", output, re.M)) == 1, where
