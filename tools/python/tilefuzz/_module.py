# SPDX-License-Identifier: Apache-2.0
"""Modules and their entries."""

import ctypes as c
import dataclasses
import os
import weakref

from tilefuzz import _library
from tilefuzz._library import ELEMENTS, Error, ask, library


@dataclasses.dataclass(frozen=True)
class Parameter:
    """Of an entry: a pointer to elements, or a scalar."""

    is_pointer: bool
    element: str

    def __str__(self):
        return f"ptr<{self.element}>" if self.is_pointer else self.element


@dataclasses.dataclass(frozen=True)
class Entry:
    """What launch() starts."""

    module: "Module"
    name: str

    @property
    def parameters(self):
        return self.module.parameters(self.name)


class Module:
    """A verified module.

    `source` is text (a str with a line break or a brace), bytecode (bytes), or a
    path (any other str, or a path object). `name` is what locations call text.
    """

    def __init__(self, source, name=None):
        if isinstance(source, str) and ("\n" in source or "{" in source):
            source, name = source.encode(), name or "<text>"
        if isinstance(source, (bytes, bytearray, memoryview)):
            source = bytes(source)
            handle = ask(library.parse, source, len(source), (name or "<module>").encode())
        elif isinstance(source, (str, os.PathLike)):
            handle = ask(library.parse_file, os.fsencode(source))
        else:
            raise TypeError(f"a module is text, bytecode or a path, not {type(source).__name__}")
        self._handle = handle
        self._finalizer = weakref.finalize(self, library.module_free, handle)
        count = library.num_entries(handle)
        self.entries = [library.entry_name(handle, i).decode() for i in range(count)]

    def __getitem__(self, name):
        self._number(name)
        return Entry(self, name)

    def _number(self, name):
        if name not in self.entries:
            raise Error(f"the module has no entry @{name}; it has {', '.join('@' + n for n in self.entries) or 'none'}")
        return self.entries.index(name)

    def parameters(self, name):
        number = self._number(name)
        found = []
        for i in range(library.num_parameters(self._handle, number)):
            one = _library.Parameter()
            ask(library.parameter_of, self._handle, number, i, c.byref(one))
            found.append(Parameter(bool(one.is_pointer), ELEMENTS[one.element]))
        return found

    def only_entry(self):
        if len(self.entries) != 1:
            raise Error(f"the module has {len(self.entries)} entries; name one: module['NAME']")
        return self[self.entries[0]]
