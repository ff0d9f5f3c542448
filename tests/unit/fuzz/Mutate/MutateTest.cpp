//===- MutateTest.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Mutate/GrowInstances.h"
#include "fuzz/Mutate/InstanceChoice.h"
#include "fuzz/Stages/StageComparison.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/Templates.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;

static GenerateOptions optionsFor(MutatorLanguage language) {
  GenerateOptions options;
  if (language == MutatorLanguage::TileAA)
    options = llvm::cantFail(parseGenerateOptions("tileaa", ""));
  return options;
}

/// Each row of the table changes some generated program into another that
/// verifies.
static void expectAllApply(MutatorLanguage language) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options = optionsFor(language);
  for (const Mutator *mutator : getMutators(language)) {
    unsigned applied = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
      Program program =
          llvm::cantFail(generateProgram(*context, seed, options));
      EXPECT_EQ(languageOf(program), language);
      std::string before = program.toString();
      ByteSource choices(seed + 1000);
      mlir::ScopedDiagnosticHandler silence(
          context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
      Program donor =
          llvm::cantFail(generateProgram(*context, seed + 500, options));
      DefinednessSlice slice(*program.module);
      auto getDonor = [&] { return &donor; };
      Mutation mutation{program, choices, getDonor,
                        seed % 4 ? &slice : nullptr};
      if (!mutator->bodyFor(language)(mutation)) {
        EXPECT_EQ(program.toString(), before) << mutator->name.str();
        continue;
      }
      if (failed(mlir::verify(program.module.get())))
        continue;
      EXPECT_NE(program.toString(), before) << mutator->name.str();
      ++applied;
    }
    EXPECT_GE(applied, 5u) << mutator->name.str();
  }
}

TEST(MutateTest, EveryMutatorApplies) {
  expectAllApply(MutatorLanguage::CudaTile);
}
TEST(MutateTest, EveryMutatorOfTileAAApplies) {
  expectAllApply(MutatorLanguage::TileAA);
}

/// The order decides what a seed draws, so programs of nv_tileaa draw from the
/// same order with what they lack left out.
TEST(MutateTest, LanguagesShareOneOrder) {
  llvm::SmallVector<const Mutator *> shared;
  for (const Mutator *mutator : getMutators(MutatorLanguage::CudaTile))
    if (mutator->applyTileAA)
      shared.push_back(mutator);
    else
      EXPECT_EQ(mutator->name, "return-early");
  EXPECT_EQ(llvm::ArrayRef(shared), getMutators(MutatorLanguage::TileAA));
  EXPECT_EQ(getMutators(MutatorLanguage::CudaTile).size(), shared.size() + 1);
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

/// Mutated programs are no different: the compiler keeps what they do. Returns
/// how many of `count` were compared.
static unsigned compareMutants(MutatorLanguage language, unsigned count) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options = optionsFor(language);
  unsigned compared = 0;
  for (uint64_t seed = 0; seed < count; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed, options));
    Program donor =
        llvm::cantFail(generateProgram(*context, seed + 500, options));
    ByteSource choices(seed);
    for (unsigned i = 0; i < 3; ++i)
      mutate(program, choices, [&] { return &donor; });
    ComparisonReport report = compareStages(program, {});
    EXPECT_FALSE(report.finding)
        << seed << ": " << report.finding->stage->name.str() << ": "
        << report.finding->reason << '\n'
        << program.toString();
    compared += !report.skipped();
  }
  return compared;
}

// One mutation in 24 may change what decides; of nv_tileaa, one program in 60
// looks at addresses.
TEST(MutateTest, TheCompilerAgreesOnMutants) {
  EXPECT_GE(compareMutants(MutatorLanguage::CudaTile, 60), 52u);
}
TEST(MutateTest, TheCompilerAgreesOnMutantsOfTileAA) {
  EXPECT_GE(compareMutants(MutatorLanguage::TileAA, 100), 88u);
}

namespace {
/// Programs that were grown around instances.
struct GrownPrograms {
  unsigned compared = 0;
  std::set<std::string> patterns;
  FiringCounts firings;
};
} // namespace

/// So many, compared up to a stage (empty: to the end).
static GrownPrograms compareGrown(const GenerateOptions &options,
                                  uint64_t count, llvm::StringRef stopAfter) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GrownPrograms grown;
  for (uint64_t seed = 0; seed < count; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed, options));
    std::string before = program.toString();
    ByteSource choices(seed);
    llvm::SmallVector<llvm::StringRef> patterns =
        growInstances(program, choices);
    EXPECT_EQ(patterns.empty(), program.toString() == before);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(program.module.get())));
    for (llvm::StringRef pattern : patterns)
      grown.patterns.insert(pattern.str());
    ComparisonOptions comparison;
    comparison.compile.firings = &grown.firings;
    comparison.compile.stopAfter = stopAfter.str();
    ComparisonReport report = compareStages(program, comparison);
    EXPECT_FALSE(report.finding)
        << seed << ": " << report.finding->stage->name.str() << ": "
        << report.finding->reason << '\n'
        << program.toString();
    grown.compared += !report.skipped();
  }
  return grown;
}

// What does not parse would never be drawn.
TEST(MutateTest, ConversionTemplatesParse) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  context->allowUnregisteredDialects();
  for (bool isTileAA : {false, true})
    for (const PatternTemplate &row : getConversionTemplates(isTileAA)) {
      EXPECT_EQ(isPublicPattern(row.pattern), !isTileAA) << row.pattern.str();
      llvm::ArrayRef<llvm::StringLiteral> elements =
          elementTypesOf(row.elements);
      std::string text = instantiate(
          row, elements.empty() ? "" : elements.back().str(), "i8", "4x");
      EXPECT_TRUE(
          bool(mlir::parseSourceString<mlir::ModuleOp>(text, context.get())))
          << text;
    }
}

// What is drawn and does not fit is as good as not there.
TEST(MutateTest, EveryConversionTemplateIsPutIn) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  context->allowUnregisteredDialects();
  mlir::ScopedDiagnosticHandler silence(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  for (bool isTileAA : {false, true}) {
    llvm::DenseSet<const PatternTemplate *> chosen;
    InstanceWish wish;
    wish.isTileAA = isTileAA;
    wish.shape = {4};
    for (uint64_t seed = 0; seed < 6000; ++seed) {
      ByteSource choices(seed);
      if (auto instance = chooseInstance(*context, choices, wish))
        chosen.insert(instance->row);
    }
    for (const PatternTemplate &row : getConversionTemplates(isTileAA))
      EXPECT_TRUE(chosen.contains(&row)) << row.pattern.str() << row.body.str();
  }
}

// Each pattern is as likely as any other, also those that fire in one program
// of a thousand otherwise.
TEST(MutateTest, ProgramsGrowAroundInstances) {
  GrownPrograms grown = compareGrown(optionsFor(MutatorLanguage::CudaTile), 200,
                                     "tileaa-canonicalize");
  EXPECT_GE(grown.compared, 180u);
  EXPECT_GE(grown.patterns.size(), 40u);
  for (llvm::StringRef rare :
       {"cuda-tile-simplify-shift", "cuda-tile-simplify-negation",
        "cuda-tile-if-move-terminator"})
    EXPECT_GE(grown.firings.counts.lookup(rare), 1u) << rare.str();
}
TEST(MutateTest, ProgramsOfTileAAGrowAroundInstances) {
  GrownPrograms grown = compareGrown(optionsFor(MutatorLanguage::TileAA), 200,
                                     "tileaa-canonicalize");
  EXPECT_GE(grown.compared, 180u);
  EXPECT_GE(grown.patterns.size(), 25u);
  for (llvm::StringRef rare :
       {"tileaa-slice-chain", "tileaa-dot-zero", "tileaa-extract-of-slice"})
    EXPECT_GE(grown.firings.counts.lookup(rare), 1u) << rare.str();
}

// What conversions alone meet is right at each level.
TEST(MutateTest, EveryLevelTakesGrownPrograms) {
  GenerateOptions lowered = llvm::cantFail(parseGenerateOptions("lowered", ""));
  lowered.maxSteps = 4;
  EXPECT_GE(compareGrown(lowered, 40, "").compared, 36u);
  GenerateOptions lower = optionsFor(MutatorLanguage::TileAA);
  lower.maxSteps = 4;
  EXPECT_GE(compareGrown(lower, 20, "").compared, 16u);
}
