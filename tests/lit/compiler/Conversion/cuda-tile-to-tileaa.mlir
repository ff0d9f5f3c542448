// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 -o %t && FileCheck %s < %t
// RUN: tile-opt %t | diff - %t
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=90 inject-bug=compare-signedness,join-drops-token" | FileCheck %s --check-prefix=BUG
// RUN: not tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=x" 2>&1 | FileCheck %s --check-prefix=CC
// CC: error: invalid or missing --compute-capability option

// CHECK: gpu.module @m
cuda_tile.module @m {
  // CHECK-LABEL: nv_tileaa.func @integers
  // CHECK-SAME: cute.kernel
  // BUG-LABEL: nv_tileaa.func @integers
  entry @integers(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    // CHECK: arith.addi %arg1, %arg2 overflow<nsw> : i32
    %0 = addi %x, %y overflow<no_signed_wrap> : tile<i32>
    // CHECK: arith.cmpi ult, %arg1, %arg2
    // BUG: arith.cmpi slt, %arg1, %arg2
    %1 = cmpi less_than %x, %y, unsigned : tile<i32> -> tile<i1>
    // CHECK: %[[AMOUNT:.*]] = arith.minui %arg2, %{{.*}}
    // CHECK: arith.shrsi %arg1, %[[AMOUNT]]
    %2 = shri %x, %y signed : tile<i32>
    // CHECK: %[[FAR:.*]] = arith.cmpi ugt, %arg2, %{{.*}}
    // CHECK: arith.shrui
    // CHECK: arith.select %[[FAR]]
    %3 = shri %x, %y unsigned : tile<i32>
    // CHECK: arith.floordivsi
    %4 = divi %x, %y signed rounding<negative_inf> : tile<i32>
  }

  // CHECK-LABEL: nv_tileaa.func @memory
  // BUG-LABEL: nv_tileaa.func @memory
  entry @memory(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // CHECK: nv_tileaa.make_range
    %i = iota : tile<8xi32>
    // CHECK: nv_tileaa.splat %arg0 : !nv_tileaa.ptr<f32, 1> -> tensor<1x!nv_tileaa.ptr<f32, 1>>
    %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // CHECK: nv_tileaa.broadcast
    %b = broadcast %q : tile<1xptr<f32>> -> tile<8xptr<f32>>
    // CHECK: %[[A:.*]] = nv_tileaa.addptr
    %a = offset %b, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    // CHECK: %[[V:.*]], %[[T:.*]] = nv_tileaa.load %[[A]]
    %v, %t = load_ptr_tko weak %a : tile<8xptr<f32>> -> tile<8xf32>, token
    // CHECK: %[[F:.*]] = nv_tileaa.create_mem_token
    %f = make_token : token
    // CHECK: %[[J:.*]] = nv_tileaa.join_mem_token %[[T]], %[[F]]
    // BUG-NOT: join_mem_token
    %j = join_tokens %t, %f : token
    // CHECK: %[[S:.*]] = nv_tileaa.addf %[[V]], %[[V]] {flush_to_zero, rounding_mode = #nv_tileaa.rounding_mode<rz>}
    %s = addf %v, %v rounding<zero> flush_to_zero : tile<8xf32>
    // CHECK: nv_tileaa.store %[[A]], %[[S]] token %[[J]]
    %u = store_ptr_tko weak %a, %s token = %j : tile<8xptr<f32>>, tile<8xf32> -> token
  }
}
