// Part 2, 0.7: names that the printer gives to values.
// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i1>) {
    // CHECK: %tview = make_tensor_view
    %0 = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // CHECK: %pview = make_partition_view %tview
    %1 = make_partition_view %0 : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    // CHECK: %sview = make_strided_view %tview
    %2 = make_strided_view %0 : strided_view<tile=(4), traversal_strides=[2], tensor_view<4xf32, strides=[1]>>
    // CHECK: %gsview = make_gather_scatter_view %tview
    %3 = make_gather_scatter_view %0 : gather_scatter_view<tile=(4), tensor_view<4xf32, strides=[1]>, sparse_dim=0>
    // CHECK: %tile, %result_token = load_view_tko
    %4, %5 = load_view_tko weak %1[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    // CHECK: %result, %result_token_{{[0-9]+}} = load_ptr_tko
    %6, %7 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: %result_{{[0-9]+}}, %result_token_{{[0-9]+}} = atomic_rmw_tko
    %8, %9 = atomic_rmw_tko relaxed device %p, xchg, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // CHECK: %result_{{[0-9]+}}, %result_token_{{[0-9]+}} = atomic_cas_tko
    %10, %11 = atomic_cas_tko relaxed device %p, %f, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // One result: no name.
    // CHECK: %{{[0-9]+}} = store_ptr_tko
    %12 = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
    // CHECK: %reduce = reduce
    // CHECK-SAME: (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>)
    %13 = reduce %4 dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32> (%a: tile<f32>, %b: tile<f32>) { yield %a : tile<f32> }
    // CHECK: %reduce_{{[0-9]+}}:2 = reduce
    // CHECK-SAME: (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<f32>, %reduce_rhs1: tile<f32>)
    %14:2 = reduce %4, %4 dim=0 identities=[0.0 : f32, 0.0 : f32] : tile<4xf32>, tile<4xf32> -> tile<f32>, tile<f32> (%a: tile<f32>, %b: tile<f32>, %d: tile<f32>, %e: tile<f32>) { yield %a, %d : tile<f32>, tile<f32> }
    // CHECK: %{{[0-9]+}} = scan
    // CHECK-SAME: (%arg{{[0-9]+}}: tile<f32>, %arg{{[0-9]+}}: tile<f32>)
    %15 = scan %4 dim=0 reverse=false identities=[0.0 : f32] : tile<4xf32> -> tile<4xf32> (%a: tile<f32>, %b: tile<f32>) { yield %a : tile<f32> }
    // CHECK: %for:2 = for %loopIdx in
    // CHECK-SAME: iter_values(%iterArg0 = %{{.*}}, %iterArg1 = %{{.*}})
    %16:2 = for %k in (%i to %i, step %i) : tile<i32> iter_values(%x = %f, %y = %i) -> (tile<f32>, tile<i32>) { continue %x, %y : tile<f32>, tile<i32> }
    // CHECK: for unsigned %loopIdx in
    for unsigned %k in (%i to %i, step %i) : tile<i32> { }
    // CHECK: %{{[0-9]+}} = loop iter_values(%arg{{[0-9]+}} =
    %17 = loop iter_values(%x = %i) : tile<i32> -> tile<i1> { break %c : tile<i1> }
    // CHECK: %{{[0-9]+}} = if
    %18 = if %c -> (tile<i32>) { yield %i : tile<i32> } else { return }
  }
}
