// tileaa-addptr-chain
nv_tileaa.func @f(%p: !nv_tileaa.ptr<tf32, 1>, %i: i32, %j: i32) -> tensor<4x!nv_tileaa.ptr<tf32, 1>> {
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<tf32, 1> -> tensor<4x!nv_tileaa.ptr<tf32, 1>>
  %m = arith.muli %i, %j : i32
  %ms = nv_tileaa.splat %m : i32 -> tensor<4xi32>
  %q = nv_tileaa.addptr %ps, %ms : tensor<4x!nv_tileaa.ptr<tf32, 1>>, tensor<4xi32>
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %r = nv_tileaa.make_range %c0, %c4 : i32 -> tensor<4xi32>
  %s = nv_tileaa.addptr %q, %r : tensor<4x!nv_tileaa.ptr<tf32, 1>>, tensor<4xi32>
  nv_tileaa.return %s : tensor<4x!nv_tileaa.ptr<tf32, 1>>
}
