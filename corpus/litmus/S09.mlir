// S09: join of two
//
//   B0: a = st.w x 1 ; b = st.w y 1 ; j = join @a,b ; c = ld.w x @j ; d = ld.w y @j
//   allowed c d = (1,1)   forbidden (0,0) (0,1) (1,0)   engine D
//   guards: join_tokens to join_mem_token one for one (003); join waits for every input (000)
//
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer d : i32[1] = fill(-1)
// tilefuzz.args &x &y &c &d
// tilefuzz.expect observe c d
// tilefuzz.expect allowed (1,1)
// tilefuzz.expect forbidden (0,0) (0,1) (1,0)

cuda_tile.module @litmus {
  entry @S09(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %d_out: tile<ptr<i32>>) {
    %c1 = constant <i32: 1> : tile<i32>
    %a_token = store_ptr_tko weak %x_at, %c1 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %c2 = constant <i32: 1> : tile<i32>
    %b_token = store_ptr_tko weak %y_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %j_token = join_tokens %a_token, %b_token : token
    %c, %c_token = load_ptr_tko weak %x_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
    %t3 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
    %d, %d_token = load_ptr_tko weak %y_at token=%j_token : tile<ptr<i32>> -> tile<i32>, token loc("d")
    %t4 = store_ptr_tko weak %d_out, %d : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
