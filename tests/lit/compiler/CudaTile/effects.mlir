// Part 2, 0.6: what generic passes may remove and merge, and what they may not.
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK,DCE
// RUN: tile-opt %s --cse | FileCheck %s --check-prefixes=CHECK,CSE

cuda_tile.module @m {
  // Unknown effects: nothing goes, not even an unused weak load.
  // CHECK-LABEL: entry @unknown
  // CHECK-COUNT-2: load_ptr_tko weak
  // CHECK-COUNT-2: load_view_tko weak
  // CHECK-COUNT-2: store_ptr_tko weak
  // CHECK-COUNT-2: store_view_tko weak
  // CHECK-COUNT-2: atomic_rmw_tko
  // CHECK-COUNT-2: atomic_cas_tko
  // CHECK-COUNT-2: atomic_red_view_tko
  // CHECK-COUNT-2: print_tko
  // CHECK-COUNT-2: alloca
  // CHECK-COUNT-2: assume
  // CHECK-COUNT-2: assert
  // CHECK: return
  entry @unknown(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i1>) {
    %tv = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %x = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    %0, %1 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %2, %3 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %4, %5 = load_view_tko weak %pv[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %6, %7 = load_view_tko weak %pv[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %8 = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
    %9 = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
    %10 = store_view_tko weak %x, %pv[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %11 = store_view_tko weak %x, %pv[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %12, %13 = atomic_rmw_tko relaxed device %p, xchg, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %14, %15 = atomic_rmw_tko relaxed device %p, xchg, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %16, %17 = atomic_cas_tko relaxed device %p, %f, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %18, %19 = atomic_cas_tko relaxed device %p, %f, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %20 = atomic_red_view_tko relaxed device %pv[%i], addf, %x : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %21 = atomic_red_view_tko relaxed device %pv[%i], addf, %x : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %22 = print_tko "x" -> token
    %23 = print_tko "x" -> token
    %24 = alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
    %25 = alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
    %26 = assume div_by<2>, %i : tile<i32>
    %27 = assume div_by<2>, %i : tile<i32>
    assert %c, "c" : tile<i1>
    assert %c, "c" : tile<i1>
  }

  // No effects, speculatable or not: dead ones go (CSE looks at each operation
  // once, so what only dead ones used stays there), equal ones merge.
  // CHECK-LABEL: entry @none
  // CSE-NOT: {{strided_view %|gather|index_space|divi|join|mma|select}}
  // CSE: return
  // DCE-NEXT: return
  entry @none(%p: tile<ptr<f32>>, %i: tile<i32>, %a: tile<i8>, %c: tile<i1>) {
    %m8 = constant <i8: 1> : tile<2x2xi8>
    %m32 = constant <i32: 1> : tile<2x2xi32>
    %h = constant <f16: 1.0> : tile<2x2xf16>
    %0 = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %1 = make_partition_view %0 : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %2 = make_strided_view %0 : strided_view<tile=(4), traversal_strides=[2], tensor_view<4xf32, strides=[1]>>
    %3 = make_gather_scatter_view %0 : gather_scatter_view<tile=(4), tensor_view<4xf32, strides=[1]>, sparse_dim=0>
    %4 = get_tensor_shape %0 : tensor_view<4xf32, strides=[1]> -> tile<i32>
    %5 = get_index_space_shape %1 : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>> -> tile<i32>
    %6 = divi %i, %i signed : tile<i32>
    %7 = make_token : token
    %8 = join_tokens %7, %7 : token
    %9 = mmai %m8, %m8, %m32 signed signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    %10 = mmaf %h, %h, %h : tile<2x2xf16>, tile<2x2xf16>, tile<2x2xf16>
    %11 = select %c, %i, %4 : tile<i1>, tile<i32>
  }

  // CHECK-LABEL: entry @merge
  // CSE: %[[T:.*]] = make_token
  // CSE-NOT: make_token
  // CSE: %[[J:.*]] = join_tokens %[[T]], %[[T]]
  // CSE: print_tko "x" token=%[[T]]
  // CSE: print_tko "x" token=%[[T]]
  // CSE: print_tko "x" token=%[[J]]
  entry @merge() {
    %0 = make_token : token
    %1 = make_token : token
    %2 = join_tokens %0, %1 : token
    %3 = print_tko "x" token=%0 -> token
    %4 = print_tko "x" token=%1 -> token
    %5 = print_tko "x" token=%2 -> token
  }

  // Recursive effects: a dead reduce, scan or yielding if goes ...
  // CHECK-LABEL: entry @dead_regions
  // DCE-NEXT: return
  entry @dead_regions(%i: tile<i32>, %c: tile<i1>) {
    %v = constant <i32: 1> : tile<4xi32>
    %0 = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%e: tile<i32>, %a: tile<i32>) {
      %s = addi %e, %a : tile<i32>
      yield %s : tile<i32>
    }
    %1 = scan %v dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32> (%e: tile<i32>, %a: tile<i32>) {
      yield %e : tile<i32>
    }
    %2 = if %c -> (tile<i32>) {
      %s = addi %i, %i : tile<i32>
      yield %s : tile<i32>
    } else {
      yield %i : tile<i32>
    }
  }

  // ... but a loop does not, for its terminator counts as an effect, and
  // neither does an if with an exit or with a load.
  // CHECK-LABEL: entry @kept_regions
  // CHECK: for
  // CHECK: loop
  // CHECK: break
  // CHECK: if
  // CHECK: load_ptr_tko
  // CHECK: if
  // CHECK-NEXT: return
  entry @kept_regions(%i: tile<i32>, %c: tile<i1>, %d: tile<i1>, %p: tile<ptr<f32>>) {
    for %k in (%i to %i, step %i) : tile<i32> { }
    loop { break }
    if %c { %0, %1 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token }
    if %d { return }
  }
}
