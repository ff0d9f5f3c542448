# SPDX-License-Identifier: Apache-2.0
"""Modules in text and bytecode, run on NumPy arrays. `python3 -m unittest discover tools/python/tests`"""

import pathlib
import tempfile
import unittest

import numpy as np
import tilefuzz

ROOT = pathlib.Path(__file__).resolve().parents[3]

COPY = """
cuda_tile.module @m {
  entry @copy(%x: tile<ptr<ELEMENT>>, %out: tile<ptr<ELEMENT>>, %step: tile<i32>) {
    %i = iota : tile<8xi32>
    %s1 = reshape %step : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<8xi32>
    %at = muli %i, %s : tile<8xi32>
    %x1 = reshape %x : tile<ptr<ELEMENT>> -> tile<1xptr<ELEMENT>>
    %xs = broadcast %x1 : tile<1xptr<ELEMENT>> -> tile<8xptr<ELEMENT>>
    %from = offset %xs, %at : tile<8xptr<ELEMENT>>, tile<8xi32> -> tile<8xptr<ELEMENT>>
    %o1 = reshape %out : tile<ptr<ELEMENT>> -> tile<1xptr<ELEMENT>>
    %os = broadcast %o1 : tile<1xptr<ELEMENT>> -> tile<8xptr<ELEMENT>>
    %to = offset %os, %i : tile<8xptr<ELEMENT>>, tile<8xi32> -> tile<8xptr<ELEMENT>>
    %v, %t = load_ptr_tko weak %from : tile<8xptr<ELEMENT>> -> tile<8xELEMENT>, token
    %u = store_ptr_tko weak %to, %v : tile<8xptr<ELEMENT>>, tile<8xELEMENT> -> token
    return
  }
}
"""

SCALARS = """
cuda_tile.module @m {
  entry @k(%out: tile<ptr<f32>>, %f: tile<f32>, %h: tile<f16>, %i: tile<i8>, %b: tile<i1>) {
    %hf = ftof %h : tile<f16> -> tile<f32>
    %if = itof %i signed : tile<i8> -> tile<f32>
    %s = addf %f, %hf : tile<f32>
    %r = addf %s, %if : tile<f32>
    %z = select %b, %r, %f : tile<i1>, tile<f32>
    %t = store_ptr_tko weak %out, %z : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @open(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = iota : tile<4xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %xs, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %two = constant <i32: 2> : tile<4xi32>
    %few = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    %v, %t = load_ptr_tko weak %p, %few : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    %w = exp %v : tile<4xf32>
    %o1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %os = broadcast %o1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %q = offset %os, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %u = store_ptr_tko weak %q, %w : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
}
"""


def copy_of(element):
    return tilefuzz.Module(COPY.replace("ELEMENT", element))


class Modules(unittest.TestCase):
    def test_entries_and_parameters(self):
        module = tilefuzz.Module(SCALARS)
        self.assertEqual(module.entries, ["k", "open"])
        self.assertEqual([str(p) for p in module["k"].parameters], ["ptr<f32>", "f32", "f16", "i8", "i1"])

    def test_errors_name_the_place(self):
        with self.assertRaisesRegex(tilefuzz.Error, r"x.mlir:1:\d+: error: "):
            tilefuzz.Module("cuda_tile.module @m { nothing }", name="x.mlir")
        with self.assertRaisesRegex(tilefuzz.Error, "no entry @add; it has @k, @open"):
            tilefuzz.Module(SCALARS)["add"]
        with self.assertRaisesRegex(tilefuzz.Error, "/nowhere: error: "):
            tilefuzz.Module("/nowhere")
        with self.assertRaises(tilefuzz.Error):
            tilefuzz.Module(b"\x7fTileIR\x00\x0d")
        with self.assertRaises(TypeError):
            tilefuzz.Module(7)

    def test_files_and_bytecode(self):
        path = ROOT / "corpus/kernels/prefix_sum.tilebc"
        one = tilefuzz.Module(path)
        self.assertEqual(one.entries, tilefuzz.Module(path.read_bytes()).entries)
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(COPY.replace("ELEMENT", "i32"))
            file.flush()
            x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
            tilefuzz.launch(1, file.name, (x, out, 1))
            np.testing.assert_array_equal(out, x)


class Launches(unittest.TestCase):
    def test_every_element_type(self):
        for dtype, element in [
            (np.bool_, "i1"), (np.int8, "i8"), (np.uint8, "i8"), (np.int16, "i16"), (np.int32, "i32"),
            (np.uint64, "i64"), (np.float16, "f16"), (np.float32, "f32"), (np.float64, "f64"),
            (np.uint16, "bf16"), (np.uint8, "f8E4M3FN"),
        ]:  # fmt: skip
            with self.subTest(element=element, dtype=dtype):
                x, out = np.array([1, 0, 1, 1, 0, 0, 1, 0], dtype), np.zeros(8, dtype)
                result = tilefuzz.launch((1, 1, 1), (copy_of(element), "copy"), (x, out, 1))
                self.assertEqual(result.outcome, "completed")
                np.testing.assert_array_equal(out, x)

    def test_views_share_the_memory_that_they_lie_in(self):
        table = np.arange(72, dtype=np.int32).reshape(9, 8)
        column, row = table[:8, 3], table[8]
        tilefuzz.launch(1, copy_of("i32"), (column, row, 8))
        np.testing.assert_array_equal(row, np.arange(8) * 8 + 3)
        np.testing.assert_array_equal(table[:8], np.arange(64).reshape(8, 8))
        # The column and the row before share an element, which is read and written.
        with self.assertRaisesRegex(tilefuzz.KernelError, r"race on args\[0\]\+args\[1\]\+224"):
            tilefuzz.launch(1, copy_of("i32"), (column, table[7], 8))
        backwards = np.arange(16, dtype=np.int32)[::-2]
        out = np.zeros(8, np.int32)
        tilefuzz.launch(1, copy_of("i32"), (backwards, out, -2))
        np.testing.assert_array_equal(out, backwards)

    def test_scalars(self):
        out = np.zeros(1, np.float32)
        kernel = tilefuzz.Module(SCALARS)["k"]
        tilefuzz.launch(1, kernel, (out, 1.5, 0.25, -2, True))
        self.assertEqual(out[0], -0.25)
        tilefuzz.launch(1, kernel, (out, np.float32(1.5), np.float16(8), np.int8(1), np.bool_(True)))
        self.assertEqual(out[0], 10.5)
        tilefuzz.launch(1, kernel, (out, np.uint32(0x40000000), 3, 255, False))
        self.assertEqual(out[0], 2)

    def test_what_is_left_open_and_what_is_enclosed(self):
        x, out = np.array([0, 1, 2, 3], np.float32), np.zeros(4, np.float32)
        result = tilefuzz.launch(1, tilefuzz.Module(SCALARS)["open"], (x, out))
        np.testing.assert_array_equal(result.unspecified(out), [False, False, True, True])
        self.assertFalse(result.unspecified(x).any())
        low, high = result.bounds(out)
        self.assertTrue(low[1] < np.e < high[1] and high[1] - low[1] < 1e-5)
        with self.assertRaisesRegex(ValueError, "no argument of the launch"):
            result.bounds(x.copy())

    def test_out_of_bounds(self):
        x, out = np.arange(8, dtype=np.int32), np.zeros(5, np.int32)
        with self.assertRaises(tilefuzz.KernelError) as caught:
            tilefuzz.launch(1, copy_of("i32"), (x, out, 1))
        result = caught.exception.result
        self.assertEqual((result.outcome, result.condition), ("undefined", "out-of-bounds"))
        self.assertEqual((result.site.buffer, result.site.offset, result.site.element), ("args[1]", 20, 5))
        self.assertRegex(result.site.location, r"<text>:15:\d+")
        self.assertIn("byte 20 of args[1]", str(caught.exception))
        result = tilefuzz.launch(1, copy_of("i32"), (x, out, 1), check=False)
        self.assertEqual(result.outcome, "undefined")

    def test_races_and_orders(self):
        x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
        with self.assertRaises(tilefuzz.KernelError) as caught:
            tilefuzz.launch(2, copy_of("i32"), (x, out, 1))
        self.assertEqual(caught.exception.result.outcome, "race")
        result = tilefuzz.launch(2, copy_of("i32"), (x, out, 1), schedule="random:3", check=False)
        self.assertEqual(result.outcome, "completed")
        self.assertTrue(all(race.first.is_write and race.first.buffer == "args[1]" for race in result.races))
        self.assertTrue(result.races)
        self.assertEqual(tilefuzz.launch(1, copy_of("i32"), (x, out, 1), orders=True).outcome, "completed")

    def test_limits(self):
        x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
        result = tilefuzz.launch(1, copy_of("i32"), (x, out, 1), check=False, max_operations=3)
        self.assertEqual(result.outcome, "limit")

    def test_arrays_that_must_not_be_written(self):
        x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
        x.flags.writeable = False
        tilefuzz.launch(1, copy_of("i32"), (x, out, 1))
        np.testing.assert_array_equal(out, x)
        out[:] = 0
        out.flags.writeable = False
        with self.assertRaisesRegex(tilefuzz.Error, r"writes args\[1\], an array that is not writeable"):
            tilefuzz.launch(1, copy_of("i32"), (x, out, 1))
        self.assertFalse(out.any())

    def test_mistakes(self):
        x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
        copy = copy_of("i32")
        for arguments, message in [
            ((x, out), "@copy has 3 parameters, but 2 arguments are given"),
            ((x, out, out), r"args\[2\]: the kernel takes i32, not ndarray"),
            ((x, 1, 1), r"args\[1\]: the kernel takes ptr<i32>, not int"),
            ((x, out.astype(np.float32), 1), "pointer is to i32, the array has float32"),
            ((x, out, 1.5), "takes i32, not float"),
            ((x, out, 1 << 40), "1099511627776 is no i32"),
            ((x, out.astype(">i4"), 1), "little-endian"),
        ]:
            with self.subTest(message=message), self.assertRaisesRegex(tilefuzz.Error, message):
                tilefuzz.launch(1, copy, arguments)
        for grid in [(), (0,), (1, 1, 1, 1), "x", 1.5]:
            with self.subTest(grid=grid), self.assertRaisesRegex(tilefuzz.Error, "a grid has"):
                tilefuzz.launch(grid, copy, (x, out, 1))
        with self.assertRaisesRegex(tilefuzz.Error, "'sideways' is no schedule"):
            tilefuzz.launch(1, copy, (x, out, 1), schedule="sideways")
        with self.assertRaisesRegex(tilefuzz.Error, "the module has 2 entries; name one"):
            tilefuzz.launch(1, SCALARS, (x, out))


if __name__ == "__main__":
    unittest.main()
