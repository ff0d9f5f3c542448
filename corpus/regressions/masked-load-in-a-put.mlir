// A load under a mask that is false, in the body of a put, waits for an acquire: it was erased,
// and the next put was no longer ordered after the acquire.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i16[1] = fill(0)
// tilefuzz.buffer b1 : f64[1] = fill(0)
// tilefuzz.buffer b2 : i8[1] = bits()
// tilefuzz.buffer b3 : i32[1] = fill(0)
// tilefuzz.buffer b4 : i32[1] = bits()
// tilefuzz.buffer b5 : i32[1] = fill(0)
// tilefuzz.args &b0 &b1 0 0 0 &b2 0 0 &b3 &b4 &b5
module {
  gpu.module @generated {
    nv_tileaa.func @main(%arg0: !nv_tileaa.ptr<i16, 1>, %arg1: !nv_tileaa.ptr<f64, 1>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: !nv_tileaa.ptr<i8, 1>, %arg6: i32, %arg7: i32, %arg8: !nv_tileaa.ptr<i32, 1>, %arg9: !nv_tileaa.ptr<i32, 1>, %arg10: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel} {
      %0 = nv_tileaa.splat %arg1 : !nv_tileaa.ptr<f64, 1> -> tensor<1x!nv_tileaa.ptr<f64, 1>>
      %cst = arith.constant dense<0.000000e+00> : tensor<1xf64>
      %result, %result_token = nv_tileaa.load %0 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (tensor<1x!nv_tileaa.ptr<f64, 1>>) -> (tensor<1xf64>, !nv_tileaa.mem_token)
      %1 = nv_tileaa.create_queue {depth = 1 : i32} : <tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>>
      nv_tileaa.queue.put %1 {
        %2 = nv_tileaa.splat %arg5 : !nv_tileaa.ptr<i8, 1> -> tensor<1x!nv_tileaa.ptr<i8, 1>>
        %cst_0 = arith.constant dense<false> : tensor<1xi1>
        %result_1, %result_token_2 = nv_tileaa.load %2 mask %cst_0 token %result_token : (tensor<1x!nv_tileaa.ptr<i8, 1>>, tensor<1xi1>, !nv_tileaa.mem_token) -> (tensor<1xi8>, !nv_tileaa.mem_token)
        %cst_3 = arith.constant dense<0> : tensor<1x1xi8>
        nv_tileaa.queue.yield %cst, %cst, %cst, %cst_3, %cst_3, %cst_3 : tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>
      } : <tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>>
      nv_tileaa.queue.get %1 {
      ^bb0(%arg11: tensor<1xf64>, %arg12: tensor<1xf64>, %arg13: tensor<1xf64>, %arg14: tensor<1x1xi8>, %arg15: tensor<1x1xi8>, %arg16: tensor<1x1xi8>):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>>) -> ()
      nv_tileaa.queue.put %1 {
        %2 = nv_tileaa.splat %arg5 : !nv_tileaa.ptr<i8, 1> -> tensor<1x!nv_tileaa.ptr<i8, 1>>
        %3 = nv_tileaa.view %2 : tensor<1x!nv_tileaa.ptr<i8, 1>> -> tensor<1x1x!nv_tileaa.ptr<i8, 1>>
        %result_0, %result_token_1 = nv_tileaa.load %3 : (tensor<1x1x!nv_tileaa.ptr<i8, 1>>) -> (tensor<1x1xi8>, !nv_tileaa.mem_token)
        nv_tileaa.queue.yield %cst, %cst, %cst, %result_0, %result_0, %result_0 : tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>
      } : <tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>>
      nv_tileaa.queue.get %1 {
      ^bb0(%arg11: tensor<1xf64>, %arg12: tensor<1xf64>, %arg13: tensor<1xf64>, %arg14: tensor<1x1xi8>, %arg15: tensor<1x1xi8>, %arg16: tensor<1x1xi8>):
        nv_tileaa.queue.yield
      } : (!nv_tileaa.queue<tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi8>>) -> ()
      nv_tileaa.return
    }
  }
}

