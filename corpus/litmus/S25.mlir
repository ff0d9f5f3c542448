// S25: same, atomic add
//
//   B0: a = rmw.rlx.blk x,x add 1,2
//   allowed [x] = 3   forbidden 1 2   engine D
//   guards: every element is its own transaction: no per-tile combining that loses one
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x
// tilefuzz.expect allowed (3)
// tilefuzz.expect forbidden (1) (2)

cuda_tile.module @litmus {
  entry @S25(%x_at: tile<ptr<i32>>) {
    %v1 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v2 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
    %v3 = cat %v1, %v2 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
    %c4 = constant <i32: 1> : tile<i32>
    %c5 = constant <i32: 2> : tile<i32>
    %v6 = reshape %c4 : tile<i32> -> tile<1xi32>
    %v7 = reshape %c5 : tile<i32> -> tile<1xi32>
    %v8 = cat %v6, %v7 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %a, %a_token = atomic_rmw_tko relaxed tl_blk %v3, add, %v8 : tile<2xptr<i32>>, tile<2xi32> -> tile<2xi32>, token loc("a")
    return
  }
}
