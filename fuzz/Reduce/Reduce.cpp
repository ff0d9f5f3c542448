//===- Reduce.cpp - The smallest program that still shows it --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The engine; it knows no operation.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reduce.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tilefuzz;

static unsigned countOperations(const Program &program) {
  return reducibleOperations(program.module.get()).size();
}
static unsigned one(const Program &) { return 1; }

static constexpr Reduction reductionTable[] = {
    {"erase-to-operand", countOperations, eraseToOperand, /*ranged=*/true},
    {"erase-to-zero", countOperations, eraseToZero, /*ranged=*/true},
    {"inline-region", countRegions, inlineRegion},
    {"merge-equal", one, mergeEqual},
    {"erase-to-earlier", countOperations, eraseToEarlier},
    {"shrink-tiles", countTileSizes, shrinkTiles},
    {"make-view-static", countTensorViews, makeViewStatic},
    {"drop-parameters", countParameters, dropParameters, /*ranged=*/true},
    {"shrink-grid", one, shrinkGrid},
};

llvm::ArrayRef<Reduction> tilefuzz::getReductions() { return reductionTable; }

llvm::SmallVector<Operation *> tilefuzz::reducibleOperations(ModuleOp module) {
  llvm::SmallVector<Operation *> operations;
  module.walk<WalkOrder::PreOrder>([&](cuda_tile::EntryOp entry) {
    entry->walk<WalkOrder::PreOrder>([&](Operation *operation) {
      if (operation != entry.getOperation() &&
          !operation->hasTrait<OpTrait::IsTerminator>())
        operations.push_back(operation);
    });
  });
  return operations;
}

uint64_t tilefuzz::weightOf(const Program &program) {
  uint64_t weight = 0;
  for (Operation *operation : reducibleOperations(program.module.get()))
    weight += isa<cuda_tile::ConstantOp>(operation) ? 2000 : 3000;
  const Launch &launch = program.launch;
  weight += 100 * (launch.args.size() + launch.buffers.size());
  for (Operation *operation : reducibleOperations(program.module.get())) {
    weight += operation->getNumOperands();
    for (Type type : operation->getResultTypes())
      if (auto tile = dyn_cast<cuda_tile::TileType>(type))
        weight += llvm::Log2_64(tile.getNumElements());
  }
  weight += 100 * (launch.grid != std::array<uint32_t, 3>{1, 1, 1});
  return weight;
}

namespace {
class Reducer {
public:
  Reducer(const Program &program, InterestingFn isInteresting,
          const ReduceOptions &options)
      : best(program.clone()), weight(weightOf(best)),
        isInteresting(isInteresting), candidatesLeft(options.maxCandidates) {}

  /// Tries a reduction everywhere; true if the program became smaller.
  bool run(const Reduction &reduction);
  bool exhausted() const { return candidatesLeft == 0; }

  Program best;

private:
  bool attempt(const Reduction &reduction, unsigned begin, unsigned size);

  uint64_t weight;
  InterestingFn isInteresting;
  uint64_t candidatesLeft;
};
} // namespace

bool Reducer::attempt(const Reduction &reduction, unsigned begin,
                      unsigned size) {
  Program candidate = best.clone();
  ScopedDiagnosticHandler silence(candidate.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  if (!reduction.apply(candidate, begin, size))
    return false;
  uint64_t candidateWeight = weightOf(candidate);
  if (candidateWeight >= weight || failed(verify(candidate.module.get())))
    return false;
  --candidatesLeft;
  if (!isInteresting(candidate))
    return false;
  best = std::move(candidate);
  weight = candidateWeight;
  return true;
}

bool Reducer::run(const Reduction &reduction) {
  bool progress = false;
  unsigned size =
      reduction.ranged ? std::max(reduction.count(best) / 2, 1u) : 1;
  for (;; size /= 2) {
    // From the end: users go before what they use.
    for (unsigned end = reduction.count(best); end > 0 && !exhausted();) {
      unsigned begin = end > size ? end - size : 0;
      if (attempt(reduction, begin, end - begin)) {
        progress = true;
        end = std::min(begin, reduction.count(best));
      } else {
        end = begin;
      }
    }
    if (size == 1)
      return progress;
  }
}

Program tilefuzz::reduce(const Program &program, InterestingFn isInteresting,
                         const ReduceOptions &options) {
  Reducer reducer(program, isInteresting, options);
  bool progress = true;
  while (progress && !reducer.exhausted()) {
    progress = false;
    for (const Reduction &reduction : getReductions())
      progress |= reducer.run(reduction);
  }
  return std::move(reducer.best);
}
