# SPDX-License-Identifier: Apache-2.0
"""Sorting, transforms, random numbers and iterations."""

import cuda.tile as ct
import numpy as np
from case import NEAR, Array, I, Scalar, case


@ct.kernel
def rank_sort(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    at = ct.arange(T, dtype=ct.int32)
    mine, other = ct.expand_dims(v, 1), ct.expand_dims(v, 0)
    first = ct.expand_dims(at, 0) < ct.expand_dims(at, 1)
    rank = ct.sum(ct.where((other < mine) | ((other == mine) & first), 1, 0), axis=1)
    ct.scatter(out, b * T + rank, v)


for kind in ["i32", "f32", "i8"]:
    case(f"rank_sort_{kind}", rank_sort, (3,), [Array("x", kind, (96,), "uniform(-20, 20)"), Array("out", kind, (96,)), 32],
         lambda m: {"out": np.sort(m["x"].reshape(3, 32), axis=1)})


@ct.kernel
def bitonic_sort(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    at = ct.arange(T, dtype=ct.int32)
    size = 2
    while size <= T:
        step = size // 2
        while step > 0:
            ct.scatter(out, b * T + at, v)
            other = ct.gather(out, b * T + (at ^ step))
            up = (at & size) == 0
            lower = (at & step) == 0
            v = ct.where(up == lower, ct.minimum(v, other), ct.maximum(v, other))
            step = step // 2
        size = size * 2
    ct.scatter(out, b * T + at, v)


for kind in ["i32", "f32"]:
    case(f"bitonic_sort_{kind}", bitonic_sort, (2,), [Array("x", kind, (64,), "uniform(-90, 90)"), Array("out", kind, (64,)), 32],
         lambda m: {"out": np.sort(m["x"].reshape(2, 32), axis=1)})


@ct.kernel
def top_k(x, value, place, K: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (1, C))
    at = ct.expand_dims(ct.arange(C, dtype=ct.int32), 0)
    for k in range(K):
        where = ct.argmax(v, axis=1, keepdims=True).astype(ct.int32)
        ct.store(value, (b, k), ct.max(v, axis=1, keepdims=True))
        ct.store(place, (b, k), where)
        v = ct.where(at == where, -1.0e30, v)


def top_k_of(m):
    order = np.argsort(-m["x"], axis=1, kind="stable")[:, :4]
    return {"place": order, "value": np.take_along_axis(m["x"], order, axis=1)}


case("top_k_f32", top_k, (4,), [Array("x", "f32", (4, 32), "uniform(-9, 9)"), Array("value", "f32", (4, 4)), Array("place", "i32", (4, 4)), 4, 32],
     top_k_of)


@ct.kernel
def search_sorted(a, x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    low = ct.zeros((T,), dtype=ct.int32)
    high = ct.full((T,), a.shape[0], dtype=ct.int32)
    for _ in range(7):
        mid = (low + high) >> 1
        right = (low < high) & (ct.gather(a, mid) < v)
        high = ct.where(right | (low >= high), high, mid)
        low = ct.where(right, mid + 1, low)
    ct.store(out, (b,), low)


case("search_sorted_i32", search_sorted, (2,), [Array("a", "i32", (100,), "iota(-50, 3)"), Array("x", "i32", (64,), "uniform(-80, 280)"),
     Array("out", "i32", (64,)), 32], lambda m: {"out": np.searchsorted(m["a"], m["x"])})


@ct.kernel
def dft(re, im, out_re, out_im, R: I, N: I):
    b = ct.bid(0)
    k = ct.arange(N, dtype=ct.int32)
    phase = ((ct.expand_dims(k, 0) * ct.expand_dims(k, 1)) % N).astype(ct.float32) * (-6.283185307 / N)
    c, s = ct.cos(phase), ct.sin(phase)
    zero = ct.zeros((R, N), dtype=ct.float32)
    x, y = ct.load(re, (b, 0), (R, N)), ct.load(im, (b, 0), (R, N))
    ct.store(out_re, (b, 0), ct.mma(x, c, zero) - ct.mma(y, s, zero))
    ct.store(out_im, (b, 0), ct.mma(x, s, zero) + ct.mma(y, c, zero))


def dft_of(m):
    z = np.fft.fft(m["re"].astype(np.float64) + 1j * m["im"], axis=1)
    return {"out_re": z.real, "out_im": z.imag}


case("dft_f32", dft, (2,), [Array("re", "f32", (32, 16), "uniform(-1, 1)"), Array("im", "f32", (32, 16), "uniform(-1, 1)"),
     Array("out_re", "f32", (32, 16)), Array("out_im", "f32", (32, 16)), 16, 16], dft_of, (2e-2, 5e-2))


@ct.kernel
def fft_steps(re, im, N: I):
    b = ct.bid(0)
    at = ct.arange(N // 2, dtype=ct.int32)
    span = 1
    while span < N:
        low = (at // span) * (2 * span) + at % span
        phase = (at % span).astype(ct.float32) * -3.14159265 / span
        c, s = ct.cos(phase), ct.sin(phase)
        ar, ai = ct.gather(re, (b, low)), ct.gather(im, (b, low))
        br, bi = ct.gather(re, (b, low + span)), ct.gather(im, (b, low + span))
        tr, ti = br * c - bi * s, br * s + bi * c
        ct.scatter(re, (b, low), ar + tr)
        ct.scatter(im, (b, low), ai + ti)
        ct.scatter(re, (b, low + span), ar - tr)
        ct.scatter(im, (b, low + span), ai - ti)
        span = span * 2


def fft_of(m):
    order = [int(f"{i:05b}"[::-1], 2) for i in range(32)]
    z = (m["re"].astype(np.float64) + 1j * m["im"])[:, order]
    z = np.fft.fft(z, axis=1)
    return {"re": z.real, "im": z.imag}


case("fft_steps_f32", fft_steps, (3,), [Array("re", "f32", (3, 32), "uniform(-1, 1)"), Array("im", "f32", (3, 32), "uniform(-1, 1)"), 32],
     fft_of, (1e-4, 1e-4))


@ct.kernel
def hadamard(x, out, R: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, 16))
    for half in ct.static_iter((8, 4, 2, 1)):
        pair = ct.reshape(v, (R, 16 // (2 * half), 2, half))
        a, c = ct.extract(pair, (0, 0, 0, 0), (R, 16 // (2 * half), 1, half)), ct.extract(pair, (0, 0, 1, 0), (R, 16 // (2 * half), 1, half))
        v = ct.reshape(ct.cat((a + c, a - c), 2), (R, 16))
    ct.store(out, (b, 0), v)


def hadamard_of(m):
    h = np.array([[1]])
    for _ in range(4):
        h = np.block([[h, h], [h, -h]])
    return {"out": m["x"] @ h}


for kind in ["i32", "f32"]:
    case(f"hadamard_{kind}", hadamard, (3,), [Array("x", kind, (12, 16), "uniform(-9, 9)"), Array("out", kind, (12, 16)), 4],
         hadamard_of, None if kind == "i32" else NEAR["f32"])


@ct.kernel
def counter_random(out, key: int, T: I):
    b = ct.bid(0)
    lo = (b * T + ct.arange(T, dtype=ct.int32)).astype(ct.uint32)
    hi = ct.zeros((T,), dtype=ct.uint32)
    k = ct.full((T,), key, dtype=ct.uint32)
    for _ in range(10):
        wide = lo.astype(ct.uint64) * 0xD256D193
        lo = (wide >> 32).astype(ct.uint32) ^ k ^ hi
        hi = wide.astype(ct.uint32)
        k = k + 0x9E3779B9
    ct.store(out, (b,), lo)


def philox_of(m):
    lo, hi = np.arange(len(m["out"]), dtype=np.uint64), np.zeros(len(m["out"]), np.uint64)
    k, low = 77, np.uint64(0xFFFFFFFF)
    for _ in range(10):
        wide = lo * np.uint64(0xD256D193)
        lo = (wide >> np.uint64(32)) ^ np.uint64(k) ^ hi
        hi = wide & low
        k = (k + 0x9E3779B9) & 0xFFFFFFFF
    return {"out": lo.astype(np.uint32)}


case("counter_random_u32", counter_random, (4,), [Array("out", "u32", (200,)), Scalar("i32", 77), 64], philox_of)


@ct.kernel
def monte_carlo(hits, seed: int, T: I):
    b = ct.bid(0)
    state = (b * T + ct.arange(T, dtype=ct.int32)).astype(ct.uint32) * 2654435761 + ct.full((T,), seed, dtype=ct.uint32)
    inside = ct.zeros((T,), dtype=ct.int32)
    for _ in range(8):
        state = state * 1664525 + 1013904223
        x = (state >> 17).astype(ct.int32)
        state = state * 1664525 + 1013904223
        y = (state >> 17).astype(ct.int32)
        inside = inside + ct.where(x * x + y * y < 1073741824, 1, 0)
    ct.atomic_add(hits, 0, ct.sum(inside))


def monte_carlo_of(m):
    state = (np.arange(256, dtype=np.uint64) * 2654435761 + 5) & 0xFFFFFFFF
    total = 0
    for _ in range(8):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        x = (state >> 17).astype(np.int64)
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        y = (state >> 17).astype(np.int64)
        total += int((x * x + y * y < 1073741824).sum())
    return {"hits": np.array([total])}


case("monte_carlo_i32", monte_carlo, (4,), [Array("hits", "i32", (1,)), Scalar("i32", 5), 64], monte_carlo_of)


@ct.kernel
def mandelbrot(out, T: I, S: I):
    i, j = ct.bid(0), ct.bid(1)
    y = (ct.expand_dims(i * T + ct.arange(T, dtype=ct.int32), 1)).astype(ct.float32) * 0.125 - 1.0
    x = (ct.expand_dims(j * T + ct.arange(T, dtype=ct.int32), 0)).astype(ct.float32) * 0.125 - 2.0
    a, b = ct.zeros((T, T), dtype=ct.float32), ct.zeros((T, T), dtype=ct.float32)
    steps = ct.zeros((T, T), dtype=ct.int32)
    for _ in range(S):
        a2, b2 = a * a, b * b
        live = a2 + b2 <= 4.0
        b = ct.where(live, 2.0 * a * b + y, b)
        a = ct.where(live, a2 - b2 + x, a)
        steps = steps + ct.where(live, 1, 0)
    ct.store(out, (i, j), steps)


def mandelbrot_of(m):
    y = np.arange(16)[:, None] * 0.125 - 1.0
    x = np.arange(24)[None, :] * 0.125 - 2.0
    z, steps = np.zeros((16, 24), complex), np.zeros((16, 24), int)
    for _ in range(6):
        live = z.real**2 + z.imag**2 <= 4
        z = np.where(live, z * z + (x + 1j * y), z)
        steps += live
    return {"out": steps}


case("mandelbrot_f32", mandelbrot, (2, 3), [Array("out", "i32", (16, 24)), 8, 6], mandelbrot_of)


@ct.kernel
def newton_root(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    r = v
    for _ in range(8):
        r = 0.5 * (r + v / r)
    ct.store(out, (b,), r)


for kind in ["f32", "f64"]:
    case(f"newton_root_{kind}", newton_root, (2,), [Array("x", kind, (100,), "uniform(0.5, 9)"), Array("out", kind, (100,)), 64],
         lambda m: {"out": np.sqrt(m["x"].astype(np.float64))}, NEAR[kind])


@ct.kernel
def gcd(x, y, out, T: I):
    b = ct.bid(0)
    u, v = ct.load(x, (b,), (T,)), ct.load(y, (b,), (T,))
    while ct.max(v) > 0:
        safe = ct.where(v > 0, v, 1)
        rest = u % safe
        u, v = ct.where(v > 0, v, u), ct.where(v > 0, rest, 0)
    ct.store(out, (b,), u)


for kind in ["i32", "i64"]:
    case(f"gcd_{kind}", gcd, (2,), [Array("x", kind, (64,), "uniform(1, 5000)"), Array("y", kind, (64,), "uniform(1, 5000)"), Array("out", kind, (64,)), 32],
         lambda m: {"out": np.gcd(m["x"], m["y"])})


@ct.kernel
def quantise_rows(x, q, scale, R: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, C)).astype(ct.float32)
    s = ct.max(ct.abs(v), axis=1, keepdims=True) / 64.0
    ct.store(q, (b, 0), ct.floor(v / s + 0.5).astype(ct.int8))
    ct.store(scale, (b,), ct.reshape(s, (R,)))


def quantise_of(m):
    x = m["x"].astype(np.float32)
    s = np.abs(x).max(axis=1, keepdims=True) / np.float32(64)
    return {"q": np.floor(x / s + np.float32(0.5)), "scale": s}


for kind in ["f32", "f16"]:
    case(f"quantise_rows_{kind}", quantise_rows, (3,), [Array("x", kind, (6, 32), "uniform(-9, 9)"), Array("q", "i8", (6, 32)),
         Array("scale", "f32", (6,)), 2, 32], quantise_of)


@ct.kernel
def edit_distance(a, b, out, T: I):
    n = ct.bid(0)
    at = ct.arange(T, dtype=ct.int32)
    y = ct.load(b, (n, 0), (1, T))
    row = ct.expand_dims(at + 1, 0)
    for i in range(T):
        same = ct.where(y == ct.gather(a, (n, i)), 0, 1)
        ct.scatter(out, (n, 1 + at), ct.reshape(row, (T,)))
        ct.scatter(out, (n, 0), i)
        diagonal = ct.expand_dims(ct.gather(out, (n, at)), 0)
        best = ct.minimum(row + 1, diagonal + same)
        # Insertions: the least of what stands left of it, one for each step.
        spread = ct.scan(best - ct.expand_dims(at, 0), 1, lambda p, q: ct.minimum(p, q), 2147483647)
        row = ct.minimum(spread, i + 2 - 0 * row) + ct.expand_dims(at, 0)
    ct.scatter(out, (n, 1 + at), ct.reshape(row, (T,)))


def edit_of(m):
    out = []
    for a, b in zip(m["a"], m["b"]):
        row = list(range(17))
        for i, x in enumerate(a):
            new = [i + 1]
            for j, y in enumerate(b):
                new.append(min(row[j + 1] + 1, new[j] + 1, row[j] + (x != y)))
            row = new
        out.append([15] + row[1:])
    return {"out": np.array(out)}


case("edit_distance_i32", edit_distance, (2,), [Array("a", "i32", (2, 16), "uniform(0, 3)"), Array("b", "i32", (2, 16), "uniform(0, 3)"),
     Array("out", "i32", (2, 17)), 16], edit_of)
