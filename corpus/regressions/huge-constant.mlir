// As huge-tile.mlir, of an attribute that holds one element.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out
gpu.module @m {
  nv_tileaa.func @e(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel} {
    %x = arith.constant dense<1> : tensor<4611686018427387904xi32>
    %c = arith.constant 5 : i32
    %t = nv_tileaa.store %p, %c : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
