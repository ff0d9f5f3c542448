// RUN: tile-opt %s --tileas-materialize-convert-layout | FileCheck %s
// RUN: tile-opt %s --tileas-materialize-convert-layout=reg2reg-vec-size=15 --tileas-unroll-register-loops | FileCheck %s --check-prefix=LOOPS
// What became element by element no longer is.
// RUN: tile-opt %s --tileas-materialize-convert-layout=reg2reg-vec-size=8 --tileas-materialize-convert-layout | FileCheck %s
// RUN: sed 's/attributes {nv_tileaa.compute_capability = 90 : i32}//' %s | not tile-opt --tileas-materialize-convert-layout 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: failed to query target spec for convert_layout
// RUN: tile-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --tileas-unroll-register-loops {{.*}}Unroll loops that access slices of register tensors

#A = #nv_tileas.linear<reg = [1, 2], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
#B = #nv_tileas.linear<reg = [128, 256], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#S = #nv_tileas.linear<reg = [2, 1], lane = [4, 8, 16, 32, 64], warp = [128, 256]>
#C = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#D = #nv_tileas.linear<reg = [], lane = [64, 2, 4, 8, 16], warp = [32, 1]>
// CHECK: nv_tileas.convert_layout %{{.*}} {nv_tileas.copy_plan = "shared"} : tensor<512xf32
// CHECK: nv_tileas.convert_layout %{{.*}} {nv_tileas.copy_plan = "registers"} : tensor<512xf32
// CHECK: nv_tileas.convert_layout %{{.*}} {nv_tileas.copy_plan = "shared"} : tensor<128xf32
// LOOPS: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL:.*]]>
// LOOPS: nv_tileas.convert_layout %{{.*}} {loop_annotation = #[[ANNOTATION]], nv_tileas.copy_plan = "shared", nv_tileas.root_reg_to_reg_copy_op} : tensor<512xf32
// What stays in its thread is renamed; one register is no loop.
// LOOPS: nv_tileas.convert_layout %{{.*}} {nv_tileas.copy_plan = "registers"} : tensor<512xf32
// LOOPS: nv_tileas.convert_layout %{{.*}} {nv_tileas.copy_plan = "shared"} : tensor<128xf32
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @layouts(%x: tensor<512xf32, #A>, %y: tensor<128xf32, #C>) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %a = nv_tileas.convert_layout %x : tensor<512xf32, #A> -> tensor<512xf32, #B>
    %b = nv_tileas.convert_layout %x : tensor<512xf32, #A> -> tensor<512xf32, #S>
    %c = nv_tileas.convert_layout %y : tensor<128xf32, #C> -> tensor<128xf32, #D>
    nv_tileaa.return
  }
}
