"""One program in every release, target and level: what each says, and where it changed for the worse.

The verdicts are those of `tile-fuzz sut --replay`: where the release keeps its PTX, it is executed and compared.
"""

import re

TARGETS, LEVELS = ("sm_80", "sm_90", "sm_100", "sm_120"), (0, 1, 2, 3)


def verdict_of(ours, tool, path, run):
    """One word for what a release does, or None if it does not have the run."""
    version = tool.name.removeprefix("tileiras-")
    done = ours.run("tile-fuzz", "sut", f"--sut=tileiras={version}", f"--run={run}", f"--replay={path}")
    if " has no sm_" in done.stderr.decode(errors="replace"):
        return None
    match = re.search(r"^(?:@\S+|the entry): ([\w-]+)(?:: (.*))?$", done.stdout.decode(errors="replace"), re.MULTILINE)
    if not match:
        return "no verdict"
    if match[1] == "skipped":
        # Of an older bytecode, say, or PTX that is not executed.
        return f"skipped ({match[2]})"
    return match[1]


def change_of(verdicts):
    """The releases between which a run became bad: `verdicts` is oldest first, release and verdict."""
    good = None
    for name, verdict in verdicts:
        if verdict == "same":
            good = name
        elif good and verdict and not verdict.startswith("skipped"):
            return f"last good {good}, first bad {name}"
    return None


def ask(ours, tools, files, report_of, targets, levels):
    for path in files:
        print(path)
        for target in targets or TARGETS:
            for level in levels or LEVELS:
                run = f"{target}-O{level}"
                verdicts = [(tool.name.removeprefix("tileiras-"), verdict_of(ours, tool, path, run)) for tool in tools]
                if not any(verdict for _, verdict in verdicts):
                    continue
                change = change_of(verdicts)
                words = ", ".join(f"{name} {verdict}" for name, verdict in verdicts if verdict)
                print(f"  {run}: {words}" + (f"; {change}" if change else ""), flush=True)
                for tool, (_, verdict) in zip(tools, verdicts):
                    if verdict and not verdict.startswith("skipped"):
                        report_of[tool.name].counts[f"releases: {verdict}"] += 1
