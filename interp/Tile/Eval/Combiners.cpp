//===- Combiners.cpp - What reductions and scans combine by ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/Combiners.h"
#include "compiler/Support/CarryAttributes.h"
#include "interp/Tile/Eval/Elementwise.h"
#include "interp/Tile/Eval/Forms.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace tilefuzz;

bool tilefuzz::isOfIntegers(const Instruction &combine) {
  std::optional<ScalarOp> scalar = scalarOpOf(combine.op);
  if (!scalar || scalar->promise != WrapPromise::None)
    return false;
  switch (scalar->kind) {
  case ScalarKind::AddI:
  case ScalarKind::MulI:
  case ScalarKind::AndI:
  case ScalarKind::OrI:
  case ScalarKind::XorI:
  case ScalarKind::MaxI:
  case ScalarKind::MinI:
    return true;
  default:
    return false;
  }
}

/// The larger or the smaller of two floats.
static bool isExtremum(mlir::Operation *op) {
  llvm::StringRef name = op->getName().stripDialect();
  return name.starts_with("max") || name.starts_with("min");
}

/// One operation of an element and its accumulator alone.
static Combiner combinerOf(const Instruction &combine) {
  if (isOfIntegers(combine))
    return Combiner::Exact;
  if (!llvm::isa<mlir::FloatType>(elementOf(combine.op->getResult(0))))
    return Combiner::Chosen;
  if (isExtremum(combine.op))
    return Combiner::Exact;
  // Only rounding to nearest has the bounds below; flushing adds an error.
  if (getOwnAttribute<mlir::UnitAttr>(combine.op, "flush_to_zero"))
    return Combiner::Rounded;
  llvm::StringRef name = combine.op->getName().stripDialect();
  if (name == "addf")
    return Combiner::FloatSum;
  if (name == "mulf")
    return Combiner::FloatProduct;
  return Combiner::Rounded;
}

/// It gives one of its operands, or what integers do.
static bool onlyChooses(const Instruction &inner) {
  static const llvm::StringSet<> names = {"absf", "cmpf", "constant", "negf",
                                          "select"};
  bool makesFloat = llvm::any_of(inner.op->getResults(), [](mlir::Value value) {
    return llvm::isa<mlir::FloatType>(elementOf(value));
  });
  return !makesFloat || isExtremum(inner.op) ||
         names.contains(inner.op->getName().stripDialect());
}

CombinedBody::CombinedBody(const Instruction &in) {
  const DecodedBlock &body = in.regions[0];
  llvm::ArrayRef<unsigned> arguments = in.regionArguments[0];
  for (const Instruction &inner : body)
    for (mlir::Value result : inner.op->getResults())
      isOfFloats |= llvm::isa<mlir::FloatType>(elementOf(result));
  for (mlir::Value operand : in.op->getOperands())
    isOfFloats |= llvm::isa<mlir::FloatType>(elementOf(operand));
  // Each operand by an operation of its own, and its yield.
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    auto combine = llvm::find_if(body, [&](const Instruction &inner) {
      return inner.results.size() == 1 && inner.operands.size() == 2 &&
             inner.results[0] == body.back().operands[k] &&
             std::is_permutation(inner.operands.begin(), inner.operands.end(),
                                 arguments.begin() + 2 * k);
    });
    operations.push_back(combine == body.end() ? nullptr : &*combine);
  }
  if (body.size() == in.operands.size() + 1 &&
      !llvm::is_contained(operations, nullptr)) {
    for (const Instruction *operation : operations)
      combiners.push_back(::combinerOf(*operation));
    return;
  }
  bool isChosen = llvm::all_of(llvm::drop_end(body), onlyChooses);
  combiners.assign(in.operands.size(),
                   isChosen ? Combiner::Chosen : Combiner::Rounded);
}

OrderEnclosure::OrderEnclosure(const CombinedBody &body, const Instruction &in,
                               unsigned k)
    : isSum(body.combinerOf(k) == Combiner::FloatSum),
      format(formatOf(elementOf(in.op->getOperand(k)))),
      native(nativeFormat(format)),
      unit(std::ldexp(roundingUnits(body.operationOf(k)->op),
                      1 - int(llvm::APFloat::semanticsPrecision(*format)))),
      sum(format, unit), product(format) {}

void OrderEnclosure::add(const TileValue &tile, size_t i) {
  double x = toDouble(native, tile.bits[i]);
  BufferImage::Enclosure bounds =
      tile.isInexact(i) ? tile.bounds[i] : BufferImage::Enclosure();
  if (!isSum)
    return product.add(x, bounds);
  sum.add(x, bounds);
  // Terms are worth their cost only where there are any.
  sawTerms |= tile.formAt(i) != nullptr;
  if (!tile.forms.empty() && form)
    addForm(formOfElement(tile, format, i));
  else if (form)
    addForm(bounds.exact ? semantics::AffineForm(x)
                         : semantics::AffineForm::within(bounds.lo, bounds.hi));
}

void OrderEnclosure::set(TileValue &result, size_t at) const {
  BufferImage::Enclosure bounds = get();
  if (bounds.exact)
    return;
  result.setBounds(at, bounds);
  if (!form || !sawTerms)
    return;
  semantics::AffineForm whole = *form;
  whole.widen(sum.mostError());
  if (std::isfinite(whole.radius()))
    takeForm(result, at, std::move(whole));
}

void OrderEnclosure::addForm(std::optional<semantics::AffineForm> next) {
  if (next)
    form = *form + *next;
  else
    form.reset();
}
