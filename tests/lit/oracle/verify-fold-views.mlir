// Views, updates, conversions and scaled products in whole functions: what is
// the same is proved, what is not is refuted, and what an answer rests on is said.
// RUN: sed 's/addi %i, %j/addi %j, %i/' %s > %t.commuted.mlir
// RUN: tile-verify-fold --before=%s --after=%t.commuted.mlir | FileCheck %s --check-prefix=SAME
// SAME: @views: proved
// SAME-NOT: view_tko uninterpreted
// SAME: @updates: proved
// SAME-NOT: atomic_rmw_tko uninterpreted
// SAME: @conversions: proved
// SAME: @scaled: proved {{.*}}cuda_tile.mmaf_scaled uninterpreted
// Another padding, the other axis first, a lost token.
// RUN: sed 's/padding_value = zero/padding_value = neg_zero/' %s > %t.padding.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.padding.mlir | FileCheck %s --check-prefix=PADDING
// PADDING: @views: refuted, memory differs
// PADDING-NEXT: replayed: byte
// RUN: sed 's/\[%k, %zero\]/[%zero, %k]/' %s > %t.axes.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.axes.mlir | FileCheck %s --check-prefix=AXES
// AXES: @views: refuted
// AXES-NEXT: replayed:
// RUN: sed 's/token = %done : tile<2x2xf32>/: tile<2x2xf32>/' %s > %t.token.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.token.mlir | FileCheck %s --check-prefix=TOKEN
// TOKEN: @views: refuted, {{.*}}no longer ordered before
// A weaker update, one of another kind, a plain store for it.
// RUN: sed 's/acq_rel device/release device/' %s > %t.order.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.order.mlir | FileCheck %s --check-prefix=ORDER
// ORDER: @updates: refuted
// ORDER-NEXT: replayed: the source acquires by byte {{[0-9]+}}, which the target does not
// RUN: sed 's/, add, %k/, xor, %k/' %s > %t.mode.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.mode.mlir | FileCheck %s --check-prefix=MODE
// MODE: @updates: refuted
// MODE-NEXT: replayed: byte
// Read unsigned.
// RUN: sed 's/itof %i signed/itof %i unsigned/' %s > %t.sign.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.sign.mlir | FileCheck %s --check-prefix=SIGN
// SIGN: @conversions: refuted, memory differs
// SIGN-NEXT: replayed: byte

cuda_tile.module @m {
  entry @views(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>, %i: tile<i32>, %j: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %k = addi %i, %j : tile<i32>
    %v = make_tensor_view %p, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %pv = make_partition_view %v : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %x, %done = load_view_tko weak %pv[%k, %zero] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %w = make_tensor_view %q, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xf32, strides=[2,1]>
    %qv = make_partition_view %w : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>
    %end = store_view_tko weak %x, %qv[%zero, %zero] token = %done : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>, tile<i32> -> token
    return
  }
  entry @updates(%p: tile<ptr<i32>>, %i: tile<i32>, %j: tile<i32>) {
    %k = addi %i, %j : tile<i32>
    %x, %t = atomic_rmw_tko acq_rel device %p, add, %k : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @conversions(%p: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
    %k = addi %i, %j : tile<i32>
    %f = itof %i signed : tile<i32> -> tile<f32>
    %h = ftof %f : tile<f32> -> tile<f16>
    %q = offset %p, %k : tile<ptr<f16>>, tile<i32> -> tile<ptr<f16>>
    %t = store_ptr_tko weak %q, %h : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  entry @scaled(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i32>) {
    %a = constant <f8E4M3FN: 1.5> : tile<2x32xf8E4M3FN>
    %b = constant <f8E4M3FN: 2.0> : tile<32x2xf8E4M3FN>
    %s = constant <f8E8M0FNU: 1.0> : tile<2x1xf8E8M0FNU>
    %u = constant <f8E8M0FNU: 4.0> : tile<1x2xf8E8M0FNU>
    %o = constant <i32: [[0, 1], [2, 3]]> : tile<2x2xi32>
    %k = addi %i, %j : tile<i32>
    %p0 = offset %p, %k : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %p1 = reshape %p0 : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %p2 = broadcast %p1 : tile<1x1xptr<f32>> -> tile<2x2xptr<f32>>
    %q = offset %p2, %o : tile<2x2xptr<f32>>, tile<2x2xi32> -> tile<2x2xptr<f32>>
    %c, %done = load_ptr_tko weak %q : tile<2x2xptr<f32>> -> tile<2x2xf32>, token
    %r = mmaf_scaled %a, %b, %c, %s, %u : tile<2x32xf8E4M3FN>, tile<32x2xf8E4M3FN>, tile<2x2xf32>, tile<2x1xf8E8M0FNU>, tile<1x2xf8E8M0FNU>
    %t = store_ptr_tko weak %q, %r token=%done : tile<2x2xptr<f32>>, tile<2x2xf32> -> token
    return
  }
}
