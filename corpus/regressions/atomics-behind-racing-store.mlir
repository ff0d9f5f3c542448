// Two atomics read from a store with which they are not morally strong: nothing
// says that what they write comes behind it, so both may read it; then 0.1 writes,
// and races with 1.0.
// tilefuzz.launch grid=2 seed=1 devices=0,0
// tilefuzz.buffer memory : i32[1] = list(0)
// tilefuzz.buffer r0_0 : i32[1] = fill(-1)
// tilefuzz.buffer r0_1 : i32[1] = fill(-1)
// tilefuzz.buffer r1_0 : i32[1] = fill(-1)
// tilefuzz.buffer r1_2 : i32[1] = fill(-1)
// tilefuzz.args &memory &r0_0 &r0_1 &r1_0 &r1_2
// tilefuzz.expect race 0.0/1.0 0.0/1.1 0.1/1.0 0.1/1.1

cuda_tile.module @litmus {
  entry @t(%memory: tile<ptr<i32>>, %out0_0: tile<ptr<i32>>, %out0_1: tile<ptr<i32>>, %out1_0: tile<ptr<i32>>, %out1_2: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %v1 = constant <i32: 0> : tile<i32>
    %v2 = cmpi equal %block, %v1, signed : tile<i32> -> tile<i1>
    if %v2 {
    %v3 = constant <i32: 0> : tile<i32>
    %v4 = offset %memory, %v3 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v5 = constant <i32: 2> : tile<i32>
    %r0_0, %t0_0 = atomic_rmw_tko acq_rel device %v4, max, %v5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("0.0")
    %v6 = constant <i32: 0> : tile<i32>
    %v7 = offset %out0_0, %v6 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v8 = store_ptr_tko weak %v7, %r0_0 : tile<ptr<i32>>, tile<i32> -> token
    %v9 = constant <i32: 0> : tile<i32>
    %v10 = offset %memory, %v9 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v11 = constant <i32: 2147483647> : tile<i32>
    %r0_1, %t0_1 = atomic_cas_tko release sys %v10, %r0_0, %v11 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("0.1")
    %v12 = constant <i32: 0> : tile<i32>
    %v13 = offset %out0_1, %v12 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v14 = store_ptr_tko weak %v13, %r0_1 : tile<ptr<i32>>, tile<i32> -> token
    }
    %v15 = constant <i32: 1> : tile<i32>
    %v16 = cmpi equal %block, %v15, signed : tile<i32> -> tile<i1>
    if %v16 {
    %v17 = constant <i32: 0> : tile<i32>
    %v18 = offset %memory, %v17 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v19 = constant <i32: -1> : tile<i32>
    %v20 = constant <i32: 2> : tile<i32>
    %r1_0, %t1_0 = atomic_cas_tko acq_rel tl_blk %v18, %v19, %v20 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("1.0")
    %v21 = constant <i32: 0> : tile<i32>
    %v22 = offset %out1_0, %v21 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v23 = store_ptr_tko weak %v22, %r1_0 : tile<ptr<i32>>, tile<i32> -> token
    %v24 = constant <i32: 0> : tile<i32>
    %v25 = offset %memory, %v24 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v26 = constant <i32: 1> : tile<i32>
    %t1_1 = store_ptr_tko release tl_blk %v25, %v26 token=%t1_0 : tile<ptr<i32>>, tile<i32> -> token loc("1.1")
    %v27 = constant <i32: 0> : tile<i32>
    %v28 = cmpi equal %r1_0, %v27, signed : tile<i32> -> tile<i1>
    %v29 = constant <i32: 0> : tile<i32>
    %r1_2, %t1_2 = if %v28 -> (tile<i32>, token) {
    %v30 = constant <i32: 0> : tile<i32>
    %v31 = offset %memory, %v30 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r1_2then, %t1_2then = load_ptr_tko acquire sys %v31 token=%t1_1 : tile<ptr<i32>> -> tile<i32>, token loc("1.2")
    %v32 = constant <i32: 0> : tile<i32>
    %v33 = offset %out1_2, %v32 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v34 = store_ptr_tko weak %v33, %r1_2then : tile<ptr<i32>>, tile<i32> -> token
      yield %r1_2then, %t1_2then : tile<i32>, token
    } else {
      yield %v29, %t1_1 : tile<i32>, token
    }
    }
    return
  }
}
