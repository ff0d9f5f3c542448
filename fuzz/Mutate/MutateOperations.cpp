//===- MutateOperations.cpp - Other operations, other readings ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/CarryAttributes.h"
#include "fuzz/Mutate/Mutate.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Families whose members take the same operands and attributes.
static constexpr llvm::StringLiteral families[][3] = {
    {"cuda_tile.addi", "cuda_tile.subi", "cuda_tile.muli"},
    {"cuda_tile.andi", "cuda_tile.ori", "cuda_tile.xori"},
    {"cuda_tile.addf", "cuda_tile.subf", "cuda_tile.mulf"},
    {"cuda_tile.maxi", "cuda_tile.mini", "cuda_tile.mini"},
    {"cuda_tile.maxf", "cuda_tile.minf", "cuda_tile.minf"},
};

static llvm::ArrayRef<llvm::StringLiteral> familyOf(Operation *op) {
  for (const auto &family : families)
    if (llvm::is_contained(family, op->getName().getStringRef()))
      return family;
  return {};
}

static bool changeOpcode(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return familyOf(op).empty() || DefinednessSlice::hasRole(op);
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  llvm::StringRef name = m.choices.pick(familyOf(op));
  if (name == op->getName().getStringRef())
    return false;
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes());
  Operation *other = OpBuilder(op).create(state);
  carryAllAttributes(op, other);
  op->replaceAllUsesWith(other);
  op->erase();
  return true;
}

const Mutator tilefuzz::changeOpcodeRow = {
    "change-opcode", "an operation becomes one of the same family",
    changeOpcode, tileaa::changeOpcode};

/// Another value of the enumeration attribute `get`..`set`; false if equal.
template <typename E, typename Op, typename Set>
static bool setOther(Op op, E now, unsigned count, ByteSource &choices,
                     Set set) {
  auto value = E(choices.below(count));
  if (value == now)
    return false;
  set(op, value);
  return true;
}

template <typename Op>
static bool changeSignedness(Operation *op, ByteSource &) {
  auto typed = cast<Op>(op);
  typed.setSignedness(typed.getSignedness() == Signedness::Signed
                          ? Signedness::Unsigned
                          : Signedness::Signed);
  return true;
}
static bool changeCompare(Operation *op, ByteSource &choices) {
  auto compare = cast<CmpIOp>(op);
  if (choices.oneIn(3))
    return changeSignedness<CmpIOp>(op, choices);
  return setOther(
      compare, compare.getComparisonPredicate(), 6, choices,
      [](CmpIOp op, ComparisonPredicate p) { op.setComparisonPredicate(p); });
}
static bool changeFloatCompare(Operation *op, ByteSource &choices) {
  auto compare = cast<CmpFOp>(op);
  if (choices.oneIn(3)) {
    compare.setComparisonOrdering(compare.getComparisonOrdering() ==
                                          ComparisonOrdering::Ordered
                                      ? ComparisonOrdering::Unordered
                                      : ComparisonOrdering::Ordered);
    return true;
  }
  return setOther(
      compare, compare.getComparisonPredicate(), 6, choices,
      [](CmpFOp op, ComparisonPredicate p) { op.setComparisonPredicate(p); });
}
template <typename Op>
static bool changeRounding(Operation *op, ByteSource &choices) {
  auto typed = cast<Op>(op);
  // PTX rounds f16 and bf16 arithmetic to nearest only, and the compiler says
  // so; nothing is learnt from asking again.
  auto tile = cast<TileType>(typed.getResult().getType());
  if (tile.getElementType().getIntOrFloatBitWidth() < 32)
    return false;
  return setOther(typed, typed.getRoundingMode(), 4, choices,
                  [](Op op, Rounding mode) { op.setRoundingMode(mode); });
}
template <typename Op>
static bool changePropagation(Operation *op, ByteSource &) {
  auto typed = cast<Op>(op);
  typed.setPropagateNan(!typed.getPropagateNan());
  return true;
}

namespace {
struct ReadingRow {
  llvm::StringLiteral operation;
  bool (*change)(Operation *, ByteSource &);
};
} // namespace
static constexpr ReadingRow readings[] = {
    {"cuda_tile.cmpi", changeCompare},
    {"cuda_tile.cmpf", changeFloatCompare},
    {"cuda_tile.maxi", changeSignedness<MaxIOp>},
    {"cuda_tile.mini", changeSignedness<MinIOp>},
    {"cuda_tile.shri", changeSignedness<ShRIOp>},
    {"cuda_tile.exti", changeSignedness<ExtIOp>},
    {"cuda_tile.itof", changeSignedness<IToFOp>},
    {"cuda_tile.maxf", changePropagation<MaxFOp>},
    {"cuda_tile.minf", changePropagation<MinFOp>},
    {"cuda_tile.addf", changeRounding<AddFOp>},
    {"cuda_tile.subf", changeRounding<SubFOp>},
    {"cuda_tile.mulf", changeRounding<MulFOp>},
    {"cuda_tile.fma", changeRounding<FmaOp>},
};

static const ReadingRow *readingOf(Operation *op) {
  for (const ReadingRow &row : readings)
    if (row.operation == op->getName().getStringRef())
      return &row;
  return nullptr;
}

static bool changeReading(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) { return !readingOf(op); });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  return readingOf(op)->change(op, m.choices);
}

const Mutator tilefuzz::changeReadingRow = {
    "change-reading",
    "signedness, predicate, order, rounding or flushing changes", changeReading,
    tileaa::changeReading};
