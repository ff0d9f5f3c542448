//===- TokenLowering.cpp - Tokens and queues on mbarriers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TokenLowering.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

std::optional<unsigned> BarrierPool::claim(unsigned first, unsigned last,
                                           unsigned arrivals) {
  auto give = [&](unsigned slot) {
    slots[slot].lifetimes.push_back({first, last});
    return slot;
  };
  if (slots.size() < capacity) {
    slots.push_back({arrivals, {}});
    return give(slots.size() - 1);
  }
  for (auto [index, slot] : llvm::enumerate(slots))
    if (slot.arrivals == arrivals &&
        llvm::none_of(slot.lifetimes, [&](const Lifetime &other) {
          return first <= other.last && other.first <= last;
        }))
      return give(index);
  return std::nullopt;
}

static bool isToken(Value value) { return isa<MemTokenType>(value.getType()); }

bool nv_tileaa::isTokenEffect(Operation *op) {
  return !isa<CreateMemTokenOp, JoinMemTokenOp>(op) &&
         op->getNumRegions() == 0 && !isa<CallOpInterface>(op) &&
         llvm::any_of(op->getResults(), isToken);
}

namespace {

/// Effects that follow each other on one barrier.
struct Chain {
  Operation *head;
  unsigned arrivals;
  /// The agent that issues it; null outside of agents. Agents run
  /// concurrently, and each must know which phase it issued last.
  Region *agent;
  /// Positions of the first effect and of the last that needs the barrier.
  unsigned first, last;
  unsigned slot = 0;
};

class Planner {
public:
  Planner(FuncOp func, unsigned capacity) : func(func), pool(capacity) {}
  FailureOr<TokenPlan> plan();

private:
  using Roots = llvm::SmallSetVector<Operation *, 4>;

  LogicalResult collectFlow();
  void propagateRoots();
  void assignChain(Operation *effect);
  LogicalResult checkQueue(CreateQueueOp queue);
  LogicalResult claimSlots();

  /// That of the operation of the function's body around `op`.
  unsigned positionOf(Operation *op) {
    Operation *top = func.getBody().findAncestorOpInRegion(*op);
    return positions.lookup(top);
  }
  static Region *agentOf(Operation *op) {
    for (Region *region = op->getParentRegion(); region;
         region = region->getParentRegion())
      if (isa_and_nonnull<ExecuteOp>(region->getParentOp()))
        return region;
    return nullptr;
  }

  FuncOp func;
  BarrierPool pool;
  TokenPlan result;
  DenseMap<Operation *, unsigned> positions;
  std::vector<Operation *> effects;
  std::vector<CreateQueueOp> queues;
  /// Which tokens a token is made of, for those that no effect makes.
  llvm::MapVector<Value, SmallVector<Value, 2>> sources;
  /// The effects and create_mem_token operations that a token derives from.
  DenseMap<Value, Roots> roots;
  std::vector<Chain> chains;
  DenseMap<Operation *, unsigned> chainOf;
  llvm::SmallPtrSet<Value, 16> continued;
};

} // namespace

LogicalResult Planner::collectFlow() {
  for (Value argument : func.getArguments())
    if (isToken(argument))
      return func.emitOpError("takes a token, whose barrier is not known here");
  for (auto [index, op] : llvm::enumerate(func.getBody().getOps()))
    positions[&op] = index;
  WalkResult walked = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isTokenEffect(op)) {
      effects.push_back(op);
      roots[*llvm::find_if(op->getResults(), isToken)].insert(op);
      return WalkResult::advance();
    }
    if (isa<CreateMemTokenOp>(op)) {
      roots[op->getResult(0)].insert(op);
      return WalkResult::advance();
    }
    if (auto queue = dyn_cast<CreateQueueOp>(op))
      queues.push_back(queue);
    if (isa<JoinMemTokenOp>(op)) {
      llvm::append_range(sources[op->getResult(0)], op->getOperands());
      return WalkResult::advance();
    }
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      RegionBranchSuccessorMapping mapping;
      branch.getSuccessorOperandInputMapping(mapping);
      for (auto &[operand, inputs] : mapping)
        if (isToken(operand->get()))
          for (Value input : inputs)
            sources[input].push_back(operand->get());
      return WalkResult::advance();
    }
    // An execute's token comes after every effect of every agent.
    if (auto execute = dyn_cast<ExecuteOp>(op)) {
      for (Value value : execute->getResults())
        execute->walk([&](Operation *inner) {
          if (isTokenEffect(inner))
            sources[value].push_back(
                *llvm::find_if(inner->getResults(), isToken));
        });
      return WalkResult::advance();
    }
    // Regions that give their results without being branches.
    if (isa<PragmaOp, QueueGetOp>(op))
      for (auto [i, value] : llvm::enumerate(op->getResults()))
        if (isToken(value))
          sources[value].push_back(
              op->getRegion(0).front().getTerminator()->getOperand(i));
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        if (op != func && isToken(argument)) {
          op->emitOpError("gives its body a token, whose barrier is not known "
                          "here");
          return WalkResult::interrupt();
        }
    if (op->getNumRegions() == 0 && llvm::any_of(op->getResults(), isToken)) {
      op->emitOpError("returns a token, whose barrier is not known here");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

void Planner::propagateRoots() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[token, from] : sources)
      for (Value source : from) {
        Roots added = roots.lookup(source);
        Roots &into = roots[token];
        size_t before = into.size();
        into.insert_range(added);
        changed |= into.size() != before;
      }
  }
}

void Planner::assignChain(Operation *effect) {
  unsigned position = positionOf(effect);
  Region *agent = agentOf(effect);
  std::optional<unsigned> chain;
  unsigned arrivals = 1;
  Value token;
  for (Value operand : effect->getOperands())
    if (isToken(operand))
      token = operand;
  if (token)
    for (Operation *root : roots[token]) {
      if (auto created = dyn_cast<CreateMemTokenOp>(root)) {
        arrivals =
            std::max<unsigned>(arrivals, created.getProducers().value_or(1));
        continue;
      }
      // Those that come later in a loop have none yet.
      auto known = chainOf.find(root);
      if (known == chainOf.end())
        continue;
      if (chains[known->second].agent == agent)
        chain = std::min(chain.value_or(known->second), known->second);
    }
  // Tokens fan out: the second effect after one token must not arrive on the
  // same barrier beside the first.
  if (chain && continued.insert(token).second) {
    chains[*chain].last = position;
  } else {
    chain = chains.size();
    chains.push_back({effect, arrivals, agent, position, position});
  }
  chainOf[effect] = *chain;
}

LogicalResult Planner::checkQueue(CreateQueueOp queue) {
  bool isFed = false, isRead = false;
  unsigned first = positionOf(queue), last = first;
  for (Operation *user : queue.getResult().getUsers()) {
    isFed |= isa<QueuePutOp>(user);
    isRead |= isa<QueueGetOp>(user);
    if (!isa<QueuePutOp, QueueGetOp, MarkForReuseOp>(user)) {
      InFlightDiagnostic error = queue.emitOpError(
          "maps to no pipeline slot: it leaves the function's sight");
      error.attachNote(user->getLoc()) << "here";
      return error;
    }
    last = std::max(last, positionOf(user));
  }
  if (!isFed || !isRead)
    return queue.emitOpError("maps to no pipeline slot: it has no ")
           << (isFed ? "consumer" : "producer");
  std::optional<unsigned> slot = pool.claim(first, last, 1);
  if (!slot)
    return queue.emitOpError("needs an mbarrier slot, but all ")
           << pool.capacity << " of the pool are in use";
  result.queues[queue] = {*slot, queue.getDepth()};
  return success();
}

LogicalResult Planner::claimSlots() {
  for (Chain &chain : chains) {
    std::optional<unsigned> slot =
        pool.claim(chain.first, chain.last, chain.arrivals);
    if (!slot)
      return chain.head->emitOpError("needs an mbarrier slot, but all ")
             << pool.capacity << " of the pool are in use";
    chain.slot = *slot;
  }
  return success();
}

FailureOr<TokenPlan> Planner::plan() {
  if (failed(collectFlow()))
    return failure();
  propagateRoots();
  for (Operation *effect : effects)
    assignChain(effect);
  // What each effect waits for keeps those barriers.
  DenseMap<Operation *, llvm::SmallSetVector<unsigned, 4>> waits;
  for (Operation *effect : effects)
    for (Value operand : effect->getOperands())
      if (isToken(operand))
        for (Operation *root : roots[operand])
          if (auto chain = chainOf.find(root); chain != chainOf.end()) {
            waits[effect].insert(chain->second);
            unsigned &last = chains[chain->second].last;
            last = std::max(last, positionOf(effect));
          }
  for (CreateQueueOp queue : queues)
    if (failed(checkQueue(queue)))
      return failure();
  if (failed(claimSlots()))
    return failure();
  result.arrivals = pool.arrivals();
  for (Operation *effect : effects) {
    EffectPlan &plan = result.effects[effect];
    plan.barrier = chains[chainOf[effect]].slot;
    for (unsigned chain : waits[effect])
      plan.waits.push_back(chains[chain].slot);
    llvm::sort(plan.waits);
    plan.waits.erase(llvm::unique(plan.waits), plan.waits.end());
  }
  return std::move(result);
}

FailureOr<TokenPlan> nv_tileaa::planTokens(FuncOp func, unsigned capacity) {
  return Planner(func, capacity).plan();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class PlanTokensPass : public PassWrapper<PlanTokensPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlanTokensPass)
  PlanTokensPass() = default;
  PlanTokensPass(const PlanTokensPass &other) : PassWrapper(other) {}
  StringRef getArgument() const override { return "tileaa-plan-tokens"; }
  StringRef getDescription() const override {
    return "Give tokens and queues of nv_tileaa their mbarrier slots";
  }

  void runOnOperation() override {
    WalkResult walked = getOperation()->walk([&](FuncOp func) {
      FailureOr<TokenPlan> plan = planTokens(func, capacity);
      if (failed(plan))
        return WalkResult::interrupt();
      annotate(func, *plan);
      return WalkResult::skip();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }

private:
  static SmallVector<int32_t> toSigned(ArrayRef<unsigned> values) {
    return SmallVector<int32_t>(values.begin(), values.end());
  }
  static void annotate(FuncOp func, const TokenPlan &plan) {
    Builder builder(func.getContext());
    for (auto &[op, effect] : plan.effects) {
      op->setAttr("nv_tileaa.barrier",
                  builder.getI32IntegerAttr(effect.barrier));
      op->setAttr("nv_tileaa.waits",
                  builder.getDenseI32ArrayAttr(toSigned(effect.waits)));
    }
    for (auto &[op, queue] : plan.queues)
      op->setAttr("nv_tileaa.barrier", builder.getI32IntegerAttr(queue.slot));
    func->setAttr("nv_tileaa.barrier_arrivals",
                  builder.getDenseI32ArrayAttr(toSigned(plan.arrivals)));
  }

  Option<unsigned> capacity{
      *this, "pool", llvm::cl::desc("Gives a CTA so many mbarrier slots."),
      llvm::cl::init(BarrierPool::defaultCapacity)};
};
} // namespace

void nv_tileaa::registerPlanTokensPass() { PassRegistration<PlanTokensPass>(); }
