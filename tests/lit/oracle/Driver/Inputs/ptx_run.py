"""Runs a kernel by ptx_run: its arguments are words, and its pointers addresses of this process."""

import array
import ctypes
import struct
import sys

run = ctypes.CDLL(sys.argv[1]).ptx_run
run.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p)] + [ctypes.c_int] * 7
with open(sys.argv[2], "rb") as file:
    source = file.read()


def launch(words, text=source):
    sys.stdout.flush()
    return run(text, len(words), (ctypes.c_void_p * len(words))(*words), 64, 1, 1, 16, 1, 1, 0)


def saxpy():
    n = 1000
    x, y = array.array("f", range(n)), array.array("f", [1] * n)
    a = struct.unpack("I", struct.pack("f", 2.0))[0]
    status = launch([x.buffer_info()[0], y.buffer_info()[0], a, n])
    right = list(y) == [2.0 * i + 1 for i in range(n)]
    return f"{status}: saxpy {'right' if right else 'wrong'}"


print(saxpy())
print("again:", saxpy())
print(launch([0, 0]))
print(launch([8, 8, 0, 1]))
print("after it:", saxpy())
print(launch([], b".version 7.5 nonsense"))
