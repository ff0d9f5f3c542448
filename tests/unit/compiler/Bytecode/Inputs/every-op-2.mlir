// Operations of memory, control flow and views that no kernel has.
cuda_tile.module @kernels {
  global private constant @table alignment = 16 <i32: [1, 2, 3, 4]> : tile<4xi32>
  entry @memory(%p: tile<ptr<i32>>, %q: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    %t = make_token : token
    %v = constant <i32: 3> : tile<i32>
    %rp = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bp = broadcast %rp : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %i = iota : tile<8xi32>
    %ps = offset %bp, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %m = cmpi less_than %i, %i, signed : tile<8xi32> -> tile<8xi1>
    %l, %lt = load_ptr_tko weak %ps, %m, %i token = %t : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %st = store_ptr_tko weak %ps, %l, %m token = %lt : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
    %a, %at = atomic_rmw_tko relaxed device %ps, add, %l, %m token = %st : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %x, %xt = atomic_cas_tko relaxed sys %ps, %l, %a, %m token = %at : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %j = join_tokens %at, %xt : token
    %tv = make_tensor_view %q, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %s = get_tensor_shape %tv : tensor_view<?xf32, strides=[1]> -> tile<i32>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %is = get_index_space_shape %pv : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> -> tile<i32>
    %lv, %lvt = load_view_tko weak %pv[%n] token = %j : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %rt = atomic_red_view_tko relaxed device %pv[%n], addf, %lv token = %lvt : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %pt = print_tko "%i %f", %n, %lv token = %rt : tile<i32>, tile<8xf32> -> token
    %g = get_global @table : tile<ptr<i32>>
    %sc = scan %i dim=0 reverse=true identities=[0 : i32] : tile<8xi32> -> tile<8xi32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %sum = addi %e, %acc : tile<i32>
      yield %sum : tile<i32>
    }
    %red = reduce %lv dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %max = maxf %e, %acc propagate_nan : tile<f32>
      yield %max : tile<f32>
    }
    %r = loop iter_values(%k = %v) : tile<i32> -> tile<i32> {
      if %c {
        break %k : tile<i32>
      }
      continue %k : tile<i32>
    }
    for unsigned %k in (%v to %n, step %v) : tile<i32> {
      continue
    }
    return
  }
  entry @products(%p: tile<ptr<f32>>) {
    %z = constant <f32: 0.0> : tile<16x8xf32>
    %a = constant <f16: 1.0> : tile<16x32xf16>
    %b = constant <f16: 2.0> : tile<32x8xf16>
    %m0 = mmaf %a, %b, %z : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
    %c = constant <f32: 1.0> : tile<16x32xf32>
    %d = constant <f32: 2.0> : tile<32x8xf32>
    %m1 = mmaf %c, %d, %m0 fast_acc : tile<16x32xf32>, tile<32x8xf32>, tile<16x8xf32>
    %e = constant <i8: 1> : tile<2x16x32xi8>
    %f = constant <i8: -1> : tile<2x32x8xi8>
    %g = constant <i32: 0> : tile<2x16x8xi32>
    %m2 = mmai %e, %f, %g signed unsigned : tile<2x16x32xi8>, tile<2x32x8xi8>, tile<2x16x8xi32>
    %h = constant <f8E4M3FN: 1.0> : tile<16x64xf8E4M3FN>
    %i = constant <f8E4M3FN: 1.0> : tile<64x8xf8E4M3FN>
    %s = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %t = constant <f8E8M0FNU: 2.0> : tile<2x8xf8E8M0FNU>
    %m3 = mmaf_scaled %h, %i, %m1, %s, %t : tile<16x64xf8E4M3FN>, tile<64x8xf8E4M3FN>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    %tv = make_tensor_view %p, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf32, strides=[96,1]>
    %sv = make_strided_view %tv : strided_view<tile=(4x8), traversal_strides=[2,3], padding_value = nan, tensor_view<64x96xf32, strides=[96,1]>, dim_map=[1, 0]>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(4x8), tensor_view<64x96xf32, strides=[96,1]>, sparse_dim=0>
    %n = constant <i32: 1> : tile<i32>
    %v, %vt = load_view_tko weak %sv[%n, %n] : strided_view<tile=(4x8), traversal_strides=[2,3], padding_value = nan, tensor_view<64x96xf32, strides=[96,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x8xf32>, token
    %st = store_view_tko weak %v, %sv[%n, %n] token = %vt : tile<4x8xf32>, strided_view<tile=(4x8), traversal_strides=[2,3], padding_value = nan, tensor_view<64x96xf32, strides=[96,1]>, dim_map=[1, 0]>, tile<i32> -> token
    return
  }
}
