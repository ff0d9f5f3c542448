//===- MutateTest.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/StageComparison.h"
#include "fuzz/Generate/Generate.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

/// Each row of the table changes some generated program into another that
/// verifies.
TEST(MutateTest, EveryMutatorApplies) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  for (const Mutator &mutator : getMutators()) {
    unsigned applied = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Program program = llvm::cantFail(generateProgram(*context, seed));
      std::string before = program.toString();
      ByteSource choices(seed + 1000);
      mlir::ScopedDiagnosticHandler silence(
          context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
      Program donor = llvm::cantFail(generateProgram(*context, seed + 500));
      DefinednessSlice slice(*program.module);
      Mutation mutation{program, choices, &donor, seed % 4 ? &slice : nullptr};
      if (!mutator.apply(mutation) ||
          failed(mlir::verify(program.module.get())))
        continue;
      EXPECT_NE(program.toString(), before) << mutator.name.str();
      ++applied;
    }
    EXPECT_GE(applied, 5u) << mutator.name.str();
  }
}

TEST(MutateTest, SameChoicesSameProgram) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  for (uint64_t seed = 0; seed < 10; ++seed) {
    std::string texts[2];
    for (std::string &text : texts) {
      Program program = llvm::cantFail(generateProgram(*context, seed));
      ByteSource choices(seed);
      EXPECT_FALSE(mutate(program, choices).empty());
      text = program.toString();
      // What a mutation makes can be read again.
      EXPECT_TRUE(bool(parseProgram(text, "again", *context)));
    }
    EXPECT_EQ(texts[0], texts[1]);
  }
}

/// Mutated programs are no different: the compiler keeps what they do.
TEST(MutateTest, TheCompilerAgreesOnMutants) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  unsigned compared = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed));
    ByteSource choices(seed);
    for (unsigned i = 0; i < 3; ++i)
      mutate(program, choices);
    ComparisonReport report = compareStages(program, {});
    EXPECT_FALSE(report.finding)
        << seed << ": " << report.finding->stage->name.str() << ": "
        << report.finding->reason << '\n'
        << program.toString();
    compared += !report.skipped();
  }
  // One mutation in 24 may change what decides.
  EXPECT_GE(compared, 52u);
}
