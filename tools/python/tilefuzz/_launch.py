# SPDX-License-Identifier: Apache-2.0
"""One launch and what it showed."""

import ctypes as c
import dataclasses
import weakref

import numpy as np

from tilefuzz import _cutile, _library, _memory
from tilefuzz._library import CHECK_ORDERS, CHECK_RACES, ELEMENTS, OUTCOMES, Error, ask, library
from tilefuzz._module import Entry, Module


@dataclasses.dataclass(frozen=True)
class Site:
    """A place of a program: `location` is `file:line:column` of the source that it was made from."""

    location: str
    operation: str
    is_write: bool
    # The name of the parameter or argument whose memory was accessed, and the byte in it.
    buffer: str
    offset: int | None
    # Of the operation's tile, in row-major order.
    element: int | None

    def __str__(self):
        return f"{self.operation} ({self.location})" if self.location else self.operation


@dataclasses.dataclass(frozen=True)
class Race:
    """Two accesses to one place that nothing orders."""

    first: Site
    second: Site

    def __str__(self):
        return f"race on {self.first.buffer}+{self.first.offset}: {self.first} and {self.second}"


class KernelError(Exception):
    """A kernel that went wrong; `result` says how."""

    def __init__(self, result):
        self.result = result
        super().__init__("\n".join([result.summary, *([result.meaning] if result.meaning else []), *map(str, result.races)]))


def _site(raw):
    def text(field):
        return field.decode(errors="replace")

    return Site(
        text(raw.location),
        text(raw.operation),
        bool(raw.is_write),
        text(raw.buffer),
        raw.offset if raw.offset >= 0 else None,
        raw.element if raw.element >= 0 else None,
    )


class Result:
    """How a launch ended. Arrays hold what it left.

    outcome     "completed", "undefined", "race", "limit", "deadlock",
                "unsupported", or "order": what is left depends on the order
    condition   which undefined behaviour, e.g. "out-of-bounds"
    """

    def __init__(self, handle, places):
        self._handle = handle
        self._finalizer = weakref.finalize(self, library.result_free, handle)
        # Per array of the arguments: its buffer and how far its first element lies from the buffer's begin.
        self._places = places

        def text(function):
            return function(handle).decode(errors="replace")

        self.outcome = OUTCOMES[library.outcome_of(handle)]
        self.summary, self.condition = text(library.summary), text(library.condition)
        self.meaning, self.printed = text(library.meaning), text(library.printed)
        self.site = None if self.outcome in ("completed", "order") else _site(library.site_of(handle))
        self.races = []
        first, second = _library.Site(), _library.Site()
        for i in range(library.num_races(handle)):
            library.race(handle, i, c.byref(first), c.byref(second))
            self.races.append(Race(_site(first), _site(second)))
        unstable = _library.Site()
        self.unstable = _site(unstable) if library.is_unstable(handle, c.byref(unstable)) else None
        self.failed_assertions = library.num_failed_assertions(handle)
        self.operations = library.num_operations(handle)

    def __repr__(self):
        return f"<tilefuzz.Result {self.summary}>"

    def _elements(self, array):
        """Buffer and numbers of the elements of an array that was an argument, in its shape."""
        for other, buffer, offset in self._places:
            if other is array:
                break
        else:
            raise ValueError("the array was no argument of the launch")
        at = np.full(array.shape, offset, np.int64)
        for axis, (extent, stride) in enumerate(zip(array.shape, array.strides)):
            shape = [1] * array.ndim
            shape[axis] = extent
            at += (np.arange(extent) * stride).reshape(shape)
        return buffer, at // array.itemsize

    def unspecified(self, array):
        """Which elements the kernel left open: any value is legal there."""
        buffer, numbers = self._elements(array)
        if not library.num_unspecified(self._handle, buffer):
            return np.zeros(array.shape, bool)
        of = np.frompyfunc(lambda i: bool(library.is_unspecified(self._handle, buffer, int(i))), 1, 1)
        return of(numbers).astype(bool)

    def bounds(self, array):
        """The least and the greatest legal value of each element (sums in any order, approximate functions)."""
        buffer, numbers = self._elements(array)
        low, high = array.astype(np.float64), array.astype(np.float64)
        ends, is_nan = (c.c_double(), c.c_double()), c.c_int()
        for at in np.ndindex(array.shape):
            if library.range(self._handle, buffer, int(numbers[at]), *map(c.byref, ends), c.byref(is_nan)):
                low[at], high[at] = ends[0].value, ends[1].value
        return low, high


def _entry_of(kernel):
    if isinstance(kernel, Entry):
        return kernel
    if isinstance(kernel, tuple) and len(kernel) == 2:
        module, name = kernel
        return (module if isinstance(module, Module) else Module(module))[name]
    return (kernel if isinstance(kernel, Module) else Module(kernel)).only_entry()


def _grid_of(grid):
    extents = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
    if not 1 <= len(extents) <= 3 or not all(isinstance(n, (int, np.integer)) and 0 < n < 1 << 24 for n in extents):
        raise Error(f"a grid has one to three extents in [1, 2^24), not {grid!r}")
    return tuple(int(n) for n in extents + (1, 1))[:3]


class _Buffers:
    """The memory of a launch, and what has to be kept until it is over."""

    def __init__(self, arrays, elements, names):
        self.places, self.copies, self.kept = {}, [], []
        self.raw = []
        for region in _memory.regions_of(arrays):
            chosen = [elements[i] for i in region.arrays]
            # Arrays of several types in one memory: it is counted in bytes.
            element = chosen[0] if len(set(chosen)) == 1 and chosen[0] != "i1" else "i8"
            if len(region.arrays) == 1 and chosen[0] == "i1":
                element = "i1"
            size = region.high - region.low
            data = region.low
            if not all(arrays[i].flags.writeable for i in region.arrays):
                copy = c.create_string_buffer(c.string_at(region.low, size), size)
                self.copies.append((copy, region, names[region.arrays[0]]))
                data = c.addressof(copy)
            unit = library.element_bytes(ELEMENTS.index(element), 2 if element == "f4E2M1FN" else 1)
            count = size // unit * (2 if element == "f4E2M1FN" else 1)
            if size % unit:
                element, count = "i8", size
            for i in region.arrays:
                address = arrays[i].__array_interface__["data"][0]
                self.places[i] = (len(self.raw), address - region.low)
            name = "+".join(names[i] for i in region.arrays).encode()
            self.raw.append(_library.Buffer(name, ELEMENTS.index(element), data if size else None, count))

    def finish(self):
        """Memory that must not be written was not."""
        for copy, region, name in self.copies:
            if copy.raw != c.string_at(region.low, region.high - region.low):
                raise Error(f"the kernel writes {name}, an array that is not writeable")


def launch(grid, kernel, args, *, schedule=None, check=True, orders=False, max_operations=0):
    """Runs a kernel on the CPU; arrays are read and written in place.

    grid        one to three numbers of tile blocks
    kernel      an Entry (`Module(...)["name"]`), a pair (module, name), a module
                with one entry, what Module() takes, or a kernel of cuTile
    args        of a module: an array for each pointer, a number for each scalar;
                of cuTile: what its launch() takes
    schedule    "program-order", "reverse", "reverse-blocks", "round-robin" or
                "random:SEED": in which order accesses and blocks are run
    check       True: what goes wrong, races too, is raised as KernelError;
                False: nothing is raised, and a race does not end a run
    orders      also runs other schedules; what depends on them is an outcome
    max_operations  before the outcome "limit"; 0: ten million
    """
    names = [f"args[{i}]" for i in range(len(args))]
    if _cutile.is_kernel(kernel):
        parameters = list(kernel._annotated_function.pysig.parameters)
        array_names = [n for n, arg in zip(parameters, args) if isinstance(arg, np.ndarray)]
        entry, args = _cutile.export(kernel, args)
        places = iter(array_names)
        names = [next(places) if isinstance(arg, np.ndarray) else f"args[{i}]" for i, arg in enumerate(args)]
    else:
        entry = _entry_of(kernel)
    parameters = entry.parameters
    if len(parameters) != len(args):
        raise Error(f"@{entry.name} has {len(parameters)} parameters, but {len(args)} arguments are given")

    arrays, elements, array_names, numbers = [], [], [], {}
    arguments = (_library.Argument * len(args))()
    for i, (parameter, arg) in enumerate(zip(parameters, args)):
        if parameter.is_pointer != isinstance(arg, np.ndarray):
            raise Error(f"{names[i]}: the kernel takes {parameter}, not {type(arg).__name__}")
        if parameter.is_pointer:
            _memory.check_array(arg, parameter.element, names[i])
            numbers[i] = len(arrays)
            arrays.append(arg), elements.append(parameter.element), array_names.append(names[i])
        else:
            arguments[i] = _library.Argument(-1, 0, _memory.scalar_bits(arg, parameter.element, names[i]))
    buffers = _Buffers(arrays, elements, array_names)
    for i, number in numbers.items():
        arguments[i] = _library.Argument(*buffers.places[number], 0)
    raw = (_library.Buffer * len(buffers.raw))(*buffers.raw)
    request = _library.Launch(
        c.sizeof(_library.Launch),
        entry.name.encode(),
        (c.c_uint32 * 3)(*_grid_of(grid)),
        raw,
        len(raw),
        arguments,
        len(args),
        schedule.encode() if schedule else None,
        (CHECK_RACES if check else 0) | (CHECK_ORDERS if orders else 0),
        max_operations,
    )
    handle = ask(library.run, entry.module._handle, c.byref(request))
    result = Result(handle, [(array, *buffers.places[i]) for i, array in enumerate(arrays)])
    buffers.finish()
    if check and result.outcome != "completed":
        raise KernelError(result)
    return result
