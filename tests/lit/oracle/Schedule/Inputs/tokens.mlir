// Tokens that are not handed on once on every path. The ring itself is well used in each block.
#L = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
!view = !nv_tileas.tiled_view<tile = [512], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token
!ring = !nv_tileas.pipeline<tensor<512xf32, #L>, depth = 1>
!iter = !nv_tileas.pipeline_iter<depth = 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @sometimes(%c: i1) {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %w, %t = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !iter
    scf.if %c {
      nv_tileas.async.pipeline.consumer_release %p, %w : !ring
    }
    nv_tileaa.return
  }
  nv_tileaa.func @either(%c: i1) {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %w, %t = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !iter
    scf.if %c {
      nv_tileas.async.pipeline.consumer_release %p, %w : !ring
    } else {
      %x = nv_tileas.async.pipeline.consumer_read %p, %w : !ring -> tensor<512xf32, #L>
      nv_tileas.async.pipeline.consumer_release %p, %w : !ring
    }
    nv_tileaa.return
  }
  nv_tileaa.func @loops(%n: i32, %one: i32) {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %w, %t = nv_tileas.async.pipeline.consumer_wait %p[%i] pending = 0 : !ring, !iter
    scf.for %k = %one to %n step %one : i32 {
      nv_tileas.async.pipeline.consumer_release %p, %w : !ring
    }
    nv_tileaa.return
  }
  nv_tileaa.func @unwritten() {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %a = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !iter
    nv_tileas.async.pipeline.producer_commit %p, %a : !ring
    nv_tileaa.return
  }
  nv_tileaa.func @escapes(%c: i1) {
    %i = nv_tileas.async.pipeline.create_iterator : !iter
    %p = nv_tileas.async.pipeline.create_pipeline : !ring
    %a = nv_tileas.async.pipeline.producer_acquire %p[%i] : !ring, !iter
    %b = arith.select %c, %a, %a : !nv_tileas.producer_token
    nv_tileaa.return
  }
}
