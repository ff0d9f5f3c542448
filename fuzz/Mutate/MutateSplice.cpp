//===- MutateSplice.cpp - Code of another program -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Mutate/TileAARoles.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Defined whatever it computes with.
static bool isTotal(Operation *op) {
  return isPure(op) && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         !DefinednessSlice::hasRole(op) &&
         isNumber(op->getResult(0).getType()) &&
         llvm::all_of(op->getOperandTypes(), isNumber) &&
         !tileaa::isUnspecified(op->getResult(0));
}

namespace {
/// Copies an operation and what it computes with to another program.
class Splicer {
public:
  Splicer(Operation *place, ByteSource &choices)
      : place(place), builder(place), choices(choices) {}

  Value copy(Operation *op, unsigned depth) {
    if (Value known = copied.lookup(op))
      return known;
    IRMapping operands;
    for (Value operand : op->getOperands())
      operands.map(operand, copyOperand(operand, depth));
    Value result = builder.clone(*op, operands)->getResult(0);
    copied[op] = result;
    return result;
  }

private:
  static constexpr unsigned maxOperations = 8;

  Value copyOperand(Value operand, unsigned depth) {
    Operation *source = operand.getDefiningOp();
    bool goesOn =
        source && isTotal(source) && depth > 0 && copied.size() < maxOperations;
    if (goesOn || copied.count(source))
      return copy(source, depth - 1);
    // The rest is what the program has, where it has any.
    llvm::SmallVector<Value> here = valuesBefore(place, operand.getType());
    if (!here.empty() && !choices.oneIn(8))
      return choices.pick(llvm::ArrayRef(here));
    return makeConstant(builder, place->getLoc(), operand.getType(), choices);
  }

  Operation *place;
  OpBuilder builder;
  ByteSource &choices;
  llvm::DenseMap<Operation *, Value> copied;
};
} // namespace

static bool spliceOperations(const Mutation &m) {
  Program *donor = m.donor ? m.donor() : nullptr;
  if (!donor)
    return false;
  llvm::DenseMap<Type, llvm::SmallVector<OpOperand *>> operands;
  for (Operation *op : m.operations())
    for (OpOperand &operand : op->getOpOperands())
      if (isNumber(operand.get().getType()) && m.isFree(operand))
        operands[operand.get().getType()].push_back(&operand);
  // Only the operations are asked for.
  Mutation other{*donor, m.choices};
  llvm::SmallVector<Operation *> sources = other.operations();
  llvm::erase_if(sources, [&](Operation *op) {
    return !isTotal(op) || op->getNumOperands() == 0 ||
           !operands.count(op->getResult(0).getType());
  });
  if (sources.empty())
    return false;
  Operation *source = m.choices.pick(llvm::ArrayRef(sources));
  OpOperand *operand =
      m.choices.pick(llvm::ArrayRef(operands[source->getResult(0).getType()]));
  operand->set(Splicer(operand->getOwner(), m.choices)
                   .copy(source, /*depth=*/1 + m.choices.below(3)));
  return true;
}

const Mutator tilefuzz::spliceOperationsRow = {
    "splice", "an operand becomes what operations of another program compute",
    spliceOperations, spliceOperations};
