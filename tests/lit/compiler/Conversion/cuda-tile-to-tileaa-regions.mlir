// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 -o %t && FileCheck %s < %t
// RUN: tile-opt %t | diff - %t

cuda_tile.module @m {
  // CHECK-LABEL: nv_tileaa.func @branches
  entry @branches(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>, %p: tile<ptr<i32>>) {
    // CHECK: scf.if %arg0 -> (i32)
    // CHECK: scf.yield %arg1
    // CHECK: scf.yield %arg2
    %0 = if %c -> (tile<i32>) {
      yield %x : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    // CHECK: scf.for unsigned
    for unsigned %i in (%x to %y, step %x) : tile<i32> {
      %t = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
  }
  // CHECK-LABEL: nv_tileaa.func @sum
  entry @sum(%p: tile<ptr<f32>>) {
    %v = constant <f32: 1.0> : tile<8xf32>
    // CHECK: %[[R:.*]] = nv_tileaa.reduce
    // CHECK: nv_tileaa.addf %{{.*}} : f32
    // CHECK: nv_tileaa.yield %{{.*}} : f32
    %r = reduce %v dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      %s = addf %e, %a rounding<nearest_even> : tile<f32>
      yield %s : tile<f32>
    }
    // CHECK: nv_tileaa.store %arg0, %[[R]]
    %t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
  }
}
