# SPDX-License-Identifier: Apache-2.0
"""Kernels of cuTile Python. Without cuda-tile they are skipped."""

import inspect
import unittest

import numpy as np
import tilefuzz

try:
    import cuda.tile as ct
except ImportError:
    ct = None

if ct:
    I = ct.Constant[int]

    @ct.kernel
    def axpy(a, x, out, tile: I):
        b = ct.bid(0)
        ct.store(out, (b,), a * ct.load(x, (b,), (tile,)) + ct.load(out, (b,), (tile,)))

    @ct.kernel
    def transposed(x, out, rows: I, columns: I):
        i, j = ct.bid(0), ct.bid(1)
        ct.store(out, (j, i), ct.transpose(ct.load(x, (i, j), (rows, columns))))

    @ct.kernel
    def product(a, b, out, m: I, n: I, k: I):
        i, j = ct.bid(0), ct.bid(1)
        acc = ct.zeros((m, n), ct.float32)
        for step in range(ct.num_tiles(a, 1, (m, k))):
            acc = ct.mma(ct.load(a, (i, step), (m, k)), ct.load(b, (step, j), (k, n)), acc)
        ct.store(out, (i, j), acc)

    @ct.kernel
    def histogram(values, counts, tile: I):
        at = ct.load(values, (ct.bid(0),), (tile,))
        ct.atomic_add(counts, at, 1)

    @ct.kernel
    def divided(x, y, out, tile: I):
        ct.store(out, (0,), ct.load(x, (0,), (tile,)) // ct.load(y, (0,), (tile,)))

    @ct.kernel
    def shifted(x, tile: I):
        b = ct.bid(0)
        ct.store(x, (b + 1,), ct.load(x, (b,), (tile,)))


def line_of(kernel, text):
    lines, first = inspect.getsourcelines(kernel._annotated_function.pyfunc)
    return first + next(i for i, line in enumerate(lines) if text in line)


@unittest.skipUnless(ct, "there is no cuda-tile")
class CuTile(unittest.TestCase):
    def test_scalars_and_tails(self):
        x, out = np.arange(50, dtype=np.float32), np.ones(50, np.float32)
        result = tilefuzz.launch((4,), axpy, (2.0, x, out, 16))
        self.assertEqual(result.outcome, "completed")
        np.testing.assert_array_equal(out, 2 * x + 1)

    def test_two_dimensions_and_views(self):
        table = np.arange(24 * 20, dtype=np.int32).reshape(24, 20)
        for x in (table, table[:, ::2], table[::3].T):
            out = np.zeros(x.T.shape, np.int32)
            tilefuzz.launch((-(-x.shape[0] // 8), -(-x.shape[1] // 8)), transposed, (x, out, 8, 8))
            np.testing.assert_array_equal(out, x.T)

    def test_products(self):
        random = np.random.default_rng(1)
        a, b = random.random((20, 24), np.float32), random.random((24, 17), np.float32)
        out = np.zeros((20, 17), np.float32)
        result = tilefuzz.launch((2, 2), product, (a, b, out, 16, 16, 8), schedule="reverse")
        np.testing.assert_allclose(out, a @ b, rtol=1e-5)
        low, high = result.bounds(out)
        self.assertTrue(((low <= out) & (out <= high)).all() and (low < high).any())

    def test_atomics(self):
        values = np.array([0, 1, 1, 3] * 16, np.int32)
        counts = np.zeros(4, np.int32)
        tilefuzz.launch((4,), histogram, (values, counts, 16), schedule="random:1", orders=True)
        np.testing.assert_array_equal(counts, [16, 32, 0, 16])

    def test_undefined_behaviour_names_the_line(self):
        x, y, out = np.ones(8, np.int32), np.array([1, 2, 0, 4] * 2, np.int32), np.zeros(8, np.int32)
        with self.assertRaises(tilefuzz.KernelError) as caught:
            tilefuzz.launch(1, divided, (x, y, out, 8))
        result = caught.exception.result
        self.assertEqual(result.condition, "division-by-zero")
        self.assertIn(f"test_cutile.py:{line_of(divided, '//')}:", result.site.location)
        self.assertEqual(result.site.element, 2)

    def test_races_name_both_lines(self):
        x = np.arange(64, dtype=np.int32)
        result = tilefuzz.launch((3,), shifted, (x, 16), check=False)
        self.assertEqual(result.outcome, "completed")
        place = f"test_cutile.py:{line_of(shifted, 'ct.store')}:"
        self.assertTrue(any(place in r.first.location and place in r.second.location for r in result.races))
        self.assertTrue(all(r.first.buffer == "x" for r in result.races))
        with self.assertRaisesRegex(tilefuzz.KernelError, "race on x"):
            tilefuzz.launch((3,), shifted, (np.arange(64, dtype=np.int32), 16))

    def test_mistakes(self):
        x = np.zeros(8, np.float32)
        with self.assertRaisesRegex(tilefuzz.Error, "the kernel has 4 parameters, but 2 arguments"):
            tilefuzz.launch(1, axpy, (x, x))
        with self.assertRaisesRegex(tilefuzz.Error, "parameter 'x': cuTile has no arrays of complex64"):
            tilefuzz.launch(1, axpy, (1.0, x.astype(np.complex64), x, 8))
        with self.assertRaisesRegex(tilefuzz.Error, "parameter 'x': .* not str"):
            tilefuzz.launch(1, axpy, (1.0, "x", x, 8))


if __name__ == "__main__":
    unittest.main()
