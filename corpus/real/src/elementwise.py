# SPDX-License-Identifier: Apache-2.0
"""Kernels that treat each element alone."""

import cuda.tile as ct
import numpy as np
from case import NEAR, Array, I, Scalar, case


@ct.kernel
def axpy(x, y, out, a: float, T: I):
    b = ct.bid(0)
    ct.store(out, (b,), a * ct.load(x, (b,), (T,)) + ct.load(y, (b,), (T,)))


for kind, n, T in [("f32", 1000, 128), ("f64", 300, 64), ("f32", 77, 32)]:
    case(f"axpy_{kind}_{n}", axpy, (-(-n // T),),
         [Array("x", kind, (n,), "uniform(-8, 8)"), Array("y", kind, (n,), "uniform(-8, 8)"), Array("out", kind, (n,)),
          Scalar("f32", 2.5), T],
         lambda m: {"out": 2.5 * m["x"] + m["y"]}, NEAR[kind])


@ct.kernel
def gelu(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,)).astype(ct.float32)
    inner = 0.7978845608 * (v + 0.044715 * v * v * v)
    ct.store(out, (b,), (0.5 * v * (1.0 + ct.tanh(inner))).astype(out.dtype))


@ct.kernel
def silu(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,)).astype(ct.float32)
    ct.store(out, (b,), (v / (1.0 + ct.exp(-v))).astype(out.dtype))


def gelu_of(v):
    v = v.astype(np.float64)
    return 0.5 * v * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3)))


def silu_of(v):
    v = v.astype(np.float64)
    return v / (1 + np.exp(-v))


for name, kernel, model in [("gelu", gelu, gelu_of), ("silu", silu, silu_of)]:
    for kind, n, T in [("f32", 500, 128), ("f16", 256, 64), ("bf16", 200, 64)]:
        case(f"{name}_{kind}_{n}", kernel, (-(-n // T),),
             [Array("x", kind, (n,), "uniform(-4, 4)"), Array("out", kind, (n,)), T],
             lambda m, model=model: {"out": model(m["x"])}, NEAR[kind])


@ct.kernel
def horner(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    total = ct.zeros((T,), dtype=x.dtype)
    for c in ct.static_iter((0.125, -0.5, 2.0, 3.0, -1.0)):
        total = total * v + c
    ct.store(out, (b,), total)


for kind in ["f32", "f64"]:
    case(f"horner_{kind}", horner, (3,), [Array("x", kind, (150,), "uniform(-2, 2)"), Array("out", kind, (150,)), 64],
         lambda m: {"out": np.polyval([0.125, -0.5, 2, 3, -1], m["x"])}, NEAR[kind])


@ct.kernel
def clamp_relu(x, out, low: int, high: int, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,)).astype(ct.int32)
    ct.store(out, (b,), ct.minimum(ct.maximum(v, low), high).astype(out.dtype))


for kind in ["i8", "i16", "i32"]:
    case(f"clamp_{kind}", clamp_relu, (4,),
         [Array("x", kind, (200,), "uniform(-100, 100)"), Array("out", kind, (200,)), Scalar("i32", -17),
          Scalar("i32", 42), 64], lambda m: {"out": np.clip(m["x"], -17, 42)})


@ct.kernel
def saturating_add(x, y, out, T: I):
    b = ct.bid(0)
    total = ct.load(x, (b,), (T,)).astype(ct.int16) + ct.load(y, (b,), (T,)).astype(ct.int16)
    ct.store(out, (b,), ct.minimum(ct.maximum(total, -128), 127).astype(ct.int8))


case("saturating_add_i8", saturating_add, (2,),
     [Array("x", "i8", (256,), "bits()"), Array("y", "i8", (256,), "bits()"), Array("out", "i8", (256,)), 128],
     lambda m: {"out": np.clip(m["x"].astype(int) + m["y"], -128, 127)})


@ct.kernel
def rope(x, angle, out, R: I, H: I):
    b = ct.bid(0)
    even = ct.load(x, (b, 0), (R, H)).astype(ct.float32)
    odd = ct.load(x, (b, 1), (R, H)).astype(ct.float32)
    t = ct.load(angle, (b, 0), (R, H))
    s, c = ct.sin(t), ct.cos(t)
    ct.store(out, (b, 0), (even * c - odd * s).astype(out.dtype))
    ct.store(out, (b, 1), (even * s + odd * c).astype(out.dtype))


def rope_of(m, H):
    x, t = m["x"].astype(np.float64), m["angle"].astype(np.float64)
    return {"out": np.concatenate([x[:, :H] * np.cos(t) - x[:, H:] * np.sin(t),
                                   x[:, :H] * np.sin(t) + x[:, H:] * np.cos(t)], axis=1)}


for kind in ["f32", "f16"]:
    case(f"rope_{kind}", rope, (4,), [Array("x", kind, (16, 64), "uniform(-2, 2)"),
         Array("angle", "f32", (16, 32), "uniform(-3, 3)"), Array("out", kind, (16, 64)), 4, 32],
         lambda m: rope_of(m, 32), NEAR[kind])


@ct.kernel
def hash_mix(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    v = (v ^ (v >> 16)) * 0x45D9F3B
    v = (v ^ (v >> 16)) * 0x45D9F3B
    ct.store(out, (b,), v ^ (v >> 16))


def hash_of(v):
    for _ in range(2):
        v = (v ^ (v >> np.uint32(16))) * np.uint32(0x45D9F3B)
    return v ^ (v >> np.uint32(16))


case("hash_mix_u32", hash_mix, (4,), [Array("x", "u32", (500,), "bits()"), Array("out", "u32", (500,)), 128],
     lambda m: {"out": hash_of(m["x"])})


@ct.kernel
def popcount(x, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    v = v - ((v >> 1) & 0x55555555)
    v = (v & 0x33333333) + ((v >> 2) & 0x33333333)
    v = (v + (v >> 4)) & 0x0F0F0F0F
    ct.store(out, (b,), (v * 0x01010101) >> 24)


case("popcount_u32", popcount, (2,), [Array("x", "u32", (256,), "bits()"), Array("out", "u32", (256,)), 128],
     lambda m: {"out": np.array([bin(v).count("1") for v in m["x"]], dtype=np.uint32)})


@ct.kernel
def divide(x, y, q, r, T: I):
    b = ct.bid(0)
    u, v = ct.load(x, (b,), (T,)), ct.load(y, (b,), (T,))
    ct.store(q, (b,), u // v)
    ct.store(r, (b,), u % v)


for kind in ["i32", "i64"]:
    case(f"divide_{kind}", divide, (2,),
         [Array("x", kind, (128,), "bits()"), Array("y", kind, (128,), "list(3, 7, -5, 1000, -1, 65537)"),
          Array("q", kind, (128,)), Array("r", kind, (128,)), 64],
         lambda m: {"q": m["x"] // m["y"], "r": m["x"] % m["y"]})


@ct.kernel
def divide_up(x, y, q, r, T: I):
    """Of unsigned integers, which // does not divide (corpus/findings/cutile-unsigned-floor-division)."""
    b = ct.bid(0)
    u, v = ct.load(x, (b,), (T,)), ct.load(y, (b,), (T,))
    ct.store(q, (b,), ct.cdiv(u, v))
    ct.store(r, (b,), u % v)


case("divide_up_u32", divide_up, (2,), [Array("x", "u32", (128,), "bits()"), Array("y", "u32", (128,), "list(3, 7, 1000, 65537, 4000000000)"),
     Array("q", "u32", (128,)), Array("r", "u32", (128,)), 64],
     lambda m: {"q": -(-m["x"].astype(np.int64) // m["y"]), "r": m["x"] % m["y"]})


@ct.kernel
def convert(x, out, T: I):
    b = ct.bid(0)
    ct.store(out, (b,), ct.load(x, (b,), (T,)).astype(out.dtype))


for source, target, init, near in [
    ("f32", "f16", "uniform(-300, 300)", NEAR["f16"]), ("f32", "bf16", "uniform(-9, 9)", NEAR["bf16"]),
    ("i32", "f32", "uniform(-1000000, 1000000)", None), ("f32", "i32", "uniform(-1000, 1000)", None),
    ("f16", "f32", "uniform(-8, 8)", None), ("i64", "i16", "bits()", None), ("i8", "i64", "bits()", None),
    ("f64", "f32", "uniform(-8, 8)", None), ("u8", "f16", "bits()", None), ("f8E4M3FN", "f32", "uniform(-8, 8)", None),
    ("f8E5M2", "f16", "uniform(-8, 8)", None)]:
    case(f"convert_{source}_{target}", convert, (2,), [Array("x", source, (128,), init), Array("out", target, (128,)), 64],
         lambda m, target=target: {"out": m["x"].astype({"f16": np.float16, "bf16": np.float32, "f32": np.float32,
                                                         "i32": np.int32, "i16": np.int16, "i64": np.int64}[target])},
         near)


@ct.kernel
def add_row_and_column(a, row, column, out, R: I, C: I):
    i, j = ct.bid(0), ct.bid(1)
    v = ct.load(a, (i, j), (R, C)) + ct.load(row, (j,), (C,))
    ct.store(out, (i, j), v + ct.expand_dims(ct.load(column, (i,), (R,)), 1))


for kind in ["f32", "i32", "i16"]:
    case(f"add_row_and_column_{kind}", add_row_and_column, (2, 3),
         [Array("a", kind, (13, 40), "uniform(-9, 9)"), Array("row", kind, (40,), "uniform(-9, 9)"),
          Array("column", kind, (13,), "uniform(-9, 9)"), Array("out", kind, (13, 40)), 8, 16],
         lambda m: {"out": m["a"] + m["row"] + m["column"][:, None]}, None if kind[0] == "i" else NEAR[kind])


@ct.kernel
def transpose(a, out, R: I, C: I):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(out, (j, i), ct.transpose(ct.load(a, (i, j), (R, C))))


for kind, shape in [("f32", (40, 24)), ("i8", (32, 64)), ("f16", (17, 33)), ("i64", (16, 8))]:
    case(f"transpose_{kind}", transpose, (-(-shape[0] // 16), -(-shape[1] // 8)),
         [Array("a", kind, shape, "uniform(-9, 9)"), Array("out", kind, shape[::-1]), 16, 8],
         lambda m: {"out": m["a"].T})


@ct.kernel
def permute_axes(a, out, A: I, B: I, C: I):
    i = ct.bid(0)
    ct.store(out, (0, i, 0), ct.permute(ct.load(a, (i, 0, 0), (A, B, C)), (2, 0, 1)))


case("permute_axes_i32", permute_axes, (4,), [Array("a", "i32", (8, 4, 16), "iota(0, 1)"), Array("out", "i32", (16, 8, 4)), 2, 4, 16],
     lambda m: {"out": m["a"].transpose(2, 0, 1)})


@ct.kernel
def select_by_sign(x, y, z, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    ct.store(out, (b,), ct.where(v > 0, ct.load(y, (b,), (T,)), ct.load(z, (b,), (T,))))


for kind in ["f32", "f16", "i8"]:
    case(f"select_{kind}", select_by_sign, (2,), [Array(n, kind, (100,), "uniform(-9, 9)") for n in "xyz"] +
         [Array("out", kind, (100,)), 64], lambda m: {"out": np.where(m["x"] > 0, m["y"], m["z"])})


@ct.kernel
def adam(p, g, m1, m2, rate: float, T: I):
    b = ct.bid(0)
    grad = ct.load(g, (b,), (T,))
    a = 0.9 * ct.load(m1, (b,), (T,)) + 0.1 * grad
    v = 0.99 * ct.load(m2, (b,), (T,)) + 0.01 * grad * grad
    ct.store(m1, (b,), a)
    ct.store(m2, (b,), v)
    ct.store(p, (b,), ct.load(p, (b,), (T,)) - rate * a / (ct.sqrt(v) + 1e-6))


def adam_of(m):
    a = 0.9 * m["m1"].astype(np.float64) + 0.1 * m["g"]
    v = 0.99 * m["m2"].astype(np.float64) + 0.01 * m["g"].astype(np.float64) ** 2
    return {"m1": a, "m2": v, "p": m["p"] - 0.05 * a / (np.sqrt(v) + 1e-6)}


case("adam_f32", adam, (3,), [Array("p", "f32", (160,), "uniform(-1, 1)"), Array("g", "f32", (160,), "uniform(-1, 1)"),
     Array("m1", "f32", (160,), "uniform(-1, 1)"), Array("m2", "f32", (160,), "uniform(0.25, 1)"), Scalar("f32", 0.05), 64],
     adam_of, NEAR["f32"])


@ct.kernel
def unpack_nibbles(x, scale, out, T: I):
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,)).astype(ct.int32)
    low = ((v & 15) ^ 8) - 8
    high = v >> 4
    pair = ct.cat((ct.expand_dims(low, 1), ct.expand_dims(high, 1)), 1)
    s = ct.load(scale, (b,), (1,))
    ct.store(out, (b,), ct.reshape(pair, (2 * T,)).astype(ct.float32) * s)


def nibbles_of(m):
    v = m["x"].astype(int)
    pair = np.stack([((v & 15) ^ 8) - 8, v >> 4], axis=1).reshape(-1, 64)
    return {"out": (pair * m["scale"][:, None]).reshape(-1)}


case("unpack_nibbles_i8", unpack_nibbles, (3,), [Array("x", "i8", (96,), "bits()"), Array("scale", "f32", (3,), "uniform(0.5, 2)"),
     Array("out", "f32", (192,)), 32], nibbles_of, NEAR["f32"])
