// What must stay before a release, and behind an acquire, is of other memory.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %v, %q = load_ptr_tko acquire device %x : tile<ptr<i32>> -> tile<i32>, token loc("q")
    %a = store_ptr_tko weak %out, %v token=%q : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %r = store_ptr_tko release device %y, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("r")
//--- elsewhere: after-acquire q a
    %one = constant <i32: 1> : tile<i32>
    %v, %q = load_ptr_tko acquire device %x : tile<ptr<i32>> -> tile<i32>, token loc("q")
    %a = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %j = join_tokens %q, %a : token
    %r = store_ptr_tko release device %y, %one token=%j : tile<ptr<i32>>, tile<i32> -> token loc("r")
//--- elsewhere: before-release a r
    %one = constant <i32: 1> : tile<i32>
    %v, %q = load_ptr_tko acquire device %x : tile<ptr<i32>> -> tile<i32>, token loc("q")
    %a = store_ptr_tko weak %out, %v token=%q : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %r = store_ptr_tko release device %y, %one token=%q : tile<ptr<i32>>, tile<i32> -> token loc("r")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %v, %q = load_ptr_tko acquire device %x : tile<ptr<i32>> -> tile<i32>, token loc("q")
    %a = store_ptr_tko weak %out, %v token=%q : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %j = join_tokens %a, %q : token
    %r = store_ptr_tko release device %y, %one token=%j : tile<ptr<i32>>, tile<i32> -> token loc("r")
