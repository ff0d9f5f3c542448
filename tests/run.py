"""Runs lit over the suites and closes with `N passed, N failed`.

lit finds the shell tests in tests/lit and, through its googletest format, every
test case of the programs in BUILD/tests/unit. A run that executes nothing
fails.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

LIT = "/usr/lib/llvm-22/bin/lit"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="build folder")
    parser.add_argument("lit_args", nargs="*", help="passed to lit, e.g. --filter=X")
    args, extra = parser.parse_known_args()
    suites = [os.path.join(args.build, "tests", name) for name in ("lit", "unit")]
    with tempfile.TemporaryDirectory() as folder:
        results = os.path.join(folder, "results.json")
        command = [LIT, "-sv", "--output", results, *suites, *args.lit_args, *extra]
        status = subprocess.run(command, check=False).returncode
        if not os.path.exists(results):
            print("lit wrote no results", file=sys.stderr)
            return 1
        with open(results, encoding="utf-8") as file:
            codes = [test["code"] for test in json.load(file)["tests"]]
    passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
    skipped = sum(code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED") for code in codes)
    failed = len(codes) - passed - skipped
    line = f"{passed} passed, {failed} failed"
    if skipped:
        line += f", {skipped} skipped"
    print(line, flush=True)
    return 0 if status == 0 and failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
