//===- Mutate.cpp - Change a program --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/Mutate.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tilefuzz;

static constexpr Mutator mutatorTable[] = {
    {"replace-operand", "an operand becomes another value of its type",
     replaceOperand},
    {"replace-by-earlier", "a result becomes an earlier value of its type",
     replaceByEarlier},
    {"change-constant", "a constant gets another value", changeConstant},
    {"change-opcode", "an operation becomes one of the same family",
     changeOpcode},
    {"change-reading", "signedness, predicate, order or rounding changes",
     changeReading},
    {"duplicate-operation", "an operation is computed again for one use",
     duplicateOperation},
    {"wrap-in-if", "an operation moves into a branch", wrapInIf},
    {"constant-operands", "an operation computes with constants only",
     constantOperands},
    {"compare-with-bound", "an integer is compared with an end of its type",
     compareWithBound},
    {"sum-of-constants", "a float becomes the sum of two constants",
     sumOfConstants},
    {"nest-ifs", "an operation moves into a branch of a branch", nestIfs},
    {"wrap-in-loop", "an operation moves into a loop of a few turns",
     wrapInLoop},
    {"join-tokens", "an access is ordered after more", joinTokens},
    {"strengthen-access", "an access gets a stronger order or a wider scope",
     strengthenAccess},
    {"splice", "an operand becomes what operations of another program compute",
     spliceOperations},
    {"change-width", "an operation computes in another width of its type",
     changeWidth},
    {"return-early", "the block ends there if a condition holds", returnEarly},
};

llvm::ArrayRef<Mutator> tilefuzz::getMutators() { return mutatorTable; }

llvm::SmallVector<Operation *> Mutation::operations() const {
  llvm::SmallVector<Operation *> operations;
  program.module->walk([&](cuda_tile::EntryOp entry) {
    entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != entry.getOperation() && !op->hasTrait<OpTrait::IsTerminator>())
        operations.push_back(op);
    });
  });
  return operations;
}

llvm::SmallVector<Operation *> Mutation::freeOperations() const {
  llvm::SmallVector<Operation *> free = operations();
  if (fixed)
    llvm::erase_if(free, [&](Operation *op) { return fixed->contains(op); });
  return free;
}

bool Mutation::isFree(OpOperand &operand) const {
  return !fixed || !fixed->contains(operand);
}

llvm::SmallVector<Value> tilefuzz::valuesBefore(Operation *op, Type type) {
  llvm::SmallVector<Value> values;
  auto add = [&](ValueRange range) {
    for (Value value : range)
      if (value.getType() == type)
        values.push_back(value);
  };
  // Out through the regions, up to the entry.
  for (Operation *at = op; at && !isa<cuda_tile::EntryOp>(at);
       at = at->getParentOp()) {
    Block *block = at->getBlock();
    add(block->getArguments());
    for (Operation &earlier : *block) {
      if (&earlier == at)
        break;
      add(earlier.getResults());
    }
  }
  return values;
}

static constexpr unsigned maxAttempts = 32;
/// One mutation in so many may change anything.
static constexpr unsigned anythingOneIn = 24;

llvm::StringRef tilefuzz::mutate(Program &program, ByteSource &choices,
                                 Program *donor) {
  ScopedDiagnosticHandler silence(program.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  for (unsigned attempt = 0; attempt < maxAttempts && !choices.exhausted();
       ++attempt) {
    const Mutator &mutator = choices.pick(getMutators());
    Program candidate = program.clone();
    DefinednessSlice slice(*candidate.module);
    Mutation mutation{candidate, choices, donor,
                      choices.oneIn(anythingOneIn) ? nullptr : &slice};
    if (!mutator.apply(mutation) || failed(verify(candidate.module.get())))
      continue;
    program = std::move(candidate);
    return mutator.name;
  }
  return "";
}
