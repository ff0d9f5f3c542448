"""counts.py RESULTS: how the cases of each kind, which is the first part of their names, ended."""
import collections, json, sys

ends = collections.Counter()
for line in open(sys.argv[1]).read().splitlines()[1:]:
    case = json.loads(line)
    ends[case["name"].split("-")[0], case["status"], case.get("error", "")] += 1
for (kind, status, error), count in sorted(ends.items()):
    print(f"{kind}: {count} {status} {error}".rstrip())
