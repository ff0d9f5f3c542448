// The sign of the NaN that pow(-7.25, -7.25) is is not determined: a fold of
// MLIR gives another one than the interpreter, and its bits were compared.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer b : i32[2] = fill(0)
// tilefuzz.args &b
cuda_tile.module @generated {
  entry @main(%b: tile<ptr<i32>>) {
    %i = iota : tile<2xi32>
    %x = constant <f32: [-7.25, 1.0]> : tile<2xf32>
    %y = pow %x, %x : tile<2xf32>
    %n = bitcast %y : tile<2xf32> -> tile<2xi32>
    %r = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p = broadcast %r : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %q = offset %p, %i : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %t = store_ptr_tko weak %q, %n : tile<2xptr<i32>>, tile<2xi32> -> token
    return
  }
}
