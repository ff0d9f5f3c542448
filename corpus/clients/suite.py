"""Runs tests that a package carries, each with its line. Run by scripts/real-clients, a module of tests in a process, and
once more by itself what did not pass there: what a test before it did to the context is nothing of its own.

    suite.py PACKAGE --list       the modules of tests in a package
    suite.py PACKAGE --tests NAME the tests in a module
    suite.py PACKAGE NAME...      runs modules, or single tests, and says `RESULT end name why` of each test
"""

import importlib
import os
import pathlib
import re
import sys
import tempfile
import unittest

# What the driver says where it refuses something; export tables are asked for by every NVRTC, and missed by none.
REFUSED = re.compile(r"unsupported|not supported|(takes|links) PTX only")


class Lines(unittest.TestResult):
    """A line for each test; what the driver says meanwhile is read back from standard error."""

    def __init__(self, to):
        super().__init__()
        self.to = to
        self.ends = []

    def startTest(self, test):
        super().startTest(test)
        self.ends = []
        sys.stderr.flush()
        self.log = tempfile.TemporaryFile()
        self.saved = os.dup(2)
        os.dup2(self.log.fileno(), 2)

    def stopTest(self, test):
        super().stopTest(test)
        sys.stderr.flush()
        os.dup2(self.saved, 2)
        os.close(self.saved)
        self.log.seek(0)
        said = self.log.read().decode(errors="replace").splitlines()
        self.log.close()
        driver = [line.removeprefix("tilecuda: ") for line in said if line.startswith("tilecuda: ")]
        refused = [line for line in driver if REFUSED.search(line) and not line.startswith("cuGetExportTable")]
        end, why = max(self.ends, default=("pass", ""))
        if end == "fail" and refused:
            end, why = "unsupported", refused[-1]
        elif end == "fail" and driver:
            why += f" [{driver[-1]}]"
        print("RESULT", end, test.id(), " ".join(why.split()), file=self.to, flush=True)

    def fails(self, error):
        # The line that says what was wrong, of whatever raised it.
        # What pytest raises where a package is missing.
        if error[0].__name__ == "Skipped":
            self.ends.append(("skip", str(error[1])))
            return
        text = str(error[1]).strip().splitlines()
        self.ends.append(("fail", f"{error[0].__name__}: {text[-1] if text else ''}"))

    def addError(self, test, err):
        if hasattr(self, "log") and not self.log.closed:
            self.fails(err)
        else:
            # Of a class or a module.
            print("RESULT fail", test.id(), f"{err[0].__name__}: {err[1]}".splitlines()[0], file=self.to, flush=True)

    def addFailure(self, test, err):
        self.fails(err)

    def addSubTest(self, test, subtest, err):
        if err:
            self.fails(err)

    def addSkip(self, test, reason):
        if hasattr(self, "log") and not self.log.closed:
            self.ends.append(("skip", reason))
        else:
            print("RESULT skip", test.id(), reason, file=self.to, flush=True)

    def addExpectedFailure(self, test, err):
        pass

    def addUnexpectedSuccess(self, test):
        self.ends.append(("fail", "it passes, which its package does not expect"))


def main():
    package = importlib.import_module(sys.argv[1])
    folder = pathlib.Path(package.__file__).parent
    if sys.argv[2] == "--list":
        for path in sorted(folder.rglob("test_*.py")):
            print(".".join([sys.argv[1], *path.relative_to(folder).with_suffix("").parts]))
        return
    if sys.argv[2] == "--tests":
        suites = [unittest.defaultTestLoader.loadTestsFromName(sys.argv[3])]
        while suites:
            one = suites.pop()
            if isinstance(one, unittest.TestSuite):
                suites += one
            else:
                print(one.id())
        return
    # The tests' own prints are nobody's business.
    to = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    unittest.defaultTestLoader.loadTestsFromNames(sys.argv[2:]).run(Lines(to))


main()
