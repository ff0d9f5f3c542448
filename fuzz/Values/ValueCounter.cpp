//===- ValueCounter.cpp - Sees what the operations of a run consume -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Values/ValueCounter.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/APFloat.h"

using namespace tilefuzz;
using llvm::APFloat;
namespace ct = mlir::cuda_tile;

/// Of a tile, so many elements are looked at.
static constexpr size_t maxElements = 256;

ValueCounter::~ValueCounter() {
  for (const auto &[key, classes] : met) {
    ValueTable::Row &row = table.rows[key];
    for (unsigned i = 0; i < numValueClasses; ++i)
      row[i] += classes[i];
  }
}

static std::string nameOf(mlir::Operation *op) {
  return op->getDialect() && llvm::isa<ct::CudaTileDialect>(op->getDialect())
             ? op->getName().stripDialect().str()
             : op->getName().getStringRef().str();
}

/// Null: not a float.
static const llvm::fltSemantics *semanticsOf(mlir::Type element) {
  auto type = llvm::dyn_cast<mlir::FloatType>(element);
  return type ? &type.getFloatSemantics() : nullptr;
}

const ValueCounter::Watch &ValueCounter::watchOf(const Instruction &in) {
  std::unique_ptr<Watch> &known = watches[&in];
  if (known)
    return *known;
  known = std::make_unique<Watch>();
  std::string name = nameOf(in.op);
  if (llvm::isa<ct::ForOp, ct::LoopOp>(in.op))
    known->iterations = &met[{name, 0, ""}];
  // What is left by `break` counts where it ends.
  if (llvm::isa<ct::BreakOp>(in.op))
    if (auto loop = in.op->getParentOfType<ct::LoopOp>())
      known->iterations = &met[{nameOf(loop), 0, ""}];
  for (unsigned k = 0; k < in.op->getNumOperands(); ++k) {
    mlir::Value value = in.op->getOperand(k);
    if (!llvm::isa<ct::TileType, mlir::RankedTensorType, mlir::IntegerType,
                   mlir::FloatType>(value.getType()))
      continue;
    Watch::Operand operand;
    operand.number = k;
    operand.element = elementOf(value);
    llvm::StringRef element = elementNameOf(operand.element);
    if (element.empty())
      continue;
    operand.met = &met[{name, k, element.str()}];
    operand.isAmount = k == 1 && llvm::isa<ct::ShLIOp, ct::ShRIOp>(in.op);
    if (in.op->getNumResults() == 1 &&
        llvm::isa<ct::TileType>(in.op->getResult(0).getType()))
      operand.roundsTo = semanticsOf(elementOf(in.op->getResult(0)));
    known->operands.push_back(operand);
  }
  return *known;
}

void ValueCounter::look(const Machine &machine, const Instruction &in,
                        const Watch::Operand &operand) {
  const Shared<const TileValue> &tile =
      machine.slots[in.operands[operand.number]].tile;
  if (!tile)
    return;
  unsigned width = widthOf(operand.element);
  size_t count = std::min(tile->bits.size(), maxElements);
  for (size_t i = 0; i < count; ++i) {
    if (tile->isUnspecified(i) || tile->isInexact(i))
      continue;
    *operand.met |= operand.isAmount
                        ? classesOfAmount(width, tile->bits[i])
                        : classesOfBits(operand.element, tile->bits[i]);
  }
}

//===----------------------------------------------------------------------===//
// Ties
//===----------------------------------------------------------------------===//

/// Holds all that two factors of up to f64 make, and most of what terms do.
static const llvm::fltSemantics &wide() { return APFloat::IEEEquad(); }

static std::optional<APFloat> widen(APFloat value) {
  bool loses;
  value.convert(wide(), llvm::RoundingMode::NearestTiesToEven, &loses);
  if (loses || !value.isFinite())
    return std::nullopt;
  return value;
}

/// Whether the number is exactly halfway between two of the format.
static bool isTie(const APFloat &exact, const llvm::fltSemantics &format) {
  APFloat low = exact, high = exact;
  bool loses = false;
  low.convert(format, llvm::RoundingMode::TowardNegative, &loses);
  if (!loses)
    return false;
  high.convert(format, llvm::RoundingMode::TowardPositive, &loses);
  std::optional<APFloat> below = widen(low), above = widen(high);
  if (!below || !above)
    return false;
  APFloat down = exact, up = *above;
  down.subtract(*below, llvm::RoundingMode::NearestTiesToEven);
  up.subtract(exact, llvm::RoundingMode::NearestTiesToEven);
  return down.bitwiseIsEqual(up);
}

/// What the operation gives, exactly; none: that is not known.
static std::optional<APFloat> exactResult(mlir::Operation *op,
                                          llvm::ArrayRef<APFloat> operands) {
  std::optional<APFloat> first = widen(operands[0]);
  if (!first)
    return std::nullopt;
  if (operands.size() == 1)
    return llvm::isa<ct::FToFOp>(op) ? first : std::nullopt;
  std::optional<APFloat> second = widen(operands[1]);
  if (!second)
    return std::nullopt;
  constexpr auto nearest = llvm::RoundingMode::NearestTiesToEven;
  APFloat::opStatus status = APFloat::opInvalidOp;
  if (llvm::isa<ct::AddFOp>(op))
    status = first->add(*second, nearest);
  else if (llvm::isa<ct::SubFOp>(op))
    status = first->subtract(*second, nearest);
  else if (llvm::isa<ct::MulFOp>(op))
    status = first->multiply(*second, nearest);
  else if (llvm::isa<ct::FmaOp>(op)) {
    std::optional<APFloat> third = widen(operands[2]);
    if (!third)
      return std::nullopt;
    status = first->fusedMultiplyAdd(*second, *third, nearest);
  }
  // An inexact one has more bits than a tie.
  if (status != APFloat::opOK)
    return std::nullopt;
  return first;
}

void ValueCounter::noteTies(const Machine &machine, const Instruction &in,
                            const Watch &watch) {
  constexpr auto tie = unsigned(ValueClass::Tie);
  if (watch.operands.empty())
    return;
  const Watch::Operand &first = watch.operands.front();
  if (!first.roundsTo || first.met->test(tie) ||
      !llvm::isa<ct::AddFOp, ct::SubFOp, ct::MulFOp, ct::FmaOp, ct::FToFOp,
                 ct::IToFOp>(in.op))
    return;
  const TileValue &tile = *machine.slots[in.operands[first.number]].tile;
  size_t count = std::min(tile.bits.size(), maxElements);
  for (size_t i = 0; i < count && !first.met->test(tie); ++i) {
    if (auto convert = llvm::dyn_cast<ct::IToFOp>(in.op)) {
      llvm::APInt bits(widthOf(first.element), tile.bits[i]);
      APFloat value(wide());
      value.convertFromAPInt(bits,
                             convert.getSignedness() == ct::Signedness::Signed,
                             llvm::RoundingMode::NearestTiesToEven);
      if (!tile.isUnspecified(i) && isTie(value, *first.roundsTo))
        first.met->set(tie);
      continue;
    }
    llvm::SmallVector<APFloat, 3> operands;
    bool isKnown = true;
    for (const Watch::Operand &operand : watch.operands) {
      const TileValue &own = *machine.slots[in.operands[operand.number]].tile;
      isKnown &= !own.isUnspecified(i) && !own.isInexact(i);
      operands.emplace_back(*semanticsOf(operand.element),
                            llvm::APInt(widthOf(operand.element), own.bits[i]));
    }
    if (!isKnown)
      continue;
    std::optional<APFloat> exact = exactResult(in.op, operands);
    if (exact && isTie(*exact, *first.roundsTo))
      first.met->set(tie);
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Flow ValueCounter::evaluate(Machine &machine, const Instruction &in) {
  const Watch &watch = watchOf(in);
  for (const Watch::Operand &operand : watch.operands)
    look(machine, in, operand);
  noteTies(machine, in, watch);
  auto note = [&](ValueClass number) {
    watch.iterations->set(unsigned(number));
  };
  // The innermost loop's frame is below those of the branches in it.
  if (watch.iterations && llvm::isa<ct::BreakOp>(in.op))
    for (const Frame &frame : llvm::reverse(machine.activeFrames()))
      if (frame.isLoop) {
        note(frame.iteration ? ValueClass::MoreIterations
                             : ValueClass::OneIteration);
        break;
      }
  Flow flow = in.evaluate(machine, in);
  if (watch.iterations && llvm::isa<ct::ForOp>(in.op)) {
    if (flow == Flow::Next)
      note(ValueClass::NoIteration);
    if (flow == Flow::Enter) {
      const Frame &frame = machine.activeFrames().back();
      note(frame.counter + frame.step >= frame.end
               ? ValueClass::OneIteration
               : ValueClass::MoreIterations);
    }
  }
  return flow;
}
