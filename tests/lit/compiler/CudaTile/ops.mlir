// Every operation of the dialect parses, prints, and reads back equal, also
// through the generic form.
// RUN: tile-opt %s -o %t && FileCheck %s < %t
// RUN: tile-opt %t | diff - %t
// RUN: tile-opt --mlir-print-op-generic %s > %t.generic
// RUN: tile-opt --mlir-print-op-generic %t | diff - %t.generic
// RUN: tile-opt %t.generic | diff - %t

cuda_tile.module @every_op attributes {producer = "spec sample"} {
  // CHECK-LABEL: entry @ints(%{{.*}}: tile<i32>, %{{.*}}: tile<i32>)
  entry @ints(%s: tile<i32>, %n: tile<i32>) {
    // CHECK: get_tile_block_id : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    // CHECK: get_num_tile_blocks : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    // CHECK: iota : tile<16xi32>
    %i = iota : tile<16xi32>
    // CHECK: reshape %{{.*}} : tile<i32> -> tile<1xi32>
    %s1 = reshape %s : tile<i32> -> tile<1xi32>
    // CHECK: broadcast %{{.*}} : tile<1xi32> -> tile<16xi32>
    %v = broadcast %s1 : tile<1xi32> -> tile<16xi32>
    // CHECK: addi %{{.*}}, %{{.*}} overflow<no_signed_wrap> : tile<16xi32>
    %a0 = addi %i, %v overflow<no_signed_wrap> : tile<16xi32>
    // CHECK: subi %{{.*}}, %{{.*}} : tile<16xi32>
    %a1 = subi %a0, %i : tile<16xi32>
    // CHECK: muli %{{.*}}, %{{.*}} overflow<no_wrap> : tile<16xi32>
    %a2 = muli %a1, %i overflow<no_wrap> : tile<16xi32>
    // CHECK: divi %{{.*}}, %{{.*}} signed rounding<negative_inf> : tile<16xi32>
    %a4 = divi %a2, %v signed rounding<negative_inf> : tile<16xi32>
    // CHECK: divi %{{.*}}, %{{.*}} unsigned : tile<16xi32>
    %a3 = divi %a2, %v unsigned rounding<zero> : tile<16xi32>
    // CHECK: remi %{{.*}}, %{{.*}} unsigned : tile<16xi32>
    %a5 = remi %a4, %v unsigned : tile<16xi32>
    // CHECK: maxi %{{.*}}, %{{.*}} signed : tile<16xi32>
    %a6 = maxi %a5, %a3 signed : tile<16xi32>
    // CHECK: mini %{{.*}}, %{{.*}} unsigned : tile<16xi32>
    %a7 = mini %a5, %a4 unsigned : tile<16xi32>
    // CHECK: shli %{{.*}}, %{{.*}} overflow<no_unsigned_wrap> : tile<16xi32>
    %b0 = shli %a7, %i overflow<no_unsigned_wrap> : tile<16xi32>
    // CHECK: shri %{{.*}}, %{{.*}} signed : tile<16xi32>
    %b1 = shri %b0, %i signed : tile<16xi32>
    // CHECK: andi
    %b2 = andi %b1, %a3 : tile<16xi32>
    // CHECK: ori
    %b3 = ori %b2, %a6 : tile<16xi32>
    // CHECK: xori
    %b4 = xori %b3, %i : tile<16xi32>
    // CHECK: cmpi less_than_or_equal %{{.*}}, %{{.*}}, signed : tile<16xi32> -> tile<16xi1>
    %c = cmpi less_than_or_equal %b4, %i, signed : tile<16xi32> -> tile<16xi1>
    // CHECK: select %{{.*}}, %{{.*}}, %{{.*}} : tile<16xi1>, tile<16xi32>
    %d = select %c, %b4, %i : tile<16xi1>, tile<16xi32>
    // CHECK: assume bounded<0, ?>, %{{.*}} : tile<16xi32>
    %e = assume bounded<0, ?>, %d : tile<16xi32>
    // CHECK: assume div_by<4, every 4 along 0>, %{{.*}} : tile<16xi32>
    %f = assume div_by<4, every 4 along 0>, %e : tile<16xi32>
    // CHECK: assume same_elements<[2]>, %{{.*}} : tile<16xi32>
    %g = assume same_elements<[2]>, %f : tile<16xi32>
    // CHECK: trunci %{{.*}} overflow<no_unsigned_wrap> : tile<16xi32> -> tile<16xi8>
    %h = trunci %g overflow<no_unsigned_wrap> : tile<16xi32> -> tile<16xi8>
    // CHECK: exti %{{.*}} signed : tile<16xi8> -> tile<16xi64>
    %k = exti %h signed : tile<16xi8> -> tile<16xi64>
    // CHECK: itof %{{.*}} signed : tile<16xi64> -> tile<16xf16>
    %l = itof %k signed : tile<16xi64> -> tile<16xf16>
    // CHECK: ftoi %{{.*}} unsigned : tile<16xf16> -> tile<16xi32>
    %m = ftoi %l unsigned : tile<16xf16> -> tile<16xi32>
    // CHECK: return
    return
  }

  // CHECK-LABEL: entry @floats
  // CHECK-SAME: optimization_hints=<default = {occupancy = 1}, sm_90 = {num_cta_in_cga = 2}>
  entry @floats() optimization_hints=<sm_90 = {num_cta_in_cga = 2}, default = {occupancy = 1}> {
    // CHECK: constant <f32: {{\[\[}}1.000000e+00, -2.500000e+00], [0x7F800000, 4.000000e+00]]> : tile<2x2xf32>
    %m = constant <f32: [[1.0, -2.5], [0x7F800000, 4.0]]> : tile<2x2xf32>
    // CHECK: constant <f32: 3.000000e+00> : tile<2x2xf32>
    %q = constant <f32: 3.0> : tile<2x2xf32>
    // CHECK: constant <i1: true> : tile<i1>
    %t = constant <i1: true> : tile<i1>
    // CHECK: addf %{{.*}}, %{{.*}} rounding<zero> flush_to_zero : tile<2x2xf32>
    %a = addf %m, %q rounding<zero> flush_to_zero : tile<2x2xf32>
    // CHECK: subf
    %b = subf %a, %q : tile<2x2xf32>
    // CHECK: mulf %{{.*}}, %{{.*}} rounding<positive_inf> : tile<2x2xf32>
    %c = mulf %b, %a rounding<positive_inf> : tile<2x2xf32>
    // CHECK: fma %{{.*}}, %{{.*}}, %{{.*}} flush_to_zero : tile<2x2xf32>
    %d = fma %a, %b, %c flush_to_zero : tile<2x2xf32>
    // CHECK: maxf %{{.*}}, %{{.*}} propagate_nan : tile<2x2xf32>
    %g = maxf %d, %c propagate_nan : tile<2x2xf32>
    // CHECK: minf %{{.*}}, %{{.*}} flush_to_zero propagate_nan : tile<2x2xf32>
    %h = minf %g, %d propagate_nan flush_to_zero : tile<2x2xf32>
    // CHECK: cmpf greater_than ordered %{{.*}}, %{{.*}} : tile<2x2xf32> -> tile<2x2xi1>
    %p = cmpf greater_than ordered %h, %g : tile<2x2xf32> -> tile<2x2xi1>
    // CHECK: ftof %{{.*}} : tile<2x2xf32> -> tile<2x2xf16>
    %f = ftof %h : tile<2x2xf32> -> tile<2x2xf16>
    // CHECK: reduce %{{.*}} dim=1 identities=[0.000000e+00 : f32] : tile<2x2xf32> -> tile<2xf32> (%{{.*}}: tile<f32>, %{{.*}}: tile<f32>) {
    %r = reduce %h dim=1 identities=[0.0 : f32] : tile<2x2xf32> -> tile<2xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %sum = addf %acc, %e : tile<f32>
      // CHECK: yield %{{.*}} : tile<f32>
      yield %sum : tile<f32>
    }
    return
  }

  // CHECK-LABEL: entry @memory
  entry @memory(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    // CHECK: make_token : token
    %t0 = make_token : token
    %q1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q = broadcast %q1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %i = iota : tile<8xi32>
    // CHECK: offset %{{.*}}, %{{.*}} : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %a = offset %q, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %m = constant <i1: [true, false, true, false, true, true, false, false]> : tile<8xi1>
    %z = constant <f32: 0.0> : tile<8xf32>
    // CHECK: load_ptr_tko weak %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    %x, %t1 = load_ptr_tko weak %a, %m, %z token=%t0 : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    // CHECK: load_ptr_tko acquire device %{{.*}} : tile<8xptr<f32>> -> tile<8xf32>, token
    %y, %t2 = load_ptr_tko acquire device %a, token=%t0 : tile<8xptr<f32>> -> tile<8xf32>, token
    // CHECK: join_tokens %{{.*}}, %{{.*}} : token
    %t3 = join_tokens %t1, %t2 : token
    // CHECK: store_ptr_tko release sys %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} optimization_hints = <default = {latency = 2}> : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    %t4 = store_ptr_tko release sys %a, %x, %m token = %t3 optimization_hints=<default = {latency = 2}> : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    // CHECK: make_tensor_view %{{.*}}, shape = [%{{.*}}, 96], strides = [96, 1] : tile<i32> -> tensor_view<?x96xf32, strides=[96,1]>
    %tv = make_tensor_view %p, shape = [%n, 96], strides = [96, 1] : tile<i32> -> tensor_view<?x96xf32, strides=[96,1]>
    // CHECK: make_partition_view %{{.*}} : partition_view<tile=(4x8), padding_value = neg_zero, tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]>
    %pv = make_partition_view %tv : partition_view<tile=(4x8), padding_value = neg_zero, tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]>
    // CHECK: load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} : partition_view<{{.*}}>, tile<i32> -> tile<4x8xf32>, token
    %v, %t5 = load_view_tko weak %pv[%n, %n] token = %t4 : partition_view<tile=(4x8), padding_value = neg_zero, tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]>, tile<i32>, tile<i32> -> tile<4x8xf32>, token
    // CHECK: store_view_tko relaxed tl_blk %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<4x8xf32>, partition_view<{{.*}}>, tile<i32> -> token
    %t6 = store_view_tko relaxed tl_blk %v, %pv[%n, %n] : tile<4x8xf32>, partition_view<tile=(4x8), padding_value = neg_zero, tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]>, tile<i32> -> token
    // CHECK: if %{{.*}} -> (tile<i32>, token) {
    %r, %t7 = if %c -> (tile<i32>, token) {
      // CHECK: yield %{{.*}}, %{{.*}} : tile<i32>, token
      yield %n, %t6 : tile<i32>, token
    // CHECK: } else {
    } else {
      yield %n, %t5 : tile<i32>, token
    }
    // CHECK: for unsigned %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> iter_values(%{{.*}} = %{{.*}}) -> (tile<i32>) {
    %s = for unsigned %k in (%r to %n, step %n) : tile<i32> iter_values(%acc = %n) -> (tile<i32>) {
      // CHECK: continue %{{.*}} : tile<i32>
      continue %acc : tile<i32>
    }
    // An omitted terminator is filled in, and omitted again when printing.
    // CHECK: for %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> {
    // CHECK-NEXT: }
    for %k in (%r to %n, step %n) : tile<i32> {
    }
    return
  }
}
