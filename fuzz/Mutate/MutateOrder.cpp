//===- MutateOrder.cpp - More order between accesses ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Less order may make a program race; more never does.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/MutateShared.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

using Accesses =
    AccessVisitor<LoadPtrTkoOp, StorePtrTkoOp, LoadViewTkoOp, StoreViewTkoOp,
                  AtomicRMWTkoOp, AtomicCASTkoOp, AtomicRedViewTkoOp>;

static bool joinTokens(const Mutation &m) {
  Type type = TokenType::get(m.program.module->getContext());
  return Accesses::joinToken(
      m, type, [&](OpBuilder &builder, Location loc, ValueRange tokens) {
        return JoinTokensOp::create(builder, loc, type, tokens);
      });
}

const Mutator tilefuzz::joinTokensRow = {"join-tokens",
                                         "an access is ordered after more",
                                         joinTokens, tileaa::joinTokens};

static bool strengthenAccess(const Mutation &m) {
  Operation *op = Accesses::pick(m);
  return op && Accesses::visit(op, [&](auto access) {
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

const Mutator tilefuzz::strengthenAccessRow = {
    "strengthen-access", "an access gets a stronger order or a wider scope",
    strengthenAccess, tileaa::strengthenAccess};
