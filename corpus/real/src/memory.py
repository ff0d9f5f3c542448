# SPDX-License-Identifier: Apache-2.0
"""Gathers, scatters, atomics, copies and stencils."""

import cuda.tile as ct
import numpy as np
from case import NEAR, Array, I, Scalar, case


@ct.kernel
def embedding(table, ids, out, T: I, C: I):
    b = ct.bid(0)
    rows = ct.load(ids, (b,), (T,))
    v = ct.gather(table, (ct.expand_dims(rows, 1), ct.expand_dims(ct.arange(C, dtype=ct.int32), 0)))
    ct.store(out, (b, 0), v)


for kind in ["f32", "f16", "i64"]:
    case(f"embedding_{kind}", embedding, (3,), [Array("table", kind, (20, 16), "uniform(-9, 9)"), Array("ids", "i32", (24,), "uniform(-2, 22)"),
         Array("out", kind, (24, 16)), 8, 16],
         lambda m: {"out": np.where(((m["ids"] >= 0) & (m["ids"] < 20))[:, None], m["table"][np.clip(m["ids"], 0, 19)], 0)})


@ct.kernel
def scatter_rows(x, ids, out, T: I, C: I):
    b = ct.bid(0)
    rows = ct.expand_dims(ct.load(ids, (b,), (T,)), 1)
    ct.scatter(out, (rows, ct.expand_dims(ct.arange(C, dtype=ct.int32), 0)), ct.load(x, (b, 0), (T, C)))


def scatter_of(m):
    out = m["out"].copy()
    out[m["ids"]] = m["x"]
    return {"out": out}


for kind in ["f32", "i8"]:
    case(f"scatter_rows_{kind}", scatter_rows, (4,), [Array("x", kind, (32, 8), "uniform(-9, 9)"), Array("ids", "i32", (32,), "permutation()"),
         Array("out", kind, (32, 8)), 8, 8], scatter_of)


@ct.kernel
def histogram(x, bins, T: I):
    b = ct.bid(0)
    ct.atomic_add(bins, ct.load(x, (b,), (T,)), 1)


case("histogram_i32", histogram, (4,), [Array("x", "i32", (256,), "uniform(-3, 20)"), Array("bins", "i32", (16,)), 64],
     lambda m: {"bins": np.array([(m["x"] == i).sum() for i in range(16)])})


@ct.kernel
def histogram_one_hot(x, bins, T: I, B: I):
    b = ct.bid(0)
    hit = ct.expand_dims(ct.load(x, (b,), (T,)), 1) == ct.expand_dims(ct.arange(B, dtype=ct.int32), 0)
    ct.atomic_add(bins, ct.arange(B, dtype=ct.int32), ct.sum(ct.where(hit, 1, 0), axis=0))


case("histogram_one_hot_i32", histogram_one_hot, (4,), [Array("x", "i32", (256,), "uniform(-3, 20)"), Array("bins", "i32", (16,)), 64, 16],
     lambda m: {"bins": np.array([(m["x"] == i).sum() for i in range(16)])})


@ct.kernel
def scatter_extremes(x, ids, high, low, T: I):
    b = ct.bid(0)
    at, v = ct.load(ids, (b,), (T,)), ct.load(x, (b,), (T,))
    ct.atomic_max(high, at, v)
    ct.atomic_min(low, at, v)


def extremes_of(m):
    high, low = m["high"].copy(), m["low"].copy()
    np.maximum.at(high, m["ids"], m["x"])
    np.minimum.at(low, m["ids"], m["x"])
    return {"high": high, "low": low}


for kind in ["i32", "i64", "u32"]:
    case(f"scatter_extremes_{kind}", scatter_extremes, (4,), [Array("x", kind, (128,), "bits()"), Array("ids", "i32", (128,), "uniform(0, 7)"),
         Array("high", kind, (8,)), Array("low", kind, (8,)), 32], extremes_of)


@ct.kernel
def bits_by_atomics(x, ids, all_of, any_of, odd_of, T: I):
    b = ct.bid(0)
    at, v = ct.load(ids, (b,), (T,)), ct.load(x, (b,), (T,))
    ct.atomic_and(all_of, at, v)
    ct.atomic_or(any_of, at, v)
    ct.atomic_xor(odd_of, at, v)


def bits_of(m):
    a, o, x = m["all_of"].copy(), m["any_of"].copy(), m["odd_of"].copy()
    np.bitwise_and.at(a, m["ids"], m["x"])
    np.bitwise_or.at(o, m["ids"], m["x"])
    np.bitwise_xor.at(x, m["ids"], m["x"])
    return {"all_of": a, "any_of": o, "odd_of": x}


case("bits_by_atomics_i32", bits_by_atomics, (4,), [Array("x", "i32", (128,), "bits()"), Array("ids", "i32", (128,), "uniform(0, 7)"),
     Array("all_of", "i32", (8,), "fill(-1)"), Array("any_of", "i32", (8,)), Array("odd_of", "i32", (8,)), 32], bits_of)


@ct.kernel
def locked_sum(x, total, lock, T: I):
    b = ct.bid(0)
    v = ct.sum(ct.load(x, (b,), (T,)))
    while ct.atomic_cas(lock, 0, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) == 1:
        pass
    ct.store(total, (0,), ct.load(total, (0,), (1,)) + v)
    ct.atomic_xchg(lock, 0, 0, memory_order=ct.MemoryOrder.RELEASE)


case("locked_sum_i32", locked_sum, (4,), [Array("x", "i32", (128,), "uniform(-99, 99)"), Array("total", "i32", (1,)), Array("lock", "i32", (1,)), 32],
     lambda m: {"total": m["x"].sum(keepdims=True), "lock": np.zeros(1, int)})


@ct.kernel
def last_block_sums(x, parts, ticket, out, T: I, B: I):
    b = ct.bid(0)
    ct.scatter(parts, b, ct.sum(ct.load(x, (b,), (T,))))
    if ct.atomic_add(ticket, 0, 1) == B - 1:
        ct.scatter(out, 0, ct.sum(ct.gather(parts, ct.arange(B, dtype=ct.int32))))


case("last_block_sums_i32", last_block_sums, (4,), [Array("x", "i32", (128,), "uniform(-99, 99)"), Array("parts", "i32", (4,)),
     Array("ticket", "i32", (1,)), Array("out", "i32", (1,)), 32, 4],
     lambda m: {"out": m["x"].sum(keepdims=True), "ticket": np.array([4])})


@ct.kernel
def sparse_rows(start, column, value, x, y, T: I):
    r = ct.bid(0)
    begin, end = ct.gather(start, r), ct.gather(start, r + 1)
    total = ct.zeros((T,), dtype=ct.float32)
    for k in range(begin, end, T):
        at = k + ct.arange(T, dtype=ct.int32)
        keep = at < end
        v = ct.gather(value, at, mask=keep)
        total = total + v * ct.gather(x, ct.gather(column, at, mask=keep), mask=keep)
    ct.scatter(y, r, ct.sum(total))


def sparse_of(m):
    return {"y": np.array([(m["value"][a:b].astype(np.float64) * m["x"][m["column"][a:b]]).sum()
                           for a, b in zip(m["start"], m["start"][1:])])}


case("sparse_rows_f32", sparse_rows, (6,), [Array("start", "i32", (7,), "list(0, 3, 3, 20, 31, 40, 48)"), Array("column", "i32", (48,), "uniform(0, 15)"),
     Array("value", "f32", (48,), "uniform(-2, 2)"), Array("x", "f32", (16,), "uniform(-2, 2)"), Array("y", "f32", (6,)), 8],
     sparse_of, NEAR["f32"])


@ct.kernel
def compact(x, out, count, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    keep = ct.where(v > 0, 1, 0)
    place = ct.cumsum(keep, axis=0) - keep
    base = ct.atomic_add(count, 0, ct.sum(keep))
    ct.scatter(out, base + place, v, mask=v > 0)


case("compact_i32", compact, (1,), [Array("x", "i32", (64,), "uniform(-50, 50)"), Array("out", "i32", (64,)), Array("count", "i32", (1,)), 64],
     lambda m: {"out": np.concatenate([m["x"][m["x"] > 0], np.zeros((m["x"] <= 0).sum(), int)]), "count": np.array([(m["x"] > 0).sum()])})


@ct.kernel
def reverse(x, out, T: I):
    b = ct.bid(0)
    n = x.shape[0]
    at = b * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(out, n - 1 - at, ct.gather(x, at))


for kind in ["f32", "i16", "f64"]:
    case(f"reverse_{kind}", reverse, (4,), [Array("x", kind, (100,), "uniform(-9, 9)"), Array("out", kind, (100,)), 32],
         lambda m: {"out": m["x"][::-1]})


@ct.kernel
def roll(x, out, shift: int, T: I):
    b = ct.bid(0)
    at = b * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(out, (at + shift) % x.shape[0], ct.gather(x, at), mask=at < x.shape[0])


case("roll_i32", roll, (3,), [Array("x", "i32", (80,), "iota(5, 3)"), Array("out", "i32", (80,)), Scalar("i32", 13), 32],
     lambda m: {"out": np.roll(m["x"], 13)})


@ct.kernel
def window(x, out, first: int, T: I):
    b = ct.bid(0)
    part = x.slice(axis=0, start=first, stop=first + out.shape[0])
    ct.store(out, (b, 0), ct.load(part, (b, 0), (T, T)))


case("window_f32", window, (2,), [Array("x", "f32", (40, 8), "uniform(-9, 9)"), Array("out", "f32", (16, 8)), Scalar("i32", 11), 8],
     lambda m: {"out": m["x"][11:27]})


@ct.kernel
def overlapping_means(x, out, T: I, S: I):
    view = x.tiled_view((T,), traversal_steps=(S,))
    b = ct.bid(0)
    ct.store(out, (b,), ct.reshape(ct.sum(view.load((b,))), (1,)))


case("overlapping_sums_f32", overlapping_means, (5,), [Array("x", "f32", (80,), "uniform(-9, 9)"), Array("out", "f32", (5,)), 16, 8],
     lambda m: {"out": np.array([m["x"][8 * i:8 * i + 16].sum(dtype=np.float64) for i in range(5)])}, NEAR["f32"])


@ct.kernel
def chosen_rows(x, ids, out, T: I, C: I):
    b = ct.bid(0)
    v = ct.load_advanced_indexing(x, (ct.load(ids, (b,), (T,)), ct.Slice(0, C)))
    ct.store(out, (b, 0), v)


case("chosen_rows_f32", chosen_rows, (2,), [Array("x", "f32", (24, 16), "uniform(-9, 9)"), Array("ids", "i32", (16,), "uniform(0, 23)"),
     Array("out", "f32", (16, 16)), 8, 16], lambda m: {"out": m["x"][m["ids"]]})


@ct.kernel
def jacobi(x, out, T: I):
    i, j = ct.bid(0), ct.bid(1)
    r = ct.expand_dims(i * T + ct.arange(T, dtype=ct.int32), 1)
    c = ct.expand_dims(j * T + ct.arange(T, dtype=ct.int32), 0)
    near = ct.gather(x, (r - 1, c)) + ct.gather(x, (r + 1, c)) + ct.gather(x, (r, c - 1)) + ct.gather(x, (r, c + 1))
    ct.scatter(out, (r, c), 0.25 * near)


def jacobi_of(m):
    x = np.pad(m["x"].astype(np.float64), 1)
    return {"out": (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]) / 4}


for kind in ["f32", "f64"]:
    case(f"jacobi_{kind}", jacobi, (2, 3), [Array("x", kind, (14, 20), "uniform(-9, 9)"), Array("out", kind, (14, 20)), 8], jacobi_of, NEAR[kind])


@ct.kernel
def life(x, out, T: I):
    i, j = ct.bid(0), ct.bid(1)
    r = ct.expand_dims(i * T + ct.arange(T, dtype=ct.int32), 1)
    c = ct.expand_dims(j * T + ct.arange(T, dtype=ct.int32), 0)
    total = ct.zeros((T, T), dtype=ct.int32)
    for dr in range(-1, 2):
        for dc in range(-1, 2):
            total = total + ct.gather(x, (r + dr, c + dc)).astype(ct.int32)
    alive = ct.gather(x, (r, c)).astype(ct.int32)
    ct.scatter(out, (r, c), ct.where((total == 3) | ((alive == 1) & (total == 4)), 1, 0).astype(ct.int8))


def life_of(m):
    x = np.pad(m["x"].astype(int), 1)
    total = sum(x[1 + a:17 + a, 1 + b:17 + b] for a in (-1, 0, 1) for b in (-1, 0, 1))
    return {"out": ((total == 3) | ((m["x"] == 1) & (total == 4))).astype(int)}


case("life_i8", life, (2, 2), [Array("x", "i8", (16, 16), "uniform(0, 1)"), Array("out", "i8", (16, 16)), 8], life_of)


@ct.kernel
def max_pool(x, out, T: I):
    i, j = ct.bid(0), ct.bid(1)
    v = ct.reshape(ct.load(x, (i, j), (2 * T, 2 * T)), (T, 2, T, 2))
    ct.store(out, (i, j), ct.max(ct.max(v, axis=3), axis=1))


for kind in ["f32", "i8"]:
    case(f"max_pool_{kind}", max_pool, (2, 3), [Array("x", kind, (16, 24), "uniform(-9, 9)"), Array("out", kind, (8, 12)), 4],
         lambda m: {"out": m["x"].reshape(8, 2, 12, 2).max(axis=(1, 3))})


@ct.kernel
def upsample(x, out, T: I):
    i, j = ct.bid(0), ct.bid(1)
    v = ct.load(x, (i, j), (T, T))
    wide = ct.broadcast_to(ct.reshape(v, (T, 1, T, 1)), (T, 2, T, 2))
    ct.store(out, (i, j), ct.reshape(wide, (2 * T, 2 * T)))


case("upsample_f16", upsample, (2, 2), [Array("x", "f16", (8, 8), "uniform(-9, 9)"), Array("out", "f16", (16, 16)), 4],
     lambda m: {"out": m["x"].repeat(2, axis=0).repeat(2, axis=1)})
