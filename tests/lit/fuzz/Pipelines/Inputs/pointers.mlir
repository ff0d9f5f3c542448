// Through pointers, masked, held by more than one thread, in an outer loop.
// tilefuzz.launch kernel=@sum grid=1,1,1 seed=1
// tilefuzz.buffer in : f32[256] = uniform(-100, 100)
// tilefuzz.buffer out : f32[16] = fill(7)
// tilefuzz.args &in &out 6 100
cuda_tile.module @m {
  entry @sum(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>, %size: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %sixteen = constant <i32: 16> : tile<16xi32>
    %init = constant <f32: 1.0> : tile<16xf32>
    %at = iota : tile<16xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %size1 = reshape %size : tile<i32> -> tile<1xi32>
    %sizes = broadcast %size1 : tile<1xi32> -> tile<16xi32>
    %sum = for %j in (%zero to %two, step %one) : tile<i32> iter_values(%outer = %init) -> (tile<16xf32>) {
      %inner = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %outer) -> (tile<16xf32>) {
        %i1 = reshape %i : tile<i32> -> tile<1xi32>
        %is = broadcast %i1 : tile<1xi32> -> tile<16xi32>
        %first = muli %is, %sixteen : tile<16xi32>
        %index = addi %first, %at : tile<16xi32>
        %mask = cmpi less_than %index, %sizes, signed : tile<16xi32> -> tile<16xi1>
        %from = offset %ps, %index : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
        %x, %t = load_ptr_tko weak %from, %mask, %init : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token
        %half = addf %acc, %acc : tile<16xf32>
        %next = addf %half, %x : tile<16xf32>
        continue %next : tile<16xf32>
      }
      continue %inner : tile<16xf32>
    }
    %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qs = broadcast %q1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %to = offset %qs, %at : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %t2 = store_ptr_tko weak %to, %sum : tile<16xptr<f32>>, tile<16xf32> -> token
    return
  }
}
