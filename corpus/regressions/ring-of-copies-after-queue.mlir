// The bytes of a queue's ring went to a ring of copies when the last release was
// behind: a thread that had read began to copy, and others still read. With
// tileas-prepare-for-scheduling or tileas-assign-buffers.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i16[1] = fill(0)
// tilefuzz.buffer b1 : f32[1] = fill(0)
// tilefuzz.buffer b2 : f32[1] = fill(0)
// tilefuzz.buffer b3 : f16[1] = fill(0)
// tilefuzz.buffer b4 : bf16[1] = fill(0)
// tilefuzz.args &b0 0 0 5 &b1 &b2 &b3 &b4 0
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @generated {
    nv_tileaa.func @main(%arg0: !nv_tileaa.ptr<i16, 1>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: !nv_tileaa.ptr<f32, 1>, %arg5: !nv_tileaa.ptr<f32, 1>, %arg6: !nv_tileaa.ptr<f16, 1>, %arg7: !nv_tileaa.ptr<bf16, 1>, %arg8: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %cst = arith.constant 0.000000e+00 : bf16
      %0 = nv_tileaa.create_queue {depth = 1 : i32} : <isolated bf16, bf16, bf16>
      nv_tileaa.queue.put %0 {
        nv_tileaa.queue.yield %cst, %cst, %cst : bf16, bf16, bf16
      } : <isolated bf16, bf16, bf16>
      nv_tileaa.queue.get %0 {
      ^bb0(%arg9: bf16, %arg10: bf16, %arg11: bf16):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<isolated bf16, bf16, bf16>) -> ()
      %c1_i32 = arith.constant 1 : i32
      %cst_0 = arith.constant dense<0.000000e+00> : tensor<1xf16>
      %1 = scf.for %arg9 = %c1_i32 to %arg3 step %c1_i32 iter_args(%arg10 = %cst_0) -> (tensor<1xf16>)  : i32 {
        %2 = nv_tileaa.splat %arg4 : !nv_tileaa.ptr<f32, 1> -> tensor<1x!nv_tileaa.ptr<f32, 1>>
        %result, %result_token = nv_tileaa.load %2 : (tensor<1x!nv_tileaa.ptr<f32, 1>>) -> (tensor<1xf32>, !nv_tileaa.mem_token)
        scf.yield %arg10 : tensor<1xf16>
      }
      nv_tileaa.return
    }
  }
}

