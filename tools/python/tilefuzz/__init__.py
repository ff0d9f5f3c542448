# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of CUDA Tile IR on the CPU, on NumPy arrays.

    result = tilefuzz.launch(grid, kernel, args, schedule=None, check=True)

`kernel` is an entry of a module (text, bytecode or a file) or a kernel object
of cuTile. What is wrong with the kernel (an access out of bounds, any other
undefined behaviour, a race) is told with the place in its source.
"""

from tilefuzz._launch import KernelError, Race, Result, Site, launch
from tilefuzz._library import Error, version
from tilefuzz._module import Entry, Module, Parameter

__all__ = ["Entry", "Error", "KernelError", "Module", "Parameter", "Race", "Result", "Site", "launch", "version"]
__version__ = version()
