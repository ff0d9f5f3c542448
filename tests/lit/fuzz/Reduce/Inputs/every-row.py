"""every-row.py LIST FOLDER: each reduction that `tile-reduce --list` printed is
named by a test of FOLDER."""

import pathlib
import sys

rows = [line.split()[0] for line in open(sys.argv[1], encoding="utf-8") if line.strip()]
tests = "".join(path.read_text(encoding="utf-8") for path in pathlib.Path(sys.argv[2]).glob("*.cpp"))
assert len(rows) > 20, rows
# `extract` is no row of the table: ExtractTest is about nothing else.
missing = [row for row in rows if row != "extract" and f'"{row}"' not in tests]
assert not missing, f"no test names {', '.join(missing)}"
