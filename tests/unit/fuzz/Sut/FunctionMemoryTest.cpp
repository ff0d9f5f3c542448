//===- FunctionMemoryTest.cpp - Functions with memory and tensors ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "FunctionResults.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// A function without arguments that begins with `m`, the numbers 0 to 5 as
/// 2 x 3 of i8, and `%c0` to `%c4`.
std::string onMatrix(const std::string &body, const std::string &results) {
  return R"(
// tilefuzz.call @f
func.func @f() -> ()" +
         results + R"() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<2x3xi8>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %n = affine.apply affine_map<(a, b) -> (a * 3 + b)>(%i, %j)
      %v = arith.index_cast %n : index to i8
      affine.store %v, %m[%i, %j] : memref<2x3xi8>
    }
  }
)" + body +
         "\n}";
}

TEST(FunctionMemory, ViewsAreOfTheSameBuffer) {
  struct {
    const char *body, *results, *expected;
  } rows[] = {
      // A part, dynamic and with a dropped dimension; what is written shows.
      {R"(
  %s = memref.subview %m[1, 0] [1, 2] [1, 2]
      : memref<2x3xi8> to memref<2xi8, strided<[2], offset: 3>>
  %v = memref.load %s[%c1] : memref<2xi8, strided<[2], offset: 3>>
  %k = arith.constant 9 : i8
  memref.store %k, %s[%c0] : memref<2xi8, strided<[2], offset: 3>>
  %w = memref.load %m[%c1, %c0] : memref<2x3xi8>
  return %v, %w : i8, i8)",
       "i8, i8", "0x5 0x9"},
      {R"(
  %t = memref.transpose %m (i, j) -> (j, i)
      : memref<2x3xi8> to memref<3x2xi8, strided<[1, 3]>>
  %v = memref.load %t[%c2, %c0] : memref<3x2xi8, strided<[1, 3]>>
  %w = memref.dim %t, %c0 : memref<3x2xi8, strided<[1, 3]>>
  return %v, %w : i8, index)",
       "i8, index", "0x2 0x3"},
      {R"(
  %s = memref.collapse_shape %m [[0, 1]] : memref<2x3xi8> into memref<6xi8>
  %v = memref.load %s[%c4] : memref<6xi8>
  %e = memref.expand_shape %s [[0, 1]] output_shape [3, 2]
      : memref<6xi8> into memref<3x2xi8>
  %w = memref.load %e[%c1, %c1] : memref<3x2xi8>
  return %v, %w : i8, i8)",
       "i8, i8", "0x4 0x3"},
      {R"(
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
      : memref<2x3xi8> -> memref<i8>, index, index, index, index, index
  %r = memref.reinterpret_cast %base to offset: [%c1], sizes: [2],
      strides: [%strides#0] : memref<i8> to memref<2xi8, strided<[?], offset: ?>>
  %v = memref.load %r[%c1] : memref<2xi8, strided<[?], offset: ?>>
  return %v, %sizes#1 : i8, index)",
       "i8, index", "0x4 0x3"},
      {R"(
  %d = memref.cast %m : memref<2x3xi8> to memref<?x?xi8>
  %v = vector.load %d[%c1, %c1] : memref<?x?xi8>, vector<2xi8>
  %x = vector.transfer_read %d[%c0, %c2], %v0 {in_bounds = [false, false]}
      : memref<?x?xi8>, vector<2x2xi8>
  return %v, %x : vector<2xi8>, vector<2x2xi8>)",
       "vector<2xi8>, vector<2x2xi8>", "0x4,0x5 0x2,0x7,0x5,0x7"},
      // A copy is another buffer.
      {R"(
  %n = memref.alloca() : memref<2x3xi8>
  memref.copy %m, %n : memref<2x3xi8> to memref<2x3xi8>
  memref.store %v0, %m[%c0, %c1] : memref<2x3xi8>
  %v = memref.load %n[%c0, %c1] : memref<2x3xi8>
  %w = bufferization.to_tensor %n : memref<2x3xi8> to tensor<2x3xi8>
  return %v, %w : i8, tensor<2x3xi8>)",
       "i8, tensor<2x3xi8>", "0x1 0x0,0x1,0x2,0x3,0x4,0x5"},
      {R"(
  %p = vector.transfer_read %m[%c0, %c0], %v0
      {permutation_map = affine_map<(a, b) -> (b, 0)>, in_bounds = [true, true]}
      : memref<2x3xi8>, vector<3x2xi8>
  vector.transfer_write %p, %m[%c1, %c1]
      {permutation_map = affine_map<(a, b) -> (b, a)>}
      : vector<3x2xi8>, memref<2x3xi8>
  %w = bufferization.to_tensor %m : memref<2x3xi8> to tensor<2x3xi8>
  return %p, %w : vector<3x2xi8>, tensor<2x3xi8>)",
       "vector<3x2xi8>, tensor<2x3xi8>",
       "0x0,0x0,0x1,0x1,0x2,0x2 0x0,0x1,0x2,0x3,0x0,0x1"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(resultsOf(onMatrix(std::string("%v0 = arith.constant 7 : i8\n") +
                                     row.body,
                                 row.results)),
              row.expected)
        << row.body;
}

TEST(FunctionMemory, WrongUsesAreUndefined) {
  struct {
    const char *body, *expected;
  } rows[] = {
      {"%v = memref.load %m[%c0, %c3] : memref<2x3xi8>",
       "undefined: out-of-bounds (memref.load)"},
      {"%v = affine.load %m[%c1 - 2, 0] : memref<2x3xi8>",
       "undefined: out-of-bounds (affine.load)"},
      {"%i = ub.poison : index\n"
       "%v = memref.load %m[%i, %c0] : memref<2x3xi8>",
       "undefined: poison-address (memref.load)"},
      {"memref.dealloc %m : memref<2x3xi8>\n"
       "%v = memref.load %m[%c0, %c0] : memref<2x3xi8>",
       "undefined: use-after-free (memref.load)"},
      {"memref.dealloc %m : memref<2x3xi8>\n"
       "memref.dealloc %m : memref<2x3xi8>",
       "undefined: invalid-free (memref.dealloc)"},
      {"%n = memref.alloca() : memref<2xi8>\nmemref.dealloc %n : memref<2xi8>",
       "undefined: invalid-free (memref.dealloc)"},
      {"%r = memref.alloca_scope -> (memref<2xi8>) {\n"
       "  %n = memref.alloca() : memref<2xi8>\n"
       "  memref.alloca_scope.return %n : memref<2xi8>\n}\n"
       "%v = memref.load %r[%c0] : memref<2xi8>",
       "undefined: use-after-free (memref.load)"},
      {"%r = memref.subview %m[%c1, 0] [2, 3] [1, 1]\n"
       ": memref<2x3xi8> to memref<2x3xi8, strided<[3, 1], offset: ?>>",
       "undefined: out-of-bounds (memref.subview)"},
      {"%r = memref.cast %m : memref<2x3xi8> to memref<?x?xi8>\n"
       "%s = memref.cast %r : memref<?x?xi8> to memref<3x2xi8>",
       "undefined: out-of-bounds (memref.cast)"},
      {"%v = vector.load %m[%c0, %c2] : memref<2x3xi8>, vector<2xi8>",
       "undefined: out-of-bounds (vector.load)"},
      {"%p = arith.constant 7 : i8\n"
       "%v = vector.transfer_read %m[%c0, %c2], %p {in_bounds = [true]}\n"
       ": memref<2x3xi8>, vector<2xi8>",
       "undefined: out-of-bounds (vector.transfer_read)"},
      {"%v = affine.apply affine_map<(a)[s] -> (a floordiv s)>(%c1)[%c0]",
       "undefined: divisor-not-positive (affine.apply)"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(resultsOf(onMatrix(std::string(row.body) + "\nreturn", "")),
              row.expected)
        << row.body;
}

// What nothing wrote is some value, and no promise of anything.
TEST(FunctionMemory, UnwrittenIsUnspecified) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f
func.func @f() -> (i8, i8) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<2xi8>
  %v = memref.load %m[%c0] : memref<2xi8>
  %k = arith.constant 0 : i8
  %w = arith.andi %v, %k : i8
  return %v, %w : i8, i8
})"),
            "unspecified unspecified");
}

TEST(FunctionMemory, ModulesHaveVariables) {
  const char *text = R"(
// tilefuzz.call @f 0x0
// tilefuzz.call @f 0x1
memref.global "private" constant @k : memref<2xi8> = dense<[3, 4]>
memref.global "private" @v : memref<2xi8> = dense<5>
func.func @g(%i: index) {
  %m = memref.get_global @v : memref<2xi8>
  %a = memref.load %m[%i] : memref<2xi8>
  %b = arith.addi %a, %a : i8
  memref.store %b, %m[%i] : memref<2xi8>
  return
}
func.func @f(%i: index) -> (i8, i8) {
  func.call @g(%i) : (index) -> ()
  func.call @g(%i) : (index) -> ()
  %k = memref.get_global @k : memref<2xi8>
  %m = memref.get_global @v : memref<2xi8>
  %a = memref.load %k[%i] : memref<2xi8>
  %b = memref.load %m[%i] : memref<2xi8>
  return %a, %b : i8, i8
})";
  EXPECT_EQ(resultsOf(text), "0x3 0x14 | 0x4 0x14");
  std::string writes = text;
  writes.replace(writes.find("%m = memref.get_global @v"),
                 std::string("%m = memref.get_global @v").size(),
                 "%m = memref.get_global @k");
  EXPECT_EQ(resultsOf(writes),
            "undefined: write-to-constant-global (memref.store) | "
            "undefined: write-to-constant-global (memref.store)");
}

TEST(FunctionMemory, AffineLoopsAndConditions) {
  // The greatest lower and the least upper bound; values go round.
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x2
// tilefuzz.call @f 0x9
func.func @f(%n: index) -> (i8, i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %a:2 = affine.for %i = max affine_map<(d) -> (1, d - 5)>(%n)
      to min affine_map<(d) -> (d * 3, 8)>(%n) step 2
      iter_args(%x = %c0, %y = %c0) -> (i8, i8) {
    %v = arith.index_cast %i : index to i8
    %s = arith.addi %x, %v : i8
    %t = affine.if affine_set<(d) : (d mod 3 == 0, d - 2 >= 0)>(%i) -> i8 {
      %u = arith.addi %y, %c1 : i8
      affine.yield %u : i8
    } else {
      affine.yield %y : i8
    }
    affine.yield %s, %t : i8, i8
  }
  return %a#0, %a#1 : i8, i8
})"),
            "0x9 0x1 | 0xa 0x1");
  // Reductions of parallel loops, of affine and of scf.
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x3
func.func @f(%n: index) -> (i8, i8, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a:2 = affine.parallel (%i, %j) = (0, 1) to (2, symbol(%n))
      reduce ("addi", "ori") -> (i8, i8) {
    %k = affine.apply affine_map<(a, b) -> (a * 10 + b)>(%i, %j)
    %v = arith.index_cast %k : index to i8
    affine.yield %v, %v : i8, i8
  }
  %z = arith.constant 100 : i8
  %b = scf.parallel (%i) = (%c1) to (%n) step (%c1) init (%z) -> i8 {
    %v = arith.index_cast %i : index to i8
    scf.reduce(%v : i8) {
    ^bb0(%l: i8, %r: i8):
      %d = arith.subi %l, %r : i8
      scf.reduce.return %d : i8
    }
  }
  return %a#0, %a#1, %b : i8, i8, i8
})"),
            "0x1a 0xf 0x61");
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x17
func.func @f(%n: index) -> (index, index, index) {
  %a:3 = affine.delinearize_index %n into (2, 3, 5) : index, index, index
  return %a#0, %a#1, %a#2 : index, index, index
})"),
            "0x1 0x1 0x3");
}

TEST(FunctionMemory, StructuredOperations) {
  // Of tensors, as of memory.
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x1,0x2,0x3,0x4,0x5,0x6 0xa,0x14,0x1e
func.func @f(%m: tensor<2x3xi8>, %v: tensor<3xi8>)
    -> (tensor<2xi8>, tensor<3x2xi8>, tensor<2x2xi8>, tensor<2xi8>) {
  %k = arith.constant dense<100> : tensor<2xi8>
  %a = linalg.matvec ins(%m, %v : tensor<2x3xi8>, tensor<3xi8>)
      outs(%k : tensor<2xi8>) -> tensor<2xi8>
  %e = tensor.empty() : tensor<3x2xi8>
  %b = linalg.transpose ins(%m : tensor<2x3xi8>) outs(%e : tensor<3x2xi8>)
      permutation = [1, 0]
  %c1 = arith.constant 1 : i8
  %e2 = tensor.empty() : tensor<2x2xi8>
  %f = linalg.fill ins(%c1 : i8) outs(%e2 : tensor<2x2xi8>) -> tensor<2x2xi8>
  %c = linalg.matmul ins(%m, %b : tensor<2x3xi8>, tensor<3x2xi8>)
      outs(%f : tensor<2x2xi8>) -> tensor<2x2xi8>
  %d = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<2x3xi8>) outs(%k : tensor<2xi8>) {
  ^bb0(%x: i8, %y: i8):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i8
    %p = arith.muli %x, %n : i8
    %s = arith.subi %y, %p : i8
    linalg.yield %s : i8
  } -> tensor<2xi8>
  return %a, %b, %c, %d
      : tensor<2xi8>, tensor<3x2xi8>, tensor<2x2xi8>, tensor<2xi8>
})"),
            "0xf0,0xa4 0x1,0x4,0x2,0x5,0x3,0x6 0xf,0x21,0x21,0x4e 0x5c,0x53");
  EXPECT_EQ(resultsOf(onMatrix(R"(
  %k = arith.constant 2 : i8
  linalg.map { arith.addi } ins(%m, %m : memref<2x3xi8>, memref<2x3xi8>)
      outs(%m : memref<2x3xi8>)
  %r = memref.alloc() : memref<3xi8>
  linalg.fill ins(%k : i8) outs(%r : memref<3xi8>)
  linalg.reduce { arith.muli } ins(%m : memref<2x3xi8>) outs(%r : memref<3xi8>)
      dimensions = [0]
  %t = bufferization.to_tensor %r : memref<3xi8> to tensor<3xi8>
  return %t : tensor<3xi8>)",
                               "tensor<3xi8>")),
            "0x0,0x20,0x50");
}

TEST(FunctionMemory, PartsOfTensors) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x1,0x2,0x3,0x4,0x5,0x6 0x1
func.func @f(%m: tensor<2x3xi8>, %i: index)
    -> (tensor<2xi8>, tensor<2x3xi8>, tensor<3x4xi8>, tensor<2xi8>) {
  %a = tensor.extract_slice %m[%i, 0] [1, 2] [1, 2]
      : tensor<2x3xi8> to tensor<2xi8>
  %b = tensor.insert_slice %a into %m[0, %i] [2, 1] [1, 1]
      : tensor<2xi8> into tensor<2x3xi8>
  %k = arith.constant 9 : i8
  %c = tensor.pad %m low[0, 1] high[1, 0] {
  ^bb0(%x: index, %y: index):
    tensor.yield %k : i8
  } : tensor<2x3xi8> to tensor<3x4xi8>
  %d = tensor.generate {
  ^bb0(%x: index):
    %n = arith.index_cast %x : index to i8
    tensor.yield %n : i8
  } : tensor<2xi8>
  return %a, %b, %c, %d
      : tensor<2xi8>, tensor<2x3xi8>, tensor<3x4xi8>, tensor<2xi8>
})"),
            "0x4,0x6 0x1,0x4,0x3,0x4,0x6,0x6 "
            "0x9,0x1,0x2,0x3,0x9,0x4,0x5,0x6,0x9,0x9,0x9,0x9 0x0,0x1");
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x2
func.func @f(%i: index) -> tensor<2xi8> {
  %m = arith.constant dense<1> : tensor<3xi8>
  %a = tensor.extract_slice %m[%i] [2] [1] : tensor<3xi8> to tensor<2xi8>
  return %a : tensor<2xi8>
})"),
            "undefined: out-of-bounds (tensor.extract_slice)");
}

TEST(FunctionMemory, GeneratedFunctionsVerifyAndMostAreDefined) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  for (FunctionTopic topic : {FunctionTopic::Loops, FunctionTopic::Tensors}) {
    FunctionGeneratorOptions options;
    options.topic = topic;
    unsigned defined = 0;
    constexpr unsigned count = 200;
    for (unsigned seed = 0; seed < count; ++seed) {
      mlir::OwningOpRef<mlir::ModuleOp> module =
          mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
      mlir::func::FuncOp function =
          generateFunction(*module, "f", seed, options);
      ASSERT_TRUE(mlir::succeeded(mlir::verify(*module))) << seed;
      FunctionProgram program(*module);
      FunctionRun run = program.run(
          "f", generateArguments(function.getArgumentTypes(), seed, 0));
      // All that is made is executed.
      EXPECT_NE(run.status, RunStatus::Unsupported)
          << seed << ": " << run.summary();
      defined += run.completed();
    }
    EXPECT_GT(defined, count * 9 / 10);
  }
}
} // namespace
