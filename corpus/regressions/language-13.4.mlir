// What Tile IR 13.4 adds, in one kernel: slices that are put in, integer powers, saturation, roundings, promises, syncs.
// tilefuzz.launch kernel=@k grid=2,1,1 seed=3
// tilefuzz.buffer x : f32[128] = uniform(-300, 300)
// tilefuzz.buffer y : f32[128] = fill(0)
// tilefuzz.buffer b : i8[128] = fill(1)
// tilefuzz.buffer p : f32[16] = fill(0)
// tilefuzz.args &x &y &b &p 3
cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, %b: tile<ptr<i8>>, %p: tile<ptr<f32>>, %n: tile<i32>) {
    %t0 = gdc_wait_tko -> token
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %xv = make_tensor_view %x, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xf32, strides=[8,1]>
    %xt = make_partition_view %xv : partition_view<tile=(8x8), tensor_view<16x8xf32, strides=[8,1]>>
    %a, %t1 = load_view_tko weak %xt[%block, %zero] token = %t0 inbounds = [true, true] : partition_view<tile=(8x8), tensor_view<16x8xf32, strides=[8,1]>>, tile<i32> -> tile<8x8xf32>, token
    // A slice goes one place on.
    %s = extract %a[%zero, %one] : tile<8x8xf32> -> tile<2x4xf32>
    %r = insert %s into %a[%n, %zero] : tile<2x4xf32>, tile<8x8xf32> -> tile<8x8xf32>
    %c = ftof %r rounding<zero> : tile<8x8xf32> -> tile<8x8xbf16>
    %w = ftof %c rounding<positive_inf> : tile<8x8xbf16> -> tile<8x8xf32>
    %tf = ftof %r rounding<nearest_away> : tile<8x8xf32> -> tile<8x8xtf32>
    %tw = ftof %tf : tile<8x8xtf32> -> tile<8x8xf32>
    %sum = addf %w, %tw : tile<8x8xf32>
    %yv = make_tensor_view %y, shape = [16, 8], strides = [8, 1] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>> -> tensor_view<16x8xf32, strides=[8,1], #cuda_tile.ptr_attr<none>>
    %yt = make_partition_view %yv : partition_view<tile=(8x8), tensor_view<16x8xf32, strides=[8,1], #cuda_tile.ptr_attr<none>>>
    %t2 = store_view_tko weak %sum, %yt[%block, %zero] token = %t1 inbounds = [false, true] : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<16x8xf32, strides=[8,1], #cuda_tile.ptr_attr<none>>>, tile<i32> -> token
    %i = ftoi %a signed saturating : tile<8x8xf32> -> tile<8x8xi8>
    %bv = make_tensor_view %b, shape = [16, 8], strides = [8, 1] : tensor_view<16x8xi8, strides=[8,1]>
    %bt = make_partition_view %bv : partition_view<tile=(8x8), tensor_view<16x8xi8, strides=[8,1]>>
    %t3 = memory_fence_alias_tko token = %t2 -> token
    %t4 = store_view_tko weak %i, %bt[%block, %zero] token = %t3 : tile<8x8xi8>, partition_view<tile=(8x8), tensor_view<16x8xi8, strides=[8,1]>>, tile<i32> -> token
    %lane = iota : tile<8xi32>
    %odd = constant <i32: -3> : tile<8xi32>
    %two = constant <i32: 2> : tile<8xi32>
    %even = muli %lane, %two : tile<8xi32>
    %e = addi %even, %odd : tile<8xi32>
    %base = constant <f32: 1.25> : tile<8xf32>
    %power = fpowi %base, %e : tile<8xf32>, tile<8xi32>
    %pv = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %pt = make_partition_view %pv : partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>
    %t5 = store_view_tko weak %power, %pt[%block] token = %t4 : tile<8xf32>, partition_view<tile=(8), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    %t6 = gdc_launch_dependents_tko token = %t5 -> token
    return
  }
}
