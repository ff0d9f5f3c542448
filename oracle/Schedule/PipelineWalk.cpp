//===- PipelineWalk.cpp - What a function does to its rings ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/PipelineWalk.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

namespace {
/// What is known of a value. Of iterators slot and parity; of pipelines which
/// ring; of tokens ring, slot and tile.
struct Known {
  Attribute number;
  uint8_t ring = 0, slot = 0, parity = 0, tile = 0;
};

/// Which way is gone where nothing says it: those before, one after the other.
class Choices {
public:
  unsigned choose(unsigned count) {
    if (at == taken.size()) {
      taken.push_back(0);
      counts.push_back(count);
    }
    return taken[at++];
  }
  /// False: all ways were gone.
  bool next() {
    at = 0;
    while (!taken.empty() && ++taken.back() == counts.back()) {
      taken.pop_back();
      counts.pop_back();
    }
    return !taken.empty();
  }

private:
  std::vector<unsigned> taken, counts;
  size_t at = 0;
};

class Walker {
public:
  Walker(Operation *function, ArrayRef<Attribute> arguments,
         const WalkLimits &limits, Choices &choices)
      : function(function), limits(limits), choices(choices) {
    for (auto [argument, number] : llvm::zip(
             cast<FunctionOpInterface>(function).getArguments(), arguments))
      if (number)
        known[argument] = Known{number};
  }
  PipelineWalk run();

private:
  bool walk(Block &block);
  bool visit(Operation &op);
  bool visitFor(scf::ForOp loop);
  bool visitWhile(scf::WhileOp loop);
  bool visitBranch(Operation &op);
  bool visitStep(Operation &op);
  void fold(Operation &op);

  bool stop(const Twine &why) {
    result.open = why.str();
    return false;
  }
  std::optional<int64_t> numberOf(Value value) const {
    auto it = known.find(value);
    auto number = it == known.end()
                      ? IntegerAttr()
                      : dyn_cast_or_null<IntegerAttr>(it->second.number);
    return number && number.getValue().getBitWidth() <= 64
               ? std::optional(number.getValue().getSExtValue())
               : std::nullopt;
  }
  void set(Value to, Value from) {
    auto it = known.find(from);
    if (it == known.end()) {
      known.erase(to);
      return;
    }
    Known copy = it->second;
    known[to] = copy;
  }
  /// All at once: what is carried may be exchanged.
  void setAll(ValueRange to, ValueRange from);
  bool chooseFor(Value decides, unsigned count, unsigned &choice);
  static bool touchesRings(Operation &op);
  bool addEvent(ProtocolStep step, const Known &token);

  Operation *function;
  const WalkLimits &limits;
  Choices &choices;
  llvm::DenseMap<Value, Known> known;
  /// What was chosen for a condition that does not change.
  llvm::DenseMap<Value, unsigned> decided;
  llvm::DenseMap<Operation *, bool> touches;
  unsigned operations = 0;
  PipelineWalk result;
  struct Counts {
    unsigned acquired = 0, committed = 0, waited = 0, released = 0;
    /// By slot.
    std::map<uint8_t, unsigned> acquiredOf, waitedOf;
    /// Of each tile: how many groups of copies there were with its own.
    std::map<unsigned, uint64_t> groups;
  };
  std::vector<Counts> counts;
  /// Of all rings without mbarriers.
  uint64_t groups = 0;
};
} // namespace

void Walker::setAll(ValueRange to, ValueRange from) {
  SmallVector<std::optional<Known>> values;
  for (Value value : from) {
    auto it = known.find(value);
    values.push_back(it == known.end() ? std::nullopt
                                       : std::optional(it->second));
  }
  for (auto [value, what] : llvm::zip(to, values))
    if (what)
      known[value] = *what;
    else
      known.erase(value);
}

bool Walker::touchesRings(Operation &op) {
  return op
      .walk([](Operation *inner) {
        return inner->getName().getStringRef().starts_with(
                   "nv_tileas.async.pipeline.")
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What decides is an argument, so that the program may go any way, but the
/// same one each time; or it is not known what it is.
bool Walker::chooseFor(Value decides, unsigned count, unsigned &choice) {
  auto argument = dyn_cast<BlockArgument>(decides);
  if (!argument || argument.getOwner()->getParentOp() != function)
    result.isGuessed = true;
  else if (auto it = decided.find(decides); it != decided.end()) {
    choice = it->second;
    return true;
  }
  choice = choices.choose(count);
  decided[decides] = choice;
  return true;
}

/// On a copy: folding may change an operation where it stands.
void Walker::fold(Operation &op) {
  for (Value value : op.getResults())
    known.erase(value);
  if (op.getNumRegions() ||
      !isa_and_nonnull<arith::ArithDialect>(op.getDialect()) ||
      !llvm::all_of(op.getResultTypes(),
                    [](Type type) { return type.isIntOrIndex(); }))
    return;
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands()) {
    auto it = known.find(operand);
    operands.push_back(it == known.end() ? Attribute() : it->second.number);
  }
  if (!operands.empty() &&
      llvm::none_of(operands, [](Attribute number) { return bool(number); }))
    return;
  Operation *copy = op.clone();
  SmallVector<OpFoldResult> folded;
  if (succeeded(copy->fold(operands, folded)) &&
      folded.size() == op.getNumResults())
    for (auto [value, what] : llvm::zip_equal(op.getResults(), folded)) {
      if (auto number = dyn_cast<Attribute>(what))
        known[value] = Known{number};
      else if (cast<Value>(what).getDefiningOp() != copy)
        set(value, cast<Value>(what));
    }
  copy->destroy();
}

bool Walker::addEvent(ProtocolStep step, const Known &token) {
  if (result.events.size() == limits.steps)
    return stop("more than " + Twine(limits.steps) + " steps on rings");
  result.events.push_back(
      {step, token.ring, token.slot, token.parity, token.tile});
  return true;
}

bool Walker::visitStep(Operation &op) {
  if (auto create = dyn_cast<as::CreatePipelineOp>(op)) {
    constexpr int64_t mostSlots = 64;
    constexpr size_t mostRings = 255;
    int64_t depth = create.getType().getDepth();
    if (depth > mostSlots || result.rings.size() == mostRings)
      return stop("more rings or slots than are explored");
    Known ring;
    ring.ring = result.rings.size();
    result.rings.push_back({&op, uint8_t(depth)});
    counts.emplace_back();
    known[create.getResult()] = ring;
    return true;
  }
  if (auto create = dyn_cast<as::CreateIteratorOp>(op)) {
    known[create.getResult()] = Known();
    return true;
  }
  if (auto next = dyn_cast<as::IncIterOp>(op)) {
    auto it = known.find(next.getIterator());
    if (it == known.end())
      return stop("an iterator is not known");
    Known iterator = it->second;
    if (++iterator.slot == next.getIterator().getType().getDepth()) {
      iterator.slot = 0;
      iterator.parity ^= 1;
    }
    known[next.getResult()] = iterator;
    return true;
  }
  if (isa<as::PipelineYieldOp>(op))
    return true;
  // It need not have operands.
  if (isa<as::AgentSwitchOp>(op))
    return stop("agents run beside each other");
  auto ring = known.find(op.getOperand(0)), at = known.find(op.getOperand(1));
  if (ring == known.end() || at == known.end())
    return stop(op.getName().getStringRef() +
                ": the ring or its slot is not known");
  uint8_t number = ring->second.ring;
  Known token = at->second;
  token.ring = number;
  Counts &count = counts[number];
  bool hasBarriers = cast<as::CreatePipelineOp>(result.rings[number].create)
                         .getBarrierSlot()
                         .has_value();
  // A schedule keeps the order of one slot's steps only, where mbarriers order
  // those of different slots: the number of a tile is that of its slot's turn.
  auto tileOf = [&](const Known &at, unsigned turn,
                    std::map<uint8_t, unsigned> &turns) {
    unsigned own = turns[at.slot]++;
    return uint8_t(hasBarriers ? own * result.rings[number].depth + at.slot
                               : turn);
  };
  if (isa<as::ProducerAcquireOp>(op)) {
    token.tile = tileOf(token, count.acquired++, count.acquiredOf);
    // The first acquire of a slot passes.
    token.parity ^= 1;
    known[op.getResult(0)] = token;
    return addEvent(ProtocolStep::Acquire, token);
  }
  if (auto wait = dyn_cast<as::ConsumerWaitOp>(op)) {
    token.tile = tileOf(token, count.waited++, count.waitedOf);
    auto group = count.groups.find(token.tile);
    if (!hasBarriers && group != count.groups.end() &&
        group->second + wait.getPending() > groups)
      result.faults.push_back(llvm::formatv(
          "ring {0}: tile {1} is read while its copy may be "
          "pending: the wait leaves {2} groups, and {3} came "
          "after it",
          number, token.tile, wait.getPending(), groups - group->second));
    known[op.getResult(0)] = token;
    return addEvent(ProtocolStep::Wait, token);
  }
  if (auto write = dyn_cast<as::ProducerWriteOp>(op)) {
    known[op.getResult(0)] = token;
    return addEvent(
        as::isCopy(write) ? ProtocolStep::Write : ProtocolStep::Store, token);
  }
  if (isa<as::ProducerCommitOp>(op)) {
    ++count.committed;
    if (!hasBarriers)
      count.groups[token.tile] = ++groups;
    return addEvent(ProtocolStep::Commit, token);
  }
  if (isa<as::ConsumerReadOp>(op))
    return addEvent(ProtocolStep::Read, token);
  if (isa<as::ConsumerReleaseOp>(op)) {
    ++count.released;
    return addEvent(ProtocolStep::Release, token);
  }
  return stop(op.getName().getStringRef() + ": not known");
}

bool Walker::visitFor(scf::ForOp loop) {
  std::optional<int64_t> from = numberOf(loop.getLowerBound()),
                         to = numberOf(loop.getUpperBound()),
                         step = numberOf(loop.getStep());
  bool isKnown = from && to && step && *step != 0;
  uint64_t trips = 0;
  if (isKnown) {
    bool runs =
        loop.getUnsignedCmp() ? uint64_t(*from) < uint64_t(*to) : *from < *to;
    if (runs)
      trips = (uint64_t(*to) - uint64_t(*from) - 1) / uint64_t(*step) + 1;
  } else {
    unsigned choice = 0;
    Value decides = to ? (from ? loop.getStep() : loop.getLowerBound())
                       : loop.getUpperBound();
    // The count depends on more than the one value.
    if (!from || !step)
      result.isGuessed = true;
    chooseFor(decides, limits.trips + 1, choice);
    trips = choice;
  }
  setAll(loop.getRegionIterArgs(), loop.getInitArgs());
  for (uint64_t trip = 0; trip < trips; ++trip) {
    Value index = loop.getInductionVar();
    known.erase(index);
    if (isKnown) {
      llvm::APInt now(index.getType().isIndex()
                          ? 64
                          : index.getType().getIntOrFloatBitWidth(),
                      *from + trip * uint64_t(*step), /*isSigned=*/false,
                      /*implicitTrunc=*/true);
      known[index] = Known{IntegerAttr::get(index.getType(), now)};
    }
    if (!walk(*loop.getBody()))
      return false;
    setAll(loop.getRegionIterArgs(), loop.getYieldedValues());
  }
  setAll(loop.getResults(), loop.getRegionIterArgs());
  return true;
}

bool Walker::visitWhile(scf::WhileOp loop) {
  setAll(loop.getBeforeArguments(), loop.getInits());
  for (unsigned trip = 0;; ++trip) {
    if (!walk(*loop.getBeforeBody()))
      return false;
    scf::ConditionOp condition = loop.getConditionOp();
    std::optional<int64_t> goesOn = numberOf(condition.getCondition());
    if (!goesOn) {
      result.isGuessed = true;
      goesOn = trip < limits.trips && choices.choose(2);
    }
    if (!*goesOn) {
      setAll(loop.getResults(), condition.getArgs());
      return true;
    }
    setAll(loop.getAfterArguments(), condition.getArgs());
    if (!walk(*loop.getAfterBody()))
      return false;
    setAll(loop.getBeforeArguments(), loop.getYieldedValues());
  }
}

bool Walker::visitBranch(Operation &op) {
  unsigned choice = 0;
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (std::optional<int64_t> holds = numberOf(branch.getCondition()))
      choice = !*holds;
    else
      chooseFor(branch.getCondition(), 2, choice);
  } else if (isa<scf::IndexSwitchOp>(op)) {
    result.isGuessed = true;
    choice = choices.choose(op.getNumRegions());
  } else if (op.getNumRegions() != 1) {
    return stop(op.getName().getStringRef() +
                ": which region runs is not known");
  }
  Region &region = op.getRegion(choice);
  if (region.empty())
    return true;
  if (!region.hasOneBlock())
    return stop(op.getName().getStringRef() + ": has several blocks");
  if (!walk(region.front()))
    return false;
  setAll(op.getResults(), region.front().getTerminator()->getOperands());
  return true;
}

bool Walker::visit(Operation &op) {
  if (++operations > limits.operations)
    return stop("more than " + Twine(limits.operations) + " operations");
  if (op.getName().getStringRef().starts_with("nv_tileas.async.pipeline."))
    return visitStep(op);
  if (!op.getNumRegions()) {
    fold(op);
    return true;
  }
  auto [it, isNew] = touches.try_emplace(&op, false);
  if (isNew)
    it->second = touchesRings(op);
  if (!it->second) {
    for (Value value : op.getResults())
      known.erase(value);
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visitWhile(loop);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return visitBranch(op);
  return stop(op.getName().getStringRef() + ": how it runs is not known");
}

bool Walker::walk(Block &block) {
  for (Operation &op : block)
    if (!visit(op))
      return false;
  return true;
}

PipelineWalk Walker::run() {
  Region &body = cast<FunctionOpInterface>(function).getFunctionBody();
  if (!body.hasOneBlock())
    stop("the function has several blocks");
  else if (walk(body.front()))
    for (auto [number, count] : llvm::enumerate(counts))
      if (count.committed != count.acquired || count.waited != count.acquired ||
          count.released != count.acquired)
        result.faults.push_back(
            llvm::formatv("ring {0}: {1} slots are acquired, {2} committed, "
                          "{3} waited for and {4} released",
                          number, count.acquired, count.committed, count.waited,
                          count.released));
  return std::move(result);
}

std::vector<PipelineWalk> tilefuzz::walkPipelines(Operation *function,
                                                  ArrayRef<Attribute> arguments,
                                                  const WalkLimits &limits) {
  std::vector<PipelineWalk> walks;
  Choices choices;
  do {
    walks.push_back(Walker(function, arguments, limits, choices).run());
    if (walks.size() == limits.ways && choices.next()) {
      walks.emplace_back().open =
          "more than " + std::to_string(limits.ways) + " ways through it";
      break;
    }
  } while (choices.next());
  return walks;
}
