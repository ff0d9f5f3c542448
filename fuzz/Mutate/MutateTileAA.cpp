//===- MutateTileAA.cpp - Other operations of nv_tileaa -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/MutateShared.h"
#include "fuzz/Mutate/TileAARoles.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tilefuzz;

/// Families whose members take the same operands and attributes.
static constexpr llvm::StringLiteral families[][4] = {
    {"arith.addi", "arith.subi", "arith.muli", "arith.muli"},
    {"arith.andi", "arith.ori", "arith.xori", "arith.xori"},
    {"arith.addf", "arith.subf", "arith.mulf", "arith.mulf"},
    {"arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"},
    {"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"},
    {"arith.shrsi", "arith.shrui", "arith.shrsi", "arith.shrui"},
    {"arith.sitofp", "arith.uitofp", "arith.sitofp", "arith.uitofp"},
    {"nv_tileaa.addf", "nv_tileaa.subf", "nv_tileaa.mulf", "nv_tileaa.mulf"},
};

static llvm::ArrayRef<llvm::StringLiteral> familyOf(Operation *op) {
  for (const auto &family : families)
    if (llvm::is_contained(family, op->getName().getStringRef()))
      return family;
  return {};
}

static void replaceBy(Operation *op, llvm::StringRef name) {
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes());
  Operation *other = OpBuilder(op).create(state);
  carryAllAttributes(op, other);
  op->replaceAllUsesWith(other);
  op->erase();
}

bool tilefuzz::tileaa::changeOpcode(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  // The amount of a shift stays, so that its direction may change.
  llvm::erase_if(operations, [](Operation *op) {
    return familyOf(op).empty() || (DefinednessSlice::hasRole(op) &&
                                    !isa<arith::ShRSIOp, arith::ShRUIOp>(op));
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  llvm::StringRef name = m.choices.pick(familyOf(op));
  if (name == op->getName().getStringRef())
    return false;
  replaceBy(op, name);
  return true;
}

template <typename OpTy>
static bool changeRounding(OpTy op, ByteSource &choices) {
  Type element = getTileElementType(op.getType());
  // Narrow arithmetic is rounded to nearest only, and only f32 is flushed.
  if (element.getIntOrFloatBitWidth() < 32)
    return false;
  if (element.isF32() && choices.oneIn(3)) {
    op.setFlushToZero(!op.getFlushToZero());
    return true;
  }
  // Not the approximations.
  auto mode = RoundingMode(choices.below(4));
  if (mode == op.getRoundingMode())
    return false;
  op.setRoundingMode(mode);
  return true;
}

/// False if the operation has one reading only.
static bool changeReadingOf(Operation *op, ByteSource &choices) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::CmpIOp compare) {
        auto predicate = arith::CmpIPredicate(choices.below(10));
        bool other = predicate != compare.getPredicate();
        compare.setPredicate(predicate);
        return other;
      })
      .Case([&](arith::CmpFOp compare) {
        auto predicate = arith::CmpFPredicate(choices.below(16));
        bool other = predicate != compare.getPredicate();
        compare.setPredicate(predicate);
        return other;
      })
      .Case([&](arith::ExtSIOp) { return replaceBy(op, "arith.extui"), true; })
      .Case([&](arith::ExtUIOp) { return replaceBy(op, "arith.extsi"), true; })
      .Case<AddFOp, SubFOp, MulFOp, nv_tileaa::FmaOp>(
          [&](auto typed) { return changeRounding(typed, choices); })
      .Default(false);
}

bool tilefuzz::tileaa::changeReading(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return DefinednessSlice::hasRole(op) ||
           !isa<arith::CmpIOp, arith::CmpFOp, arith::ExtSIOp, arith::ExtUIOp,
                AddFOp, SubFOp, MulFOp, nv_tileaa::FmaOp>(op);
  });
  return !operations.empty() &&
         changeReadingOf(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
}

bool tilefuzz::tileaa::changeConstant(const Mutation &m) {
  llvm::SmallVector<arith::ConstantOp> constants;
  for (Operation *op : m.freeOperations())
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (isNumber(constant.getType()))
        constants.push_back(constant);
  if (constants.empty())
    return false;
  arith::ConstantOp op = m.choices.pick(llvm::ArrayRef(constants));
  TypedAttr value = chooseConstant(op.getType(), m.choices);
  if (value == op.getValue())
    return false;
  op.setValueAttr(value);
  return true;
}

static Value createBound(OpBuilder &builder, Location location, Type type,
                         ByteSource &choices) {
  unsigned width = getTileElementType(type).getIntOrFloatBitWidth();
  const APInt bounds[] = {APInt::getAllOnes(width), APInt::getZero(width),
                          APInt::getSignedMinValue(width),
                          APInt::getSignedMaxValue(width)};
  const APInt &bound = choices.pick<APInt>(bounds);
  TypedAttr value = IntegerAttr::get(getTileElementType(type), bound);
  if (auto tile = dyn_cast<ShapedType>(type))
    value = DenseElementsAttr::get(tile, bound);
  return arith::ConstantOp::create(builder, location, value);
}

/// Comparisons with the ends of a type decide much, in one of two readings.
/// Most of those that are there decide about masks: so x becomes x < b ? x : b.
bool tilefuzz::tileaa::compareWithBound(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumResults() != 1 || op->getNumRegions() || op->use_empty() ||
           !isNumber(op->getResult(0).getType()) ||
           !isa<IntegerType>(getTileElementType(op->getResult(0).getType()));
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  Value value = op->getResult(0);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value bound = createBound(builder, op->getLoc(), value.getType(), m.choices);
  auto compare = arith::CmpIOp::create(
      builder, op->getLoc(), arith::CmpIPredicate(m.choices.below(10)), value,
      bound);
  auto select =
      arith::SelectOp::create(builder, op->getLoc(), compare, value, bound);
  llvm::SmallPtrSet<Operation *, 2> own = {compare, select};
  value.replaceAllUsesExcept(select, own);
  return true;
}

/// The operation that rewrites compute. With f32 and f64 most sums depend on
/// the direction of rounding.
bool tilefuzz::tileaa::sumOfConstants(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumRegions() || op->getNumResults() != 1 ||
           !isMemoryEffectFree(op) || op->use_empty() ||
           isa<arith::ConstantOp>(op) ||
           !isNumber(op->getResult(0).getType()) ||
           !isa<FloatType>(getTileElementType(op->getResult(0).getType())) ||
           !isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
               getTileElementType(op->getResult(0).getType()));
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  Type type = op->getResult(0).getType();
  auto element = cast<FloatType>(getTileElementType(type));
  OpBuilder builder(op);
  OperationState state(op->getLoc(), AddFOp::getOperationName());
  state.addTypes(type);
  for (unsigned i = 0; i < 2; ++i)
    state.addOperands(makeConstant(builder, op->getLoc(), type, m.choices));
  if (element.getWidth() >= 32)
    state.getOrAddProperties<AddFOp::Properties>().setRoundingMode(
        RoundingModeAttr::get(op->getContext(),
                              RoundingMode(m.choices.below(4))));
  op->getResult(0).replaceAllUsesWith(builder.create(state)->getResult(0));
  return true;
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

/// Operations of numbers of one type, of any width of it.
static bool hasAnyWidth(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, MulHiUIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, arith::AddFOp,
             arith::SubFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::NegFOp, AddFOp, SubFOp, MulFOp>(op);
}

/// None between f16 and bf16, for which arith has no conversion.
static Value convert(OpBuilder &builder, Location location, Value value,
                     Type type, ByteSource &choices) {
  Type from = getTileElementType(value.getType());
  unsigned before = from.getIntOrFloatBitWidth();
  unsigned after = getTileElementType(type).getIntOrFloatBitWidth();
  if (before == after)
    return {};
  if (isa<FloatType>(from)) {
    if (before < after)
      return arith::ExtFOp::create(builder, location, type, value);
    return arith::TruncFOp::create(builder, location, type, value);
  }
  if (before > after)
    return arith::TruncIOp::create(builder, location, type, value);
  if (choices.oneIn(2))
    return arith::ExtSIOp::create(builder, location, type, value);
  return arith::ExtUIOp::create(builder, location, type, value);
}

bool tilefuzz::tileaa::changeWidth(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    auto rounding = op->getAttrOfType<RoundingModeAttr>("rounding_mode");
    return !hasAnyWidth(op) || DefinednessSlice::hasRole(op) ||
           isa<nv_tileaa::ReduceOp, nv_tileaa::ScanOp>(op->getParentOp()) ||
           getTileElementType(op->getResult(0).getType()).isInteger(1) ||
           (rounding && rounding.getValue() != RoundingMode::NearestEven);
  });
  return tilefuzz::changeWidth(
      m, operations,
      [](Type type, Type element) {
        return getTileType(getTileShape(type), element);
      },
      [&](OpBuilder &builder, Location loc, Value value, Type type) {
        return convert(builder, loc, value, type, m.choices);
      });
}
