// Threads of several warps acquire the flag, then read it again: where one has seen it set, it stays so for all.
// tilefuzz.launch kernel=@k grid=2,1,1 seed=1
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &f &out
cuda_tile.module @m {
  entry @k(%f: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %isFirst = cmpi equal %bx, %zero, signed : tile<i32> -> tile<i1>
    if %isFirst {
      %t2 = store_ptr_tko release device %f, %one : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %n = iota : tile<128xi32>
      %zeros = constant <i32: 0> : tile<128xi32>
      %ones = constant <i32: 1> : tile<128xi32>
      %lane = constant <i32: 31> : tile<128xi32>
      %lanes = andi %n, %lane : tile<128xi32>
      %some = cmpi equal %lanes, %ones, signed : tile<128xi32> -> tile<128xi1>
      %f1 = reshape %f : tile<ptr<i32>> -> tile<1xptr<i32>>
      %fs = broadcast %f1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
      %g, %t1 = load_ptr_tko acquire device %fs, %some, %zeros : tile<128xptr<i32>>, tile<128xi1>, tile<128xi32> -> tile<128xi32>, token
      %a, %t2 = load_ptr_tko relaxed device %fs, %some, %ones token = %t1 : tile<128xptr<i32>>, tile<128xi1>, tile<128xi32> -> tile<128xi32>, token
      %any, %all = reduce %g, %a dim=0 identities=[0 : i32, 1 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32>
      (%e: tile<i32>, %u: tile<i32>, %d: tile<i32>, %v: tile<i32>) {
        %or = ori %e, %u : tile<i32>
        %and = andi %d, %v : tile<i32>
        yield %or, %and : tile<i32>, tile<i32>
      }
      %lacks = subi %one, %all : tile<i32>
      %bad = muli %any, %lacks : tile<i32>
      %t3 = store_ptr_tko weak %out, %bad : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
