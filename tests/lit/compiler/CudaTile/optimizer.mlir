// The passes of the public optimiser that run on request (part 2, section 10).
// RUN: tile-opt %s --fuse-fma | FileCheck %s --check-prefix=FMA
// RUN: tile-opt %s --loop-split --cuda-tile-canonicalize | FileCheck %s --check-prefix=SPLIT
// RUN: tile-opt %s --loop-split=split-threshold=0 | FileCheck %s --check-prefixes=STAYS,NEVER
// RUN: tile-opt %s --loop-split=split-threshold=5 | FileCheck %s --check-prefix=STAYS
// RUN: tile-opt %s --cuda-tile-optimize="fuse-fma=true" | FileCheck %s --check-prefix=ALL
// RUN: tile-opt %s --cuda-tile-optimize="opt-level=0" | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --synthesize-debug-info-scopes --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=SCOPE

cuda_tile.module @m {
  // SCOPE: return loc(#cuda_tile.di_loc<{{.*}}optimizer.mlir":{{[0-9]+:[0-9]+}}) in #cuda_tile.di_subprogram<file = <"optimizer.mlir" in {{.*}}>, line = [[LINE:[0-9]+]], name = "fused", linkageName = "fused", compileUnit = <file = <"optimizer.mlir" in {{.*}}>>, scopeLine = [[LINE]]>>)
  // FMA-LABEL: entry @fused
  // FMA: mulf %[[A:[^ ]*]], %[[B:[^ ]*]] {my.note} : tile<f32>
  // FMA: %[[S:.*]] = fma %[[A]], %[[B]], %[[C:[^ ]*]] {my.note, my.sum} : tile<f32>
  // FMA: fma %[[A]], %[[B]], %[[S]] : tile<f32>
  // FMA: %[[N:.*]] = negf %[[C]] : tile<f32>
  // FMA: fma %[[A]], %[[B]], %[[N]] rounding<zero> flush_to_zero : tile<f32>
  // ALL-LABEL: entry @fused
  // ALL-NOT: mulf
  // ALL: return
  // NONE: mulf
  entry @fused(%p: tile<ptr<f32>>, %a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %0 = mulf %a, %b {my.note} : tile<f32>
    %1 = addf %0, %c {my.sum} : tile<f32>
    %2 = mulf %a, %b : tile<f32>
    %3 = addf %1, %2 : tile<f32>
    %4 = mulf %a, %b rounding<zero> flush_to_zero : tile<f32>
    %5 = subf %4, %c rounding<zero> flush_to_zero : tile<f32>
    %6 = addf %3, %5 : tile<f32>
    %t = store_ptr_tko weak %p, %6 : tile<ptr<f32>>, tile<f32> -> token
    return
  }

  // Other roundings, another use, the product on the right of a difference.
  // FMA-LABEL: entry @unfused
  // FMA-NOT: fma
  // FMA: return
  entry @unfused(%p: tile<ptr<f32>>, %a: tile<f32>, %c: tile<f32>) {
    %0 = mulf %a, %a rounding<zero> : tile<f32>
    %1 = addf %0, %c : tile<f32>
    %2 = mulf %a, %c : tile<f32>
    %3 = addf %2, %1 : tile<f32>
    %4 = addf %2, %3 : tile<f32>
    %5 = mulf %c, %c : tile<f32>
    %6 = subf %4, %5 : tile<f32>
    %t = store_ptr_tko weak %p, %6 : tile<ptr<f32>>, tile<f32> -> token
    return
  }

  // A step of one: each loop has its branch.
  // SPLIT-LABEL: entry @split
  // SPLIT: %[[LESS:.*]] = cmpi less_than %[[N:[^,]*]], %[[UB:[^,]*]], signed
  // SPLIT: %[[M:.*]] = select %[[LESS]], %[[N]], %[[UB]]
  // SPLIT: %[[R:.*]] = for %[[V:.*]] in (%[[LB:.*]] to %[[M]], step %{{.*}})
  // SPLIT-NOT: if
  // SPLIT: addi
  // SPLIT: for %{{.*}} in (%{{.*}} to %[[UB]], step %{{.*}}) : tile<i32> iter_values(%{{.*}} = %[[R]])
  // SPLIT-NOT: if
  // SPLIT: muli
  // SPLIT: return
  // STAYS-LABEL: entry @split
  // STAYS-COUNT-1: for
  // ALL-LABEL: entry @split
  // ALL-COUNT-2: for %
  entry @split(%p: tile<ptr<i32>>, %n: tile<i32>, %ub: tile<i32>, %x: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %s = constant <i32: 1> : tile<i32>
    %r = for %v in (%z to %ub, step %s) : tile<i32> iter_values(%acc = %x) -> (tile<i32>) {
      %c = cmpi less_than %v, %n, signed : tile<i32> -> tile<i1>
      %m = if %c -> (tile<i32>) {
        %a = addi %acc, %v : tile<i32>
        yield %a : tile<i32>
      } else {
        %d = muli %acc, %v : tile<i32>
        yield %d : tile<i32>
      }
      continue %m : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // Any other step: the first loop gives where the second begins.
  // SPLIT-LABEL: entry @split_steps
  // SPLIT: %[[R:.*]]:2 = for unsigned %{{.*}} iter_values(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tile<i32>, tile<i32>)
  // SPLIT: %[[WRAPPED:.*]] = cmpi less_than %[[R]]#1, %{{.*}}, unsigned
  // SPLIT: %[[FROM:.*]] = select %[[WRAPPED]], %{{.*}}, %[[R]]#1
  // SPLIT: for unsigned %{{.*}} in (%[[FROM]] to
  // A store in a branch is reason enough for two loops.
  // STAYS-LABEL: entry @split_steps
  // NEVER-COUNT-1: for
  entry @split_steps(%p: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>, %x: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %r = for unsigned %v in (%z to %n, step %s) : tile<i32> iter_values(%acc = %x) -> (tile<i32>) {
      %c = cmpi greater_than %v, %x, unsigned : tile<i32> -> tile<i1>
      if %c {
        %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
        continue %v : tile<i32>
      }
      continue %acc : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // The bound may be anything where no iteration reads it; the loop's order is
  // another; the loop says never.
  // SPLIT-LABEL: entry @stays
  // SPLIT-COUNT-2: for
  // SPLIT-NOT: for
  // SPLIT: entry @never
  // SPLIT-COUNT-1: for
  // SPLIT-NOT: for
  entry @stays(%p: tile<ptr<i32>>, %n: tile<i32>, %k: tile<i1>) {
    %z = constant <i32: 0> : tile<i32>
    %s = constant <i32: 1> : tile<i32>
    %b, %t = load_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    for %v in (%z to %n, step %s) : tile<i32> {
      %c = cmpi less_than %v, %b, signed : tile<i32> -> tile<i1>
      if %c {
        %u = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    for %v in (%z to %n, step %s) : tile<i32> {
      %c = cmpi less_than %v, %n, unsigned : tile<i32> -> tile<i1>
      if %c {
        %u = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  entry @never(%p: tile<ptr<i32>>, %n: tile<i32>, %b: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %s = constant <i32: 1> : tile<i32>
    for %v in (%z to %n, step %s) : tile<i32> {
      %c = cmpi less_than %v, %b, signed : tile<i32> -> tile<i1>
      if %c {
        %u = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
      }
    } {cuda_tile.loop_split = 0 : i64}
    return
  }
}
