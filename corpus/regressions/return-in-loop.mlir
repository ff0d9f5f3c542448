// 13.4: a return ends all loops around it, and the kernel. Block 0 finds what it looks for, block 1 does not.
// tilefuzz.launch kernel=@find grid=2,1,1 seed=1
// tilefuzz.buffer in : i32[32] = uniform(1, 9)
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &in &out 20
cuda_tile.module @m {
  entry @find(%in: tile<ptr<i32>>, %out: tile<ptr<i32>>, %most: tile<i32>) {
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %mine = offset %out, %block : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %total:2 = loop iter_values(%i = %zero, %sum = %zero) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %inner = loop iter_values(%j = %zero, %part = %sum) : tile<i32>, tile<i32> -> tile<i32> {
        %row = muli %i, %four : tile<i32>
        %at = addi %row, %j : tile<i32>
        %p = offset %in, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %x, %tx = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
        %more = addi %part, %x : tile<i32>
        %far = cmpi greater_than %more, %most, signed : tile<i32> -> tile<i1>
        %first = cmpi equal %block, %zero, signed : tile<i32> -> tile<i1>
        %stop = andi %far, %first : tile<i1>
        if %stop {
          %ts = store_ptr_tko weak %mine, %more : tile<ptr<i32>>, tile<i32> -> token
          return
        }
        %next = addi %j, %one : tile<i32>
        %isEnd = cmpi equal %next, %four, signed : tile<i32> -> tile<i1>
        if %isEnd {
          break %more : tile<i32>
        }
        continue %next, %more : tile<i32>, tile<i32>
      }
      %after = addi %i, %one : tile<i32>
      %isLast = cmpi equal %after, %four, signed : tile<i32> -> tile<i1>
      if %isLast {
        break %after, %inner : tile<i32>, tile<i32>
      }
      continue %after, %inner : tile<i32>, tile<i32>
    }
    %t = store_ptr_tko weak %mine, %total#1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
