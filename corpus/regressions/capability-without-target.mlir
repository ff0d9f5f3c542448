// A compute capability that no target has was taken where nothing asked for its resources.
module attributes {nv_tileaa.compute_capability = 999 : i32} {
  nv_tileaa.func @k() {
    nv_tileaa.return
  }
}
