//===- Enclosing.cpp - Elements that are not unique -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/Enclosing.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/CarryAttributes.h"
#include "interp/Semantics/ScalarForm.h"
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
    for (llvm::StringRef name : {"exti", "extsi", "extui", "index_cast", "maxi",
                                 "maxsi", "maxui", "mini", "minsi", "minui"})
      kinds[name] = EnclosedBy::Ends;
    kinds["cmpf"] = kinds["cmpi"] = EnclosedBy::Order;
    kinds["addi"] = EnclosedBy::Sum;
    kinds["subi"] = EnclosedBy::Difference;
    kinds["muli"] = EnclosedBy::Product;
    kinds["mulhii"] = EnclosedBy::HighProduct;
    kinds["negi"] = EnclosedBy::Negation;
    kinds["absi"] = EnclosedBy::Magnitude;
    for (llvm::StringRef name :
         {"ceildivsi", "ceildivui", "divi", "divsi", "divui", "floordivsi"})
      kinds[name] = EnclosedBy::Quotient;
    for (llvm::StringRef name : {"remi", "remsi", "remui"})
      kinds[name] = EnclosedBy::IntegerRemainder;
    kinds["andi"] = EnclosedBy::And;
    kinds["ori"] = EnclosedBy::Or;
    kinds["xori"] = EnclosedBy::Xor;
    kinds["shli"] = EnclosedBy::ShiftLeft;
    for (llvm::StringRef name : {"shri", "shrsi", "shrui"})
      kinds[name] = EnclosedBy::ShiftRight;
    kinds["trunci"] = EnclosedBy::Narrowed;
    kinds["bitcast"] = EnclosedBy::Bits;
    kinds["remf"] = EnclosedBy::Remainder;
    return kinds;
  }();
  // Which bits are lost is not known of a range.
  if (exactPromiseOf(op) != ExactPromise::None)
    return EnclosedBy::Nothing;
  return kinds.lookup(op->getName().stripDialect());
}

/// Whether integers are operands or results that are read unsigned.
static bool readsUnsigned(mlir::Operation *op) {
  llvm::StringRef name = op->getName().stripDialect();
  if (auto signedness =
          getOwnAttribute<mlir::cuda_tile::SignednessAttr>(op, "signedness"))
    return signedness.getValue() == mlir::cuda_tile::Signedness::Unsigned;
  if (auto compare = llvm::dyn_cast<mlir::arith::CmpIOp>(op)) {
    using Predicate = mlir::arith::CmpIPredicate;
    Predicate asked = compare.getPredicate();
    return asked == Predicate::ult || asked == Predicate::ule ||
           asked == Predicate::ugt || asked == Predicate::uge;
  }
  return llvm::StringSwitch<bool>(name)
      .Cases({"ceildivui", "divui", "extui", "fptoui", "maxui", "minui",
              "mulhii", "remui", "shrui", "uitofp"},
             true)
      .Default(false);
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
  std::optional<semantics::Enclosure> bounds =
      semantics::enclose(enclosedBy(in.op), isSquare, operands, format, meaning,
                         readsUnsigned(in.op));
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
  bool isSame = onTrue.bits[i] == result.bits[i] && !onTrue.isInexact(i) &&
                !result.isInexact(i) && result.buffers.empty();
  bool isUnspecified = onTrue.isUnspecified(i) || result.isUnspecified(i);
  bool isNumber = result.buffers.empty();
  semantics::Hull hull;
  auto addSide = [&](const TileValue &side) {
    if (side.isInexact(i))
      return hull.add(side.bounds[i]);
    llvm::APInt bits(widthOf(element), side.bits[i]);
    if (llvm::isa<mlir::FloatType>(element))
      return hull.add(semantics::numberOf(formatOf(element), bits));
    int64_t value =
        element.isInteger(1) ? bits.getZExtValue() : bits.getSExtValue();
    isNumber &= std::abs(double(value)) <= semantics::largestInteger;
    hull.add(double(value));
  };
  if (isNumber) {
    addSide(onTrue);
    addSide(result);
  }
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
  if (!isNumber)
    return false;
  semantics::Enclosure bounds = hull.get();
  if (!bounds.exact || result.isInexact(i))
    result.setBounds(i, bounds);
  return true;
}

//===----------------------------------------------------------------------===//
// Who must know an integer
//===----------------------------------------------------------------------===//

/// Element-wise operations, which enclose what they make of integers or say
/// that they cannot, changes of shape, and what only carries values.
static bool passesIntegers(mlir::Operation *op) {
  static const llvm::StringSet<> names = {
      "block_tile", "break",          "broadcast",   "call",   "cat",
      "continue",   "convert_layout", "expand_dims", "for",    "loop",
      "permute",    "reduce",         "reshape",     "return", "scan",
      "select",     "splat",          "view",        "while",  "yield"};
  return enclosedBy(op) != EnclosedBy::Nothing ||
         names.contains(op->getName().stripDialect());
}

/// Of a store, what it writes, which need not be unique.
static std::optional<unsigned> storedOperand(mlir::Operation *op) {
  return llvm::StringSwitch<std::optional<unsigned>>(
             op->getName().getStringRef())
      .Case("cuda_tile.store_view_tko", 0)
      .Cases({"cuda_tile.store_ptr_tko", "nv_tileaa.store",
              "nv_tileaa.tiled_store", "nv_tileaa.scatter_store",
              "nv_tileas.tiled_store", "nv_tileas.scatter_store"},
             1)
      .Default(std::nullopt);
}

static bool isInteger(mlir::Value value) {
  return elementOf(value).isIntOrIndex();
}

static bool hasOpenInteger(const Machine &machine, const Instruction &in) {
  std::optional<unsigned> stored = storedOperand(in.op);
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    const TileValue *tile = machine.slots[in.operands[k]].tile.get();
    if (!tile || tile->bounds.empty() || k == stored ||
        !isInteger(in.op->getOperand(k)))
      continue;
    for (size_t i = 0; i < tile->bounds.size(); ++i)
      if (tile->isInexact(i))
        return true;
  }
  return false;
}

static Flow evalGuarded(Machine &machine, const Instruction &in) {
  if (hasOpenInteger(machine, in))
    machine.loseExactness(in);
  return in.unguarded(machine, in);
}

void tilefuzz::guardIntegers(Instruction &in) {
  if (!llvm::any_of(in.op->getOperands(), isInteger) || passesIntegers(in.op))
    return;
  in.unguarded = in.evaluate;
  in.evaluate = evalGuarded;
}
