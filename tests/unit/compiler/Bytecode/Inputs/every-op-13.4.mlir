// What 13.4 adds: operations, and fields of older ones.
cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, %i: tile<i32>, %c: tile<i1>, %x: tile<f32>) {
    %t0 = gdc_wait_tko -> token
    %t1 = gdc_wait_tko token = %t0 -> token
    %t2 = memory_fence_alias_tko token = %t1 -> token
    %v = make_tensor_view %p, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<64x32xf32, strides=[32,1]>>
    %a, %t3 = load_view_tko weak %w[%i, %i] token = %t2 inbounds = [true, false] : partition_view<tile=(4x8), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<4x8xf32>, token
    %b, %t4 = load_view_tko weak %w[%i, %i] token = %t3 : partition_view<tile=(4x8), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<4x8xf32>, token
    %s = reshape %x : tile<f32> -> tile<1x1xf32>
    %d = insert %s into %a[%i, %i] : tile<1x1xf32>, tile<4x8xf32> -> tile<4x8xf32>
    %r = insert %x into %x[] : tile<f32>, tile<f32> -> tile<f32>
    %e = fpowi %x, %i : tile<f32>, tile<i32>
    %n = ftoi %x signed saturating : tile<f32> -> tile<i8>
    %o = ftoi %x unsigned : tile<f32> -> tile<i8>
    %f = ftof %x rounding<nearest_away> : tile<f32> -> tile<tf32>
    %t5 = store_view_tko weak %d, %w[%i, %i] token = %t4 inbounds = [false, true] : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
    %u = make_tensor_view %q, shape = [64], strides = [%i] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, tile<i32> -> tensor_view<64xf32, strides=[?], #cuda_tile.ptr_attr<none>>
    loop {
      if %c {
        return
      }
      break
    }
    %t6 = gdc_launch_dependents_tko token = %t5 -> token
    %t7 = gdc_launch_dependents_tko -> token
  }
}
