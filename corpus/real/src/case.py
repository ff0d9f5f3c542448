# SPDX-License-Identifier: Apache-2.0
"""What a kernel is exported and judged with: arguments, a launch, and what NumPy says its memory must hold."""

import dataclasses

import cuda.tile as ct
import numpy as np

I = ct.Constant[int]

# Element type: its name in launches, that of the front end, and the type of NumPy that its bytes are read as.
TYPES = {
    "f64": (ct.float64, np.float64),
    "f32": (ct.float32, np.float32),
    "f16": (ct.float16, np.float16),
    "bf16": (ct.bfloat16, np.uint16),
    "i64": (ct.int64, np.int64),
    "i32": (ct.int32, np.int32),
    "i16": (ct.int16, np.int16),
    "i8": (ct.int8, np.int8),
    "u64": (ct.uint64, np.uint64),
    "u32": (ct.uint32, np.uint32),
    "u16": (ct.uint16, np.uint16),
    "u8": (ct.uint8, np.uint8),
    "f8E4M3FN": (ct.float8_e4m3fn, np.uint8),
    "f8E5M2": (ct.float8_e5m2, np.uint8),
}


def _eight_bits(exponent_bits, bias):
    """Values of all patterns of a float of eight bits; its NaNs and infinities are none of ours."""
    mantissa_bits = 7 - exponent_bits
    values = []
    for pattern in range(256):
        sign = -1.0 if pattern & 128 else 1.0
        exponent = pattern >> mantissa_bits & (1 << exponent_bits) - 1
        mantissa = pattern & (1 << mantissa_bits) - 1
        if exponent == 0:
            value = mantissa * 2.0 ** (1 - bias - mantissa_bits)
        else:
            value = (1 + mantissa * 2.0**-mantissa_bits) * 2.0 ** (exponent - bias)
        values.append(sign * value)
    return np.array(values)


EIGHT_BITS = {"f8E4M3FN": _eight_bits(4, 7), "f8E5M2": _eight_bits(5, 15)}


def values_of(kind, raw):
    """Bytes of a buffer as numbers that NumPy computes with."""
    numbers = np.frombuffer(raw, dtype=TYPES[kind][1])
    if kind == "bf16":
        return (numbers.astype(np.uint32) << 16).view(np.float32)
    if kind in EIGHT_BITS:
        return EIGHT_BITS[kind][numbers].astype(np.float32)
    return numbers


@dataclasses.dataclass
class Array:
    name: str
    kind: str
    shape: tuple
    init: str = "fill(0)"

    @property
    def launch_kind(self):
        return self.kind.replace("u", "i") if self.kind[0] == "u" else self.kind

    @property
    def strides(self):
        strides, step = [], 1
        for extent in reversed(self.shape):
            strides.insert(0, step)
            step *= extent
        return strides


@dataclasses.dataclass
class ArrayList:
    """A list of arrays of one dimension: a kernel is given a table of their addresses, lengths and strides."""

    name: str
    kind: str
    lengths: tuple
    init: str = "fill(0)"

    @property
    def arrays(self):
        return [Array(f"{self.name}{i}", self.kind, (n,), self.init) for i, n in enumerate(self.lengths)]


@dataclasses.dataclass
class Scalar:
    kind: str
    value: float


@dataclasses.dataclass
class Case:
    """`expected` gets the initial arrays by name, and returns those that the kernel changes. `tolerance` is relative
    to the magnitude of the result and absolute; None: every bit is as it must be."""

    name: str
    kernel: object
    grid: tuple
    args: list
    expected: object
    tolerance: tuple = None
    seed: int = 1
    # A folder of corpus/findings that says why the interpreter has another result.
    known: str = ""
    # The first version of bytecode that can say it.
    since: str = "13.1"


    @property
    def arrays(self):
        """Whose memory is looked at, in the order of buffers."""
        return [a for arg in self.args for a in getattr(arg, "arrays", [arg]) if isinstance(a, Array)]


CASES = []


def case(name, kernel, grid, args, expected, tolerance=None, known="", since="13.1"):
    """`args`: Array, ArrayList, Scalar, or an int for what the kernel takes as a constant."""
    assert all(c.name != name for c in CASES), name
    CASES.append(Case(name, kernel, grid, args, expected, tolerance, len(CASES) + 1, known, since))


# By how much a result of so many roundings in a format may be off.
NEAR = {"f64": (1e-12, 1e-12), "f32": (2e-5, 2e-5), "f16": (4e-3, 4e-3), "bf16": (3e-2, 3e-2)}
