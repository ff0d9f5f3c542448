# SPDX-License-Identifier: Apache-2.0
"""Reductions, norms, softmax and scans."""

import cuda.tile as ct
import numpy as np
from case import NEAR, Array, I, Scalar, case

ZERO = ct.PaddingMode.ZERO


@ct.kernel
def row_sum(x, out, R: I, C: I):
    b = ct.bid(0)
    total = ct.zeros((R,), dtype=out.dtype)
    for j in range(ct.num_tiles(x, axis=1, shape=(R, C))):
        total = total + ct.sum(ct.load(x, (b, j), (R, C), padding_mode=ZERO).astype(out.dtype), axis=1)
    ct.store(out, (b,), total)


for kind, out in [("f32", "f32"), ("f16", "f32"), ("i8", "i32"), ("i32", "i64")]:
    case(f"row_sum_{kind}", row_sum, (3,), [Array("x", kind, (10, 72), "uniform(-5, 5)"), Array("out", out, (10,)), 4, 32],
         lambda m: {"out": m["x"].astype(np.float64).sum(axis=1)}, (1e-5, 1e-4))


@ct.kernel
def row_extremes(x, low, high, where, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (1, C))
    ct.store(low, (b,), ct.min(v, axis=1))
    ct.store(high, (b,), ct.max(v, axis=1))
    ct.store(where, (b,), ct.argmax(v, axis=1).astype(ct.int32))


for kind in ["f32", "i32", "f16"]:
    case(f"row_extremes_{kind}", row_extremes, (6,),
         [Array("x", kind, (6, 64), "permutation()" if kind == "i32" else "uniform(-9, 9)"), Array("low", kind, (6,)),
          Array("high", kind, (6,)), Array("where", "i32", (6,)), 64],
         lambda m: {"low": m["x"].min(axis=1), "high": m["x"].max(axis=1), "where": m["x"].argmax(axis=1)})


@ct.kernel
def total_by_atomics(x, out, T: I):
    b = ct.bid(0)
    ct.atomic_add(out, 0, ct.sum(ct.load(x, (b,), (T,), padding_mode=ZERO)))


for kind in ["i32", "f32", "i64"]:
    case(f"total_by_atomics_{kind}", total_by_atomics, (5,),
         [Array("x", kind, (300,), "list(1, 2, -3, 4, 8)"), Array("out", kind, (1,)), 64],
         lambda m: {"out": m["x"].sum(keepdims=True)})


@ct.kernel
def softmax(x, out, R: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, C), padding_mode=ct.PaddingMode.NEG_INF).astype(ct.float32)
    e = ct.exp(v - ct.max(v, axis=1, keepdims=True))
    ct.store(out, (b, 0), (e / ct.sum(e, axis=1, keepdims=True)).astype(out.dtype))


@ct.kernel
def log_softmax(x, out, R: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, C), padding_mode=ct.PaddingMode.NEG_INF).astype(ct.float32)
    v = v - ct.max(v, axis=1, keepdims=True)
    ct.store(out, (b, 0), (v - ct.log(ct.sum(ct.exp(v), axis=1, keepdims=True))).astype(out.dtype))


def softmax_of(x):
    x = x.astype(np.float64)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


for kind, shape in [("f32", (9, 50)), ("f16", (4, 64)), ("bf16", (3, 33))]:
    case(f"softmax_{kind}", softmax, (-(-shape[0] // 2),),
         [Array("x", kind, shape, "uniform(-5, 5)"), Array("out", kind, shape), 2, 64],
         lambda m: {"out": softmax_of(m["x"])}, NEAR[kind])
    case(f"log_softmax_{kind}", log_softmax, (-(-shape[0] // 2),),
         [Array("x", kind, shape, "uniform(-5, 5)"), Array("out", kind, shape), 2, 64],
         lambda m: {"out": np.log(softmax_of(m["x"]))}, NEAR[kind])


@ct.kernel
def layer_norm(x, w, bias, out, eps: float, R: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, C)).astype(ct.float32)
    mean = ct.sum(v, axis=1, keepdims=True) / C
    d = v - mean
    scale = ct.rsqrt(ct.sum(d * d, axis=1, keepdims=True) / C + eps)
    ct.store(out, (b, 0), (d * scale * ct.load(w, (0,), (C,)) + ct.load(bias, (0,), (C,))).astype(out.dtype))


@ct.kernel
def rms_norm(x, w, out, eps: float, R: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, C)).astype(ct.float32)
    scale = ct.rsqrt(ct.sum(v * v, axis=1, keepdims=True) / C + eps)
    ct.store(out, (b, 0), (v * scale * ct.load(w, (0,), (C,))).astype(out.dtype))


def layer_norm_of(m):
    x = m["x"].astype(np.float64)
    d = x - x.mean(axis=1, keepdims=True)
    return {"out": d / np.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5) * m["w"] + m["bias"]}


def rms_norm_of(m):
    x = m["x"].astype(np.float64)
    return {"out": x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * m["w"]}


for kind in ["f32", "f16", "bf16"]:
    case(f"layer_norm_{kind}", layer_norm, (4,),
         [Array("x", kind, (7, 64), "uniform(-3, 5)"), Array("w", "f32", (64,), "uniform(-2, 2)"),
          Array("bias", "f32", (64,), "uniform(-1, 1)"), Array("out", kind, (7, 64)), Scalar("f32", 1e-5), 2, 64],
         layer_norm_of, NEAR[kind])
    case(f"rms_norm_{kind}", rms_norm, (7,),
         [Array("x", kind, (7, 128), "uniform(-3, 3)"), Array("w", "f32", (128,), "uniform(-2, 2)"),
          Array("out", kind, (7, 128)), Scalar("f32", 1e-5), 1, 128], rms_norm_of, NEAR[kind])


@ct.kernel
def group_norm(x, out, G: I, C: I):
    n, g = ct.bid(0), ct.bid(1)
    v = ct.load(x, (n, g, 0), (1, G, C))
    mean = ct.sum(v) / (G * C)
    d = v - mean
    ct.store(out, (n, g, 0), d / ct.sqrt(ct.sum(d * d) / (G * C) + 1e-3))


def group_norm_of(m):
    x = m["x"].astype(np.float64).reshape(2, 4, -1)
    d = x - x.mean(axis=2, keepdims=True)
    return {"out": (d / np.sqrt((d * d).mean(axis=2, keepdims=True) + 1e-3)).reshape(m["x"].shape)}


case("group_norm_f32", group_norm, (2, 4), [Array("x", "f32", (2, 8, 16), "uniform(-3, 5)"), Array("out", "f32", (2, 8, 16)), 2, 16],
     group_norm_of, NEAR["f32"])


@ct.kernel
def cosine(x, y, out, R: I, C: I):
    b = ct.bid(0)
    u = ct.load(x, (b, 0), (R, C)).astype(ct.float32)
    v = ct.load(y, (b, 0), (R, C)).astype(ct.float32)
    dot = ct.sum(u * v, axis=1)
    ct.store(out, (b,), dot * ct.rsqrt(ct.sum(u * u, axis=1)) * ct.rsqrt(ct.sum(v * v, axis=1)))


def cosine_of(m):
    x, y = m["x"].astype(np.float64), m["y"].astype(np.float64)
    return {"out": (x * y).sum(axis=1) / np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))}


for kind in ["f32", "f16"]:
    case(f"cosine_{kind}", cosine, (4,), [Array("x", kind, (16, 32), "uniform(-2, 3)"), Array("y", kind, (16, 32), "uniform(-2, 3)"),
         Array("out", "f32", (16,)), 4, 32], cosine_of, (2e-5, 2e-5))


@ct.kernel
def cross_entropy(x, label, out, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (1, C))
    top = ct.max(v, axis=1, keepdims=True)
    lse = ct.log(ct.sum(ct.exp(v - top), axis=1)) + ct.reshape(top, (1,))
    want = ct.load(label, (b,), (1,))
    hit = ct.arange(C, dtype=ct.int32) == want
    ct.store(out, (b,), lse - ct.sum(ct.where(ct.reshape(hit, (1, C)), v, 0.0), axis=1))


def cross_entropy_of(m):
    x = m["x"].astype(np.float64)
    return {"out": np.log(np.exp(x).sum(axis=1)) - x[np.arange(len(x)), m["label"]]}


case("cross_entropy_f32", cross_entropy, (8,), [Array("x", "f32", (8, 32), "uniform(-3, 3)"), Array("label", "i32", (8,), "uniform(0, 31)"),
     Array("out", "f32", (8,)), 32], cross_entropy_of, NEAR["f32"])


@ct.kernel
def row_product(x, out, R: I, C: I):
    b = ct.bid(0)
    ct.store(out, (b,), ct.prod(ct.load(x, (b, 0), (R, C)), axis=1))


for kind in ["f64", "i32"]:
    case(f"row_product_{kind}", row_product, (2,), [Array("x", kind, (8, 16), "uniform(1, 3)"), Array("out", kind, (8,)), 4, 16],
         lambda m: {"out": m["x"].prod(axis=1, dtype=m["x"].dtype)}, NEAR["f64"] if kind == "f64" else None)


def wider(a, i, c, j):
    keep = a >= c
    return ct.where(keep, a, c), ct.where(keep, i, j)


@ct.kernel
def range_and_mask(x, spread, bits, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    ct.store(spread, (b,), ct.reshape(ct.max(v) - ct.min(v), (1,)))
    both = ct.reduce(v, 0, lambda p, q: p | q, 0)
    ct.store(bits, (b,), ct.reshape(both, (1,)))


case("range_and_mask_i32", range_and_mask, (4,), [Array("x", "i32", (256,), "uniform(0, 4095)"), Array("spread", "i32", (4,)),
     Array("bits", "i32", (4,)), 64],
     lambda m: {"spread": np.ptp(m["x"].reshape(4, 64), axis=1), "bits": np.bitwise_or.reduce(m["x"].reshape(4, 64), axis=1)})


@ct.kernel
def largest_with_place(x, value, place, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    at = ct.arange(T, dtype=ct.int32)
    top, where = ct.reduce((v, at), 0, wider, (-3.0e38, 0))
    ct.store(value, (b,), ct.reshape(top, (1,)))
    ct.store(place, (b,), ct.reshape(where, (1,)))


case("largest_with_place_f32", largest_with_place, (3,), [Array("x", "f32", (192,), "uniform(-100, 100)"), Array("value", "f32", (3,)),
     Array("place", "i32", (3,)), 64],
     lambda m: {"value": m["x"].reshape(3, 64).max(axis=1), "place": m["x"].reshape(3, 64).argmax(axis=1)})


@ct.kernel
def prefix(x, out, R: I, C: I):
    b = ct.bid(0)
    ct.store(out, (b, 0), ct.cumsum(ct.load(x, (b, 0), (R, C)), axis=1))


@ct.kernel
def suffix(x, out, R: I, C: I):
    b = ct.bid(0)
    ct.store(out, (b, 0), ct.cumsum(ct.load(x, (b, 0), (R, C)), axis=1, reverse=True))


for kind in ["i32", "f32", "i64"]:
    arrays = [Array("x", kind, (6, 32), "uniform(-50, 50)"), Array("out", kind, (6, 32)), 2, 32]
    near = (1e-5, 1e-3) if kind == "f32" else None
    case(f"prefix_{kind}", prefix, (3,), arrays, lambda m: {"out": np.cumsum(m["x"], axis=1)}, near)
    case(f"suffix_{kind}", suffix, (3,), arrays, lambda m: {"out": np.cumsum(m["x"][:, ::-1], axis=1)[:, ::-1]}, near)


@ct.kernel
def growth(x, out, R: I, C: I):
    b = ct.bid(0)
    ct.store(out, (b, 0), ct.cumprod(ct.load(x, (b, 0), (R, C)), axis=1))


case("growth_f32", growth, (4,), [Array("x", "f32", (8, 16), "uniform(0.5, 1.5)"), Array("out", "f32", (8, 16)), 2, 16],
     lambda m: {"out": np.cumprod(m["x"].astype(np.float64), axis=1)}, NEAR["f32"])


@ct.kernel
def running_max(x, out, T: I):
    b = ct.bid(0)
    ct.store(out, (b,), ct.scan(ct.load(x, (b,), (T,)), 0, lambda p, q: ct.maximum(p, q), -2147483648))


case("running_max_i32", running_max, (4,), [Array("x", "i32", (256,), "bits()"), Array("out", "i32", (256,)), 64],
     lambda m: {"out": np.maximum.accumulate(m["x"].reshape(4, 64), axis=1)})


def after(a, x, b, y):
    return a * b, b * x + y


@ct.kernel
def recurrence(a, x, out, R: I, T: I):
    b = ct.bid(0)
    _, h = ct.scan((ct.load(a, (b, 0), (R, T)), ct.load(x, (b, 0), (R, T))), 1, after, (1.0, 0.0))
    ct.store(out, (b, 0), h)


def recurrence_of(m):
    h, rows = np.zeros(len(m["x"])), []
    for t in range(m["x"].shape[1]):
        h = h * m["a"][:, t].astype(np.float64) + m["x"][:, t]
        rows.append(h)
    return {"out": np.stack(rows, axis=1)}


case("recurrence_f32", recurrence, (3,), [Array("a", "f32", (6, 32), "uniform(-0.9, 0.9)"), Array("x", "f32", (6, 32), "uniform(-1, 1)"),
     Array("out", "f32", (6, 32)), 2, 32], recurrence_of, NEAR["f32"])


def segment(f, x, g, y):
    return f | g, ct.where(g != 0, y, x + y)


@ct.kernel
def segmented_sum(flag, x, out, T: I):
    b = ct.bid(0)
    _, s = ct.scan((ct.load(flag, (b,), (T,)), ct.load(x, (b,), (T,))), 0, segment, (0, 0))
    ct.store(out, (b,), s)


def segmented_of(m):
    total, out = 0, []
    for i, (f, x) in enumerate(zip(m["flag"], m["x"])):
        total = int(x) if f or i % 64 == 0 else total + int(x)
        out.append(total)
    return {"out": np.array(out)}


case("segmented_sum_i32", segmented_sum, (2,), [Array("flag", "i32", (128,), "list(0, 0, 1, 0, 0, 0, 0, 1, 0)"),
     Array("x", "i32", (128,), "uniform(-9, 9)"), Array("out", "i32", (128,)), 64], segmented_of)


@ct.kernel
def long_prefix(x, out, T: I):
    carry = 0
    for j in range(ct.num_tiles(x, axis=0, shape=(T,))):
        v = ct.load(x, (j,), (T,), padding_mode=ZERO)
        ct.store(out, (j,), ct.cumsum(v, axis=0) - v + carry)
        carry = carry + ct.sum(v)


case("long_prefix_i32", long_prefix, (1,), [Array("x", "i32", (150,), "uniform(-9, 9)"), Array("out", "i32", (150,)), 32],
     lambda m: {"out": np.cumsum(m["x"]) - m["x"]})
