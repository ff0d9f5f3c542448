// Elements of four bits through pointers: a pointer is to a byte, and of the two
// elements in it to the first. One of four is masked off.
// RUN: tile-run %s | FileCheck %s
// RUN: tile-run %s --at=optimize-llvm | FileCheck %s
// RUN: tile-run %s --at=emit-ptx | FileCheck %s
// CHECK: out : f32[4] = 0.5 1 6 2
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i8[4] = iota(33, 1)
// tilefuzz.buffer out : f32[4] = fill(-1)
// tilefuzz.args &in &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %q: tile<ptr<f32>>) {
    %n = iota : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %mask = cmpi not_equal %n, %two, signed : tile<4xi32> -> tile<4xi1>
    %six = constant <f4E2M1FN: 6.0> : tile<4xf4E2M1FN>
    %a = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %b = broadcast %a : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %c = offset %b, %n : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %h = ptr_to_ptr %c : tile<4xptr<i8>> -> tile<4xptr<f4E2M1FN>>
    %x, %t = load_ptr_tko weak %h, %mask, %six : tile<4xptr<f4E2M1FN>>, tile<4xi1>, tile<4xf4E2M1FN> -> tile<4xf4E2M1FN>, token
    %f = ftof %x : tile<4xf4E2M1FN> -> tile<4xf32>
    %d = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %e = broadcast %d : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %g = offset %e, %n : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %u = store_ptr_tko weak %g, %f : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
}
