"""replay.py ROOT: replays corpus/findings; every verdict must be the recorded one,
and the pass to blame. A finding about a tool that scripts/get-tools fetches is
replayed where that release is; else it says so."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])


def version_of(tool):
    return subprocess.run([tool, "--version"], capture_output=True, text=True).stdout


def replay_export(record, program):
    """What becomes of what a front end exports: same, invalid-output, or None if the front end is not here."""
    tools = pathlib.Path(os.environ.get("TILEFUZZ_TOOLS", root / "build" / "tools"))
    front_end = tools / f"{record['sut']}-{record['version']}"
    if not front_end.exists():
        return None
    with tempfile.TemporaryDirectory() as scratch:
        out = f"{scratch}/out.tilebc"
        environment = {**os.environ, "PYTHONPATH": str(front_end), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, program, out], check=True, env=environment)
        read = subprocess.run(["tile-translate", out], capture_output=True)
        return "invalid-output" if read.returncode else "same"


FRONT_ENDS = {"cutile"}
TOOL = {"tileiras": "tileiras={version}"}
versions = {tool: version_of(tool) for tool in ["mlir-opt-22", "opt-22", "llc-22"]}
# Another description of the same program.
versions["mlir-opt-22-memory"] = versions["mlir-opt-22"]
failures = 0
for folder in sorted((root / "corpus" / "findings").iterdir()):
    if not folder.is_dir():
        continue
    record = json.loads((folder / "finding.json").read_text())
    program = next(folder.glob("reproducer.*"))
    if record["sut"] in FRONT_ENDS:
        kind = replay_export(record, program)
        print(f"{folder.name}: {kind or record['sut'] + ' ' + record['version'] + ' is not here'}")
        if kind not in (None, record["kind"]):
            print(f"  recorded: {record['kind']}")
            failures += 1
        continue
    description = TOOL.get(record["sut"], f"{root}/scripts/sut/{record['sut']}.json")
    result = subprocess.run(
        [
            "tile-fuzz",
            "sut",
            f"--sut={description.format(**record)}",
            f"--run={record['run']}",
            f"--replay={program}",
        ],
        capture_output=True,
        text=True,
    )
    if record["sut"] in TOOL and "; scripts/get-tools " in result.stderr:
        print(f"{folder.name}: {record['sut']} {record['version']} is not here")
        continue
    verdicts = [
        line.split(": ")
        for line in result.stdout.splitlines()
        if line.startswith(("@", "the module"))
    ]
    kinds = {verdict[1] for verdict in verdicts}
    print(f"{folder.name}: {', '.join(sorted(kinds)) or result.stderr}")
    # How long a tool takes is no matter of a test.
    slow = [{"same"}, {"timeout"}]
    allowed = slow if record["kind"] == "slow" else [{record["kind"]}]
    if record["sut"] not in TOOL and f"version {record['version']}" not in versions[record["sut"]]:
        allowed.append({"same"})
    if kinds not in allowed:
        print(f"  recorded: {record['kind']}")
        failures += 1
    elif "pass" in record and kinds == {record["kind"]}:
        if {verdict[0] for verdict in verdicts} != {f"the module, {record['pass']}"}:
            print(f"  recorded: {record['pass']}, now {verdicts}")
            failures += 1
    if not (folder / "README.md").exists():
        print("  no README.md")
        failures += 1
print(f"{failures} not as recorded" if failures else "all as recorded")
