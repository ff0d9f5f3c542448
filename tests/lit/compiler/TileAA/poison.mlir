// A load that reads nothing, and is given nothing for it, has any value; every
// level takes that.
// RUN: tile-run %s --at=tileaa-canonicalize | FileCheck %s --check-prefix=TILE
// RUN: tile-run %s --at=convert-tileaa-to-tileas | FileCheck %s --check-prefix=TILE
// RUN: tile-run %s --at=optimize-llvm | FileCheck %s
// TILE: x : i32[4] = 9 9 9 9
// TILE: r : i32[4] = ?
// CHECK: x : i32[4] = 9 9 9 9
// CHECK: r : i32[4] = 0 0 0 0
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = fill(9)
// tilefuzz.buffer r : i32[4] = fill(1)
// tilefuzz.args &x &r
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %r: tile<ptr<i32>>) {
    %none = constant <i1: false> : tile<4xi1>
    %i = iota : tile<4xi32>
    %a = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %a : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %c = offset %b, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %d = reshape %r : tile<ptr<i32>> -> tile<1xptr<i32>>
    %e = broadcast %d : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %f = offset %e, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t = load_ptr_tko weak %c, %none : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %u = store_ptr_tko weak %f, %v token=%t : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
