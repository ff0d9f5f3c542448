"""Every seeded bug of the fences is found in random functions, and the first function
that shows it is right without the bug."""

import json
import subprocess

STAGE = "tileas-inject-tcgen05-fence"


def tile_fuzz(*arguments):
    process = subprocess.run(
        ["tile-fuzz", *arguments, "--json"], stdout=subprocess.PIPE, check=False
    )
    return process.returncode, json.loads(process.stdout)


_, bugs = tile_fuzz("bugs")
bugs = [bug["name"] for bug in bugs if bug["where"] == STAGE]
assert len(bugs) >= 12
# Of most, 300 have it; a store, a wait for loads and a release behind it are rarer.
FUNCTIONS = {"fence-wait-loads-covers-stores": 400}
for bug in bugs:
    count = FUNCTIONS.get(bug, 300)
    code, found = tile_fuzz("fences", f"--functions={count}", "--inject-bug=" + bug)
    assert code == 3 and found["functions"] == count, (bug, code)
    for finding in found["findings"]:
        assert finding["where"] == STAGE, (bug, finding)
        one = ("fences", "--functions=1", "--first=%d" % finding["index"])
        code, again = tile_fuzz(*one, "--inject-bug=" + bug)
        assert code == 3, (bug, finding, again)
        assert finding["kind"] in {f["kind"] for f in again["findings"]}, (bug, finding, again)
        code, right = tile_fuzz(*one)
        assert code == 0 and not right["findings"], (bug, right)
