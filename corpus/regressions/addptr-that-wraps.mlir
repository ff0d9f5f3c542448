// 2^62 elements of four bytes are 2^64 bytes: nv_tileaa.addptr wraps, as its
// chains are folded (facts, 2.5). The interpreter called it undefined.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b : i32[2] = fill(3)
// tilefuzz.args &b
module {
  gpu.module @generated {
    nv_tileaa.func @main(%b: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %far = arith.constant dense<[4611686018427387904, 4611686018427387905]> : tensor<2xi64>
      %seven = arith.constant dense<7> : tensor<2xi32>
      %p = nv_tileaa.splat %b : !nv_tileaa.ptr<i32, 1> -> tensor<2x!nv_tileaa.ptr<i32, 1>>
      %q = nv_tileaa.addptr %p, %far : tensor<2x!nv_tileaa.ptr<i32, 1>>, tensor<2xi64>
      %t = nv_tileaa.store %q, %seven : (tensor<2x!nv_tileaa.ptr<i32, 1>>, tensor<2xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
