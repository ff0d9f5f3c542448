// Tensor memory was granted to a target that has none.
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @k(%x: i32) {
    nv_tileaa.plugin "tc" (%x) {tensor_memory_bytes = 1024 : i64} : (i32) -> ()
    nv_tileaa.execute { nv_tileaa.yield } {num_warps = array<i32: 4>, max_registers = array<i32: 128>, tensor_memory_bytes = array<i64: 4096>}
    nv_tileaa.return
  }
}
