// What the three patterns of select add to its fold, and what stays.
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-*" | FileCheck %s
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-*,cuda-tile-select-replace-constant,cuda-tile-select-replace-identical,cuda-tile-select-inverse-condition" | FileCheck %s --check-prefix=OFF

cuda_tile.module @select {
  // CHECK-LABEL: entry @replace_constant
  // CHECK-NOT: select
  // CHECK: return
  // OFF-LABEL: entry @replace_constant
  // OFF: select
  entry @replace_constant(%p: tile<ptr<i32>>) {
    %true = constant <i1: true> : tile<i1>
    %r = reshape %true : tile<i1> -> tile<1xi1>
    %c = broadcast %r : tile<1xi1> -> tile<2xi1>
    %x = iota : tile<2xi32>
    %y = constant <i32: 7> : tile<2xi32>
    %s = select %c, %x, %y : tile<2xi1>, tile<2xi32>
    %q = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %q : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %t = store_ptr_tko weak %b, %s : tile<2xptr<i32>>, tile<2xi32> -> token
  }

  // A condition that spreads a value that is not constant stays.
  // CHECK-LABEL: entry @replace_constant_not
  // CHECK: select
  entry @replace_constant_not(%p: tile<ptr<i32>>, %k: tile<i1>) {
    %r = reshape %k : tile<i1> -> tile<1xi1>
    %c = broadcast %r : tile<1xi1> -> tile<2xi1>
    %x = iota : tile<2xi32>
    %y = constant <i32: 7> : tile<2xi32>
    %s = select %c, %x, %y : tile<2xi1>, tile<2xi32>
    %q = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %q : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %t = store_ptr_tko weak %b, %s : tile<2xptr<i32>>, tile<2xi32> -> token
  }

  // Zeros of different signs are different constants.
  // CHECK-LABEL: entry @replace_identical
  // CHECK: %[[S:.*]] = select
  // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %[[S]]
  // CHECK-NOT: select
  // CHECK: return
  entry @replace_identical(%p: tile<ptr<f32>>, %c: tile<i1>) {
    %x = constant <f32: 0.0> : tile<f32>
    %y = constant <f32: -0.0> : tile<f32>
    %z = constant <f32: 0.0> : tile<f32>
    %s = select %c, %x, %y : tile<i1>, tile<f32>
    %t = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
    %r = select %c, %x, %z : tile<i1>, tile<f32>
    %u = store_ptr_tko weak %p, %r token=%t : tile<ptr<f32>>, tile<f32> -> token
  }

  // CHECK-LABEL: entry @inverse_condition
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // Equal to true is no negation.
  // CHECK: %[[E:.*]] = cmpi equal %[[C]], %true
  // CHECK: select %[[C]], %[[Y]], %[[X]]
  // CHECK: select %[[C]], %[[Y]], %[[X]]
  // CHECK: select %[[C]], %[[Y]], %[[X]]
  // CHECK: select %[[E]], %[[X]], %[[Y]]
  // OFF-LABEL: entry @inverse_condition
  // OFF: cmpi
  // OFF: cmpi
  // OFF: cmpi
  entry @inverse_condition(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %a = xori %true, %c : tile<i1>
    %b = cmpi equal %c, %false, signed : tile<i1> -> tile<i1>
    %d = cmpi not_equal %true, %c, unsigned : tile<i1> -> tile<i1>
    %e = cmpi equal %c, %true, signed : tile<i1> -> tile<i1>
    %r = select %a, %x, %y : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    %s = select %b, %x, %y : tile<i1>, tile<i32>
    %u = store_ptr_tko weak %p, %s token=%t : tile<ptr<i32>>, tile<i32> -> token
    %v = select %d, %x, %y : tile<i1>, tile<i32>
    %w = store_ptr_tko weak %p, %v token=%u : tile<ptr<i32>>, tile<i32> -> token
    %f = select %e, %x, %y : tile<i1>, tile<i32>
    %z = store_ptr_tko weak %p, %f token=%w : tile<ptr<i32>>, tile<i32> -> token
  }
}
