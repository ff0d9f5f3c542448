# SPDX-License-Identifier: Apache-2.0
"""Kernels of cuTile Python, exported by its own exporter."""

import io
import os
import sys

import numpy as np

from tilefuzz import _memory
from tilefuzz._library import Error
from tilefuzz._module import Module

SYMBOL = "kernel"
# What the reader of libtilefuzz takes.
VERSION = "13.3"


def is_kernel(object_):
    """Whether it is one; cuTile is imported only if the caller did so."""
    tile = sys.modules.get("cuda.tile")
    return tile is not None and isinstance(object_, tile.kernel)


def _types(tile):
    names = ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"]
    types = {name: getattr(tile, name) for name in names if hasattr(tile, name)}
    for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"):
        types[name] = getattr(tile, name)
    types["bool"] = tile.bool_
    return types


def _constraint_of(tile, compilation, value, is_constant, is_shared, what):
    if is_constant:
        return compilation.ConstantConstraint(value)
    types = _types(tile)
    if isinstance(value, np.ndarray):
        if value.dtype.name not in types:
            raise Error(f"{what}: cuTile has no arrays of {value.dtype}")
        if any(stride % value.itemsize for stride in value.strides):
            raise Error(f"{what}: a stride of the array is no number of elements")
        strides = [stride // value.itemsize for stride in value.strides]
        return compilation.ArrayConstraint(
            types[value.dtype.name],
            value.ndim,
            index_dtype=tile.int32,
            stride_lower_bound_incl=0 if all(s >= 0 for s in strides) else None,
            alias_groups=("shared",) if is_shared else (),
            may_alias_internally=any(s == 0 and n > 1 for s, n in zip(strides, value.shape)),
            stride_constant=[1 if i == value.ndim - 1 and s == 1 else None for i, s in enumerate(strides)],
        )
    if isinstance(value, np.generic) and value.dtype.name in types:
        return compilation.ScalarConstraint(types[value.dtype.name])
    if isinstance(value, bool):
        return compilation.ScalarConstraint(tile.bool_)
    if isinstance(value, int):
        return compilation.ScalarConstraint(tile.int32 if -(1 << 31) <= value < 1 << 31 else tile.int64)
    if isinstance(value, float):
        return compilation.ScalarConstraint(tile.float32)
    raise Error(f"{what}: a kernel of cuTile takes arrays, numbers and constants here, not {type(value).__name__}")


def export(kernel, args):
    """The entry that the kernel is for these arguments, the arguments of that, and the place of each array in them."""
    os.environ.setdefault("CUDA_TILE_CACHE_DIR", "off")
    tile = sys.modules["cuda.tile"]
    import cuda.tile.compilation as compilation

    annotated = kernel._annotated_function
    names = list(annotated.pysig.parameters)
    if len(args) != len(names):
        raise Error(f"the kernel has {len(names)} parameters, but {len(args)} arguments are given")
    arrays = [arg for arg in args if isinstance(arg, np.ndarray)]
    shared = {number for region in _memory.regions_of(arrays) if len(region.arrays) > 1 for number in region.arrays}
    constraints, flat, seen = [], [], 0
    for name, node, arg in zip(names, annotated.parameter_annotations, args):
        is_constant = getattr(node, "constant", False)
        is_array = isinstance(arg, np.ndarray)
        is_shared = is_array and seen in shared
        constraints.append(_constraint_of(tile, compilation, arg, is_constant, is_shared, f"parameter '{name}'"))
        if is_array:
            seen += 1
            flat += [arg, *arg.shape, *(stride // arg.itemsize for stride in arg.strides)]
        elif not is_constant:
            flat.append(arg)
    signature = compilation.KernelSignature(constraints, compilation.CallingConvention.cutile_python_v2(), SYMBOL)
    out = io.BytesIO()
    compilation.export_kernel(
        kernel, [signature], out, gpu_code="sm_100", output_format="tileir_bytecode", bytecode_version=VERSION
    )
    return Module(out.getvalue(), name=annotated.pyfunc.__name__)[SYMBOL], flat
