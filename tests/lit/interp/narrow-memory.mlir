// Narrow floats in memory: loaded, computed with in f32, stored; as global, as
// argument, in storage; padded. What comes out was worked out by hand.
// RUN: tile-run %s --all | FileCheck %s
// RUN: tile-run %s --json | FileCheck %s --check-prefix=BYTES
// tilefuzz.launch kernel=@narrow grid=1,1,1 seed=1
// tilefuzz.buffer a : f8E4M3FN[8] = list(1.0, 2.5, -3.0, 448.0)
// tilefuzz.buffer b : f8E5M2[8] = fill(0)
// tilefuzz.buffer c : f8E8M0FNU[4] = list(0.5, 4, 0xFF, 1)
// tilefuzz.buffer d : tf32[4] = list(1.5, -2, 0x3F801FFF, 0x3F804000)
// tilefuzz.buffer e : f4E2M1FN[12] = list(0.5, 1, 1.5, 2, 3, 4, 6, -0.5, -1, -1.5, -2, -6)
// tilefuzz.buffer f : f4E2M1FN[8] = fill(6)
// tilefuzz.buffer g : f32[8] = fill(0)
// tilefuzz.args &a &b &c &d &e+2 &f &g 0x3FC01FFF
// CHECK: a : f8E4M3FN[8] = 1 2.5 -3 448 1 2.5 -3 448
// CHECK: b : f8E5M2[8] = 2 5 -6 896 2 5 -6 896
// The low bits of a tf32 do not count, and are stored as zeros: 1.5 plus each.
// CHECK: d : tf32[4] = 3 -0.5 2.5 2.50195312
// BYTES: "bytes": "00004040000000bf0000204000202040"
// CHECK: e : f4E2M1FN[12] = 0.5 1 1.5 2 3 4 6 -0.5 -1 -1.5 -2 -6
// BYTES: "bytes": "21436597bafc"
// Behind the first two bytes, a tile of four doubled; the next one, of which two
// are padding, by four.
// CHECK: f : f4E2M1FN[8] = 6 6 6 -1 -4 -6 6 6
// BYTES: "bytes": "77a7fe77"
// Scales of two and their NaN; the first half of a byte; a global; storage.
// CHECK: g : f32[8] = 0.5 4 nan 1 3 -6 1.5 2
cuda_tile.module @m {
  global @table <f4E2M1FN: [1.0, -6.0, 1.5, 2.0]> : tile<4xf4E2M1FN>
  entry @narrow(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f8E8M0FNU>>, %d: tile<ptr<tf32>>,
                %e: tile<ptr<f4E2M1FN>>, %f: tile<ptr<f4E2M1FN>>, %g: tile<ptr<f32>>, %s: tile<tf32>) {
    %n = iota : tile<8xi32>
    %a1 = reshape %a : tile<ptr<f8E4M3FN>> -> tile<1xptr<f8E4M3FN>>
    %a8 = broadcast %a1 : tile<1xptr<f8E4M3FN>> -> tile<8xptr<f8E4M3FN>>
    %ap = offset %a8, %n : tile<8xptr<f8E4M3FN>>, tile<8xi32> -> tile<8xptr<f8E4M3FN>>
    %x, %t = load_ptr_tko weak %ap : tile<8xptr<f8E4M3FN>> -> tile<8xf8E4M3FN>, token
    %x32 = ftof %x : tile<8xf8E4M3FN> -> tile<8xf32>
    %xx = addf %x32, %x32 : tile<8xf32>
    %y = ftof %xx : tile<8xf32> -> tile<8xf8E5M2>
    %b1 = reshape %b : tile<ptr<f8E5M2>> -> tile<1xptr<f8E5M2>>
    %b8 = broadcast %b1 : tile<1xptr<f8E5M2>> -> tile<8xptr<f8E5M2>>
    %bp = offset %b8, %n : tile<8xptr<f8E5M2>>, tile<8xi32> -> tile<8xptr<f8E5M2>>
    %u = store_ptr_tko weak %bp, %y : tile<8xptr<f8E5M2>>, tile<8xf8E5M2> -> token

    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %dv = make_tensor_view %d, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %dp = make_partition_view %dv : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %t4, %dt = load_view_tko weak %dp[%i0] : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> tile<4xtf32>, token
    %t32 = ftof %t4 : tile<4xtf32> -> tile<4xf32>
    %s1 = reshape %s : tile<tf32> -> tile<1xtf32>
    %s4 = broadcast %s1 : tile<1xtf32> -> tile<4xtf32>
    %s32 = ftof %s4 : tile<4xtf32> -> tile<4xf32>
    %ts = addf %t32, %s32 : tile<4xf32>
    %tt = ftof %ts : tile<4xf32> -> tile<4xtf32>
    %du = store_view_tko weak %tt, %dp[%i0] token=%dt : tile<4xtf32>, partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> token

    // Six elements of e from its fifth on: 3, 4, 6, -0.5, then -1, -1.5.
    %ev = make_tensor_view %e, shape = [6], strides = [1] : tensor_view<6xf4E2M1FN, strides=[1]>
    %ep = make_partition_view %ev : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf4E2M1FN, strides=[1]>>
    %fv = make_tensor_view %f, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf4E2M1FN, strides=[4,1]>
    %fp = make_partition_view %fv : partition_view<tile=(1x4), tensor_view<2x4xf4E2M1FN, strides=[4,1]>>
    %e0, %et = load_view_tko weak %ep[%i0] : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %e1, %eu = load_view_tko weak %ep[%i1] : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %e032 = ftof %e0 : tile<4xf4E2M1FN> -> tile<4xf32>
    %e132 = ftof %e1 : tile<4xf4E2M1FN> -> tile<4xf32>
    %f032 = addf %e032, %e032 : tile<4xf32>
    %four = constant <f32: 4.0> : tile<4xf32>
    %f132d = mulf %e132, %four : tile<4xf32>
    %f0 = ftof %f032 : tile<4xf32> -> tile<4xf4E2M1FN>
    %f1 = ftof %f132d : tile<4xf32> -> tile<4xf4E2M1FN>
    %f0r = reshape %f0 : tile<4xf4E2M1FN> -> tile<1x4xf4E2M1FN>
    %f1r = reshape %f1 : tile<4xf4E2M1FN> -> tile<1x4xf4E2M1FN>
    %ft = store_view_tko weak %f0r, %fp[%i0, %i0] : tile<1x4xf4E2M1FN>, partition_view<tile=(1x4), tensor_view<2x4xf4E2M1FN, strides=[4,1]>>, tile<i32> -> token
    %fu = store_view_tko weak %f1r, %fp[%i1, %i0] : tile<1x4xf4E2M1FN>, partition_view<tile=(1x4), tensor_view<2x4xf4E2M1FN, strides=[4,1]>>, tile<i32> -> token

    %m = iota : tile<4xi32>
    %gv = make_tensor_view %g, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %gp = make_partition_view %gv : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %c1 = reshape %c : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %c4 = broadcast %c1 : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %cp = offset %c4, %m : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %cx, %ct = load_ptr_tko weak %cp : tile<4xptr<f8E8M0FNU>> -> tile<4xf8E8M0FNU>, token
    // Through storage of its own.
    %mem = alloca num_elem = 4, alignment = 4 : tile<ptr<f8E8M0FNU>>
    %mem1 = reshape %mem : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %mem4 = broadcast %mem1 : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %mp = offset %mem4, %m : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %mt = store_ptr_tko weak %mp, %cx : tile<4xptr<f8E8M0FNU>>, tile<4xf8E8M0FNU> -> token
    %my, %mu = load_ptr_tko weak %mp token=%mt : tile<4xptr<f8E8M0FNU>> -> tile<4xf8E8M0FNU>, token
    %c32 = ftof %my : tile<4xf8E8M0FNU> -> tile<4xf32>
    %gt = store_view_tko weak %c32, %gp[%i0] : tile<4xf32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token

    // A pointer points to the first element of a byte: e's fifth, then the
    // global's second byte.
    %tab = get_global @table : tile<ptr<f4E2M1FN>>
    %tv = make_tensor_view %tab, shape = [4], strides = [1] : tensor_view<4xf4E2M1FN, strides=[1]>
    %tp = make_partition_view %tv : partition_view<tile=(4), tensor_view<4xf4E2M1FN, strides=[1]>>
    %tx, %tu = load_view_tko weak %tp[%i0] : partition_view<tile=(4), tensor_view<4xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %tf = ftof %tx : tile<4xf4E2M1FN> -> tile<4xf32>
    %e2 = reshape %e : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %e4 = broadcast %e2 : tile<1xptr<f4E2M1FN>> -> tile<4xptr<f4E2M1FN>>
    %zeros = constant <i32: 0> : tile<4xi32>
    %eq = offset %e4, %zeros : tile<4xptr<f4E2M1FN>>, tile<4xi32> -> tile<4xptr<f4E2M1FN>>
    %ex, %ew = load_ptr_tko weak %eq : tile<4xptr<f4E2M1FN>> -> tile<4xf4E2M1FN>, token
    %ef = ftof %ex : tile<4xf4E2M1FN> -> tile<4xf32>
    %first = cmpi equal %m, %zeros, signed : tile<4xi32> -> tile<4xi1>
    %both = select %first, %ef, %tf : tile<4xi1>, tile<4xf32>
    %gu = store_view_tko weak %both, %gp[%i1] : tile<4xf32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
  }
}
