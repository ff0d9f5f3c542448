// One store becomes two: each half is waited for by what reads it.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[8] = iota(10, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &out
// entry (%x: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %lanes = iota : tile<8xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %x8 = broadcast %x1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %all = offset %x8, %lanes : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %a = store_ptr_tko weak %all, %lanes : tile<8xptr<i32>>, tile<8xi32> -> token loc("a")
    %v, %l = load_ptr_tko weak %all token=%a : tile<8xptr<i32>> -> tile<8xi32>, token loc("l")
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %o8 = broadcast %o1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %outs = offset %o8, %lanes : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %o = store_ptr_tko weak %outs, %v : tile<8xptr<i32>>, tile<8xi32> -> token loc("o")
//--- lost: conflict a l
    %lanes = iota : tile<8xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %x8 = broadcast %x1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %all = offset %x8, %lanes : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %four = constant <i32: 4> : tile<4xi32>
    %low = iota : tile<4xi32>
    %high = addi %low, %four : tile<4xi32>
    %x4 = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %first = offset %x4, %low : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %second = offset %x4, %high : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %a0 = store_ptr_tko weak %first, %low : tile<4xptr<i32>>, tile<4xi32> -> token loc("a")
    %a1 = store_ptr_tko weak %second, %high : tile<4xptr<i32>>, tile<4xi32> -> token loc("a")
    %v, %l = load_ptr_tko weak %all token=%a0 : tile<8xptr<i32>> -> tile<8xi32>, token loc("l")
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %o8 = broadcast %o1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %outs = offset %o8, %lanes : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %o = store_ptr_tko weak %outs, %v : tile<8xptr<i32>>, tile<8xi32> -> token loc("o")
//--- sound
    %lanes = iota : tile<8xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %four = constant <i32: 4> : tile<4xi32>
    %low = iota : tile<4xi32>
    %high = addi %low, %four : tile<4xi32>
    %x4 = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %first = offset %x4, %low : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %second = offset %x4, %high : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %a0 = store_ptr_tko weak %first, %low : tile<4xptr<i32>>, tile<4xi32> -> token loc("a")
    %a1 = store_ptr_tko weak %second, %high : tile<4xptr<i32>>, tile<4xi32> -> token loc("a")
    %v0, %l0 = load_ptr_tko weak %first token=%a0 : tile<4xptr<i32>> -> tile<4xi32>, token loc("l")
    %v1, %l1 = load_ptr_tko weak %second token=%a1 : tile<4xptr<i32>> -> tile<4xi32>, token loc("l")
    %v = cat %v0, %v1 dim = 0 : tile<4xi32>, tile<4xi32> -> tile<8xi32>
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %o8 = broadcast %o1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %outs = offset %o8, %lanes : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %o = store_ptr_tko weak %outs, %v : tile<8xptr<i32>>, tile<8xi32> -> token loc("o")
