"""slurm.py FOLDER ROOT: scripts/slurm/nightly.sbatch on four nodes on this host.

Slurm is that on the PATH, or Debian's packages unpacked in TILEFUZZ_SLURM. Prints one line, which says so if its daemons
cannot start here."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time

folder, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests/lit/fuzz/Campaign/Inputs"))
from stored import stored  # noqa: E402  pylint: disable=wrong-import-position

NODES = ["n1", "n2", "n3", "n4"]
SEARCH = [
    "--programs=2400",
    "--fixed-levels",
    "--seed=3",
    "--pairs=0",
    "--stop-after=cuda-tile-canonicalize",
    "--inject-bug=select-swapped-arms,if-swap-without-negation",
]
unpacked = os.environ.get("TILEFUZZ_SLURM")
environment = dict(os.environ, SLURM_CONF=f"{folder}/slurm.conf")
if unpacked:
    libraries = f"{unpacked}/usr/lib/x86_64-linux-gnu"
    environment["LD_LIBRARY_PATH"] = f"{libraries}:{libraries}/slurm-wlm"
    environment["PATH"] = f"{unpacked}/usr/bin:{unpacked}/usr/sbin:" + os.environ["PATH"]
environment["PATH"] += ":/usr/sbin"
daemons = {}


def program(name):
    """Debian's binaries have a suffix until alternatives are set."""
    for candidate in (name, name + "-wlm"):
        if path := shutil.which(candidate, path=environment["PATH"]):
            return path
    return skip(f"no {name} here")


def stop():
    for daemon in daemons.values():
        daemon.kill()
        daemon.wait()
    for pid in tasks_on(NODES):
        os.kill(pid, signal.SIGKILL)


def skip(why):
    print(f"slurm: skipped: {why}\nslurm: no GPU array")
    stop()
    sys.exit(0)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def tasks_on(nodes):
    """Processes of batch jobs on the nodes, and what watches them."""
    found = set()
    names = {f"SLURMD_NODENAME={node}".encode() for node in nodes}
    ours = f"SLURM_CONF={folder}/slurm.conf".encode()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                words = set(file.read().split(b"\0"))
            if not words & names or ours not in words:
                continue
            found.add(int(pid))
            with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            with open(f"/proc/{parent}/comm", encoding="ascii") as file:
                if file.read().startswith("slurmstepd"):
                    found.add(parent)
        except (OSError, IndexError):
            continue
    return found - {os.getpid()}


def configure():
    control, *ports = free_ports(1 + len(NODES))
    host, user = socket.gethostname(), subprocess.check_output(["id", "-un"], text=True).strip()
    lines = f"""
ClusterName=tilefuzz
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
AuthType=auth/none
CredType=cred/none
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdSpoolDir={folder}/spool.%n
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=5
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=5,sched_min_interval=1000
Licenses=gpu:2
""".lstrip()
    if unpacked:
        lines += f"PluginDir={libraries}/slurm-wlm\n"
    for node, port in zip(NODES, ports):
        lines += f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN\n"
        os.makedirs(f"{folder}/spool.{node}", exist_ok=True)
    lines += "PartitionName=p Nodes=ALL Default=YES MaxTime=60 State=UP\n"
    with open(f"{folder}/slurm.conf", "w", encoding="utf-8") as file:
        file.write(lines)
    os.makedirs(f"{folder}/state", exist_ok=True)


def begin(name, *command):
    with open(f"{folder}/{name}.out", "ab") as log:
        daemons[name] = subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def begin_node(node):
    command = [program("slurmd"), "-D", "-N", node, "-f", f"{folder}/slurm.conf"]
    if unpacked:
        command += ["-d", program("slurmstepd")]
    begin(node, *command)


def ask(*command, check=True):
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert process.returncode == 0 or not check, (command, process.stdout, process.stderr)
    return process.stdout.strip()


def wait_for(what, condition, seconds=120):
    """Polls; false if it took too long."""
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.3)
    print(f"slurm: waited {seconds} s for {what}", file=sys.stderr)
    return False


def state_of(task):
    """State and node of the array task; nothing when it is over."""
    text = ask("squeue", "--noheader", "--array", f"--jobs={job}_{task}", "--format=%T %N", check=False)
    return text.split() + [""] * (2 - len(text.split()))


def running(task):
    return lambda: state_of(task)[0] == "RUNNING" and state_of(task)[1]


def conform():
    """A bundle in three shards, a GPU each: nodes on one host are given none by name (`Gres` of their lines comes to nothing),
    so that a licence of which there are two stands for them."""
    global job  # pylint: disable=global-statement
    bundle, kernels = f"{folder}/k.bundle", f"{root}/corpus/kernels"
    names = ["saxpy", "in_place_swap", "histogram", "prefix_sum", "collatz_steps", "threshold_count"]
    build = ["tile-conform", "build", *(f"{kernels}/{name}.mlir" for name in names), "-o", bundle]
    subprocess.run(build, check=True, capture_output=True, timeout=120)
    tools = os.path.dirname(shutil.which("tile-conform"))
    driver = os.path.join(tools, "..", "lib", "tilecuda", "libcuda.so.1")
    output = ask(
        "sbatch", "--parsable", "--array=1-3", "--gres=none", "--licenses=gpu:1", "--time=10", f"--output={folder}/gpu-%a.log",
        f"--chdir={folder}", f"{root}/scripts/slurm/conform.sbatch", bundle, f"{folder}/results",
        f"--driver={driver}", "--guard=0",
    )  # fmt: skip
    job = output.split(";")[0]
    assert "Licenses=gpu:1" in ask("scontrol", "show", "job", job)
    over = lambda: not ask("squeue", "--noheader", "--array", f"--jobs={job}", check=False)
    assert wait_for("the GPU array", over, 120), ask("squeue", "--array", check=False)
    results = [f"{folder}/results/results-{number}.json" for number in (1, 2, 3)]
    check = subprocess.run(["tile-conform", "check", bundle, *results], capture_output=True, text=True, check=False)
    assert check.returncode == 0 and f"{len(names)} equal" in check.stdout, (check.stdout, check.stderr)
    print(f"slurm: {len(names)} cases in 3 shards, two at a time, all equal")


configure()
begin("slurmctld", program("slurmctld"), "-D", "-f", f"{folder}/slurm.conf")
for each in NODES:
    begin_node(each)
idle = lambda: ask("sinfo", "--noheader", "--format=%D %t", check=False) == "4 idle"
if not wait_for("four idle nodes", idle, 60):
    skip("its daemons cannot start here; logs: " + folder)

try:
    tool = ["tile-fuzz", "nightly", "--jobs=2", "--db=" + f"{folder}/whole.db", *SEARCH]
    assert subprocess.run(tool, capture_output=True, check=False, timeout=300).returncode == 3
    output = ask(
        "sbatch", "--parsable", "--array=1-4", "--cpus-per-task=1", "--time=10", f"--output={folder}/task-%a.log",
        f"--chdir={folder}", f"{root}/scripts/slurm/nightly.sbatch", f"{folder}/shards", *SEARCH,
    )  # fmt: skip
    job = output.split(";")[0]
    disturbed = []
    # A node dies, with all that runs there.
    if wait_for("task 1", running(1)):
        victim = state_of(1)[1]
        daemons.pop(victim).kill()
        for pid in tasks_on([victim]):
            os.kill(pid, signal.SIGKILL)
        disturbed.append("node died")
    # The signal of the time limit.
    if wait_for("task 2", running(2)):
        ask("scancel", "--batch", "--signal=TERM", f"{job}_2", check=False)
        disturbed.append("told to end")
    # An operator drains a node and requeues its task.
    if wait_for("task 3", running(3)):
        drained = state_of(3)[1]
        ask("scontrol", "update", f"NodeName={drained}", "State=DRAIN", "Reason=test")
        ask("scontrol", "requeue", f"{job}_3", check=False)
        ask("scontrol", "update", f"NodeName={drained}", "State=RESUME", check=False)
        disturbed.append("drained")
    assert len(disturbed) == 3, disturbed
    time.sleep(12)
    # It comes back as a machine that was set up again: what it kept of the task would be in the way of the next attempt.
    shutil.rmtree(f"{folder}/spool.{victim}")
    os.makedirs(f"{folder}/spool.{victim}")
    begin_node(victim)
    over = lambda: not ask("squeue", "--noheader", "--array", f"--jobs={job}", check=False)

    def release():
        # Requeued tasks begin late, and are held after a failed launch: an operator lets them go.
        for number in range(1, 5):
            if state_of(number)[0] == "PENDING":
                ask("scontrol", "release", f"{job}_{number}", check=False)
                ask("scontrol", "update", f"JobId={job}_{number}", "StartTime=now", check=False)
        time.sleep(2)
        return over()

    assert wait_for("the array", release, 240), ask("squeue", "--array", check=False)
    shards = [f"{folder}/shards/shard-{number}.db" for number in range(1, 5)]
    merge = ["tile-fuzz", "merge", f"--db={folder}/merged.db", *shards]
    process = subprocess.run(merge, capture_output=True, text=True, check=False, timeout=300)
    assert process.returncode == 3, (process.stdout, process.stderr)
    expected, got = stored(f"{folder}/whole.db"), stored(f"{folder}/merged.db")
    for key, value in expected.items():
        assert got[key] == value, (key, value, got[key])
    assert expected["findings"] and expected["corpus"], expected
    print("slurm: what 4 tasks did is the run of one process")
    conform()
finally:
    stop()
