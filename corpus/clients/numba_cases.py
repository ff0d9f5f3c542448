"""Kernels in Python through Numba to PTX, against NumPy. Run by scripts/real-clients, a case in a process. NUMBA_TARGET
chooses Numba's own target of CUDA (numba), or NVIDIA's (numba-cuda)."""

import math
import os
import warnings

import numpy as np
from cases import floats, random, run_cases

if os.environ["NUMBA_TARGET"] == "numba-cuda":
    # What its .pth file does where it is installed.
    import _numba_cuda_redirector  # noqa: F401
    import driver_linker  # noqa: F401

from numba import cuda, float32, int32, uint64, vectorize
from numba.core.errors import NumbaWarning
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

# That small grids use little of a device.
warnings.simplefilter("ignore", NumbaWarning)
assert ("numba_cuda" in cuda.__file__) == (os.environ["NUMBA_TARGET"] == "numba-cuda")


def axpy():
    @cuda.jit
    def kernel(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] += a * x[i]

    x, y = floats(1000), floats(1000)
    got = y.copy()
    kernel[8, 128](np.float32(2), x, got)
    np.testing.assert_allclose(got, 2 * x + y, rtol=1e-6, atol=1e-6)


def tiled_matmul():
    @cuda.jit
    def kernel(a, b, c):
        sa, sb = cuda.shared.array((16, 16), float32), cuda.shared.array((16, 16), float32)
        row, column = cuda.grid(2)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        total = float32(0)
        for t in range(0, a.shape[1], 16):
            sa[x, y] = a[row, t + y]
            sb[x, y] = b[t + x, column]
            cuda.syncthreads()
            for i in range(16):
                total += sa[x, i] * sb[i, y]
            cuda.syncthreads()
        c[row, column] = total

    a, b, c = floats(32, 48), floats(48, 32), np.zeros((32, 32), np.float32)
    kernel[(2, 2), (16, 16)](a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-4, atol=1e-4)


def reduction():
    total = cuda.reduce(lambda a, b: a + b)
    x = random.integers(-1000, 1000, 1500)
    assert total(x) == x.sum()


def warp_sum():
    @cuda.jit
    def kernel(x, out):
        value = x[cuda.threadIdx.x]
        distance = 16
        while distance:
            value += cuda.shfl_down_sync(0xFFFFFFFF, value, distance)
            distance //= 2
        if cuda.laneid == 0:
            out[cuda.threadIdx.x // 32] = value

    x, out = random.integers(0, 100, 128, dtype=np.int32), np.zeros(4, np.int32)
    kernel[1, 128](x, out)
    assert (out == x.reshape(4, 32).sum(1)).all()


def votes():
    @cuda.jit
    def kernel(x, out):
        i = cuda.threadIdx.x
        wanted = x[i] > 0
        out[0, i] = cuda.ballot_sync(0xFFFFFFFF, wanted)
        out[1, i] = cuda.all_sync(0xFFFFFFFF, wanted)
        out[2, i] = cuda.any_sync(0xFFFFFFFF, wanted)

    x, out = random.integers(-1, 2, 32, dtype=np.int32), np.zeros((3, 32), np.uint32)
    kernel[1, 32](x, out)
    assert (out[0] == sum(1 << i for i in range(32) if x[i] > 0)).all()
    assert (out[1] == (x > 0).all()).all() and (out[2] == (x > 0).any()).all()


def histogram():
    @cuda.jit
    def kernel(x, bins):
        i = cuda.grid(1)
        if i < x.size:
            cuda.atomic.add(bins, x[i], 1)

    x, bins = random.integers(0, 20, 1000), np.zeros(20, np.int32)
    kernel[8, 128](x, bins)
    assert (bins == np.bincount(x, minlength=20)).all()


def atomic_maximum():
    @cuda.jit
    def kernel(x, out):
        cuda.atomic.max(out, 0, x[cuda.grid(1)])
        cuda.atomic.min(out, 1, x[cuda.grid(1)])

    x, out = random.standard_normal(256), np.zeros(2)
    kernel[2, 128](x, out)
    assert out[0] == x.max() and out[1] == x.min()


def stencil():
    @cuda.jit
    def kernel(x, y):
        i, j = cuda.grid(2)
        if 0 < i < x.shape[0] - 1 and 0 < j < x.shape[1] - 1:
            y[i, j] = float32(0.25) * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])

    x = floats(40, 30)
    y = np.zeros_like(x)
    kernel[(3, 2), (16, 16)](x, y)
    wanted = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
    np.testing.assert_allclose(y[1:-1, 1:-1], wanted, rtol=1e-5, atol=1e-6)


def bitonic_sort():
    @cuda.jit
    def kernel(x):
        s = cuda.shared.array(128, int32)
        t = cuda.threadIdx.x
        s[t] = x[t]
        cuda.syncthreads()
        size = 2
        while size <= 128:
            distance = size // 2
            while distance:
                other = t ^ distance
                if other > t and ((t & size) == 0) == (s[t] > s[other]):
                    s[t], s[other] = s[other], s[t]
                cuda.syncthreads()
                distance //= 2
            size *= 2
        x[t] = s[t]

    x = random.integers(-1000, 1000, 128, dtype=np.int32)
    got = x.copy()
    kernel[1, 128](got)
    assert (got == np.sort(x)).all()


def black_scholes():
    @cuda.jit
    def kernel(price, strike, years, call):
        i = cuda.grid(1)
        if i >= price.size:
            return
        root = math.sqrt(years[i])
        d1 = (math.log(price[i] / strike[i]) + (0.02 + 0.5 * 0.3 * 0.3) * years[i]) / (0.3 * root)
        first = 0.5 * math.erfc(-d1 / math.sqrt(2.0))
        second = 0.5 * math.erfc(-(d1 - 0.3 * root) / math.sqrt(2.0))
        call[i] = price[i] * first - strike[i] * math.exp(-0.02 * years[i]) * second

    price, strike, years = random.uniform(5, 30, 200), random.uniform(1, 100, 200), random.uniform(0.25, 10, 200)
    call = np.zeros(200)
    kernel[2, 128](price, strike, years, call)
    d1 = (np.log(price / strike) + (0.02 + 0.045) * years) / (0.3 * np.sqrt(years))
    normal = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))
    wanted = price * normal(d1) - strike * np.exp(-0.02 * years) * normal(d1 - 0.3 * np.sqrt(years))
    np.testing.assert_allclose(call, wanted, rtol=1e-9, atol=1e-9)


def mandelbrot():
    @cuda.jit
    def kernel(image):
        i, j = cuda.grid(2)
        if i < image.shape[0] and j < image.shape[1]:
            c = complex(-2 + 3 * i / image.shape[0], -1 + 2 * j / image.shape[1])
            z = 0j
            count = 0
            while count < 20 and z.real * z.real + z.imag * z.imag < 4:
                z = z * z + c
                count += 1
            image[i, j] = count

    image = np.zeros((24, 16), np.int32)
    kernel[(2, 1), (16, 16)](image)
    wanted = np.zeros_like(image)
    for i in range(24):
        for j in range(16):
            c, z, count = complex(-2 + 3 * i / 24, -1 + 2 * j / 16), 0j, 0
            while count < 20 and abs(z) ** 2 < 4:
                z = z * z + c
                count += 1
            wanted[i, j] = count
    # Products may be contracted, which decides at the border.
    assert (image != wanted).mean() < 0.02


def device_function():
    @cuda.jit(device=True)
    def collatz(n):
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        out[i] = collatz(i + 1)

    out = np.zeros(64, np.int32)
    kernel[1, 64](out)

    def steps(n):
        return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)

    assert (out == [steps(i + 1) for i in range(64)]).all()


def universal_function():
    @vectorize(["float32(float32, float32)"], target="cuda")
    def hypotenuse(x, y):
        return math.sqrt(x * x + y * y)

    x, y = floats(500), floats(500)
    np.testing.assert_allclose(hypotenuse(x, y), np.hypot(x, y), rtol=1e-5)


def constants_and_local_memory():
    table = np.arange(10, dtype=np.float64) ** 2

    @cuda.jit
    def kernel(out):
        values, mine = cuda.const.array_like(table), cuda.local.array(10, float32)
        i = cuda.threadIdx.x
        for j in range(10):
            mine[(i + j) % 10] = values[j]
        out[i] = mine[3]

    out = np.zeros(32)
    kernel[1, 32](out)
    assert (out == table[(3 - np.arange(32)) % 10]).all()


def dynamic_shared_memory():
    @cuda.jit
    def kernel(x):
        s = cuda.shared.array(0, uint64)
        i = cuda.threadIdx.x
        s[i] = x[i]
        cuda.syncthreads()
        x[i] = s[cuda.blockDim.x - 1 - i]

    x = random.integers(0, 1 << 62, 64).astype(np.uint64)
    got = x.copy()
    kernel[1, 64, 0, 512](got)
    assert (got == x[::-1]).all()


def random_numbers():
    @cuda.jit
    def kernel(states, out):
        i = cuda.grid(1)
        inside = 0
        for _ in range(20):
            x, y = xoroshiro128p_uniform_float32(states, i), xoroshiro128p_uniform_float32(states, i)
            inside += x * x + y * y < 1
        out[i] = inside

    out = np.zeros(128, np.int32)
    kernel[1, 128](create_xoroshiro128p_states(128, seed=3), out)
    assert abs(4 * out.sum() / (20 * 128) - math.pi) < 0.15


def records():
    kind = np.dtype([("number", np.int32), ("weight", np.float64)], align=True)

    @cuda.jit
    def kernel(x):
        x[cuda.threadIdx.x].weight *= x[cuda.threadIdx.x].number

    x = np.zeros(40, kind)
    x["number"], x["weight"] = np.arange(40), 0.5
    kernel[1, 40](x)
    assert (x["weight"] == 0.5 * np.arange(40)).all()


def streams_and_events():
    @cuda.jit
    def kernel(x):
        x[cuda.threadIdx.x] += 1

    stream, first, last = cuda.stream(), cuda.event(), cuda.event()
    x = cuda.to_device(np.arange(32), stream=stream)
    first.record(stream)
    for _ in range(3):
        kernel[1, 32, stream](x)
    last.record(stream)
    last.synchronize()
    assert first.elapsed_time(last) >= 0
    assert (x.copy_to_host(stream=stream) == np.arange(32) + 3).all()


def whole_grid():
    """A launch whose CTAs wait for each other."""

    @cuda.jit
    def kernel(x):
        grid = cuda.cg.this_grid()
        i = cuda.grid(1)
        other = x[(i + 32) % x.size]
        grid.sync()
        x[i] += other

    x = np.arange(128)
    kernel[4, 32](x)
    assert (x == np.arange(128) + (np.arange(128) + 32) % 128).all()


if __name__ == "__main__":
    run_cases(globals(), ())
