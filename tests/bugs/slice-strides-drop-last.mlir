// Every second column of a matrix that has become a cuboid.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &out 0
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>, %o: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %eight = arith.constant 8 : i32
      %four = arith.constant 4 : i32
      %n = nv_tileaa.make_range %zero, %eight : i32 -> tensor<8xi32>
      %x = nv_tileaa.view %n : tensor<8xi32> -> tensor<2x4xi32>
      %e = nv_tileaa.expand_dims %x {axis = 0 : i32} : tensor<2x4xi32> -> tensor<1x2x4xi32>
      %s = nv_tileaa.extract_slice %e[%zero, %zero, %o] strides = [1, 1, 2] : tensor<1x2x4xi32>, i32, i32, i32 -> tensor<1x2x2xi32>
      %r = nv_tileaa.view %s : tensor<1x2x2xi32> -> tensor<4xi32>
      %at = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32, 1> -> tensor<4x!nv_tileaa.ptr<i32, 1>>
      %to = nv_tileaa.addptr %ps, %at : tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi32>
      %t = nv_tileaa.store %to, %r : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
