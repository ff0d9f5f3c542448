"""Runs one case on a CUDA driver, by ctypes, and compares: run.py LIBRARY PTX ENTRY CASES CASE. Used by scripts/real-ptx.

The module CASES gives what a kernel is called with. It may say how its producer calls the kernel (`entry`) and passes
arrays (`passed`), how large dynamic shared memory is, and what follows the arguments (`trailing`).
"""

import ctypes
import importlib
import sys

import numpy as np


class Driver:
    """Calls of the driver; a status other than success ends the program."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def __getattr__(self, name):
        def call(*arguments):
            status = getattr(self.library, name)(*arguments)
            if status:
                text = ctypes.c_char_p()
                self.library.cuGetErrorName(status, ctypes.byref(text))
                sys.exit(f"{name}: {text.value.decode()}")

        return call


def as_bytes(data):
    return (ctypes.c_char * len(data)).from_buffer_copy(data)


def compare(number, got, wanted, tolerance, change=None):
    if change:
        got = change(got)
    got, wanted = got.ravel(), np.asarray(wanted).ravel()
    if tolerance == 0:
        wrong = np.flatnonzero(got != wanted.astype(got.dtype))
    else:
        scale = max(1.0, float(np.abs(wanted).max()))
        wrong = np.flatnonzero(~(np.abs(got.astype(np.result_type(wanted, np.float64)) - wanted) <= tolerance * scale))
    if len(wrong):
        at = wrong[0]
        sys.exit(f"argument {number}: {len(wrong)} of {len(got)} differ, the first [{at}]: {got[at]}, not {wanted[at]}")


def main(library, ptx, entry, module, name):
    cases = importlib.import_module(module)
    launches, expected = cases.CASES[name][-1]()
    extras = getattr(cases, "EXTRAS", lambda _: {})(ptx)
    entry = extras.get("entry", str)(entry)
    passed = extras.get("passed")
    cuda = Driver(library)
    cuda.cuInit(0)
    context, loaded, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    cuda.cuCtxSetCurrent(context)
    with open(ptx, "rb") as file:
        cuda.cuModuleLoadData(ctypes.byref(loaded), file.read() + b"\0")
    cuda.cuModuleGetFunction(ctypes.byref(function), loaded, entry.encode())
    memory = {}
    for grid, block, arguments in launches:
        values = []
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                if id(argument) not in memory:
                    address = ctypes.c_uint64()
                    cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(argument.nbytes))
                    data = np.ascontiguousarray(argument).tobytes()
                    cuda.cuMemcpyHtoD_v2(address, data, ctypes.c_size_t(len(data)))
                    memory[id(argument)] = address
                address = memory[id(argument)]
                values.append(as_bytes(passed(address.value, argument)) if passed else address)
            else:
                values.append(as_bytes(argument.tobytes()))
        values += [ctypes.c_uint64(0)] * extras.get("trailing", 0)
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
        shared = extras.get("shared", 0)
        cuda.cuLaunchKernel(function, *grid, 1, *(extras.get("block") or block), 1, shared, None, pointers, None)
    cuda.cuCtxSynchronize()
    for number, wanted in expected.items():
        argument = launches[0][2][number]
        got = np.empty(argument.shape, argument.dtype)
        cuda.cuMemcpyDtoH_v2(ctypes.c_void_p(got.ctypes.data), memory[id(argument)], ctypes.c_size_t(got.nbytes))
        compare(number, got, *wanted)


main(*sys.argv[1:])
