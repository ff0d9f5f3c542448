// Discardable attributes follow what takes the place of their operation, and never become properties of it; fast-math
// flags of float arithmetic do, in both spellings.
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 | FileCheck %s
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=90 general-driver" | FileCheck %s
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 --convert-tileaa-to-tileas | FileCheck %s --check-prefix=SCHEDULED
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 --convert-tileaa-to-tileas --convert-tileas-to-nvvm | FileCheck %s --check-prefix=MACHINE
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa="compute-capability=90 inject-bug=note-becomes-property" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s | tile-opt | FileCheck %s --check-prefix=READ

// CHECK: gpu.module @m attributes {my.tag = 1 : i32}
cuda_tile.module @m attributes {my.tag = 1 : i32} {
  // CHECK: nv_tileaa.func @e
  // CHECK-SAME: kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4,
  // CHECK-SAME: my.tag = 2 : i32
  // CHECK-SAME: tilefuzz.foreign.kernel_spec = "x"
  // SCHEDULED: nv_tileaa.func @e
  // SCHEDULED-SAME: tilefuzz.foreign.kernel_spec = "x"
  entry @e(%p: tile<ptr<f32>>, %x: tile<f32>, %y: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
    // CHECK: nv_tileaa.load %{{.*}} {my.tag = 3 : i32, optimization_hints = {sm_90 = {latency = 2 : i64}}, tilefuzz.foreign.cache_modifier = #nv_tileaa.cache_modifier<cg>}
    // SCHEDULED: nv_tileas.load %{{.*}} {my.tag = 3 : i32, optimization_hints = {sm_90 = {latency = 2 : i64}}, tilefuzz.foreign.cache_modifier = #nv_tileaa.cache_modifier<cg>}
    %a, %t = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 2}> {my.tag = 3 : i32, cache_modifier = #nv_tileaa.cache_modifier<cg>} : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: nv_tileaa.addf {{.*}} {fastmath = #arith.fastmath<contract>, my.tag = 4 : i32}
    // SCHEDULED: arith.addf {{.*}} fastmath<contract> {my.tag = 4 : i32}
    // MACHINE: llvm.fadd %{{[0-9]+}}, %arg1 : f32
    %b = addf %a, %x rounding<nearest_even> {fastmath = #arith.fastmath<contract>, my.tag = 4 : i32} : tile<f32>
    // CHECK: nv_tileaa.fma {{.*}} {fastmath = #arith.fastmath<nsz,contract>}
    // SCHEDULED: math.fma {{.*}} fastmath<nsz,contract>
    %c = fma %b, %x, %y rounding<nearest_even> {fastmath = "contract, nsz"} : tile<f32>
    // Rounding of its own stays with nv_tileaa until the machine level.
    // CHECK: nv_tileaa.mulf {{.*}} {fastmath = #arith.fastmath<contract>, rounding_mode = #nv_tileaa.rounding_mode<rz>}
    // SCHEDULED: nv_tileaa.mulf {{.*}} {fastmath = #arith.fastmath<contract>, rounding_mode = #nv_tileaa.rounding_mode<rz>}
    %d = mulf %c, %x rounding<zero> {fastmath = "contract"} : tile<f32>
    // Not flags: notes like any other.
    // CHECK: nv_tileaa.subf {{.*}} {tilefuzz.foreign.fastmath = "very"}
    // SCHEDULED: arith.subf {{.*}} {tilefuzz.foreign.fastmath = "very"}
    %e = subf %d, %y rounding<nearest_even> {fastmath = "very"} : tile<f32>
    // CHECK: nv_tileaa.subf {{.*}} {tilefuzz.foreign.fastmath = 1 : i32}
    %f = subf %e, %y rounding<nearest_even> {fastmath = 1 : i32} : tile<f32>
    // Not float arithmetic: a note until something owns the name.
    // CHECK: nv_tileaa.fp_to_fp {{.*}} {fastmath = "contract"}
    // SCHEDULED: arith.extf {{.*}} {tilefuzz.foreign.fastmath = "contract"}
    %wide = ftof %f rounding<nearest_even> {fastmath = "contract"} : tile<f32> -> tile<f64>
    // CHECK: arith.addi {{.*}} {tilefuzz.foreign.overflowFlags = "x"}
    // READ: addi %{{.*}}, %{{.*}} {overflowFlags = "x"} : tile<i32>
    %k = addi %i, %j {overflowFlags = "x"} : tile<i32>
    // CHECK: arith.subi {{.*}} {tilefuzz.foreign.overflowFlags = #arith.overflow<nsw>}
    // BUG: arith.subi {{.*}} overflow<nsw> :
    %l = subi %k, %j {overflowFlags = #arith.overflow<nsw>} : tile<i32>
    // CHECK: arith.cmpi slt, {{.*}} {tilefuzz.foreign.predicate = 0 : i64}
    // BUG: arith.cmpi eq,
    %less = cmpi less_than %k, %l, signed {predicate = 0 : i64} : tile<i32> -> tile<i1>
    // CHECK: scf.if
    if %less {
      // CHECK: nv_tileaa.store {{.*}} {my.tag = 5 : i32}
      // SCHEDULED: nv_tileas.store {{.*}} {my.tag = 5 : i32}
      %s = store_ptr_tko weak %p, %f token=%t {my.tag = 5 : i32} : tile<ptr<f32>>, tile<f32> -> token
      // CHECK: } {my.tag = 6 : i32}
      // SCHEDULED: } {my.tag = 6 : i32}
    } {my.tag = 6 : i32}
    // The attribute dictionary of a reduction has names of others, too.
    // READ: reduce %{{.*}} {inclusive = false, reverse = true} dim=0
    %iota = iota : tile<4xi32>
    %sum = reduce %iota {reverse = true, inclusive = false} dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
      (%m: tile<i32>, %n: tile<i32>) {
        %o = addi %m, %n : tile<i32>
        yield %o : tile<i32>
      }
  } {my.tag = 2 : i32, kernel_spec = "x"}
}
