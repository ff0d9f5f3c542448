// The element of the second row and the third column.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 1 2
gpu.module @m {
  nv_tileaa.func @e(%p: !nv_tileaa.ptr<i32, 1>, %i: i32, %j: i32) attributes {cute.kernel} {
    %k = arith.constant 0 : i32
    %x = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
    %e = nv_tileaa.expand_dims %x {axis = 2 : i32} : tensor<2x4xi32> -> tensor<2x4x1xi32>
    %r = nv_tileaa.extract %e[%i, %j, %k] : tensor<2x4x1xi32>, i32, i32, i32 -> i32
    %t = nv_tileaa.store %p, %r : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
