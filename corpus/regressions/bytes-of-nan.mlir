// The sum of a NaN and a number is a NaN whose bits nothing determines, and pack
// made bytes of them that were compared: threads kept the payload that came in.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer in : i32[2] = list(-1, 1065353216)
// tilefuzz.buffer b : i8[8] = fill(0)
// tilefuzz.args &in &b
cuda_tile.module @generated {
  entry @main(%in: tile<ptr<i32>>, %b: tile<ptr<i8>>) {
    %i = iota : tile<2xi32>
    %ri = reshape %in : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pi = broadcast %ri : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %qi = offset %pi, %i : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %n, %ti = load_ptr_tko weak %qi : tile<2xptr<i32>> -> tile<2xi32>, token
    %x = bitcast %n : tile<2xi32> -> tile<2xf32>
    %one = constant <f32: 1.0> : tile<2xf32>
    %y = addf %x, %one : tile<2xf32>
    %s = pack %y : tile<2xf32> -> tile<8xi8>
    %j = iota : tile<8xi32>
    %r = reshape %b : tile<ptr<i8>> -> tile<1xptr<i8>>
    %p = broadcast %r : tile<1xptr<i8>> -> tile<8xptr<i8>>
    %q = offset %p, %j : tile<8xptr<i8>>, tile<8xi32> -> tile<8xptr<i8>>
    %t = store_ptr_tko weak %q, %s : tile<8xptr<i8>>, tile<8xi8> -> token
    return
  }
}
