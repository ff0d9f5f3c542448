// A producer loads both factors, a compute agent multiplies, and a third one
// stores the sums: queues of tiles between them, in warps 0, 4 to 7 and 8 to 9.
// tilefuzz.launch kernel=@gemm grid=2,1,1 seed=3
// tilefuzz.buffer a : f16[2048] = uniform(-4, 4)
// tilefuzz.buffer b : f16[1024] = uniform(-4, 4)
// tilefuzz.buffer c : f32[512] = fill(7)
// tilefuzz.args &a &b &c
!half = !nv_tileaa.ptr<f16, 1>
!single = !nv_tileaa.ptr<f32, 1>
!tok = !nv_tileaa.mem_token
!a = tensor<16x16xf16>
!b = tensor<16x16xf16>
!c = tensor<16x16xf32>
!av = !nv_tileaa.tiled_view<16x16xf16, memref = !nv_tileaa.memref<32x64xf16, strides = [64, 1], 1>, dim_map = [0, 1], padding = none>
!bv = !nv_tileaa.tiled_view<16x16xf16, memref = !nv_tileaa.memref<64x16xf16, strides = [16, 1], 1>, dim_map = [0, 1], padding = none>
!cv = !nv_tileaa.tiled_view<16x16xf32, memref = !nv_tileaa.memref<32x16xf32, strides = [16, 1], 1>, dim_map = [0, 1], padding = none>
!factors = !nv_tileaa.queue<!a, !b>
!sums = !nv_tileaa.queue<!c, i32>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @gemm(%pa: !half, %pb: !half, %pc: !single) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %end = arith.constant 4 : i32
      %none = arith.constant dense<0.0> : !c
      %row = nv_tileaa.get_program_id 0 : i32
      %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] {alias_scope = 0 : i32} : !half -> !nv_tileaa.memref<32x64xf16, strides = [64, 1], 1>
      %va = nv_tileaa.block_tile %ma : !nv_tileaa.memref<32x64xf16, strides = [64, 1], 1> -> !av
      %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] {alias_scope = 0 : i32} : !half -> !nv_tileaa.memref<64x16xf16, strides = [16, 1], 1>
      %vb = nv_tileaa.block_tile %mb : !nv_tileaa.memref<64x16xf16, strides = [16, 1], 1> -> !bv
      %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] {alias_scope = 0 : i32} : !single -> !nv_tileaa.memref<32x16xf32, strides = [16, 1], 1>
      %vc = nv_tileaa.block_tile %mc : !nv_tileaa.memref<32x16xf32, strides = [16, 1], 1> -> !cv
      %factors = nv_tileaa.create_queue {depth = 3 : i32} : !factors
      %sums = nv_tileaa.create_queue {depth = 1 : i32} : !sums
      nv_tileaa.execute {
        scf.for %k = %zero to %end step %one : i32 {
          nv_tileaa.queue.put %factors {
            %a, %ta = nv_tileaa.tiled_load %va[%row, %k] : (!av, i32, i32) -> (!a, !tok)
            %b, %tb = nv_tileaa.tiled_load %vb[%k, %zero] : (!bv, i32, i32) -> (!b, !tok)
            nv_tileaa.queue.yield %a, %b : !a, !b
          } : !factors
        }
        nv_tileaa.yield
      }, {
        %all = scf.for %k = %zero to %end step %one iter_args(%acc = %none) -> (!c) : i32 {
          %a, %b = nv_tileaa.queue.get %factors {
          ^bb0(%x: !a, %w: !b):
            nv_tileaa.queue.yield %x, %w : !a, !b
          } : (!factors) -> (!a, !b)
          %next = nv_tileaa.dot %a, %b, %acc : (!a, !b, !c) -> !c
          scf.yield %next : !c
        }
        nv_tileaa.queue.put %sums {
          nv_tileaa.queue.yield %all, %row : !c, i32
        } : !sums
        nv_tileaa.yield
      }, {
        nv_tileaa.queue.get %sums {
        ^bb0(%s: !c, %at: i32):
          %t = nv_tileaa.tiled_store %vc, %s[%at, %zero] : (!cv, !c, i32, i32) -> !tok
          nv_tileaa.queue.yield
        } : (!sums) -> ()
        nv_tileaa.yield
      } {num_warps = array<i32: 1, 4, 2>, max_registers = array<i32: 40, 200, 64>}
      nv_tileaa.return
    }
  }
}
