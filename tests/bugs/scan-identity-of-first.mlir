// Products begin with 1, where sums begin with 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &out
!mem = !nv_tileaa.memref<8xi32, strides = [1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %eight = arith.constant 8 : i32
      %n = nv_tileaa.make_range %zero, %eight : i32 -> tensor<8xi32>
      %s, %r = nv_tileaa.scan %n, %n {
      ^bb0(%e: i32, %a: i32, %f: i32, %b: i32):
        %sum = arith.addi %e, %a : i32
        %product = arith.muli %f, %b : i32
        nv_tileaa.yield %sum, %product : i32, i32
      } {axis = 0 : i32, identities = [0 : i32, 1 : i32], inclusive = false, reverse = false} : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %t = nv_tileaa.store %m, %r[%n] : (!mem, tensor<8xi32>, tensor<8xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
