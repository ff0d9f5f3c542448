// A wrong rewrite changes what the memory holds; the correct one does not.
// RUN: tile-run %s > %t.source
// RUN: tile-opt %s --cuda-tile-canonicalize | tile-run - --launch=%s | diff %t.source -
// RUN: tile-opt %s --cuda-tile-canonicalize=inject-bug=select-swapped-arms | tile-run - --launch=%s > %t.select
// RUN: not diff %t.source %t.select
// RUN: tile-opt %s --cuda-tile-canonicalize=inject-bug=if-swap-without-negation | tile-run - --launch=%s > %t.if
// RUN: not diff %t.source %t.if
// RUN: FileCheck %s < %t.source
// CHECK: out : i32[2] = 5 8
// tilefuzz.buffer out : i32[2] = fill(0)
// tilefuzz.args &out 1
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %one: tile<i32>) {
  %true = constant <i1: true> : tile<i1>
  %a = constant <i32: 5> : tile<i32>
  %b = constant <i32: 8> : tile<i32>
  %s = select %true, %a, %b : tile<i1>, tile<i32>
  %t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
  %c = cmpi equal %one, %a, signed : tile<i32> -> tile<i1>
  %not = xori %c, %true : tile<i1>
  %r = if %not -> (tile<i32>) {
    yield %b : tile<i32>
  } else {
    yield %a : tile<i32>
  }
  %q = offset %p, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %u = store_ptr_tko weak %q, %r : tile<ptr<i32>>, tile<i32> -> token
} }
