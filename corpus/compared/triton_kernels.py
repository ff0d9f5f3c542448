"""triton_kernels.py KERNEL CAPABILITY WARPS SPECIALIZED OUT: the kernels of this folder in Triton,
compiled ahead of time to OUT, with the bytes of dynamic shared memory and the warps of their launch
on stdout."""

import json
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def gemm(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIALIZED: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1)
    left = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [K, N], [N, 1], [BK, BN])
    result = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    total = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=SPECIALIZED):
        total = tl.dot(left.load([row * BM, k * BK]), right.load([k * BK, column * BN]), total)
    result.store([row * BM, column * BN], total.to(tl.float16))


@triton.jit
def attention(q, k, v, o, length, scale, B: tl.constexpr, D: tl.constexpr, SPECIALIZED: tl.constexpr):
    block = tl.program_id(0)
    queries = tl.make_tensor_descriptor(q, [length, D], [D, 1], [B, D])
    keys = tl.make_tensor_descriptor(k, [length, D], [D, 1], [B, D])
    values = tl.make_tensor_descriptor(v, [length, D], [D, 1], [B, D])
    result = tl.make_tensor_descriptor(o, [length, D], [D, 1], [B, D])
    query = queries.load([block * B, 0])
    rows = block * B + tl.arange(0, B)
    most = tl.full((B,), -1e30, tl.float32)
    total = tl.zeros((B,), tl.float32)
    sums = tl.zeros((B, D), tl.float32)
    for i in tl.range(0, block + 1, warp_specialize=SPECIALIZED):
        key = keys.load([i * B, 0])
        columns = i * B + tl.arange(0, B)
        score = tl.dot(query, key.T) * scale
        score = tl.where(rows[:, None] >= columns[None, :], score, -1e30)
        above = tl.maximum(most, tl.max(score, 1))
        p = tl.exp2(score - above[:, None])
        factor = tl.exp2(most - above)
        total = total * factor + tl.sum(p, 1)
        sums = tl.dot(p.to(tl.float16), values.load([i * B, 0]), sums * factor[:, None])
        most = above
    result.store([block * B, 0], (sums / total[:, None]).to(tl.float16))


KERNELS = {
    "gemm": (
        gemm,
        {**dict.fromkeys("abc", "*fp16"), **dict.fromkeys("MNK", "i32")},
        {"BM": 128, "BN": 128, "BK": 64},
    ),
    "attention": (
        attention,
        {**dict.fromkeys("qkvo", "*fp16"), "length": "i32", "scale": "fp32"},
        {"B": 64, "D": 64},
    ),
}


def main(name, capability, warps, specialized, out):
    kernel, signature, constants = KERNELS[name]
    constants = {**constants, "SPECIALIZED": specialized == "1"}
    signature = {**signature, **dict.fromkeys(constants, "constexpr")}
    source = ASTSource(kernel, signature, constants)
    compiled = triton.compile(
        source,
        target=GPUTarget("cuda", int(capability), 32),
        options={"num_warps": int(warps), "num_stages": 4},
    )
    with open(out, "w", encoding="utf-8") as file:
        file.write(compiled.asm["ptx"])
    print(json.dumps({"shared": compiled.metadata.shared, "warps": compiled.metadata.num_warps}))


if __name__ == "__main__":
    main(*sys.argv[1:])
