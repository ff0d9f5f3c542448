// Patterns run to a fixed point, then the simplifier runs once: what the select
// folds leave behind is simplified, and memory operations and their tokens are
// the same before and after. A second run changes nothing.
// RUN: tile-opt %s --cuda-tile-canonicalize | FileCheck %s
// RUN: tile-opt %s --cuda-tile-canonicalize -o %t.once
// RUN: tile-opt %t.once --cuda-tile-canonicalize | diff - %t.once
// RUN: tile-opt %s --cuda-tile-canonicalize --mlir-disable-threading | diff - %t.once

cuda_tile.module @driver {
  // CHECK-LABEL: entry @both
  // CHECK-SAME: %[[P:[^ ]*]]: tile<ptr<i32>>, %[[C:[^ ]*]]: tile<i1>, %[[X:[^ ]*]]: tile<i32>, %[[Y:[^ ]*]]: tile<i32>
  // CHECK-NEXT: %[[S:.*]] = select %[[C]], %[[X]], %[[Y]]
  // CHECK-NEXT: %[[V:.*]], %[[T:.*]] = load_ptr_tko weak %[[P]] :
  // CHECK-NEXT: %[[U:.*]] = store_ptr_tko weak %[[P]], %[[S]] token=%[[T]]
  // CHECK-NEXT: store_ptr_tko weak %[[P]], %[[V]] token=%[[U]]
  // CHECK-NEXT: return
  entry @both(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %r = if %c -> (tile<i32>) {
      yield %x : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    %a = addi %r, %zero : tile<i32>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko weak %p, %a token=%t : tile<ptr<i32>>, tile<i32> -> token
    %b = xori %v, %a : tile<i32>
    %d = xori %b, %a : tile<i32>
    %w = store_ptr_tko weak %p, %d token=%u : tile<ptr<i32>>, tile<i32> -> token
  }
}
