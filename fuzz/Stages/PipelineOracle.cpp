//===- PipelineOracle.cpp - Do rings go wrong in any interleaving? --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a program of nv_tileas does to its rings when it is launched so, in
// every interleaving of two threads and of both sides of the rings
// (docs/pipelining.md). A stage that leaves what was explored before is not
// asked again.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/TileASOps.h"
#include "fuzz/Stages/StageOracle.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "oracle/Schedule/ExplorePipelines.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class PipelineJudge : public StageJudge {
public:
  explicit PipelineJudge(const Launch &launch) : launch(launch) {}
  OracleAnswer judgeProgram(const StagedProgram &program,
                            StageFinding &finding) override;
  /// There is nothing to say of runs.
  OracleAnswer judge(const StageRun &, bool, StageRecord &,
                     StageFinding &) override {
    return OracleAnswer::NotAsked;
  }

private:
  SmallVector<Attribute> readArguments(FunctionOpInterface function) const;

  const Launch &launch;
  ExploredWays known;
};
} // namespace

/// The integers of the launch; null for everything else.
SmallVector<Attribute>
PipelineJudge::readArguments(FunctionOpInterface function) const {
  SmallVector<Attribute> values(function.getNumArguments());
  if (values.size() != launch.args.size())
    return values;
  for (auto [value, type, arg] :
       llvm::zip_equal(values, function.getArgumentTypes(), launch.args)) {
    ElementKind kind;
    if (!isa<IntegerType>(type) || arg.buffer >= 0 ||
        !parseElementKind("i" + std::to_string(type.getIntOrFloatBitWidth()),
                          kind))
      continue;
    llvm::Expected<uint64_t> bits = scalarBits(arg, kind);
    if (!bits) {
      llvm::consumeError(bits.takeError());
      continue;
    }
    value = IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), *bits,
                                         /*isSigned=*/false,
                                         /*implicitTrunc=*/true));
  }
  return values;
}

OracleAnswer PipelineJudge::judgeProgram(const StagedProgram &program,
                                         StageFinding &finding) {
  if (program.stage->level != Level::TileAS)
    return OracleAnswer::NotAsked;
  // Programs have few rings and few iterations; what has more is counted.
  ExploreLimits limits;
  limits.states = 20000;
  limits.walk.ways = 8;
  limits.walk.operations = 20000;
  bool isAsked = false, isOpen = false;
  std::string wrong;
  ModuleOp module = program.module;
  module.walk([&](FunctionOpInterface function) {
    bool hasRings = function
                        ->walk([](nv_tileas::CreatePipelineOp) {
                          return WalkResult::interrupt();
                        })
                        .wasInterrupted();
    bool isLaunched =
        launch.kernel.empty() || launch.kernel == function.getName();
    if (!hasRings || !isLaunched || !wrong.empty())
      return;
    isAsked = true;
    PipelineExploration explored =
        explorePipelines(function, readArguments(function), limits, &known);
    isOpen |= !explored.open.empty();
    if (!explored.violations.empty())
      wrong = explored.violations.front().what;
  });
  if (!isAsked)
    return OracleAnswer::NotAsked;
  if (wrong.empty())
    return isOpen ? OracleAnswer::Open : OracleAnswer::Kept;
  finding.kind = FindingKind::Schedule;
  // Traces are of one program.
  finding.symptom =
      Symptom::message("protocol: " + StringRef(wrong).split('\n').first.str());
  finding.reason = "protocol: " + wrong;
  return OracleAnswer::Wrong;
}

static constexpr FindingKind kinds[] = {FindingKind::Schedule};

const StageOracle tilefuzz::pipelineOracle = {
    "pipelines", "rings go wrong in no interleaving", kinds,
    /*counter=*/"pipelines",
    [](const JudgedProgram &program) -> std::unique_ptr<StageJudge> {
      return std::make_unique<PipelineJudge>(program.launch);
    }};
