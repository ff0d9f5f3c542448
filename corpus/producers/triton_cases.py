"""Kernels in Triton, compiled ahead of time: triton_cases.py KERNEL OUT. What they compute is compared with NumPy."""

import json
import sys

import numpy as np
import triton
import triton.language as tl

random = np.random.default_rng(12)
f32, f16, i32 = np.float32, np.float16, np.int32


@triton.jit
def add(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def softmax(x, y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    row = tl.load(x + tl.program_id(0) * n + i, mask=i < n, other=-float("inf"))
    e = tl.exp(row - tl.max(row, 0))
    tl.store(y + tl.program_id(0) * n + i, e / tl.sum(e, 0), mask=i < n)


@triton.jit
def layer_norm(x, scale, shift, y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    row = tl.load(x + tl.program_id(0) * n + i, mask=i < n, other=0.0)
    mean = tl.sum(row, 0) / n
    centred = tl.where(i < n, row - mean, 0.0)
    factor = 1 / tl.sqrt(tl.sum(centred * centred, 0) / n + 1e-5)
    result = centred * factor * tl.load(scale + i, mask=i < n) + tl.load(shift + i, mask=i < n)
    tl.store(y + tl.program_id(0) * n + i, result, mask=i < n)


@triton.jit
def matmul(a, b, c, K, B: tl.constexpr):
    rows = tl.program_id(0) * B + tl.arange(0, B)
    columns = tl.program_id(1) * B + tl.arange(0, B)
    N = tl.num_programs(1) * B
    total = tl.zeros((B, B), tl.float32)
    for k in range(0, K, B):
        inner = k + tl.arange(0, B)
        left = tl.load(a + rows[:, None] * K + inner[None, :])
        right = tl.load(b + inner[:, None] * N + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def attention(q, k, v, out, length, B: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * B + tl.arange(0, B)
    width = tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + width[None, :])
    most = tl.full((B,), -1e30, tl.float32)
    total = tl.zeros((B,), tl.float32)
    result = tl.zeros((B, D), tl.float32)
    for start in range(0, length, B):
        keys = start + tl.arange(0, B)
        scores = tl.dot(query, tl.trans(tl.load(k + keys[:, None] * D + width[None, :]))) * 0.25
        now = tl.maximum(most, tl.max(scores, 1))
        weights = tl.exp(scores - now[:, None])
        keep = tl.exp(most - now)
        total = total * keep + tl.sum(weights, 1)
        values = tl.load(v + keys[:, None] * D + width[None, :])
        result = result * keep[:, None] + tl.dot(weights.to(tl.float16), values)
        most = now
    tl.store(out + rows[:, None] * D + width[None, :], result / total[:, None])


@triton.jit
def scan(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(y + i, tl.cumsum(tl.load(x + i), 0))


@triton.jit
def sort(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(y + i, tl.sort(tl.load(x + i)))


@triton.jit
def histogram(x, bins, B: tl.constexpr):
    found = tl.histogram(tl.load(x + tl.program_id(0) * B + tl.arange(0, B)), 32)
    tl.atomic_add(bins + tl.arange(0, 32), found)


@triton.jit
def argmax(x, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    row = tl.load(x + tl.program_id(0) * n + i, mask=i < n, other=-float("inf"))
    tl.store(out + tl.program_id(0), tl.argmax(row, 0))


@triton.jit
def transpose(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(y + i[:, None] * B + i[None, :], tl.trans(tl.load(x + i[:, None] * B + i[None, :])))


def numbers(kind, *shape):
    return random.standard_normal(shape).astype(kind)


def of_add():
    x, y = numbers(f32, 1000), numbers(f32, 1000)
    return [((4, 1), None, [x, y, np.zeros_like(x), i32(1000)])], {2: (x + y, 0)}


def of_softmax():
    x = numbers(f32, 4, 100)
    e = np.exp(x - x.max(1, keepdims=True), dtype=np.float64)
    return [((4, 1), None, [x, np.zeros_like(x), i32(100)])], {1: (e / e.sum(1, keepdims=True), 2e-5)}


def of_layer_norm():
    x, scale, shift = numbers(f32, 4, 100), numbers(f32, 100), numbers(f32, 100)
    wide = x.astype(np.float64)
    wanted = (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 1e-5) * scale + shift
    return [((4, 1), None, [x, scale, shift, np.zeros_like(x), i32(100)])], {3: (wanted, 1e-4)}


def of_matmul(kind, tolerance):
    a, b = numbers(kind, 64, 64), numbers(kind, 64, 64)
    wanted = a.astype(np.float64) @ b.astype(np.float64)
    return [((2, 2), None, [a, b, np.zeros((64, 64), f32), i32(64)])], {2: (wanted, tolerance)}


def of_attention():
    q, k, v = (numbers(f16, 64, 16) for _ in range(3))
    scores = q.astype(np.float64) @ k.astype(np.float64).T / 4
    weights = np.exp(scores - scores.max(1, keepdims=True))
    wanted = weights / weights.sum(1, keepdims=True) @ v.astype(np.float64)
    return [((2, 1), None, [q, k, v, np.zeros((64, 16), f32), i32(64)])], {3: (wanted, 2e-3)}


def of_scan():
    x = random.integers(-50, 50, 256, dtype=i32)
    return [((1, 1), None, [x, np.zeros_like(x)])], {1: (np.cumsum(x), 0)}


def of_sort():
    x = numbers(f32, 128)
    return [((1, 1), None, [x, np.zeros_like(x)])], {1: (np.sort(x), 0)}


def of_histogram():
    x = random.integers(0, 32, 512, dtype=i32)
    return [((2, 1), None, [x, np.zeros(32, i32)])], {1: (np.bincount(x, minlength=32), 0)}


def of_argmax():
    x = numbers(f32, 4, 100)
    return [((4, 1), None, [x, np.zeros(4, i32), i32(100)])], {1: (x.argmax(1), 0)}


def of_transpose():
    x = numbers(f32, 32, 32)
    return [((1, 1), None, [x, np.zeros_like(x)])], {1: (x.T, 0)}


# By case: the kernel, the types of its parameters, its constants, and what it must compute. Pointers are to f32 where
# nothing else is said.
KERNELS = {
    "add": (add, ["*fp32"] * 3 + ["i32"], {"B": 256}, of_add),
    "softmax": (softmax, ["*fp32"] * 2 + ["i32"], {"B": 128}, of_softmax),
    "layer_norm": (layer_norm, ["*fp32"] * 4 + ["i32"], {"B": 128}, of_layer_norm),
    "matmul-f16": (matmul, ["*fp16", "*fp16", "*fp32", "i32"], {"B": 32}, lambda: of_matmul(f16, 1e-4)),
    "matmul-tf32": (matmul, ["*fp32"] * 3 + ["i32"], {"B": 32}, lambda: of_matmul(f32, 2e-3)),
    "attention": (attention, ["*fp16"] * 3 + ["*fp32", "i32"], {"B": 32, "D": 16}, of_attention),
    "scan": (scan, ["*i32"] * 2, {"B": 256}, of_scan),
    "sort": (sort, ["*fp32"] * 2, {"B": 128}, of_sort),
    "histogram": (histogram, ["*i32"] * 2, {"B": 256}, of_histogram),
    "argmax": (argmax, ["*fp32", "*i32", "i32"], {"B": 128}, of_argmax),
    "transpose": (transpose, ["*fp32"] * 2, {"B": 32}, of_transpose),
}
# Each for the mma of sm_80, and as Triton compiles for sm_90.
CASES = {
    f"{name} sm_{target}": ("triton", kernel[0].__name__, f"{name} sm_{target}", kernel[3])
    for name, kernel in KERNELS.items()
    for target in (80, 90)
}


def EXTRAS(ptx):
    """What the file beside the PTX says of the launch; two pointers to scratch memory follow the arguments."""
    with open(ptx + ".json", encoding="utf-8") as file:
        return json.load(file)


def main(case, out):
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    name, target = case.split(" sm_")
    kernel, types, constants, _ = KERNELS[name]
    signature = dict(zip(kernel.arg_names, types + ["constexpr"] * len(constants)))
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants)
    made = triton.compile(source, target=GPUTarget("cuda", int(target), 32), options={"num_warps": 4})
    with open(out, "w", encoding="utf-8") as file:
        file.write(made.asm["ptx"])
    with open(out + ".json", "w", encoding="utf-8") as file:
        json.dump({"block": [128, 1], "shared": made.metadata.shared, "trailing": 2}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
