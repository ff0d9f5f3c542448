// The one float fold: two finite constants, in the declared rounding.
// RUN: tile-opt %s --cuda-tile-canonicalize | FileCheck %s
// RUN: tile-opt %s --cuda-tile-canonicalize="inject-bug=addf-fold-ignores-rounding" | FileCheck %s --check-prefix=BUG

cuda_tile.module @addf {
  // 1 + 2^-11 in f16: a tie that stays, but for rounding up.
  // CHECK-LABEL: entry @rounding
  // CHECK-DAG: constant <f16: 1.000000e+00>
  // CHECK-DAG: constant <f16: 1.000980e+00>
  // CHECK-NOT: addf
  // CHECK: return
  // BUG-LABEL: entry @rounding
  // BUG-NOT: 1.000980e+00
  // BUG: return
  entry @rounding(%p: tile<ptr<f16>>) {
    %x = constant <f16: 1.0> : tile<f16>
    %y = constant <f16: 4.8828125e-4> : tile<f16>
    %a = addf %x, %y : tile<f16>
    %b = addf %x, %y rounding<positive_inf> : tile<f16>
    %t = store_ptr_tko weak %p, %a : tile<ptr<f16>>, tile<f16> -> token
    %u = store_ptr_tko weak %p, %b token=%t : tile<ptr<f16>>, tile<f16> -> token
  }

  // x - x is +0, but -0 when rounding down; subnormals go where ftz says.
  // CHECK-LABEL: entry @zeros
  // CHECK-DAG: constant <f32: 0.000000e+00>
  // CHECK-DAG: constant <f32: -0.000000e+00>
  // CHECK-DAG: constant <f32: 1.999{{.*}}e-40>
  // CHECK: return
  entry @zeros(%p: tile<ptr<f32>>) {
    %x = constant <f32: 1.5> : tile<f32>
    %y = constant <f32: -1.5> : tile<f32>
    %s = constant <f32: 1.0e-40> : tile<f32>
    %n = constant <f32: -1.0e-40> : tile<f32>
    %a = addf %x, %y : tile<f32>
    %b = addf %x, %y rounding<negative_inf> : tile<f32>
    %c = addf %s, %s : tile<f32>
    %d = addf %n, %n flush_to_zero : tile<f32>
    %t = store_ptr_tko weak %p, %a : tile<ptr<f32>>, tile<f32> -> token
    %u = store_ptr_tko weak %p, %b token=%t : tile<ptr<f32>>, tile<f32> -> token
    %v = store_ptr_tko weak %p, %c token=%u : tile<ptr<f32>>, tile<f32> -> token
    %w = store_ptr_tko weak %p, %d token=%v : tile<ptr<f32>>, tile<f32> -> token
  }

  // Element by element.
  // CHECK-LABEL: entry @elements
  // CHECK: constant <f32: [4.000000e+00, 6.000000e+00]>
  entry @elements(%p: tile<ptr<f32>>) {
    %x = constant <f32: [1.0, 2.0]> : tile<2xf32>
    %y = constant <f32: [3.0, 4.0]> : tile<2xf32>
    %a = addf %x, %y : tile<2xf32>
    %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b = broadcast %q : tile<1xptr<f32>> -> tile<2xptr<f32>>
    %t = store_ptr_tko weak %b, %a : tile<2xptr<f32>>, tile<2xf32> -> token
  }

  // Infinities, NaNs and unknown operands stay; x + 0 is not x (x may be -0).
  // Nor are other float operations folded.
  // CHECK-LABEL: entry @untouched
  // CHECK-COUNT-4: addf
  // CHECK: subf
  // CHECK: mulf
  // CHECK: return
  entry @untouched(%p: tile<ptr<f32>>, %x: tile<f32>) {
    %inf = constant <f32: 0x7F800000> : tile<f32>
    %nan = constant <f32: 0x7FC00000> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %zero = constant <f32: 0.0> : tile<f32>
    %a = addf %inf, %one : tile<f32>
    %b = addf %one, %nan : tile<f32>
    %c = addf %x, %zero : tile<f32>
    %d = addf %a, %c : tile<f32>
    %e = subf %one, %one : tile<f32>
    %f = mulf %one, %one : tile<f32>
    %t0 = store_ptr_tko weak %p, %b : tile<ptr<f32>>, tile<f32> -> token
    %t1 = store_ptr_tko weak %p, %d token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    %t2 = store_ptr_tko weak %p, %e token=%t1 : tile<ptr<f32>>, tile<f32> -> token
    %t3 = store_ptr_tko weak %p, %f token=%t2 : tile<ptr<f32>>, tile<f32> -> token
  }

  // One element that is not finite is enough.
  // CHECK-LABEL: entry @one_infinity
  // CHECK: addf
  entry @one_infinity(%p: tile<ptr<f32>>) {
    %x = constant <f32: [1.0, 0xFF800000]> : tile<2xf32>
    %y = constant <f32: [3.0, 4.0]> : tile<2xf32>
    %a = addf %x, %y : tile<2xf32>
    %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b = broadcast %q : tile<1xptr<f32>> -> tile<2xptr<f32>>
    %t = store_ptr_tko weak %b, %a : tile<2xptr<f32>>, tile<2xf32> -> token
  }
}
