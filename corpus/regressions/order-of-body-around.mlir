// A body that accesses nothing, in another: who comes by its slot is ordered
// after what came before the body around it, which the pipeline's release left
// out. For targets without mbarrier.try_wait, too: asking again is no iteration.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i8[1] = bits()
// tilefuzz.buffer b1 : f16[1] = fill(0)
// tilefuzz.buffer b2 : f32[1] = fill(0)
// tilefuzz.buffer b3 : i64[1] = fill(0)
// tilefuzz.buffer b4 : i64[1] = fill(0)
// tilefuzz.buffer b5 : f16[1] = fill(0)
// tilefuzz.buffer b6 : f16[1] = fill(0)
// tilefuzz.args &b0 0 0 &b1 0 &b2 &b3 &b4 &b5 0 &b6
module {
  gpu.module @generated {
    nv_tileaa.func @main(%arg0: !nv_tileaa.ptr<i8, 1>, %arg1: i32, %arg2: i32, %arg3: !nv_tileaa.ptr<f16, 1>, %arg4: i64, %arg5: !nv_tileaa.ptr<f32, 1>, %arg6: !nv_tileaa.ptr<i64, 1>, %arg7: !nv_tileaa.ptr<i64, 1>, %arg8: !nv_tileaa.ptr<f16, 1>, %arg9: i32, %arg10: !nv_tileaa.ptr<f16, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %cst = arith.constant dense<0.000000e+00> : tensor<1xf16>
      %0 = nv_tileaa.create_queue {depth = 1 : i32} : <tensor<1xf16>, tensor<1x1xf32>, tensor<1x1xf32>>
      %cst_0 = arith.constant dense<0.000000e+00> : tensor<1x1xf16>
      %1 = nv_tileaa.create_queue {depth = 1 : i32} : <tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32>
      nv_tileaa.queue.put %0 {
        nv_tileaa.queue.put %1 {
          %cst_1 = arith.constant 0.000000e+00 : f32
          nv_tileaa.queue.yield %cst_0, %cst_0, %cst_0, %cst_1 : tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32
        } : <tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32>
        %2 = nv_tileaa.splat %arg5 : !nv_tileaa.ptr<f32, 1> -> tensor<1x!nv_tileaa.ptr<f32, 1>>
        %3 = nv_tileaa.view %2 : tensor<1x!nv_tileaa.ptr<f32, 1>> -> tensor<1x1x!nv_tileaa.ptr<f32, 1>>
        %result, %result_token = nv_tileaa.load %3 {mem_scope = #nv_tileaa.mem_scope<sys>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (tensor<1x1x!nv_tileaa.ptr<f32, 1>>) -> (tensor<1x1xf32>, !nv_tileaa.mem_token)
        nv_tileaa.queue.yield %cst, %result, %result : tensor<1xf16>, tensor<1x1xf32>, tensor<1x1xf32>
      } : <tensor<1xf16>, tensor<1x1xf32>, tensor<1x1xf32>>
      nv_tileaa.queue.get %0 {
      ^bb0(%arg11: tensor<1xf16>, %arg12: tensor<1x1xf32>, %arg13: tensor<1x1xf32>):
        nv_tileaa.queue.get %1 {
        ^bb0(%arg14: tensor<1x1xf16>, %arg15: tensor<1x1xf16>, %arg16: tensor<1x1xf16>, %arg17: f32):
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32>) -> ()
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<1xf16>, tensor<1x1xf32>, tensor<1x1xf32>>) -> ()
      nv_tileaa.queue.put %1 {
        %2 = nv_tileaa.splat %arg3 : !nv_tileaa.ptr<f16, 1> -> tensor<1x!nv_tileaa.ptr<f16, 1>>
        %result, %result_token = nv_tileaa.load %2 : (tensor<1x!nv_tileaa.ptr<f16, 1>>) -> (tensor<1xf16>, !nv_tileaa.mem_token)
        %cst_1 = arith.constant 0.000000e+00 : f32
        nv_tileaa.queue.yield %cst_0, %cst_0, %cst_0, %cst_1 : tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32
      } : <tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32>
      nv_tileaa.queue.get %1 {
      ^bb0(%arg11: tensor<1x1xf16>, %arg12: tensor<1x1xf16>, %arg13: tensor<1x1xf16>, %arg14: f32):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>, f32>) -> ()
      nv_tileaa.return
    }
  }
}

