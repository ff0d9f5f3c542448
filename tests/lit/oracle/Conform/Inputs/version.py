"""version.py BUNDLE N COPY: copies a bundle and says that its format is of version
N."""

import struct
import sys

bundle, version, copy = sys.argv[1:]
with open(bundle, "rb") as file:
    data = bytearray(file.read())
data[8:12] = struct.pack("<I", int(version))
with open(copy, "wb") as file:
    file.write(data)
