# SPDX-License-Identifier: Apache-2.0
"""Matrix products, attention and convolutions."""

import cuda.tile as ct
import numpy as np
from case import NEAR, Array, I, Scalar, case

ZERO = ct.PaddingMode.ZERO


@ct.kernel
def gemm(A, B, C, M: I, N: I, K: I):
    i, j = ct.bid(0), ct.bid(1)
    acc_type = ct.int32 if C.dtype == ct.int32 else (ct.float64 if C.dtype == ct.float64 else ct.float32)
    acc = ct.zeros((M, N), dtype=acc_type)
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        acc = ct.mma(ct.load(A, (i, k), (M, K), padding_mode=ZERO), ct.load(B, (k, j), (K, N), padding_mode=ZERO), acc)
    ct.store(C, (i, j), acc.astype(C.dtype))


def product(m):
    return {"C": m["A"].astype(np.float64) @ m["B"].astype(np.float64)}


for a, c, (m, n, k), (M, N, K), near in [
    ("f32", "f32", (40, 32, 24), (16, 16, 16), (2e-2, 2e-2)), ("f16", "f32", (32, 48, 40), (16, 16, 16), (1e-4, 1e-3)),
    ("f16", "f16", (32, 32, 64), (32, 32, 32), NEAR["f16"]), ("bf16", "f32", (33, 17, 20), (16, 16, 16), (1e-4, 1e-3)),
    ("bf16", "bf16", (32, 32, 32), (32, 16, 16), NEAR["bf16"]), ("f64", "f64", (16, 24, 20), (8, 8, 8), NEAR["f64"]),
    ("i8", "i32", (32, 32, 64), (16, 16, 32), None), ("u8", "i32", (16, 32, 32), (16, 16, 32), None),
    ("f8E4M3FN", "f32", (32, 32, 64), (16, 16, 32), (1e-4, 1e-3)), ("f8E5M2", "f32", (16, 16, 32), (16, 16, 32), (1e-4, 1e-3))]:
    case(f"gemm_{a}_{c}_{m}x{n}x{k}", gemm, (-(-m // M), -(-n // N)),
         [Array("A", a, (m, k), "uniform(0, 9)" if a == "u8" else "uniform(-3, 3)"),
          Array("B", a, (k, n), "uniform(0, 9)" if a == "u8" else "uniform(-3, 3)"), Array("C", c, (m, n)), M, N, K], product, near)


@ct.kernel
def gemm_bias_gelu(A, B, bias, C, M: I, N: I, K: I):
    i, j = ct.bid(0), ct.bid(1)
    acc = ct.zeros((M, N), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        acc = ct.mma(ct.load(A, (i, k), (M, K), padding_mode=ZERO), ct.load(B, (k, j), (K, N), padding_mode=ZERO), acc)
    v = acc + ct.load(bias, (j,), (N,)).astype(ct.float32)
    ct.store(C, (i, j), (0.5 * v * (1.0 + ct.tanh(0.7978845608 * (v + 0.044715 * v * v * v)))).astype(C.dtype))


def bias_gelu_of(m):
    v = m["A"].astype(np.float64) @ m["B"].astype(np.float64) + m["bias"]
    return {"C": 0.5 * v * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3)))}


for kind in ["f16", "bf16"]:
    case(f"gemm_bias_gelu_{kind}", gemm_bias_gelu, (2, 2),
         [Array("A", kind, (32, 40), "uniform(-1, 1)"), Array("B", kind, (40, 32), "uniform(-1, 1)"),
          Array("bias", kind, (32,), "uniform(-1, 1)"), Array("C", kind, (32, 32)), 16, 16, 16], bias_gelu_of, NEAR[kind])


@ct.kernel
def gemm_transposed(A, B, C, M: I, N: I, K: I):
    i, j = ct.bid(0), ct.bid(1)
    acc = ct.zeros((M, N), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        b = ct.load(B, (k, j), (K, N), order="F", padding_mode=ZERO)
        acc = ct.mma(ct.load(A, (i, k), (M, K), padding_mode=ZERO), b, acc)
    ct.store(C, (i, j), acc)


case("gemm_transposed_f16", gemm_transposed, (2, 2), [Array("A", "f16", (32, 48), "uniform(-2, 2)"),
     Array("B", "f16", (32, 48), "uniform(-2, 2)"), Array("C", "f32", (32, 32)), 16, 16, 16],
     lambda m: {"C": m["A"].astype(np.float64) @ m["B"].astype(np.float64).T}, (1e-4, 1e-3))


@ct.kernel
def gemm_batched(A, B, C, M: I, N: I, K: I):
    n, i, j = ct.bid(2), ct.bid(0), ct.bid(1)
    acc = ct.zeros((M, N), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=2, shape=(1, M, K))):
        a = ct.reshape(ct.load(A, (n, i, k), (1, M, K), padding_mode=ZERO), (M, K))
        b = ct.reshape(ct.load(B, (n, k, j), (1, K, N), padding_mode=ZERO), (K, N))
        acc = ct.mma(a, b, acc)
    ct.store(C, (n, i, j), ct.reshape(acc, (1, M, N)))


case("gemm_batched_f16", gemm_batched, (2, 1, 3), [Array("A", "f16", (3, 32, 16), "uniform(-2, 2)"),
     Array("B", "f16", (3, 16, 16), "uniform(-2, 2)"), Array("C", "f32", (3, 32, 16)), 16, 16, 16], product, (1e-4, 1e-3))


@ct.kernel
def gemm_split_k(A, B, C, M: I, N: I, K: I):
    i, j, k = ct.bid(0), ct.bid(1), ct.bid(2)
    part = ct.mma(ct.load(A, (i, k), (M, K)), ct.load(B, (k, j), (K, N)), ct.zeros((M, N), dtype=ct.int32))
    rows = ct.expand_dims(i * M + ct.arange(M, dtype=ct.int32), 1)
    columns = ct.expand_dims(j * N + ct.arange(N, dtype=ct.int32), 0)
    ct.atomic_add(C, (rows, columns), part)


case("gemm_split_k_i8", gemm_split_k, (1, 2, 3), [Array("A", "i8", (16, 96), "bits()"), Array("B", "i8", (96, 32), "bits()"),
     Array("C", "i32", (16, 32)), 16, 16, 32], product)


@ct.kernel
def gemm_swizzled(A, B, C, M: I, N: I, K: I, GROUP: I):
    b = ct.bid(0)
    rows, columns = ct.cdiv(A.shape[0], M), ct.cdiv(B.shape[1], N)
    per = GROUP * columns
    first = b // per * GROUP
    size = min(rows - first, GROUP)
    i = first + b % per % size
    j = b % per // size
    acc = ct.zeros((M, N), dtype=ct.float32)
    for k in range(ct.cdiv(A.shape[1], K)):
        acc = ct.mma(ct.load(A, (i, k), (M, K), padding_mode=ZERO), ct.load(B, (k, j), (K, N), padding_mode=ZERO), acc)
    ct.store(C, (i, j), acc)


case("gemm_swizzled_bf16", gemm_swizzled, (6,), [Array("A", "bf16", (48, 32), "uniform(-2, 2)"),
     Array("B", "bf16", (32, 30), "uniform(-2, 2)"), Array("C", "f32", (48, 30)), 16, 16, 16, 2], product, (1e-4, 1e-3))


@ct.kernel
def gemv(A, x, y, M: I, K: I):
    i = ct.bid(0)
    acc = ct.zeros((M,), dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        a = ct.load(A, (i, k), (M, K), padding_mode=ZERO).astype(ct.float32)
        acc = acc + ct.sum(a * ct.load(x, (k,), (K,), padding_mode=ZERO).astype(ct.float32), axis=1)
    ct.store(y, (i,), acc)


for kind in ["f32", "f16"]:
    case(f"gemv_{kind}", gemv, (4,), [Array("A", kind, (30, 50), "uniform(-2, 2)"), Array("x", kind, (50,), "uniform(-2, 2)"),
         Array("y", "f32", (30,)), 8, 16], lambda m: {"y": m["A"].astype(np.float64) @ m["x"]}, (1e-4, 1e-3))


@ct.kernel
def outer(x, y, C, M: I, N: I):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(C, (i, j), ct.expand_dims(ct.load(x, (i,), (M,)), 1) * ct.expand_dims(ct.load(y, (j,), (N,)), 0))


for kind in ["f32", "i32"]:
    case(f"outer_{kind}", outer, (2, 3), [Array("x", kind, (14,), "uniform(-9, 9)"), Array("y", kind, (40,), "uniform(-9, 9)"),
         Array("C", kind, (14, 40)), 8, 16], lambda m: {"C": np.outer(m["x"], m["y"])})


@ct.kernel
def attention(Q, K, V, O, scale: float, TM: I, TN: I, D: I, CAUSAL: I):
    h, i = ct.bid(1), ct.bid(0)
    q = ct.reshape(ct.load(Q, (h, i, 0), (1, TM, D)), (TM, D))
    top = ct.full((TM, 1), -1.0e30, dtype=ct.float32)
    den = ct.zeros((TM, 1), dtype=ct.float32)
    acc = ct.zeros((TM, D), dtype=ct.float32)
    rows = ct.expand_dims(i * TM + ct.arange(TM, dtype=ct.int32), 1)
    for j in range(ct.num_tiles(K, axis=1, shape=(1, TN, D))):
        k = ct.reshape(ct.load(K, (h, j, 0), (1, TN, D), padding_mode=ZERO), (TN, D))
        s = ct.mma(q, ct.transpose(k), ct.zeros((TM, TN), dtype=ct.float32)) * scale
        columns = ct.expand_dims(j * TN + ct.arange(TN, dtype=ct.int32), 0)
        keep = columns < K.shape[1]
        if CAUSAL:
            keep = keep & (columns <= rows)
        s = ct.where(keep, s, -1.0e30)
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
        p = ct.exp2(s - new)
        fix = ct.exp2(top - new)
        den = den * fix + ct.sum(p, axis=1, keepdims=True)
        v = ct.reshape(ct.load(V, (h, j, 0), (1, TN, D), padding_mode=ZERO), (TN, D))
        acc = ct.mma(p.astype(V.dtype), v, acc * fix)
        top = new
    ct.store(O, (h, i, 0), ct.reshape((acc / den).astype(O.dtype), (1, TM, D)))


def attention_of(m, causal):
    q, k, v = (m[n].astype(np.float64) for n in "QKV")
    s = np.einsum("hmd,hnd->hmn", q, k) * 0.25
    if causal:
        s = np.where(np.tril(np.ones(s.shape[1:])) > 0, s, -np.inf)
    p = np.exp2(s - s.max(axis=2, keepdims=True))
    return {"O": np.einsum("hmn,hnd->hmd", p / p.sum(axis=2, keepdims=True), v)}


for kind, causal, near in [("f16", 0, NEAR["f16"]), ("f16", 1, NEAR["f16"]), ("bf16", 1, NEAR["bf16"]), ("f32", 0, (2e-2, 2e-2))]:
    case(f"attention_{kind}{'_causal' if causal else ''}", attention, (2, 2),
         [Array(n, kind, (2, 32, 16), "uniform(-1, 1)") for n in "QKV"] + [Array("O", kind, (2, 32, 16)), Scalar("f32", 0.25),
                                                                         16, 16, 16, causal],
         lambda m, causal=causal: attention_of(m, causal), near)


@ct.kernel
def decode_attention(q, K, V, out, TN: I, D: I):
    h = ct.bid(0)
    query = ct.load(q, (h, 0), (1, D))
    top = ct.full((1, 1), -1.0e30, dtype=ct.float32)
    den = ct.zeros((1, 1), dtype=ct.float32)
    acc = ct.zeros((1, D), dtype=ct.float32)
    for j in range(ct.num_tiles(K, axis=1, shape=(1, TN, D))):
        k = ct.reshape(ct.load(K, (h, j, 0), (1, TN, D)), (TN, D))
        s = ct.reshape(ct.sum(k * query, axis=1), (1, TN))
        new = ct.maximum(top, ct.max(s, axis=1, keepdims=True))
        p = ct.exp(s - new)
        fix = ct.exp(top - new)
        den = den * fix + ct.sum(p, axis=1, keepdims=True)
        v = ct.reshape(ct.load(V, (h, j, 0), (1, TN, D)), (TN, D))
        acc = acc * fix + ct.sum(ct.reshape(p, (TN, 1)) * v, axis=0, keepdims=True)
        top = new
    ct.store(out, (h, 0), acc / den)


def decode_of(m):
    s = np.einsum("hd,hnd->hn", m["q"].astype(np.float64), m["K"])
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return {"out": np.einsum("hn,hnd->hd", p / p.sum(axis=1, keepdims=True), m["V"])}


case("decode_attention_f32", decode_attention, (3,), [Array("q", "f32", (3, 16), "uniform(-1, 1)"),
     Array("K", "f32", (3, 32, 16), "uniform(-1, 1)"), Array("V", "f32", (3, 32, 16), "uniform(-1, 1)"),
     Array("out", "f32", (3, 16)), 8, 16], decode_of, (1e-4, 1e-4))


@ct.kernel
def linear_attention(Q, K, V, O, T: I, D: I):
    state = ct.zeros((D, D), dtype=ct.float32)
    rows = ct.expand_dims(ct.arange(T, dtype=ct.int32), 1)
    columns = ct.expand_dims(ct.arange(T, dtype=ct.int32), 0)
    for i in range(ct.num_tiles(Q, axis=0, shape=(T, D))):
        q, k, v = ct.load(Q, (i, 0), (T, D)), ct.load(K, (i, 0), (T, D)), ct.load(V, (i, 0), (T, D))
        inner = ct.mma(q, ct.transpose(k), ct.zeros((T, T), dtype=ct.float32))
        inner = ct.where(columns <= rows, inner, 0.0).astype(ct.float16)
        o = ct.mma(inner, v, ct.mma(q, state.astype(ct.float16), ct.zeros((T, D), dtype=ct.float32)))
        ct.store(O, (i, 0), o)
        state = ct.mma(ct.transpose(k), v, state)


def linear_attention_of(m):
    q, k, v = (m[n].astype(np.float64) for n in "QKV")
    return {"O": np.tril(q @ k.T) @ v}


case("linear_attention_f16", linear_attention, (1,), [Array(n, "f16", (48, 16), "uniform(-1, 1)") for n in "QKV"] +
     [Array("O", "f32", (48, 16)), 16, 16], linear_attention_of, (1e-2, 5e-2))


@ct.kernel
def conv1d(x, w, out, T: I, S: I):
    b = ct.bid(0)
    at = b * T + ct.arange(T, dtype=ct.int32)
    total = ct.zeros((T,), dtype=ct.float32)
    for s in range(S):
        total = total + ct.gather(x, at + s) * ct.gather(w, s)
    ct.scatter(out, at, total)


case("conv1d_f32", conv1d, (3,), [Array("x", "f32", (100,), "uniform(-2, 2)"), Array("w", "f32", (5,), "uniform(-2, 2)"),
     Array("out", "f32", (96,)), 32, 5], lambda m: {"out": np.correlate(m["x"].astype(np.float64), m["w"], "valid")}, NEAR["f32"])


@ct.kernel
def conv2d(x, w, out, H: I, W: I):
    f, i, j = ct.bid(0), ct.bid(1), ct.bid(2)
    rows = ct.expand_dims(i * H + ct.arange(H, dtype=ct.int32), 1)
    columns = ct.expand_dims(j * W + ct.arange(W, dtype=ct.int32), 0)
    total = ct.zeros((H, W), dtype=ct.float32)
    for c in range(x.shape[0]):
        for r in range(3):
            for s in range(3):
                weight = ct.gather(w, (f, c * 9 + r * 3 + s))
                total = total + weight * ct.gather(x, (c, rows + (r - 1), columns + (s - 1)))
    ct.scatter(out, (f, rows, columns), total)


def conv2d_of(m):
    x = np.pad(m["x"].astype(np.float64), ((0, 0), (1, 1), (1, 1)))
    w = m["w"].astype(np.float64).reshape(2, 3, 3, 3)
    out = np.zeros((2, 12, 20))
    for r in range(3):
        for s in range(3):
            out += np.einsum("fc,chw->fhw", w[:, :, r, s], x[:, r:r + 12, s:s + 20])
    return {"out": out}


case("conv2d_f32", conv2d, (2, 2, 2), [Array("x", "f32", (3, 12, 20), "uniform(-2, 2)"), Array("w", "f32", (2, 27), "uniform(-1, 1)"),
     Array("out", "f32", (2, 12, 20)), 8, 16], conv2d_of, (1e-4, 1e-4))


@ct.kernel
def requantised_gemm(A, B, C, shift: int, M: I, N: I, K: I):
    i, j = ct.bid(0), ct.bid(1)
    acc = ct.zeros((M, N), dtype=ct.int32)
    for k in range(ct.num_tiles(A, axis=1, shape=(M, K))):
        acc = ct.mma(ct.load(A, (i, k), (M, K)), ct.load(B, (k, j), (K, N)), acc)
    ct.store(C, (i, j), ct.minimum(ct.maximum(acc >> shift, -128), 127).astype(ct.int8))


case("requantised_gemm_i8", requantised_gemm, (2, 2), [Array("A", "i8", (32, 64), "bits()"), Array("B", "i8", (64, 32), "bits()"),
     Array("C", "i8", (32, 32)), Scalar("i32", 9), 16, 16, 32],
     lambda m: {"C": np.clip((m["A"].astype(int) @ m["B"].astype(int)) >> 9, -128, 127)})
