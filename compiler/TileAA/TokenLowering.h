//===- TokenLowering.h - Tokens and queues on mbarriers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// How the memory tokens of a function become phases of mbarriers, and its
// queues pipelines. One agent issues the memory effects in program order and
// does not wait for them. An effect arrives on a barrier when it is complete:
// that is its successor token. An effect waits for what its token operand
// stands for before it is issued.
//
// Which barriers a token can stand for is known statically: those of the
// effects that it derives from through joins and control flow. The wait is for
// the phase that was issued last on each of them. That may order more than the
// token does, never less; it cannot deadlock, because everything waited for has
// been issued; and since an effect waits for the last phase of its own barrier,
// too, no wait is more than one phase behind, so that the parity tells enough.
//
// Two departures from the seed's sketch, which loses edges: a join is the set
// of all its inputs, not the later one (they may stand on different barriers),
// and the parity is that of the phase issued last, not a constant (a barrier is
// used again in the next iteration of a loop). oracle/Order/TokenMachine.h
// executes a plan. Facts, 7.1 and 8.19.
//
// No stage plans tokens: the scheduling passes will. Until then a plan is made
// on request (`tileaa-plan-tokens`) and by tests. To it belong, and have no
// other user, the machine that executes it (oracle/Order/TokenMachine.h, which
// reads traces, so that it is no part of the compiler) and the barrier that the
// machine counts phases with (interp/Semantics/Mbarrier.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_TOKENLOWERING_H
#define TILEFUZZ_COMPILER_TILEAA_TOKENLOWERING_H

#include "compiler/TileAA/TileAAOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::nv_tileaa {

/// The mbarrier slots of one CTA. A token chain takes one barrier, a queue a
/// full and an empty one per stage; either takes one slot.
class BarrierPool {
public:
  static constexpr unsigned defaultCapacity = 32;
  explicit BarrierPool(unsigned capacity = defaultCapacity)
      : capacity(capacity) {}

  /// The lowest slot that was never given out, else the lowest whose owners'
  /// lifetimes are all disjoint from [first, last]; none: exhausted.
  /// A slot keeps its number of arrivals.
  std::optional<unsigned> claim(unsigned first, unsigned last,
                                unsigned arrivals = 1);
  /// Of each slot in use.
  llvm::SmallVector<unsigned> arrivals() const {
    return llvm::map_to_vector(slots,
                               [](const Slot &slot) { return slot.arrivals; });
  }
  const unsigned capacity;

private:
  struct Lifetime {
    unsigned first, last;
  };
  struct Slot {
    unsigned arrivals;
    llvm::SmallVector<Lifetime, 1> lifetimes;
  };
  std::vector<Slot> slots;
};

/// A set of barriers, as slots in ascending order.
using BarrierSet = llvm::SmallVector<unsigned, 2>;

/// Of one memory effect.
struct EffectPlan {
  /// The slot on which its completion completes a phase.
  unsigned barrier = 0;
  /// The slots whose last issued phase it waits for, its own one not included
  /// unless its token needs it.
  BarrierSet waits;
};

/// Of one queue.
struct QueuePlan {
  unsigned slot = 0;
  unsigned stages = 0;
};

struct TokenPlan {
  llvm::DenseMap<Operation *, EffectPlan> effects;
  llvm::DenseMap<Operation *, QueuePlan> queues;
  /// Arrivals that complete a phase, per slot: the `producers` of the
  /// create_mem_token that heads the chain, else 1. Queues: 1.
  llvm::SmallVector<unsigned> arrivals;
};

/// True for what takes part in token order: it has a token result of its own.
bool isTokenEffect(Operation *op);

/// Plans a function. Fails, with an error at the operation, if the pool has no
/// slot left, if a token comes from outside the function, or if a queue has no
/// producer or no consumer or leaves the function's sight: there is no fallback
/// to software ordering.
FailureOr<TokenPlan>
planTokens(FuncOp func, unsigned capacity = BarrierPool::defaultCapacity);

/// The pass `tileaa-plan-tokens`: plans every function and writes the plan as
/// attributes `nv_tileaa.barrier` (slot), `nv_tileaa.waits` (slots) and, on
/// functions, `nv_tileaa.barrier_arrivals`. Option `pool=N`.
void registerPlanTokensPass();

} // namespace mlir::nv_tileaa

#endif // TILEFUZZ_COMPILER_TILEAA_TOKENLOWERING_H
