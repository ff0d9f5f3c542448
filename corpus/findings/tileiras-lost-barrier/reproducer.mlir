// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[32] = fill(0)
// tilefuzz.buffer res : i32[128] = fill(0)
// tilefuzz.args &out &res 8
cuda_tile.module @kernels {
  entry @k(%out: tile<ptr<i32>>, %res: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zeros = constant <i32: 0> : tile<32xi32>
    %tok = make_token : token
    %i = iota : tile<32xi32>
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %o2 = broadcast %o1 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %p = offset %o2, %i : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %r:2 = for %x in (%one to %n, step %one) : tile<i32> iter_values(%a = %i, %b = %tok) -> (tile<32xi32>, token) {
      %y:3 = loop iter_values(%c = %x, %v = %a, %t = %b) : tile<i32>, tile<32xi32>, token -> tile<i32>, tile<32xi32>, token {
        %more = cmpi greater_than %c, %zero, signed : tile<i32> -> tile<i1>
        if %more {
        } else {
          break %c, %v, %t : tile<i32>, tile<32xi32>, token
        }
        %s = store_ptr_tko weak %p, %v token=%t : tile<32xptr<i32>>, tile<32xi32> -> token
        %c1 = reshape %c : tile<i32> -> tile<1xi32>
        %c2 = broadcast %c1 : tile<1xi32> -> tile<32xi32>
        %m = cmpi less_than %c2, %i, unsigned : tile<32xi32> -> tile<32xi1>
        %l, %u = load_ptr_tko weak %p, %m, %zeros token=%s : tile<32xptr<i32>>, tile<32xi1>, tile<32xi32> -> tile<32xi32>, token
        %w = maxi %v, %l signed : tile<32xi32>
        continue %zero, %w, %u : tile<i32>, tile<32xi32>, token
      }
      continue %y#1, %y#2 : tile<32xi32>, token
    }
    %w1 = reshape %r#0 : tile<32xi32> -> tile<1x32xi32>
    %w4 = broadcast %w1 : tile<1x32xi32> -> tile<4x32xi32>
    %tv = make_tensor_view %res, shape = [4, 32], strides = [32, 1] : tensor_view<4x32xi32, strides=[32,1]>
    %pv = make_partition_view %tv : partition_view<tile=(4x32), tensor_view<4x32xi32, strides=[32,1]>>
    %done = store_view_tko weak %w4, %pv[%zero, %zero] token=%r#1 : tile<4x32xi32>, partition_view<tile=(4x32), tensor_view<4x32xi32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
