//===- PipelineWalkTest.cpp - What functions do to their rings ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Schedule/ExplorePipelines.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class PipelineWalkTest : public testing::Test {
protected:
  PipelineWalkTest() {
    context.loadDialect<arith::ArithDialect, scf::SCFDialect,
                        nv_tileaa::TileAADialect, nv_tileas::TileASDialect>();
  }
  /// A function with a ring of two slots.
  Operation *parse(const std::string &body) {
    module = parseSourceString<ModuleOp>(llvm::formatv(R"(
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xi32, #L>
!ring = !nv_tileas.pipeline<!tile, depth = 2>
!iter = !nv_tileas.pipeline_iter<depth = 2>
module attributes {{nv_tileaa.compute_capability = 90 : i32} {{
  nv_tileaa.func @f(%x: !tile, %n: i32, %m: i32, %c: i1) {{
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %p = nv_tileas.async.pipeline.create_pipeline {{barrier_slot = 0 : i32} : !ring
    %it = nv_tileas.async.pipeline.create_iterator : !iter
{0}
    nv_tileaa.return
  }
})",
                                                       body)
                                             .str(),
                                         &context);
    Operation *function = nullptr;
    if (module)
      module->walk([&](nv_tileaa::FuncOp op) { function = op; });
    return function;
  }
  /// One put or get of the ring.
  static std::string put(const std::string &name, const std::string &iterator) {
    return llvm::formatv(
        "%{0}, %{0}t = nv_tileas.async.pipeline.producer_acquire %p[{1}] : "
        "!ring, !iter -> !nv_tileaa.mem_token\n"
        "%{0}w = nv_tileas.async.pipeline.producer_write %p, %{0} {{ "
        "nv_tileas.async.pipeline.yield %x, %{0}t : !tile, "
        "!nv_tileaa.mem_token } : !ring\n"
        "nv_tileas.async.pipeline.producer_commit %p, %{0}w : !ring\n",
        name, iterator);
  }
  static std::string get(const std::string &name, const std::string &iterator) {
    return llvm::formatv(
        "%{0}, %{0}t = nv_tileas.async.pipeline.consumer_wait %p[{1}] pending "
        "= 0 : !ring, !iter\n"
        "%{0}r = nv_tileas.async.pipeline.consumer_read %p, %{0} : !ring -> "
        "!tile\n"
        "nv_tileas.async.pipeline.consumer_release %p, %{0} : !ring\n",
        name, iterator);
  }
  static std::string next(const std::string &to, const std::string &from) {
    return to + " = nv_tileas.async.pipeline.inc_iter " + from + " : !iter\n";
  }
  Attribute number(int32_t value) {
    return IntegerAttr::get(IntegerType::get(&context, 32), value);
  }
  /// `body` in a loop whose iterations take a tile each.
  std::string loop(const std::string &body, const std::string &end) {
    return "%r:2 = scf.for %i = %zero to " + end +
           " step %one iter_args(%to = %it, %from = %it) -> (!iter, !iter) : "
           "i32 {\n" +
           body + next("%to2", "%to") + next("%from2", "%from") +
           "scf.yield %to2, %from2 : !iter, !iter\n}\n";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(PipelineWalkTest, SlotsAndParitiesGoRound) {
  Operation *function = parse(loop(put("a", "%to") + get("b", "%from"), "%n"));
  ASSERT_TRUE(function);
  std::vector<PipelineWalk> walks =
      walkPipelines(function, {{}, number(5), {}, {}});
  ASSERT_EQ(walks.size(), 1u);
  EXPECT_EQ(walks[0].open, "");
  EXPECT_TRUE(walks[0].faults.empty());
  EXPECT_FALSE(walks[0].isGuessed);
  ASSERT_EQ(walks[0].events.size(), 30u);
  for (unsigned tile = 0; tile < 5; ++tile) {
    const ProtocolEvent &acquire = walks[0].events[6 * tile],
                        &wait = walks[0].events[6 * tile + 3];
    EXPECT_EQ(acquire.slot, tile % 2);
    EXPECT_EQ(acquire.parity, 1 - tile / 2 % 2);
    EXPECT_EQ(wait.slot, tile % 2);
    EXPECT_EQ(wait.parity, tile / 2 % 2);
    EXPECT_EQ(wait.tile, tile);
  }
}

TEST_F(PipelineWalkTest, WhatIsNotKnownGoesEveryWay) {
  Operation *function = parse(loop(put("a", "%to") + get("b", "%from"), "%n"));
  ASSERT_TRUE(function);
  // 0 to 4 iterations.
  EXPECT_EQ(walkPipelines(function, {}).size(), 5u);
  PipelineExploration explored = explorePipelines(function, {});
  EXPECT_EQ(explored.ways, 5u);
  EXPECT_EQ(explored.protocols, 10u);
  EXPECT_TRUE(explored.violations.empty());
  EXPECT_TRUE(explored.open.empty());
  // An argument decides the same each time.
  function = parse("scf.if %c {\n" + put("a", "%it") + "}\nscf.if %c {\n" +
                   get("b", "%it") + "}\n");
  ASSERT_TRUE(function);
  explored = explorePipelines(function, {});
  EXPECT_EQ(explored.ways, 2u);
  EXPECT_TRUE(explored.violations.empty());
  // Of other conditions nothing says which belong together.
  function = parse("%d = arith.cmpi eq, %n, %m : i32\nscf.if %d {\n" +
                   put("a", "%it") + "}\n");
  ASSERT_TRUE(function);
  explored = explorePipelines(function, {});
  EXPECT_TRUE(explored.violations.empty());
  EXPECT_EQ(explored.open.size(), 1u);
  explored = explorePipelines(function, {{}, number(3), number(3), {}});
  EXPECT_FALSE(explored.violations.empty());
  EXPECT_TRUE(explored.open.empty());
}

TEST_F(PipelineWalkTest, NothingIsSaidBeyondTheBounds) {
  Operation *function = parse(loop(put("a", "%to") + get("b", "%from"), "%n"));
  ASSERT_TRUE(function);
  ExploreLimits few;
  few.states = 20;
  PipelineExploration explored =
      explorePipelines(function, {{}, number(4), {}, {}}, few);
  EXPECT_TRUE(explored.violations.empty());
  EXPECT_EQ(explored.protocols, 0u);
  ASSERT_FALSE(explored.open.empty());
  EXPECT_EQ(explored.open[0], "threads: more than 20 states");
  explored = explorePipelines(function, {{}, number(1000), {}, {}});
  EXPECT_EQ(explored.ways, 0u);
  ASSERT_EQ(explored.open.size(), 1u);
  EXPECT_EQ(explored.open[0], "more than 240 steps on rings");
  few = {};
  few.walk.ways = 3;
  explored = explorePipelines(function, {}, few);
  ASSERT_EQ(explored.open.size(), 1u);
  EXPECT_EQ(explored.open[0], "more than 3 ways through it");
}

/// They need not capture anything: what a walk took for a ring lay behind them.
TEST_F(PipelineWalkTest, AgentsAreNoStep) {
  for (const char *captured : {"", "(%n, %m : i32, i32) "}) {
    Operation *function =
        parse(std::string("nv_tileas.async.pipeline.agent_switch ") + captured +
              (*captured ? "{\n^bb0(%a: i32, %b: i32):\n" : "{\n") +
              "nv_tileas.async.pipeline.yield\n} {num_warps = array<i32: 4>, "
              "warp_id = array<i32: 0>, max_regs = array<i32: 40>}\n");
    ASSERT_TRUE(function);
    PipelineExploration explored = explorePipelines(function, {});
    ASSERT_EQ(explored.open.size(), 1u);
    EXPECT_EQ(explored.open[0], "agents run beside each other");
    EXPECT_TRUE(explored.violations.empty());
  }
}

/// The parity of one side is inverted when its ring begins again.
TEST_F(PipelineWalkTest, FaultsHaveATrace) {
  struct Case {
    const char *what;
    std::string body, fault;
  };
  std::string twice = put("a", "%it") + next("%i1", "%it") + put("b", "%i1") +
                      get("g", "%it") + get("h", "%i1");
  const Case cases[] = {
      {"a third tile goes to the first phase", twice + put("e", "%it"),
       "ring 0: 3 slots are acquired, 3 committed, 2 waited for and 2 "
       "released"},
      {"both sides begin again in the first phase",
       twice + put("e", "%it") + get("f", "%it"), "threads: overwritten"},
      {"the reader begins again in the first phase",
       twice + next("%i2", "%i1") + put("e", "%i2") + get("f", "%it"),
       "threads: wrong tile"},
      {"nobody has filled it", get("a", "%it") + put("b", "%it"),
       "threads: deadlock"},
  };
  for (const Case &wrong : cases) {
    Operation *function = parse(wrong.body);
    ASSERT_TRUE(function) << wrong.what;
    PipelineExploration explored = explorePipelines(function, {});
    ASSERT_FALSE(explored.violations.empty()) << wrong.what;
    EXPECT_EQ(explored.violations[0].what.substr(0, wrong.fault.size()),
              wrong.fault)
        << wrong.what;
    EXPECT_TRUE(explored.open.empty());
  }
}

/// Mbarriers order the steps of one slot: a schedule may wait for the second
/// before the first.
TEST_F(PipelineWalkTest, SlotsWaitForThemselvesOnly) {
  Operation *function =
      parse(put("a", "%it") + next("%i1", "%it") + put("b", "%i1") +
            get("g", "%i1") + get("h", "%it"));
  ASSERT_TRUE(function);
  PipelineExploration explored = explorePipelines(function, {});
  EXPECT_TRUE(explored.violations.empty());
  EXPECT_TRUE(explored.open.empty());
  EXPECT_GT(explored.protocols, 0u);
}

TEST_F(PipelineWalkTest, KnownWaysAreNotGoneAgain) {
  Operation *function = parse(put("a", "%it") + get("b", "%it"));
  ASSERT_TRUE(function);
  ExploredWays known;
  EXPECT_EQ(explorePipelines(function, {}, {}, &known).protocols, 2u);
  EXPECT_EQ(known.size(), 1u);
  EXPECT_EQ(explorePipelines(function, {}, {}, &known).protocols, 0u);
  // What is wrong is said each time.
  function = parse(get("a", "%it") + put("b", "%it"));
  ASSERT_TRUE(function);
  for (unsigned time = 0; time < 2; ++time)
    EXPECT_FALSE(explorePipelines(function, {}, {}, &known).violations.empty());
}

TEST_F(PipelineWalkTest, LoopsAreBounded) {
  Operation *function =
      parse("scf.for %j = %n to %m step %one : i32 {\n" +
            loop(put("a", "%to") + get("b", "%from"), "%n") + "}\n");
  ASSERT_TRUE(function);
  // Outside twice, and each time from the first slot on: after three tiles the
  // ring is not where the iterator says.
  boundLoops(*module, 4);
  EXPECT_TRUE(explorePipelines(function, {}).violations.empty());
  boundLoops(*module, 3);
  EXPECT_FALSE(explorePipelines(function, {}).violations.empty());
}
