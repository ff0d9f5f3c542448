"""Replays corpus/findings: every verdict must be the recorded one."""

import json
import pathlib
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
version = subprocess.run(
    ["mlir-opt-22", "--version"], capture_output=True, text=True
).stdout
failures = 0
for folder in sorted((root / "corpus" / "findings").iterdir()):
    if not folder.is_dir():
        continue
    record = json.loads((folder / "finding.json").read_text())
    result = subprocess.run(
        [
            "tile-fuzz",
            "sut",
            f"--sut={root}/scripts/sut/{record['sut']}.json",
            f"--run={record['run']}",
            f"--replay={folder}/reproducer.mlir",
        ],
        capture_output=True,
        text=True,
    )
    kinds = {
        line.split(": ")[1] for line in result.stdout.splitlines() if line[:1] == "@"
    }
    print(f"{folder.name}: {', '.join(sorted(kinds)) or result.stderr}")
    allowed = [{record["kind"]}]
    if f"version {record['version']}" not in version:
        allowed.append({"same"})
    if kinds not in allowed:
        print(f"  recorded: {record['kind']}")
        failures += 1
    if not (folder / "README.md").exists():
        print("  no README.md")
        failures += 1
print(f"{failures} not as recorded" if failures else "all as recorded")
