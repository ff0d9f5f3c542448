// Products with zero and of constants.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=dot-zero-of-floats" | FileCheck %s --check-prefix=ZERO
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=dot-constants-narrow" | FileCheck %s --check-prefix=FOLD
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=dot-constants-ignore-sign" | FileCheck %s --check-prefix=SIGN

#s = #nv_tileaa.signedness<signed>
#u = #nv_tileaa.signedness<unsigned>

// Whatever the other factor is, integer products with zero are zero.
// CHECK-LABEL: nv_tileaa.func @zero
// CHECK-NEXT: nv_tileaa.return %arg2
nv_tileaa.func @zero(%x: tensor<2x4xi8>, %y: tensor<4x2xi8>, %c: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant 0 : i8
  %a = nv_tileaa.splat %zero : i8 -> tensor<2x4xi8>
  %b = arith.constant dense<0> : tensor<4x2xi8>
  %0 = nv_tileaa.dot %a, %y, %c {signedness_a = #s, signedness_b = #u} : (tensor<2x4xi8>, tensor<4x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %1 = nv_tileaa.dot %x, %b, %0 {signedness_a = #s, signedness_b = #s} : (tensor<2x4xi8>, tensor<4x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  nv_tileaa.return %1 : tensor<2x2xi32>
}

// 0 * inf is NaN, and -0.0 + 0.0 is 0.0: floats stay. One element that is not
// zero is enough for integers to stay.
// CHECK-LABEL: nv_tileaa.func @zero_stays
// CHECK-COUNT-2: nv_tileaa.dot
// ZERO-LABEL: nv_tileaa.func @zero_stays
// ZERO: nv_tileaa.dot {{.*}} -> tensor<2x2xi32>
// ZERO-NOT: nv_tileaa.dot
// ZERO: nv_tileaa.return
nv_tileaa.func @zero_stays(%x: tensor<2x4xf16>, %c: tensor<2x2xf32>, %i: tensor<2x4xi8>, %d: tensor<2x2xi32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %b = arith.constant dense<0.0> : tensor<4x2xf16>
  %k = arith.constant dense<[[0, 0], [0, 0], [0, 0], [0, 1]]> : tensor<4x2xi8>
  %1 = nv_tileaa.dot %i, %k, %d {signedness_a = #s, signedness_b = #s} : (tensor<2x4xi8>, tensor<4x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %0 = nv_tileaa.dot %x, %b, %c : (tensor<2x4xf16>, tensor<4x2xf16>, tensor<2x2xf32>) -> tensor<2x2xf32>
  nv_tileaa.return %0, %1 : tensor<2x2xf32>, tensor<2x2xi32>
}

// 200 is 200 or -56, 255 is 255 or -1; sums wrap.
// CHECK-LABEL: nv_tileaa.func @integers
// CHECK-DAG: arith.constant dense<51000> : tensor<1x1xi32>
// CHECK-DAG: arith.constant dense<-200> : tensor<1x1xi32>
// CHECK-DAG: arith.constant dense<-14280> : tensor<1x1xi32>
// CHECK-DAG: arith.constant dense<-2147483593> : tensor<1x1xi32>
// CHECK-NOT: nv_tileaa.dot
// SIGN-LABEL: nv_tileaa.func @integers
// SIGN-NOT: dense<51000>
// SIGN: nv_tileaa.return
nv_tileaa.func @integers() -> (tensor<1x1xi32>, tensor<1x1xi32>, tensor<1x1xi32>, tensor<1x1xi32>) {
  %x = arith.constant dense<200> : tensor<1x1xi8>
  %y = arith.constant dense<255> : tensor<1x1xi8>
  %c = arith.constant dense<0> : tensor<1x1xi32>
  %big = arith.constant dense<2147483647> : tensor<1x1xi32>
  %0 = nv_tileaa.dot %x, %y, %c {signedness_a = #u, signedness_b = #u} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
  %1 = nv_tileaa.dot %x, %y, %c {signedness_a = #u, signedness_b = #s} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
  %2 = nv_tileaa.dot %x, %y, %c {signedness_a = #s, signedness_b = #u} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
  %3 = nv_tileaa.dot %x, %y, %big {signedness_a = #s, signedness_b = #s} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
  nv_tileaa.return %0, %1, %2, %3 : tensor<1x1xi32>, tensor<1x1xi32>, tensor<1x1xi32>, tensor<1x1xi32>
}

// Batches, rows, columns: [1 2; 3 4] * [5 6; 7 8] and its successor.
// CHECK-LABEL: nv_tileaa.func @batches
// CHECK: dense<{{\[\[\[}}19, 22], [43, 50]], {{\[\[}}1, 2], [3, 4]]]>
nv_tileaa.func @batches() -> tensor<2x2x2xi32> {
  %x = arith.constant dense<[[[1, 2], [3, 4]], [[1, 2], [3, 4]]]> : tensor<2x2x2xi8>
  %y = arith.constant dense<[[[5, 6], [7, 8]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi8>
  %c = arith.constant dense<0> : tensor<2x2x2xi32>
  %0 = nv_tileaa.dot %x, %y, %c {signedness_a = #s, signedness_b = #s} : (tensor<2x2x2xi8>, tensor<2x2x2xi8>, tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  nv_tileaa.return %0 : tensor<2x2x2xi32>
}

// 255 * 255 is no f16, but an f32; the sum is taken there. Terms that cancel
// leave +0.
// CHECK-LABEL: nv_tileaa.func @floats
// CHECK-DAG: arith.constant dense<6.502500e+04> : tensor<1x1xf32>
// CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<1x1xf32>
// CHECK-NOT: nv_tileaa.dot
// FOLD-LABEL: nv_tileaa.func @floats
// FOLD: arith.constant dense<6.502400e+04> : tensor<1x1xf32>
nv_tileaa.func @floats() -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %x = arith.constant dense<255.0> : tensor<1x1xf16>
  %y = arith.constant dense<255.0> : tensor<1x1xf16>
  %c = arith.constant dense<-0.0> : tensor<1x1xf32>
  %0 = nv_tileaa.dot %x, %y, %c : (tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %a = arith.constant dense<[[1.0, -1.0]]> : tensor<1x2xf16>
  %b = arith.constant dense<1.0> : tensor<2x1xf16>
  %1 = nv_tileaa.dot %a, %b, %c : (tensor<1x2xf16>, tensor<2x1xf16>, tensor<1x1xf32>) -> tensor<1x1xf32>
  nv_tileaa.return %0, %1 : tensor<1x1xf32>, tensor<1x1xf32>
}

// Rounded in some order (2^24 + 1), infinite, not a number, out of range,
// subnormal, all zeros negative, fast sums, another precision inside.
// CHECK-LABEL: nv_tileaa.func @floats_stay
// CHECK-COUNT-8: nv_tileaa.dot
nv_tileaa.func @floats_stay() -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf16>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %big = arith.constant dense<16777216.0> : tensor<1x1xf32>
  %0 = nv_tileaa.dot %one, %one, %big : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %inf = arith.constant dense<0x7F800000> : tensor<1x1xf32>
  %1 = nv_tileaa.dot %inf, %one, %one : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<1x1xf32>
  %2 = nv_tileaa.dot %one, %one, %nan : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %h = arith.constant dense<65504.0> : tensor<1x1xf16>
  %two = arith.constant dense<2.0> : tensor<1x1xf16>
  %hz = arith.constant dense<0.0> : tensor<1x1xf16>
  %3 = nv_tileaa.dot %h, %two, %hz : (tensor<1x1xf16>, tensor<1x1xf16>, tensor<1x1xf16>) -> tensor<1x1xf16>
  %tiny = arith.constant dense<0x00800000> : tensor<1x1xf32>
  %half = arith.constant dense<0.5> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %4 = nv_tileaa.dot %tiny, %half, %zero : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %minus = arith.constant dense<-0.0> : tensor<1x1xf32>
  %5 = nv_tileaa.dot %minus, %one, %minus : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %6 = nv_tileaa.dot %one, %one, %one {fast_acc} : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %7 = nv_tileaa.dot %one, %one, %one {input_precision = "tf32"} : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  nv_tileaa.return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf16>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// At the border: 2^24 - 1 + 1 is exact in every order.
// CHECK-LABEL: nv_tileaa.func @border
// CHECK: arith.constant dense<0x4B800000> : tensor<1x1xf32>
// CHECK-NOT: nv_tileaa.dot
// CHECK: nv_tileaa.return
nv_tileaa.func @border() -> tensor<1x1xf32> {
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %big = arith.constant dense<16777215.0> : tensor<1x1xf32>
  %0 = nv_tileaa.dot %one, %one, %big : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  nv_tileaa.return %0 : tensor<1x1xf32>
}
