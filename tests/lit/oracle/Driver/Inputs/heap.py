"""Memory that one launch allocates and another frees, and a barrier of a grid from libcudadevrt.a."""

import ctypes
import sys

cuda = ctypes.CDLL(sys.argv[1])


def check(name, *arguments):
    status = getattr(cuda, name)(*arguments)
    if status:
        text = ctypes.c_char_p()
        cuda.cuGetErrorName(status, ctypes.byref(text))
        raise SystemExit(f"{name}: {text.value.decode()}")


def pointer(value=0):
    return ctypes.c_void_p(value)


def allocate(size):
    address = ctypes.c_uint64()
    check("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
    return address


def launch(kernel, ctas, threads, *arguments, cooperative=False):
    values = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(one) for one in arguments])
    shape = [ctypes.c_uint(n) for n in (ctas, 1, 1, threads, 1, 1, 0)]
    name = "cuLaunchCooperativeKernel" if cooperative else "cuLaunchKernel"
    check(name, kernel, *shape, None, values, *([] if cooperative else [None]))


def numbers(address, count):
    values = (ctypes.c_uint32 * count)()
    check("cuMemcpyDtoH_v2", values, address, ctypes.c_size_t(4 * count))
    return list(values)


context, link, module, image = pointer(), pointer(), pointer(), pointer()
check("cuInit", 0)
check("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
with open(sys.argv[2], "rb") as file:
    text = file.read()
check("cuLinkCreate_v2", 0, None, None, ctypes.byref(link))
check("cuLinkAddData_v2", link, 1, text, ctypes.c_size_t(len(text) + 1), b"heap", 0, None, None)
for _ in range(2):
    check("cuLinkAddFile_v2", link, 4, sys.argv[3].encode(), 0, None, None)
check("cuLinkComplete", link, ctypes.byref(image), None)
check("cuModuleLoadData", ctypes.byref(module), image)
kernels = {}
for name in ("keep", "take", "rounds", "leaves", "says"):
    kernels[name] = pointer()
    check("cuModuleGetFunction", ctypes.byref(kernels[name]), module, name.encode())

count = 4 * 32
places, out = allocate(8 * count), allocate(4 * count)
for _ in range(2):
    launch(kernels["keep"], 4, 32, places)
    launch(kernels["take"], 4, 32, places, out)
    print("kept and taken:", numbers(out, count) == list(range(count)))
launch(kernels["rounds"], 4, 32, places, out, cooperative=True)
print("rounds:", numbers(out, 4))
sum_of_all = allocate(4)
check("cuMemsetD32_v2", sum_of_all, 0, ctypes.c_size_t(1))
launch(kernels["leaves"], 4, 64, sum_of_all, cooperative=True)
print("some leave:", numbers(sum_of_all, 1))
sys.stdout.flush()
launch(kernels["says"], 100, 64)
# What is freed is freed.
launch(kernels["keep"], 4, 32, places)
launch(kernels["take"], 4, 32, places, out)
launch(kernels["take"], 4, 32, places, out)
status = cuda.cuCtxSynchronize()
print("taken twice:", status)
