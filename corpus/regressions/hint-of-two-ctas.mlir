// A kernel that front ends write with num_ctas=2: the lowering to NVVM refused it. Once a
// cluster executed it, its LLVM IR did not run: that blocks are clusters was read before how
// many threads a CTA has.
// tilefuzz.launch kernel=@twice grid=3,1,1 seed=1
// tilefuzz.buffer x : i32[96] = uniform(-9, 9)
// tilefuzz.args &x
cuda_tile.module @kernels {
  entry @twice(%x: tile<ptr<i32>>) optimization_hints=<default = {num_cta_in_cga = 2}, sm_80 = {num_cta_in_cga = 1}> {
    %t0 = make_token : token
    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %size = constant <i32: 32> : tile<i32>
    %first = muli %b, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<32xi32>
    %n = iota : tile<32xi32>
    %at = addi %firsts, %n : tile<32xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %p = offset %xs, %at : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %v, %t1 = load_ptr_tko weak %p token=%t0 : tile<32xptr<i32>> -> tile<32xi32>, token
    %w = addi %v, %v : tile<32xi32>
    %t2 = store_ptr_tko weak %p, %w token=%t1 : tile<32xptr<i32>>, tile<32xi32> -> token
    return
  }
}
