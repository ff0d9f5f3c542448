//===- Mutate.cpp - Change a program --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/Mutate.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/ModuleVerifier.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/TileAARoles.h"
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
    {"note-operation", "an operation gets an attribute that means nothing",
     noteOperation},
};

static constexpr Mutator tileAATable[] = {
    {"replace-operand", "an operand becomes another value of its type",
     replaceOperand},
    {"replace-by-earlier", "a result becomes an earlier value of its type",
     replaceByEarlier},
    {"change-constant", "a constant gets another value",
     tileaa::changeConstant},
    {"change-opcode", "an operation becomes one of the same family",
     tileaa::changeOpcode},
    {"change-reading", "predicate, rounding or flushing changes",
     tileaa::changeReading},
    {"duplicate-operation", "an operation is computed again for one use",
     duplicateOperation},
    {"wrap-in-if", "an operation moves into a branch", tileaa::wrapInIf},
    {"constant-operands", "an operation computes with constants only",
     constantOperands},
    {"compare-with-bound", "an integer is cut off at an end of its type",
     tileaa::compareWithBound},
    {"sum-of-constants", "a float becomes the sum of two constants",
     tileaa::sumOfConstants},
    {"nest-ifs", "an operation moves into a branch of a branch",
     tileaa::nestIfs},
    {"wrap-in-loop", "an operation moves into a loop of a few turns",
     tileaa::wrapInLoop},
    {"join-tokens", "an access is ordered after more", tileaa::joinTokens},
    {"strengthen-access", "an access gets a stronger order or a wider scope",
     tileaa::strengthenAccess},
    {"splice", "an operand becomes what operations of another program compute",
     spliceOperations},
    {"change-width", "an operation computes in another width of its type",
     tileaa::changeWidth},
    {"note-operation", "an operation gets an attribute that means nothing",
     noteOperation},
};

llvm::ArrayRef<Mutator> tilefuzz::getMutators(MutatorLanguage language) {
  if (language == MutatorLanguage::TileAA)
    return tileAATable;
  return mutatorTable;
}

MutatorLanguage tilefuzz::languageOf(const Program &program) {
  bool isTileAA =
      program.module.get()
          ->walk([](nv_tileaa::FuncOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  return isTileAA ? MutatorLanguage::TileAA : MutatorLanguage::CudaTile;
}

bool tilefuzz::isNumber(Type type) {
  return cuda_tile::isTileOf(type, cuda_tile::isNumberElement) ||
         tileaa::isNumber(type);
}

llvm::SmallVector<Operation *> Mutation::operations() const {
  llvm::SmallVector<Operation *> operations;
  program.module->walk([&](Operation *entry) {
    if (!isa<cuda_tile::EntryOp, nv_tileaa::FuncOp>(entry))
      return;
    entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != entry && !op->hasTrait<OpTrait::IsTerminator>())
        operations.push_back(op);
      // Their bodies are of the few whose order does not matter.
      return isa<nv_tileaa::ReduceOp, nv_tileaa::ScanOp>(op)
                 ? WalkResult::skip()
                 : WalkResult::advance();
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
      if (value.getType() == type && !tileaa::isInexact(value))
        values.push_back(value);
  };
  // Out through the regions, up to the entry.
  for (Operation *at = op; !isa<cuda_tile::EntryOp, nv_tileaa::FuncOp>(at);
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

namespace {
/// A copy to change, with what must stay in it.
struct Candidate {
  explicit Candidate(const Program &original)
      : program(original.clone()), slice(*program.module) {}

  Program program;
  DefinednessSlice slice;
};
} // namespace

llvm::StringRef tilefuzz::mutate(Program &program, ByteSource &choices,
                                 llvm::function_ref<Program *()> donor,
                                 ModuleVerifier *verifier) {
  ScopedDiagnosticHandler silence(program.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  llvm::ArrayRef<Mutator> mutators = getMutators(languageOf(program));
  std::optional<Candidate> candidate;
  for (unsigned attempt = 0; attempt < maxAttempts && !choices.exhausted();
       ++attempt) {
    const Mutator &mutator = choices.pick(mutators);
    if (!candidate)
      candidate.emplace(program);
    Mutation mutation{candidate->program, choices, donor,
                      choices.oneIn(anythingOneIn) ? nullptr
                                                   : &candidate->slice};
    if (!mutator.apply(mutation))
      continue;
    Operation *module = candidate->program.module.get();
    if (failed(verifier ? verifier->verify(module) : verify(module))) {
      candidate.reset();
      continue;
    }
    program = std::move(candidate->program);
    return mutator.name;
  }
  return "";
}
