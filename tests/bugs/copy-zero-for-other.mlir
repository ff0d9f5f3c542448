// What is masked off counts 7.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[1024] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out 8
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %size = constant <i32: 1024> : tile<128xi32>
    %seven = constant <i32: 7> : tile<128xi32>
    %many = constant <i32: 160> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %lanes = iota : tile<128xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ps = broadcast %p1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %start = muli %i, %many : tile<i32>
      %s1 = reshape %start : tile<i32> -> tile<1xi32>
      %ss = broadcast %s1 : tile<1xi32> -> tile<128xi32>
      %at = addi %ss, %lanes : tile<128xi32>
      %in = cmpi less_than %at, %size, signed : tile<128xi32> -> tile<128xi1>
      %from = offset %ps, %at : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
      %x, %t = load_ptr_tko weak %from, %in, %seven : tile<128xptr<i32>>, tile<128xi1>, tile<128xi32> -> tile<128xi32>, token
      %next = addi %acc, %x : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t2 = store_view_tko weak %sum, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
