// As order-of-body-around.mlir, from one iteration to the next.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : f16[1] = bits()
// tilefuzz.buffer b1 : i32[1] = bits()
// tilefuzz.buffer b2 : bf16[80] = fill(0)
// tilefuzz.buffer b3 : f64[1] = fill(0)
// tilefuzz.buffer b4 : i32[1] = fill(0)
// tilefuzz.args &b0 &b1 &b2 &b3 &b4
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @generated {
    nv_tileaa.func @main(%arg0: !nv_tileaa.ptr<f16, 1>, %arg1: !nv_tileaa.ptr<i32, 1>, %arg2: !nv_tileaa.ptr<bf16, 1>, %arg3: !nv_tileaa.ptr<f64, 1>, %arg4: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %c0_i32 = arith.constant 0 : i32
      %cst = arith.constant dense<0> : tensor<32x1xi32>
      %0 = nv_tileaa.create_queue {depth = 1 : i32} : <tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>>
      %1 = nv_tileaa.create_queue {depth = 4 : i32} : <tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>
      %c5_i32 = arith.constant 5 : i32
      %c1_i32 = arith.constant 1 : i32
      %2:2 = scf.for %arg5 = %c0_i32 to %c5_i32 step %c1_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<32x1xi32>, tensor<32x1xi32>)  : i32 {
        nv_tileaa.queue.put %0 {
          nv_tileaa.queue.put %1 {
            %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x1x1xbf16>
            nv_tileaa.queue.yield %arg7, %cst_1, %cst_1 : tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>
          } : <tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>
          %cst_0 = arith.constant dense<0> : tensor<1x1x1xi32>
          nv_tileaa.queue.yield %arg6, %cst, %cst_0 : tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>
        } : <tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>>
        nv_tileaa.queue.get %0 {
        ^bb0(%arg8: tensor<32x1xi32>, %arg9: tensor<32x1xi32>, %arg10: tensor<1x1x1xi32>):
          nv_tileaa.queue.put %1 {
            %cst_0 = arith.constant dense<0.000000e+00> : tensor<1x1x1xbf16>
            %3 = nv_tileaa.make_memref %arg2, sizes = [], strides = [] {alias_scope = 0 : i32} : <bf16, 1> -> <64xbf16, strides = [1], 1>
            %4 = nv_tileaa.block_tile %3 : <64xbf16, strides = [1], 1> -> <32xbf16, memref = !nv_tileaa.memref<64xbf16, strides = [1], 1>, dim_map = [0], steps = [1], padding = neg_inf>
            %result, %result_token = nv_tileaa.tiled_load %4[%c0_i32] {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (!nv_tileaa.tiled_view<32xbf16, memref = !nv_tileaa.memref<64xbf16, strides = [1], 1>, dim_map = [0], steps = [1], padding = neg_inf>, i32) -> (tensor<32xbf16>, !nv_tileaa.mem_token)
            nv_tileaa.queue.yield %arg8, %cst_0, %cst_0 : tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>
          } : <tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>>) -> ()
        nv_tileaa.queue.get %1 {
        ^bb0(%arg8: tensor<32x1xi32>, %arg9: tensor<1x1x1xbf16>, %arg10: tensor<1x1x1xbf16>):
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>) -> ()
        nv_tileaa.queue.get %1 {
        ^bb0(%arg8: tensor<32x1xi32>, %arg9: tensor<1x1x1xbf16>, %arg10: tensor<1x1x1xbf16>):
          nv_tileaa.queue.yield
        } : (!nv_tileaa.queue<tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>) -> ()
        scf.yield %cst, %cst : tensor<32x1xi32>, tensor<32x1xi32>
      }
      nv_tileaa.queue.put %1 {
        %3 = nv_tileaa.splat %arg2 : !nv_tileaa.ptr<bf16, 1> -> tensor<32x!nv_tileaa.ptr<bf16, 1>>
        %4 = nv_tileaa.view %3 : tensor<32x!nv_tileaa.ptr<bf16, 1>> -> tensor<32x1x!nv_tileaa.ptr<bf16, 1>>
        %result, %result_token = nv_tileaa.load %4 : (tensor<32x1x!nv_tileaa.ptr<bf16, 1>>) -> (tensor<32x1xbf16>, !nv_tileaa.mem_token)
        %cst_0 = arith.constant dense<0.000000e+00> : tensor<1x1x1xbf16>
        nv_tileaa.queue.yield %2#0, %cst_0, %cst_0 : tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>
      } : <tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>
      nv_tileaa.queue.put %0 {
        %cst_0 = arith.constant dense<0> : tensor<1x1x1xi32>
        nv_tileaa.queue.yield %2#1, %2#1, %cst_0 : tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>
      } : <tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>>
      nv_tileaa.queue.get %1 {
      ^bb0(%arg5: tensor<32x1xi32>, %arg6: tensor<1x1x1xbf16>, %arg7: tensor<1x1x1xbf16>):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<32x1xi32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>>) -> ()
      nv_tileaa.queue.get %0 {
      ^bb0(%arg5: tensor<32x1xi32>, %arg6: tensor<32x1xi32>, %arg7: tensor<1x1x1xi32>):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<32x1xi32>, tensor<32x1xi32>, tensor<1x1x1xi32>>) -> ()
      nv_tileaa.return
    }
  }
}

