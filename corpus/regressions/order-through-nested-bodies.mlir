// What is before a body of a queue is before what follows the body around it,
// also where neither accesses anything: folding the load under the false mask
// lost the order of the loads of %arg0, of which the first acquires.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f32[1] = fill(0)
// tilefuzz.buffer b1 : i32[1] = fill(0)
// tilefuzz.buffer b2 : f32[1] = fill(0)
// tilefuzz.buffer b3 : f32[1] = fill(0)
// tilefuzz.args &b0 &b1 1 0 0 0 0 0 0 &b2 &b3
module {
  gpu.module @generated {
    nv_tileaa.func @main(%arg0: !nv_tileaa.ptr<f32, 1>, %arg1: !nv_tileaa.ptr<i32, 1>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: !nv_tileaa.ptr<f32, 1>, %arg10: !nv_tileaa.ptr<f32, 1>) attributes {cute.kernel} {
      %cst = arith.constant 0.000000e+00 : f32
      %0 = nv_tileaa.create_queue {depth = 2 : i32} : <f32, f32, f32, i32>
      %1 = nv_tileaa.splat %arg1 : !nv_tileaa.ptr<i32, 1> -> tensor<1x!nv_tileaa.ptr<i32, 1>>
      %cst_0 = arith.constant dense<0> : tensor<1x1x1xi32>
      %2 = nv_tileaa.create_queue {depth = 2 : i32} : <tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>
      nv_tileaa.queue.put %0 {
        nv_tileaa.queue.yield %cst, %cst, %cst, %arg2 : f32, f32, f32, i32
      } : <f32, f32, f32, i32>
      nv_tileaa.queue.put %2 {
        nv_tileaa.queue.yield %cst_0, %cst_0, %cst_0 : tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>
      } : <tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>
      %c3_i32 = arith.constant 3 : i32
      scf.for %arg11 = %arg2 to %c3_i32 step %arg2  : i32 {
        nv_tileaa.queue.put %0 {
          nv_tileaa.queue.put %2 {
            nv_tileaa.queue.yield %cst_0, %cst_0, %cst_0 : tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>
          } : <tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>
          nv_tileaa.queue.yield %cst, %cst, %cst, %arg2 : f32, f32, f32, i32
        } : <f32, f32, f32, i32>
        nv_tileaa.queue.get %0 {
        ^bb0(%arg12: f32, %arg13: f32, %arg14: f32, %arg15: i32):
          nv_tileaa.queue.get %2 {
          ^bb0(%arg16: tensor<1x1x1xi32>, %arg17: tensor<1x1x1xi32>, %arg18: tensor<1x1x1xi32>):
            nv_tileaa.queue.yield
          } : (!nv_tileaa.queue<tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>) -> ()
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<f32, f32, f32, i32>) -> ()
        nv_tileaa.queue.get %0 {
        ^bb0(%arg12: f32, %arg13: f32, %arg14: f32, %arg15: i32):
          %result, %result_token = nv_tileaa.load %arg0 {mem_scope = #nv_tileaa.mem_scope<tl_blk>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (!nv_tileaa.ptr<f32, 1>) -> (f32, !nv_tileaa.mem_token)
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<f32, f32, f32, i32>) -> ()
        nv_tileaa.queue.put %0 {
          nv_tileaa.queue.get %2 {
          ^bb0(%arg12: tensor<1x1x1xi32>, %arg13: tensor<1x1x1xi32>, %arg14: tensor<1x1x1xi32>):
            nv_tileaa.queue.yield
          } : (!nv_tileaa.queue<tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>) -> ()
          nv_tileaa.queue.yield %cst, %cst, %cst, %arg2 : f32, f32, f32, i32
        } : <f32, f32, f32, i32>
        nv_tileaa.queue.get %0 {
        ^bb0(%arg12: f32, %arg13: f32, %arg14: f32, %arg15: i32):
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<f32, f32, f32, i32>) -> ()
        nv_tileaa.queue.put %0 {
          nv_tileaa.queue.put %2 {
            %cst_1 = arith.constant dense<false> : tensor<1xi1>
            %result, %result_token = nv_tileaa.load %1 mask %cst_1 : (tensor<1x!nv_tileaa.ptr<i32, 1>>, tensor<1xi1>) -> (tensor<1xi32>, !nv_tileaa.mem_token)
            nv_tileaa.queue.yield %cst_0, %cst_0, %cst_0 : tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>
          } : <tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>
          nv_tileaa.queue.yield %cst, %cst, %cst, %arg2 : f32, f32, f32, i32
        } : <f32, f32, f32, i32>
      }
      nv_tileaa.queue.get %0 {
      ^bb0(%arg11: f32, %arg12: f32, %arg13: f32, %arg14: i32):
        %result, %result_token = nv_tileaa.load %arg0 : (!nv_tileaa.ptr<f32, 1>) -> (f32, !nv_tileaa.mem_token)
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<f32, f32, f32, i32>) -> ()
      nv_tileaa.queue.get %2 {
      ^bb0(%arg11: tensor<1x1x1xi32>, %arg12: tensor<1x1x1xi32>, %arg13: tensor<1x1x1xi32>):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>>) -> ()
      nv_tileaa.return
    }
  }
}

