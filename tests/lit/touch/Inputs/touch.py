"""touch.py ROOT BUILD PATCH --at-most=N --work=DIR [--program=NAME...] [--test=NAME[:TESTS]]

What an addition costs, and whether a forgotten part of it is seen. PATCH adds something to the sources. It is applied to
copies of the files that it edits; what it adds or edits is compiled as the build does it, and the named programs of the
build are linked with the results into DIR/bin.

- It must edit at most N files that exist.
- With --test, it is applied again without its changes to each of these files in turn: then something must not compile,
  not link, or the unit test NAME (of it, TESTS) must fail. The whole patch must pass it.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys


def read_patch(text):
    """The patch of each file: {path: (is new, text)}."""
    files = {}
    for part in re.split(r"^(?=--- )", text, flags=re.MULTILINE)[1:]:
        old, new = re.match(r"--- (\S+).*\n\+\+\+ (\S+)", part).groups()
        files[new.split("/", 1)[1]] = (old == "/dev/null", part)
    assert files, "the patch holds no file"
    return files


class Broken(Exception):
    """What somebody sees who forgot a part."""


class Tree:
    def __init__(self, root, build, work):
        self.root, self.build, self.work = root, build, work
        self.archiver = shutil.which("llvm-ar") or "ar"
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            self.commands = {os.path.relpath(row["file"], root): row for row in json.load(file)}

    def apply(self, files):
        source = os.path.join(self.work, "src")
        shutil.rmtree(source, ignore_errors=True)
        for path, (is_new, _) in files.items():
            copy = os.path.join(source, path)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            if not is_new:
                shutil.copy(os.path.join(self.root, path), copy)
        text = "".join(part for _, part in files.values())
        done = subprocess.run(["patch", "-p1", "-s", "-d", source], input=text, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"the patch does not apply, make it anew:\n{done.stdout}{done.stderr}")
        return source

    def is_built(self, source, path):
        """Its folder's list names it."""
        listing = os.path.join(os.path.dirname(path), "CMakeLists.txt")
        for root in (source, self.root):
            if os.path.exists(os.path.join(root, listing)):
                with open(os.path.join(root, listing), encoding="utf-8") as file:
                    return os.path.basename(path) in file.read()
        return False

    def included_by(self, header):
        """Sources that include it themselves."""
        for path in self.commands:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                if f'#include "{header}"' in file.read():
                    yield path

    def compile(self, source, path):
        origin = os.path.join(source, path)
        if not os.path.exists(origin):
            origin = os.path.join(self.root, path)
        # A new file is compiled as its neighbours.
        folder = os.path.dirname(path) + "/"
        row = self.commands.get(path) or next(r for p, r in self.commands.items() if p.startswith(folder))
        target = os.path.join(self.work, "obj", path + ".o")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        words = shlex.split(row["command"])
        words[words.index("-o") + 1] = target
        words[words.index("-c") + 1] = origin
        # Edited headers come before those of the tree.
        words.insert(next(i for i, word in enumerate(words) if word.startswith("-I")), "-I" + source)
        for option in ("-MD", "-MF", "-MT"):
            if option in words:
                at = words.index(option)
                del words[at : at + (1 if option == "-MD" else 2)]
        done = subprocess.run(words, cwd=row["directory"], capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "error:" in line]
            raise Broken("does not compile: " + (errors or [done.stderr])[0].split("error: ")[-1].split(" [-W")[0])
        return target

    def objects(self, files):
        source = self.apply(files)
        paths = {path for path in files if path.endswith(".cpp") and self.is_built(source, path)}
        for path in files:
            if path.endswith((".h", ".def")):
                paths.update(self.included_by(path))
        return [self.compile(source, path) for path in sorted(paths)]

    def link(self, program, objects):
        command = subprocess.run(
            ["ninja", "-t", "commands", program], cwd=self.build, capture_output=True, text=True, check=True
        ).stdout.splitlines()[-1]
        words = shlex.split(command.removeprefix(": && ").removesuffix(" && :"))
        at = words.index("-o")
        result = os.path.join(self.work, "bin", os.path.basename(program))
        os.makedirs(os.path.dirname(result), exist_ok=True)
        words[at + 1] = result
        # Of two archives the first is asked first. What the program needs nothing of is left out, as in the build.
        archive = os.path.join(self.work, "first.a")
        if os.path.exists(archive):
            os.remove(archive)
        subprocess.run([self.archiver, "rcs", archive, *objects], check=True)
        words.insert(next(i for i, word in enumerate(words) if word.endswith(".a")), archive)
        done = subprocess.run(words, cwd=self.build, capture_output=True, text=True)
        if done.returncode:
            raise Broken("does not link: " + done.stderr.splitlines()[0].split("error: ")[-1])
        return result


def check(tree, files, test, forgotten=None):
    objects = tree.objects(files)
    # What includes an edited header is compiled again, edited or not.
    if forgotten and forgotten.endswith(".cpp"):
        again = tree.compile(os.path.join(tree.work, "src"), forgotten)
        objects += [again] if again not in objects else []
    name, _, tests = test.partition(":")
    program = tree.link("tests/unit/" + name, objects)
    documents = os.path.join(tree.work, "src", "docs")
    environment = dict(os.environ, TILEFUZZ_DOCS=documents if os.path.isdir(documents) else "")
    command = [program, "--gtest_brief=1", "--gtest_filter=" + (tests or "*")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        failed = re.findall(r"\[  FAILED  \] (\S+)", done.stdout)
        raise Broken("fails " + (failed or [f"with exit code {done.returncode}"])[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("build")
    parser.add_argument("patch")
    parser.add_argument("--at-most", type=int, required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--program", action="append", default=[])
    parser.add_argument("--test")
    options = parser.parse_args()
    with open(options.patch, encoding="utf-8") as file:
        files = read_patch(file.read())
    edited = [path for path, (is_new, _) in files.items() if not is_new]
    print(f"edits {len(edited)} files, at most {options.at_most}")
    if len(edited) > options.at_most:
        sys.exit("too many: " + " ".join(edited))
    shutil.rmtree(options.work, ignore_errors=True)
    tree = Tree(*map(os.path.abspath, (options.root, options.build, options.work)))
    unseen = []
    if options.test:
        for path in edited:
            try:
                check(tree, {p: f for p, f in files.items() if p != path}, options.test, forgotten=path)
                unseen.append(path)
                print(f"without {path}: nothing is red")
            except Broken as broken:
                print(f"without {path}: {broken}")
    try:
        if options.test:
            check(tree, files, options.test)
        objects = tree.objects(files)
        for program in options.program:
            tree.link("bin/" + program, objects)
    except Broken as broken:
        sys.exit(f"with all of it: {broken}")
    print("with all of it: passes")
    if unseen:
        sys.exit("forgotten in silence: " + " ".join(unseen))


main()
