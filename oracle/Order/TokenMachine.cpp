//===- TokenMachine.cpp - Executes tokens as mbarrier phases --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/TokenMachine.h"
#include "interp/Semantics/Mbarrier.h"
#include "llvm/ADT/BitVector.h"
#include <random>

using namespace tilefuzz;
using mlir::nv_tileaa::EffectPlan;
using mlir::nv_tileaa::TokenPlan;

namespace {
class TokenMachine {
public:
  TokenMachine(const BlockOrder &block, const TokenPlan &plan, uint64_t seed,
               TokenLoweringVariant variant)
      : block(block), plan(plan), variant(variant), random(seed),
        barriers(plan.arrivals.size()), issued(plan.arrivals.size()),
        isComplete(block.instances.size()) {
    for (auto [barrier, arrivals] : llvm::zip(barriers, plan.arrivals))
      barrier.init(arrivals);
  }
  TokenRun run();

private:
  /// A part of an effect.
  struct Part {
    unsigned instance, barrier;
  };

  bool waitFor(unsigned barrier, unsigned instance);
  void checkOrder(unsigned instance);
  void completeOne();

  const BlockOrder &block;
  const TokenPlan &plan;
  const TokenLoweringVariant variant;
  std::mt19937_64 random;
  std::vector<Mbarrier> barriers;
  /// Phases issued on each barrier.
  std::vector<uint64_t> issued;
  std::vector<Part> inFlight;
  /// Parts left, of instances under way.
  llvm::DenseMap<unsigned, unsigned> partsLeft;
  llvm::BitVector isComplete;
  TokenRun result;
};
} // namespace

void TokenMachine::completeOne() {
  size_t which = random() % inFlight.size();
  Part part = inFlight[which];
  inFlight.erase(inFlight.begin() + which);
  if (!--partsLeft[part.instance]) {
    partsLeft.erase(part.instance);
    isComplete.set(part.instance);
    result.completed.push_back(part.instance);
  }
  if (variant != TokenLoweringVariant::NoArrival &&
      barriers[part.barrier].arrive() != Mbarrier::Error::None)
    result.errors.push_back("barrier " + std::to_string(part.barrier) +
                            ": more arrivals than a phase expects");
}

bool TokenMachine::waitFor(unsigned barrier, unsigned instance) {
  if (!issued[barrier])
    return true;
  bool parity = variant != TokenLoweringVariant::ConstantParity &&
                (issued[barrier] - 1) % 2;
  while (!barriers[barrier].test(parity)) {
    if (inFlight.empty()) {
      result.errors.push_back("instance " + std::to_string(instance) +
                              " waits for barrier " + std::to_string(barrier) +
                              ", parity " + std::to_string(parity) +
                              ", and nothing is under way");
      return false;
    }
    completeOne();
  }
  return true;
}

void TokenMachine::checkOrder(unsigned instance) {
  // Predecessors of predecessors were checked when those were issued, but may
  // have been let through: look at all.
  llvm::BitVector seen(block.instances.size());
  llvm::SmallVector<unsigned> worklist = {instance};
  while (!worklist.empty())
    for (unsigned before :
         block.instances[worklist.pop_back_val()].predecessors)
      if (!seen.test(before)) {
        seen.set(before);
        worklist.push_back(before);
      }
  for (unsigned before : seen.set_bits())
    if (plan.effects.contains(block.instances[before].op) &&
        !isComplete.test(before))
      result.lostEdges.push_back({before, instance});
}

TokenRun TokenMachine::run() {
  for (unsigned i = 0, n = block.instances.size(); i < n; ++i) {
    auto found = plan.effects.find(block.instances[i].op);
    if (found == plan.effects.end()) {
      ++result.unplanned;
      continue;
    }
    const EffectPlan &effect = found->second;
    llvm::ArrayRef<unsigned> waits = effect.waits;
    if (variant == TokenLoweringVariant::JoinKeepsOne && waits.size() > 1)
      waits = waits.take_back();
    for (unsigned barrier : waits)
      if (!waitFor(barrier, i))
        return std::move(result);
    // Two phases of a barrier must not be under way at once.
    if (variant != TokenLoweringVariant::NoWaitForOwnBarrier &&
        !waitFor(effect.barrier, i))
      return std::move(result);
    checkOrder(i);
    unsigned parts = plan.arrivals[effect.barrier];
    partsLeft[i] = parts;
    inFlight.insert(inFlight.end(), parts, {i, effect.barrier});
    ++issued[effect.barrier];
    result.maxInFlight =
        std::max<unsigned>(result.maxInFlight, partsLeft.size());
    while (!inFlight.empty() && random() % 3 == 0)
      completeOne();
  }
  while (!inFlight.empty())
    completeOne();
  return std::move(result);
}

TokenRun tilefuzz::runTokenMachine(const BlockOrder &block,
                                   const TokenPlan &plan, uint64_t seed,
                                   TokenLoweringVariant variant) {
  return TokenMachine(block, plan, seed, variant).run();
}
