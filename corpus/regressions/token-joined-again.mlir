// A token that is joined with itself in each iteration stood for twice as many
// accesses as before in the tile interpreter, which ran out of memory.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b : i32[1] = fill(3)
// tilefuzz.args &b
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @generated {
    nv_tileaa.func @main(%b: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %end = arith.constant 60 : i32
      %v, %t = nv_tileaa.load %b : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
      %all = scf.for %i = %zero to %end step %one iter_args(%u = %t) -> (!nv_tileaa.mem_token) : i32 {
        %j = nv_tileaa.join_mem_token %u, %u : !nv_tileaa.mem_token
        scf.yield %j : !nv_tileaa.mem_token
      }
      %w = arith.addi %v, %one : i32
      %s = nv_tileaa.store %b, %w token %all : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
