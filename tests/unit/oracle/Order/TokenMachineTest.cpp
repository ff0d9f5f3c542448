//===- TokenMachineTest.cpp - Token plans, executed -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Whatever the order in which effects complete, none is issued before what its
// token is ordered after: for the corpus, for random programs, and for programs
// that each need one rule of the lowering; without that rule they go wrong.
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/TokenMachine.h"
#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Generate/Generate.h"
#include "interp/Semantics/Mbarrier.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace mlir::nv_tileaa;

namespace {
class TokenMachineTest : public testing::Test {
protected:
  TokenMachineTest() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Converts to nv_tileaa; false where the level does not have the program.
  bool lower(mlir::ModuleOp module) {
    mlir::ScopedDiagnosticHandler silence(
        &context, [](mlir::Diagnostic &) { return mlir::success(); });
    CompileOptions options;
    options.stopAfter = "convert-cuda-tile-to-tileaa";
    return mlir::succeeded(compile(module, options));
  }

  static FuncOp findKernel(mlir::ModuleOp module, llvm::StringRef name) {
    FuncOp found;
    module.walk([&](FuncOp func) {
      if (name.empty() ? func.isKernel() : func.getSymName() == name)
        found = func;
    });
    return found;
  }

  /// Whether the kernel's tokens fit the pool that kernels have. What does not
  /// is refused for that reason and no other.
  bool fitsPool(mlir::ModuleOp module, llvm::StringRef name) {
    std::string error;
    mlir::ScopedDiagnosticHandler handler(
        &context,
        [&](mlir::Diagnostic &diagnostic) { error = diagnostic.str(); });
    if (mlir::succeeded(planTokens(findKernel(module, name))))
      return true;
    EXPECT_NE(error.find("all 32 of the pool are in use"), std::string::npos)
        << error;
    return false;
  }

  /// Plans the kernel of a module of nv_tileaa and runs every block.
  std::vector<TokenRun>
  run(mlir::ModuleOp module, const Launch &launch, unsigned capacity,
      uint64_t seed,
      TokenLoweringVariant variant = TokenLoweringVariant::Planned) {
    FuncOp kernel = findKernel(module, launch.kernel);
    if (!kernel)
      ADD_FAILURE() << launch.kernel;
    mlir::FailureOr<TokenPlan> plan = planTokens(kernel, capacity);
    EXPECT_TRUE(mlir::succeeded(plan));
    if (mlir::failed(plan))
      return {};
    DecodedProgram program =
        llvm::cantFail(DecodedProgram::decode(module, launch.kernel));
    TracedRun traced = llvm::cantFail(
        traceOrder(program, launch, {Schedule::Kind::RoundRobin, 0}, 200'000));
    std::vector<TokenRun> runs;
    for (const BlockOrder &block : traced.trace.blocks)
      runs.push_back(runTokenMachine(block, *plan, seed, variant));
    return runs;
  }

  static void expectSound(llvm::ArrayRef<TokenRun> runs,
                          const std::string &what) {
    for (const TokenRun &run : runs) {
      EXPECT_TRUE(run.lostEdges.empty()) << what;
      EXPECT_TRUE(run.errors.empty()) << what << ": " << run.errors.front();
    }
  }

  mlir::MLIRContext context;
};

/// Programs of nv_tileaa that need one rule each.
struct Sample {
  llvm::StringLiteral name;
  /// Of @k(%p), with an i32 %one, a token %t0 and 64 elements behind %p.
  llvm::StringLiteral body;
  /// Without which it goes wrong.
  TokenLoweringVariant needs;
};

#define STORE(result, token)                                                   \
  result " = nv_tileaa.store %p, %one token " token                            \
         " : (!ptr, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token\n"

const Sample samples[] = {
    {"a join of three barriers",
     STORE("%a", "%t0") STORE("%b", "%t0")
         STORE("%b2", "%t0") "%j = nv_tileaa.join_mem_token %a, %b, %b2 : "
                             "!nv_tileaa.mem_token\n" STORE("%c", "%j"),
     TokenLoweringVariant::JoinKeepsOne},
    {"a second phase of a barrier",
     STORE("%a", "%t0") STORE("%b", "%a") STORE("%c", "%b") STORE("%d", "%c"),
     TokenLoweringVariant::ConstantParity},
    {"a loop of independent iterations, with a user behind it",
     "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
     "%c4 = arith.constant 4 : index\n"
     "%l = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %t0) -> "
     "(!nv_tileaa.mem_token) {\n" STORE(
         "%a",
         "%t0") "%j = nv_tileaa.join_mem_token %x, %a : !nv_tileaa.mem_token\n"
                "scf.yield %j : !nv_tileaa.mem_token\n}\n" STORE("%b", "%l"),
     TokenLoweringVariant::NoWaitForOwnBarrier},
    {"a successor", STORE("%a", "%t0") STORE("%b", "%a"),
     TokenLoweringVariant::NoArrival},
};

std::string moduleOf(llvm::StringRef body) {
  return ("!ptr = !nv_tileaa.ptr<i32, 1>\ngpu.module @m {\n"
          "nv_tileaa.func @k(%p: !ptr) attributes {cute.kernel} {\n"
          "%one = arith.constant 1 : i32\n"
          "%t0 = nv_tileaa.create_mem_token : !nv_tileaa.mem_token\n" +
          body + "nv_tileaa.return\n}\n}\n")
      .str();
}

Launch sampleLaunch() {
  return llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i32[64] = fill(0)\n"
                  "// tilefuzz.args &out\n",
                  "sample"));
}

std::vector<std::string> programsIn(llvm::StringRef folder) {
  std::vector<std::string> paths;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator
           it(llvm::Twine(TILEFUZZ_CORPUS "/") + folder, code),
       end;
       it != end && !code; it.increment(code))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      paths.push_back(it->path());
  llvm::sort(paths);
  return paths;
}
} // namespace

TEST_F(TokenMachineTest, EveryRuleIsNeeded) {
  Launch launch = sampleLaunch();
  for (const Sample &sample : samples) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(moduleOf(sample.body),
                                                          &context);
    ASSERT_TRUE(module) << sample.name.str();
    unsigned wrong = 0;
    for (uint64_t seed = 0; seed < 50; ++seed) {
      expectSound(run(*module, launch, 32, seed), sample.name.str());
      for (const TokenRun &run : run(*module, launch, 32, seed, sample.needs))
        wrong += !run.lostEdges.empty() || !run.errors.empty();
    }
    EXPECT_GT(wrong, 0u) << sample.name.str();
  }
}

TEST_F(TokenMachineTest, IndependentEffectsOverlap) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      moduleOf(STORE("%a", "%t0") STORE("%b", "%t0") STORE("%c", "%t0")),
      &context);
  ASSERT_TRUE(module);
  unsigned most = 0;
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (const TokenRun &run : run(*module, sampleLaunch(), 32, seed))
      most = std::max(most, run.maxInFlight);
  EXPECT_EQ(most, 3u);
}

TEST_F(TokenMachineTest, ProducersAreArrivals) {
  std::string text = moduleOf(STORE("%a", "%t0") STORE("%b", "%a"));
  size_t at = text.find("create_mem_token :");
  text.replace(at, 18, "create_mem_token {producers = 3 : i32} :");
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  auto plan = planTokens(findKernel(*module, "k"));
  ASSERT_TRUE(mlir::succeeded(plan));
  EXPECT_EQ(plan->arrivals, (llvm::SmallVector<unsigned>{3}));
  for (uint64_t seed = 0; seed < 20; ++seed)
    expectSound(run(*module, sampleLaunch(), 32, seed), "three producers");
}

TEST_F(TokenMachineTest, AnExhaustedPoolIsAnError) {
  // Thirty-three stores that nothing orders, all needed at the end.
  std::string body, joined;
  for (int i = 0; i < 33; ++i) {
    std::string name = "%s" + std::to_string(i);
    body += name + " = nv_tileaa.store %p, %one token %t0 : (!ptr, i32, "
                   "!nv_tileaa.mem_token) -> !nv_tileaa.mem_token\n";
    joined += (i ? ", " : "") + name;
  }
  body += "%j = nv_tileaa.join_mem_token " + joined +
          " : !nv_tileaa.mem_token\n" STORE("%z", "%j");
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(moduleOf(body), &context);
  ASSERT_TRUE(module);
  std::string error;
  {
    mlir::ScopedDiagnosticHandler handler(
        &context,
        [&](mlir::Diagnostic &diagnostic) { error = diagnostic.str(); });
    EXPECT_TRUE(mlir::failed(planTokens(findKernel(*module, "k"))));
  }
  EXPECT_EQ(error, "'nv_tileaa.store' op needs an mbarrier slot, but all 32 of "
                   "the pool are in use");
  // One more does: the last store goes on where one of them ended.
  for (uint64_t seed = 0; seed < 20; ++seed)
    expectSound(run(*module, sampleLaunch(), 33, seed), "33 slots");
}

TEST_F(TokenMachineTest, DisjointLifetimesShareASlot) {
  // Every pair is over before the next begins.
  std::string body;
  for (int i = 0; i < 40; ++i) {
    std::string n = std::to_string(i);
    body += "%a" + n +
            " = nv_tileaa.store %p, %one token %t0 : (!ptr, i32, "
            "!nv_tileaa.mem_token) -> !nv_tileaa.mem_token\n"
            "%b" +
            n + " = nv_tileaa.store %p, %one token %a" + n +
            " : (!ptr, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token\n";
  }
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(moduleOf(body), &context);
  ASSERT_TRUE(module);
  for (uint64_t seed = 0; seed < 20; ++seed)
    expectSound(run(*module, sampleLaunch(), 2, seed), "two slots");
}

TEST_F(TokenMachineTest, CorpusKeepsItsOrder) {
  unsigned effects = 0, refused = 0;
  for (llvm::StringRef folder : {"kernels", "litmus"})
    for (const std::string &path : programsIn(folder)) {
      Program program = llvm::cantFail(readProgram(path, context));
      ASSERT_TRUE(lower(*program.module)) << path;
      if (!fitsPool(*program.module, program.launch.kernel)) {
        ++refused;
        continue;
      }
      for (const TokenRun &run : run(*program.module, program.launch,
                                     BarrierPool::defaultCapacity, 7)) {
        expectSound(run, path);
        effects += run.completed.size();
        EXPECT_EQ(run.unplanned, 0u) << path;
      }
    }
  EXPECT_LE(refused, 2u);
  EXPECT_GT(effects, 700u);
}

TEST_F(TokenMachineTest, RandomProgramsKeepTheirOrder) {
  GenerateOptions options;
  options.wholeOneIn = 2;
  unsigned programs = 0, effects = 0, refused = 0;
  for (uint64_t seed = 0; seed < 450; ++seed) {
    Program program = llvm::cantFail(generateProgram(context, seed, options));
    if (!lower(*program.module))
      continue;
    ++programs;
    if (!fitsPool(*program.module, program.launch.kernel)) {
      ++refused;
      continue;
    }
    for (const TokenRun &run : run(*program.module, program.launch,
                                   BarrierPool::defaultCapacity, seed)) {
      expectSound(run, "seed " + std::to_string(seed));
      effects += run.completed.size();
    }
  }
  EXPECT_LE(refused, 20u);
  EXPECT_GT(programs, 375u);
  EXPECT_GT(effects, 3000u);
}

//===----------------------------------------------------------------------===//
// The barrier itself
//===----------------------------------------------------------------------===//

TEST(Mbarrier, FreshBarrierBlocksOnParityZero) {
  Mbarrier barrier;
  EXPECT_EQ(barrier.arrive(), Mbarrier::Error::Lifetime);
  EXPECT_FALSE(barrier.test(true));
  ASSERT_EQ(barrier.init(2), Mbarrier::Error::None);
  EXPECT_FALSE(barrier.test(false));
  EXPECT_TRUE(barrier.test(true));
  EXPECT_EQ(barrier.arrive(), Mbarrier::Error::None);
  EXPECT_FALSE(barrier.test(false));
  EXPECT_EQ(barrier.arrive(), Mbarrier::Error::None);
  EXPECT_TRUE(barrier.test(false));
  EXPECT_FALSE(barrier.test(true));
  EXPECT_EQ(barrier.currentPhase(), 1u);
  // Expected again of the next phase.
  EXPECT_EQ(barrier.pendingArrivals(), 2);
}

TEST(Mbarrier, BytesHoldThePhaseOpen) {
  Mbarrier barrier;
  ASSERT_EQ(barrier.init(1), Mbarrier::Error::None);
  EXPECT_EQ(barrier.expectTransactions(128), Mbarrier::Error::None);
  EXPECT_EQ(barrier.arrive(), Mbarrier::Error::None);
  EXPECT_FALSE(barrier.test(false));
  EXPECT_EQ(barrier.completeTransactions(64), Mbarrier::Error::None);
  EXPECT_FALSE(barrier.test(false));
  EXPECT_EQ(barrier.arrive(), Mbarrier::Error::ArriveOverflow);
  EXPECT_EQ(barrier.completeTransactions(64), Mbarrier::Error::None);
  EXPECT_TRUE(barrier.test(false));
}

TEST(Mbarrier, CountsHaveLimits) {
  Mbarrier barrier;
  EXPECT_EQ(barrier.init(0), Mbarrier::Error::Lifetime);
  EXPECT_EQ(barrier.init(Mbarrier::maxCount + 1), Mbarrier::Error::Lifetime);
  ASSERT_EQ(barrier.init(Mbarrier::maxCount), Mbarrier::Error::None);
  EXPECT_EQ(barrier.arrive(0), Mbarrier::Error::ArriveOverflow);
  EXPECT_EQ(barrier.arrive(Mbarrier::maxCount + 1),
            Mbarrier::Error::ArriveOverflow);
  EXPECT_EQ(barrier.expectTransactions(Mbarrier::maxCount),
            Mbarrier::Error::None);
  EXPECT_EQ(barrier.expectTransactions(1),
            Mbarrier::Error::TransactionImbalance);
}
