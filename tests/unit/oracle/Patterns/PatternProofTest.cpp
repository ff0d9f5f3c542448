//===- PatternProofTest.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternProof.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/Conversions.h"
#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Refine/CounterexampleReplay.h"
#include "oracle/Smt/TileEncoding.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

/// Adding a pattern, or a fold to an operation, without a template fails here.
TEST(PatternProofTest, EveryPatternHasInstances) {
  std::vector<std::string> names = patternNames(), folds = foldNames();
  names.insert(names.end(), folds.begin(), folds.end());
  EXPECT_TRUE(llvm::is_contained(folds, "fold:cuda_tile.constant"));
  EXPECT_TRUE(llvm::is_contained(folds, "fold:cuda_tile.andi"));
  for (const std::string &name : names)
    EXPECT_FALSE(instancesOf(name).empty()) << name;
  for (const PatternTemplate &row : getPatternTemplates())
    EXPECT_TRUE(llvm::is_contained(names, row.pattern.str()))
        << row.pattern.str();
}

/// So does adding an operation to the public dialect: its conversion is proved,
/// or a reason why not is written.
TEST(PatternProofTest, EveryConversionHasInstances) {
  std::vector<std::string> names = conversionNames();
  EXPECT_GT(names.size(), 70u);
  for (const std::string &name : names)
    EXPECT_FALSE(instancesOf(name).empty()) << name;
  for (const UnprovedConversion &row : getUnprovedConversions()) {
    EXPECT_TRUE(instancesOf("convert:" + row.operation.str()).empty())
        << row.operation.str();
    EXPECT_FALSE(row.reason.empty());
  }
}

/// A conversion is refuted with a wrong variant, and proved without.
TEST(PatternProofTest, WrongConversionsAreRefuted) {
  const std::pair<SeededBug, const char *> rows[] = {
      {SeededBug::CompareAlwaysOrdered, "convert:cuda_tile.cmpf"},
      {SeededBug::CompareNotEqualOfNaN, "convert:cuda_tile.cmpf"},
      {SeededBug::CompareSignedness, "convert:cuda_tile.cmpi"},
      {SeededBug::ExtendSignedness, "convert:cuda_tile.exti"},
      {SeededBug::InsertIgnoresMiddleAxis, "convert:cuda_tile.insert"},
      {SeededBug::ExtractCountsElements, "convert:cuda_tile.extract"},
      {SeededBug::PermuteInverse, "convert:cuda_tile.permute"},
      {SeededBug::JoinForgetsThird, "convert:cuda_tile.join_tokens"},
      {SeededBug::ShiftAmountSigned, "convert:cuda_tile.shri"},
      {SeededBug::ShiftConstantAtWidth, "convert:cuda_tile.shri"},
      {SeededBug::AtomicLosesMask, "convert:cuda_tile.atomic_rmw_tko"},
      {SeededBug::LoadDropsToken, "convert:cuda_tile.load_ptr_tko"}};
  for (auto [bug, name] : rows) {
    PatternProofOptions options;
    EXPECT_EQ(provePattern(name, options).verdict.kind, ProofKind::Proved)
        << name;
    options.bugs.insert(bug);
    options.stopAtRefutation = true;
    EXPECT_EQ(provePattern(name, options).verdict.kind, ProofKind::Refuted)
        << getInfo(bug).name.str();
  }
}

/// Types that are asked for replace the templates' own, where they fit.
TEST(PatternProofTest, TypesOfInstances) {
  EXPECT_EQ(instancesOf("fold:cuda_tile.andi", {"i8", "f32"}).size(), 3u);
  EXPECT_EQ(instancesOf("cuda-tile-select-same-arm", {"i8", "f32"}).size(), 6u);
  PatternProofOptions options;
  options.types = {"f8E4M3FN"};
  PatternProof proof = provePattern("cuda-tile-select-same-arm", options);
  EXPECT_EQ(proof.verdict.kind, ProofKind::Proved) << proof.verdict.reason;
}

/// What is found takes branches that templates do not take, and is the same
/// each time.
TEST(PatternProofTest, SearchTakesOtherBranches) {
  PatternProofOptions options;
  PatternProof templates = provePattern("tileaa-splat-of-select", options);
  if (!templates.coverage.problem.empty())
    GTEST_SKIP() << templates.coverage.problem;
  EXPECT_GT(templates.coverage.unexplained(), 0u);
  options.searchTries = 400;
  PatternProof found = provePattern("tileaa-splat-of-select", options);
  EXPECT_EQ(found.verdict.kind, ProofKind::Proved) << found.verdict.reason;
  EXPECT_EQ(found.coverage.unexplained(), 0u);
  EXPECT_GT(found.instances.size(), templates.instances.size());
  PatternProof again = provePattern("tileaa-splat-of-select", options);
  EXPECT_EQ(again.instances.size(), found.instances.size());
}

/// A wrong variant matches what the sound pattern leaves alone.
TEST(PatternProofTest, NearMissesRefute) {
  for (SeededBug bug :
       {SeededBug::SelectOfCompareFloats, SeededBug::SelectIdenticalByNumber,
        SeededBug::SimplifyCompareMovesInOrder,
        SeededBug::DotConstantsFirstBatch}) {
    PatternProofOptions options;
    options.bugs.insert(bug);
    EXPECT_EQ(provePattern(getInfo(bug).where, options).verdict.kind,
              ProofKind::Refuted)
        << getInfo(bug).name.str();
  }
}

/// A query is a script that asks what the solver was asked.
TEST(PatternProofTest, QueriesAreWritten) {
  std::vector<std::string> answers;
  bool standard = true;
  PatternProofOptions options;
  options.types = {"f16"};
  options.refinement.sink = [&](llvm::StringRef script,
                                llvm::StringRef answer) {
    standard &=
        !script.contains("to_ieee_bv") && script.contains("(check-sat)");
    SymbolicDomain reader(FloatEncoding::Theory);
    Answer again = reader.askScript(script);
    EXPECT_EQ(again == Answer::Yes  ? "sat"
              : again == Answer::No ? "unsat"
                                    : "unknown",
              answer.str());
    answers.push_back(answer.str());
  };
  EXPECT_EQ(provePattern("cuda-tile-addf-constants", options).verdict.kind,
            ProofKind::Proved);
  EXPECT_TRUE(standard);
  EXPECT_TRUE(llvm::is_contained(answers, "unsat"));
}

/// Loads, stores and other operations that touch memory below `root`.
static unsigned countAccesses(mlir::Operation *root) {
  unsigned count = 0;
  root->walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().stripDialect();
    count += name.contains("load") || name.contains("store");
  });
  return count;
}

/// Near misses stand behind the other templates of their pattern.
static bool isNearMiss(llvm::StringRef pattern,
                       const PatternInstance &instance) {
  auto isOf = [&](const PatternTemplate &row) {
    return row.pattern == pattern;
  };
  unsigned number = 0;
  EXPECT_FALSE(
      llvm::StringRef(instance.name).split(':').first.getAsInteger(10, number));
  return number > llvm::count_if(getPatternTemplates(), isOf) -
                      llvm::count_if(getNearMissTemplates(), isOf);
}

/// No rewrite drops, adds or duplicates an access, or breaks what the verifiers
/// ask of branches and yields, but for those whose purpose it is: a branch that
/// does not run, what follows a return, a mask that is constant, an update that
/// becomes a load.
TEST(PatternProofTest, AccessesAndTypesStay) {
  const llvm::StringRef removing[] = {"cuda-tile-if-constant-condition",
                                      "cuda-tile-if-move-terminator",
                                      "tileaa-masked-load",
                                      "tileaa-masked-store",
                                      "tileaa-masked-tiled-load",
                                      "tileaa-masked-tiled-store",
                                      "tileaa-atomic-cas-same",
                                      "tileaa-atomic-rmw-identity"};
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadAllAvailableDialects();
  unsigned seen = 0;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      for (const PatternInstance &instance : instancesOf(row.name)) {
        if (row.bug || llvm::is_contained(removing, row.name))
          continue;
        mlir::OwningOpRef<mlir::ModuleOp> module =
            mlir::parseSourceString<mlir::ModuleOp>(instance.text, &context);
        ASSERT_TRUE(bool(module)) << instance.text;
        unsigned before = countAccesses(module.get());
        NamedPatternOptions only;
        for (const std::string &name : patternNames())
          if (name != row.name)
            only.disabled.push_back(name);
        only.enabled.push_back(row.name.str());
        FiringCounts firings;
        only.firings = &firings;
        (void)applyNamedPatterns(module.get(), table.rows, only);
        if (table.finish)
          table.finish(module.get(), only);
        EXPECT_TRUE(firings.counts.lookup(row.name) ||
                    isNearMiss(row.name, instance))
            << row.name.str() << ' ' << instance.name;
        EXPECT_EQ(countAccesses(module.get()), before)
            << row.name.str() << ' ' << instance.name;
        EXPECT_TRUE(succeeded(mlir::verify(module.get())));
        seen += before;
      }
  EXPECT_GT(seen, 100u);
}

namespace {
class RefinementTest : public ::testing::Test {
protected:
  RefinementTest() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
  }
  mlir::Block *parse(llvm::StringRef body) {
    std::string text =
        "nv_tileaa.func @f() {\n" + body.str() + "\nnv_tileaa.return\n}";
    modules.push_back(mlir::parseSourceString<mlir::ModuleOp>(text, &context));
    EXPECT_TRUE(bool(modules.back()));
    numberAccesses(modules.back().get());
    mlir::Block *block = nullptr;
    modules.back()->walk([&](mlir::FunctionOpInterface function) {
      block = &function.getFunctionBody().front();
    });
    return block;
  }
  ProofVerdict check(llvm::StringRef source, llvm::StringRef target,
                     const RefinementOptions &options = {}) {
    return checkRefinement(*parse(source), *parse(target), options);
  }

  mlir::MLIRContext context;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
};
} // namespace

static const char *const inputs = R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %y = "tilefuzz.input"() {name = "y"} : () -> i32
)";

TEST_F(RefinementTest, Integers) {
  std::string before = std::string(inputs) + R"(
    %r = arith.addi %x, %y : i32
    "tilefuzz.observe"(%r) : (i32) -> ()
  )";
  std::string commuted = std::string(inputs) + R"(
    %r = arith.addi %y, %x : i32
    "tilefuzz.observe"(%r) : (i32) -> ()
  )";
  std::string promised = std::string(inputs) + R"(
    %r = arith.addi %y, %x overflow<nsw> : i32
    "tilefuzz.observe"(%r) : (i32) -> ()
  )";
  EXPECT_EQ(check(before, commuted).kind, ProofKind::Proved);
  EXPECT_EQ(check(promised, before).kind, ProofKind::Proved);
  // The target may not be poison where the source is not.
  ProofVerdict verdict = check(before, promised);
  EXPECT_EQ(verdict.kind, ProofKind::Refuted);
  EXPECT_NE(verdict.reason.find("x = 0x"), std::string::npos) << verdict.reason;
}

/// x + 0 is not x for floats: -0 + 0 is 0. And x + -0 is x, but for NaN bits.
TEST_F(RefinementTest, FloatIdentities) {
  for (const char *type : {"f16", "f32"}) {
    std::string t = type;
    std::string x =
        "%x = \"tilefuzz.input\"() {name = \"x\"} : () -> " + t + "\n";
    auto sum = [&](const char *zero) {
      return x + "%z = arith.constant " + zero + " : " + t +
             "\n%r = nv_tileaa.addf %x, %z : " + t +
             "\n\"tilefuzz.observe\"(%r) : (" + t + ") -> ()";
    };
    std::string identity = x + "\"tilefuzz.observe\"(%x) : (" + t + ") -> ()";
    ProofVerdict lostZero = check(sum("0.0"), identity);
    EXPECT_EQ(lostZero.kind, ProofKind::Refuted) << t;
    EXPECT_NE(lostZero.reason.find("x = 0x8000"), std::string::npos)
        << lostZero.reason;
    EXPECT_NE(lostZero.replay.find("is 0x0 in the source, 0x8000"),
              std::string::npos)
        << lostZero.replay;
    EXPECT_EQ(check(sum("-0.0"), identity).kind, ProofKind::Proved) << t;
    std::string commuted = x + "%z = arith.constant 0.0 : " + t +
                           "\n%r = nv_tileaa.addf %z, %x : " + t +
                           "\n\"tilefuzz.observe\"(%r) : (" + t + ") -> ()";
    EXPECT_EQ(check(sum("0.0"), commuted).kind, ProofKind::Proved) << t;
  }
}

static const char *const memoryInputs = R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
)";

TEST_F(RefinementTest, MemoryAndTokens) {
  auto program = [](const char *second, const char *value = "%x") {
    return std::string(memoryInputs) + "%u = nv_tileaa.store %p, " + value +
           " token %t : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> "
           "!nv_tileaa.mem_token\n"
           "%v, %w = nv_tileaa.load %p token " +
           second +
           " : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, "
           "!nv_tileaa.mem_token)\n\"tilefuzz.observe\"(%v, %w) : (i32, "
           "!nv_tileaa.mem_token) -> ()";
  };
  EXPECT_EQ(check(program("%u"), program("%u")).kind, ProofKind::Proved);
  // More order is sound, less is not, though no value changes.
  EXPECT_EQ(check(program("%t"), program("%u")).kind, ProofKind::Proved);
  ProofVerdict lost = check(program("%u"), program("%t"));
  EXPECT_EQ(lost.kind, ProofKind::Refuted);
  EXPECT_NE(lost.reason.find("no longer ordered"), std::string::npos)
      << lost.reason;
}

TEST_F(RefinementTest, AccessesThatTheSourceDoesNotMakeAreUndefined) {
  std::string none =
      std::string(memoryInputs) + "\"tilefuzz.observe\"(%x) : (i32) -> ()";
  std::string masked = std::string(memoryInputs) + R"(
    %b = arith.constant false
    %u = nv_tileaa.store %p, %x mask %b token %t : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    "tilefuzz.observe"(%x) : (i32) -> ()
  )";
  std::string written = std::string(memoryInputs) + R"(
    %u = nv_tileaa.store %p, %x token %t : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    "tilefuzz.observe"(%x) : (i32) -> ()
  )";
  EXPECT_EQ(check(masked, none).kind, ProofKind::Proved);
  EXPECT_EQ(check(masked, written).kind, ProofKind::Refuted);
  EXPECT_EQ(check(none, masked).kind, ProofKind::Proved);
}

TEST_F(RefinementTest, TheInterpreterConfirmsCounterexamples) {
  std::string sum = std::string(inputs) + R"(
    %r = arith.addi %x, %y : i32
    "tilefuzz.observe"(%r) : (i32) -> ()
  )";
  std::string difference = std::string(inputs) + R"(
    %r = arith.subi %x, %y : i32
    "tilefuzz.observe"(%r) : (i32) -> ()
  )";
  ProofVerdict verdict = check(sum, difference);
  ASSERT_EQ(verdict.kind, ProofKind::Refuted);
  EXPECT_NE(verdict.replay.find("observed value 0 is 0x"), std::string::npos)
      << verdict.replay;

  // The interpreter is no echo of the solver: it denies what is not so.
  BlockInputs same;
  same.elements["x"] = llvm::APInt(32, 5);
  EXPECT_EQ(replay(*parse(sum), *parse(difference), same).kind,
            Replay::Kind::Denied);
  same.elements["y"] = llvm::APInt(32, 1);
  Replay differs = replay(*parse(sum), *parse(difference), same);
  EXPECT_EQ(differs.kind, Replay::Kind::Confirmed);
  EXPECT_EQ(differs.text, "element 0 of observed value 0 is 0x6 in the source, "
                          "0x4 in the target");
}

TEST_F(RefinementTest, ReplaySeesMemoryAndOrder) {
  auto program = [](const char *value, const char *token) {
    return std::string(memoryInputs) + R"(
      %k = arith.constant 7 : i32
      %u = nv_tileaa.store %p, )" +
           value + " token " + token +
           " : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> "
           "!nv_tileaa.mem_token\n\"tilefuzz.observe\"(%u) : "
           "(!nv_tileaa.mem_token) -> ()";
  };
  BlockInputs at8;
  at8.memory.resize(16);
  at8.elements["p"] = llvm::APInt(64, 8);
  Replay memory =
      replay(*parse(program("%k", "%t")), *parse(program("%x", "%t")), at8);
  EXPECT_EQ(memory.text, "byte 8 of memory is 0x7 after the source, 0x0 after "
                         "the target");
  std::string fresh = program("%k", "%n");
  fresh.insert(fresh.find("%u ="),
               "%n = nv_tileaa.create_mem_token : !nv_tileaa.mem_token\n");
  Replay order = replay(*parse(program("%k", "%t")), *parse(fresh), at8);
  EXPECT_EQ(order.kind, Replay::Kind::Confirmed);
  EXPECT_EQ(order.text,
            "'t' is ordered before observed value 0 in the source only");
  // Outside of the buffer the source is undefined: nothing can be said.
  at8.elements["p"] = llvm::APInt(64, 16);
  EXPECT_EQ(
      replay(*parse(program("%k", "%t")), *parse(program("%x", "%t")), at8)
          .kind,
      Replay::Kind::Impossible);
}

TEST_F(RefinementTest, WhatHasNoEncodingIsNamed) {
  std::string program = std::string(inputs) + R"(
    %r = arith.bitcast %x : i32 to f32
    "tilefuzz.observe"(%r) : (f32) -> ()
  )";
  ProofVerdict verdict = check(program, program);
  EXPECT_EQ(verdict.kind, ProofKind::Unsupported);
  EXPECT_EQ(verdict.reason, "'arith.bitcast' has no encoding");
}

//===----------------------------------------------------------------------===//
// What an abstraction could hide
//===----------------------------------------------------------------------===//

/// Code that stands anywhere gets unspecified values: c ? true : y is not c |
/// y.
TEST_F(RefinementTest, InputsMayBeUnspecified) {
  auto program = [](const char *code) {
    return std::string(R"(
    %c = "tilefuzz.input"() {name = "c"} : () -> tensor<2xi1>
    %y = "tilefuzz.input"() {name = "y"} : () -> tensor<2xi1>
    %true = arith.constant dense<true> : tensor<2xi1>
    )") + code +
           "\n\"tilefuzz.observe\"(%r) : (tensor<2xi1>) -> ()";
  };
  std::string chosen =
      program("%r = arith.select %c, %true, %y : tensor<2xi1>, tensor<2xi1>");
  std::string either = program("%r = arith.ori %c, %y : tensor<2xi1>");
  EXPECT_EQ(check(chosen, either).kind, ProofKind::Proved);
  RefinementOptions anywhere;
  anywhere.mayBeUnspecified = true;
  ProofVerdict verdict = check(chosen, either, anywhere);
  EXPECT_EQ(verdict.kind, ProofKind::Refuted);
  EXPECT_NE(verdict.reason.find("= unspecified"), std::string::npos)
      << verdict.reason;
  EXPECT_NE(verdict.replay.find("unspecified in the target"), std::string::npos)
      << verdict.replay;
  EXPECT_EQ(check(either, chosen, anywhere).kind, ProofKind::Proved);
  // The solver finds it, too, and the interpreter sees it.
  anywhere.trials = 0;
  verdict = check(chosen, either, anywhere);
  EXPECT_EQ(verdict.kind, ProofKind::Refuted) << verdict.reason;
  EXPECT_NE(verdict.replay.find("unspecified in the target"), std::string::npos)
      << verdict.replay;
}

/// A release orders other things than an acquire; the scope of a cluster is
/// narrower than the system's, whatever their numbers.
TEST_F(RefinementTest, OrderingsAndScopesAreNoNumbers) {
  auto program = [](const char *semantic, const char *scope) {
    return std::string(memoryInputs) +
           "%v, %u = nv_tileaa.atomic_rmw %p, %x token %t {rmw_mode = "
           "#nv_tileaa.rmw_mode<add>, mem_semantic = "
           "#nv_tileaa.mem_semantic<" +
           semantic + ">, mem_scope = #nv_tileaa.mem_scope<" + scope +
           ">} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, "
           "!nv_tileaa.mem_token)\n\"tilefuzz.observe\"(%v) : (i32) -> ()";
  };
  std::string acquire = program("acquire", "sys");
  EXPECT_EQ(check(acquire, program("acq_rel", "sys")).kind, ProofKind::Proved);
  EXPECT_EQ(check(acquire, program("release", "sys")).kind, ProofKind::Refuted);
  EXPECT_EQ(check(acquire, program("acquire", "cluster")).kind,
            ProofKind::Refuted);
  EXPECT_EQ(check(program("acquire", "cluster"), acquire).kind,
            ProofKind::Proved);
}

/// What changes no value here may still be seen by others.
TEST_F(RefinementTest, AccessesAreNotSpeculated) {
  std::string load = "nv_tileaa.load %p token %t : (!nv_tileaa.ptr<i32, 1>, "
                     "!nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)";
  std::string borders = std::string(memoryInputs) +
                        "%c = \"tilefuzz.input\"() {name = \"c\"} : () -> i1\n"
                        "%a = nv_tileaa.store %p, %x token %t : "
                        "(!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) "
                        "-> !nv_tileaa.mem_token\n";
  std::string end = "\n\"tilefuzz.observe\"(%r) : (i32) -> ()";
  std::string guarded =
      borders + "%r = scf.if %c -> (i32) {\n%v, %u = " + load +
      "\nscf.yield %v : i32\n} else {\nscf.yield %x : i32\n}" + end;
  std::string hoisted = borders + "%v, %u = " + load +
                        "\n%r = arith.select %c, %v, %x : i32" + end;
  EXPECT_EQ(check(guarded, guarded).kind, ProofKind::Proved);
  ProofVerdict verdict = check(guarded, hoisted);
  EXPECT_EQ(verdict.kind, ProofKind::Refuted);
  EXPECT_EQ(verdict.replay,
            "the target executes 'access 1', which the source does not");
  EXPECT_EQ(check(hoisted, guarded).kind, ProofKind::Proved);
}

/// A target that does not end is none that takes more iterations than are
/// encoded.
TEST_F(RefinementTest, LoopsOfTheTargetEnd) {
  std::string none =
      std::string(inputs) + "\"tilefuzz.observe\"(%x) : (i32) -> ()";
  std::string endless = std::string(inputs) + R"(
    %k = arith.constant 123456 : i32
    %r = scf.while (%n = %x) : (i32) -> i32 {
      %e = arith.cmpi eq, %n, %k : i32
      scf.condition(%e) %n : i32
    } do {
    ^bb0(%n: i32):
      scf.yield %n : i32
    }
    "tilefuzz.observe"(%r) : (i32) -> ()
  )";
  EXPECT_EQ(check(none, endless).kind, ProofKind::Unknown);
  EXPECT_EQ(check(endless, none).kind, ProofKind::Proved);
}

/// Flags of an operation exclude values, or allow others.
TEST_F(RefinementTest, FlagsAreHeeded) {
  auto division = [](const char *flag) {
    return std::string(inputs) + "%r = arith.divui %x, %y" + flag +
           " : i32\n\"tilefuzz.observe\"(%r) : (i32) -> ()";
  };
  EXPECT_EQ(check(division(" exact"), division("")).kind, ProofKind::Proved);
  EXPECT_NE(check(division(""), division(" exact")).kind, ProofKind::Proved);
  auto negation = [](const char *flag) {
    return std::string("%x = \"tilefuzz.input\"() {name = \"x\"} : () -> f32\n"
                       "%r = arith.negf %x") +
           flag + " : f32\n\"tilefuzz.observe\"(%r) : (f32) -> ()";
  };
  EXPECT_EQ(check(negation(" fastmath<nnan>"), negation("")).kind,
            ProofKind::Proved);
  EXPECT_NE(check(negation(""), negation(" fastmath<nnan>")).kind,
            ProofKind::Proved);
  EXPECT_NE(check(negation(""), negation(" fastmath<ninf>")).kind,
            ProofKind::Proved);
  EXPECT_EQ(check(negation(""), negation(" fastmath<nsz>")).reason,
            "'arith.negf' with flags that allow several results has no "
            "encoding");
}

/// Sums are told apart by all that decides them, not by their place alone.
TEST_F(RefinementTest, UninterpretedSumsHaveTypesAndFlags) {
  auto product = [](const char *type, const char *flag) {
    std::string t = std::string("tensor<1x4x") + type + ">";
    std::string u = std::string("tensor<4x1x") + type + ">";
    std::string cast = std::string(type) == "f16" ? "" : "nv_tileaa.bitcast";
    std::string text =
        "%x = \"tilefuzz.input\"() {name = \"x\"} : () -> tensor<1x4xf16>\n"
        "%y = \"tilefuzz.input\"() {name = \"y\"} : () -> tensor<4x1xf16>\n"
        "%c = \"tilefuzz.input\"() {name = \"c\"} : () -> tensor<1x1xf32>\n";
    std::string a = "%x", b = "%y";
    if (!cast.empty()) {
      text += "%a = nv_tileaa.bitcast %x : tensor<1x4xf16> -> " + t +
              "\n%b = nv_tileaa.bitcast %y : tensor<4x1xf16> -> " + u + "\n";
      a = "%a";
      b = "%b";
    }
    return text + "%r = nv_tileaa.dot " + a + ", " + b + ", %c " + flag +
           " : (" + t + ", " + u +
           ", tensor<1x1xf32>) -> tensor<1x1xf32>\n\"tilefuzz.observe\"(%r) : "
           "(tensor<1x1xf32>) -> ()";
  };
  std::string plain = product("f16", "");
  ProofVerdict verdict = check(plain, plain);
  EXPECT_EQ(verdict.kind, ProofKind::Proved);
  EXPECT_TRUE(llvm::is_contained(verdict.basis, "nv_tileaa.dot uninterpreted"));
  EXPECT_NE(check(plain, product("f16", "{fast_acc}")).kind, ProofKind::Proved);
  EXPECT_NE(check(plain, product("bf16", "")).kind, ProofKind::Proved);
}

TEST_F(RefinementTest, SumsOfFloatsAreNumbered) {
  auto sum = [](const char *operands) {
    return std::string("%x = \"tilefuzz.input\"() {name = \"x\"} : () -> "
                       "tensor<2x4xf32>\n%r = nv_tileaa.reduce %x {\n"
                       "^bb0(%e: f32, %a: f32):\n%s = nv_tileaa.addf ") +
           operands +
           " : f32\nnv_tileaa.yield %s : f32\n} {axis = 1 : i32, identities = "
           "[0.0 : f32]} : (tensor<2x4xf32>) -> tensor<2xf32>\n"
           "\"tilefuzz.observe\"(%r) : (tensor<2xf32>) -> ()";
  };
  ProofVerdict verdict = check(sum("%e, %a"), sum("%a, %e"));
  EXPECT_EQ(verdict.kind, ProofKind::Proved) << verdict.reason;
  EXPECT_NE(check(sum("%e, %a"), sum("%a, %a")).kind, ProofKind::Proved);
}

/// Every token of an operation without an encoding orders it.
TEST_F(RefinementTest, AllTokensOfUninterpretedOperationsCount) {
  auto program = [](const char *tokens) {
    return std::string(memoryInputs) +
           "%s = \"tilefuzz.input\"() {name = \"s\"} : () -> "
           "!nv_tileaa.mem_token\n\"other.op\"(" +
           tokens +
           ") : (!nv_tileaa.mem_token, !nv_tileaa.mem_token) -> ()\n"
           "\"tilefuzz.observe\"(%x) : (i32) -> ()";
  };
  RefinementOptions options;
  options.allowOpaque = true;
  EXPECT_EQ(check(program("%t, %s"), program("%s, %t"), options).kind,
            ProofKind::Proved);
  EXPECT_NE(check(program("%t, %s"), program("%s, %s"), options).kind,
            ProofKind::Proved);
}

/// Element-wise functions that the solver does not know are named.
TEST_F(RefinementTest, TheBasisNamesUninterpretedFunctions) {
  std::string program =
      "%x = \"tilefuzz.input\"() {name = \"x\"} : () -> tensor<4xf32>\n"
      "%r = math.exp %x : tensor<4xf32>\n"
      "\"tilefuzz.observe\"(%r) : (tensor<4xf32>) -> ()";
  ProofVerdict verdict = check(program, program);
  EXPECT_EQ(verdict.kind, ProofKind::Proved);
  EXPECT_TRUE(llvm::is_contained(verdict.basis, "math.exp uninterpreted"));
}
