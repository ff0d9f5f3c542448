//===- ScheduleTest.cpp - The machine model and the analysis --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/ReservationTable.h"
#include "compiler/Schedule/ScheduleHelpers.h"
#include "compiler/Schedule/ScheduleTrace.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace tilefuzz;

TEST(MachineModelTest, HasTheResourcesOfTheFacts) {
  ASSERT_EQ(getMachineResources().size(), 24u);
  EXPECT_EQ(getMachineResources()[0].name, "issue");
  EXPECT_EQ(getMachineResources()[11].name, "tma");
  EXPECT_EQ(getMachineResources()[23].name, "test_dma");
}

TEST(MachineModelTest, RefusesWhatATargetLacks) {
  auto old = llvm::cantFail(MachineModel::get(80));
  auto hopper = llvm::cantFail(MachineModel::get(90));
  EXPECT_EQ(llvm::toString(old.getCost(Work::TmaLoad, 128).takeError()),
            "work 'tma_load' needs what sm_80 lacks");
  EXPECT_EQ(llvm::toString(hopper.getCost(Work::Umma, 128).takeError()),
            "work 'umma' needs what sm_90 lacks");
  WorkCost copy = llvm::cantFail(hopper.getCost(Work::TmaLoad, 1024));
  EXPECT_EQ(copy.busy, 8);
  EXPECT_EQ(llvm::toString(MachineModel::get(86).takeError()),
            "there is no machine model of sm_86; there are models of sm_80, "
            "sm_90, sm_100, sm_120");
  EXPECT_EQ(hopper.getCapacities().sharedBytes, 232448);
  EXPECT_EQ(hopper.getCapacities().registerBytes, 262144);
  EXPECT_EQ(hopper.getCapacities().tensorBytes, 0);
}

TEST(MachineModelTest, EveryRowHasASource) {
  for (const WorkInfo &info : getWorkClasses()) {
    llvm::StringRef source = info.source;
    EXPECT_TRUE(source.starts_with("guide") || source.starts_with("paper") ||
                source.starts_with("facts") || source.starts_with("chosen"))
        << info.name.str();
  }
}

TEST(ReservationTableTest, WrapsAndReleases) {
  ScheduleBugSet none;
  ReservationTable table(4, none);
  ResourceUse two{MachineResource::Lsu, 0, 2};
  table.commit(0, two, 3);
  EXPECT_EQ(table.findFree(two, 0, 4), 1);
  EXPECT_EQ(table.findFree(two, 2, 5), std::nullopt);
  EXPECT_EQ(table.findLastFree(two, -4, 1), -3);
  EXPECT_EQ(table.getHolders(two, 2), llvm::SmallVector<unsigned>{0});
  table.release(0, two, 3);
  EXPECT_EQ(table.findFree(two, 3, 4), 3);
}

static constexpr llvm::StringLiteral text = R"(
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @f(%n: i32, %one: i32, %init: tensor<128xf32, #L>) {
    %r:2 = scf.for %i = %one to %n step %one iter_args(%a = %init, %b = %init) -> (tensor<128xf32, #L>, tensor<128xf32, #L>) : i32 {
      %x = arith.addf %b, %init : tensor<128xf32, #L>
      scf.yield %x, %a : tensor<128xf32, #L>, tensor<128xf32, #L>
    }
    nv_tileaa.return
  }
})";

class AnalysisTest : public testing::Test {
protected:
  AnalysisTest() {
    context.loadDialect<nv_tileas::TileASDialect, arith::ArithDialect,
                        scf::SCFDialect>();
    module = parseSourceString<ModuleOp>(text, &context);
    loop = findSchedulableLoops(*module).front();
  }
  LoopGraph graph() {
    return *buildLoopGraph(loop, *getMachineModel(loop), {});
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  scf::ForOp loop;
};

TEST_F(AnalysisTest, FollowsValuesThroughTwoCarriedOnes) {
  LoopGraph built = graph();
  ASSERT_EQ(built.edges.size(), 1u);
  EXPECT_EQ(built.edges[0].distance, 2u);
  // A cycle of two iterations and 1 + 4 cycles.
  EXPECT_EQ(boundInterval(built).recurrence, 3);
}

TEST_F(AnalysisTest, IsReadBackUntilAPassChangesTheBody) {
  auto made = generateSchedule(loop, *getMachineModel(loop), {});
  ASSERT_TRUE(succeeded(made));
  auto read = readSchedule(loop, graph());
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->schedule.interval, made->schedule.interval);
  EXPECT_EQ(read->schedule.nodes[0].copies, made->schedule.nodes[0].copies);
  EXPECT_EQ(read->schedule.scheduler, "cost");

  // As common subexpression elimination does with what it clones.
  loop.getBody()->front().removeDiscardableAttr(ScheduleAttributes::order);
  std::string said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    said = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(readSchedule(loop, graph())));
  EXPECT_NE(said.find("cleanup pass invalidated ScheduleAnalysis; rerun "
                      "constraint generation or remove the pass"),
            std::string::npos);
}

TEST_F(AnalysisTest, TraceIsJSONWithAFlowPerDependence) {
  auto made = generateSchedule(loop, *getMachineModel(loop), {});
  ASSERT_TRUE(succeeded(made));
  auto trace = llvm::json::parse(traceSchedules(*made));
  ASSERT_TRUE(bool(trace));
  size_t operations = 0, begins = 0, ends = 0;
  for (const llvm::json::Value &event :
       *trace->getAsObject()->getArray("traceEvents")) {
    llvm::StringRef phase = *event.getAsObject()->getString("ph");
    operations += phase == "X";
    begins += phase == "s";
    ends += phase == "f";
  }
  size_t iterations = made->schedule.stages + 1;
  EXPECT_EQ(operations, iterations);
  EXPECT_EQ(begins, ends);
  // Dependences of distance two within the iterations that are shown.
  EXPECT_EQ(begins, iterations > 2 ? iterations - 2 : 0);
}

//===----------------------------------------------------------------------===//
// What drivers make programs of schedules with
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral scheduled = R"(
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!view = !nv_tileas.tiled_view<tile = [128], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
!tok = !nv_tileaa.mem_token
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @f(%view: !view, %n: i32, %one: i32, %init: tensor<128xf32, #L>, %token: !tok) {
    %r:2 = scf.for %i = %one to %n step %one iter_args(%t = %token, %last = %init) -> (!tok, tensor<128xf32, #L>) : i32 {
      %at = arith.index_castui %i {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 1 : i32, nv_tileas.issue = 0 : i64} : i32 to index
      %x, %u = nv_tileas.tiled_load %view[%at] {nv_tile.aws.stage = 0 : i32, nv_tile.aws.order = 2 : i32, nv_tileas.issue = 1 : i64} : (!view, index) -> (tensor<128xf32, #L>, !tok)
      %y = arith.addf %x, %last {nv_tile.aws.stage = 2 : i32, nv_tile.aws.order = 0 : i32, nv_tileas.issue = 20 : i64} : tensor<128xf32, #L>
      %s = nv_tileas.tiled_store %view, %y[%at] token %t {nv_tile.aws.stage = 2 : i32, nv_tile.aws.order = 3 : i32, nv_tileas.issue = 22 : i64} : (!view, tensor<128xf32, #L>, index, !tok) -> !tok
      scf.yield %s, %y : !tok, tensor<128xf32, #L>
    } {nv_tileas.schedule = {scheduler = "cost", tick = 1 : i64, interval = 10 : i64, stages = 3 : i64, resource_bound = 1 : i64, recurrence_bound = 1 : i64}}
    nv_tileaa.return
  }
})";

class HelpersTest : public AnalysisTest {
protected:
  HelpersTest() {
    module = parseSourceString<ModuleOp>(scheduled, &context);
    loop = findSchedulableLoops(*module).front();
    analysis = *readSchedule(loop, graph());
  }
  static std::string name(Operation *op) {
    return op ? op->getName().getStringRef().str() : "result";
  }
  ScheduleAnalysis analysis;
};

TEST_F(HelpersTest, EveryOperationIsInItsStageOnce) {
  SmallVector<StageContents> stages = materializeSchedule(analysis);
  ASSERT_EQ(stages.size(), 3u);
  EXPECT_EQ(stages[0].loads.size(), 1u);
  EXPECT_EQ(stages[0].iterationData.size(), 1u);
  EXPECT_EQ(stages[2].stores.size(), 1u);
  EXPECT_EQ(stages[2].iterationData.size(), 1u);
  size_t count = 0;
  for (const StageContents &stage : stages)
    count += stage.loads.size() + stage.stores.size() +
             stage.pendingAsync.size() + stage.iterationData.size();
  EXPECT_EQ(count, analysis.ops.size());
}

TEST_F(HelpersTest, PairsStandByStageAndStayInProgramOrder) {
  std::optional<SmallVector<StagePair>> pairs = buildStages(analysis);
  ASSERT_TRUE(pairs.has_value());
  std::vector<std::string> said;
  for (const StagePair &pair : *pairs)
    said.push_back(llvm::formatv("{0} {1} {2} {3}", pair.producerStage,
                                 pair.consumerStage, name(pair.source.op),
                                 name(pair.consumer))
                       .str());
  EXPECT_EQ(said,
            (std::vector<std::string>{
                "0 0 arith.index_castui nv_tileas.tiled_load",
                "0 2 nv_tileas.tiled_load arith.addf",
                "0 2 arith.index_castui nv_tileas.tiled_store",
                // One iteration old.
                "1 2 arith.addf arith.addf",
                "1 2 nv_tileas.tiled_store nv_tileas.tiled_store",
                "2 2 arith.addf nv_tileas.tiled_store",
                "2 2 nv_tileas.tiled_store result", "2 2 arith.addf result"}));
}

TEST_F(HelpersTest, AReplicaTakesWhatItIsGiven) {
  OpBuilder builder(loop);
  Value init = loop.getInitArgs()[1];
  Operation *add = analysis.ops[2];
  unsigned asked = 0;
  Operation *replica = expandSingleTiledOp(add, builder, [&](Value) {
    ++asked;
    return init;
  });
  EXPECT_EQ(asked, 2u);
  EXPECT_EQ(replica->getOperand(0), init);
  EXPECT_EQ(replica->getOperand(1), init);
  EXPECT_FALSE(replica->hasAttr(ScheduleAttributes::stage));
  EXPECT_TRUE(add->hasAttr(ScheduleAttributes::stage));
}
