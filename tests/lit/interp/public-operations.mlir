// Operations of the public dialect that no kernel of the corpus has; what they
// give was worked out by hand.
// RUN: tile-run %s --all | FileCheck %s
// RUN: tile-run %s --all --at=convert-cuda-tile-to-tileaa | FileCheck %s
// RUN: tile-run %s --all --at=tileaa-canonicalize | FileCheck %s
// tilefuzz.launch kernel=@operations grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[64] = fill(-1)
// tilefuzz.buffer real : f32[16] = fill(-1)
// tilefuzz.buffer grid : i32[24] = iota(0, 1)
// tilefuzz.args &out &real &grid
cuda_tile.module @m {
  global @table <i32: [7, 5, 3, 1]> : tile<4xi32>
  entry @operations(%out: tile<ptr<i32>>, %real: tile<ptr<f32>>, %grid: tile<ptr<i32>>) {
    %tv = make_tensor_view %out, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %rv = make_tensor_view %real, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %rp = make_partition_view %rv : partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %i2 = constant <i32: 2> : tile<i32>
    %i3 = constant <i32: 3> : tile<i32>
    %i4 = constant <i32: 4> : tile<i32>
    %i5 = constant <i32: 5> : tile<i32>
    %i6 = constant <i32: 6> : tile<i32>
    %i7 = constant <i32: 7> : tile<i32>

    // 0..7: [[0,1,2,3],[4,5,6,7]] transposed, then its second half before its first.
    %n = iota : tile<8xi32>
    %m = reshape %n : tile<8xi32> -> tile<2x4xi32>
    %p = permute %m [1, 0] : tile<2x4xi32> -> tile<4x2xi32>
    %lo = extract %p[%i0, %i0] : tile<4x2xi32> -> tile<2x2xi32>
    %hi = extract %p[%i1, %i0] : tile<4x2xi32> -> tile<2x2xi32>
    %cat = cat %hi, %lo dim = 0 : tile<2x2xi32>, tile<2x2xi32> -> tile<4x2xi32>
    %a = reshape %cat : tile<4x2xi32> -> tile<8xi32>
    %t0 = store_view_tko weak %a, %pv[%i0] : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK: out : i32[64] = 2 6 3 7 0 4 1 5

    // Scans: sums from the end; then the bytes of 0x01020304 and back.
    %s = scan %n dim=0 reverse=true identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%acc: tile<i32>, %e: tile<i32>) {
      %r = addi %acc, %e : tile<i32>
      yield %r : tile<i32>
    }
    %t1 = store_view_tko weak %s, %pv[%i1] : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 28 28 27 25 22 18 13 7
    %word = constant <i32: [0x01020304, -1]> : tile<2xi32>
    %bytes = pack %word : tile<2xi32> -> tile<8xi8>
    %wide = exti %bytes signed : tile<8xi8> -> tile<8xi32>
    %t2 = store_view_tko weak %wide, %pv[%i2] : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 4 3 2 1 -1 -1 -1 -1

    // Integers: high half of an unsigned product, magnitude, negation; a loop.
    %big = constant <i32: 0x80000000> : tile<i32>
    %three = constant <i32: -3> : tile<i32>
    %mh = mulhii %big, %i6 : tile<i32>
    %ab = absi %three : tile<i32>
    %ng = negi %i5 : tile<i32>
    %lp = loop iter_values(%k = %i1) : tile<i32> -> tile<i32> {
      %d = addi %k, %k : tile<i32>
      %stop = cmpi greater_than %d, %i7, signed : tile<i32> -> tile<i1>
      if %stop {
        break %d : tile<i32>
      }
      continue %d : tile<i32>
    }
    %g = get_global @table : tile<ptr<i32>>
    %g2 = offset %g, %i2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %gv, %gt = load_ptr_tko weak %g2 : tile<ptr<i32>> -> tile<i32>, token
    // Private storage, with an atomic in it: 5 | 6, then 7 exchanged for 1.
    %mem = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %u0 = store_ptr_tko weak %mem, %i5 : tile<ptr<i32>>, tile<i32> -> token
    %old, %u1 = atomic_rmw_tko relaxed tl_blk %mem, or, %i6 token=%u0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %was, %u2 = atomic_cas_tko acq_rel device %mem, %i7, %i1 token=%u1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %now, %u3 = load_ptr_tko weak %mem token=%u2 : tile<ptr<i32>> -> tile<i32>, token
    %c0 = reshape %mh : tile<i32> -> tile<1xi32>
    %c1 = reshape %ab : tile<i32> -> tile<1xi32>
    %c2 = reshape %ng : tile<i32> -> tile<1xi32>
    %c3 = reshape %lp : tile<i32> -> tile<1xi32>
    %c4 = reshape %gv : tile<i32> -> tile<1xi32>
    %c5 = reshape %old : tile<i32> -> tile<1xi32>
    %c6 = reshape %was : tile<i32> -> tile<1xi32>
    %c7 = reshape %now : tile<i32> -> tile<1xi32>
    %d0 = cat %c0, %c1 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %d1 = cat %c2, %c3 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %d2 = cat %c4, %c5 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %d3 = cat %c6, %c7 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %e0 = cat %d0, %d1 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
    %e1 = cat %d2, %d3 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
    %f0 = cat %e0, %e1 dim = 0 : tile<4xi32>, tile<4xi32> -> tile<8xi32>
    %t3 = store_view_tko weak %f0, %pv[%i3] : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 3 3 -5 8 3 5 7 1

    // Views of a 4x6 grid: overlapping tiles, rows by index, sizes.
    %gt4 = make_tensor_view %grid, shape = [4, 6], strides = [6, 1] : tensor_view<4x6xi32, strides=[6,1]>
    %sv = make_strided_view %gt4 : strided_view<tile=(2x4), traversal_strides=[1,2], padding_value = zero, tensor_view<4x6xi32, strides=[6,1]>>
    %st, %v0 = load_view_tko weak %sv[%i1, %i2] : strided_view<tile=(2x4), traversal_strides=[1,2], padding_value = zero, tensor_view<4x6xi32, strides=[6,1]>>, tile<i32> -> tile<2x4xi32>, token
    %sf = reshape %st : tile<2x4xi32> -> tile<8xi32>
    %t4 = store_view_tko weak %sf, %pv[%i4] : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 10 11 0 0 16 17 0 0
    %rows = constant <i32: [3, 0]> : tile<2xi32>
    %gs = make_gather_scatter_view %gt4 : gather_scatter_view<tile=(2x4), tensor_view<4x6xi32, strides=[6,1]>, sparse_dim=0>
    %gg, %v1 = load_view_tko weak %gs[%rows, %i2] : gather_scatter_view<tile=(2x4), tensor_view<4x6xi32, strides=[6,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x4xi32>, token
    %gf = reshape %gg : tile<2x4xi32> -> tile<8xi32>
    %t5 = store_view_tko weak %gf, %pv[%i5] : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 20 21 22 23 2 3 4 5
    %x0, %x1 = get_tensor_shape %gt4 : tensor_view<4x6xi32, strides=[6,1]> -> tile<i32>
    %y0, %y1 = get_index_space_shape %sv : strided_view<tile=(2x4), traversal_strides=[1,2], padding_value = zero, tensor_view<4x6xi32, strides=[6,1]>> -> tile<i32>
    %o48 = constant <i32: 48> : tile<i32>
    %q0 = offset %out, %o48 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q1 = offset %q0, %i1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q2 = offset %q1, %i1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q3 = offset %q2, %i1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %w0 = store_ptr_tko weak %q0, %x0 : tile<ptr<i32>>, tile<i32> -> token
    %w1 = store_ptr_tko weak %q1, %x1 : tile<ptr<i32>>, tile<i32> -> token
    %w2 = store_ptr_tko weak %q2, %y0 : tile<ptr<i32>>, tile<i32> -> token
    %w3 = store_ptr_tko weak %q3, %y1 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-SAME: 4 6 4 3 -1 -1 -1 -1
    // Atomic updates of a view: the last tile of eight, each -1 becomes 6.
    %add = broadcast %c3 : tile<1xi32> -> tile<8xi32>
    %sub = constant <i32: -1> : tile<8xi32>
    %amount = addi %add, %sub : tile<8xi32>
    %red = atomic_red_view_tko relaxed device %pv[%i7], add, %amount : tile<8xi32>, partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 6 6 6 6 6 6 6 6{{$}}

    // Floats: exact functions, directed division, narrow formats, products.
    %f = constant <f32: [9.0, 2.0, -2.5, 7.0, 1.0, 300.0, 0.3, -0.0]> : tile<8xf32>
    %root = sqrt %f : tile<8xf32>
    %floor = floor %f : tile<8xf32>
    %f8 = ftof %f : tile<8xf32> -> tile<8xf8E5M2>
    %back = ftof %f8 : tile<8xf8E5M2> -> tile<8xf32>
    %pick = constant <i1: [true, true, false, false, false, false, false, false]> : tile<8xi1>
    %pick2 = constant <i1: [false, false, true, true, false, false, false, false]> : tile<8xi1>
    %r0 = select %pick, %root, %back : tile<8xi1>, tile<8xf32>
    %r1 = select %pick2, %floor, %r0 : tile<8xi1>, tile<8xf32>
    %z0 = store_view_tko weak %r1, %rp[%i0] : tile<8xf32>, partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    // CHECK: real : f32[16] = 3 1.41421354 -3 7 1 320 0.3125 -0
    %l = constant <f16: [[1.0, 2.0], [3.0, 4.0]]> : tile<2x2xf16>
    %rr = constant <f16: [[5.0, 6.0], [7.0, 8.0]]> : tile<2x2xf16>
    %ac = constant <f32: [[0.5, 0.0], [0.0, 0.0]]> : tile<2x2xf32>
    %mm = mmaf %l, %rr, %ac : tile<2x2xf16>, tile<2x2xf16>, tile<2x2xf32>
    %mf = reshape %mm : tile<2x2xf32> -> tile<4xf32>
    %third = constant <f32: 3.0> : tile<4xf32>
    %up = divf %mf, %third rounding<positive_inf> : tile<4xf32>
    %rest = remf %mf, %third : tile<4xf32>
    %both = cat %up, %rest dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    %z1 = store_view_tko weak %both, %rp[%i1] : tile<8xf32>, partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    // CHECK-SAME: 6.5 7.33333349 14.333334 16.6666679 1.5 1 1 2{{$}}

    %po = print_tko "k=%d of %5.2f%%\n", %lp, %third : tile<i32>, tile<4xf32> -> token
    assert %pick, "seven" : tile<8xi1>
    return
  }
}
// RUN: tile-run %s | FileCheck %s --check-prefix=PRINTED
// PRINTED: k=8 of [ 3.00,  3.00,  3.00,  3.00]%
// PRINTED-COUNT-6: assertion failed at element {{[2-7]}}: seven
// PRINTED-NOT: assertion failed
