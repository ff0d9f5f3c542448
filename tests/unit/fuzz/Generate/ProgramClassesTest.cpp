//===- ProgramClassesTest.cpp ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/ProgramClasses.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Coverage.h"
#include "fuzz/Generate/Generate.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

/// Of 4000 programs, how many have each class at least.
static constexpr unsigned total = 4000, least = 5;

static void expectEveryClass(llvm::StringRef language, uint64_t seed) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options = llvm::cantFail(parseGenerateOptions(language, ""));
  options.verify = false;
  Coverage coverage;
  for (uint64_t i = 0; i < total; ++i)
    coverage.add(llvm::cantFail(generateProgram(*context, seed + i, options)));
  for (auto [i, row] : llvm::enumerate(getProgramClasses()))
    EXPECT_GE(coverage.countClass(ProgramClass(i)), least)
        << language.str() << " has " << row.text.str();
}

TEST(ProgramClassesTest, LoweredProgramsHaveEachClass) {
  expectEveryClass("lowered", 1);
}
TEST(ProgramClassesTest, WholeProgramsHaveEachClass) {
  expectEveryClass("whole", 1);
}

/// Programs that mutants of the compiler survived the want of.
TEST(ProgramClassesTest, WitnessesAreOfTheirClass) {
  static constexpr std::pair<llvm::StringLiteral, ProgramClass> witnesses[] = {
      {"compare-moves-constant", ProgramClass::CompareSum},
      {"select-nested-other-condition", ProgramClass::SelectSelect},
      {"select-of-equal-third", ProgramClass::SelectThird},
      {"select-of-less-than", ProgramClass::SelectOfInequality},
      {"select-of-not-equal-false", ProgramClass::SelectOnTruth},
      {"select-of-xor-of-two", ProgramClass::SelectOnXor},
      {"shift-left-beyond-width", ProgramClass::WideShift},
      {"shift-right-beyond-width", ProgramClass::WideShift},
      {"sum-cancels-beside-constant", ProgramClass::CancelledSum},
  };
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  for (auto [name, wanted] : witnesses) {
    Program program = llvm::cantFail(readProgram(
        (TILEFUZZ_MUTANT_WITNESSES "/" + name + ".mlir").str(), *context));
    ProgramClassSet found = classesOf(program);
    EXPECT_TRUE(found.test(unsigned(wanted))) << name.str();
    // Nothing else of the kind: the classes are told apart.
    EXPECT_LE(found.count(), 2u) << name.str();
  }
}

/// What is told of a program with `body` in an entry of these parameters.
static ProgramClassSet classesIn(mlir::MLIRContext &context,
                                 llvm::StringRef body,
                                 llvm::StringRef args = "&b 1 0") {
  std::string text =
      ("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
       "// tilefuzz.buffer b : i32[4] = fill(7)\n"
       "// tilefuzz.args " +
       args +
       "\ncuda_tile.module @m {\n  entry @k(%p: tile<ptr<i32>>, %x: "
       "tile<i32>, %y: tile<i32>) {\n" +
       body + "\n    return\n  }\n}\n")
          .str();
  return classesOf(llvm::cantFail(parseProgram(text, "p.mlir", context)));
}

/// A guard is one only if the condition is of what it guards.
TEST(ProgramClassesTest, GuardsAreOfWhatTheyGuard) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto guarded = [&](llvm::StringRef compared) {
    return classesIn(*context,
                     ("%zero = constant <i32: 0> : tile<i32>\n"
                      "%c = cmpi not_equal " +
                      compared +
                      ", %zero, signed : tile<i32> -> tile<i1>\n"
                      "%q = if %c -> (tile<i32>) {\n"
                      "  %d = divi %x, %y signed : tile<i32>\n"
                      "  yield %d : tile<i32>\n"
                      "} else {\n  yield %x : tile<i32>\n}\n"
                      "%t = store_ptr_tko weak %p, %q : tile<ptr<i32>>, "
                      "tile<i32> -> token")
                         .str())
        .test(unsigned(ProgramClass::GuardedDivision));
  };
  EXPECT_TRUE(guarded("%y"));
  EXPECT_FALSE(guarded("%x"));
}

/// Loops are known by the numbers of the launch.
TEST(ProgramClassesTest, BoundsAreThoseOfTheLaunch) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto remains = [&](llvm::StringRef args) {
    return classesIn(*context,
                     "%step = constant <i32: 3> : tile<i32>\n"
                     "%s = for %i in (%x to %y, step %step) : tile<i32> "
                     "iter_values(%a = %x) -> (tile<i32>) {\n"
                     "  %n = addi %a, %i : tile<i32>\n"
                     "  continue %n : tile<i32>\n}\n"
                     "%t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, "
                     "tile<i32> -> token",
                     args)
        .test(unsigned(ProgramClass::RemainingBound));
  };
  EXPECT_TRUE(remains("&b 1 6"));
  EXPECT_FALSE(remains("&b 1 7"));
  EXPECT_FALSE(remains("&b 7 1"));
}
