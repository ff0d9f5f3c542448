"""Importing this has cuda.core, and Numba over it, link by the driver (cuLink*), as where nvJitLink is not installed: that
library makes machine code, which the simulated driver refuses."""

import sys

import cuda.bindings
import cuda.core

for package in (cuda.bindings, cuda.bindings._internal):
    if hasattr(package, "nvjitlink"):
        del package.nvjitlink
    sys.modules[f"{package.__name__}.nvjitlink"] = None
assert cuda.core.Linker.which_backend() == "driver"
