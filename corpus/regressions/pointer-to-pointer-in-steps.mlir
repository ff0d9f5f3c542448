// pointer-to-pointer.mlir in two steps.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer out : i64[1] = fill(0)
// tilefuzz.args &out
module {
  gpu.module @generated {
    nv_tileaa.func @main(%out: !nv_tileaa.ptr<i64, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %p = nv_tileaa.int_to_ptr %zero : i64 -> !nv_tileaa.ptr<!nv_tileaa.ptr<i32, 1>, 1>
      %r = nv_tileaa.addptr %p, %one : !nv_tileaa.ptr<!nv_tileaa.ptr<i32, 1>, 1>, i32
      %q = nv_tileaa.addptr %r, %two : !nv_tileaa.ptr<!nv_tileaa.ptr<i32, 1>, 1>, i32
      %n = nv_tileaa.ptr_to_int %q : !nv_tileaa.ptr<!nv_tileaa.ptr<i32, 1>, 1> -> i64
      %t = nv_tileaa.store %out, %n : (!nv_tileaa.ptr<i64, 1>, i64) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
