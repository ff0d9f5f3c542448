# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays and numbers as buffers and bits."""

import dataclasses
import struct

import numpy as np

from tilefuzz._library import ELEMENTS, Error, library

# Names of NumPy's types, and of those that ml_dtypes adds.
ELEMENT_OF = {
    "bool": "i1",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "i8", "uint16": "i16", "uint32": "i32", "uint64": "i64",
    "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2", "float8_e8m0fnu": "f8E8M0FNU",
}  # fmt: skip


@dataclasses.dataclass
class Region:
    """Memory that arrays share, from `low` to `high`."""

    low: int
    high: int
    arrays: list


def span_of(array):
    """The addresses of an array's bytes, whatever its strides are."""
    low = high = array.__array_interface__["data"][0]
    if array.size == 0:
        return low, low
    for extent, stride in zip(array.shape, array.strides):
        if stride < 0:
            low += (extent - 1) * stride
        else:
            high += (extent - 1) * stride
    return low, high + array.itemsize


def regions_of(arrays):
    """Arrays that overlap, or lie in each other's gaps, are in one region: the kernel sees the same memory."""
    regions = []
    for low, high, number in sorted((*span_of(array), i) for i, array in enumerate(arrays)):
        if regions and low < regions[-1].high:
            regions[-1].high = max(regions[-1].high, high)
            regions[-1].arrays.append(number)
        else:
            regions.append(Region(low, high, [number]))
    return regions


def check_array(array, element, what):
    """An array has the pointee's elements; unsigned integers of its size hold the bits of any element."""
    if array.dtype.byteorder == ">":
        raise Error(f"{what}: arrays are little-endian here")
    own = ELEMENT_OF.get(array.dtype.name)
    size = library.element_bytes(ELEMENTS.index(element), 2 if element == "f4E2M1FN" else 1)
    is_raw = array.dtype.kind == "u" and array.itemsize == size
    if own != element and not is_raw:
        raise Error(f"{what}: the kernel's pointer is to {element}, the array has {array.dtype}")


def _float_bits(value, element):
    value = float(value)
    if element in ("f32", "tf32"):
        bits = struct.unpack("<I", np.float32(value).tobytes())[0]
        # A tf32 keeps 10 bits of the fraction, rounded to nearest even.
        return bits if element == "f32" or value != value else bits + 0xFFF + (bits >> 13 & 1) & ~0x1FFF
    if element == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if element == "f16":
        return struct.unpack("<H", np.float16(value).tobytes())[0]
    raise Error(f"a scalar of type {element} is given by its bits, as a NumPy unsigned integer")


def scalar_bits(value, element, what):
    """The bits of a number for a scalar parameter; a NumPy scalar of another type is an error, as an array is."""
    if isinstance(value, np.generic):
        own = ELEMENT_OF.get(value.dtype.name)
        width = library.element_bytes(ELEMENTS.index(element), 1)
        if own == element or (value.dtype.kind == "u" and value.dtype.itemsize == width):
            return int.from_bytes(value.tobytes(), "little")
        if own is None or element[0] != own[0]:
            raise Error(f"{what}: the kernel takes {element}, not {value.dtype}")
        value = value.item()
    if element[0] == "i":
        if not isinstance(value, int):
            raise Error(f"{what}: the kernel takes {element}, not {type(value).__name__}")
        width = int(element[1:])
        if not -(1 << width - 1) <= value < 1 << width:
            raise Error(f"{what}: {value} is no {element}")
        return value & (1 << width) - 1
    if not isinstance(value, (int, float)):
        raise Error(f"{what}: the kernel takes {element}, not {type(value).__name__}")
    return _float_bits(value, element)
