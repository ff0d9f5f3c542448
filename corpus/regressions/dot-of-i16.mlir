// The interpreter once read the operands of every integer product as i8: here
// 300 would be 44.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &out
!ptr = !nv_tileaa.ptr<i32, 1>
!mem = !nv_tileaa.memref<4xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<4xi32, memref = !mem, dim_map = [0], padding = none>
gpu.module @m {
  nv_tileaa.func @k(%p: !ptr) attributes {cute.kernel} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
    %v = nv_tileaa.block_tile %m : !mem -> !view
    %a = arith.constant dense<300> : tensor<2x2xi16>
    %c = arith.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
    %d = nv_tileaa.dot %a, %a, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<2x2xi16>, tensor<2x2xi16>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %x = nv_tileaa.view %d : tensor<2x2xi32> -> tensor<4xi32>
    %i = arith.constant 0 : i32
    %t = nv_tileaa.tiled_store %v, %x[%i] : (!view, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
