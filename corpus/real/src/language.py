# SPDX-License-Identifier: Apache-2.0
"""What the front end's language has and the other families do not use: raw memory, views that step, bytes, scales."""

import cuda.tile as ct
import numpy as np
from case import EIGHT_BITS, NEAR, TYPES, Array, ArrayList, I, Scalar, case

RM = ct.RoundingMode


@ct.kernel
def raw_scale(x, out, factor: float, T: I):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    inside = at < x.shape[0]
    v = x.get_raw_memory().load_offset(at, mask=inside, padding_value=-1)
    out.get_raw_memory().store_offset(at, ct.astype(v * factor, out.dtype), mask=inside)


for kind in ["f32", "f16"]:
    case(f"raw_scale_{kind}", raw_scale, (3,), [Array("x", kind, (90,), "uniform(-9, 9)"), Array("out", kind, (90,)), Scalar("f32", 0.5), 32],
         lambda m: {"out": m["x"] * m["x"].dtype.type(0.5)})


@ct.kernel
def raw_updates(x, at, sums, least, most, every, some, odd, last, T: I):
    b = ct.bid(0)
    to, v = ct.load(at, (b,), (T,)), ct.load(x, (b,), (T,))
    few = (v & 1) == 0
    sums.get_raw_memory().atomic_add_offset(to, v, mask=few)
    least.get_raw_memory().atomic_min_offset(to, v, memory_order=ct.MemoryOrder.RELAXED)
    most.get_raw_memory().atomic_max_offset(to, v, memory_order=ct.MemoryOrder.RELEASE)
    every.get_raw_memory().atomic_and_offset(to, v, memory_order=ct.MemoryOrder.ACQUIRE)
    some.get_raw_memory().atomic_or_offset(to, v, memory_scope=ct.MemoryScope.SYS)
    odd.get_raw_memory().atomic_xor_offset(to, v)
    last.get_raw_memory().atomic_xchg_offset(b * T + ct.arange(T, dtype=ct.int32), v)


def raw_updates_of(m):
    few = (m["x"] & 1) == 0
    out = {}
    for name, function, mask in [("sums", np.add, few), ("least", np.minimum, None), ("most", np.maximum, None), ("every", np.bitwise_and, None),
                                 ("some", np.bitwise_or, None), ("odd", np.bitwise_xor, None)]:
        out[name] = m[name].copy()
        chosen = slice(None) if mask is None else mask
        with np.errstate(over="ignore"):
            function.at(out[name], m["at"][chosen], m["x"][chosen])
    out["last"] = m["x"].copy()
    return out


for kind in ["i32", "u32", "i64"]:
    case(f"raw_updates_{kind}", raw_updates, (3,),
         [Array("x", kind, (96,), "bits()"), Array("at", "i32", (96,), "uniform(0, 10)"), *[Array(n, kind, (11,)) for n in ("sums", "least", "most")],
          Array("every", kind, (11,), "fill(-1)"), *[Array(n, kind, (11,)) for n in ("some", "odd")], Array("last", kind, (96,)), 32], raw_updates_of)


@ct.kernel
def raw_exchange(x, seen, T: I):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    old = x.get_raw_memory().atomic_cas_offset(at, 3, at, mask=at < 50)
    seen.get_raw_memory().store_offset(at, old)


case("raw_exchange_i32", raw_exchange, (2,), [Array("x", "i32", (64,), "uniform(1, 5)"), Array("seen", "i32", (64,)), 32],
     lambda m: {"x": np.where((m["x"] == 3) & (np.arange(64) < 50), np.arange(64), m["x"]), "seen": np.where(np.arange(64) < 50, m["x"], 3)})


@ct.kernel
def sliding_means(x, out, T: I, S: I):
    b = ct.bid(0)
    view = x.tiled_view((T,), traversal_steps=(S,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, (b,), ct.expand_dims(ct.sum(view.load((b,))) / T, 0))


case("sliding_means_f32", sliding_means, (9,), [Array("x", "f32", (70,), "uniform(-9, 9)"), Array("out", "f32", (9,)), 16, 8],
     lambda m: {"out": np.array([np.pad(m["x"].astype(np.float64), (0, 16))[8 * i:8 * i + 16].mean() for i in range(9)])}, NEAR["f32"])


@ct.kernel
def tile_updates(x, sums, least, most, odd, R: I, C: I):
    b = ct.bid(0)
    v = ct.load(x, (b, 0), (R, C))
    sums.tiled_view((R, C)).atomic_store_add((0, 0), v)
    least.tiled_view((R, C)).atomic_store_min((0, 0), v)
    most.tiled_view((R, C)).atomic_store_max((0, 0), v)
    odd.tiled_view((R, C)).atomic_store_xor((0, 0), v)


for kind in ["i32", "u32", "i64"]:
    case(f"tile_updates_{kind}", tile_updates, (4,), [Array("x", kind, (32, 8), "bits()"), *[Array(n, kind, (7, 6)) for n in ("sums", "least", "most", "odd")], 8, 8],
         lambda m: {n: f.reduce(np.concatenate([m["x"].reshape(4, 8, 8)[:, :7, :6], m[n][None]]), axis=0, dtype=m["x"].dtype)
                    for n, f in (("sums", np.add), ("least", np.minimum), ("most", np.maximum), ("odd", np.bitwise_xor))})


@ct.kernel
def advanced_rows(x, rows, out, back, first: int, T: I, C: I):
    at = ct.load(rows, (0,), (T,))
    v = ct.load_advanced_indexing(x, (at, ct.Slice(first, C)), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, (0, 0), v)
    ct.store_advanced_indexing(back, (at, ct.Slice(first, C)), v)


def advanced_rows_of(m):
    wide = np.pad(m["x"], ((0, 0), (0, 16)))
    back = np.pad(m["back"], ((0, 0), (0, 16)))
    back[m["rows"], 5:13] = wide[m["rows"], 5:13]
    return {"out": wide[m["rows"], 5:13], "back": back[:, :10]}


for kind in ["f32", "i16"]:
    case(f"advanced_rows_{kind}", advanced_rows, (1,), [Array("x", kind, (16, 10), "uniform(-99, 99)"), Array("rows", "i32", (16,), "permutation()"),
         Array("out", kind, (16, 8)), Array("back", kind, (16, 10)), Scalar("i32", 5), 16, 8], advanced_rows_of)


@ct.kernel
def part_of_rows(x, out, start: int, stop: int, T: I):
    part = x.slice(axis=1, start=start, stop=stop)
    b = ct.bid(0)
    total = ct.zeros((T,), ct.int32)
    for i in range(ct.num_tiles(part, 1, (1, T))):
        total += ct.reshape(ct.load(part, (b, i), (1, T), padding_mode=ct.PaddingMode.ZERO), (T,))
    ct.store(out, (b,), ct.expand_dims(ct.sum(total), 0))


case("part_of_rows_i32", part_of_rows, (5,), [Array("x", "i32", (5, 50), "uniform(-99, 99)"), Array("out", "i32", (5,)), Scalar("i32", 7), Scalar("i32", 41), 16],
     lambda m: {"out": m["x"][:, 7:41].sum(axis=1)})


@ct.kernel
def bytes_of(x, out, back, T: I, W: I):
    b = ct.bid(0)
    raw = ct.pack_to_bytes(ct.load(x, (b,), (T,)))
    ct.store(out, (b,), raw)
    ct.store(back, (b,), ct.unpack_from_bytes(raw, back.dtype))


for kind, other in [("f32", "i16"), ("i16", "i32"), ("f64", "u32"), ("u8", "i64"), ("f8E4M3FN", "i32")]:
    width, to = TYPES[kind][1]().itemsize, TYPES[other][1]
    case(f"bytes_{kind}_{other}", bytes_of, (2,),
         [Array("x", kind, (64,), "bits()" if kind[0] in "iu" else "uniform(-99, 99)"), Array("out", "u8", (64 * width,)), Array("back", other, (64 * width // to().itemsize,)), 32, width],
         lambda m, to=to, kind=kind: (lambda raw: {"out": np.frombuffer(raw, np.uint8), "back": np.frombuffer(raw, to)})(
             m["x"].tobytes() if kind not in EIGHT_BITS else np.array([np.flatnonzero(EIGHT_BITS[kind] == v)[0] if v or not np.signbit(v) else 128 for v in m["x"]], np.uint8).tobytes()))


@ct.kernel
def float_bits(x, exponent, back, T: I):
    b = ct.bid(0)
    bits = ct.bitcast(ct.load(x, (b,), (T,)), ct.uint32)
    ct.store(exponent, (b,), ct.astype(ct.bitwise_rshift(bits, 23) & 255, ct.int32) - 127)
    ct.store(back, (b,), ct.bitcast(ct.bitwise_xor(bits, 0x80000000), ct.float32))


case("float_bits_f32", float_bits, (2,), [Array("x", "f32", (64,), "bits()"), Array("exponent", "i32", (64,)), Array("back", "f32", (64,)), 32],
     lambda m: {"exponent": (m["x"].view(np.uint32) >> 23 & 255).astype(np.int32) - 127, "back": -m["x"]})


@ct.kernel
def circular(x, y, angle, power, T: I):
    b = ct.bid(0)
    u, v = ct.load(x, (b,), (T,)), ct.load(y, (b,), (T,))
    ct.store(angle, (b,), ct.atan2(u, v))
    ct.store(power, (b,), ct.pow(ct.abs(u) + 1, v))


for kind in ["f32", "f64"]:
    case(f"circular_{kind}", circular, (2,), [Array(n, kind, (64,), "uniform(-3, 3)") for n in "xy"] + [Array(n, kind, (64,)) for n in ("angle", "power")] + [32],
         lambda m: {"angle": np.arctan2(m["x"].astype(np.float64), m["y"]), "power": (np.abs(m["x"]) + 1).astype(np.float64) ** m["y"]}, NEAR[kind])


@ct.kernel
def functions(x, a, b, c, d, e, f, T: I):
    i = ct.bid(0)
    v = ct.load(x, (i,), (T,))
    ct.store(a, (i,), ct.tan(v))
    ct.store(b, (i,), ct.sinh(v))
    ct.store(c, (i,), ct.cosh(v))
    ct.store(d, (i,), ct.log2(ct.abs(v) + 0.5))
    ct.store(e, (i,), ct.ceil(v * 4) - ct.floor(v * 4))
    ct.store(f, (i,), ct.where(ct.isnan(ct.log(v)), ct.negative(v), ct.rsqrt(ct.abs(v) + 1)))


def functions_of(m):
    v = m["x"].astype(np.float64)
    return {"a": np.tan(v), "b": np.sinh(v), "c": np.cosh(v), "d": np.log2(np.abs(v) + 0.5), "e": np.ceil(v * 4) - np.floor(v * 4),
            "f": np.where(v < 0, -v, (np.abs(v) + 1) ** -0.5)}


for kind in ["f32", "f64", "f16"]:
    case(f"functions_{kind}", functions, (2,), [Array("x", kind, (64,), "uniform(-1.3, 1.3)")] + [Array(n, kind, (64,)) for n in "abcdef"] + [32], functions_of,
         (1e-2, 1e-2) if kind == "f16" else NEAR[kind])


@ct.kernel
def rounded(x, y, near, down, up, zero, product, T: I):
    b = ct.bid(0)
    u, v = ct.load(x, (b,), (T,)), ct.load(y, (b,), (T,))
    ct.store(near, (b,), ct.add(u, v))
    ct.store(down, (b,), ct.add(u, v, rounding_mode=RM.RM))
    ct.store(up, (b,), ct.sub(u, v, rounding_mode=RM.RP))
    ct.store(zero, (b,), ct.truediv(u, v, rounding_mode=RM.RZ))
    ct.store(product, (b,), ct.mul(u, v, rounding_mode=RM.RM))


def rounded_of(m):
    """Exact in fractions, then rounded as asked."""
    import fractions
    import math

    def round_to(value, mode):
        near = np.float32(float(value)) if value else np.float32(0)
        exact = fractions.Fraction(float(near))
        step = {"down": -np.inf, "up": np.inf, "zero": 0.0}.get(mode)
        if step is None or exact == value:
            return near
        too_high, too_low = exact > value, exact < value
        if (mode == "down" and too_high) or (mode == "zero" and too_high and value > 0):
            return np.nextafter(near, np.float32(-np.inf))
        if (mode == "up" and too_low) or (mode == "zero" and too_low and value < 0):
            return np.nextafter(near, np.float32(np.inf))
        return near

    pairs = [(fractions.Fraction(float(u)), fractions.Fraction(float(v))) for u, v in zip(m["x"], m["y"])]
    assert all(math.isfinite(float(v)) and v for _, v in pairs)
    make = lambda function, mode: np.array([round_to(function(u, v), mode) for u, v in pairs], np.float32)
    return {"near": m["x"] + m["y"], "down": make(lambda u, v: u + v, "down"), "up": make(lambda u, v: u - v, "up"),
            "zero": make(lambda u, v: u / v, "zero"), "product": make(lambda u, v: u * v, "down")}


case("rounded_f32", rounded, (2,), [Array(n, "f32", (64,), "uniform(-9, 9)") for n in "xy"] + [Array(n, "f32", (64,)) for n in ("near", "down", "up", "zero", "product")] + [32],
     rounded_of)


@ct.kernel
def floor_division(x, y, q, r, high, T: I):
    b = ct.bid(0)
    u, v = ct.load(x, (b,), (T,)), ct.load(y, (b,), (T,))
    quotient, rest = ct.divmod(u, v)
    ct.store(q, (b,), quotient)
    ct.store(r, (b,), rest)
    ct.store(high, (b,), ct.bitwise_or(ct.bitwise_and(ct.bitwise_not(u), 7), ct.bitwise_lshift(v & 3, 4)))


for kind in ["i32", "i64", "i16"]:
    case(f"floor_division_{kind}", floor_division, (2,), [Array("x", kind, (64,), "uniform(-999, 999)"), Array("y", kind, (64,), "uniform(1, 17)"),
         *[Array(n, kind, (64,)) for n in ("q", "r", "high")], 32],
         lambda m: {"q": m["x"] // m["y"], "r": m["x"] % m["y"], "high": (~m["x"] & 7) | ((m["y"] & 3) << 4)})


@ct.kernel
def narrow_places(x, low, where, T: I, C: I):
    v = ct.load(x, (ct.bid(0), 0), (T, C))
    ct.store(low, (ct.bid(0),), ct.min(v, axis=1))
    ct.store(where, (ct.bid(0),), ct.argmin(v, axis=1))


for kind in ["f32", "i32", "f16"]:
    case(f"narrow_places_{kind}", narrow_places, (2,), [Array("x", kind, (16, 32), "uniform(-99, 99)"), Array("low", kind, (16,)), Array("where", "i32", (16,)), 8, 32],
         lambda m: {"low": m["x"].min(axis=1), "where": m["x"].argmin(axis=1)})


@ct.kernel
def joined_halves(x, y, out, R: I, C: I):
    b = ct.bid(0)
    u, v = ct.load(x, (b, 0), (R, C)), ct.load(y, (b, 0), (R, C))
    both = ct.cat((u, v), axis=1)
    middle = ct.extract(both, (0, 1), (R, C // 2))
    ct.store(out, (b, 0), ct.insert(both, (0, 2), middle + 1))


def joined_halves_of(m):
    both = np.concatenate([m["x"], m["y"]], axis=1)
    both[:, 8:12] = both[:, 4:8] + 1
    return {"out": both}


case("joined_halves_i32", joined_halves, (2,), [Array(n, "i32", (8, 8), "uniform(-99, 99)") for n in "xy"] + [Array("out", "i32", (8, 16)), 4, 8], joined_halves_of, since="13.4")


def by_blocks(values, scales, block, axis):
    return values.astype(np.float64) * np.repeat(scales, block, axis=axis)


# What the bytes of a scale mean (f8E8M0FNU: a power of two).
@ct.kernel
def scaled_product(X, XS, Y, YS, Z, M: I, N: I, K: I, S: I):
    x, y = ct.load(X, (0, 0), (M, K)), ct.load(Y, (0, 0), (K, N))
    xs = ct.reshape(ct.unpack_from_bytes(ct.reshape(ct.load(XS, (0, 0), (M, S)), (M * S,)), ct.float8_e8m0fnu), (M, S))
    ys = ct.reshape(ct.unpack_from_bytes(ct.reshape(ct.load(YS, (0, 0), (S, N)), (S * N,)), ct.float8_e8m0fnu), (S, N))
    ct.store(Z, (0, 0), ct.mma_scaled(x, xs, y, ys, ct.zeros((M, N), ct.float32)))


def scaled_product_of(m):
    scale = lambda b: 2.0 ** (b.astype(np.float64) - 127)
    return {"Z": by_blocks(m["X"], scale(m["XS"]), 32, 1) @ by_blocks(m["Y"], scale(m["YS"]), 32, 0)}


for kind in ["f8E4M3FN", "f8E5M2"]:
    case(f"scaled_product_{kind}", scaled_product, (1,), [Array("X", kind, (16, 64), "uniform(-2, 2)"), Array("XS", "u8", (16, 2), "uniform(118, 126)"),
         Array("Y", kind, (64, 16), "uniform(-2, 2)"), Array("YS", "u8", (2, 16), "uniform(118, 126)"), Array("Z", "f32", (16, 16)), 16, 16, 64, 2],
         scaled_product_of, (1e-3, 1e-2))


@ct.kernel
def batched_matmul(A, B, C, N: I):
    a, b = ct.load(A, (ct.bid(0), 0, 0), (2, N, N)), ct.load(B, (ct.bid(0), 0, 0), (2, N, N))
    ct.store(C, (ct.bid(0), 0, 0), ct.astype(ct.matmul(a, b), C.dtype))


for kind in ["f16", "f32"]:
    case(f"batched_matmul_{kind}", batched_matmul, (2,), [Array(n, kind, (4, 16, 16), "uniform(-1, 1)") for n in "AB"] + [Array("C", kind, (4, 16, 16)), 16],
         lambda m: {"C": m["A"].astype(np.float64) @ m["B"]}, NEAR["f16" if kind == "f16" else "f32"])


@ct.kernel
def chained(x, out, T: I):
    ct.grid_dependency_control_wait()
    b = ct.bid(0)
    v = ct.load(x, (b,), (T,))
    ct.grid_dependency_control_launch_dependents()
    ct.assert_(v > -100)
    ct.store(out, (b,), v * ct.num_blocks(0))


case("chained_i32", chained, (3,), [Array("x", "i32", (96,), "uniform(-9, 9)"), Array("out", "i32", (96,)), 32], lambda m: {"out": m["x"] * 3}, since="13.4")


@ct.kernel
def foreign(x, out, n: int, T: I):
    view = ct.Array.from_foreign(x.foreign_pointer, (n,), (2,))
    ct.store(out, (0,), ct.load(view, (0,), (T,), padding_mode=ct.PaddingMode.ZERO))


case("foreign_i32", foreign, (1,), [Array("x", "i32", (64,), "uniform(-9, 9)"), Array("out", "i32", (32,)), Scalar("i32", 20), 32],
     lambda m: {"out": np.concatenate([m["x"][:40:2], np.zeros(12, np.int32)])})


@ct.kernel
def fast_sums(A, B, C, K: I):
    acc = ct.zeros((16, 16), ct.float32)
    for k in range(ct.num_tiles(A, 1, (16, K))):
        acc = ct.mma(ct.load(A, (0, k), (16, K)), ct.load(B, (k, 0), (K, 16)), acc, use_fast_acc=True)
    ct.store(C, (0, 0), acc)


case("fast_sums_f8E4M3FN", fast_sums, (1,), [Array("A", "f8E4M3FN", (16, 128), "uniform(-2, 2)"), Array("B", "f8E4M3FN", (128, 16), "uniform(-2, 2)"), Array("C", "f32", (16, 16)), 32],
     lambda m: {"C": m["A"].astype(np.float64) @ m["B"]}, (1e-2, 1e-2))


@ct.kernel
def running_products(x, forward, backward, R: I, C: I):
    v = ct.load(x, (ct.bid(0), 0), (R, C))
    ct.store(forward, (ct.bid(0), 0), ct.cumprod(v, axis=1))
    ct.store(backward, (ct.bid(0), 0), ct.cumprod(v, axis=0, reverse=True))


def running_products_of(m):
    v = m["x"].reshape(2, 4, 16)
    with np.errstate(over="ignore"):
        return {"forward": np.multiply.accumulate(v, axis=2, dtype=v.dtype), "backward": np.multiply.accumulate(v[:, ::-1], axis=1, dtype=v.dtype)[:, ::-1]}


for kind in ["i32", "i64"]:
    case(f"running_products_{kind}", running_products, (2,), [Array("x", kind, (8, 16), "bits()")] + [Array(n, kind, (8, 16)) for n in ("forward", "backward")] + [4, 16],
         running_products_of)


@ct.kernel
def nested_exits(x, out, limit: int, T: I):
    b = ct.bid(0)
    found = 0
    steps = 0
    for i in range(ct.num_tiles(x, 0, (T,))):
        v = ct.load(x, (i,), (T,), padding_mode=ct.PaddingMode.ZERO)
        j = 0
        while j < 4:
            steps += 1
            if ct.sum(ct.where(v == j + b * 4, 1, 0)) > limit:
                found = i + 1
                break
            j += 1
        if found > 0:
            break
    ct.store(out, (b, 0), ct.reshape(ct.cat((ct.full((1,), found, ct.int32), ct.full((1,), steps, ct.int32)), axis=0), (1, 2)))


def nested_exits_of(m):
    rows = []
    for b in range(3):
        found = steps = 0
        for i in range(5):
            v = m["x"][16 * i:16 * i + 16]
            v = np.pad(v, (0, 16 - len(v)))
            for j in range(4):
                steps += 1
                if (v == j + 4 * b).sum() > 2:
                    found = i + 1
                    break
            if found:
                break
        rows.append([found, steps])
    return {"out": np.array(rows)}


case("nested_exits_i32", nested_exits, (3,), [Array("x", "i32", (75,), "uniform(0, 14)"), Array("out", "i32", (3, 2)), Scalar("i32", 2), 16], nested_exits_of)


@ct.kernel
def unchecked(x, out, T: I):
    b = ct.bid(0)
    at = b * T + ct.arange(T, dtype=ct.int64)
    ct.scatter(out, at, ct.gather(x, at, check_bounds=False), check_bounds=False)


case("unchecked_f64", unchecked, (2,), [Array("x", "f64", (64,), "uniform(-9, 9)"), Array("out", "f64", (64,)), 32], lambda m: {"out": m["x"]})


@ct.kernel
def padded_extremes(x, low, high, T: I):
    b = ct.bid(0)
    ct.store(low, (b,), ct.expand_dims(ct.min(ct.load(x, (b,), (T,), padding_mode=ct.PaddingMode.POS_INF)), 0))
    ct.store(high, (b,), ct.expand_dims(ct.max(ct.load(x, (b,), (T,), padding_mode=ct.PaddingMode.NEG_INF)), 0))


for kind in ["f32", "bf16", "f16"]:
    case(f"padded_extremes_{kind}", padded_extremes, (3,), [Array("x", kind, (70,), "uniform(-9, 9)"), Array("low", kind, (3,)), Array("high", kind, (3,)), 32],
         lambda m: {n: np.array([f(m["x"][32 * i:32 * i + 32]) for i in range(3)]) for n, f in (("low", np.min), ("high", np.max))})


@ct.kernel
def sums_of_list(xs, out, T: I):
    b = ct.bid(0)
    total = ct.zeros((T,), ct.float32)
    for i in range(len(xs)):
        total = total + ct.load(xs[i], (b,), (T,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, (b,), total)


def sums_of_list_of(m):
    out = np.zeros(64, np.float32)
    for name in ("x0", "x1", "x2"):
        out[: len(m[name])] += m[name]
    return {"out": out}


case("sums_of_list_f32", sums_of_list, (4,), [ArrayList("x", "f32", (64, 55, 49), "uniform(-9, 9)"), Array("out", "f32", (64,)), 16], sums_of_list_of)


@ct.kernel
def scatter_to_list(x, outs, T: I):
    i = ct.bid(0)
    ct.store(outs[i], (0,), ct.load(x, (i,), (T,)))


case("scatter_to_list_i16", scatter_to_list, (3,), [Array("x", "i16", (48,), "uniform(-9, 9)"), ArrayList("y", "i16", (16, 9, 20)), 16],
     lambda m: {"y0": m["x"][:16], "y1": m["x"][16:25], "y2": np.concatenate([m["x"][32:48], np.zeros(4, np.int16)])})
