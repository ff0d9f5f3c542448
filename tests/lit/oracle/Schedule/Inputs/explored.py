"""explored.py FILE.json: how much of random loops was explored."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    answer = json.load(file)
explored = [loop["explored"] for loop in answer["loops"] if "explored" in loop]
print(answer["summary"]["not_legal"], "not legal")
for name, variants in [("pipelined loops", 10), ("rings", 6)]:
    some = [one for one in explored if one["variants"] == variants]
    assert len(some) >= 5 and all(one["states"] > 500 for one in some), (name, explored)
    print(f"of {name}: {variants} variants each")
assert sum(not one["unknown"] for one in explored) >= 15, explored
