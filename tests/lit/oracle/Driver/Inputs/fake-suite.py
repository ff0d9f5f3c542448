"""Writes tools as get-tools lays them out, of which numba-cuda is a package with four tests.

fake-suite.py FOLDER
"""

import pathlib
import sys

TESTS = '''
import os, pathlib, subprocess, time, unittest

class Cases(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 1, 2)

    def test_sees_the_fetched_toolkit_only(self):
        self.assertTrue(os.environ["CUDA_HOME"].endswith("nvvm-of-cuda-12-1.0/nvidia/fake"))
        self.assertNotIn("CUDA_PATH", os.environ)

    def test_skips(self):
        self.skipTest("it needs two GPUs")

    def test_waits(self):
        child = subprocess.Popen(["sleep", "600"])
        with open(pathlib.Path(__file__).parent / "children", "a") as file:
            print(child.pid, file=file)
        time.sleep(600)
'''

tools = pathlib.Path(sys.argv[1])
package = tools / "numba-cuda-1.0"
for name in ("numba", "numba/cuda", "numba/cuda/tests"):
    (package / name).mkdir(parents=True)
    (package / name / "__init__.py").touch()
(package / "numba/cuda/tests/test_cases.py").write_text(TESTS, encoding="utf-8")
library = tools / "nvvm-of-cuda-12-1.0/nvidia/fake/nvvm/lib64/libnvvm.so"
library.parent.mkdir(parents=True)
library.touch()
for name in ("nvrtc", "filecheck", "cffi"):
    (tools / f"{name}-1.0").mkdir()
