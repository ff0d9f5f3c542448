"""interrupt.py FOLDER INPUTS: a signal ends the run and what the tool started at once,
not when the tool ends; what was found until then is stored, though not reduced."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

os.chdir(sys.argv[1])


def is_running(pid):
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return ") Z " not in status


def interrupt(name, language, arguments, script, code):
    """Runs a tool that says when it sleeps, and ends the run then."""
    started = pathlib.Path(f"{name}.pid")
    description = {
        "name": "slow",
        "kind": "ir-to-ir",
        "language": language,
        # The name appears with its contents.
        "command": [
            "sh",
            "-c",
            script.replace(
                "SLEEP", f"{{ sleep 3000 & echo $! > new; mv new {started}; wait; }}"
            ),
        ],
        "timeout": 1000,
    }
    pathlib.Path("slow.json").write_text(json.dumps(description), encoding="utf-8")
    with subprocess.Popen(
        ["tile-fuzz", "sut", "--sut=slow.json", *arguments, "--jobs=1", f"--out={name}"]
    ) as process:
        while not started.exists():
            assert process.poll() is None, name
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        # The tool would take its 3000 seconds.
        got = process.wait(timeout=300)
        assert got == code, (name, got)
    pid = int(started.read_text(encoding="utf-8"))
    # Whoever adopts it may take a moment to collect it.
    for _ in range(1000):
        if not is_running(pid):
            break
        time.sleep(0.01)
    assert not is_running(pid), pid


add = pathlib.Path(sys.argv[2], "add.mlir")
for name, language, argument in (
    ("functions", "functions", "--programs=20"),
    ("tiles", "cuda_tile", "--programs=20"),
    ("replay", "functions", f"--replay={add}"),
):
    interrupt(name, language, [argument], "SLEEP; cp {in} {out}", 4)

# The first process shows something; the second one, of the reduction or of the
# next program, does not end.
for name, language, change in (
    ("wrong-functions", "functions", "s/arith.addi/arith.subi/"),
    ("wrong-tiles", "cuda_tile", "s/entry @main/entry @other/"),
):
    once = f"if [ -e {name}.once ]; then SLEEP; fi; touch {name}.once; "
    interrupt(name, language, ["--programs=20"], once + f"sed '{change}' {{in}} > {{out}}", 3)
    summary = json.loads(pathlib.Path(name, "summary.json").read_text(encoding="utf-8"))
    findings = summary["findings"]
    assert findings and summary["newFindings"] == len(findings), summary
    assert summary["comparisons"] > 0 or name == "wrong-tiles", summary
    for finding in findings:
        assert finding["reduced"] is False, finding
        folder = pathlib.Path(finding["folder"])
        record = json.loads((folder / "finding.json").read_text(encoding="utf-8"))
        assert record["isSmallest"] is False, record
        assert (folder / "program.mlir").stat().st_size > 0, folder
    # What was not answered is no program that was skipped, or that timed out.
    assert "interrupted" not in json.dumps(summary), summary
    assert all(f["kind"] != "timeout" for f in findings), findings
