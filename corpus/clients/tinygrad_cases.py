"""What tinygrad's CUDA back end computes, against NumPy. Run by scripts/real-clients, a case in a process."""

import numpy as np
from cases import floats, random, run_cases
from tinygrad import Tensor, TinyJit, dtypes


def same(tensor, wanted, tolerance=1e-5):
    got = tensor.numpy() if isinstance(tensor, Tensor) else tensor
    assert got.shape == wanted.shape, f"shape {got.shape}, not {wanted.shape}"
    np.testing.assert_allclose(got.astype(np.float64), wanted.astype(np.float64), rtol=tolerance, atol=tolerance)


def add():
    x, y = floats(1000), floats(1000)
    same(Tensor(x) + Tensor(y), x + y, 0)


def integers():
    x, y = (random.integers(-1000, 1000, 300, dtype=np.int32) for _ in range(2))
    same(Tensor(x) * Tensor(y) - Tensor(x), x * y - x, 0)


def divide_integers():
    x = random.integers(-1000, 1000, 300, dtype=np.int32)
    same(Tensor(x) // 7, x // 7, 0)


def shifts():
    x = random.integers(0, 1 << 30, 100, dtype=np.int32)
    same((Tensor(x) >> 3) ^ (Tensor(x) << 1), (x >> 3) ^ (x << 1), 0)


def reduce_sum():
    x = floats(64, 100)
    same(Tensor(x).sum(1), x.sum(1), 1e-4)


def reduce_max():
    x = floats(50, 77)
    same(Tensor(x).max(0), x.max(0), 0)


def argmax():
    x = floats(20, 33)
    same(Tensor(x).argmax(1), x.argmax(1), 0)


def matmul():
    x, y = floats(32, 48), floats(48, 24)
    same(Tensor(x) @ Tensor(y), x @ y, 1e-4)


def matmul_half():
    x, y = floats(32, 32).astype(np.float16), floats(32, 32).astype(np.float16)
    same(Tensor(x) @ Tensor(y), x.astype(np.float32) @ y.astype(np.float32), 3e-2)


def softmax():
    x = floats(16, 40)
    e = np.exp(x - x.max(1, keepdims=True))
    same(Tensor(x).softmax(1), e / e.sum(1, keepdims=True))


def layernorm():
    x = floats(8, 64)
    wanted = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    same(Tensor(x).layernorm(), wanted, 1e-4)


def convolution():
    x, w = floats(1, 2, 10, 10), floats(3, 2, 3, 3)
    wanted = np.zeros((1, 3, 8, 8), dtype=np.float32)
    for i in range(8):
        for j in range(8):
            wanted[0, :, i, j] = np.tensordot(w, x[0, :, i : i + 3, j : j + 3], 3)
    same(Tensor(x).conv2d(Tensor(w)), wanted, 1e-4)


def attention():
    q, k, v = (floats(2, 16, 8) for _ in range(3))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(8))
    e = np.exp(scores - scores.max(-1, keepdims=True))
    wanted = e / e.sum(-1, keepdims=True) @ v
    same(Tensor(q).scaled_dot_product_attention(Tensor(k), Tensor(v)), wanted, 1e-4)


def cumsum():
    x = floats(200)
    same(Tensor(x).cumsum(), np.cumsum(x), 1e-3)


def sort():
    x = floats(100)
    same(Tensor(x).sort()[0], np.sort(x), 0)


def gather():
    x, i = floats(40, 6), random.integers(0, 40, 25)
    same(Tensor(x)[Tensor(i)], x[i], 0)


def transpose():
    x = floats(30, 50)
    same(Tensor(x).T.contiguous() + 1, x.T + 1, 0)


def sine():
    x = floats(200)
    same(Tensor(x).sin(), np.sin(x), 1e-4)


def exponential_and_logarithm():
    x = np.abs(floats(200)) + 0.1
    same(Tensor(x).exp().log(), x, 1e-4)


def square_root():
    x = np.abs(floats(100))
    same(Tensor(x).sqrt(), np.sqrt(x))


def casts():
    x = floats(100) * 100
    same(Tensor(x).cast(dtypes.int32).cast(dtypes.float16), x.astype(np.int32).astype(np.float16), 0)


def bfloat16():
    x = np.arange(100, dtype=np.float32)
    same((Tensor(x).cast(dtypes.bfloat16) + 1).cast(dtypes.float32), x + 1, 1e-2)


def doubles():
    x = random.standard_normal(100)
    same(Tensor(x) * 3 - 1, x * 3 - 1, 1e-12)


def random_numbers():
    x = Tensor.rand(1000).numpy()
    assert 0 <= x.min() and x.max() < 1 and abs(x.mean() - 0.5) < 0.1


def backward():
    x, w = floats(4, 5), floats(5, 3)
    t = Tensor(w)
    same((Tensor(x) @ t).relu().sum().gradient(t)[0], x.T @ (x @ w > 0).astype(np.float32), 1e-4)


def jit():
    step = TinyJit(lambda x: (x * 2 + 1).realize())
    for i in range(4):
        x = floats(32)
        same(step(Tensor(x)), x * 2 + 1)


if __name__ == "__main__":
    run_cases(globals(), ("same",))
