// An update that changes nothing may become a load, or a load and a store, where
// no other update changes the place: all outcomes are known, and are the same.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %zero = constant <i32: 0> : tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %mine = offset %y, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %a = atomic_rmw_tko relaxed device %x, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
    %w, %p = atomic_rmw_tko relaxed device %mine, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("p")
    %at = offset %out, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = addi %v, %w : tile<i32>
    %o = store_ptr_tko weak %at, %s : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %zero = constant <i32: 0> : tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %mine = offset %y, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %a = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %w, %p = atomic_rmw_tko relaxed device %mine, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("p")
    %at = offset %out, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = addi %v, %w : tile<i32>
    %o = store_ptr_tko weak %at, %s : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %zero = constant <i32: 0> : tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %mine = offset %y, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %a0 = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %a = store_ptr_tko relaxed device %x, %v token=%a0 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %w, %p = atomic_rmw_tko relaxed device %mine, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("p")
    %at = offset %out, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = addi %v, %w : tile<i32>
    %o = store_ptr_tko weak %at, %s : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %zero = constant <i32: 0> : tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %mine = offset %y, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %a = atomic_rmw_tko relaxed device %x, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
    %w, %p = load_ptr_tko relaxed device %mine : tile<ptr<i32>> -> tile<i32>, token loc("p")
    %at = offset %out, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = addi %v, %w : tile<i32>
    %o = store_ptr_tko weak %at, %s : tile<ptr<i32>>, tile<i32> -> token loc("o")
