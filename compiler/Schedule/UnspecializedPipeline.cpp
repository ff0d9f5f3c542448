//===- UnspecializedPipeline.cpp - Loops with copies ahead ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// With D slots and N iterations: a prologue begins the copies of the first
// D - 1 iterations, those that there are; the steady state runs N - (D - 1)
// times, or not at all, and begins the copy of the iteration D - 1 ahead before
// it does its own; the epilogue runs what is left and begins nothing.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/UnspecializedPipeline.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/ScheduleHelpers.h"
#include "compiler/Support/ChoiceRemarks.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Pipelines.h"
#include "compiler/TileAS/SpecializedLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Exchanges between threads keep at least so much, and go in rounds.
static constexpr int64_t exchangedBytes = 32 << 10;

namespace {
/// A load that becomes a copy.
struct Copy {
  Operation *load;
  /// What the body computes for it, in program order.
  SmallVector<Operation *> slice;
  /// Its token is carried by the loop (seeded).
  bool isOrdered = false;
  /// Its token is a join in the loop, taken for this one (seeded).
  Value firstJoined = {};
  /// Its token is that of another load of the loop (seeded).
  bool isBehindLoad = false;
  as::PipelineType type = {};
  Value pipeline = {};

  RankedTensorType getTile() const {
    return cast<RankedTensorType>(load->getResult(0).getType());
  }
};

class LoopPipeliner {
public:
  LoopPipeliner(scf::ForOp loop, unsigned numStages, int64_t sharedBytes,
                const BugSet &bugs)
      : loop(loop), depth(numStages), sharedBytes(sharedBytes), bugs(bugs),
        builder(loop), loc(loop.getLoc()) {}

  /// The bytes of shared memory that were taken; none: the loop stays.
  std::optional<int64_t> run();
  /// Why the loop stays.
  StringRef getReason() const { return why; }
  /// What was made of it.
  std::string describe() const {
    return ("tier 1: " + Twine(copies.size()) +
            " loads of an iteration are copies that begin " + Twine(depth - 1) +
            " ahead")
        .str();
  }

private:
  bool collect();
  std::optional<Copy> findCopy(Operation &op);
  bool collectSlice(Value value, llvm::SetVector<Operation *> &slice);
  bool chooseDepth();
  void computeBounds();
  Value constant(int64_t value) {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(step.getType(), value));
  }
  /// The value of the induction variable `distance` iterations after `from`.
  Value ahead(Value from, int64_t distance) {
    // Seeded: the induction variable counts iterations.
    if (distance && stepSize != 1 &&
        bugs.acts(SeededBug::PipelineAheadIgnoresStep))
      return arith::AddIOp::create(builder, loc, from, constant(distance));
    Value offset = constant(distance * stepSize);
    return arith::AddIOp::create(builder, loc, from, offset);
  }
  Value next(Value iterator) {
    return as::IncIterOp::create(builder, loc, iterator.getType(), iterator);
  }
  void begin(Copy &copy, Value iv, Value iterator, bool isPrologue);
  void takeOver(Copy &copy, unsigned index, Value iterator, bool isSteady,
                IRMapping &map);
  scf::ForOp makeLoop(Value from, Value to, ValueRange inits, bool isSteady);

  scf::ForOp loop;
  int64_t depth;
  int64_t sharedBytes;
  const BugSet &bugs;
  OpBuilder builder;
  Location loc;
  SmallVector<Copy> copies;
  StringRef why;
  /// What the loop carries says where a load is (seeded).
  bool takesCarried = false;
  int64_t stepSize = 0, takenBytes = 0;
  Value step, trips, middle;
};
} // namespace

//===----------------------------------------------------------------------===//
// What becomes a copy
//===----------------------------------------------------------------------===//

/// What computes `value` in the body depends on nothing but the induction
/// variable, and can be done again elsewhere.
bool LoopPipeliner::collectSlice(Value value,
                                 llvm::SetVector<Operation *> &slice) {
  if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
    return true;
  Operation *op = value.getDefiningOp();
  // Seeded: what comes from outside stays what it was.
  if (!op && bugs.reach(SeededBug::PipelineCarriedPlaceFromInit)) {
    takesCarried = true;
    return true;
  }
  if (!op || op->getBlock() != loop.getBody() || op->getNumRegions() ||
      !isMemoryEffectFree(op))
    return false;
  if (slice.contains(op))
    return true;
  for (Value operand : op->getOperands())
    if (!collectSlice(operand, slice))
      return false;
  slice.insert(op);
  return true;
}

std::optional<Copy> LoopPipeliner::findCopy(Operation &op) {
  auto semantic = [](auto load) {
    return load.getMemSemantic() == aa::MemSemantic::Weak;
  };
  Value token;
  // The copies of a tile are made by where it lies, whatever a mask says.
  if (auto load = dyn_cast<as::TiledLoadOp>(op);
      load && semantic(load) && !load.getMask())
    token = load.getToken();
  else if (auto load = dyn_cast<as::LoadOp>(op); load && semantic(load))
    token = load.getToken();
  else
    return std::nullopt;
  auto tile = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!tile || !tile.getElementType().isIntOrFloat() ||
      tile.getElementType().getIntOrFloatBitWidth() == 4)
    return std::nullopt;
  Copy copy{&op, {}};
  // What is ordered after something in the loop cannot be ahead of it.
  auto join =
      token ? token.getDefiningOp<aa::JoinMemTokenOp>() : aa::JoinMemTokenOp();
  // Seeded: of joined tokens the first says when.
  if (join && loop->isProperAncestor(join) && join.getNumOperands() > 1 &&
      loop.isDefinedOutsideOfLoop(join->getOperand(0)) &&
      bugs.acts(SeededBug::PipelineJoinOfFirst))
    copy.firstJoined = join->getOperand(0);
  // Seeded: reads commute, whatever the other one waits for.
  Operation *before = token ? token.getDefiningOp() : nullptr;
  if (isa_and_nonnull<as::LoadOp, as::TiledLoadOp>(before) &&
      before->getBlock() == loop.getBody() &&
      bugs.acts(SeededBug::PipelineAheadOfLoad))
    copy.isBehindLoad = true;
  if (token && !copy.firstJoined && !copy.isBehindLoad &&
      !loop.isDefinedOutsideOfLoop(token)) {
    auto carried = dyn_cast<BlockArgument>(token);
    if (!carried || carried.getOwner() != loop.getBody() ||
        !bugs.acts(SeededBug::PipelineHoistsOrderedLoad))
      return std::nullopt;
    copy.isOrdered = true;
  }
  llvm::SetVector<Operation *> slice;
  for (Value operand : op.getOperands())
    if (operand != token && !collectSlice(operand, slice))
      return std::nullopt;
  copy.slice = slice.takeVector();
  return copy;
}

bool LoopPipeliner::collect() {
  std::optional<int64_t> size = getPositiveStep(loop);
  if (!size) {
    why = "its step is no positive constant";
    return false;
  }
  stepSize = *size;
  // An iteration may be the last one: what is ahead of it must not be begun.
  if (loop.getBody()
          ->walk([](Operation *op) {
            return isa<aa::AssertOp, aa::AllocaOp>(op) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
          })
          .wasInterrupted()) {
    why = "an iteration may be the last one, or allocates storage";
    return false;
  }
  for (Operation &op : loop.getBody()->without_terminator())
    if (std::optional<Copy> copy = findCopy(op))
      copies.push_back(std::move(*copy));
  if (copies.empty())
    why = "each load is atomic, masked or of half bytes, or depends on what "
          "the loop does";
  return !copies.empty();
}

/// The greatest depth up to the wanted one whose rings fit.
bool LoopPipeliner::chooseDepth() {
  for (; depth > 1; --depth) {
    takenBytes = 0;
    for (Copy &copy : copies) {
      copy.type =
          as::PipelineType::get(loop.getContext(), {copy.getTile()}, depth);
      takenBytes += depth * as::getSlotBytes(copy.type);
    }
    if (takenBytes <= sharedBytes)
      return true;
  }
  why = "two slots of each ring do not fit in shared memory";
  return false;
}

//===----------------------------------------------------------------------===//
// The three parts
//===----------------------------------------------------------------------===//

/// The number of iterations, read as unsigned, and where the epilogue begins.
/// Neither wraps.
void LoopPipeliner::computeBounds() {
  step = loop.getStep();
  Value zero = constant(0);
  trips = createTripCount(
      builder, loop,
      bugs.pick(SeededBug::PipelineTripsSigned, loop.getUnsignedCmp(), false));
  int64_t ahead = depth - 1;
  // Seeded: the last copy that the steady state begins is one too many.
  Value left =
      constant(bugs.pick(SeededBug::PipelineSteadyOneMore, ahead, ahead - 1));
  Value isLonger = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt, trips, left);
  Value rest = arith::SubIOp::create(builder, loc, trips, left);
  Value steady = arith::SelectOp::create(builder, loc, isLonger, rest, zero);
  steady = arith::MulIOp::create(builder, loc, steady, step);
  middle = arith::AddIOp::create(builder, loc, loop.getLowerBound(), steady);
  // Seeded: as if the bounds were a multiple of the step apart.
  if (stepSize != 1 && bugs.acts(SeededBug::PipelineMiddleFromEnd)) {
    Value end = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                      constant(ahead * stepSize));
    middle = arith::SelectOp::create(builder, loc, isLonger, end,
                                     loop.getLowerBound());
  }
}

void LoopPipeliner::begin(Copy &copy, Value iv, Value iterator,
                          bool isPrologue) {
  IRMapping map;
  map.map(loop.getInductionVar(), iv);
  if (takesCarried)
    bugs.fire(SeededBug::PipelineCarriedPlaceFromInit);
  if (copy.isOrdered || takesCarried)
    for (auto [argument, init] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
      map.map(argument, init);
  for (Operation *op : copy.slice)
    builder.clone(*op, map);
  Value first = copy.firstJoined;
  if (copy.isBehindLoad)
    first =
        aa::CreateMemTokenOp::create(builder, loc, ValueRange(), IntegerAttr());
  if (first)
    for (Value operand : copy.load->getOperands())
      if (isa<aa::MemTokenType>(operand.getType()))
        map.map(operand, first);
  Value token =
      as::ProducerAcquireOp::create(
          builder, loc, as::ProducerTokenType::get(builder.getContext()),
          Type(), copy.pipeline, iterator)
          .getResult();
  auto write = as::ProducerWriteOp::create(builder, loc, token.getType(),
                                           copy.pipeline, token);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&write.getBody());
    Operation *load = builder.clone(*copy.load, map);
    as::PipelineYieldOp::create(builder, loc, load->getResults());
  }
  // Seeded: nobody is told.
  if (isPrologue && bugs.acts(SeededBug::PipelineNeverCommits))
    return;
  as::ProducerCommitOp::create(builder, loc, copy.pipeline, write.getResult());
  if (!isPrologue && bugs.acts(SeededBug::PipelineCommitsTwice))
    as::ProducerCommitOp::create(builder, loc, copy.pipeline,
                                 write.getResult());
}

/// In place of the load.
void LoopPipeliner::takeOver(Copy &copy, unsigned index, Value iterator,
                             bool isSteady, IRMapping &map) {
  // In the steady state the copies of depth - 1 iterations came after those of
  // this one, and of this one those of the other loads.
  int64_t behind = copies.size() - 1 - index;
  // Seeded: those before it instead.
  if (isSteady && copies.size() > 1)
    behind =
        bugs.pick(SeededBug::PipelinePendingOfEarlier, behind, int64_t(index));
  int64_t pending = isSteady ? (depth - 1) * copies.size() + behind : 0;
  if (isSteady)
    pending =
        bugs.pick(SeededBug::PipelinePendingOneTooMany, pending, pending + 1);
  auto wait = as::ConsumerWaitOp::create(
      builder, loc, as::ConsumerTokenType::get(builder.getContext()),
      aa::MemTokenType::get(builder.getContext()), copy.pipeline, iterator,
      builder.getI32IntegerAttr(pending));
  auto release = [&] {
    as::ConsumerReleaseOp::create(builder, loc, copy.pipeline, wait.getResult(),
                                  /*order=*/Value());
  };
  bool isEarly = bugs.acts(SeededBug::PipelineReleasesBeforeRead);
  if (isEarly)
    release();
  Value tile = as::ConsumerReadOp::create(builder, loc, copy.type.getPayload(),
                                          copy.pipeline, wait.getResult())
                   ->getResult(0);
  if (!isEarly && !(isSteady && bugs.acts(SeededBug::PipelineNeverReleases)))
    release();
  Value token = wait.getResultToken();
  // Seeded: the order ends here.
  if (!copy.load->getResult(1).use_empty() &&
      bugs.acts(SeededBug::PipelineLosesToken))
    token =
        aa::CreateMemTokenOp::create(builder, loc, ValueRange(), IntegerAttr());
  map.map(copy.load->getResult(0), tile);
  map.map(copy.load->getResult(1), token);
}

/// The body between two bounds. It carries what the loop does, then for each
/// copy where it is read and, in the steady state, where it is written.
scf::ForOp LoopPipeliner::makeLoop(Value from, Value to, ValueRange inits,
                                   bool isSteady) {
  bool isUnsigned = loop.getUnsignedCmp();
  // Seeded: few iterations need no other order.
  if (!isSteady)
    isUnsigned =
        bugs.pick(SeededBug::PipelineEpilogueSigned, isUnsigned, false);
  auto part = scf::ForOp::create(builder, loc, from, to, loop.getStep(), inits,
                                 /*bodyBuilder=*/nullptr, isUnsigned);
  part->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  // Without carried values the builder makes a terminator.
  if (!part.getBody()->empty())
    part.getBody()->back().erase();
  builder.setInsertionPointToEnd(part.getBody());
  IRMapping map;
  map.map(loop.getInductionVar(), part.getInductionVar());
  unsigned count = loop.getNumRegionIterArgs();
  ValueRange arguments = part.getRegionIterArgs();
  for (auto [argument, now] :
       llvm::zip(loop.getRegionIterArgs(), arguments.take_front(count)))
    map.map(argument, now);
  ValueRange readers = arguments.slice(count, copies.size());
  SmallVector<Value> nextReaders, nextWriters;
  if (isSteady) {
    // Seeded: the copy of another iteration.
    int64_t distance =
        bugs.pick(SeededBug::PipelineDistanceOffByOne, depth - 1, depth);
    Value iv = ahead(part.getInductionVar(), distance);
    for (auto [copy, writer] :
         llvm::zip_equal(copies, arguments.drop_front(count + copies.size()))) {
      begin(copy, iv, writer, /*isPrologue=*/false);
      nextWriters.push_back(next(writer));
    }
  }
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto copy = llvm::find_if(
        copies, [&](const Copy &copy) { return copy.load == &op; });
    if (copy == copies.end()) {
      builder.clone(op, map);
      continue;
    }
    unsigned index = copy - copies.begin();
    takeOver(*copy, index, readers[index], isSteady, map);
    nextReaders.push_back(next(readers[index]));
  }
  SmallVector<Value> yielded;
  for (Value value : loop.getBody()->getTerminator()->getOperands())
    yielded.push_back(map.lookupOrDefault(value));
  llvm::append_range(yielded, nextReaders);
  llvm::append_range(yielded, nextWriters);
  scf::YieldOp::create(builder, loc, yielded);
  // What only the loads needed.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*part.getBody())))
    if (isOpTriviallyDead(&op))
      op.erase();
  return part;
}

std::optional<int64_t> LoopPipeliner::run() {
  if (!collect() || !chooseDepth())
    return std::nullopt;
  removeSchedule(loop);
  SmallVector<Value> firstReaders, readers, writers;
  for (Copy &copy : copies) {
    copy.pipeline =
        as::CreatePipelineOp::create(builder, loc, copy.type, IntegerAttr());
    Value first = as::CreateIteratorOp::create(
        builder, loc,
        as::PipelineIteratorType::get(builder.getContext(), depth));
    firstReaders.push_back(first);
    writers.push_back(first);
  }
  computeBounds();
  for (int64_t k = 0; k + 1 < depth; ++k) {
    auto beginAll = [&] {
      Value iv = ahead(loop.getLowerBound(), k);
      for (auto [copy, writer] : llvm::zip_equal(copies, writers))
        begin(copy, iv, writer, /*isPrologue=*/true);
    };
    // Seeded: as if every loop were long enough.
    if (bugs.acts(SeededBug::PipelinePrologueUnpredicated)) {
      beginAll();
    } else {
      // Seeded: they are counted as signed numbers.
      Value exists = arith::CmpIOp::create(
          builder, loc,
          bugs.pick(SeededBug::PipelinePrologueSigned,
                    arith::CmpIPredicate::ugt, arith::CmpIPredicate::sgt),
          trips, constant(k));
      auto guarded = scf::IfOp::create(builder, loc, exists);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(guarded.thenBlock());
      beginAll();
    }
    for (Value &writer : writers)
      writer = next(writer);
  }
  SmallVector<Value> inits(loop.getInitArgs());
  llvm::append_range(inits, firstReaders);
  llvm::append_range(inits, writers);
  scf::ForOp steady =
      makeLoop(loop.getLowerBound(), middle, inits, /*isSteady=*/true);
  unsigned count = loop.getNumRegionIterArgs();
  // Seeded: what the steady state computed is lost.
  inits.clear();
  if (count && bugs.acts(SeededBug::PipelineEpilogueFromInit))
    llvm::append_range(inits, loop.getInitArgs());
  else
    llvm::append_range(inits, steady.getResults().take_front(count));
  if (bugs.acts(SeededBug::PipelineIteratorRestarts))
    llvm::append_range(inits, firstReaders);
  else
    llvm::append_range(inits, steady.getResults().slice(count, copies.size()));
  Value upper = loop.getUpperBound();
  if (bugs.acts(SeededBug::PipelineEpilogueOneShort))
    upper = arith::SubIOp::create(builder, loc, upper, loop.getStep());
  scf::ForOp epilogue = makeLoop(middle, upper, inits, /*isSteady=*/false);
  loop.replaceAllUsesWith(epilogue.getResults().take_front(count));
  loop.erase();
  return takenBytes;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class UnspecializedPipelinePass
    : public PassWrapper<UnspecializedPipelinePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnspecializedPipelinePass)

  UnspecializedPipelinePass() = default;
  UnspecializedPipelinePass(const UnspecializedPipelinePass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit UnspecializedPipelinePass(
      const UnspecializedPipelineOptions &options)
      : bugs(options.bugs) {
    numStages = options.numStages;
  }

  StringRef getArgument() const override {
    return "tileas-unspecialized-pipeline";
  }
  StringRef getDescription() const override {
    return "Loads of loops become asynchronous copies some iterations ahead";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, scf::SCFDialect, as::TileASDialect>();
  }

  void runOnOperation() override {
    std::optional<BugSet> all = addSeededBugs(getOperation(), bugs, injectBug);
    if (!all)
      return signalPassFailure();
    if (numStages <= 1)
      return;
    getOperation().walk(
        [&](aa::FuncOp function) { runOnFunction(function, *all); });
  }

private:
  void runOnFunction(aa::FuncOp function, const BugSet &all) {
    int64_t sharedBytes =
        int64_t(CommonLimits::staticSharedBytes) -
        std::max(getLeastExchangeBytes(function),
                 std::min(getScratchBytes(function), exchangedBytes));
    // Queues have taken theirs.
    function.walk([&](as::CreatePipelineOp op) {
      sharedBytes -= as::getRingBytes(op.getType()) + as::getBarrierBytes(op);
    });
    // Storage of the block is in shared memory, too, and then no pointer is
    // known to point elsewhere.
    bool allocates =
        function.walk([](aa::AllocaOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    // Two agents share the rest of a kernel, and its shared memory, with none.
    bool hasAgents = function
                         .walk([](scf::ForOp loop) {
                           return loop->hasAttr(as::specializedStagesAttr)
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
    // A copy goes to the shared memory of the thread's own CTA.
    bool isOfCluster = as::getNumCtas(function) > 1;
    for (scf::ForOp loop :
         findSchedulableLoops(function, /*ofClusters=*/true)) {
      if (loop->hasAttr(as::specializedStagesAttr))
        continue;
      bool hasLoad = false;
      for (Operation &op : *loop.getBody())
        hasLoad |= isa<as::TiledLoadOp, as::LoadOp>(op);
      if (!hasLoad)
        continue;
      std::optional<int64_t> taken;
      LoopPipeliner pipeliner(loop, numStages, sharedBytes, all);
      Location loc = loop.getLoc();
      StringRef why = allocates     ? "its kernel allocates storage"
                      : hasAgents   ? "agents run another loop of its kernel"
                      : isOfCluster ? "a cluster executes its kernel"
                                    : "";
      if (why.empty()) {
        taken = pipeliner.run();
        why = pipeliner.getReason();
      }
      if (taken) {
        sharedBytes -= *taken;
        remarkPassed(loc, "tier") << pipeliner.describe();
        continue;
      }
      remarkMissed(loc, "tier") << "tier 0, because " << why;
      loop.emitRemark("Failed to pipeline loop");
    }
  }

  Option<unsigned> numStages{*this, "num-stages",
                             llvm::cl::desc("Slots of each ring."),
                             llvm::cl::init(2)};
  ListOption<std::string> injectBug{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass> tilefuzz::createUnspecializedPipelinePass(
    UnspecializedPipelineOptions options) {
  return std::make_unique<UnspecializedPipelinePass>(options);
}

void tilefuzz::registerUnspecializedPipelinePass() {
  PassRegistration<UnspecializedPipelinePass>();
}
