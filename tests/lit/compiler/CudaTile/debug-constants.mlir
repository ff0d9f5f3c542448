// Elements for people: separated by commas, without shape or type. Not a format
// that is read: the operation's printer is (the second run).
// RUN: tile-opt %s --cuda-tile-debug-constants -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --cuda-tile-debug-constants 2>/dev/null | tile-opt | FileCheck %s --check-prefix=PRINTER

cuda_tile.module @constants {
  entry @f() {
    // CHECK: remark: 1, -2, 3, 4
    // PRINTER: constant <i32: {{\[\[}}1, -2], [3, 4]]> : tile<2x2xi32>
    %a = constant <i32: [[1, -2], [3, 4]]> : tile<2x2xi32>
    // CHECK: remark: 1, 1, 1, 1
    // PRINTER: constant <i8: 1> : tile<4xi8>
    %b = constant <i8: 1> : tile<4xi8>
    // CHECK: remark: 1, 0
    // PRINTER: constant <i1: [true, false]> : tile<2xi1>
    %c = constant <i1: [true, false]> : tile<2xi1>
    // CHECK: remark: 0.5, -0{{$}}
    // PRINTER: constant <f16:
    %d = constant <f16: [0.5, -0.0]> : tile<2xf16>
  }
}
