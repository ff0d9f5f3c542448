"""help.py TOOLS: checks what the tools print for --help."""

import os
import re
import subprocess
import sys

OPTION = re.compile(r"^  (-{1,2}[\w-]+)(\S*| <\S+>) +- (.*)$")


def lines_of(tool, *words):
    result = subprocess.run([tool, *words, "--help"], capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


def descriptions(lines):
    """{option: text}, of what follows OPTIONS:. An option without a title is an error."""
    found, title, last = {}, None, None
    for line in lines[lines.index("OPTIONS:") + 1:]:
        if re.match(r"^\S.*:$", line):
            title = line
        elif match := OPTION.match(line):
            assert title, f"{match[1]} has no title"
            last = match[1]
            assert last not in found, f"{last} is listed twice"
            found[last] = match[3]
        elif re.match(r"^    =", line):
            last = None
        elif last and line.strip():
            found[last] += " " + line.strip()
    return found


def check(tool, *words):
    lines = lines_of(tool, *words)
    name = " ".join([os.path.basename(tool), *words])
    overview = lines[0].removeprefix("OVERVIEW: ")
    assert overview[:1].isupper(), f"{name}: {overview}"
    assert any(line.startswith("Exit codes: ") for line in lines), name
    assert any(line.startswith(f"USAGE: {name} ") for line in lines), name
    options = descriptions(lines)
    for option, text in options.items():
        assert text[:1].isupper() and text[-1] in ".:", f"{name} {option}: {text}"
    assert max(map(len, lines)) <= 110, f"{name}: {max(lines, key=len)}"
    print(f"{name}: {len(options)} options")
    return lines


folder = sys.argv[1]
# tile-opt shows options of MLIR's, too; tile-conform-run has no LLVM.
tools = sorted(t for t in os.listdir(folder) if t.startswith("tile-") and t not in
               ("tile-opt", "tile-conform-run", "tile-bench", "tile-enclosures", "tile-growth"))
assert len(tools) >= 9, tools
for tool in tools:
    path = os.path.join(folder, tool)
    lines = check(path)
    if "SUBCOMMANDS:" not in lines:
        continue
    commands = [m[1] for line in lines if (m := re.match(r"^  ([a-z][a-z-]*) +- [A-Z]", line))]
    assert len(commands) >= 3, commands
    for command in commands:
        check(path, command)

# All passes that tile-opt has are shown.
shown = "\n".join(lines_of(os.path.join(folder, "tile-opt")))
listed = subprocess.run([os.path.join(folder, "tile-opt"), "--list-passes"], capture_output=True, text=True, check=True)
passes = re.findall(r"^\s+--([\w-]+) +-   ", listed.stdout, re.MULTILINE)
assert len(passes) > 9, listed.stdout
for name in passes:
    assert f"  --{name} " in shown, f"tile-opt --help does not show the pass {name}"
