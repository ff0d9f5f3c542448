// The eight patterns of if: each fires where its condition holds, and not where
// it fails; no memory operation is lost or moved across a condition.
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-*" | FileCheck %s
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-* inject-bug=if-replace-drops-branches,nested-if-drops-else,return-hoisted-from-one-branch" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s --cuda-tile-canonicalize="disable-patterns=cuda-tile-simplify-* inject-bug=nested-if-plain-and" | FileCheck %s --check-prefix=AND

cuda_tile.module @if {
  // CHECK-LABEL: entry @remove_unused_results
  // CHECK: %[[R:.*]] = if %{{.*}} -> (token) {
  // CHECK: %[[A:.*]] = store_ptr_tko
  // CHECK-NEXT: yield %[[A]] : token
  // CHECK: else
  // CHECK: %[[B:.*]] = store_ptr_tko
  // CHECK-NEXT: yield %[[B]] : token
  // CHECK: hint = 1
  // CHECK: store_ptr_tko {{.*}} token=%[[R]]
  entry @remove_unused_results(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %r, %t, %s = if %c -> (tile<i32>, token, tile<i32>) {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
      yield %x, %t, %y : tile<i32>, token, tile<i32>
    } else {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      yield %y, %t, %x : tile<i32>, token, tile<i32>
    } {hint = 1 : i32}
    %u = store_ptr_tko weak %p, %y token=%t : tile<ptr<i32>>, tile<i32> -> token
  }

  // The value replaces the result, not the if.
  // CHECK-LABEL: entry @replace_yield_with_value
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK-NEXT: if %[[C]] {
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[Y]]
  // CHECK-NEXT: }
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[X]]
  // BUG-LABEL: entry @replace_yield_with_value
  // BUG-NOT: if
  // BUG: return
  entry @replace_yield_with_value(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %r = if %c -> (tile<i32>) {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      yield %x : tile<i32>
    } else {
      yield %x : tile<i32>
    }
    %u = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
  }

  // Equal only on one side, or one side leaves: it stays.
  // CHECK-LABEL: entry @replace_yield_with_value_not
  // CHECK: %[[R:.*]] = if
  // CHECK: store_ptr_tko weak %{{.*}}, %[[R]]
  // CHECK: %[[S:.*]] = if
  // CHECK: store_ptr_tko weak %{{.*}}, %[[S]]
  entry @replace_yield_with_value_not(%p: tile<ptr<i32>>, %c: tile<i1>, %d: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %r = if %c -> (tile<i32>) {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      yield %x : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    %u = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    %s = if %d -> (tile<i32>) {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      yield %x : tile<i32>
    } else {
      return
    }
    %w = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
  }

  // CHECK-LABEL: entry @convert_to_select
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK: %[[S:.*]] = select %[[C]], %[[X]], %[[Y]] : tile<i1>, tile<i32>
  // CHECK: %[[R:.*]] = reshape %[[C]] : tile<i1> -> tile<1x1xi1>
  // CHECK: %[[B:.*]] = broadcast %[[R]] : tile<1x1xi1> -> tile<2x4xi1>
  // CHECK: select %[[B]], %{{.*}} : tile<2x4xi1>, tile<2x4xi32>
  // CHECK-NOT: if
  // CHECK: return
  entry @convert_to_select(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %k = constant <i32: 1> : tile<2x4xi32>
    %l = constant <i32: 2> : tile<2x4xi32>
    %r, %s = if %c -> (tile<i32>, tile<2x4xi32>) {
      yield %x, %k : tile<i32>, tile<2x4xi32>
    } else {
      yield %y, %l : tile<i32>, tile<2x4xi32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    print_tko "%i\n", %s : tile<2x4xi32> -> token
  }

  // A token cannot be chosen; nothing is computed or accessed that was not; and
  // there is no select of 4-bit floats.
  // CHECK-LABEL: entry @convert_to_select_not
  // CHECK: if {{.*}} -> (tile<i32>, token)
  // CHECK: if {{.*}} -> (tile<i32>)
  // CHECK: if {{.*}} -> (tile<2xf4E2M1FN>)
  // CHECK-NOT: select
  // CHECK: return
  entry @convert_to_select_not(%p: tile<ptr<i32>>, %c: tile<i1>, %d: tile<i1>, %e: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %t0 = make_token : token
    %t1 = make_token : token
    %r, %t = if %c -> (tile<i32>, token) {
      yield %x, %t0 : tile<i32>, token
    } else {
      yield %y, %t1 : tile<i32>, token
    }
    %u = store_ptr_tko weak %p, %r token=%t : tile<ptr<i32>>, tile<i32> -> token
    %s = if %d -> (tile<i32>) {
      %z = divi %x, %y signed : tile<i32>
      yield %z : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    %w = store_ptr_tko weak %p, %s token=%u : tile<ptr<i32>>, tile<i32> -> token
    %k = constant <f4E2M1FN: 1.0> : tile<2xf4E2M1FN>
    %l = constant <f4E2M1FN: 2.0> : tile<2xf4E2M1FN>
    %f = if %e -> (tile<2xf4E2M1FN>) {
      yield %k : tile<2xf4E2M1FN>
    } else {
      yield %l : tile<2xf4E2M1FN>
    }
    %b = pack %f : tile<2xf4E2M1FN> -> tile<1xi8>
    print_tko "%i\n", %b : tile<1xi8> -> token
  }

  // CHECK-LABEL: entry @combine
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK-NEXT: %[[R:.*]]:3 = if %[[C]] -> (tile<i32>, token, tile<i32>) {
  // CHECK-NEXT: %[[V:.*]], %[[A:.*]] = load_ptr_tko weak %[[P]] :
  // CHECK-NEXT: %[[W:.*]] = addi %[[V]], %[[V]]
  // CHECK-NEXT: yield %[[V]], %[[A]], %[[W]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[B:.*]] = store_ptr_tko weak %[[P]], %[[Y]]
  // CHECK-NEXT: yield %[[X]], %[[B]], %[[X]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[S:.*]] = addi %[[R]]#0, %[[R]]#2
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[S]] token=%[[R]]#1
  entry @combine(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %r, %t = if %c -> (tile<i32>, token) {
      %v, %a = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      yield %v, %a : tile<i32>, token
    } else {
      %b = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      yield %x, %b : tile<i32>, token
    }
    %s = if %c -> (tile<i32>) {
      %w = addi %r, %r : tile<i32>
      yield %w : tile<i32>
    } else {
      yield %r : tile<i32>
    }
    %z = addi %r, %s : tile<i32>
    %u = store_ptr_tko weak %p, %z token=%t : tile<ptr<i32>>, tile<i32> -> token
  }

  // An operation between them, another condition, or a first one that leaves.
  // CHECK-LABEL: entry @combine_not
  // CHECK-COUNT-5: if
  // CHECK: return
  entry @combine_not(%p: tile<ptr<i32>>, %c: tile<i1>, %d: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    %u = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
    if %c {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
    }
    if %d {
      %t = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
      return
    }
    if %d {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
  }

  // CHECK-LABEL: entry @combine_nested
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[A:.*]]: tile<i1>, %[[B:.*]]: tile<i1>
  // CHECK: %[[C:.*]] = andi %[[A]], %[[B]] : tile<i1>
  // CHECK-NEXT: if %[[C]] -> (tile<i32>) {
  // CHECK-NEXT: load_ptr_tko
  // CHECK-NEXT: yield
  // CHECK-NEXT: } else {
  // CHECK-NEXT: yield
  // CHECK-NEXT: }
  entry @combine_nested(%p: tile<ptr<i32>>, %a: tile<i1>, %b: tile<i1>, %x: tile<i32>) {
    %r = if %a -> (tile<i32>) {
      %s = if %b -> (tile<i32>) {
        %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
        yield %v : tile<i32>
      } else {
        yield %x : tile<i32>
      }
      yield %s : tile<i32>
    } else {
      yield %x : tile<i32>
    }
    %u = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
  }

  // The inner else yields something else: it is not forgotten.
  // CHECK-LABEL: entry @combine_nested_not
  // CHECK-SAME: %[[P:.*]]: tile<ptr<i32>>, %[[A:.*]]: tile<i1>, %[[B:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  // CHECK: if %[[A]]
  // CHECK-NEXT: if %[[B]]
  // CHECK: else
  // CHECK-NEXT: yield %[[X]]
  // CHECK: else
  // CHECK-NEXT: yield %[[Y]]
  // BUG-LABEL: entry @combine_nested_not
  // BUG: andi
  entry @combine_nested_not(%p: tile<ptr<i32>>, %a: tile<i1>, %b: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %r = if %a -> (tile<i32>) {
      %s = if %b -> (tile<i32>) {
        %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
        yield %v : tile<i32>
      } else {
        yield %x : tile<i32>
      }
      yield %s : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    %u = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
  }

  // What is poison in one else is what the other one yields.
  // CHECK-LABEL: entry @combine_nested_poison
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i32>, %[[Y:[^ ]*]]: tile<i32>)
  // CHECK: %[[C:.*]] = andi
  // CHECK: if %[[C]] -> (tile<i32>, tile<i32>) {
  // CHECK: else
  // CHECK-NEXT: yield %[[X]], %[[Y]]
  // CHECK-NEXT: }
  entry @combine_nested_poison(%p: tile<ptr<i32>>, %a: tile<i1>, %b: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %n = ub.poison : !cuda_tile.tile<i32>
    %r, %q = if %a -> (tile<i32>, tile<i32>) {
      %s, %w = if %b -> (tile<i32>, tile<i32>) {
        %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
        yield %v, %v : tile<i32>, tile<i32>
      } else {
        yield %x, %n : tile<i32>, tile<i32>
      }
      yield %s, %w : tile<i32>, tile<i32>
    } else {
      yield %n, %y : tile<i32>, tile<i32>
    }
    %u = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    %z = store_ptr_tko weak %p, %q token=%u : tile<ptr<i32>>, tile<i32> -> token
  }

  // The inner condition is loaded where the outer one holds, and unspecified
  // elsewhere: andi would read it there.
  // CHECK-LABEL: entry @combine_nested_masked
  // CHECK-SAME: %[[A:[^ ]*]]: tile<i1>
  // CHECK: %[[B:.*]], %{{.*}} = load_ptr_tko weak
  // CHECK: %[[C:.*]] = select %[[A]], %[[B]], %false
  // CHECK: if %[[C]]
  // AND-LABEL: entry @combine_nested_masked
  // AND: andi
  entry @combine_nested_masked(%a: tile<i1>, %p: tile<ptr<i32>>, %q: tile<ptr<i1>>, %x: tile<i32>) {
    %b, %t = load_ptr_tko weak %q, %a : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
    if %a {
      if %b {
        %u = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
      }
    }
  }

  // CHECK-LABEL: entry @move_terminator
  // CHECK: if %{{.*}} {
  // CHECK-NEXT: store_ptr_tko
  // CHECK-NEXT: } else {
  // CHECK-NEXT: load_ptr_tko
  // CHECK-NEXT: store_ptr_tko
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  entry @move_terminator(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
      return
    } else {
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %u = store_ptr_tko weak %p, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
      return
    }
    %u = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
  }

  // The other branch goes on: what follows is executed after it.
  // CHECK-LABEL: entry @move_terminator_not
  // CHECK: if
  // CHECK: return
  // CHECK: }
  // CHECK: store_ptr_tko
  // CHECK: return
  // BUG-LABEL: entry @move_terminator_not
  // BUG: if
  // BUG-NEXT: store_ptr_tko
  // BUG-NEXT: }
  // BUG-NEXT: return
  // BUG-NEXT: }
  entry @move_terminator_not(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
      return
    }
    %u = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
  }
}
