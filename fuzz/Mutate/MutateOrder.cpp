//===- MutateOrder.cpp - More order between accesses ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Less order may make a program race; more never does.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/Mutate.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Calls `visit` with the operation as what it is, if it accesses memory.
template <typename F> static bool visitAccess(Operation *op, F visit) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<LoadPtrTkoOp, StorePtrTkoOp, LoadViewTkoOp, StoreViewTkoOp,
            AtomicRMWTkoOp, AtomicCASTkoOp, AtomicRedViewTkoOp>(visit)
      .Default(false);
}

static llvm::SmallVector<Operation *> accessesOf(const Mutation &m) {
  llvm::SmallVector<Operation *> accesses = m.operations();
  llvm::erase_if(accesses, [](Operation *op) {
    return !visitAccess(op, [](auto) { return true; });
  });
  return accesses;
}

bool tilefuzz::joinTokens(const Mutation &m) {
  llvm::SmallVector<Operation *> accesses = accessesOf(m);
  if (accesses.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(accesses));
  Type type = TokenType::get(op->getContext());
  llvm::SmallVector<Value> earlier = valuesBefore(op, type);
  if (earlier.empty())
    return false;
  Value other = m.choices.pick(llvm::ArrayRef(earlier));
  return visitAccess(op, [&](auto access) {
    Value token = access.getToken();
    if (token == other)
      return false;
    if (token) {
      OpBuilder builder(op);
      other = JoinTokensOp::create(builder, op->getLoc(), type,
                                   ValueRange{token, other});
    }
    access.getTokenMutable().assign(other);
    return true;
  });
}

bool tilefuzz::strengthenAccess(const Mutation &m) {
  llvm::SmallVector<Operation *> accesses = accessesOf(m);
  if (accesses.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(accesses));
  return visitAccess(op, [&](auto access) {
    std::optional<MemoryScope> scope = access.getMemoryScope();
    MemoryOrdering ordering = access.getMemoryOrderingSemantics();
    if (scope && *scope != MemoryScope::System && m.choices.oneIn(2)) {
      access.setMemoryScope(MemoryScope(unsigned(*scope) + 1));
      return true;
    }
    std::optional<MemoryOrdering> stronger =
        strongerThan(ordering, !isa<StorePtrTkoOp, StoreViewTkoOp>(op),
                     !isa<LoadPtrTkoOp, LoadViewTkoOp>(op), m.choices);
    if (!stronger)
      return false;
    access.setMemoryOrderingSemantics(*stronger);
    if (!scope)
      access.setMemoryScope(MemoryScope(m.choices.below(3)));
    return true;
  });
}
