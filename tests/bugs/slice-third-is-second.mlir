// The second half of a choice between two ranges.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &out 4
!mem = !nv_tileaa.memref<4xi32, strides = [1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>, %o: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %four = arith.constant 4 : i32
      %eight = arith.constant 8 : i32
      %sixteen = arith.constant 16 : i32
      %x = nv_tileaa.make_range %zero, %eight : i32 -> tensor<8xi32>
      %y = nv_tileaa.make_range %eight, %sixteen : i32 -> tensor<8xi32>
      %five = arith.constant dense<5> : tensor<8xi32>
      %c = arith.cmpi eq, %x, %five : tensor<8xi32>
      %d = arith.select %c, %x, %y : tensor<8xi1>, tensor<8xi32>
      %r = nv_tileaa.extract_slice %d[%o] strides = [1] : tensor<8xi32>, i32 -> tensor<4xi32>
      %n = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %t = nv_tileaa.store %m, %r[%n] : (!mem, tensor<4xi32>, tensor<4xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
