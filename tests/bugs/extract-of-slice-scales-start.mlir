// 1 + 2 * 1 is 3.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &out 1 1
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>, %i: i32, %o: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %all = arith.constant 8 : i32
      %x = nv_tileaa.make_range %zero, %all : i32 -> tensor<8xi32>
      %s = nv_tileaa.extract_slice %x[%o] strides = [2] : tensor<8xi32>, i32 -> tensor<2xi32>
      %r = nv_tileaa.extract %s[%i] : tensor<2xi32>, i32 -> i32
      %t = nv_tileaa.store %p, %r : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
