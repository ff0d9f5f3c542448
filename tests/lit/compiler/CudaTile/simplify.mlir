// The expression simplifier alone: each rule where it holds, and where it fails.
// RUN: tile-opt %s --cuda-tile-simplify-expressions | FileCheck %s
// RUN: tile-opt %s --cuda-tile-simplify-expressions="disable-patterns=cuda-tile-simplify-sum,cuda-tile-simplify-share" | FileCheck %s --check-prefix=OFF
// RUN: tile-opt %s --cuda-tile-simplify-expressions="inject-bug=simplify-compare-signedness" | FileCheck %s --check-prefix=BUG
// RUN: not tile-opt %s --cuda-tile-simplify-expressions="disable-patterns=nonsense" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown pattern 'nonsense'

cuda_tile.module @simplify {
  // CHECK-LABEL: entry @constants
  // CHECK-DAG: constant <i8: -128>
  // CHECK-DAG: constant <i8: [4, 0]>
  // CHECK-NOT: {{addi|shli}}
  // CHECK: return
  entry @constants() {
    %a = constant <i8: 127> : tile<i8>
    %b = constant <i8: 1> : tile<i8>
    %r = addi %a, %b : tile<i8>
    %c = constant <i8: [1, 1]> : tile<2xi8>
    %d = constant <i8: [2, 9]> : tile<2xi8>
    %s = shli %c, %d : tile<2xi8>
    print_tko "%i %i\n", %r, %s : tile<i8>, tile<2xi8> -> token
  }

  // A division may be undefined; it is a leaf. And i4 has no constants.
  // CHECK-LABEL: entry @constants_not
  // CHECK: trunci {{.*}} -> tile<i4>
  // CHECK: divi
  // CHECK: addf
  entry @constants_not(%x: tile<f32>) {
    %a = constant <i8: 127> : tile<i8>
    %b = constant <i8: 0> : tile<i8>
    %n = trunci %a : tile<i8> -> tile<i4>
    %w = exti %n signed : tile<i4> -> tile<i8>
    %r = divi %w, %b signed : tile<i8>
    %zero = constant <f32: 0.0> : tile<f32>
    %s = addf %x, %zero : tile<f32>
    print_tko "%i %f\n", %r, %s : tile<i8>, tile<f32> -> token
  }

  // CHECK-LABEL: entry @negation
  // CHECK-SAME: %[[P:[^ ]*]]: tile<i1>, %[[X:[^ ]*]]: tile<i32>, %[[Y:[^ ]*]]: tile<i32>
  // CHECK-DAG: %[[G:.*]] = cmpi greater_than_or_equal %[[X]], %[[Y]], signed
  // CHECK-DAG: ori %[[P]], %[[G]]
  // CHECK: print_tko "%i %i %i\0A", %[[P]], %[[G]]
  entry @negation(%p: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %n = xori %p, %true : tile<i1>
    %nn = xori %n, %true : tile<i1>
    %c = cmpi less_than %x, %y, signed : tile<i32> -> tile<i1>
    %nc = xori %c, %true : tile<i1>
    %a = andi %n, %c : tile<i1>
    %na = xori %a, %true : tile<i1>
    print_tko "%i %i %i\n", %nn, %nc, %na : tile<i1>, tile<i1>, tile<i1> -> token
  }

  // The negation of a float comparison is not the opposite comparison: NaN.
  // CHECK-LABEL: entry @negation_not
  // CHECK: cmpf less_than ordered
  // CHECK: xori
  entry @negation_not(%x: tile<f32>, %y: tile<f32>) {
    %true = constant <i1: true> : tile<i1>
    %c = cmpf less_than ordered %x, %y : tile<f32> -> tile<i1>
    %n = xori %c, %true : tile<i1>
    print_tko "%i\n", %n : tile<i1> -> token
  }

  // (x & y) & x is x & y, which is there; x | ~x is all ones.
  // CHECK-LABEL: entry @and_or
  // CHECK-DAG: %[[A:.*]] = andi
  // CHECK-DAG: %[[K:.*]] = constant <i32: -1>
  // CHECK-NOT: andi
  // CHECK: print_tko "%i %i %i\0A", %[[A]], %[[A]], %[[K]]
  entry @and_or(%x: tile<i32>, %y: tile<i32>) {
    %ones = constant <i32: -1> : tile<i32>
    %a = andi %x, %y : tile<i32>
    %b = andi %a, %x : tile<i32>
    %n = xori %x, %ones : tile<i32>
    %o = ori %n, %x : tile<i32>
    print_tko "%i %i %i\n", %a, %b, %o : tile<i32>, tile<i32>, tile<i32> -> token
  }

  // CHECK-LABEL: entry @xor
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i32>, %[[Y:[^ ]*]]: tile<i32>
  // CHECK: print_tko "%i\0A", %[[X]]
  // OFF-LABEL: entry @xor
  entry @xor(%x: tile<i32>, %y: tile<i32>) {
    %a = xori %x, %y : tile<i32>
    %b = xori %y, %a : tile<i32>
    print_tko "%i\n", %b : tile<i32> -> token
  }

  // Below 0 is false for unsigned numbers only.
  // CHECK-LABEL: entry @compare
  // CHECK-DAG: %[[F:.*]] = constant <i1: false>
  // CHECK-DAG: %[[S:.*]] = cmpi less_than %{{.*}}, %{{.*}}, signed
  // CHECK-DAG: %[[E:.*]] = cmpi equal %{{.*}}, %cst_2_i32
  // CHECK: print_tko "%i %i %i\0A", %[[F]], %[[S]], %[[E]]
  // BUG-LABEL: entry @compare
  // BUG-NOT: less_than
  // BUG: print_tko
  entry @compare(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %k = constant <i32: 5> : tile<i32>
    %l = constant <i32: 7> : tile<i32>
    %a = cmpi less_than %x, %zero, unsigned : tile<i32> -> tile<i1>
    %b = cmpi less_than %x, %zero, signed : tile<i32> -> tile<i1>
    %s = addi %x, %k overflow<no_signed_wrap> : tile<i32>
    %c = cmpi equal %s, %l, signed : tile<i32> -> tile<i1>
    print_tko "%i %i %i\n", %a, %b, %c : tile<i1>, tile<i1>, tile<i1> -> token
  }

  // x + 5 < 7 says nothing about x: the sum may wrap.
  // CHECK-LABEL: entry @compare_not
  // CHECK: %[[S:.*]] = addi
  // CHECK: cmpi less_than %[[S]]
  entry @compare_not(%x: tile<i32>) {
    %k = constant <i32: 5> : tile<i32>
    %l = constant <i32: 7> : tile<i32>
    %s = addi %x, %k : tile<i32>
    %c = cmpi less_than %s, %l, signed : tile<i32> -> tile<i1>
    print_tko "%i\n", %c : tile<i1> -> token
  }

  // The promise is not carried to the new sum, which could break it.
  // CHECK-LABEL: entry @sum
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i32>, %[[Y:[^ ]*]]: tile<i32>
  // CHECK: %[[S:.*]] = addi %[[X]], %cst_-2147483646_i32 : tile<i32>
  // CHECK: print_tko "%i %i\0A", %[[S]], %[[X]]
  // OFF-LABEL: entry @sum
  // OFF: subi
  entry @sum(%x: tile<i32>, %y: tile<i32>) {
    %k = constant <i32: 2147483647> : tile<i32>
    %l = constant <i32: 3> : tile<i32>
    %a = addi %x, %k overflow<no_signed_wrap> : tile<i32>
    %b = addi %a, %l : tile<i32>
    %c = subi %x, %y : tile<i32>
    %d = addi %c, %y : tile<i32>
    print_tko "%i %i\n", %b, %d : tile<i32>, tile<i32> -> token
  }

  // CHECK-LABEL: entry @product
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i32>
  // CHECK: print_tko "%i %i\0A", %[[X]], %cst_0_i32
  entry @product(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a = muli %one, %x : tile<i32>
    %b = muli %x, %zero : tile<i32>
    print_tko "%i %i\n", %a, %b : tile<i32>, tile<i32> -> token
  }

  // By the width or more: 0, but not where the sign fills.
  // CHECK-LABEL: entry @shift
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i32>
  // CHECK: %[[S:.*]] = shri %[[X]], %{{.*}} signed
  // CHECK: print_tko "%i %i %i %i\0A", %[[X]], %cst_0_i32, %cst_0_i32, %[[S]]
  entry @shift(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %many = constant <i32: 32> : tile<i32>
    %a = shli %x, %zero : tile<i32>
    %b = shli %x, %many : tile<i32>
    %c = shri %x, %many unsigned : tile<i32>
    %d = shri %x, %many signed : tile<i32>
    print_tko "%i %i %i %i\n", %a, %b, %c, %d : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
  }

  // 0 is the least unsigned number, and no bound of the signed ones.
  // CHECK-LABEL: entry @min_max
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i32>
  // CHECK: %[[M:.*]] = maxi %[[X]], %cst_0_i32 signed
  // CHECK: print_tko "%i %i %i\0A", %[[X]], %cst_0_i32, %[[M]]
  entry @min_max(%x: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = maxi %x, %zero unsigned : tile<i32>
    %b = mini %zero, %x unsigned : tile<i32>
    %c = maxi %x, %zero signed : tile<i32>
    print_tko "%i %i %i\n", %a, %b, %c : tile<i32>, tile<i32>, tile<i32> -> token
  }

  // What was extended by its sign and then by zeros stays two extensions.
  // CHECK-LABEL: entry @convert
  // CHECK-SAME: %[[X:[^ ]*]]: tile<i8>
  // CHECK: %[[S:.*]] = exti %[[X]] signed : tile<i8> -> tile<i16>
  // CHECK: %[[U:.*]] = exti %[[S]] unsigned : tile<i16> -> tile<i32>
  // CHECK: print_tko "%i %i\0A", %[[U]], %[[X]]
  entry @convert(%x: tile<i8>) {
    %s = exti %x signed : tile<i8> -> tile<i16>
    %u = exti %s unsigned : tile<i16> -> tile<i32>
    %t = trunci %u : tile<i32> -> tile<i8>
    print_tko "%i %i\n", %u, %t : tile<i32>, tile<i8> -> token
  }

  // Arms of any type; and never logic, which would read both arms.
  // CHECK-LABEL: entry @select
  // CHECK-SAME: %[[C:[^ ]*]]: tile<i1>, %[[X:[^ ]*]]: tile<f32>, %[[Y:[^ ]*]]: tile<f32>
  // CHECK-DAG: %[[S:.*]] = select %[[C]], %[[Y]], %[[X]]
  // CHECK-DAG: %[[B:.*]], %{{.*}} = load_ptr_tko
  // CHECK-DAG: %[[L:.*]] = select %[[C]], %true, %[[B]]
  // CHECK: print_tko "%f %i\0A", %[[S]], %[[L]]
  entry @select(%c: tile<i1>, %x: tile<f32>, %y: tile<f32>, %p: tile<ptr<i1>>) {
    %true = constant <i1: true> : tile<i1>
    %n = xori %c, %true : tile<i1>
    %s = select %n, %x, %y : tile<i1>, tile<f32>
    %b, %t = load_ptr_tko weak %p, %n : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
    %l = select %c, %true, %b : tile<i1>, tile<i1>
    print_tko "%f %i\n", %s, %l : tile<f32>, tile<i1> -> token
  }

  // Computed in one branch, it is not there in the other.
  // CHECK-LABEL: entry @share
  // CHECK: %[[A:.*]] = muli
  // CHECK: if
  // CHECK-NEXT: %[[B:.*]] = muli
  // CHECK-NEXT: print_tko "%i %i\0A", %[[A]], %[[B]]
  // CHECK: else
  // CHECK-NEXT: %[[C:.*]] = muli
  // CHECK-NEXT: print_tko "%i\0A", %[[C]]
  // OFF-LABEL: entry @share
  // OFF: muli
  // OFF: if
  // OFF: muli
  // OFF: muli
  // OFF: muli
  entry @share(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    %a = muli %x, %y : tile<i32>
    if %c {
      %b = muli %y, %x : tile<i32>
      %d = muli %x, %x : tile<i32>
      print_tko "%i %i\n", %b, %d : tile<i32>, tile<i32> -> token
    } else {
      %d = muli %x, %x : tile<i32>
      print_tko "%i\n", %d : tile<i32> -> token
    }
    print_tko "%i\n", %a : tile<i32> -> token
  }

  // Operations with regions and the bodies of reductions are left alone.
  // CHECK-LABEL: entry @regions
  // CHECK: if %{{.*}} -> (tile<i32>)
  // CHECK-NEXT: yield
  // CHECK: reduce
  // CHECK: muli %{{.*}}, %cst_1_i32
  entry @regions(%x: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %one = constant <i32: 1> : tile<i32>
    %r = if %true -> (tile<i32>) {
      yield %x : tile<i32>
    } else {
      yield %one : tile<i32>
    }
    %v = iota : tile<4xi32>
    %s = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %k = constant <i32: 1> : tile<i32>
      %m = muli %a, %k : tile<i32>
      %n = addi %m, %b : tile<i32>
      yield %n : tile<i32>
    }
    print_tko "%i %i\n", %r, %s : tile<i32>, tile<i32> -> token
  }
}
