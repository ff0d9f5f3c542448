"""interrupt.py FOLDER INPUTS: a signal ends the run and what the tool started at once,
not when the tool ends."""

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


add = pathlib.Path(sys.argv[2], "add.mlir")
for name, language, argument in (
    ("functions", "functions", "--programs=20"),
    ("tiles", "cuda_tile", "--programs=20"),
    ("replay", "functions", f"--replay={add}"),
):
    started = pathlib.Path(f"{name}.pid")
    description = {
        "name": "slow",
        "kind": "ir-to-ir",
        "language": language,
        "command": [
            "sh",
            "-c",
            # The name appears with its contents.
            f"sleep 3000 & echo $! > new; mv new {started}; wait; cp {{in}} {{out}}",
        ],
        "timeout": 1000,
    }
    pathlib.Path("slow.json").write_text(json.dumps(description), encoding="utf-8")
    with subprocess.Popen(
        [
            "tile-fuzz",
            "sut",
            "--sut=slow.json",
            argument,
            "--jobs=1",
            f"--out={name}",
        ]
    ) as process:
        while not started.exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        # The tool would take its 3000 seconds.
        code = process.wait(timeout=300)
        assert code == 4, (name, code)
    pid = int(started.read_text(encoding="utf-8"))
    # Whoever adopts it may take a moment to collect it.
    for _ in range(1000):
        if not is_running(pid):
            break
        time.sleep(0.01)
    assert not is_running(pid), pid
