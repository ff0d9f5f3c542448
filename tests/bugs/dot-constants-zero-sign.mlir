// Negative zeros add up to one.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[4] = fill(7)
// tilefuzz.args &out
!mem = !nv_tileaa.memref<4xf32, strides = [1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<f32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %four = arith.constant 4 : i32
      %a = arith.constant dense<-0.0> : tensor<2x2xf32>
      %b = arith.constant dense<1.0> : tensor<2x2xf32>
      %d = nv_tileaa.dot %a, %b, %a : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      %r = nv_tileaa.view %d : tensor<2x2xf32> -> tensor<4xf32>
      %n = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<f32, 1> -> !mem
      %t = nv_tileaa.store %m, %r[%n] : (!mem, tensor<4xf32>, tensor<4xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
