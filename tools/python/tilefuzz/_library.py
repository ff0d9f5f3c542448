# SPDX-License-Identifier: Apache-2.0
"""The functions of libtilefuzz (tools/capi/tilefuzz.h) as ctypes calls them."""

import ctypes as c
import os
import pathlib

API_VERSION = 1


class Error(Exception):
    """A module, or a launch, that cannot be run as it is given."""


class Parameter(c.Structure):
    _fields_ = [("is_pointer", c.c_int), ("element", c.c_int)]


class Buffer(c.Structure):
    _fields_ = [("name", c.c_char_p), ("element", c.c_int), ("data", c.c_void_p), ("count", c.c_size_t)]


class Argument(c.Structure):
    _fields_ = [("buffer", c.c_int32), ("offset", c.c_int64), ("bits", c.c_uint64)]


class Launch(c.Structure):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("entry", c.c_char_p),
        ("grid", c.c_uint32 * 3),
        ("buffers", c.POINTER(Buffer)),
        ("num_buffers", c.c_size_t),
        ("arguments", c.POINTER(Argument)),
        ("num_arguments", c.c_size_t),
        ("schedule", c.c_char_p),
        ("checks", c.c_uint32),
        ("max_operations", c.c_uint64),
    ]


class Site(c.Structure):
    _fields_ = [
        ("location", c.c_char_p),
        ("operation", c.c_char_p),
        ("is_write", c.c_int),
        ("buffer", c.c_char_p),
        ("offset", c.c_int64),
        ("element", c.c_int64),
    ]


CHECK_RACES, CHECK_ORDERS = 1, 2
OUTCOMES = ["completed", "undefined", "race", "limit", "deadlock", "unsupported", "order"]

# Functions: the type of the result, and those of the arguments. Messages are
# char * that must be released, so they are no c_char_p, which would copy them.
_message = c.POINTER(c.c_void_p)
_double, _int = c.POINTER(c.c_double), c.POINTER(c.c_int)
_functions = {
    "version": (c.c_char_p,),
    "api_version": (c.c_int,),
    "free": (None, c.c_void_p),
    "element_name": (c.c_char_p, c.c_int),
    "element_bytes": (c.c_size_t, c.c_int, c.c_size_t),
    "parse": (c.c_void_p, c.c_char_p, c.c_size_t, c.c_char_p, _message),
    "parse_file": (c.c_void_p, c.c_char_p, _message),
    "module_free": (None, c.c_void_p),
    "num_entries": (c.c_size_t, c.c_void_p),
    "entry_name": (c.c_char_p, c.c_void_p, c.c_size_t),
    "num_parameters": (c.c_size_t, c.c_void_p, c.c_size_t),
    "parameter_of": (c.c_int, c.c_void_p, c.c_size_t, c.c_size_t, c.POINTER(Parameter), _message),
    "run": (c.c_void_p, c.c_void_p, c.POINTER(Launch), _message),
    "result_free": (None, c.c_void_p),
    "outcome_of": (c.c_int, c.c_void_p),
    "summary": (c.c_char_p, c.c_void_p),
    "condition": (c.c_char_p, c.c_void_p),
    "meaning": (c.c_char_p, c.c_void_p),
    "site_of": (Site, c.c_void_p),
    "num_races": (c.c_size_t, c.c_void_p),
    "race": (c.c_int, c.c_void_p, c.c_size_t, c.POINTER(Site), c.POINTER(Site)),
    "num_unspecified": (c.c_size_t, c.c_void_p, c.c_size_t),
    "is_unspecified": (c.c_int, c.c_void_p, c.c_size_t, c.c_size_t),
    "range": (c.c_int, c.c_void_p, c.c_size_t, c.c_size_t, _double, _double, _int),
    "is_unstable": (c.c_int, c.c_void_p, c.POINTER(Site)),
    "printed": (c.c_char_p, c.c_void_p),
    "num_failed_assertions": (c.c_uint64, c.c_void_p),
    "num_operations": (c.c_uint64, c.c_void_p),
}


def _find():
    """TILEFUZZ_LIBRARY, the wheel's own, or that of the build folder beside the sources."""
    if path := os.environ.get("TILEFUZZ_LIBRARY"):
        return path
    here = pathlib.Path(__file__).resolve().parent
    places = [here / "libtilefuzz.so"]
    if len(here.parents) > 2:
        places.append(here.parents[2] / "build/lib/libtilefuzz.so")
    for place in places:
        if place.exists():
            return str(place)
    raise ImportError(f"there is no {' nor '.join(map(str, places))}; TILEFUZZ_LIBRARY names another")


def _load():
    try:
        library = c.CDLL(_find())
    except OSError as error:
        raise ImportError(f"libtilefuzz cannot be loaded: {error}") from error
    for name, (result, *arguments) in _functions.items():
        function = getattr(library, "tilefuzz_" + name)
        function.restype, function.argtypes = result, arguments
        setattr(library, name, function)
    if library.api_version() < API_VERSION:
        raise ImportError(f"libtilefuzz has version {library.api_version()} of its interface, but {API_VERSION} is needed")
    return library


library = _load()


def version():
    return library.version().decode()


def ask(function, *arguments):
    """Calls a function whose last argument is a message; what fails is raised."""
    message = c.c_void_p()
    result = function(*arguments, c.byref(message))
    if not result:
        text = c.cast(message, c.c_char_p).value.decode(errors="replace")
        library.free(message)
        raise Error(text)
    return result


ELEMENTS = []
while (_name := library.element_name(len(ELEMENTS))) is not None:
    ELEMENTS.append(_name.decode())
