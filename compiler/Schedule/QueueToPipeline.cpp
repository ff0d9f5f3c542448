//===- QueueToPipeline.cpp - Queues of one agent as pipelines -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All rings are made where the function begins: a queue that is made in a loop
// is empty again when the next one is made, or the program is undefined, so
// that one ring stands for all of them and its iterators go round with the
// loop. So does one ring for queues of one kind of which each is done before
// the next is made. That orders more than the queues do, never less.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/QueueToPipeline.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/RingLifetimes.h"
#include "compiler/Schedule/ValueThreader.h"
#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAA/TokenLowering.h"
#include "compiler/TileAS/Layout.h"
#include "compiler/TileAS/Pipelines.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

static bool isToken(Value value) {
  return isa<aa::MemTokenType>(value.getType());
}

/// Comes after another token than its own, too; false: it is no access.
template <typename OpTy>
static bool orderIf(Operation *op, Value before, const BugSet *bugs) {
  auto access = dyn_cast<OpTy>(op);
  if (!access)
    return false;
  if (!before)
    return true;
  if (Value own = access.getToken()) {
    // Seeded: what is ordered stays as it is.
    if (bugs->acts(SeededBug::QueueAccessKeepsOwnToken))
      return true;
    OpBuilder builder(op);
    before = aa::JoinMemTokenOp::create(builder, op->getLoc(), before.getType(),
                                        ValueRange{own, before});
  }
  access.getTokenMutable().assign(before);
  return true;
}
template <typename... Ops>
static bool orderAnyOf(Operation *op, Value before, const BugSet *bugs) {
  return (orderIf<Ops>(op, before, bugs) || ...);
}
/// With a null token: only says whether it is an access.
static bool orderAccess(Operation *op, Value before,
                        const BugSet *bugs = nullptr) {
  return orderAnyOf<as::LoadOp, as::StoreOp, as::TiledLoadOp, as::TiledStoreOp,
                    as::TiledAtomicRMWOp, as::GatherLoadOp, as::ScatterStoreOp,
                    aa::AtomicRMWOp, aa::AtomicCASOp, aa::PrintOp,
                    aa::MessageOp, aa::MemSyncOp>(op, before, bugs);
}

namespace {
class QueueLowering {
public:
  QueueLowering(aa::FuncOp function, const BugSet &bugs,
                const ScheduleBugSet &structure)
      : function(function), bugs(bugs), structure(structure),
        builder(function.getContext()) {}
  LogicalResult run();

private:
  /// What becomes of a queue.
  struct Ring {
    as::CreatePipelineOp create;
    /// In front of everything.
    Value iterator;
    /// How many queues have had it, of which this is one.
    unsigned queue = 0;
  };

  /// From the queue to the last operation that may use it, numbered in program
  /// order.
  struct Life {
    int64_t first = 0, last = 0;
    bool meets(const Life &other) const {
      return first <= other.last && other.first <= last;
    }
  };

  /// Whether it has puts and gets; neither is no error.
  FailureOr<bool> check(aa::CreateQueueOp queue);
  FailureOr<as::PipelineType> getType(aa::CreateQueueOp queue);
  LogicalResult makeRing(aa::CreateQueueOp queue);
  void numberOperations();
  Life getLife(aa::CreateQueueOp queue) const;
  /// Gives it the ring of queues that are done before it is made, or begin
  /// after it is done; false: there is none.
  bool shareRing(aa::CreateQueueOp queue, as::PipelineType type);
  void markSharing(Operation *side, Operation *step);
  LogicalResult replacePut(aa::QueuePutOp put, Ring ring);
  LogicalResult replaceGet(aa::QueueGetOp get, Ring ring);
  /// The body's operations, in front of `op`, come after `before`; the token of
  /// all of it.
  FailureOr<Value> placeBody(Operation *op, Block &body, Value before);
  /// Walks one side of a ring from slot to slot.
  template <typename OpTy> LogicalResult walkRing(Ring ring);
  Value join(Location loc, ArrayRef<Value> tokens) {
    return aa::JoinMemTokenOp::create(
        builder, loc, aa::MemTokenType::get(builder.getContext()), tokens);
  }
  Type tokenType() { return aa::MemTokenType::get(builder.getContext()); }

  aa::FuncOp function;
  const BugSet &bugs;
  /// Those that only what is written shows.
  const ScheduleBugSet &structure;
  OpBuilder builder;
  aa::BarrierPool pool;
  int64_t takenBytes = 0;
  /// By queue.
  llvm::MapVector<Operation *, Ring> rings;
  /// Whose the puts and whose the gets are.
  using Ends =
      std::pair<std::optional<as::AgentOf>, std::optional<as::AgentOf>>;
  static Ends findEnds(aa::CreateQueueOp queue);
  struct SharedRing {
    Ring ring;
    SmallVector<Life, 2> lives;
    Ends ends;
  };
  SmallVector<SharedRing> made;
  /// The first number of an operation and of what is inside, and the last.
  llvm::DenseMap<Operation *, std::pair<int64_t, int64_t>> numbers;
};
} // namespace

/// Of one side: who of several agents is next is nobody's to say, and an
/// mbarrier counts the threads of one.
template <typename OpTy>
static LogicalResult checkAgents(aa::CreateQueueOp queue) {
  Operation *first = nullptr;
  for (Operation *user : queue->getUsers()) {
    if (!isa<OpTy>(user))
      continue;
    if (first && as::findAgent(first) != as::findAgent(user)) {
      InFlightDiagnostic error = refuse(queue)
                                 << "maps to no pipeline slot: two agents are "
                                    "at one end of it";
      error.attachNote(first->getLoc()) << "here";
      error.attachNote(user->getLoc()) << "and here";
      return error;
    }
    first = user;
  }
  return success();
}

FailureOr<bool> QueueLowering::check(aa::CreateQueueOp queue) {
  bool isFed = false, isRead = false;
  for (Operation *user : queue.getResult().getUsers()) {
    isFed |= isa<aa::QueuePutOp>(user);
    isRead |= isa<aa::QueueGetOp>(user);
    if (!isa<aa::QueuePutOp, aa::QueueGetOp, aa::MarkForReuseOp>(user)) {
      InFlightDiagnostic error =
          refuse(queue) << "maps to no pipeline slot: it leaves the lowering's "
                           "sight";
      error.attachNote(user->getLoc()) << "here";
      return error;
    }
  }
  if (failed(checkAgents<aa::QueuePutOp>(queue)) ||
      failed(checkAgents<aa::QueueGetOp>(queue)))
    return failure();
  if (isFed != isRead)
    return refuse(queue) << "maps to no pipeline slot: it has no "
                         << (isFed ? "consumer" : "producer");
  return isFed;
}

/// Tokens take no place: a slot has one for all.
FailureOr<as::PipelineType> QueueLowering::getType(aa::CreateQueueOp queue) {
  SmallVector<Type> payload;
  for (Type type : queue.getType().getElementTypes()) {
    if (isa<aa::MemTokenType>(type))
      continue;
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!aa::getTileElementType(type).isIntOrFloat() ||
        (tile && !as::getLayout(tile)))
      return refuse(queue) << "carries " << type
                           << ", which no slot of a pipeline has a place for";
    payload.push_back(type);
  }
  return as::PipelineType::get(function.getContext(), payload,
                               queue.getDepth());
}

void QueueLowering::numberOperations() {
  int64_t next = 0;
  function->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { numbers[op] = {next, next}, ++next; });
  function->walk([&](Operation *op) {
    if (Operation *around = op->getParentOp(); around && op != function) {
      int64_t &last = numbers[around].second;
      last = std::max(last, numbers[op].second);
    }
  });
}

QueueLowering::Life QueueLowering::getLife(aa::CreateQueueOp queue) const {
  Life life;
  life.first = life.last = numbers.lookup(queue).first;
  auto add = [&](Operation *op) {
    // Agents run at the same time: what one uses is in use while all run.
    std::optional<as::AgentOf> agent = as::findAgent(op);
    if (!agent)
      return;
    auto [first, last] = numbers.lookup(agent->agents);
    life.first = std::min(life.first, first);
    life.last = std::max(life.last, last);
  };
  add(queue);
  for (Operation *user : queue->getUsers()) {
    add(user);
    // A loop around the use, and not around the queue, uses it all the time.
    Operation *at = queue->getBlock()->findAncestorOpInBlock(*user);
    if (structure.has(ScheduleBug::QueueLifeIgnoresLoop))
      at = user;
    life.last = std::max(life.last, numbers.lookup(at).second);
  }
  return life;
}

QueueLowering::Ends QueueLowering::findEnds(aa::CreateQueueOp queue) {
  Ends ends;
  for (Operation *user : queue->getUsers())
    if (isa<aa::QueuePutOp>(user))
      ends.first = as::findAgent(user);
    else if (isa<aa::QueueGetOp>(user))
      ends.second = as::findAgent(user);
  return ends;
}

bool QueueLowering::shareRing(aa::CreateQueueOp queue, as::PipelineType type) {
  Life life = getLife(queue);
  Ends ends = findEnds(queue);
  for (SharedRing &shared : made) {
    bool isAlive = llvm::any_of(
        shared.lives, [&](const Life &other) { return life.meets(other); });
    if (shared.ring.create.getType() != type || shared.ends != ends ||
        (isAlive && !structure.has(ScheduleBug::QueuesShareAlive)))
      continue;
    Ring ring = shared.ring;
    ring.queue = shared.lives.size();
    shared.lives.push_back(life);
    carryAttributes(queue, ring.create);
    rings[queue] = ring;
    return true;
  }
  return false;
}

/// So that it can be checked who has the ring when.
void QueueLowering::markSharing(Operation *side, Operation *step) {
  const Ring &ring = rings.find(side->getOperand(0).getDefiningOp())->second;
  const SharedRing *shared =
      llvm::find_if(made, [&](const SharedRing &candidate) {
        return candidate.ring.create == ring.create;
      });
  if (shared->lives.size() > 1)
    step->setDiscardableAttr(queueName, builder.getI32IntegerAttr(ring.queue));
}

LogicalResult QueueLowering::makeRing(aa::CreateQueueOp queue) {
  FailureOr<as::PipelineType> type = getType(queue);
  if (failed(type))
    return failure();
  if (shareRing(queue, *type))
    return success();
  std::optional<unsigned> slot = pool.claim(0, 1);
  if (!slot)
    return refuse(queue) << "needs an mbarrier slot, but all " << pool.capacity
                         << " of the pool are in use";
  // Seeded: every queue has the first one's.
  unsigned given = bugs.pick(SeededBug::QueueSlotShared, *slot, 0u);
  Ring ring;
  Location loc = queue.getLoc();
  ring.create = as::CreatePipelineOp::create(builder, loc, *type,
                                             builder.getI32IntegerAttr(given));
  carryAttributes(queue, ring.create);
  ring.iterator = as::CreateIteratorOp::create(
      builder, loc,
      as::PipelineIteratorType::get(builder.getContext(), type->getDepth()));
  takenBytes += as::getRingBytes(*type);
  if (int64_t most = getBytesForRings(function); takenBytes > most)
    return refuse(queue) << "brings the slots of queues to " << takenBytes
                         << " bytes of shared memory; at most " << most
                         << " are available beside barriers and exchanges";
  rings[queue] = ring;
  made.push_back({ring, {getLife(queue)}, findEnds(queue)});
  return success();
}

//===----------------------------------------------------------------------===//
// Puts and gets
//===----------------------------------------------------------------------===//

/// The memory token that a body leaves in its slot; null: it ends no body.
static OpOperand *getHandedOn(Operation *op) {
  if (auto release = dyn_cast<as::ConsumerReleaseOp>(op))
    return &release->getOpOperand(2);
  if (auto write = dyn_cast<as::ProducerWriteOp>(op)) {
    Operation *yield = write.getBody().front().getTerminator();
    return &yield->getOpOperand(yield->getNumOperands() - 1);
  }
  return nullptr;
}

FailureOr<Value> QueueLowering::placeBody(Operation *op, Block &body,
                                          Value before) {
  Block *block = op->getBlock();
  Operation *start = op->getPrevNode();
  block->getOperations().splice(op->getIterator(), body.getOperations(),
                                body.begin(), std::prev(body.end()));
  // A body inside hands on what is before it and before this one, too.
  auto isAccess = [](Operation *inner) {
    return isa<as::ProducerAcquireOp, as::ConsumerWaitOp, as::ProducerWriteOp,
               as::ConsumerReleaseOp>(inner) ||
           orderAccess(inner, Value());
  };
  auto visit = [&](Operation *access, Value after) -> Value {
    OpBuilder::InsertionGuard guard(builder);
    if (OpOperand *handedOn = getHandedOn(access)) {
      builder.setInsertionPoint(access);
      handedOn->set(join(access->getLoc(), {handedOn->get(), before}));
      return after;
    }
    // Seeded: what is atomic has its order.
    if (!isa<aa::AtomicRMWOp>(access) ||
        !bugs.acts(SeededBug::QueueUpdateUnordered))
      orderAccess(access, before, &bugs);
    builder.setInsertionPointAfter(access);
    return join(access->getLoc(),
                {after, *llvm::find_if(access->getResults(), isToken)});
  };
  return ValueThreader(isAccess, visit, bugs)
      .run(std::next(start->getIterator()), op->getIterator(), before);
}

LogicalResult QueueLowering::replacePut(aa::QueuePutOp put, Ring ring) {
  MLIRContext *context = builder.getContext();
  Location loc = put.getLoc();
  builder.setInsertionPoint(put);
  auto acquire = as::ProducerAcquireOp::create(
      builder, loc, as::ProducerTokenType::get(context), tokenType(),
      ring.create, ring.iterator);
  markSharing(put, acquire);
  Block &body = put.getBody().front();
  FailureOr<Value> done = placeBody(put, body, acquire.getResultToken());
  if (failed(done))
    return failure();
  builder.setInsertionPoint(put);
  Operation *yield = body.getTerminator();
  SmallVector<Value> values, tokens;
  for (Value value : yield->getOperands())
    (isToken(value) ? tokens : values).push_back(value);
  // Seeded: what comes out is ordered after what the slot held before.
  bool isLost = (!tokens.empty() || *done != acquire.getResultToken()) &&
                bugs.acts(SeededBug::QueuePutLosesOrder);
  tokens.push_back(*done);
  values.push_back(isLost               ? acquire.getResultToken()
                   : tokens.size() == 1 ? *done
                                        : join(loc, tokens));
  auto write =
      as::ProducerWriteOp::create(builder, loc, acquire.getResult().getType(),
                                  ring.create, acquire.getResult());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&write.getBody());
    as::PipelineYieldOp::create(builder, loc, values);
  }
  carryAttributes(put, write);
  carryAttributes(yield, write.getBody().front().getTerminator());
  as::ProducerCommitOp::create(builder, loc, ring.create, write.getResult());
  put.erase();
  return success();
}

LogicalResult QueueLowering::replaceGet(aa::QueueGetOp get, Ring ring) {
  MLIRContext *context = builder.getContext();
  Location loc = get.getLoc();
  builder.setInsertionPoint(get);
  auto wait = as::ConsumerWaitOp::create(
      builder, loc, as::ConsumerTokenType::get(context), tokenType(),
      ring.create, ring.iterator, builder.getI32IntegerAttr(0));
  carryAttributes(get, wait);
  markSharing(get, wait);
  Value before = wait.getResultToken();
  Block &body = get.getBody().front();
  // The layouts are those of who reads.
  SmallVector<Type> payload;
  for (Value argument : body.getArguments())
    if (!isToken(argument))
      payload.push_back(argument.getType());
  Operation *last = wait;
  SmallVector<Value> read;
  if (!payload.empty()) {
    last = as::ConsumerReadOp::create(builder, loc, payload, ring.create,
                                      wait.getResult());
    llvm::append_range(read, last->getResults());
  }
  unsigned next = 0;
  for (Value argument : body.getArguments())
    argument.replaceAllUsesWith(isToken(argument) ? before : read[next++]);
  FailureOr<Value> done = placeBody(get, body, before);
  if (failed(done))
    return failure();
  builder.setInsertionPoint(get);
  Operation *yield = body.getTerminator();
  // Seeded: who fills the slot again need not wait for what the body did.
  auto release = as::ConsumerReleaseOp::create(
      builder, loc, ring.create, wait.getResult(),
      bugs.pick(SeededBug::QueueReleaseLosesOrder, *done, before));
  carryAttributes(yield, release);
  get.replaceAllUsesWith(yield->getOperands());
  get.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Iterators
//===----------------------------------------------------------------------===//

template <typename OpTy> LogicalResult QueueLowering::walkRing(Ring ring) {
  auto isOfRing = [&](Operation *op) {
    auto user = dyn_cast<OpTy>(op);
    return user && user.getPipeline() == ring.create.getResult();
  };
  Attribute last;
  auto visit = [&](Operation *op, Value iterator) -> Value {
    // Seeded: with each queue, whether or not the ring has been used.
    Attribute queue = op->getAttr(queueName);
    if (last && queue != last &&
        structure.has(ScheduleBug::QueueRingBeginsAnew))
      iterator = ring.iterator;
    last = queue;
    cast<OpTy>(op).getIteratorMutable().assign(iterator);
    builder.setInsertionPointAfter(op);
    return as::IncIterOp::create(builder, op->getLoc(), iterator.getType(),
                                 iterator);
  };
  Block &body = function.getBody().front();
  return ValueThreader(isOfRing, visit, bugs)
      .run(body.begin(), std::prev(body.end()), ring.iterator);
}

LogicalResult QueueLowering::run() {
  SmallVector<aa::CreateQueueOp> queues;
  SmallVector<Operation *> sides;
  // What is inside of another body comes first.
  WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
    if (auto queue = dyn_cast<aa::CreateQueueOp>(op))
      queues.push_back(queue);
    else if (isa<aa::QueuePutOp, aa::QueueGetOp>(op))
      sides.push_back(op);
    else if (isa<aa::MarkForReuseOp>(op) &&
             !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<aa::QueueType>))
      return refuse(op) << "expect operands with queue types";
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  builder.setInsertionPointToStart(&function.getBody().front());
  numberOperations();
  for (aa::CreateQueueOp queue : queues) {
    FailureOr<bool> isUsed = check(queue);
    if (failed(isUsed) || (*isUsed && failed(makeRing(queue))))
      return failure();
  }
  for (Operation *side : sides) {
    auto ring = rings.find(side->getOperand(0).getDefiningOp());
    if (ring == rings.end())
      return refuse(side) << "maps to no pipeline slot: its queue comes from "
                             "somewhere else";
    auto put = dyn_cast<aa::QueuePutOp>(side);
    if (failed(put ? replacePut(put, ring->second)
                   : replaceGet(cast<aa::QueueGetOp>(side), ring->second)))
      return failure();
  }
  for (const SharedRing &shared : made)
    if (failed(walkRing<as::ProducerAcquireOp>(shared.ring)) ||
        failed(walkRing<as::ConsumerWaitOp>(shared.ring)))
      return failure();
  // The rings live as long as the function: nothing need be marked.
  function.walk([](aa::MarkForReuseOp mark) { mark.erase(); });
  for (aa::CreateQueueOp queue : queues)
    queue.erase();
  return success();
}

LogicalResult
tilefuzz::convertQueuesToPipelines(aa::FuncOp function, const BugSet &bugs,
                                   const ScheduleBugSet &structure) {
  return QueueLowering(function, bugs, structure).run();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class QueueToPipelinePass
    : public PassWrapper<QueueToPipelinePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(QueueToPipelinePass)

  QueueToPipelinePass() = default;
  QueueToPipelinePass(const QueueToPipelinePass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "tileas-queue-to-pipeline"; }
  StringRef getDescription() const override {
    return "Queues whose two sides are one agent's become pipelines";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<as::TileASDialect>();
  }

  void runOnOperation() override {
    BugSet none;
    std::optional<ScheduleBugSet> structure =
        addScheduleBugs(getOperation(), {}, injectBug);
    if (!structure)
      return signalPassFailure();
    getOperation().walk([&](aa::FuncOp function) {
      if (failed(convertQueuesToPipelines(function, none, *structure)))
        signalPassFailure();
    });
  }

private:
  ListOption<std::string> injectBug{
      *this, "inject-bug",
      llvm::cl::desc("Switches these seeded bugs of schedulers on.")};
};
} // namespace

void tilefuzz::registerQueueToPipelinePass() {
  PassRegistration<QueueToPipelinePass>();
}
