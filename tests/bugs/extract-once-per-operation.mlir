// The two tiles that a loop gives differ.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out 2 1
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>, %times: i32, %at: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %four = arith.constant 4 : i32
      %n = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %r:2 = scf.for %i = %zero to %times step %one iter_args(%a = %n, %b = %n) -> (tensor<4xi32>, tensor<4xi32>) : i32 {
        %c = arith.addi %a, %n : tensor<4xi32>
        scf.yield %c, %b : tensor<4xi32>, tensor<4xi32>
      }
      %d = arith.subi %r#0, %r#1 : tensor<4xi32>
      %e = nv_tileaa.extract %d[%at] : tensor<4xi32>, i32 -> i32
      %t = nv_tileaa.store %p, %e : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
