// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expects 5 lane entries, but got 1}}
#short = #nv_tileas.linear<reg = [], lane = [1], warp = []>

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @no_layout(%x: tensor<32xi32>) {
  // expected-error@+1 {{expects every tile to have a layout, but got 'tensor<32xi32>'}}
  %y = nv_tileas.convert_layout %x : tensor<32xi32> -> tensor<32xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @unowned(%x: tensor<64xi32, #flat>) {
  // expected-error@+1 {{the layout leaves elements of the tile unowned}}
  %y = nv_tileas.convert_layout %x : tensor<64xi32, #flat> -> tensor<64xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @outside(%x: tensor<16xi32, #flat>) {
  // expected-error@+1 {{layout entry 16 lies outside the tile's 16 elements}}
  %y = nv_tileas.convert_layout %x : tensor<16xi32, #flat> -> tensor<16xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
#other = #nv_tileas.linear<reg = [], lane = [2, 1, 4, 8, 16], warp = []>
nv_tileaa.func @moves(%x: tensor<32xi32, #flat>) {
  // expected-error@+1 {{moves elements between threads: the source's layout must be}}
  %y = nv_tileas.reinterpret %x : tensor<32xi32, #flat> -> tensor<4x8xi32, #other>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @rank(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>) {
  // expected-error@+1 {{tiled memop coordinate count does not match the view rank: 0 vs 1}}
  %x, %t = nv_tileas.tiled_load %v[] : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>) -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @padding(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, %i: index) {
  // expected-error@+1 {{padding value is allowed only when in-bounds is false}}
  %x, %t = nv_tileas.tiled_load %v[%i] {in_bounds, padding_value = #nv_tileaa.padding<zero>} : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, index) -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @semantic(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, %x: tensor<32xf32, #flat>, %i: index) {
  // expected-error@+1 {{rejects acquire semantic}}
  %t = nv_tileas.tiled_store %v, %x[%i] {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, tensor<32xf32, #flat>, index) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

// expected-error@+1 {{tile dimensions must be positive powers of two}}
nv_tileaa.func @tile(%v: !nv_tileas.tiled_view<tile = [3], memref = <?xf32, strides = [1], 1>, dim_map = [0]>) {
  nv_tileaa.return
}

// -----

#tile = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = []>
nv_tileaa.func @shape(%a: tensor<16x16xf16, #tile>, %c: tensor<16x16xf32, #tile>) {
  %b = nv_tileas.reinterpret %a : tensor<16x16xf16, #tile> -> tensor<8x32xf16, #tile>
  // expected-error@+1 {{expects the shapes of a matrix product}}
  %d = nv_tileas.dot %a, %b, %c : (tensor<16x16xf16, #tile>, tensor<8x32xf16, #tile>, tensor<16x16xf32, #tile>) -> tensor<16x16xf32, #tile>
  nv_tileaa.return
}

// -----

#tile = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = []>
nv_tileaa.func @unknown(%a: tensor<16x16xf16, #tile>, %c: tensor<16x16xf32, #tile>) {
  // expected-error@+1 {{names no atom: mma_f8}}
  %d = nv_tileas.dot %a, %a, %c {atom = "mma_f8"} : (tensor<16x16xf16, #tile>, tensor<16x16xf16, #tile>, tensor<16x16xf32, #tile>) -> tensor<16x16xf32, #tile>
  nv_tileaa.return
}

// -----

#tile = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = []>
nv_tileaa.func @types(%a: tensor<16x16xf16, #tile>, %c: tensor<16x16xf32, #tile>) {
  // expected-error@+1 {{has operands that the atom does not take: mma_f32_bf16}}
  %d = nv_tileas.dot %a, %a, %c {atom = "mma_f32_bf16"} : (tensor<16x16xf16, #tile>, tensor<16x16xf16, #tile>, tensor<16x16xf32, #tile>) -> tensor<16x16xf32, #tile>
  nv_tileaa.return
}

// -----

#tile = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = []>
nv_tileaa.func @layout(%a: tensor<16x16xf16, #tile>, %c: tensor<16x16xf32, #tile>) {
  // expected-error@+1 {{expects sums in the layout of the atom's fragments}}
  %d = nv_tileas.dot %a, %a, %c {atom = "mma_f32_f16"} : (tensor<16x16xf16, #tile>, tensor<16x16xf16, #tile>, tensor<16x16xf32, #tile>) -> tensor<16x16xf32, #tile>
  nv_tileaa.return
}

// -----

#tile = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = []>
nv_tileaa.func @sign(%a: tensor<16x16xi8, #tile>, %c: tensor<16x16xi32, #tile>) {
  // expected-error@+1 {{expects the signedness of integer factors}}
  %d = nv_tileas.dot %a, %a, %c : (tensor<16x16xi8, #tile>, tensor<16x16xi8, #tile>, tensor<16x16xi32, #tile>) -> tensor<16x16xi32, #tile>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{moves elements between threads: the result's layout must be}}
  %y = nv_tileas.reinterpret %x permutation = [1, 0] : tensor<4x8xi32, #flat> -> tensor<8x4xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects a permutation of the dimensions}}
  %y = nv_tileas.reinterpret %x permutation = [1, 1] : tensor<4x8xi32, #flat> -> tensor<8x4xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects one permutation entry per dimension}}
  %y = nv_tileas.reinterpret %x permutation = [0] : tensor<4x8xi32, #flat> -> tensor<8x4xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects the permuted source shape}}
  %y = nv_tileas.reinterpret %x permutation = [1, 0] : tensor<4x8xi32, #flat> -> tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>, %i: i32) {
  // expected-error@+1 {{expects a slice that the source can hold}}
  %y = nv_tileas.extract_slice %x[%i, %i] strides = [2, 1] : tensor<4x8xi32, #flat>, i32, i32 -> tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>, %i: i32) {
  // expected-error@+1 {{expects the source's rank, and one offset and one stride per dimension}}
  %y = nv_tileas.extract_slice %x[%i] strides = [1] : tensor<4x8xi32, #flat>, i32 -> tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects offsets of whole slices inside the tile}}
  %y = nv_tileas.insert_slice %x into %x [1, 0] : tensor<4x8xi32, #flat> into tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects tiles of equal rank, and one offset per dimension}}
  %y = nv_tileas.insert_slice %x into %x [0] : tensor<4x8xi32, #flat> into tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f() {
  // expected-error@+1 {{expects every tile to have a layout}}
  %y = nv_tileas.alloc_tensor : tensor<32xi32>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects results of the operands' types}}
  %y = nv_tileas.scan %x {
  ^bb0(%e: i32, %a: i32):
    nv_tileas.yield %e : i32
  } {axis = 0 : i32, identities = [0 : i32]} : (tensor<4x8xi32, #flat>) -> tensor<8x4xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects axis below the operands' rank}}
  %y = nv_tileas.scan %x {
  ^bb0(%e: i32, %a: i32):
    nv_tileas.yield %e : i32
  } {axis = 2 : i32, identities = [0 : i32]} : (tensor<4x8xi32, #flat>) -> tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>) {
  // expected-error@+1 {{expects identities of the operands' element types}}
  %y = nv_tileas.scan %x {
  ^bb0(%e: i32, %a: i32):
    nv_tileas.yield %e : i32
  } {axis = 0 : i32, identities = [0 : i8]} : (tensor<4x8xi32, #flat>) -> tensor<4x8xi32, #flat>
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
#other = #nv_tileas.linear<reg = [], lane = [2, 1, 4, 8, 16], warp = []>
nv_tileaa.func @f(%x: tensor<4x8xi32, #flat>, %z: tensor<4x8xi32, #other>) {
  // expected-error@+1 {{expects operands of one layout}}
  %y:2 = nv_tileas.scan %x, %z {
  ^bb0(%e: i32, %a: i32, %f: i32, %b: i32):
    nv_tileas.yield %e, %f : i32, i32
  } {axis = 0 : i32, identities = [0 : i32, 0 : i32]} : (tensor<4x8xi32, #flat>, tensor<4x8xi32, #other>) -> (tensor<4x8xi32, #flat>, tensor<4x8xi32, #other>)
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, %r: tensor<32xindex, #flat>) {
  // expected-error@+1 {{expects a view with a sparse dimension}}
  %x, %t = nv_tileas.gather_load %v[%r] : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, tensor<32xindex, #flat>) -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, %i: index) {
  // expected-error@+1 {{expects a view without sparse dimension}}
  %x, %t = nv_tileas.tiled_load %v[%i] : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, index) -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, %i: index) {
  // expected-error@+1 {{expects one index per dimension, and a tile of rows along the sparse one}}
  %x, %t = nv_tileas.gather_load %v[%i] : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, index) -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, %r: tensor<32xi32, #flat>) {
  // expected-error@+1 {{tiled memop coordinates must be index-typed}}
  %x, %t = nv_tileas.gather_load %v[%r] : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, tensor<32xi32, #flat>) -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>) {
  // expected-error@+1 {{expects a view on one side and a memref on the other}}
  %x = nv_tileas.view %v : !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]> -> !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>) {
  // expected-error@+1 {{expects the view's memref to be the other type}}
  %x = nv_tileas.view %v : !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]> -> !nv_tileaa.memref<?xf32, strides = [2], 1>
  nv_tileaa.return
}

// -----

// expected-error@+1 {{expects one step per tile dimension}}
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], steps = [1, 2]>) {
  nv_tileaa.return
}

// -----

// expected-error@+1 {{steps must be positive}}
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], steps = [0]>) {
  nv_tileaa.return
}

// -----

// expected-error@+1 {{expects sparse_dim below the tile's rank, but got 1}}
nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 1>) {
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xi8, strides = [1], 1>, dim_map = [0]>, %i: index, %d: tensor<32xi8, #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>>) {
  // expected-error@+1 {{rejects 8-bit element types}}
  %t = nv_tileas.tiled_atomic_rmw %v, %d[%i] {rmw_mode = #nv_tileaa.rmw_mode<add>} : (!nv_tileas.tiled_view<tile = [32], memref = <?xi8, strides = [1], 1>, dim_map = [0]>, tensor<32xi8, #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>>, index) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

nv_tileaa.func @f(%v: !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, %i: index, %d: tensor<32xf32, #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>>) {
  // expected-error@+1 {{expects integer elements, but got 'f32'}}
  %t = nv_tileas.tiled_atomic_rmw %v, %d[%i] {rmw_mode = #nv_tileaa.rmw_mode<add>} : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, tensor<32xf32, #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>>, index) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
// expected-error@+1 {{expects a depth of at least 1, but got 0}}
func.func @depth(%p: !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 0>) {
  return
}

// -----

// expected-error@+1 {{expects a tile with a layout, but got 'tensor<32xi32>'}}
func.func @layout(%p: !nv_tileas.pipeline<tensor<32xi32>, depth = 2>) {
  return
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
func.func @acquire(%p: !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 2>, %i: !nv_tileas.pipeline_iter<depth = 3>) {
  // expected-error@+1 {{expects an iterator of the pipeline's depth}}
  %t = nv_tileas.async.pipeline.producer_acquire %p[%i] : !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 2>, !nv_tileas.pipeline_iter<depth = 3>
  return
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
func.func @read(%p: !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 2>, %t: !nv_tileas.consumer_token) {
  // expected-error@+1 {{expects the pipeline's tile as the result}}
  %x = nv_tileas.async.pipeline.consumer_read %p, %t : !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 2> -> tensor<32xi64, #L>
  return
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
func.func @write(%p: !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 2>, %t: !nv_tileas.producer_token) {
  // expected-error@+1 {{expects the body to take nothing and to yield the pipeline's tile and a memory token}}
  %x = nv_tileas.async.pipeline.producer_write %p, %t {
    nv_tileas.async.pipeline.yield
  } : !nv_tileas.pipeline<tensor<32xi32, #L>, depth = 2>
  return
}

// -----

func.func @agents() {
  // expected-error@+1 {{expects one entry per agent in every list}}
  nv_tileas.async.pipeline.agent_switch {
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 1, 4>, warp_id = array<i32: 0>, max_regs = array<i32: 40>}
  return
}

// -----

func.func @holes() {
  // expected-error@+1 {{expects an agent of 8 warps to begin at a multiple of 4, but got 2}}
  nv_tileas.async.pipeline.agent_switch {
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 8>, warp_id = array<i32: 2>, max_regs = array<i32: 40>}
  return
}

// -----

func.func @together() {
  // expected-error@+1 {{expects agents whose warps come one behind the other}}
  nv_tileas.async.pipeline.agent_switch {
    nv_tileas.async.pipeline.yield
  }, {
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 4, 4>, warp_id = array<i32: 0, 0>, max_regs = array<i32: 40, 40>}
  return
}

// -----

func.func @many() {
  // expected-error@+1 {{agent warp count exceeds module budget}}
  nv_tileas.async.pipeline.agent_switch {
    nv_tileas.async.pipeline.yield
  }, {
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 16, 32>, warp_id = array<i32: 0, 16>, max_regs = array<i32: 24, 24>}
  return
}

// -----

func.func @budget() {
  // expected-error@+1 {{expects budgets of registers that are multiples of 8 up to 256, but got 41}}
  nv_tileas.async.pipeline.agent_switch {
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 4>, warp_id = array<i32: 0>, max_regs = array<i32: 41>}
  return
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
func.func @outside(%x: tensor<32xi32, #L>) {
  nv_tileas.async.pipeline.agent_switch {
    // expected-error@+1 {{takes a tile from outside of its agent, which has to be an operand of the switch}}
    %y = arith.addi %x, %x : tensor<32xi32, #L>
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 1>, warp_id = array<i32: 0>, max_regs = array<i32: 40>}
  return
}

// -----

#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
func.func @warps(%x: tensor<32xi32, #L>) {
  // expected-error@+1 {{agent regions disagree on warp count}}
  nv_tileas.async.pipeline.agent_switch (%x : tensor<32xi32, #L>) {
  ^bb0(%y: tensor<32xi32, #L>):
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 2>, warp_id = array<i32: 0>, max_regs = array<i32: 40>}
  return
}

// -----

func.func @results(%i: !nv_tileas.pipeline_iter<depth = 2>) {
  // expected-error@+1 {{expects the results that its agents yield}}
  %r = nv_tileas.async.pipeline.agent_switch {
    nv_tileas.async.pipeline.yield
  } {num_warps = array<i32: 2>, warp_id = array<i32: 0>, max_regs = array<i32: 40>} -> !nv_tileas.pipeline_iter<depth = 2>
  return
}
