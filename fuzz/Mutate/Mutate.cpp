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

static llvm::SmallVector<const Mutator *>
mutatorsWithBody(MutatorLanguage language) {
  llvm::SmallVector<const Mutator *> mutators = {
#define MUTATOR(NAME) &NAME##Row,
#include "fuzz/Mutate/Mutators.def"
  };
  llvm::erase_if(mutators, [&](const Mutator *mutator) {
    return !mutator->bodyFor(language);
  });
  return mutators;
}

llvm::ArrayRef<const Mutator *>
tilefuzz::getMutators(MutatorLanguage language) {
  static const auto cudaTile = mutatorsWithBody(MutatorLanguage::CudaTile);
  static const auto tileAA = mutatorsWithBody(MutatorLanguage::TileAA);
  return language == MutatorLanguage::TileAA ? tileAA : cudaTile;
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
      return isa<cuda_tile::ReduceOp, cuda_tile::ScanOp, nv_tileaa::ReduceOp,
                 nv_tileaa::ScanOp>(op)
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
      if (value.getType() == type && !tileaa::isUnspecified(value))
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
  MutatorLanguage language = languageOf(program);
  llvm::ArrayRef<const Mutator *> mutators = getMutators(language);
  std::optional<Candidate> candidate;
  for (unsigned attempt = 0; attempt < maxAttempts && !choices.exhausted();
       ++attempt) {
    const Mutator *mutator = choices.pick(mutators);
    if (!candidate)
      candidate.emplace(program);
    Mutation mutation{candidate->program, choices, donor,
                      choices.oneIn(anythingOneIn) ? nullptr
                                                   : &candidate->slice};
    if (!mutator->bodyFor(language)(mutation))
      continue;
    Operation *module = candidate->program.module.get();
    if (failed(verifier ? verifier->verify(module) : verify(module))) {
      candidate.reset();
      continue;
    }
    program = std::move(candidate->program);
    return mutator->name;
  }
  return "";
}
