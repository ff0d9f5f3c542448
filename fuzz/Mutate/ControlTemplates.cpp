//===- ControlTemplates.cpp - Loops and order that are hardly ever met ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates of conversions (InstanceChoice.h): what iterations hand on, how
// loops are left, and accesses whose order only shows in the program around
// them.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/InstanceChoice.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

using Elements = InstanceElements;

/// Of elements {0}, added by {1}, to {2} in steps of {3}.
static constexpr llvm::StringLiteral loopText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 128 : i64, contents = "uniform(-100, 100)"} : () -> !cuda_tile.tile<ptr<{0}>>
  %x = "tilefuzz.input"() {{name = "x"} : () -> !cuda_tile.tile<8x{0}>
  %y = "tilefuzz.input"() {{name = "y"} : () -> !cuda_tile.tile<8x{0}>
  %t = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128x{0}, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(8), tensor_view<128x{0}, strides=[1]>>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: {2}> : tile<i32>
  %step = constant <i32: {3}> : tile<i32>
  %r:3 = for %i in (%from to %to, step %step) : tile<i32> iter_values(%a = %x, %b = %y, %n = %from) -> (tile<8x{0}>, tile<8x{0}>, tile<i32>) {{
    %l, %u = load_view_tko weak %v[%i] : partition_view<tile=(8), tensor_view<128x{0}, strides=[1]>>, tile<i32> -> tile<8x{0}>, token
    %s = {1} %a, %l : tile<8x{0}>
    %m = addi %n, %i : tile<i32>
    continue %b, %s, %m : tile<8x{0}>, tile<8x{0}>, tile<i32>
  }
  "tilefuzz.observe"(%r#2, %r#0, %r#1) : (!cuda_tile.tile<i32>, !cuda_tile.tile<8x{0}>, !cuda_tile.tile<8x{0}>) -> ()
)mlir";

/// Loops that end between two steps, with more iterations than a pipeline has
/// slots; what they load and sum is the iteration's. Values that are carried
/// rotate.
static std::vector<MadeTemplate> loops() {
  std::vector<MadeTemplate> made;
  for (auto [to, step] : {std::pair(13, 2), {14, 3}, {15, 4}, {9, 1}})
    for (auto [element, add] : {std::pair("i32", "addi"), {"i16", "xori"}})
      made.push_back(
          {"cuda-tile-lowering-loops", Elements::Fixed,
           llvm::formatv(loopText.data(), element, add, to, step).str()});
  return made;
}

/// A loop that is left in each of the ways that there are.
static constexpr llvm::StringLiteral loopOfAllExits = R"mlir(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<i32>
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %d = "tilefuzz.input"() {name = "d"} : () -> !cuda_tile.tile<i1>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %most = constant <i32: 3> : tile<i32>
  %r = loop iter_values(%n = %zero) : tile<i32> -> tile<i32> {
    if %c {
      if %d {
        return
      }
    }
    %end = cmpi greater_than_or_equal %n, %most, signed : tile<i32> -> tile<i1>
    if %end {
      break %n : tile<i32>
    }
    if %d {
      %m = addi %n, %x : tile<i32>
      break %m : tile<i32>
    }
    %next = addi %n, %one : tile<i32>
    continue %next : tile<i32>
  }
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<i32>) -> ()
)mlir";

/// A loop in a loop: the inner one breaks or returns, the outer one breaks
/// behind what the inner one has left.
static constexpr llvm::StringLiteral nestedExits = R"mlir(
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<i32>>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %d = "tilefuzz.input"() {name = "d"} : () -> !cuda_tile.tile<i1>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %most = constant <i32: 2> : tile<i32>
  %more = constant <i32: 4> : tile<i32>
  %r, %u = loop iter_values(%n = %zero, %v = %t) : tile<i32>, token -> tile<i32>, token {
    %m, %w = loop iter_values(%k = %n, %e = %v) : tile<i32>, token -> tile<i32>, token {
      %in = cmpi less_than %k, %most, signed : tile<i32> -> tile<i1>
      if %in {
        %f = store_ptr_tko weak %p, %k token=%e : tile<ptr<i32>>, tile<i32> -> token
        %o = addi %k, %one : tile<i32>
        continue %o, %f : tile<i32>, token
      } else {
        if %c {
          if %d {
            return
          }
        }
        break %k, %e : tile<i32>, token
      }
      continue %k, %e : tile<i32>, token
    }
    %z = addi %m, %one : tile<i32>
    %end = cmpi greater_than %z, %more, signed : tile<i32> -> tile<i1>
    if %end {
      break %z, %w : tile<i32>, token
    }
    continue %z, %w : tile<i32>, token
  }
  %l, %y = load_ptr_tko weak %p token=%u : tile<ptr<i32>> -> tile<i32>, token
  "tilefuzz.observe"(%r, %l, %y) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.token) -> ()
)mlir";

/// Of {0} to {1} in steps of {2}, numbers of type {3}, in reading {5}: what an
/// iteration hands to the next is its own number, and where that one loads.
static constexpr llvm::StringLiteral carriedPlaceText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 128 : i64, contents = "uniform(-100, 100)"} : () -> !cuda_tile.tile<ptr<i32>>
  %x = "tilefuzz.input"() {{name = "x"} : () -> !cuda_tile.tile<8xi32>
  %t = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(8), tensor_view<128xi32, strides=[1]>>
  %start = constant <i32: 0> : tile<i32>
  %unit = constant <i32: 1> : tile<i32>
  %few = constant <i32: 15> : tile<i32>
  %from = constant <{3}: {0}> : tile<{3}>
  %to = constant <{3}: {1}> : tile<{3}>
  %step = constant <{3}: {2}> : tile<{3}>
  %r:3 = for{5} %i in (%from to %to, step %step) : tile<{3}> iter_values(%a = %x, %at = %start, %before = %to) -> (tile<8xi32>, tile<i32>, tile<{3}>) {{
    %l, %u = load_view_tko weak %v[%at] : partition_view<tile=(8), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %b0 = {4}
    %b1 = reshape %b0 : tile<i32> -> tile<1xi32>
    %b2 = broadcast %b1 : tile<1xi32> -> tile<8xi32>
    %m = xori %l, %b2 : tile<8xi32>
    %s = addi %a, %m : tile<8xi32>
    %on = addi %at, %unit : tile<i32>
    %next = andi %on, %few : tile<i32>
    continue %s, %next, %i : tile<8xi32>, tile<i32>, tile<{3}>
  }
  "tilefuzz.observe"(%r#0, %r#1, %r#2) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<i32>, !cuda_tile.tile<{3}>) -> ()
)mlir";

/// Of the same range, whose end only memory knows: each iteration loads at a
/// place made of its number.
static constexpr llvm::StringLiteral narrowLoopText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 128 : i64, contents = "uniform(-100, 100)"} : () -> !cuda_tile.tile<ptr<i32>>
  %x = "tilefuzz.input"() {{name = "x"} : () -> !cuda_tile.tile<8xi32>
  %to = "tilefuzz.input"() {{name = "to", contents = "list({1})"} : () -> !cuda_tile.tile<{3}>
  %t = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(8), tensor_view<128xi32, strides=[1]>>
  %from = constant <{3}: {0}> : tile<{3}>
  %step = constant <{3}: {2}> : tile<{3}>
  %few = constant <{3}: 15> : tile<{3}>
  %r = for{4} %i in (%from to %to, step %step) : tile<{3}> iter_values(%a = %x) -> (tile<8xi32>) {{
    %at = andi %i, %few : tile<{3}>
    %l, %u = load_view_tko weak %v[%at] : partition_view<tile=(8), tensor_view<128xi32, strides=[1]>>, tile<{3}> -> tile<8xi32>, token
    %d = addi %a, %a : tile<8xi32>
    %s = xori %d, %l : tile<8xi32>
    continue %s : tile<8xi32>
  }
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<8xi32>) -> ()
)mlir";

/// Loads of elements {0} in a loop behind a mask that keeps to the buffer; what
/// stands for what is left out is {1} of type {2}, or nothing; {3} and {4} say
/// what becomes of it.
static constexpr llvm::StringLiteral maskedLoopText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 20 : i64, contents = "uniform(-100, 100)"} : () -> !cuda_tile.tile<ptr<{0}>>
  %x = "tilefuzz.input"() {{name = "x"} : () -> !cuda_tile.tile<8x{0}>
  %zero = constant <i32: 0> : tile<i32>
  %step = constant <i32: 8> : tile<i32>
  %to = constant <i32: 40> : tile<i32>
  %size = constant <i32: 20> : tile<8xi32>
  %n = iota : tile<8xi32>
  %p1 = reshape %p : tile<ptr<{0}>> -> tile<1xptr<{0}>>
  %ps = broadcast %p1 : tile<1xptr<{0}>> -> tile<8xptr<{0}>>
  %r = for %i in (%zero to %to, step %step) : tile<i32> iter_values(%a = %x) -> (tile<8x{0}>) {{
    %i1 = reshape %i : tile<i32> -> tile<1xi32>
    %is = broadcast %i1 : tile<1xi32> -> tile<8xi32>
    %at = addi %is, %n : tile<8xi32>
    %in = cmpi less_than %at, %size, signed : tile<8xi32> -> tile<8xi1>
    %from = offset %ps, %at : tile<8xptr<{0}>>, tile<8xi32> -> tile<8xptr<{0}>>
    %l, %t = load_ptr_tko weak %from, %in{1} : tile<8xptr<{0}>>, tile<8xi1>{2} -> tile<8x{0}>, token
    %m = {3} : {4}tile<8x{0}>
    %s = addi %a, %m : tile<8x{0}>
    continue %s : tile<8x{0}>
  }
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<8x{0}>) -> ()
)mlir";

/// A loop that carries pointers to elements {0} and moves them on by {1}.
static constexpr llvm::StringLiteral carriedPointerText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 64 : i64, contents = "uniform(-100, 100)"} : () -> !cuda_tile.tile<ptr<{0}>>
  %x = "tilefuzz.input"() {{name = "x"} : () -> !cuda_tile.tile<8x{0}>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %to = constant <i32: 7> : tile<i32>
  %on = constant <i32: {1}> : tile<8xi32>
  %n = iota : tile<8xi32>
  %p1 = reshape %p : tile<ptr<{0}>> -> tile<1xptr<{0}>>
  %p8 = broadcast %p1 : tile<1xptr<{0}>> -> tile<8xptr<{0}>>
  %ps = offset %p8, %n : tile<8xptr<{0}>>, tile<8xi32> -> tile<8xptr<{0}>>
  %r:2 = for %i in (%zero to %to, step %one) : tile<i32> iter_values(%a = %x, %q = %ps) -> (tile<8x{0}>, tile<8xptr<{0}>>) {{
    %l, %t = load_ptr_tko weak %q : tile<8xptr<{0}>> -> tile<8x{0}>, token
    %s = addi %a, %l : tile<8x{0}>
    %d = xori %s, %l : tile<8x{0}>
    %next = offset %q, %on : tile<8xptr<{0}>>, tile<8xi32> -> tile<8xptr<{0}>>
    continue %d, %next : tile<8x{0}>, tile<8xptr<{0}>>
  }
  "tilefuzz.observe"(%r#0) : (!cuda_tile.tile<8x{0}>) -> ()
)mlir";

/// Each access is of elements that other threads had in the one before it: a
/// square by rows and by columns, in a `loop` that carries the order, and in an
/// update.
static constexpr llvm::StringLiteral squareText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 256 : i64, contents = "fill(1)"} : () -> !cuda_tile.tile<ptr<i32>>
  %t0 = {1}
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %most = constant <i32: 2> : tile<i32>
  %n = iota : tile<256xi32>
  %square = reshape %n : tile<256xi32> -> tile<16x16xi32>
  %v = make_tensor_view %p, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
  %w = make_tensor_view %p, shape = [16, 16], strides = [1, 16] : tensor_view<16x16xi32, strides=[1,16]>
  %rows = make_partition_view %v : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
  %columns = make_partition_view %w : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>
{0}  %l, %e = load_view_tko weak %rows[%zero, %zero] token = %end : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> tile<16x16xi32>, token
  "tilefuzz.observe"(%l, %e) : (!cuda_tile.tile<16x16xi32>, !cuda_tile.token) -> ()
)mlir";
static constexpr llvm::StringLiteral squareInLoop = R"mlir(
  %end, %count = loop iter_values(%u = %t0, %k = %zero) : token, tile<i32> -> token, tile<i32> {
    %a, %t1 = load_view_tko weak %columns[%zero, %zero] token = %u : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> tile<16x16xi32>, token
    %b = addi %a, %square : tile<16x16xi32>
    %t2 = store_view_tko weak %b, %rows[%zero, %zero] token = %t1 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    %next = addi %k, %one : tile<i32>
    %stop = cmpi greater_than_or_equal %next, %most, signed : tile<i32> -> tile<i1>
    if %stop {
      break %t2, %next : token, tile<i32>
    }
    continue %t2, %next : token, tile<i32>
  }
)mlir";
static constexpr llvm::StringLiteral squareUpdated = R"mlir(
  %t1 = store_view_tko weak %square, %rows[%zero, %zero] token = %t0 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
  %end = atomic_red_view_tko relaxed device %columns[%zero, %zero], add, %square token = %t1 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> token
)mlir";

static void addPublicForms(std::vector<MadeTemplate> &made) {
  const auto fixed = Elements::Fixed;
  made.push_back({"cuda-tile-lowering-exits", fixed, loopOfAllExits.str()});
  made.push_back({"cuda-tile-lowering-exits", fixed, nestedExits.str()});
  for (llvm::StringRef element : {"i32", "i16", "i64"})
    for (bool isPadded : {false, true})
      made.push_back(
          {"cuda-tile-lowering-masked-loops", fixed,
           llvm::formatv(maskedLoopText.data(), element, isPadded ? ", %x" : "",
                         isPadded ? (", tile<8x" + element + ">").str() : "",
                         isPadded ? "addi %l, %l" : "select %in, %l, %a",
                         isPadded ? "" : "tile<8xi1>, ")
               .str()});
  // More iterations than a signed number of the type counts, in either reading.
  static constexpr llvm::StringLiteral ofWide = "addi %before, %i : tile<i32>",
                                       ofPlace =
                                           "addi %before, %at : tile<i32>",
                                       ofByte = "exti %before unsigned : "
                                                "tile<i8> -> tile<i32>",
                                       ofShort = "exti %before signed : "
                                                 "tile<i16> -> tile<i32>";
  const std::tuple<int, int, int, llvm::StringRef, llvm::StringRef, bool>
      ranges[] = {{0, 13, 2, "i32", ofWide, true},
                  {0, 9, 1, "i32", ofPlace, false},
                  {0, -56, 1, "i8", ofByte, true},
                  {0, -3, 100, "i8", ofByte, true},
                  {-100, 100, 1, "i8", ofByte, false},
                  {-128, 127, 50, "i8", ofByte, false},
                  {-32768, 32767, 20000, "i16", ofShort, false},
                  {16, -16, 4096, "i16", ofShort, true}};
  for (auto [from, to, step, element, carried, isUnsigned] : ranges) {
    llvm::StringRef reading = isUnsigned ? " unsigned" : "";
    made.push_back({"cuda-tile-lowering-loops", fixed,
                    llvm::formatv(carriedPlaceText.data(), from, to, step,
                                  element, carried, reading)
                        .str()});
    made.push_back(
        {"cuda-tile-lowering-narrow-loops", fixed,
         llvm::formatv(narrowLoopText.data(), from, to, step, element, reading)
             .str()});
  }
  for (auto [element, moved] : {std::pair("i32", 4), {"i16", 2}, {"i64", 1}})
    made.push_back(
        {"cuda-tile-lowering-pointer-loops", fixed,
         llvm::formatv(carriedPointerText.data(), element, moved).str()});
  // Where nothing is to be waited for at first, an order lost later shows.
  for (llvm::StringRef code : {squareInLoop, squareUpdated})
    for (llvm::StringRef start :
         {"\"tilefuzz.input\"() {name = \"t\"} : () -> !cuda_tile.token",
          "make_token : token"})
      made.push_back(
          {"cuda-tile-lowering-order", fixed,
           llvm::formatv(squareText.data(), code.ltrim('\n'), start).str()});
}

/// Accesses in the bodies of a put and of a get, which wait for a token of
/// their own, {0}, or for none, and what waits for the get.
static constexpr llvm::StringLiteral queueBodies = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 1 : i64, contents = "fill(3)"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {{name = "x"} : () -> i32
  %t = "tilefuzz.input"() {{name = "t"} : () -> !nv_tileaa.mem_token
  %q = nv_tileaa.create_queue {{depth = 1 : i32} : !nv_tileaa.queue<i32>
  nv_tileaa.queue.put %q {{
    %s = nv_tileaa.store %p, %x{0} : (!nv_tileaa.ptr<i32, 1>, i32{1}) -> !nv_tileaa.mem_token
    nv_tileaa.queue.yield %x : i32
  } : !nv_tileaa.queue<i32>
  %r:3 = nv_tileaa.queue.get %q {{
  ^bb0(%e: i32):
    %v, %u = nv_tileaa.load %p{0} : (!nv_tileaa.ptr<i32, 1>{1}) -> (i32, !nv_tileaa.mem_token)
    %d = arith.addi %v, %e : i32
    %w = nv_tileaa.store %p, %d token %u : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.queue.yield %d, %w, %v : i32, !nv_tileaa.mem_token, i32
  } : (!nv_tileaa.queue<i32>) -> (i32, !nv_tileaa.mem_token, i32)
  %l, %z = nv_tileaa.load %p token %r#1 : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%r#0, %l, %z) : (i32, i32, !nv_tileaa.mem_token) -> ()
)mlir";

/// The same in a loop that hands the order on, through a queue of {0}: the
/// put waits for what the loop carries, the get for what it began with.
static constexpr llvm::StringLiteral queueInLoop = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 1 : i64, contents = "fill(3)"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {{name = "x"} : () -> i32
  %t = "tilefuzz.input"() {{name = "t"} : () -> !nv_tileaa.mem_token
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.constant 5 : i32
  %q = nv_tileaa.create_queue {{depth = {0} : i32} : !nv_tileaa.queue<i32>
  %r:2 = scf.for %i = %zero to %end step %one iter_args(%sum = %x, %u = %t) -> (i32, !nv_tileaa.mem_token) : i32 {{
    nv_tileaa.queue.put %q {{
      %s = nv_tileaa.store %p, %i token %u : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
      nv_tileaa.queue.yield %sum : i32
    } : !nv_tileaa.queue<i32>
    %g:2 = nv_tileaa.queue.get %q {{
    ^bb0(%e: i32):
      %v, %w = nv_tileaa.load %p token %t : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
      %d = arith.addi %v, %e : i32
      nv_tileaa.queue.yield %d, %w : i32, !nv_tileaa.mem_token
    } : (!nv_tileaa.queue<i32>) -> (i32, !nv_tileaa.mem_token)
    scf.yield %g#0, %g#1 : i32, !nv_tileaa.mem_token
  }
  "tilefuzz.observe"(%r#0, %r#1) : (i32, !nv_tileaa.mem_token) -> ()
)mlir";

/// What is put is a tile of elements {0}, which the body loads; it stores
/// something, too, before ({1}) or after ({2}), which the get's body reads: the
/// queue of {3} says that it comes after all of that. In a loop, too.
static constexpr llvm::StringLiteral queueOfTiles = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 256 : i64, contents = "uniform(-100, 100)"} : () -> !nv_tileaa.ptr<{0}, 1>
  %z = "tilefuzz.input"() {{name = "z", elements = 1 : i64, contents = "fill(3)"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {{name = "x"} : () -> i32
  %i = arith.constant 1 : i32
  %f = nv_tileaa.make_memref %p, sizes = [], strides = [] {{alias_scope = 0 : i32} : !nv_tileaa.ptr<{0}, 1> -> !nv_tileaa.memref<256x{0}, strides = [1], 1>
  %v = nv_tileaa.block_tile %f : !nv_tileaa.memref<256x{0}, strides = [1], 1> -> !nv_tileaa.tiled_view<128x{0}, memref = !nv_tileaa.memref<256x{0}, strides = [1], 1>, dim_map = [0], padding = zero>
  %q = nv_tileaa.create_queue {{depth = {3} : i32} : !nv_tileaa.queue<tensor<128x{0}>>
  nv_tileaa.queue.put %q {{
{1}{2}    nv_tileaa.queue.yield %l : tensor<128x{0}>
  } : !nv_tileaa.queue<tensor<128x{0}>>
  %r:2 = nv_tileaa.queue.get %q {{
  ^bb0(%e: tensor<128x{0}>):
    %k, %u = nv_tileaa.load %z : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
    nv_tileaa.queue.yield %e, %k : tensor<128x{0}>, i32
  } : (!nv_tileaa.queue<tensor<128x{0}>>) -> (tensor<128x{0}>, i32)
  "tilefuzz.observe"(%r#1, %r#0) : (i32, tensor<128x{0}>) -> ()
)mlir";
static constexpr llvm::StringLiteral tilesInLoop = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 512 : i64, contents = "uniform(-100, 100)"} : () -> !nv_tileaa.ptr<{0}, 1>
  %z = "tilefuzz.input"() {{name = "z", elements = 1 : i64, contents = "fill(3)"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {{name = "x"} : () -> i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.constant 4 : i32
  %f = nv_tileaa.make_memref %p, sizes = [], strides = [] {{alias_scope = 0 : i32} : !nv_tileaa.ptr<{0}, 1> -> !nv_tileaa.memref<512x{0}, strides = [1], 1>
  %v = nv_tileaa.block_tile %f : !nv_tileaa.memref<512x{0}, strides = [1], 1> -> !nv_tileaa.tiled_view<128x{0}, memref = !nv_tileaa.memref<512x{0}, strides = [1], 1>, dim_map = [0], padding = zero>
  %q = nv_tileaa.create_queue {{depth = {3} : i32} : !nv_tileaa.queue<tensor<128x{0}>>
  %n = scf.for %i = %zero to %end step %one iter_args(%sum = %x) -> (i32) : i32 {{
    nv_tileaa.queue.put %q {{
{1}{2}    nv_tileaa.queue.yield %l : tensor<128x{0}>
    } : !nv_tileaa.queue<tensor<128x{0}>>
    %g = nv_tileaa.queue.get %q {{
    ^bb0(%e: tensor<128x{0}>):
      %k, %u = nv_tileaa.load %z : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
      %d = arith.addi %sum, %k : i32
      nv_tileaa.queue.yield %d : i32
    } : (!nv_tileaa.queue<tensor<128x{0}>>) -> i32
    scf.yield %g : i32
  }
  "tilefuzz.observe"(%n) : (i32) -> ()
)mlir";

static void addQueuesOfTiles(std::vector<MadeTemplate> &made) {
  // A load, and a store to another place, one after the other or side by side.
  static constexpr llvm::StringLiteral load =
      "    %l, %t = nv_tileaa.tiled_load %v[%i]{1} : "
      "(!nv_tileaa.tiled_view<128x{0}, memref = !nv_tileaa.memref<{3}x{0}, "
      "strides = [1], 1>, dim_map = [0], padding = zero>, i32{2}) -> "
      "(tensor<128x{0}>, !nv_tileaa.mem_token)\n";
  static constexpr llvm::StringLiteral store =
      "    %s = nv_tileaa.store %z, %i{0} : (!nv_tileaa.ptr<i32, 1>, i32{1}) "
      "-> !nv_tileaa.mem_token\n";
  const llvm::StringRef type = ", !nv_tileaa.mem_token";
  for (llvm::StringRef element : {"i32", "f16", "i8", "i64"})
    for (bool isLoop : {false, true})
      for (unsigned order = 0; order < 4; ++order) {
        bool isBefore = order % 2, isChained = order / 2;
        const char *size = isLoop ? "512" : "256";
        std::string first, second;
        if (isBefore) {
          first = llvm::formatv(store.data(), "", "").str();
          second =
              llvm::formatv(load.data(), element, isChained ? " token %s" : "",
                            isChained ? type : "", size)
                  .str();
        } else {
          first = llvm::formatv(load.data(), element, "", "", size).str();
          second = llvm::formatv(store.data(), isChained ? " token %t" : "",
                                 isChained ? type : "")
                       .str();
        }
        made.push_back(
            {"tileaa-lowering-copies", Elements::Fixed,
             llvm::formatv(isLoop ? tilesInLoop.data() : queueOfTiles.data(),
                           element, first, second, 1 + order % 3)
                 .str()});
      }
}

static std::vector<MadeTemplate> ofQueues() {
  std::vector<MadeTemplate> made;
  auto add = [&](std::string body) {
    made.push_back(
        {"tileaa-lowering-queues", Elements::Fixed, std::move(body)});
  };
  add(llvm::formatv(queueBodies.data(), " token %t", ", !nv_tileaa.mem_token")
          .str());
  add(llvm::formatv(queueBodies.data(), "", "").str());
  for (int depth : {1, 2})
    add(llvm::formatv(queueInLoop.data(), depth).str());
  addQueuesOfTiles(made);
  return made;
}

std::vector<MadeTemplate> tilefuzz::makeControlTemplates(bool isTileAA) {
  if (isTileAA)
    return ofQueues();
  std::vector<MadeTemplate> made = loops();
  addPublicForms(made);
  return made;
}
