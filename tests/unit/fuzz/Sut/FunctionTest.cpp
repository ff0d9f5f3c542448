//===- FunctionTest.cpp - Functions of arith, math, scf and vector --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "FunctionResults.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "interp/Function/FunctionCalls.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
TEST(Function, BrokenPromisesArePoison) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x7f 0x1
// tilefuzz.call @f 0xff 0x1
func.func @f(%a: i8, %b: i8) -> (i8, i8, i8) {
  %0 = arith.addi %a, %b : i8
  %1 = arith.addi %a, %b overflow<nsw> : i8
  %2 = arith.addi %a, %b overflow<nuw> : i8
  return %0, %1, %2 : i8, i8, i8
})"),
            "0x80 poison 0x80 | 0x0 0x0 poison");
}

/// Later versions of arith have such a promise; this one does not define it.
TEST(Function, AttributesOfOthersPromiseNothing) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0xff
func.func @f(%a: i8) -> (i16, f32) {
  %0 = arith.extui %a {nonNeg} : i8 to i16
  %1 = arith.uitofp %a {nonNeg} : i8 to f32
  return %0, %1 : i16, f32
})"),
            "0xff 0x437f0000");
}

TEST(Function, ShiftsByTheWidthArePoison) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x80 0x7
// tilefuzz.call @f 0x80 0x8
func.func @f(%a: i8, %b: i8) -> (i8, i8, i8) {
  %0 = arith.shli %a, %b : i8
  %1 = arith.shrsi %a, %b : i8
  %2 = arith.shrui %a, %b : i8
  return %0, %1, %2 : i8, i8, i8
})"),
            "0x0 0xff 0x1 | poison poison poison");
}

TEST(Function, SelectIgnoresTheOtherArm) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x1 0x5 poison
// tilefuzz.call @f 0x0 0x5 poison
// tilefuzz.call @f poison 0x5 0x5
func.func @f(%c: i1, %a: i8, %b: i8) -> i8 {
  %0 = arith.select %c, %a, %b : i8
  return %0 : i8
})"),
            "0x5 | poison | poison");
}

TEST(Function, PoisonIsPerElement) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x1,poison,0x3 0x1,0x1,0x1
func.func @f(%a: vector<3xi8>, %b: vector<3xi8>) -> (vector<3xi8>, i8) {
  %0 = arith.muli %a, %b : vector<3xi8>
  %1 = vector.extract %0[2] : i8 from vector<3xi8>
  return %0, %1 : vector<3xi8>, i8
})"),
            "0x1,poison,0x3 0x3");
}

TEST(Function, DivisionsAreUndefined) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x7 0xfe
// tilefuzz.call @f 0x80 0xff
// tilefuzz.call @f 0x1 0x0
// tilefuzz.call @f 0x1 poison
func.func @f(%a: i8, %b: i8) -> (i8, i8, i8) {
  %0 = arith.divsi %a, %b : i8
  %1 = arith.floordivsi %a, %b : i8
  %2 = arith.ceildivsi %a, %b : i8
  return %0, %1, %2 : i8, i8, i8
})"),
            "0xfd 0xfc 0xfd | undefined: division-overflow (arith.divsi) | "
            "undefined: division-by-zero (arith.divsi) | "
            "undefined: division-by-poison (arith.divsi)");
}

TEST(Function, ZerosAndNaNs) {
  // maximumf orders the zeros; maxnumf may give either. A NaN's bits, read as
  // an integer, are not determined.
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x80000000 0x0
// tilefuzz.call @f 0x7fc00000 0x3f800000
func.func @f(%a: f32, %b: f32) -> (f32, f32, i32) {
  %0 = arith.maximumf %a, %b : f32
  %1 = arith.maxnumf %a, %b : f32
  %2 = arith.bitcast %0 : f32 to i32
  return %0, %1, %2 : f32, f32, i32
})"),
            "0x0 ~0x0 0x0 | 0x7fc00000 0x3f800000 unspecified");
}

TEST(Function, FastMath) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x7f800000 0x3f800000
// tilefuzz.call @f 0x80000000 0x0
func.func @f(%a: f32, %b: f32) -> (f32, f32, f32) {
  %0 = arith.addf %a, %b fastmath<ninf> : f32
  %1 = arith.addf %a, %b fastmath<nsz> : f32
  %2 = arith.addf %a, %b : f32
  return %0, %1, %2 : f32, f32, f32
})"),
            "poison 0x7f800000 0x7f800000 | 0x0 unspecified 0x0");
}

TEST(Function, ContractedConversionsToWiderFormatsAreExact) {
  // But for one of a conversion to a narrower format, which may go away.
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x1
func.func @f(%a: f16) -> (i1, f16, f32) {
  %0 = arith.extf %a fastmath<contract> : f16 to f32
  %1 = math.isnormal %0 : f32
  %2 = arith.truncf %0 fastmath<contract> : f32 to f16
  %3 = arith.extf %2 fastmath<contract> : f16 to f32
  return %1, %2, %3 : i1, f16, f32
})"),
            "0x1 unspecified unspecified");
}

TEST(Function, PoisonBehindAnOpenConditionIsOpen) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x3f800000 poison
func.func @f(%a: f32, %b: i8) -> (i8, i8) {
  %0 = arith.addf %a, %a fastmath<contract> : f32
  %1 = math.isnan %0 : f32
  %c = arith.constant 1 : i8
  %2 = arith.select %1, %b, %c : i8
  %3 = arith.select %1, %b, %b : i8
  return %2, %3 : i8, i8
})"),
            "unspecified poison");
}

TEST(Function, NegativePowersOfZeroArePoison) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x0 0xff
// tilefuzz.call @f 0xff 0xfe
func.func @f(%a: i8, %b: i8) -> i8 {
  %0 = math.ipowi %a, %b : i8
  return %0 : i8
})"),
            "poison | 0x1");
}

TEST(Function, FunctionsWithoutAccuracyAreNear) {
  // exp(0) is 1 (ISO C, F.10.3.1); what is computed from exp(1) is rough, and
  // says nothing about an integer.
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x0
// tilefuzz.call @f 0x3f800000
func.func @f(%a: f32) -> (f32, i1) {
  %0 = math.exp %a : f32
  %1 = arith.cmpf olt, %0, %a : f32
  return %0, %1 : f32, i1
})"),
            "0x3f800000 0x0 | ~0x402df854 unspecified");
}

/// Products are a way to compute a power, and their errors add up.
TEST(Function, GreatPowersAreRough) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(func.func @f(%a: f32, %b: i32) -> f32 {
           %0 = math.fpowi %a, %b : f32, i32
           return %0 : f32
         })",
      mlir::ParserConfig(context.get()));
  FunctionProgram program(*module);
  constexpr uint64_t one = 0x3f800000, next = one + 1;
  for (auto [base, power, certainty] :
       {std::tuple(next, uint64_t(0x4000), Certainty::Near),
        {next, 0x4001, Certainty::Rough},
        {next, 0xffffc000, Certainty::Near},
        {next, 0xffffbfff, Certainty::Rough},
        {one, 0x7fffffff, Certainty::Near}}) {
    FunctionRun run = program.run("f", {{Element{base}}, {Element{power}}}, {});
    ASSERT_TRUE(run.completed());
    EXPECT_EQ(run.results[0][0].certainty, certainty) << base << " " << power;
  }
}

TEST(Function, Loops) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x5
// tilefuzz.call @f poison
func.func @f(%n: index) -> (index, i32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %c0, %b = %z) -> (index, i32) {
    %s = arith.addi %a, %i : index
    %t = arith.addi %b, %one : i32
    scf.yield %s, %t : index, i32
  }
  return %0#0, %0#1 : index, i32
})"),
            "0x6 0x3 | undefined: branch-on-poison (scf.for)");
}

TEST(Function, Branches) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x3
func.func @f(%n: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%z, %one : i32, i32)
^head(%i: i32, %p: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit(%p : i32)
^body:
  %j = arith.addi %i, %one : i32
  %q = arith.addi %p, %p : i32
  cf.br ^head(%j, %q : i32, i32)
^exit(%r: i32):
  return %r : i32
})"),
            "0x8");
}

TEST(Function, TripsAreLimited) {
  auto limited = [](llvm::StringRef text) {
    FunctionRunOptions options;
    options.tripLimit = 3;
    return resultsOf(text, options);
  };
  EXPECT_EQ(limited(R"(
// tilefuzz.call @f 0x3
// tilefuzz.call @f 0x4
func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> i32 : i32 {
    scf.yield %i : i32
  }
  return %r : i32
})"),
            "0x2 | step-limit: too-many-trips (scf.for)");
  EXPECT_EQ(limited(R"(
// tilefuzz.call @f 0x3
// tilefuzz.call @f 0x4
func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %c = arith.cmpi ne, %i, %n : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    %j = arith.addi %i, %c1 : i32
    scf.yield %j : i32
  }
  return %r : i32
})"),
            "0x3 | step-limit: too-many-trips (scf.while)");
  EXPECT_EQ(limited(R"(
// tilefuzz.call @f 0x1
// tilefuzz.call @f 0x0
func.func @f(%n: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %n, ^bb2, ^bb1
^bb2:
  return
})"),
            "step-limit: too-many-trips (cf.cond_br)");
}

TEST(Function, WhatIsNotKnownIsSaid) {
  EXPECT_EQ(resultsOf(R"(
// tilefuzz.call @f 0x0
func.func @f(%n: i32) -> i32 {
  %0 = "test.unknown"(%n) : (i32) -> i32
  return %0 : i32
})"),
            "unsupported: the operation is not executed (test.unknown)");
}

TEST(Function, GenerationIsReproducible) {
  auto text = [](uint64_t seed) {
    std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
    generateFunction(*module, "f", seed, {});
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  };
  EXPECT_EQ(text(7), text(7));
  EXPECT_NE(text(7), text(8));
}

TEST(Function, GeneratedFunctionsVerifyAndMostAreDefined) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  unsigned completed = 0, runs = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
    mlir::func::FuncOp function = generateFunction(*module, "f", seed, {});
    ASSERT_TRUE(mlir::succeeded(mlir::verify(function))) << seed;
    FunctionProgram program(*module);
    for (unsigned k = 0; k < 4; ++k, ++runs) {
      FunctionRun run = program.run(
          "f", generateArguments(function.getArgumentTypes(), seed, k));
      EXPECT_NE(run.status, RunStatus::Unsupported) << run.summary();
      completed += run.completed();
    }
  }
  EXPECT_GE(completed * 100, runs * 90);
}
} // namespace
