// Nobody asks for what was not loaded.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i8[2] = fill(1)
// tilefuzz.buffer out : i8[2] = fill(7)
// tilefuzz.args &in &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i8>>, %p: tile<ptr<i8>>) {
    %n = iota : tile<2xi32>
    %zero = constant <i32: 0> : tile<2xi32>
    %c = cmpi equal %n, %zero, signed : tile<2xi32> -> tile<2xi1>
    %no = constant <i1: false> : tile<2xi1>
    %x1 = reshape %x : tile<ptr<i8>> -> tile<1xptr<i8>>
    %xs = broadcast %x1 : tile<1xptr<i8>> -> tile<2xptr<i8>>
    %from = offset %xs, %n : tile<2xptr<i8>>, tile<2xi32> -> tile<2xptr<i8>>
    %v, %t1 = load_ptr_tko weak %from, %c : tile<2xptr<i8>>, tile<2xi1> -> tile<2xi8>, token
    %b = trunci %v : tile<2xi8> -> tile<2xi1>
    %s = select %c, %b, %no : tile<2xi1>, tile<2xi1>
    %r = exti %s unsigned : tile<2xi1> -> tile<2xi8>
    %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %ps = broadcast %p1 : tile<1xptr<i8>> -> tile<2xptr<i8>>
    %to = offset %ps, %n : tile<2xptr<i8>>, tile<2xi32> -> tile<2xptr<i8>>
    %t2 = store_ptr_tko weak %to, %r : tile<2xptr<i8>>, tile<2xi8> -> token
    return
  }
}
