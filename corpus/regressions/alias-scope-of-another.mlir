// The operation's alias scope and that of its type differed, and it verified.
nv_tileaa.func @f(%m: !nv_tileaa.ptr<f32, 1>) {
  %d = nv_tileaa.make_memref %m, sizes = [], strides = [] {alias_scope = 5 : i32} : !nv_tileaa.ptr<f32, 1> -> !nv_tileaa.memref<8xf32, strides = [1], 1, scope = 7>
  nv_tileaa.return
}
