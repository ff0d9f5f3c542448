"""Kernels in Warp, compiled ahead of time: warp_cases.py OUT. What they compute is compared with NumPy."""

import pathlib
import re
import sys
import tempfile

import numpy as np

f32, i32 = np.float32, np.int32
random = np.random.default_rng(13)

if __name__ == "__main__":
    # Its cases are listed, and run, without it.
    import warp as wp

    @wp.kernel
    def axpy(a: float, x: wp.array(dtype=float), y: wp.array(dtype=float)):
        i = wp.tid()
        y[i] = a * x[i] + y[i]

    @wp.kernel
    def histogram(x: wp.array(dtype=int), bins: wp.array(dtype=int)):
        wp.atomic_add(bins, x[wp.tid()], 1)

    @wp.kernel
    def rotate(axis: wp.array(dtype=wp.vec3), angle: wp.array(dtype=float), v: wp.array(dtype=wp.vec3)):
        i = wp.tid()
        v[i] = wp.quat_rotate(wp.quat_from_axis_angle(wp.normalize(axis[i]), angle[i]), v[i])

    @wp.kernel
    def stencil(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
        i, j = wp.tid()
        if i > 0 and j > 0 and i < x.shape[0] - 1 and j < x.shape[1] - 1:
            y[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])

    @wp.kernel
    def bodies(place: wp.array(dtype=wp.vec3), mass: wp.array(dtype=float), force: wp.array(dtype=wp.vec3)):
        i = wp.tid()
        total = wp.vec3(0.0, 0.0, 0.0)
        for j in range(mass.shape[0]):
            d = place[j] - place[i]
            r = wp.sqrt(wp.dot(d, d) + 0.01)
            total += d * (mass[j] / (r * r * r))
        force[i] = total

    @wp.kernel
    def inverses(m: wp.array(dtype=wp.mat33), out: wp.array(dtype=wp.mat33)):
        i = wp.tid()
        out[i] = wp.inverse(m[i])

    @wp.kernel
    def crossings(x: wp.array(dtype=wp.vec2), inside: wp.array(dtype=int)):
        """Of each point, whether it is in a star of five points."""
        i = wp.tid()
        p = x[i]
        count = int(0)
        for k in range(10):
            a = wp.vec2(star(k) * wp.cos(0.6283185307 * float(k)), star(k) * wp.sin(0.6283185307 * float(k)))
            b = wp.vec2(star(k + 1) * wp.cos(0.6283185307 * float(k + 1)), star(k + 1) * wp.sin(0.6283185307 * float(k + 1)))
            if (a[1] > p[1]) != (b[1] > p[1]):
                if p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0]:
                    count += 1
        inside[i] = count % 2

    @wp.func
    def star(k: int):
        if k % 2 == 0:
            return 1.0
        return 0.4

    @wp.kernel
    def tile_sums(x: wp.array2d(dtype=float), out: wp.array(dtype=float)):
        i, _ = wp.tid()
        row = wp.tile_load(x[i], shape=128)
        wp.tile_store(out, wp.tile_sum(row), offset=i)

    @wp.kernel
    def doubles(x: wp.array(dtype=wp.float64)):
        i = wp.tid()
        x[i] = wp.sqrt(wp.abs(x[i])) / wp.float64(3.0)

    wp.config.quiet = True
    wp.set_module_options({"block_dim": 64})
    with tempfile.TemporaryDirectory() as folder:
        wp.compile_aot_module("__main__", device=None, arch=[90], module_dir=folder, use_ptx=True)
        (made,) = pathlib.Path(folder).glob("*.ptx")
        pathlib.Path(sys.argv[1]).write_bytes(made.read_bytes().split(b"\0")[0])


def EXTRAS(ptx):
    """Arrays are structures, and the names of kernels end in a hash of their text."""
    text = pathlib.Path(ptx).read_text(encoding="utf-8")

    def passed(address, array):
        # Vectors and matrices are elements.
        shape, size = LOOKS.get(id(array), (array.shape, array.itemsize))
        strides = [size * int(np.prod(shape[k + 1 :])) for k in range(len(shape))]
        pad = [0] * (4 - len(shape))
        kind = [("data", "u8", 2), ("shape", "i4", 4), ("strides", "i4", 4), ("rest", "i4", 2)]
        return np.array(([address, 0], [*shape, *pad], strides + pad, [len(shape), 0]), kind).tobytes()

    return {"entry": lambda name: re.search(rf"\.entry ({name}_\w+_cuda_kernel_forward)", text)[1], "passed": passed}


# Of arrays of vectors: how many there are, and how large each is.
LOOKS = {}
CASES = {}


def vectors(array, count):
    """`array`, whose last `count` dimensions are one element."""
    shape = array.shape[: array.ndim - count]
    LOOKS[id(array)] = (shape, array.nbytes // int(np.prod(shape)))
    return array


def launch(extents, *arguments, block=64):
    """One launch over so many threads in so many dimensions."""
    size = int(np.prod(extents))
    kind = np.dtype([("shape", "u4", len(extents)), ("size", "u8"), ("repeat", "u8")], align=True)
    bounds = np.zeros((), kind)
    bounds["shape"], bounds["size"], bounds["repeat"] = extents, size, 1
    return ((-(-size // block), 1), (block, 1), [bounds[()], *arguments])


def case(function):
    CASES[function.__name__] = ("warp", function.__name__, "all", function)
    return function


def floats(*shape):
    return random.standard_normal(shape, dtype=f32)


@case
def axpy():
    x, y = floats(300), floats(300)
    return [launch([300], f32(2), x, y)], {3: (2 * x + y, 1e-6)}


@case
def histogram():
    x = random.integers(0, 20, 500, dtype=i32)
    return [launch([500], x, np.zeros(20, i32))], {2: (np.bincount(x, minlength=20), 0)}


@case
def rotate():
    axis, angle, v = vectors(floats(100, 3), 1), floats(100), vectors(floats(100, 3), 1)
    n = axis / np.linalg.norm(axis, axis=1, keepdims=True)
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    # Rodrigues' formula.
    wanted = v * c + np.cross(n, v) * s + n * (n * v).sum(1, keepdims=True) * (1 - c)
    return [launch([100], axis, angle, v)], {3: (wanted, 1e-5)}


@case
def stencil():
    x = floats(20, 30)
    wanted = np.zeros_like(x)
    wanted[1:-1, 1:-1] = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
    return [launch([20, 30], x, np.zeros_like(x))], {2: (wanted, 1e-6)}


@case
def bodies():
    place, mass = vectors(floats(40, 3), 1), np.abs(floats(40))
    d = (place[None] - place[:, None]).astype(np.float64)
    r = np.sqrt((d * d).sum(2) + 0.01)
    wanted = (d * (mass / r**3)[:, :, None]).sum(1)
    return [launch([40], place, mass, vectors(np.zeros_like(place), 1))], {3: (wanted, 1e-4)}


@case
def inverses():
    m = vectors(floats(50, 3, 3) + 4 * np.eye(3, dtype=f32), 2)
    return [launch([50], m, vectors(np.zeros_like(m), 2))], {2: (np.linalg.inv(m.astype(np.float64)), 1e-4)}


@case
def crossings():
    x = vectors(random.uniform(-1, 1, (200, 2)).astype(f32), 1)
    k = np.arange(11)
    radius = np.where(k % 2, 0.4, 1)
    corners = np.stack([radius * np.cos(k * np.pi / 5), radius * np.sin(k * np.pi / 5)], 1)
    # How often the outline goes round the point.
    d = corners[None] - x[:, None].astype(np.float64)
    turns = np.diff(np.arctan2(d[:, :, 1], d[:, :, 0]), axis=1)
    winding = ((turns + np.pi) % (2 * np.pi) - np.pi).sum(1)
    return [launch([200], x, np.zeros(200, i32))], {2: (np.abs(np.rint(winding / (2 * np.pi))), 0)}


@case
def tile_sums():
    x = floats(6, 128)
    return [launch([6, 64], x, np.zeros(6, f32))], {2: (x.sum(1, dtype=np.float64), 1e-5)}


@case
def doubles():
    x = random.standard_normal(100)
    return [launch([100], x)], {1: (np.sqrt(np.abs(x)) / 3, 1e-14)}
