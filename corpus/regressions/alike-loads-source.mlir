// Three loads of one place, alike but for their ordering. The target
// (alike-loads-target.mlir) only adds order; it was refuted, because the loads
// were paired crosswise (tests/lit/oracle/verify-fold-alike.test).
cuda_tile.module @pair {
  entry @block(%x0: tile<ptr<i32>>, %x1: tile<ptr<i32>>, %x2: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %f_out: tile<ptr<i32>>) {
    %c2 = constant <i32: 2> : tile<i32>
    %b, %b_token = atomic_rmw_tko relaxed device %x2, xchg, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %c, %c_token = load_ptr_tko relaxed device %x1 token=%b_token : tile<ptr<i32>> -> tile<i32>, token
    %d, %d_token = load_ptr_tko relaxed device %x1 token=%c_token : tile<ptr<i32>> -> tile<i32>, token
    %e_token = store_ptr_tko weak %x2, %d token=%b_token : tile<ptr<i32>>, tile<i32> -> token
    %f, %f_token = load_ptr_tko relaxed device %x1 token=%d_token : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
