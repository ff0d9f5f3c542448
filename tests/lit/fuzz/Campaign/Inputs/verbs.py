"""verbs.py FOLDER: one database through every verb."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree

from stored import stored

os.chdir(sys.argv[1])
STAGES = ["--stop-after=cuda-tile-canonicalize"]
BUGS = ["--inject-bug=select-swapped-arms,if-swap-without-negation"]
SEARCH = ["--programs=80", "--seed=2", "--keep-corpus", *STAGES, *BUGS]


def fuzz(code, *arguments, parse=True):
    command = ["tile-fuzz", *arguments] + (["--json"] if parse else [])
    process = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert process.returncode == code, (command, process.returncode, process.stdout)
    return json.loads(process.stdout) if parse else process.stdout.decode()


# The number of workers changes nothing.
fuzz(3, "run", *SEARCH, "--jobs=1", "--db=one.db")
run = fuzz(3, "run", *SEARCH, "--jobs=3", "--db=c.db", "--junit=run.xml", "--sarif=run.sarif")
one, three = stored("one.db"), stored("c.db")
for key, value in one.items():
    assert three[key] == value, (key, value, three[key])
assert run["findings"] == len(one["findings"]) >= 2 and run["waiting"] == 0, run
assert len(one["corpus"]) > 10 and run["newCoverage"] == len(one["coverage"]), run

# The same numbers everywhere.
stats = fuzz(0, "stats", "--db=c.db")
assert (stats["programs"], stats["findings"]) == (80, run["findings"]), stats
assert stats["duplicates"] == run["duplicates"] and stats["coverage"] == run["coverage"]
assert sum(row["comparisons"] for row in stats["stages"]) == stats["comparisons"] > 0
assert "80 programs" in fuzz(0, "stats", "--db=c.db", parse=False)
fuzz(0, "report", "--db=c.db", "--junit=report.xml", "--sarif=report.sarif")
for name in ("run", "report"):
    suite = xml.etree.ElementTree.parse(name + ".xml").getroot()
    assert suite.tag == "testsuites" and suite[0].tag == "testsuite"
    cases = suite.findall("testsuite/testcase")
    failures = suite.findall("testsuite/testcase/failure")
    assert int(suite.get("tests")) == len(cases)
    assert int(suite.get("failures")) == len(failures) == run["findings"]
    assert "#0 cuda-tile-canonicalize\n#1 cuda-tile-" in failures[0].text
    with open(name + ".sarif", encoding="utf-8") as file:
        sarif = json.load(file)
    assert sarif["version"] == "2.1.0" and "sarif-2.1.0" in sarif["$schema"]
    driver = sarif["runs"][0]["tool"]["driver"]
    rules = {rule["id"] for rule in driver["rules"]}
    assert driver["name"] == "tilefuzz"
    results = sarif["runs"][0]["results"]
    assert len(results) == run["findings"]
    for result in results:
        assert result["ruleId"] in rules and result["message"]["text"]
        assert result["level"] == "error" and result["partialFingerprints"]
        place = result["locations"][0]["physicalLocation"]
        assert os.path.exists(place["artifactLocation"]["uri"]), place
        assert len(result["stacks"][0]["frames"]) == 3

# A finding that somebody calls fixed and that shows is a regression.
first, second = fuzz(0, "triage", "--db=c.db")[:2]
assert first["status"] == "new" and first["stack"].count("\n") == 3, first
fuzz(0, "triage", "--db=c.db", str(first["number"]), "--mark=fixed", "--note=revision 5")
fuzz(0, "triage", "--db=c.db", str(second["number"]), "--mark=known")
assert len(fuzz(0, "triage", "--db=c.db", "--status=known")) == 1
fuzz(1, "triage", "--db=c.db", "99", "--mark=known", parse=False)
fuzz(1, "triage", "--db=c.db", "1", "--mark=lost", parse=False)
NIGHT = ["nightly", "--programs=40", "--jobs=2", "--seed=1", "--db=c.db", *STAGES]
night = fuzz(3, *NIGHT, *BUGS, "--fail-on-new")
assert night["replay"]["regressions"] == 1, night["replay"]
assert night["replay"]["shows"] == run["findings"], night["replay"]
assert night["programs"] == 40 + len(one["corpus"]) and os.path.exists("c.html")
again = fuzz(0, "triage", "--db=c.db", str(first["number"]))[0]
assert (again["status"], again["note"]) == ("new", "revision 5"), again
# What nobody settled fails every night, replayed or met again.
assert fuzz(3, *NIGHT, *BUGS, "--fail-on-new")["findings"] == 0
late = fuzz(3, *NIGHT, *BUGS, "--fail-on-new", "--replay-time=0")
assert late["replay"]["shows"] == late["findings"] == 0 < late["duplicates"], late
# Known ones fail a night only without --fail-on-new.
numbers = [str(row["number"]) for row in fuzz(0, "triage", "--db=c.db")]
fuzz(0, "triage", "--db=c.db", *numbers, "--mark=known")
assert fuzz(0, *NIGHT, *BUGS, "--fail-on-new")["findings"] == 0
fuzz(3, *NIGHT, *BUGS)
fuzz(0, "report", "--db=c.db", "--junit=known.xml")
known = xml.etree.ElementTree.parse("known.xml").getroot()
assert known.get("failures") == "0" and int(known.get("skipped")) == len(numbers)

# A database is read from anywhere, and wherever it was moved to.
os.makedirs("moved/here")
for name in ("c.db", "c.findings"):
    os.rename(name, "moved/" + name.replace("c.", "night."))
os.symlink("night.db", "moved/latest.db")
os.chdir("moved/here")
# By a link it is the same one.
rows = fuzz(0, "triage", "--db=../latest.db")
assert rows and all(os.path.exists(row["folder"]) for row in rows), rows
# A report does not replace it.
fuzz(1, "report", "--db=../night.db", "-o", "../latest.db", parse=False)
fuzz(1, "run", "--programs=1", "--db=../night.db", "--junit=../night.db", parse=False)
replay = fuzz(3, "nightly", "--programs=0", "--db=../night.db", *STAGES)["replay"]
assert (replay["shows"], replay["unreadable"]) == (len(numbers), 0), replay
row = fuzz(0, "triage", "--db=../night.db", "1", "--mark=ours")[0]
with open(row["folder"] + "/triage.json", encoding="utf-8") as file:
    assert json.load(file)["status"] == "ours"
fuzz(0, "triage", "--db=../night.db", "1", "--mark=known")
os.chdir("../..")
for name in ("c.db", "c.findings"):
    os.rename("moved/" + name.replace("c.", "night."), name)
with open(first["folder"] + "/finding.json", encoding="utf-8") as file:
    command = json.load(file)["command"].split()
assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 3, command

# Merged, it counts elsewhere.
fuzz(0, "triage", "--db=c.db", "1", "--merge-into=2")
rows = {row["number"]: row for row in fuzz(0, "triage", "--db=c.db")}
assert rows[1]["mergedInto"] == 2 and rows[2]["duplicates"] > rows[1]["duplicates"]
assert fuzz(0, "stats", "--db=c.db")["findings"] == len(rows) - 1

# Stored as it was found, then reduced; the database knows the new folder.
fuzz(3, "run", *SEARCH, "--jobs=2", "--no-reduce", "--max-findings=1", "--db=raw.db")
raw = fuzz(0, "triage", "--db=raw.db")[0]
os.chdir("raw.findings")
smaller = fuzz(0, "reduce", os.path.basename(raw["folder"]))
os.chdir("..")
assert smaller["smaller"] and smaller["after"] < smaller["before"], smaller
row = fuzz(0, "triage", "--db=raw.db")[0]
assert os.path.samefile(row["folder"], smaller["folder"]) and not os.path.exists(raw["folder"])
assert os.path.exists(os.path.join(row["folder"], "original.mlir"))
assert fuzz(3, "repro", row["folder"])["reproduced"]
again = fuzz(0, "reduce", row["folder"])
assert again["after"] <= again["before"] == smaller["after"], again
assert smaller["inTime"] and again["inTime"], (smaller, again)
# Without time nothing is said of the smallest.
fuzz(1, "reduce", row["folder"], "--time=0", parse=False)
assert not fuzz(0, "reduce", row["folder"], "--time=1ms")["inTime"]

# Programs go out and come back, as text and as bytecode.
listed = fuzz(0, "corpus", "list", "--db=c.db")["programs"]
for form in ("text", "bytecode"):
    out = fuzz(0, "corpus", "export", form, "--db=c.db", "--format=" + form)
    assert len(out["exported"]) == len(listed) and not out["refused"], out
    back = fuzz(0, "corpus", "import", form, f"--db={form}-back.db")
    assert len(back["added"]) == len(listed) and not back["refused"], back
    again = fuzz(0, "corpus", "import", form, f"--db={form}-back.db")
    assert again["there"] == len(listed) and not again["added"], again
# In another form they are the same programs, but for attributes that mean
# nothing: bytecode has no place for them, and its writer says so.
noted = [
    name
    for name in os.listdir("text")
    if b"has no place for discardable attributes"
    in subprocess.run(
        ["tile-translate", os.path.join("text", name), "-o", os.devnull],
        stderr=subprocess.PIPE,
        check=True,
    ).stderr
]
across = fuzz(0, "corpus", "import", "bytecode", "--db=text-back.db")
assert 0 < len(noted) < len(listed) / 2, (len(noted), len(listed))
assert len(across["added"]) == len(noted) and across["there"] == len(listed) - len(noted), (across, noted)
fuzz(1, "corpus", "export", "c.corpus", "--db=c.db", parse=False)
fuzz(1, "corpus", "import", "text", "--dry-run", "--db=none.db", parse=False)
with open("noise.mlir", "w", encoding="utf-8") as file:
    file.write("this is no program")
assert len(fuzz(1, "corpus", "add", "noise.mlir", "--db=text-back.db")["refused"]) == 1
removable = fuzz(0, "corpus", "minimise", "--db=text-back.db", "--dry-run")
assert removable["kept"] + len(removable["removable"]) == len(listed) + len(noted), removable
fuzz(0, "corpus", "minimise", "--db=text-back.db")
assert len(fuzz(0, "corpus", "list", "--db=text-back.db")["programs"]) == removable["kept"]
