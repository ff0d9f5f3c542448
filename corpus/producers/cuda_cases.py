"""What the kernels of *.cu must compute, by NumPy and the standard library.

A case is a file, a kernel, the type that Value stands for, launches (grid, block, arguments), and for arguments by number
what they hold afterwards and how far off it may be.
"""

import hashlib
import math

import numpy as np

random = np.random.default_rng(11)
CASES = {}
f32, f64, i32, u32, i64 = np.float32, np.float64, np.int32, np.uint32, np.int64
C_NAMES = {f32: "float", f64: "double", i32: "int", u32: "unsigned", i64: "long long", np.uint8: "unsigned char"}
NEAR = {f32: 2e-5, f64: 1e-12}


def case(file, kernel, *types):
    """Adds a case for each type; the function gives its launches and what is expected."""

    def add(function):
        for kind in types or [None]:
            name = kernel + (f"<{np.dtype(kind)}>" if kind else "")
            CASES[name] = (file, kernel, C_NAMES.get(kind, "float"), lambda kind=kind: function(kind))
        return function

    return add


def numbers(kind, *shape):
    if np.issubdtype(kind, np.integer):
        return random.integers(0, 100, shape).astype(kind)
    return random.standard_normal(shape).astype(kind)


@case("reductions.cu", "sum", f32, f64, i32)
def sums(kind):
    x = numbers(kind, 3000)
    wanted = [sum(x[s : s + 128].sum(dtype=f64) for s in range(b * 128, 3000, 512)) for b in range(4)]
    return [((4, 1), (128, 1), [x, np.zeros(4, kind), i32(3000)])], {1: (np.array(wanted), 1e-4 if kind == f32 else 1e-9)}


@case("reductions.cu", "sum_by_shuffles", f32, f64, i32)
def sum_by_shuffles(kind):
    x = numbers(kind, 256)
    return [((8, 1), (32, 1), [x, np.zeros(1, kind)])], {1: (np.array([x.sum(dtype=f64)]), 1e-4 if kind == f32 else 1e-9)}


@case("reductions.cu", "argmax")
def argmax(_):
    x = random.integers(-500, 500, 1000, dtype=i32)
    place = int(np.argmax(x))
    key = ((int(x[place]) + 2**31) % 2**32) << 32 | (~place & 0xFFFFFFFF)
    return [((8, 1), (128, 1), [x, np.zeros(1, np.uint64), i32(1000)])], {1: (np.array([key], np.uint64), 0)}


@case("reductions.cu", "scan", i32, f64)
def scan(kind):
    x = numbers(kind, 256)
    return [((1, 1), (256, 1), [x])], {0: (np.cumsum(x), 0 if kind == i32 else 1e-12)}


@case("reductions.cu", "scan_with_look_back")
def look_back(_):
    x = random.integers(-50, 50, 512, dtype=i32)
    arguments = [x, np.zeros(512, i32), np.zeros(8, np.uint64), np.zeros(1, u32)]
    return [((8, 1), (64, 1), arguments)], {1: (np.cumsum(x), 0)}


@case("reductions.cu", "histogram")
def histogram(_):
    x = random.integers(0, 256, 2000).astype(np.uint8)
    return [((4, 1), (64, 1), [x, np.zeros(256, u32), i32(2000)])], {1: (np.bincount(x, minlength=256), 0)}


@case("reductions.cu", "compact")
def compact(_):
    x = random.integers(-9, 10, 320, dtype=i32)
    kept = x[x > 0]
    wanted = np.concatenate([kept, np.zeros(320 - len(kept), i32)])
    arguments = [x, np.zeros(320, i32), np.zeros(1, i32), i32(320)]
    return [((1, 1), (32, 1), arguments)], {1: (wanted, 0), 2: (np.array([len(kept)]), 0)}


@case("linear.cu", "matmul", f32, f64, i32)
def matmul(kind):
    a, b = numbers(kind, 32, 32), numbers(kind, 32, 32)
    wanted = a.astype(f64) @ b.astype(f64)
    return [((2, 2), (16, 16), [a, b, np.zeros_like(a), i32(32)])], {2: (wanted, 1e-4 if kind == f32 else 1e-11)}


@case("linear.cu", "transpose", f32, np.uint8, i64)
def transpose(kind):
    x = random.integers(0, 100, (40, 70)).astype(kind)
    return [((3, 2), (32, 8), [x, np.zeros((70, 40), kind), i32(40), i32(70)])], {1: (x.T, 0)}


@case("linear.cu", "sparse_times_vector", f32, f64)
def sparse(kind):
    dense = numbers(kind, 16, 80) * (random.random((16, 80)) < 0.4)
    rows, columns = np.nonzero(dense)
    starts = np.searchsorted(rows, np.arange(17)).astype(i32)
    x = numbers(kind, 80)
    arguments = [starts, columns.astype(i32), dense[rows, columns].astype(kind), x, np.zeros(16, kind), i32(16)]
    return [((4, 1), (128, 1), arguments)], {4: (dense.astype(f64) @ x.astype(f64), NEAR[kind])}


@case("linear.cu", "cholesky", f64, f32)
def cholesky(kind):
    x = random.standard_normal((24, 24))
    a = (x @ x.T + 24 * np.eye(24)).astype(kind)
    wanted = np.tril(np.linalg.cholesky(a.astype(f64))) + np.triu(a.astype(f64), 1)
    return [((1, 1), (24, 1), [a, i32(24)])], {0: (wanted, 1e-4 if kind == f32 else 1e-11)}


@case("linear.cu", "dot_of_bytes")
def dot_of_bytes(_):
    a, b = (random.integers(-128, 128, 512).astype(np.int8) for _ in range(2))
    return [((1, 1), (32, 1), [a, b, np.zeros(1, i32), i32(128)])], {2: (np.array([a.astype(int) @ b.astype(int)]), 0)}


def product(kernel, a, b, seen_a, seen_b, k, kind=f32):
    wanted = seen_a.astype(f64) @ seen_b.astype(f64).T
    return [((1, 1), (32, 1), [a, b, np.zeros((16, 8), kind), i32(k)])], {2: (wanted, 0 if kind == i32 else 1e-4)}


@case("tensor.cu", "mma_f16")
def mma_f16(_):
    a, b = numbers(f32, 16, 64).astype(np.float16), numbers(f32, 8, 64).astype(np.float16)
    return product("mma_f16", a, b, a, b, 64)


def top_bits(x, bits):
    return (x.view(u32) >> u32(bits) << u32(bits)).view(f32)


@case("tensor.cu", "mma_bf16")
def mma_bf16(_):
    a, b = top_bits(numbers(f32, 16, 64), 16), top_bits(numbers(f32, 8, 64), 16)
    short = [(x.view(u32) >> u32(16)).astype(np.uint16) for x in (a, b)]
    return product("mma_bf16", *short, a, b, 64)


@case("tensor.cu", "mma_tf32")
def mma_tf32(_):
    a, b = top_bits(numbers(f32, 16, 32), 13), top_bits(numbers(f32, 8, 32), 13)
    return product("mma_tf32", a, b, a, b, 32)


@case("tensor.cu", "mma_s8")
def mma_s8(_):
    a, b = (random.integers(-128, 128, (rows, 64)).astype(np.int8) for rows in (16, 8))
    return product("mma_s8", a, b, a, b, 64, i32)


@case("tensor.cu", "wmma_f16")
def wmma_f16(_):
    a, b = (numbers(f32, 16, 16).astype(np.float16) for _ in range(2))
    return [((1, 1), (32, 1), [a, b, np.zeros((16, 16), f32)])], {2: (a.astype(f64) @ b.astype(f64), 1e-4)}


@case("tensor.cu", "mma_ldmatrix")
def mma_ldmatrix(_):
    a, b = numbers(f32, 16, 16).astype(np.float16), numbers(f32, 8, 16).astype(np.float16)
    return [((1, 1), (32, 1), [a, b, np.zeros((16, 8), f32)])], {2: (a.astype(f64) @ b.astype(f64).T, 1e-4)}


@case("learning.cu", "softmax", f32, f64)
def softmax(kind):
    x = numbers(kind, 4, 100)
    e = np.exp(x - x.max(1, keepdims=True), dtype=f64)
    return [((4, 1), (64, 1), [x, np.zeros_like(x), i32(100)])], {1: (e / e.sum(1, keepdims=True), NEAR[kind])}


@case("learning.cu", "layer_norm", f32, f64)
def layer_norm(kind):
    x, scale, shift = numbers(kind, 4, 100), numbers(kind, 100), numbers(kind, 100)
    wide = x.astype(f64)
    normal = (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 1e-5)
    wanted = normal * scale + shift
    return [((4, 1), (32, 1), [x, scale, shift, np.zeros_like(x), i32(100)])], {3: (wanted, 1e-4 if kind == f32 else 1e-11)}


@case("learning.cu", "attention", f32, f64)
def attention(kind):
    q, k, v = (numbers(kind, 64, 16) for _ in range(3))
    scores = q.astype(f64) @ k.astype(f64).T / 4
    weights = np.exp(scores - scores.max(1, keepdims=True))
    wanted = weights / weights.sum(1, keepdims=True) @ v
    return [((2, 1), (32, 1), [q, k, v, np.zeros_like(q), i32(64)])], {3: (wanted, 1e-4 if kind == f32 else 1e-11)}


@case("learning.cu", "gelu", f32, f64)
def gelu(kind):
    x = numbers(kind, 256)
    wanted = [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in x.astype(f64)]
    return [((2, 1), (128, 1), [x])], {0: (np.array(wanted), NEAR[kind])}


@case("learning.cu", "convolution", f32, f64)
def convolution(kind):
    x = numbers(kind, 32, 32)
    padded = np.pad(x.astype(f64), 1)
    weights = np.array([[1, 2, 1], [0, 0, 0], [-1, -2, -1]])
    wanted = sum(weights[i, j] * padded[i : i + 32, j : j + 32] for i in range(3) for j in range(3))
    return [((2, 2), (16, 16), [x, np.zeros_like(x), i32(32)])], {1: (wanted, NEAR[kind])}


@case("learning.cu", "k_means")
def k_means(_):
    points, centres = numbers(f32, 256, 2), np.array([[1, 1], [-1, 1], [1, -1], [-1, -1]], f32)
    nearest = ((points[:, None].astype(f64) - centres[None]) ** 2).sum(2).argmin(1)
    sums = np.array([points[nearest == c].sum(0, dtype=f64) for c in range(4)])
    arguments = [points, centres, np.zeros((4, 2), f32), np.zeros(4, i32), np.zeros(256, i32)]
    expected = {2: (sums, 1e-4), 3: (np.bincount(nearest, minlength=4), 0), 4: (nearest, 0)}
    return [((2, 1), (128, 1), arguments)], expected


@case("science.cu", "heat", f32, f64)
def heat(kind):
    x = numbers(kind, 32, 32)
    y = np.zeros_like(x)
    wanted = x.astype(f64)
    for _ in range(2):
        inner = wanted[1:-1, 1:-1]
        around = wanted[1:-1, :-2] + wanted[1:-1, 2:] + wanted[:-2, 1:-1] + wanted[2:, 1:-1]
        after = wanted.copy()
        after[1:-1, 1:-1] = inner + 0.125 * (around - 4 * inner)
        wanted = after
    return [((2, 2), (16, 16), [x, y, i32(32)]), ((2, 2), (16, 16), [y, x, i32(32)])], {0: (wanted, NEAR[kind])}


@case("science.cu", "life")
def life(_):
    x = random.integers(0, 2, (32, 32)).astype(np.uint8)
    around = sum(np.roll(x, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    return [((32, 1), (32, 1), [x, np.zeros_like(x), i32(32)])], {1: ((around == 3) | ((around == 2) & (x == 1)), 0)}


@case("science.cu", "fft")
def fft(_):
    x = (numbers(f32, 4, 64) + 1j * numbers(f32, 4, 64)).astype(np.complex64)
    return [((4, 1), (32, 1), [x])], {0: (np.fft.fft(x.astype(np.complex128)), 1e-4)}


@case("science.cu", "n_body")
def n_body(_):
    bodies = numbers(f32, 64, 4)
    wide = bodies.astype(f64)
    delta = wide[None, :, :3] - wide[:, None, :3]
    weight = wide[None, :, 3] * ((delta**2).sum(2) + 0.01) ** -1.5
    wanted = np.zeros((64, 4))
    wanted[:, :3] = (delta * weight[..., None]).sum(1)
    return [((2, 1), (32, 1), [bodies, np.zeros((64, 4), f32), i32(64)])], {1: (wanted, 1e-3)}


@case("science.cu", "mandelbrot", f64)
def mandelbrot(_):
    wanted = np.zeros((32, 32), i32)
    for row in range(32):
        for column in range(32):
            start, z, count = complex(3 * column / 32 - 2, 2 * row / 32 - 1), 0j, 0
            while count < 50 and z.real * z.real + z.imag * z.imag <= 4:
                z, count = z * z + start, count + 1
            wanted[row, column] = count
    return [((1, 32), (32, 1), [np.zeros((32, 32), i32), i32(32), i32(50)])], {0: (wanted, 0)}


@case("science.cu", "black_scholes", f32, f64)
def black_scholes(kind):
    price, strike, years = (random.uniform(low, high, 200).astype(kind) for low, high in ((5, 30), (1, 100), (0.25, 10)))
    p, s, y = (x.astype(f64) for x in (price, strike, years))
    d1 = (np.log(p / s) + 0.065 * y) / (0.3 * np.sqrt(y))
    normal = np.vectorize(lambda d: 0.5 * math.erfc(-d / math.sqrt(2)))
    wanted = p * normal(d1) - s * np.exp(-0.02 * y) * normal(d1 - 0.3 * np.sqrt(y))
    arguments = [price, strike, years, np.zeros(200, kind), i32(200)]
    return [((2, 1), (128, 1), arguments)], {3: (wanted, 2e-4 if kind == f32 else 1e-11)}


@case("science.cu", "functions", f32, f64)
def functions(kind):
    x = random.uniform(0.1, 9, 64).astype(kind)
    rows = (
        math.log, lambda a: 1 / math.sqrt(a), lambda a: math.exp(-a), math.tanh, lambda a: math.pow(a, float(kind(1.7))),
        lambda a: math.pow(a, 1 / 3), math.erf, math.atan, math.log1p, lambda a: math.asin(1 / (1 + a)), math.sinh,
        lambda a: math.acosh(1 + a), math.sin, math.cos, lambda a: math.fmod(9, a), lambda a: math.pow(2, a),
    )  # fmt: skip
    wanted = np.array([[row(float(a)) for a in x] for row in rows]).ravel()
    return [((2, 1), (32, 1), [x, np.zeros(16 * 64, kind), i32(64)])], {1: (wanted, 2e-5 if kind == f32 else 1e-14)}


@case("integers.cu", "bitonic_sort", i32, f32, i64)
def bitonic_sort(kind):
    x = random.permutation(512).astype(kind) - kind(256)
    return [((2, 1), (256, 1), [x])], {0: (np.sort(x.reshape(2, 256), 1).ravel(), 0)}


@case("integers.cu", "recursion")
def recursion(_):
    x = random.integers(-50, 50, 512, dtype=i32)
    counts = np.array([math.comb(t % 6 + t % 5, t % 5) for t in range(32)], i32)
    arguments = [x, np.zeros(512, i32), np.zeros(32, i32), i32(9)]
    return [((1, 1), (32, 1), arguments)], {1: (np.sort(x.reshape(32, 16), 1).ravel(), 0), 2: (counts, 0)}


@case("integers.cu", "merge")
def merge(_):
    a, b = (np.sort(random.integers(0, 50, 100, dtype=i32)) for _ in range(2))
    wanted = np.sort(np.concatenate([a, b]))
    return [((2, 1), (100, 1), [a, b, np.zeros(200, i32), i32(100)])], {2: (wanted, 0)}


@case("integers.cu", "radix_pass")
def radix_pass(_):
    x = random.integers(0, 2**16, 256).astype(u32)
    wanted = x[np.argsort(x >> 4 & 15, kind="stable")]
    return [((1, 1), (32, 1), [x, np.zeros(256, u32), i32(256), i32(4)])], {1: (wanted, 0)}


@case("integers.cu", "floyd_warshall")
def floyd_warshall(_):
    distance = random.integers(1, 100, (16, 16), dtype=i32)
    np.fill_diagonal(distance, 0)
    wanted = distance.copy()
    for k in range(16):
        wanted = np.minimum(wanted, wanted[:, k : k + 1] + wanted[k : k + 1])
    return [((16, 1), (16, 1), [distance, i32(16), i32(k)]) for k in range(16)], {0: (wanted, 0)}


@case("integers.cu", "components")
def components(_):
    a, b = (random.integers(0, 64, 48, dtype=i32) for _ in range(2))
    label = np.arange(64)
    for x, y in zip(a, b):
        low, high = sorted((label[x], label[y]))
        label[label == high] = low
    parent = np.arange(64, dtype=i32)

    def roots(found):
        for _ in range(64):
            found = found[found]
        return found

    return [((2, 1), (32, 1), [a, b, parent, i32(48)])], {2: (label, 0, roots)}


@case("integers.cu", "edit_distance")
def edit_distance(_):
    a, b = (random.integers(0, 4, 48).astype(np.int8) for _ in range(2))
    row = list(range(49))
    for i in range(48):
        next_row = [i + 1]
        for j in range(48):
            next_row.append(min(row[j] + (a[i] != b[j]), row[j + 1] + 1, next_row[j] + 1))
        row = next_row
    return [((1, 1), (48, 1), [a, b, np.zeros(1, i32), i32(48)])], {2: (np.array([row[48]]), 0)}


@case("integers.cu", "sha256")
def sha256(_):
    x = random.integers(0, 256, (32, 32)).astype(np.uint8)
    wanted = np.frombuffer(b"".join(hashlib.sha256(row.tobytes()).digest() for row in x), u32)
    return [((1, 1), (32, 1), [x, np.zeros(256, u32)])], {1: (wanted, 0)}


@case("integers.cu", "philox")
def philox(_):
    wanted = []
    for i in range(64):
        c, k = [i, 0, 0, 0], [1234, 1234 ^ 0xFFFFFFFF]
        for _ in range(10):
            p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [q >> 32 ^ c[1] ^ k[0], q & 0xFFFFFFFF, p >> 32 ^ c[3] ^ k[1], p & 0xFFFFFFFF]
            k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
        wanted += c
    return [((2, 1), (32, 1), [np.zeros(256, u32), u32(1234)])], {0: (np.array(wanted, u32), 0)}


@case("integers.cu", "wide")
def wide(_):
    x, y = (random.integers(1, 2**63, 32, dtype=np.uint64) >> random.integers(0, 60, 32).astype(np.uint64) for _ in range(2))
    y |= np.uint64(1)
    high = np.array([int(p) * int(q) >> 64 for p, q in zip(x, y)], np.uint64)
    zeros = np.array([64 - int(p).bit_length() for p in x])
    empty = [np.zeros(32, np.uint64), np.zeros(32, np.uint64), np.zeros(32, i32)]
    return [((1, 1), (32, 1), [x, y, *empty])], {2: (high, 0), 3: (x % y, 0), 4: (zeros, 0)}
