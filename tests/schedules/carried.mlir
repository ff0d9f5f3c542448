// Carried values that rotate, tokens from iteration to iteration, updates in place, regions, effects.
#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
#spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @rotates(%init: tensor<512xf32, #L>, %n: i32, %one: i32) attributes {kernel_spec = #spec} {
    %r:2 = scf.for %i = %one to %n step %one iter_args(%a = %init, %b = %init) -> (tensor<512xf32, #L>, tensor<512xf32, #L>) : i32 {
      %use = arith.mulf %b, %b : tensor<512xf32, #L>
      %long = math.exp2 %use : tensor<512xf32, #L>
      %next = math.exp2 %long : tensor<512xf32, #L>
      scf.yield %next, %a : tensor<512xf32, #L>, tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @tokens(%view: !view, %n: i32, %one: i32, %at: index, %token: !nv_tileaa.mem_token) attributes {kernel_spec = #spec} {
    %r = scf.for %i = %one to %n step %one iter_args(%t = %token) -> (!nv_tileaa.mem_token) : i32 {
      %x, %loaded = nv_tileas.tiled_load %view[%at] token %t : (!view, index, !nv_tileaa.mem_token) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
      %y = math.exp2 %x : tensor<512xf32, #L>
      %stored = nv_tileas.tiled_store %view, %y[%at] token %loaded : (!view, tensor<512xf32, #L>, index, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
      %again, %last = nv_tileas.tiled_load %view[%at] token %stored : (!view, index, !nv_tileaa.mem_token) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
      scf.yield %last : !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
  nv_tileaa.func @updates(%init: tensor<512xf32, #L>, %n: i32, %one: i32) attributes {kernel_spec = #spec} {
    %r:2 = scf.for %i = %one to %n step %one iter_args(%buffer = %init, %sum = %init) -> (tensor<512xf32, #L>, tensor<512xf32, #L>) : i32 {
      %slow = math.exp2 %sum : tensor<512xf32, #L>
      %data = arith.negf %init : tensor<512xf32, #L>
      %read = arith.addf %buffer, %slow : tensor<512xf32, #L>
      %written = nv_tileas.insert_slice %data into %buffer [0] : tensor<512xf32, #L> into tensor<512xf32, #L>
      scf.yield %written, %read : tensor<512xf32, #L>, tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
  // Operations that take no time stand in one row with what uses them.
  nv_tileaa.func @rows(%view: !view, %n: i32, %one: i32, %token: !nv_tileaa.mem_token) attributes {kernel_spec = #spec} {
    scf.for %i = %one to %n step %one : i32 {
      %at = arith.index_castui %i : i32 to index
      %x, %t = nv_tileas.tiled_load %view[%at] token %token : (!view, index, !nv_tileaa.mem_token) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
    }
    nv_tileaa.return
  }
  // The unit that the second phase of a reduction needs is the loads', too.
  nv_tileaa.func @phases(%view: !view, %init: tensor<512xf32, #L>, %n: i32, %one: i32, %at: index, %token: !nv_tileaa.mem_token) attributes {kernel_spec = #spec} {
    scf.for %i = %one to %n step %one : i32 {
      %x, %t = nv_tileas.tiled_load %view[%at] token %token : (!view, index, !nv_tileaa.mem_token) -> (tensor<512xf32, #L>, !nv_tileaa.mem_token)
      %max = nv_tileas.scan %x {
      ^bb0(%element: f32, %so_far: f32):
        %more = arith.maximumf %element, %so_far : f32
        nv_tileas.yield %more : f32
      } {axis = 0 : i32, identities = [0xFF800000 : f32]} : (tensor<512xf32, #L>) -> tensor<512xf32, #L>
      %sum = nv_tileas.scan %max {
      ^bb0(%element: f32, %so_far: f32):
        %more = arith.addf %element, %so_far : f32
        nv_tileas.yield %more : f32
      } {axis = 0 : i32, identities = [0.0 : f32]} : (tensor<512xf32, #L>) -> tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @regions(%init: tensor<512xf32, #L>, %n: i32, %one: i32, %cond: i1) attributes {kernel_spec = #spec} {
    scf.for %i = %one to %n step %one : i32 {
      %x = math.exp2 %init : tensor<512xf32, #L>
      %y = scf.if %cond -> tensor<512xf32, #L> {
        %z = arith.addf %x, %init : tensor<512xf32, #L>
        scf.yield %z : tensor<512xf32, #L>
      } else {
        scf.yield %init : tensor<512xf32, #L>
      }
      %w = math.exp2 %y : tensor<512xf32, #L>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @effects(%view: !view, %init: tensor<512xf32, #L>, %n: i32, %one: i32, %at: index, %token: !nv_tileaa.mem_token, %limit: tensor<512xf32, #L>) attributes {kernel_spec = #spec} {
    scf.for %i = %one to %n step %one : i32 {
      %x = math.exp2 %init : tensor<512xf32, #L>
      %c = arith.cmpf olt, %x, %limit : tensor<512xf32, #L>
      nv_tileaa.assert %c, "below" : tensor<512xi1, #L>
      %stored = nv_tileas.tiled_store %view, %init[%at] token %token : (!view, tensor<512xf32, #L>, index, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
}
