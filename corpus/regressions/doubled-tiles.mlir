// Doubled tiles of each of which an element is taken grew exponentially: both
// operands were extracted, and each extraction again.
nv_tileaa.func @f(%v0: tensor<8xi32>, %i: i32) {
  %v1 = arith.addi %v0, %v0 : tensor<8xi32>
  %e1 = nv_tileaa.extract %v1[%i] : tensor<8xi32>, i32 -> i32
  %s1 = nv_tileaa.splat %e1 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s1 : tensor<8xi32>
  %v2 = arith.addi %v1, %v1 : tensor<8xi32>
  %e2 = nv_tileaa.extract %v2[%i] : tensor<8xi32>, i32 -> i32
  %s2 = nv_tileaa.splat %e2 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s2 : tensor<8xi32>
  %v3 = arith.addi %v2, %v2 : tensor<8xi32>
  %e3 = nv_tileaa.extract %v3[%i] : tensor<8xi32>, i32 -> i32
  %s3 = nv_tileaa.splat %e3 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s3 : tensor<8xi32>
  %v4 = arith.addi %v3, %v3 : tensor<8xi32>
  %e4 = nv_tileaa.extract %v4[%i] : tensor<8xi32>, i32 -> i32
  %s4 = nv_tileaa.splat %e4 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s4 : tensor<8xi32>
  %v5 = arith.addi %v4, %v4 : tensor<8xi32>
  %e5 = nv_tileaa.extract %v5[%i] : tensor<8xi32>, i32 -> i32
  %s5 = nv_tileaa.splat %e5 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s5 : tensor<8xi32>
  %v6 = arith.addi %v5, %v5 : tensor<8xi32>
  %e6 = nv_tileaa.extract %v6[%i] : tensor<8xi32>, i32 -> i32
  %s6 = nv_tileaa.splat %e6 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s6 : tensor<8xi32>
  %v7 = arith.addi %v6, %v6 : tensor<8xi32>
  %e7 = nv_tileaa.extract %v7[%i] : tensor<8xi32>, i32 -> i32
  %s7 = nv_tileaa.splat %e7 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s7 : tensor<8xi32>
  %v8 = arith.addi %v7, %v7 : tensor<8xi32>
  %e8 = nv_tileaa.extract %v8[%i] : tensor<8xi32>, i32 -> i32
  %s8 = nv_tileaa.splat %e8 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s8 : tensor<8xi32>
  %v9 = arith.addi %v8, %v8 : tensor<8xi32>
  %e9 = nv_tileaa.extract %v9[%i] : tensor<8xi32>, i32 -> i32
  %s9 = nv_tileaa.splat %e9 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s9 : tensor<8xi32>
  %v10 = arith.addi %v9, %v9 : tensor<8xi32>
  %e10 = nv_tileaa.extract %v10[%i] : tensor<8xi32>, i32 -> i32
  %s10 = nv_tileaa.splat %e10 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s10 : tensor<8xi32>
  %v11 = arith.addi %v10, %v10 : tensor<8xi32>
  %e11 = nv_tileaa.extract %v11[%i] : tensor<8xi32>, i32 -> i32
  %s11 = nv_tileaa.splat %e11 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s11 : tensor<8xi32>
  %v12 = arith.addi %v11, %v11 : tensor<8xi32>
  %e12 = nv_tileaa.extract %v12[%i] : tensor<8xi32>, i32 -> i32
  %s12 = nv_tileaa.splat %e12 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s12 : tensor<8xi32>
  %v13 = arith.addi %v12, %v12 : tensor<8xi32>
  %e13 = nv_tileaa.extract %v13[%i] : tensor<8xi32>, i32 -> i32
  %s13 = nv_tileaa.splat %e13 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s13 : tensor<8xi32>
  %v14 = arith.addi %v13, %v13 : tensor<8xi32>
  %e14 = nv_tileaa.extract %v14[%i] : tensor<8xi32>, i32 -> i32
  %s14 = nv_tileaa.splat %e14 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s14 : tensor<8xi32>
  %v15 = arith.addi %v14, %v14 : tensor<8xi32>
  %e15 = nv_tileaa.extract %v15[%i] : tensor<8xi32>, i32 -> i32
  %s15 = nv_tileaa.splat %e15 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s15 : tensor<8xi32>
  %v16 = arith.addi %v15, %v15 : tensor<8xi32>
  %e16 = nv_tileaa.extract %v16[%i] : tensor<8xi32>, i32 -> i32
  %s16 = nv_tileaa.splat %e16 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s16 : tensor<8xi32>
  %v17 = arith.addi %v16, %v16 : tensor<8xi32>
  %e17 = nv_tileaa.extract %v17[%i] : tensor<8xi32>, i32 -> i32
  %s17 = nv_tileaa.splat %e17 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s17 : tensor<8xi32>
  %v18 = arith.addi %v17, %v17 : tensor<8xi32>
  %e18 = nv_tileaa.extract %v18[%i] : tensor<8xi32>, i32 -> i32
  %s18 = nv_tileaa.splat %e18 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s18 : tensor<8xi32>
  %v19 = arith.addi %v18, %v18 : tensor<8xi32>
  %e19 = nv_tileaa.extract %v19[%i] : tensor<8xi32>, i32 -> i32
  %s19 = nv_tileaa.splat %e19 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s19 : tensor<8xi32>
  %v20 = arith.addi %v19, %v19 : tensor<8xi32>
  %e20 = nv_tileaa.extract %v20[%i] : tensor<8xi32>, i32 -> i32
  %s20 = nv_tileaa.splat %e20 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s20 : tensor<8xi32>
  %v21 = arith.addi %v20, %v20 : tensor<8xi32>
  %e21 = nv_tileaa.extract %v21[%i] : tensor<8xi32>, i32 -> i32
  %s21 = nv_tileaa.splat %e21 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s21 : tensor<8xi32>
  %v22 = arith.addi %v21, %v21 : tensor<8xi32>
  %e22 = nv_tileaa.extract %v22[%i] : tensor<8xi32>, i32 -> i32
  %s22 = nv_tileaa.splat %e22 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s22 : tensor<8xi32>
  %v23 = arith.addi %v22, %v22 : tensor<8xi32>
  %e23 = nv_tileaa.extract %v23[%i] : tensor<8xi32>, i32 -> i32
  %s23 = nv_tileaa.splat %e23 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s23 : tensor<8xi32>
  %v24 = arith.addi %v23, %v23 : tensor<8xi32>
  %e24 = nv_tileaa.extract %v24[%i] : tensor<8xi32>, i32 -> i32
  %s24 = nv_tileaa.splat %e24 : i32 -> tensor<8xi32>
  nv_tileaa.mark_for_reuse %s24 : tensor<8xi32>
  nv_tileaa.return
}
