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
    {"return-early", "the block ends there if a condition holds", returnEarly},
};

llvm::ArrayRef<Mutator> tilefuzz::getMutators() { return mutatorTable; }

llvm::SmallVector<Operation *> tilefuzz::mutableOperations(Program &program) {
  llvm::SmallVector<Operation *> operations;
  program.module->walk([&](cuda_tile::EntryOp entry) {
    entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != entry.getOperation() && !op->hasTrait<OpTrait::IsTerminator>())
        operations.push_back(op);
    });
  });
  return operations;
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

llvm::StringRef tilefuzz::mutate(Program &program, ByteSource &choices) {
  ScopedDiagnosticHandler silence(program.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  for (unsigned attempt = 0; attempt < maxAttempts && !choices.exhausted();
       ++attempt) {
    const Mutator &mutator = choices.pick(getMutators());
    Program candidate = program.clone();
    if (!mutator.apply(candidate, choices) ||
        failed(verify(candidate.module.get())))
      continue;
    program = std::move(candidate);
    return mutator.name;
  }
  return "";
}
