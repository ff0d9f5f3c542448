//===- Enclosing.cpp - Elements that are not unique -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/Enclosing.h"
#include "interp/Tile/Eval/Forms.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz;
using semantics::EnclosedBy;

/// By the name of the operation in its dialect: each dialect calls the same
/// operation the same. `sqrt` and `divf` are those with an IEEE rounding;
/// others are bounded functions.
static EnclosedBy enclosedBy(mlir::Operation *op) {
  static const llvm::StringMap<EnclosedBy> kinds = [] {
    llvm::StringMap<EnclosedBy> kinds;
    for (llvm::StringRef name :
         {"absf",     "addf",    "ceil",     "clampf", "divf",    "extf",
          "floor",    "fma",     "fp_to_fp", "fptosi", "fptoui",  "ftof",
          "ftoi",     "itof",    "maximumf", "maxf",   "maxnumf", "minf",
          "minimumf", "minnumf", "mulf",     "negf",   "sitofp",  "sqrt",
          "subf",     "truncf",  "uitofp"})
      kinds[name] = EnclosedBy::Ends;
    kinds["cmpf"] = EnclosedBy::Order;
    return kinds;
  }();
  return kinds.lookup(op->getName().stripDialect());
}

semantics::EnclosedValue tilefuzz::enclosedElement(const Machine &machine,
                                                   const Instruction &in,
                                                   unsigned operand, size_t i) {
  mlir::Type element = elementOf(in.op->getOperand(operand));
  const TileValue &tile = machine.tile(in, operand);
  semantics::EnclosedValue value;
  if (llvm::isa<mlir::FloatType>(element))
    value.format = formatOf(element);
  value.bits = llvm::APInt(widthOf(element), tile.bits[i]);
  if (tile.isInexact(i))
    value.bounds = tile.bounds[i];
  return value;
}

void tilefuzz::encloseElement(Machine &machine, const Instruction &in, size_t i,
                              semantics::ConcreteMeaning meaning,
                              TileValue &result) {
  llvm::SmallVector<semantics::EnclosedValue, 3> operands;
  for (unsigned k = 0; k < in.operands.size(); ++k)
    operands.push_back(enclosedElement(machine, in, k, i));
  mlir::Type element = elementOf(in.op->getResult(0));
  FloatFormat format =
      llvm::isa<mlir::FloatType>(element) ? formatOf(element) : nullptr;
  // What is computed of a value and itself: no other pairs can be.
  bool isSquare = in.operands.size() == 2 && in.operands[0] == in.operands[1];
  std::optional<semantics::Enclosure> bounds = semantics::enclose(
      enclosedBy(in.op), isSquare, operands, format, meaning);
  if (!bounds)
    machine.loseExactness(in);
  else if (!bounds->exact) {
    result.setBounds(i, *bounds);
    if (format)
      formElement(machine, in, i, result);
  }
}

bool tilefuzz::chooseEither(Machine &machine, const Instruction &in, size_t i,
                            bool isTrue, const TileValue &onTrue,
                            TileValue &result) {
  mlir::Type element = elementOf(in.op->getResult(0));
  bool isFloat = llvm::isa<mlir::FloatType>(element);
  bool isSame = onTrue.bits[i] == result.bits[i] && !onTrue.isInexact(i) &&
                !result.isInexact(i) && result.buffers.empty();
  bool isUnspecified = onTrue.isUnspecified(i) || result.isUnspecified(i);
  semantics::Hull hull;
  auto addSide = [&](const TileValue &side) {
    if (side.isInexact(i))
      return hull.add(side.bounds[i]);
    hull.add(semantics::numberOf(formatOf(element),
                                 llvm::APInt(widthOf(element), side.bits[i])));
  };
  if (isFloat) {
    addSide(onTrue);
    addSide(result);
  }
  bool isTruth = element.isInteger(1);
  if (isTrue) {
    result.bits[i] = onTrue.bits[i];
    if (!result.buffers.empty())
      result.buffers[i] = onTrue.buffers[i];
    result.copyMarks(i, onTrue, i);
  }
  if (isUnspecified) {
    result.markUnspecified(i);
    machine.outcome.derivesUnspecified = true;
  }
  if (isSame)
    return true;
  if (!isFloat && !isTruth)
    return false;
  semantics::Enclosure bounds =
      isTruth ? semantics::Enclosure{0, 1, false, false} : hull.get();
  if (!bounds.exact || result.isInexact(i))
    result.setBounds(i, bounds);
  return true;
}

//===----------------------------------------------------------------------===//
// Who must know a truth value
//===----------------------------------------------------------------------===//

/// Element-wise operations that enclose what they make of truth values, changes
/// of shape, and what only carries values.
static bool passesTruths(mlir::Operation *op) {
  static const llvm::StringSet<> names = {
      "andi",           "block_tile",  "break",  "broadcast",
      "call",           "cat",         "cmpi",   "continue",
      "convert_layout", "expand_dims", "extsi",  "extui",
      "exti",           "for",         "loop",   "ori",
      "permute",        "reshape",     "return", "select",
      "sitofp",         "splat",       "uitofp", "itof",
      "view",           "while",       "xori",   "yield"};
  return names.contains(op->getName().stripDialect());
}

static bool isTruth(mlir::Value value) { return elementOf(value).isInteger(1); }

static bool hasOpenTruth(const Machine &machine, const Instruction &in) {
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    const TileValue *tile = machine.slots[in.operands[k]].tile.get();
    if (!tile || tile->bounds.empty() || !isTruth(in.op->getOperand(k)))
      continue;
    for (size_t i = 0; i < tile->bounds.size(); ++i)
      if (tile->isInexact(i))
        return true;
  }
  return false;
}

static Flow evalGuarded(Machine &machine, const Instruction &in) {
  if (hasOpenTruth(machine, in))
    machine.loseExactness(in);
  return in.unguarded(machine, in);
}

void tilefuzz::guardTruths(Instruction &in) {
  if (!llvm::any_of(in.op->getOperands(), isTruth) || passesTruths(in.op))
    return;
  in.unguarded = in.evaluate;
  in.evaluate = evalGuarded;
}
