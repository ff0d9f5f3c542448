cuda_tile.module @every_op attributes {producer = "spec sample"} {
  global @tbl <f32: [0.5, 1.5, 2.5, 3.5]> : tile<4xf32>
  global private constant @ids alignment = 8 <i64: [7, 8]> : tile<2xi64>

  entry @ints(%s: tile<i32>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %i = iota : tile<16xi32>
    %s1 = reshape %s : tile<i32> -> tile<1xi32>
    %v = broadcast %s1 : tile<1xi32> -> tile<16xi32>
    %a0 = addi %i, %v overflow<no_signed_wrap> : tile<16xi32>
    %a1 = subi %a0, %i : tile<16xi32>
    %a2 = muli %a1, %i overflow<no_wrap> : tile<16xi32>
    %a3 = mulhii %a2, %a1 : tile<16xi32>
    %a4 = divi %a2, %v signed rounding<negative_inf> : tile<16xi32>
    %a5 = remi %a4, %v unsigned : tile<16xi32>
    %a6 = maxi %a5, %a4 signed : tile<16xi32>
    %a7 = mini %a5, %a4 unsigned : tile<16xi32>
    %a8 = negi %a7 overflow<no_signed_wrap> : tile<16xi32>
    %a9 = absi %a8 : tile<16xi32>
    %b0 = shli %a9, %i overflow<no_unsigned_wrap> : tile<16xi32>
    %b1 = shri %b0, %i signed : tile<16xi32>
    %b2 = andi %b1, %a3 : tile<16xi32>
    %b3 = ori %b2, %a6 : tile<16xi32>
    %b4 = xori %b3, %i : tile<16xi32>
    %c = cmpi less_than_or_equal %b4, %i, signed : tile<16xi32> -> tile<16xi1>
    %d = select %c, %b4, %i : tile<16xi1>, tile<16xi32>
    %e = assume bounded<0, ?>, %d : tile<16xi32>
    %f = assume div_by<4, every 4 along 0>, %e : tile<16xi32>
    %g = assume same_elements<[2]>, %f : tile<16xi32>
    assert %c, "out of order" : tile<16xi1>
    %h = trunci %g overflow<no_unsigned_wrap> : tile<16xi32> -> tile<16xi4>
    %k = exti %h signed : tile<16xi4> -> tile<16xi64>
    %tk = print_tko "v=%d k=%lld\n", %g, %k : tile<16xi32>, tile<16xi64> -> token
    %tk2 = print_tko "done" token=%tk -> token
    return
  }

  entry @floats(%x: tile<f32>) optimization_hints=<default = {occupancy = 1}, sm_90 = {num_cta_in_cga = 2}> {
    %m = constant <f32: [[1.0, -2.5], [0x7F800000, 4.0]]> : tile<2x2xf32>
    %q = constant <f32: 3.0> : tile<2x2xf32>
    %a = addf %m, %q rounding<zero> flush_to_zero : tile<2x2xf32>
    %b = subf %a, %q : tile<2x2xf32>
    %c = mulf %b, %a rounding<positive_inf> : tile<2x2xf32>
    %d = fma %a, %b, %c flush_to_zero : tile<2x2xf32>
    %e = divf %d, %q rounding<full> : tile<2x2xf32>
    %f = remf %e, %q : tile<2x2xf32>
    %g = maxf %f, %e propagate_nan : tile<2x2xf32>
    %h = minf %g, %e flush_to_zero propagate_nan : tile<2x2xf32>
    %i = absf %h : tile<2x2xf32>
    %j = negf %i : tile<2x2xf32>
    %k = ceil %j : tile<2x2xf32>
    %l = floor %k : tile<2x2xf32>
    %n = sqrt %i rounding<approx> flush_to_zero : tile<2x2xf32>
    %o = rsqrt %n flush_to_zero : tile<2x2xf32>
    %p = exp %l rounding<approx> : tile<2x2xf32>
    %r = exp2 %p flush_to_zero : tile<2x2xf32>
    %s = log %r : tile<2x2xf32>
    %t = log2 %s : tile<2x2xf32>
    %u = sin %t : tile<2x2xf32>
    %v = cos %u : tile<2x2xf32>
    %w = tan %v : tile<2x2xf32>
    %y = sinh %w : tile<2x2xf32>
    %z = cosh %y : tile<2x2xf32>
    %aa = tanh %z rounding<approx> : tile<2x2xf32>
    %ab = pow %aa, %q : tile<2x2xf32>
    %ac = atan2 %ab, %q : tile<2x2xf32>
    %ad = cmpf greater_than ordered %ac, %o : tile<2x2xf32> -> tile<2x2xi1>
    %ae = permute %ac [1, 0] : tile<2x2xf32> -> tile<2x2xf32>
    %af = cat %ac, %ae dim = 1 : tile<2x2xf32>, tile<2x2xf32> -> tile<2x4xf32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 1> : tile<i32>
    %ag = extract %af[%i0, %i1] : tile<2x4xf32> -> tile<2x2xf32>
    %ah = ftof %ag : tile<2x2xf32> -> tile<2x2xf8E4M3FN>
    %ai = ftof %ag rounding<zero> : tile<2x2xf32> -> tile<2x2xf8E8M0FNU>
    %aj = ftoi %ag signed : tile<2x2xf32> -> tile<2x2xi16>
    %ak = itof %aj unsigned : tile<2x2xi16> -> tile<2x2xbf16>
    %al = bitcast %ak : tile<2x2xbf16> -> tile<2x2xf16>
    %am = reshape %al : tile<2x2xf16> -> tile<4xf16>
    %an = pack %am : tile<4xf16> -> tile<8xi8>
    %ao = unpack %an : tile<8xi8> -> tile<16xf4E2M1FN>
    return
  }

  entry @ptrs() {
    %p = get_global @tbl : tile<ptr<f32>>
    %u = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %w = int_to_ptr %u : tile<i64> -> tile<ptr<i32>>
    %y = ptr_to_ptr %w : tile<ptr<i32>> -> tile<ptr<f32>>
    %k = constant <i16: -3> : tile<i16>
    %z = offset %y, %k : tile<ptr<f32>>, tile<i16> -> tile<ptr<f32>>
    %b = alloca num_elem = 32, alignment = 16 global : tile<ptr<bf16>>
    return
  }
}
