"""ci.py WORKFLOWS FOLDER: runs the commands of the workflows, as their engines would, each job in a folder of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

SHARDS = 4
BUG = "--inject-bug=select-swapped-arms --stop-after=cuda-tile-canonicalize --pairs=0"
INSTALL = "apt-get update && apt-get install -y ./tilefuzz_*.deb"


def indent_of(line):
    return len(line) - len(line.lstrip())


def block(lines, start):
    """The lines below `start` that are indented more."""
    found = []
    for line in lines[start + 1 :]:
        if line.strip() and indent_of(line) <= indent_of(lines[start]):
            break
        found.append(line)
    return found


def jobs_of_github(lines):
    """Job to its commands, one script a step."""
    jobs = {}
    for at, line in enumerate(lines):
        if re.fullmatch(r"  (shard|merge):", line):
            body = block(lines, at)
            runs = [n for n, text in enumerate(body) if text.strip() == "run: |"]
            jobs[line.strip(" :")] = ["\n".join(text.strip() for text in block(body, n)) for n in runs]
    return jobs


def jobs_of_gitlab(lines):
    """The commands of a job are one script; those before it are the same for all."""
    before = [text.strip()[2:] for text in block(lines, lines.index("  before_script:"))]
    jobs = {}
    for at, line in enumerate(lines):
        if line in ("shard:", "merge:"):
            body = block(lines, at)
            script = [text.strip()[2:] for text in block(body, body.index("  script:"))]
            jobs[line.strip(":")] = ["\n".join(before), "\n".join(script)]
    return jobs


def run(scripts, work, variables):
    """The exit code of the first step that fails; 0 if none does."""
    for script in scripts:
        if script == INSTALL:
            continue
        for name, value in variables.items():
            script = script.replace("${{ " + name + " }}", value)
        assert "${{" not in script, script
        environment = {**os.environ, **{n: v for n, v in variables.items() if n.isupper()}}
        command = ["bash", "-e", "-o", "pipefail", "-c", script]
        process = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
        if process.returncode:
            print(process.stdout, process.stderr, file=sys.stderr)
            return process.returncode
    return 0


def night(jobs, work, number, options):
    """The same path for every job, as engines have; what the jobs hand on is copied."""
    artifacts, cache, job = (os.path.join(work, name) for name in ("artifacts", "cache", "job"))
    shutil.rmtree(artifacts, ignore_errors=True)
    os.makedirs(cache, exist_ok=True)

    def begin():
        shutil.rmtree(job, ignore_errors=True)
        os.makedirs(job)
        shutil.copytree(cache, job + "/night")

    for shard in range(1, SHARDS + 1):
        begin()
        variables = {
            "matrix.shard": str(shard),
            "github.run_number": str(number),
            "CI_NODE_INDEX": str(shard),
            "CI_NODE_TOTAL": str(SHARDS),
            "CI_PIPELINE_IID": str(number),
            "PROGRAMS": "60",
            "OPTIONS": options,
        }
        assert run(jobs["shard"], job, variables) == 0, shard
        shutil.copytree(job + "/shards", artifacts, dirs_exist_ok=True)
    begin()
    shutil.copytree(artifacts, job + "/shards")
    code = run(jobs["merge"], job, variables)
    shutil.rmtree(cache)
    shutil.copytree(job + "/night", cache)
    with open(job + "/tilefuzz.sarif", encoding="utf-8") as file:
        results = json.load(file)["runs"][0]["results"]
    suites = xml.etree.ElementTree.parse(job + "/tilefuzz.xml").getroot()
    assert os.path.exists(job + "/tilefuzz.html")
    return code, len(results), int(suites.get("failures"))


def try_workflow(path, parse, work):
    with open(path, encoding="utf-8") as file:
        jobs = parse(file.read().splitlines())
    assert set(jobs) == {"shard", "merge"} and all(jobs.values()), jobs
    assert all(scripts[0] == INSTALL for scripts in jobs.values()), jobs
    code, results, failures = night(jobs, work, 3, BUG)
    assert code == 3 and results == failures > 0, (path, code, results, failures)
    database = "--db=" + os.path.join(work, "cache", "tilefuzz.db")
    listed = json.loads(subprocess.check_output(["tile-fuzz", "triage", database, "--json"]))
    numbers = [str(row["number"]) for row in listed]
    subprocess.run(["tile-fuzz", "triage", database, *numbers, "--mark=known"], check=True, stdout=subprocess.DEVNULL)
    assert os.listdir(os.path.join(work, "cache", "tilefuzz.corpus"))
    code, results, failures = night(jobs, work, 4, BUG)
    assert code == 0 and failures == 0, (path, code, results, failures)
    print(f"{os.path.basename(path)}: a night of {SHARDS} shards, and the next one")


workflows, folder = sys.argv[1:]
for name, reader in (("github.yml", jobs_of_github), ("gitlab.yml", jobs_of_gitlab)):
    os.makedirs(os.path.join(folder, name))
    try_workflow(os.path.join(workflows, name), reader, os.path.join(os.path.abspath(folder), name))
