// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b0 : i64[1] = fill(0)
// tilefuzz.buffer b1 : f64[1] = fill(0)
// tilefuzz.buffer b2 : i16[1] = fill(0)
// tilefuzz.buffer b3 : f64[1] = fill(0)
// tilefuzz.args 0 &b0 &b1 &b2 &b3
module {
  gpu.module @generated {
    nv_tileaa.global @g1 = dense<0.000000e+00> : tensor<2xf16> {constant}
    nv_tileaa.func @main(%arg0: i32, %arg1: !nv_tileaa.ptr<i64, 1>, %arg2: !nv_tileaa.ptr<f64, 1>, %arg3: !nv_tileaa.ptr<i16, 1>, %arg4: !nv_tileaa.ptr<f64, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %0 = nv_tileaa.get_global @g1 : <f16, 1>
      %cst = arith.constant dense<1> : tensor<2xi32>
      %1 = nv_tileaa.splat %0 : !nv_tileaa.ptr<f16, 1> -> tensor<1x!nv_tileaa.ptr<f16, 1>>
      %2 = nv_tileaa.broadcast %1 : tensor<1x!nv_tileaa.ptr<f16, 1>> -> tensor<2x!nv_tileaa.ptr<f16, 1>>
      %3 = nv_tileaa.addptr %2, %cst : tensor<2x!nv_tileaa.ptr<f16, 1>>, tensor<2xi32>
      %result, %result_token = nv_tileaa.load %3 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (tensor<2x!nv_tileaa.ptr<f16, 1>>) -> (tensor<2xf16>, !nv_tileaa.mem_token)
      nv_tileaa.return
    }
  }
}

