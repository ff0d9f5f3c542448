"""Reads the .pth files of the folders that PYTHONPATH names, as Python does of where packages are installed: numba-cuda
takes the place of Numba's own target of CUDA so, in processes that a test starts, too. Before Numba, driver_linker is
imported."""

import os
import site
import sys


class BeforeNumba:
    def find_spec(self, name, path=None, target=None):
        if name == "numba":
            sys.meta_path.remove(self)
            import driver_linker  # noqa: F401
        return None


sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.meta_path.insert(0, BeforeNumba())
for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    if folder and os.path.isdir(folder):
        site.addsitedir(folder)
