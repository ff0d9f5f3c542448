// Each named pattern fires where its condition holds and nowhere else.
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-*" | FileCheck %s
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-* inject-bug=select-swapped-arms,if-swap-without-negation" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-*,cuda-tile-select-same-arm,cuda-tile-select-replace-identical,cuda-tile-if-constant-condition" | FileCheck %s --check-prefix=OFF
// RUN: not tile-opt %s --cuda-tile-canonicalize="disable-patterns=nonsense" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown pattern 'nonsense'

cuda_tile.module @patterns {
  // CHECK-LABEL: entry @select_same_arm
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[X]]
  // OFF-LABEL: entry @select_same_arm
  // OFF-NEXT: select
  entry @select_same_arm(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    %s = select %c, %x, %x : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
  }

  // CHECK-LABEL: entry @select_constant_condition
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[X]]
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[Y]]
  // BUG-LABEL: entry @select_constant_condition
  // BUG-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // BUG-NEXT: store_ptr_tko weak %[[P]], %[[Y]]
  // BUG-NEXT: store_ptr_tko weak %[[P]], %[[X]]
  entry @select_constant_condition(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %a = select %true, %x, %y : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
    %b = select %false, %x, %y : tile<i1>, tile<i32>
    %u = store_ptr_tko weak %p, %b token=%t : tile<ptr<i32>>, tile<i32> -> token
  }

  // A condition whose elements differ must stay.
  // CHECK-LABEL: entry @select_mixed_condition
  // CHECK: select
  entry @select_mixed_condition(%p: tile<ptr<i32>>, %q: tile<i32>) {
    %c = constant <i1: [true, false]> : tile<2xi1>
    %x = iota : tile<2xi32>
    %y = constant <i32: 7> : tile<2xi32>
    %s = select %c, %x, %y : tile<2xi1>, tile<2xi32>
    %r = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %o = offset %b, %x : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %t = store_ptr_tko weak %o, %s : tile<2xptr<i32>>, tile<2xi32> -> token
  }

  // CHECK-LABEL: entry @select_others
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[B:.*]]: tile<ptr<i1>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK: store_ptr_tko weak %[[B]], %[[C]]
  // CHECK: store_ptr_tko weak %[[P]], %[[Y]]
  // CHECK: store_ptr_tko weak %[[P]], %[[X]]
  // CHECK: %[[S:.*]] = select %[[C]], %[[Y]], %[[X]]
  // CHECK: store_ptr_tko weak %[[P]], %[[S]]
  // Nested selects collapse on both sides: select(c, select(c, x, y), select(c, y, x)) -> x.
  // CHECK: store_ptr_tko weak %[[P]], %[[X]]
  entry @select_others(%p: tile<ptr<i32>>, %b: tile<ptr<i1>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %id = select %c, %true, %false : tile<i1>, tile<i1>
    %t0 = store_ptr_tko weak %b, %id : tile<ptr<i1>>, tile<i1> -> token
    %eq = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>
    %e = select %eq, %x, %y : tile<i1>, tile<i32>
    %t1 = store_ptr_tko weak %p, %e token=%t0 : tile<ptr<i32>>, tile<i32> -> token
    %ne = cmpi not_equal %x, %y, signed : tile<i32> -> tile<i1>
    %f = select %ne, %x, %y : tile<i1>, tile<i32>
    %t2 = store_ptr_tko weak %p, %f token=%t1 : tile<ptr<i32>>, tile<i32> -> token
    %not = xori %c, %true : tile<i1>
    %s = select %not, %x, %y : tile<i1>, tile<i32>
    %t3 = store_ptr_tko weak %p, %s token=%t2 : tile<ptr<i32>>, tile<i32> -> token
    %inner = select %c, %x, %y : tile<i1>, tile<i32>
    %n = select %c, %inner, %s : tile<i1>, tile<i32>
    %t4 = store_ptr_tko weak %p, %n token=%t3 : tile<ptr<i32>>, tile<i32> -> token
  }

  // Equal floats may differ in bits: a float compare must not fold.
  // CHECK-LABEL: entry @select_of_float_compare
  // CHECK: select
  entry @select_of_float_compare(%p: tile<ptr<f32>>, %x: tile<f32>, %y: tile<f32>) {
    %eq = cmpf equal ordered %x, %y : tile<f32> -> tile<i1>
    %e = select %eq, %x, %y : tile<i1>, tile<f32>
    %t = store_ptr_tko weak %p, %e : tile<ptr<f32>>, tile<f32> -> token
  }

  // The taken branch is inlined and its token keeps ordering the next store.
  // CHECK-LABEL: entry @if_constant_condition
  // CHECK-NOT: if
  // CHECK: %[[T:.*]] = store_ptr_tko weak
  // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %{{.*}} token=%[[T]]
  // CHECK-NEXT: return
  // OFF-LABEL: entry @if_constant_condition
  // OFF: if
  entry @if_constant_condition(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %t0 = make_token : token
    %t1 = if %true -> (token) {
      %t = store_ptr_tko weak %p, %x token=%t0 : tile<ptr<i32>>, tile<i32> -> token
      yield %t : token
    } else {
      yield %t0 : token
    }
    %t2 = store_ptr_tko weak %p, %y token=%t1 : tile<ptr<i32>>, tile<i32> -> token
    if %false {
      %t3 = store_ptr_tko weak %p, %x token=%t2 : tile<ptr<i32>>, tile<i32> -> token
    }
  }

  // A branch that leaves the entry is not inlined.
  // CHECK-LABEL: entry @if_that_returns
  // CHECK: if
  entry @if_that_returns(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    if %true {
      return
    }
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
  }

  // CHECK-LABEL: entry @if_negated_condition
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK: if %[[C]] {
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[Y]]
  // CHECK: else
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[X]]
  // BUG-LABEL: entry @if_negated_condition
  // BUG-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // BUG: %[[N:.*]] = xori %[[C]]
  // BUG: if %[[N]] {
  // BUG-NEXT: store_ptr_tko weak %[[P]], %[[Y]]
  entry @if_negated_condition(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %not = xori %c, %true : tile<i1>
    if %not {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
    }
  }

  // Without an else there is nothing to swap; and only xori is looked through.
  // CHECK-LABEL: entry @if_not_inverted
  // CHECK: %[[N:.*]] = xori
  // CHECK: if %[[N]]
  // CHECK: %[[O:.*]] = cmpi equal
  // CHECK: if %[[O]]
  entry @if_not_inverted(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %not = xori %c, %true : tile<i1>
    if %not {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    %false = constant <i1: false> : tile<i1>
    %other = cmpi equal %c, %false, signed : tile<i1> -> tile<i1>
    if %other {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %a, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    }
  }

  // CHECK-LABEL: entry @if_empty_else
  // CHECK: if
  // CHECK-NOT: else
  // CHECK: return
  entry @if_empty_else(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    } else {
    }
  }
}
