// The tile interpreter read no rounding of arith.truncf: it rounded to the
// nearest, whatever the operation said. The first value lies above the middle
// of two neighbours in f16, the second below it, the third below zero.
// tilefuzz.launch kernel=@k grid=1 seed=1
// tilefuzz.buffer x : f32[3] = list(1.000732421875, 1.000244140625, -1.000244140625)
// tilefuzz.buffer out : f16[5] = fill(0)
// tilefuzz.args &x &out
!from = !nv_tileaa.ptr<f32, 1>
!to = !nv_tileaa.ptr<f16, 1>
!tok = !nv_tileaa.mem_token
gpu.module @m {
  nv_tileaa.func @k(%p: !from, %q: !to) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i3 = arith.constant 3 : i32
    %i4 = arith.constant 4 : i32
    %p1 = nv_tileaa.addptr %p, %i1 : !from, i32
    %p2 = nv_tileaa.addptr %p, %i2 : !from, i32
    %q1 = nv_tileaa.addptr %q, %i1 : !to, i32
    %q2 = nv_tileaa.addptr %q, %i2 : !to, i32
    %q3 = nv_tileaa.addptr %q, %i3 : !to, i32
    %q4 = nv_tileaa.addptr %q, %i4 : !to, i32
    %x0, %t0 = nv_tileaa.load %p : (!from) -> (f32, !tok)
    %x1, %t1 = nv_tileaa.load %p1 : (!from) -> (f32, !tok)
    %x2, %t2 = nv_tileaa.load %p2 : (!from) -> (f32, !tok)
    %nearest = arith.truncf %x0 : f32 to f16
    %down = arith.truncf %x0 downward : f32 to f16
    %zero = arith.truncf %x0 toward_zero : f32 to f16
    %up = arith.truncf %x1 upward : f32 to f16
    %below = arith.truncf %x2 downward : f32 to f16
    %s0 = nv_tileaa.store %q, %nearest : (!to, f16) -> !tok
    %s1 = nv_tileaa.store %q1, %down : (!to, f16) -> !tok
    %s2 = nv_tileaa.store %q2, %zero : (!to, f16) -> !tok
    %s3 = nv_tileaa.store %q3, %up : (!to, f16) -> !tok
    %s4 = nv_tileaa.store %q4, %below : (!to, f16) -> !tok
    nv_tileaa.return
  }
}
