"""differ.py A.json B.json CASE...: fails unless the two files of results have other
contents for each of the cases."""

import json
import sys


def contents(path):
    with open(path) as file:
        return {case["name"]: case["buffers"] for case in map(json.loads, file) if "name" in case}


first, second = map(contents, sys.argv[1:3])
for name in sys.argv[3:]:
    assert first[name] != second[name], name
