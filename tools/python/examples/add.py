# SPDX-License-Identifier: Apache-2.0
"""Adds two vectors with a module in text form, and shows what a store too many is called."""

import numpy as np
import tilefuzz

TEXT = """
cuda_tile.module @m {
  entry @add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %xt = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %yt = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %ot = make_tensor_view %out, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %xv = make_partition_view %xt : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %yv = make_partition_view %yt : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %ov = make_partition_view %ot : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
    %p, %t0 = load_view_tko weak %xv[%b] : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %q, %t1 = load_view_tko weak %yv[%b] : partition_view<tile=(16), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %s = addf %p, %q : tile<16xf32>
    %t2 = store_view_tko weak %s, %ov[%b] : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
"""

x = np.arange(40, dtype=np.float32)
y = np.full(40, 0.5, np.float32)
out = np.zeros(40, np.float32)
kernel = tilefuzz.Module(TEXT, name="add.mlir")["add"]

result = tilefuzz.launch((3,), kernel, (x, y, out, 40))
print(result.outcome, out[:4], "right" if np.array_equal(out, x + y) else "wrong")

# The kernel is told of one element more than there is.
try:
    tilefuzz.launch((3,), kernel, (x, y, out, 41))
except tilefuzz.KernelError as error:
    print(error)
