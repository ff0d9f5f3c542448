"""Makes PTX of CUDA C++ by NVRTC: make_nvrtc.py NVRTC SOURCE TYPE OUT."""

import ctypes
import sys

library, source, kind, out = sys.argv[1:]
nvrtc = ctypes.CDLL(library)


def text_of(what, program):
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(program, text)
    return text.value


program = ctypes.c_void_p()
with open(source, "rb") as file:
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), file.read(), source.split("/")[-1].encode(), 0, None, None)
options = [b"--gpu-architecture=compute_90", b"-lineinfo", f"-DValue={kind}".encode()]
if nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options)):
    sys.exit(text_of("ProgramLog", program).decode())
with open(out, "wb") as file:
    file.write(text_of("PTX", program))
