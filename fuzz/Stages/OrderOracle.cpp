//===- OrderOracle.cpp - Does every stage keep the order? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/OrderOracle.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Stages/StageOracle.h"
#include "oracle/Order/ThreadStrengths.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class OrderJudge : public StageJudge {
public:
  explicit OrderJudge(const JudgedProgram &program) : program(program) {}

  void startStage() override {
    isDone = false;
    threads.reset();
  }
  MachineObserver *observe() override {
    // If the source requires nothing, no target can lose it.
    if (isDone || (hasSource && !hasWeight))
      return nullptr;
    isDone = true;
    return &recorder.emplace(program.launch);
  }
  /// Of what is strong in the source.
  bool asksForThreads() const override { return hasStrong && !isDone; }
  simt::ThreadObserver *observeThreads() override {
    if (!asksForThreads())
      return nullptr;
    isDone = true;
    return &threads.emplace(source);
  }
  void meetObservedSource() override;
  OracleAnswer judge(const StageRun &run, bool isObserved, StageRecord &record,
                     StageFinding &finding) override;

private:
  const JudgedProgram program;
  OracleAnswer judgeThreads(StageFinding &finding);

  std::optional<OrderRecorder> recorder;
  /// Of the last run, if it was by an engine that executes threads.
  std::optional<ThreadStrengths> threads;
  OrderTrace source;
  /// The source's trace is there; it requires some order.
  bool hasSource = false, hasWeight = false, hasStrong = false;
  /// This stage had its observed run.
  bool isDone = false;
};
} // namespace

void OrderJudge::meetObservedSource() {
  source = recorder->take();
  hasSource = true;
  uint64_t numPairs = 0, numStrong = 0;
  for (const BlockOrder &block : source.blocks) {
    if (block.isTooLarge())
      continue;
    numPairs += RequiredPairs(block).size();
    numStrong +=
        llvm::count_if(block.instances, [](const OrderInstance &instance) {
          return instance.isStrong() && instance.numEvents;
        });
  }
  hasWeight = numPairs + numStrong != 0;
  hasStrong = numStrong != 0;
  program.report.orderPairs = numPairs;
}

static Symptom symptomOf(const OrderLoss &loss) {
  Symptom symptom;
  switch (loss.kind) {
  case OrderLoss::Kind::Edge:
    symptom.kind = Symptom::Kind::LostOrder;
    break;
  case OrderLoss::Kind::Strength:
    symptom.kind = Symptom::Kind::Weakened;
    symptom.access = loss.first.operation;
    symptom.change =
        loss.isOnlyScope ? Symptom::Change::Scope : Symptom::Change::Ordering;
    break;
  case OrderLoss::Kind::Eliminated:
    symptom.kind = Symptom::Kind::Gone;
    symptom.access = loss.first.operation;
    break;
  case OrderLoss::Kind::Added:
    symptom.kind = Symptom::Kind::Added;
    symptom.access = loss.targetFirst.operation;
    break;
  }
  return symptom;
}

static OracleAnswer answer(const OrderReport &report, StageFinding &finding) {
  if (report.losses.empty())
    return OracleAnswer::Kept;
  finding.kind = FindingKind::Order;
  finding.symptom = symptomOf(report.losses.front());
  finding.reason = describeLosses(report.losses);
  return OracleAnswer::Wrong;
}

OracleAnswer OrderJudge::judge(const StageRun &run, bool isObserved,
                               StageRecord &, StageFinding &finding) {
  // What the run did must be what the source did.
  if (!isObserved || !run.outcome.completed())
    return OracleAnswer::NotAsked;
  if (threads)
    return judgeThreads(finding);
  OrderTrace target = recorder->take();
  // Of most stages.
  if (source.isKeptAsItIs(target))
    return OracleAnswer::Kept;
  OrderCheckOptions options;
  options.trustsValues = true;
  OrderReport report = checkRequiredOrder(source, target, options);
  // What is lost where accesses cannot be matched may be lost by the matching.
  if (!report.cannotMatch.empty())
    return OracleAnswer::Open;
  return answer(report, finding);
}

OracleAnswer OrderJudge::judgeThreads(StageFinding &finding) {
  OrderReport report = threads->compare();
  // Places are matched one by one.
  if (report.losses.empty() && !report.cannotMatch.empty())
    return OracleAnswer::Open;
  return answer(report, finding);
}

void tilefuzz::nameAccesses(ModuleOp module) {
  unsigned count = 0;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto isToken = [](Type type) {
      return isa<cuda_tile::TokenType, nv_tileaa::MemTokenType>(type);
    };
    if (op->getNumRegions() || !llvm::any_of(op->getResultTypes(), isToken))
      return;
    ++count;
    if (isa<UnknownLoc>(op->getLoc()))
      op->setLoc(NameLoc::get(
          StringAttr::get(module.getContext(), "#" + llvm::Twine(count))));
  });
}

std::string tilefuzz::describeLosses(llvm::ArrayRef<OrderLoss> losses) {
  std::string text = losses.front().toString();
  std::string line;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, '\n');
  for (llvm::StringRef part : parts)
    line += (line.empty() ? "" : "; ") + part.trim().str();
  if (losses.size() > 1)
    line += "; and " + std::to_string(losses.size() - 1) + " more";
  return line;
}

static constexpr FindingKind kinds[] = {FindingKind::Order};

const StageOracle tilefuzz::orderOracle = {
    "order", "the order that the source requires between accesses is kept",
    kinds,
    /*counter=*/"order",
    [](const JudgedProgram &program) -> std::unique_ptr<StageJudge> {
      return std::make_unique<OrderJudge>(program);
    }};
