//===- LanguagesTest.cpp - What the programs of every language promise ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAA/TileAAPatterns.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Coverage.h"
#include "fuzz/Generate/Forms.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Generate/Liveness.h"
#include "fuzz/Stages/StageComparison.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

namespace {
class Languages : public ::testing::TestWithParam<const char *> {
protected:
  GenerateOptions options(llvm::StringRef knobs = "") {
    return llvm::cantFail(parseGenerateOptions(GetParam(), knobs));
  }
};
} // namespace

static std::string textOf(uint64_t seed, const GenerateOptions &options) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  return llvm::cantFail(generateProgram(*context, seed, options)).toString();
}

/// All verify, 99 of 100 run without undefined behaviour, 95 of 100 have no
/// operation whose results reach no output.
TEST_P(Languages, KeepTheirPromises) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  constexpr unsigned total = 1000;
  unsigned defined = 0, stable = 0, live = 0;
  for (uint64_t seed = 0; seed < total; ++seed) {
    llvm::Expected<Program> program =
        generateProgram(*context, seed, options());
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    live += findDeadOperations(*program->module).empty();
    DecodedProgram decoded = llvm::cantFail(
        DecodedProgram::decode(program->module.get(), program->launch.kernel));
    Outcome outcome = llvm::cantFail(decoded.run(program->launch));
    defined += outcome.completed();
    stable += outcome.completed() && !outcome.unstable;
    EXPECT_EQ(outcome.failedAssertions, 0u) << program->toString();
  }
  EXPECT_GE(defined, total * 99 / 100);
  EXPECT_GE(stable, total * 95 / 100);
  EXPECT_GE(live, total * 95 / 100);
}

TEST_P(Languages, AreFunctionsOfSeedAndOptions) {
  for (llvm::StringRef knobs :
       {"", "floats=90,blocks=16,tokens=80", "memory=300,depth=4,swarm=0"})
    for (uint64_t seed : {3, 4}) {
      std::string text = textOf(seed, options(knobs));
      EXPECT_EQ(text, textOf(seed, options(knobs)));
      EXPECT_NE(text, textOf(seed + 2, options(knobs)));
    }
}

INSTANTIATE_TEST_SUITE_P(All, Languages,
                         ::testing::Values("lowered", "whole", "tileaa"),
                         [](const auto &info) { return info.param; });

/// Long programs have most operations, but for the groups that are off in them.
TEST(Swarm, LeavesWholeGroupsOut) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  // Of one operation of each of some groups: the programs without it.
  auto countWithout = [&](llvm::StringRef knobs) {
    GenerateOptions options =
        llvm::cantFail(parseGenerateOptions("lowered", knobs));
    options.verify = false;
    // Dead code is kept then.
    options.operation = "make_token";
    llvm::StringMap<unsigned> without;
    for (uint64_t seed = 0; seed < 100; ++seed) {
      Coverage coverage;
      coverage.add(llvm::cantFail(generateProgram(*context, seed, options)));
      for (llvm::StringRef name :
           {"subf", "shri", "divi", "cmpf", "reduce", "ftof", "for"})
        without[name] += coverage.count(name) == 0;
    }
    return without;
  };
  for (const auto &[name, count] : countWithout("steps=600,depth=1,floats=25"))
    EXPECT_GE(count, 15u) << name.str();
  for (const auto &[name, count] :
       countWithout("steps=600,depth=1,floats=25,swarm=0,further=0"))
    EXPECT_LE(count, 10u) << name.str();
}

namespace {
/// Of some programs, without what addresses and masks are computed by, and
/// what is of conditions.
struct ArithmeticCount {
  unsigned integers = 0, floats = 0, loads = 0, mostLoads = 0;
};
} // namespace

static void count(mlir::Operation *module, ArithmeticCount &counts) {
  unsigned loads = 0;
  llvm::SetVector<mlir::Operation *> ofAccesses;
  auto isLoad = [](mlir::Operation *op) {
    return op->getName().getStringRef().contains("load_");
  };
  mlir::BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](mlir::Operation *op) { return !isLoad(op); };
  module->walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().stripDialect();
    loads += isLoad(op);
    for (mlir::Value operand : op->getOperands()) {
      auto type = llvm::dyn_cast<mlir::cuda_tile::TileType>(operand.getType());
      bool isOfAccess = name == "offset" ||
                        (name.ends_with("_tko") && type &&
                         (type.getElementType().isInteger(1) ||
                          (name.contains("view") && type.getRank() == 0)));
      if (isOfAccess)
        (void)mlir::getBackwardSlice(operand, &ofAccesses, options);
    }
  });
  counts.loads += loads;
  counts.mostLoads = std::max(counts.mostLoads, loads);
  module->walk([&](mlir::Operation *op) {
    static const llvm::StringSet<> integers = {
        "addi", "subi", "muli", "divi", "remi", "andi", "ori",
        "xori", "shli", "shri", "maxi", "mini", "cmpi"};
    static const llvm::StringSet<> floats = {"addf", "subf", "mulf", "fma",
                                             "maxf", "minf", "cmpf"};
    llvm::StringRef name = op->getName().stripDialect();
    counts.integers +=
        integers.contains(name) && !ofAccesses.contains(op) &&
        !llvm::cast<mlir::cuda_tile::TileType>(op->getOperand(0).getType())
             .getElementType()
             .isInteger(1);
    counts.floats += floats.contains(name);
  });
}

TEST(Knobs, SayHowMuchArithmeticIsOfFloatsAndHowOftenMemoryIsRead) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto countOf = [&](llvm::StringRef knobs) {
    GenerateOptions options =
        llvm::cantFail(parseGenerateOptions("lowered", knobs));
    ArithmeticCount counts;
    for (uint64_t seed = 0; seed < 1000; ++seed)
      count(
          llvm::cantFail(generateProgram(*context, seed, options)).module.get(),
          counts);
    return counts;
  };
  auto percentOf = [&](llvm::StringRef knobs) {
    ArithmeticCount counts = countOf(knobs);
    return 100 * counts.floats / (counts.floats + counts.integers);
  };
  EXPECT_LE(percentOf("swarm=0,floats=0"), 4u);
  unsigned few = percentOf("swarm=0,floats=25");
  EXPECT_GE(few, 15u);
  EXPECT_LE(few, 35u);
  for (llvm::StringRef knobs : {"swarm=0,further=0", "swarm=1,further=0"}) {
    unsigned half = percentOf(knobs);
    EXPECT_GE(half, 40u) << knobs.str();
    EXPECT_LE(half, 62u) << knobs.str();
  }
  EXPECT_GE(percentOf("swarm=0,further=0,floats=100"), 80u);
  // Rows of other groups, as updates and packing, bring integers, too.
  EXPECT_GE(percentOf("swarm=0,floats=100"), 60u);
  EXPECT_GT(countOf("").mostLoads, 2u);
  EXPECT_LE(countOf("memory=0").mostLoads, 1u);
}

/// How often the rewrites of nv_tileaa fire in programs of it.
TEST(TileAAPrograms, HaveTheLeftSideOfEveryRewrite) {
  FiringCounts firings;
  ComparisonOptions comparison;
  comparison.compile.stopAfter = "tileaa-canonicalize";
  comparison.compile.firings = &firings;
  for (const PatternRow &row : mlir::nv_tileaa::getPatternRows())
    if (row.offByDefault)
      comparison.compile.enabledPatterns.push_back(row.name.str());
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::unique_ptr<Compiler> compiler = makeCompiler(comparison);
  GenerateOptions options = llvm::cantFail(parseGenerateOptions("tileaa", ""));
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed, options));
    ASSERT_TRUE(mlir::succeeded(compiler->run(program.module.get())));
  }
  // Slices move past few other operations.
  for (const PatternRow &row : mlir::nv_tileaa::getPatternRows())
    if (!row.bug)
      EXPECT_GE(firings.counts[row.name],
                row.name.starts_with("tileaa-slice-") ? 5u : 15u)
          << row.name.str();
}

/// Every operation with every element type and attribute value, but for those
/// that CoverageTileAA.cpp gives a reason for.
TEST(TileAAPrograms, HaveEveryOperationTypeAndAttribute) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options =
      llvm::cantFail(parseGenerateOptions("tileaa", "steps=24"));
  Coverage coverage(/*tileAA=*/true);
  for (uint64_t seed = 0; seed < 8000; ++seed)
    coverage.add(llvm::cantFail(generateProgram(*context, seed, options)));
  EXPECT_EQ(llvm::join(coverage.gaps(), ", "), "");
  // And every way to write it; a reason for none is no longer needed.
  EXPECT_EQ(llvm::join(coverage.formGaps(), "\n"), "");
  for (const MissingForm &row : missingForms()) {
    llvm::SmallVector<llvm::StringRef> names, forms;
    row.operations.split(names, ' ');
    row.forms.split(forms, '|');
    for (llvm::StringRef name : names)
      for (llvm::StringRef form : forms)
        EXPECT_EQ(coverage.countForm(name, form), 0u)
            << name.str() << ": " << form.str();
  }
  for (llvm::StringRef name : generatedOperations(/*tileAA=*/true))
    EXPECT_GT(coverage.count(name), 0u) << name.str();
  context->loadDialect<mlir::nv_tileaa::TileAADialect>();
  for (mlir::RegisteredOperationName operation :
       context->getRegisteredOperationsByDialect("nv_tileaa")) {
    llvm::StringRef name = operation.getStringRef();
    EXPECT_NE(coverage.count(name) > 0, coverage.isLeftOut(name)) << name.str();
  }
}

TEST(TileAAPrograms, ShowPossibleFormsOnly) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options = llvm::cantFail(
      parseGenerateOptions("tileaa", "steps=24,notes=1,strong=1"));
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed, options));
    program.module.get()->walk([](mlir::Operation *op) {
      std::vector<std::string> possible =
          possibleForms(op->getName().getStringRef());
      if (op->getName().getDialectNamespace() == "nv_tileaa")
        for (const std::string &form : formsOf(op))
          EXPECT_TRUE(llvm::is_contained(possible, form))
              << op->getName().getStringRef().str() << ": " << form;
    });
  }
}

TEST(TileAAPrograms, BeginAtTheirLevel) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(generateProgram(
      *context, 1, llvm::cantFail(parseGenerateOptions("tileaa", ""))));
  ComparisonOptions comparison;
  comparison.compile.stopAfter = "tileaa-canonicalize";
  ComparisonReport report = compareStages(program, comparison);
  ASSERT_EQ(report.stages.size(), 2u);
  EXPECT_EQ(report.stages[0].stage->name, "source");
  EXPECT_EQ(report.stages[1].stage->name, "tileaa-canonicalize");
}

TEST(Knobs, AreChecked) {
  auto error = [](llvm::StringRef language, llvm::StringRef knobs) {
    llvm::Expected<GenerateOptions> options =
        parseGenerateOptions(language, knobs);
    return options ? "" : llvm::toString(options.takeError());
  };
  EXPECT_EQ(error("mixed", "steps=3,floats=0"), "");
  EXPECT_EQ(error("mixed", "floats=101"),
            "knob 'floats' takes a number from 0 to 100, not '101'");
  EXPECT_EQ(error("mixed", "floats"),
            "knob 'floats' takes a number from 0 to 100, not ''");
  EXPECT_NE(error("mixed", "float=1").find("no knob is called 'float'"),
            std::string::npos);
  EXPECT_EQ(error("high", ""), "'high' is no language; write mixed, lowered, "
                               "whole or tileaa");
  GenerateOptions options =
      llvm::cantFail(parseGenerateOptions("whole", "steps=3,blocks=9"));
  EXPECT_EQ(options.maxSteps, 3u);
  EXPECT_EQ(options.blocks, 9u);
  EXPECT_EQ(options.wholeOneIn, 1u);
}
