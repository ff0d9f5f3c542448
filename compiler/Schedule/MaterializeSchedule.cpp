//===- MaterializeSchedule.cpp - Loops that overlap iterations ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// In step t of the steady state an operation of stage s runs for iteration
// t - s. With S stages and N iterations the prologue does the steps 0 to S - 2,
// as far as iterations have begun; the loop does the steps S - 1 to N - 1; the
// epilogue does S - 1 more, and begins nothing. Shorter loops than S, of which
// the index of step S - 1 might wrap, run as they were.
//
// A value v that is used `delay` steps after it was computed is carried from
// step to step: slot j of it holds what was computed j steps ago.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/MaterializeSchedule.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/ScheduleHelpers.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class LoopExpander {
public:
  LoopExpander(const ScheduleAnalysis &analysis, const BugSet &bugs)
      : analysis(analysis), loop(analysis.loop), bugs(bugs), builder(loop),
        loc(loop.getLoc()), stages(analysis.schedule.stages) {}

  /// Empty, or why the loop stays as it is.
  StringRef run();

private:
  /// What is known of a value that operations take from the body.
  struct Sequence {
    LoopSource source;
    /// Steps from the beginning of iteration i to where it is computed for it.
    int64_t stage = 0;
    /// The longest delay of a use.
    int64_t slots = 0;
    /// Of the first slot among those of the loop.
    unsigned firstSlot = 0;
  };

  void reorder();
  SmallVector<Operation *> getOpsFrom(int64_t firstStage,
                                      int64_t lastStage) const;
  Value constant(int64_t value) {
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(loop.getInductionVar().getType(), value));
  }
  Value offset(Value index, int64_t iterations) {
    return arith::AddIOp::create(builder, loc, index,
                                 constant(iterations * stepSize));
  }
  int64_t stageOf(Operation *op) const { return stageByOp.lookup(op); }
  Value early(Value value, int64_t iteration);
  void emitPrologue();
  void emitSteady();
  void emitEpilogue();
  Value late(Value value, int64_t step);
  SmallVector<Value> emitOverlapped();

  const ScheduleAnalysis &analysis;
  scf::ForOp loop;
  const BugSet &bugs;
  OpBuilder builder;
  Location loc;
  int64_t stages;
  int64_t stepSize = 0;
  llvm::DenseMap<Operation *, int64_t> stageByOp;
  llvm::MapVector<Value, Sequence> sequences;
  Value trips;
  /// By iteration in the prologue, by step in the epilogue.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> replicas;
  scf::ForOp steady;
};
} // namespace

/// One stage: only the order changes.
void LoopExpander::reorder() {
  SmallVector<Operation *> ops = getOpsFrom(0, 0);
  for (Operation *op : ops)
    op->moveBefore(loop.getBody()->getTerminator());
}

/// Of some stages, in the order of the steady state.
SmallVector<Operation *> LoopExpander::getOpsFrom(int64_t firstStage,
                                                  int64_t lastStage) const {
  SmallVector<Operation *> byOrder(analysis.ops.size());
  for (auto [op, node] : llvm::zip_equal(analysis.ops, analysis.schedule.nodes))
    byOrder[node.order] = op;
  llvm::erase_if(byOrder, [&](Operation *op) {
    return stageOf(op) < firstStage || stageOf(op) > lastStage;
  });
  return byOrder;
}

/// The value of an iteration that the prologue knows.
Value LoopExpander::early(Value value, int64_t iteration) {
  if (value == loop.getInductionVar())
    return offset(loop.getLowerBound(), iteration);
  if (value.getParentBlock() != loop.getBody())
    return value;
  if (value.getDefiningOp())
    return replicas.lookup({value, iteration});
  auto argument = cast<BlockArgument>(value);
  if (iteration == 0)
    return loop.getTiedLoopInit(argument)->get();
  Value before = loop.getTiedLoopYieldedValue(argument)->get();
  // Seeded: what only goes round stays what it was given.
  if (isa<BlockArgument>(before) && before != loop.getInductionVar() &&
      before.getParentBlock() == loop.getBody() && before != value &&
      bugs.acts(SeededBug::MaterializeRotationFromInit))
    return loop.getTiedLoopInit(argument)->get();
  return early(before, iteration - 1);
}

void LoopExpander::emitPrologue() {
  for (int64_t step = 0; step + 1 < stages; ++step)
    for (Operation *op : getOpsFrom(0, step)) {
      int64_t iteration = step - stageOf(op);
      Operation *replica = expandSingleTiledOp(
          op, builder, [&](Value value) { return early(value, iteration); });
      for (auto [was, is] :
           llvm::zip_equal(op->getResults(), replica->getResults()))
        replicas[{was, iteration}] = is;
    }
}

void LoopExpander::emitSteady() {
  SmallVector<Value> inits;
  for (auto &[value, sequence] : sequences) {
    sequence.firstSlot = inits.size();
    for (int64_t slot = 1; slot <= sequence.slots; ++slot)
      inits.push_back(early(value, stages - 1 - slot - sequence.stage));
  }
  steady =
      scf::ForOp::create(builder, loc, offset(loop.getLowerBound(), stages - 1),
                         loop.getUpperBound(), loop.getStep(), inits,
                         /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  steady->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  steady->removeDiscardableAttr(ScheduleAttributes::schedule);
  OpBuilder::InsertionGuard guard(builder);
  // Without carried values the builder makes a terminator.
  if (!steady.getBody()->empty())
    steady.getBody()->back().erase();
  builder.setInsertionPointToEnd(steady.getBody());
  IRMapping now;
  for (Operation *op : getOpsFrom(0, stages - 1)) {
    int64_t stage = stageOf(op);
    auto getValue = [&](Value value) -> Value {
      if (value == loop.getInductionVar()) {
        // Seeded: every operation is given the youngest iteration's index.
        int64_t behind =
            bugs.pick(SeededBug::MaterializeYoungestIndex, stage, int64_t(0));
        return behind ? offset(steady.getInductionVar(), -behind)
                      : steady.getInductionVar();
      }
      const Sequence &sequence = sequences.find(value)->second;
      int64_t delay = stage - sequence.stage;
      if (delay > 1)
        delay = bugs.pick(SeededBug::MaterializeSlotOneShort, delay, delay - 1);
      return delay ? steady.getRegionIterArg(sequence.firstSlot + delay - 1)
                   : now.lookup(sequence.source.value);
    };
    Operation *replica = expandSingleTiledOp(op, builder, getValue);
    now.map(op->getResults(), replica->getResults());
  }
  SmallVector<Value> yielded;
  for (auto &[value, sequence] : sequences) {
    Value source = sequence.source.value;
    // Seeded: it is handed on once.
    if (source == loop.getInductionVar())
      source = bugs.acts(SeededBug::MaterializeCarriedIndexStays)
                   ? offset(loop.getLowerBound(), stages - 1)
                   : steady.getInductionVar();
    else if (source.getParentBlock() == loop.getBody())
      source = now.lookup(source);
    for (int64_t slot = 0; slot < sequence.slots; ++slot) {
      Value before =
          slot ? Value(steady.getRegionIterArg(sequence.firstSlot + slot - 1))
               : source;
      bool isToken = isa<nv_tileaa::MemTokenType>(before.getType());
      // Seeded: what is older is not handed on; or no order at all.
      if (slot)
        before = bugs.pick(
            SeededBug::MaterializeSlotsStay, before,
            Value(steady.getRegionIterArg(sequence.firstSlot + slot)));
      if (isToken && !slot)
        before = bugs.pick(SeededBug::MaterializeTokenStays, before,
                           Value(steady.getRegionIterArg(sequence.firstSlot)));
      yielded.push_back(before);
    }
  }
  scf::YieldOp::create(builder, loc, yielded);
}

/// What was computed for a value `step` steps after the last one of the steady
/// state.
Value LoopExpander::late(Value value, int64_t step) {
  const Sequence &sequence = sequences.find(value)->second;
  return step >= 1 ? replicas.lookup({sequence.source.value, step})
                   : steady.getResult(sequence.firstSlot - step);
}

void LoopExpander::emitEpilogue() {
  // The prologue's are known by iteration, these by step.
  replicas.clear();
  Value last = arith::SubIOp::create(builder, loc, trips, constant(1));
  last = arith::MulIOp::create(builder, loc, last, constant(stepSize));
  last = arith::AddIOp::create(builder, loc, loop.getLowerBound(), last);
  // Seeded: as if the bounds were a multiple of the step apart.
  if (stepSize != 1 && bugs.acts(SeededBug::MaterializeLastFromEnd))
    last = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                 constant(stepSize));
  for (int64_t step = 1; step < stages; ++step)
    for (Operation *op : getOpsFrom(step, stages - 1)) {
      int64_t stage = stageOf(op);
      Operation *replica = expandSingleTiledOp(op, builder, [&](Value value) {
        if (value == loop.getInductionVar())
          return offset(last, bugs.pick(SeededBug::MaterializeEpilogueIndex,
                                        step - stage, int64_t(0)));
        const Sequence &sequence = sequences.find(value)->second;
        return late(value, step - (stage - sequence.stage));
      });
      for (auto [was, is] :
           llvm::zip_equal(op->getResults(), replica->getResults()))
        replicas[{was, step}] = is;
    }
}

/// What the loop computes.
SmallVector<Value> LoopExpander::emitOverlapped() {
  emitPrologue();
  emitSteady();
  emitEpilogue();
  SmallVector<Value> results;
  for (Value yielded : loop.getYieldedValues()) {
    if (yielded != loop.getInductionVar() &&
        yielded.getParentBlock() != loop.getBody()) {
      results.push_back(yielded);
      continue;
    }
    const Sequence &sequence = sequences.find(yielded)->second;
    Value given = late(yielded, sequence.stage);
    // Seeded: that of the step before.
    if (sequence.stage > 1 || (sequence.stage == 1 && sequence.slots > 0))
      if (Value older = late(yielded, sequence.stage - 1))
        given = bugs.pick(SeededBug::MaterializeResultOneOld, given, older);
    results.push_back(given);
  }
  return results;
}

StringRef LoopExpander::run() {
  for (auto [op, node] : llvm::zip_equal(analysis.ops, analysis.schedule.nodes))
    stageByOp[op] = node.stage;
  if (stages == 1) {
    reorder();
    removeSchedule(loop);
    return "";
  }
  std::optional<int64_t> step = getPositiveStep(loop);
  if (!step)
    return "its step is no positive constant";
  stepSize = *step;
  std::optional<SmallVector<StagePair>> pairs = buildStages(analysis);
  if (!pairs)
    return "a value only goes round among those that it carries";
  for (const StagePair &pair : *pairs) {
    if (pair.getDelay() > 0 &&
        isa<nv_tileas::ProducerTokenType, nv_tileas::ConsumerTokenType>(
            pair.value.getType()))
      return "a slot would be held from one stage to another";
    Sequence &sequence = sequences[pair.value];
    sequence.source = pair.source;
    sequence.stage = pair.producerStage;
    sequence.slots = std::max(sequence.slots, pair.getDelay());
  }
  // Seeded: the distance of the bounds has a sign.
  trips = createTripCount(builder, loop, loop.getUnsignedCmp(),
                          bugs.acts(SeededBug::MaterializeCountsSigned));
  // Seeded: the prologue begins an iteration that there may not be.
  int64_t least =
      bugs.pick(SeededBug::MaterializeGuardTooShort, stages, stages - 2);
  Value isLong = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                       trips, constant(least));
  auto choice = scf::IfOp::create(builder, loc, loop.getResultTypes(), isLong,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (Block *block : {choice.thenBlock(), choice.elseBlock()})
    if (!block->empty())
      block->back().erase();
  builder.setInsertionPointToEnd(choice.elseBlock());
  auto plain = cast<scf::ForOp>(builder.clone(*loop));
  removeSchedule(plain);
  scf::YieldOp::create(builder, loc, plain.getResults());
  builder.setInsertionPointToEnd(choice.thenBlock());
  scf::YieldOp::create(builder, loc, emitOverlapped());
  loop.replaceAllUsesWith(choice.getResults());
  loop.erase();
  return "";
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class MaterializeSchedulePass
    : public PassWrapper<MaterializeSchedulePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MaterializeSchedulePass)

  MaterializeSchedulePass() = default;
  MaterializeSchedulePass(const MaterializeSchedulePass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit MaterializeSchedulePass(const BugSet &bugs) : bugs(bugs) {}

  StringRef getArgument() const override {
    return "tileas-materialize-schedule";
  }
  // As the sources spell it.
  StringRef getDescription() const override {
    return "Meterialize the pipeline schedule to generate warp-specialized or "
           "unspecialized IR";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    std::optional<BugSet> all = addSeededBugs(getOperation(), bugs, injectBug);
    if (!all)
      return signalPassFailure();
    WalkResult result = getOperation().walk([&](nv_tileaa::FuncOp function) {
      for (scf::ForOp loop : findSchedulableLoops(function))
        if (loop->hasAttr(ScheduleAttributes::schedule) &&
            failed(materialize(loop, *all)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static LogicalResult materialize(scf::ForOp loop, const BugSet &bugs) {
    FailureOr<MachineModel> model = getMachineModel(loop);
    if (failed(model))
      return failure();
    FailureOr<LoopGraph> graph = buildLoopGraph(loop, *model, {});
    if (failed(graph))
      return failure();
    FailureOr<ScheduleAnalysis> analysis =
        readSchedule(loop, std::move(*graph));
    if (failed(analysis))
      return failure();
    // What a pass in between has done to the body may be legal and still not
    // what was scheduled.
    if (failed(legalizeForMaterialization(analysis->graph, analysis->schedule)))
      return loop.emitError("failed to legalize schedule");
    StringRef reason = LoopExpander(*analysis, bugs).run();
    if (!reason.empty()) {
      loop.emitRemark("Failed to pipeline loop: ") << reason;
      removeSchedule(loop);
    }
    return success();
  }

  ListOption<std::string> injectBug{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createMaterializeSchedulePass(const BugSet &bugs) {
  return std::make_unique<MaterializeSchedulePass>(bugs);
}

void tilefuzz::registerMaterializeSchedulePass() {
  PassRegistration<MaterializeSchedulePass>();
}
