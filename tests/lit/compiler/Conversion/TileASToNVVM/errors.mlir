// What the lowering does not do is refused by name.
// RUN: tile-opt %s --convert-tileas-to-nvvm --split-input-file --verify-diagnostics
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
gpu.module @m {
  nv_tileaa.func @k(%a: f32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{'nv_tileaa.extern_elementwise' calls 'cbrtf' of 'mine', which the lowering to NVVM does not know}}
    %0 = nv_tileaa.extern_elementwise "mine", "cbrtf"(%a) : (f32) -> f32
    nv_tileaa.return
  }
}
// -----
gpu.module @m {
  nv_tileaa.func @k(%a: f32, %b: f64) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %0 = nv_tileaa.extern_elementwise "libdevice", "__nv_cbrtf"(%a) : (f32) -> f32
    // expected-error@+1 {{'nv_tileaa.extern_elementwise' calls '__nv_cbrtf' with other types than an operation before it}}
    %1 = nv_tileaa.extern_elementwise "libdevice", "__nv_cbrtf"(%b) : (f64) -> f64
    nv_tileaa.return
  }
}
// -----
gpu.module @m {
  nv_tileaa.func @k(%a: f32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{'nv_tileaa.call_elementwise_intrinsic' calls 'cbrt', which the lowering to NVVM does not know}}
    %0 = nv_tileaa.call_elementwise_intrinsic "cbrt"(%a) : (f32) -> f32
    nv_tileaa.return
  }
}
// -----
gpu.module @m {
  nv_tileaa.func @k(%a: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{'nv_tileaa.splat' has type 'tensor<4xi32>': a tile without a layout}}
    %0 = nv_tileaa.splat %a : i32 -> tensor<4xi32>
    nv_tileaa.return
  }
}
// -----
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
gpu.module @m {
  nv_tileaa.func @k(%a: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{a layout over 128 threads in a kernel of 32}}
    %0 = nv_tileaa.splat %a : i32 -> tensor<128xi32, #one>
    nv_tileaa.return
  }
}
// -----
gpu.module @m {
  // expected-error@+1 {{failed to convert function signature type for: 'tensor<4xi32>'}}
  nv_tileaa.func @k(%a: tensor<4xi32>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    nv_tileaa.return
  }
}
// -----
gpu.module @m {
  // expected-error@+1 {{that is not a kernel is not supported by the lowering to NVVM}}
  nv_tileaa.func @k() {
    nv_tileaa.return
  }
}

// -----

gpu.module @m {
  nv_tileaa.func @bytes(%p: !nv_tileaa.ptr<i8, 1>, %x: i8) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{'nv_tileaa.atomic_rmw' of elements of type 'i8' is not supported by the lowering to NVVM}}
    %y, %t = nv_tileaa.atomic_rmw %p, %x {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i8, 1>, i8) -> (i8, !nv_tileaa.mem_token)
    nv_tileaa.return
  }
}

// -----

gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{'nv_tileaa.alloca' brings the storage of a block to more than 32768 bytes of shared memory, which the lowering to NVVM does not support}}
    %p = nv_tileaa.alloca {num_elem = 8193, alignment = 4} : !nv_tileaa.ptr<f32, 1>
    nv_tileaa.return
  }
}

// -----

gpu.module @m {
  nv_tileaa.func @k() attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // expected-error@+1 {{'nv_tileaa.alloca' of global storage, whose address may become a number, is not supported by the lowering to NVVM}}
    %p = nv_tileaa.alloca {num_elem = 8, alignment = 4, global} : !nv_tileaa.ptr<f32, 1>
    %n = nv_tileaa.ptr_to_int %p : !nv_tileaa.ptr<f32, 1> -> i64
    nv_tileaa.return
  }
}

// -----

#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [0, 0]>
!view = !nv_tileas.tiled_view<tile = [32], memref = <?xf4E2M1FN, strides = [2], 1>, dim_map = [0]>
gpu.module @m {
  nv_tileaa.func @k(%p: !nv_tileaa.ptr<f4E2M1FN, 1>, %n: i64, %i: index) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<f4E2M1FN, 1> -> !nv_tileaa.memref<?xf4E2M1FN, strides = [2], 1>
    %v = nv_tileas.view %m : !nv_tileaa.memref<?xf4E2M1FN, strides = [2], 1> -> !view
    %x, %t = nv_tileas.tiled_load %v[%i] : (!view, index) -> (tensor<32xf4E2M1FN, #one>, !nv_tileaa.mem_token)
    // expected-error@+1 {{'nv_tileas.tiled_store' stores elements that share a byte to a tensor in which they do not follow each other along a dimension of the tile; the lowering to NVVM does not support it}}
    %u = nv_tileas.tiled_store %v, %x[%i] token %t : (!view, tensor<32xf4E2M1FN, #one>, index, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
