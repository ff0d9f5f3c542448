//===- Forms.cpp - Elements that depend on the same unknowns --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/Forms.h"
#include "compiler/Support/CarryAttributes.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using semantics::AffineForm;

//===----------------------------------------------------------------------===//
// Who gets symbols
//===----------------------------------------------------------------------===//

/// Elements of a result that get symbols at most: more would cost more than
/// they say.
static constexpr int64_t mostSymbols = 256;

static bool isShared(mlir::Value value) {
  if (value.use_empty())
    return false;
  if (!value.hasOneUse())
    return true;
  mlir::Operation *user = *value.user_begin();
  enum { Other, Spreads, Moves };
  switch (
      llvm::StringSwitch<int>(user->getName().stripDialect())
          .Cases({"broadcast", "splat"}, Spreads)
          .Cases({"reshape", "permute", "expand_dims", "convert_layout"}, Moves)
          .Default(Other)) {
  case Spreads:
    return true;
  case Moves:
    return isShared(user->getResult(0));
  default:
    return false;
  }
}

bool tilefuzz::isSharedResult(mlir::Operation &op) {
  if (op.getNumResults() == 0 ||
      !llvm::isa<mlir::FloatType>(elementOf(op.getResult(0))))
    return false;
  return tileShapeOf(op.getResult(0)).numElements() <= mostSymbols &&
         llvm::any_of(op.getResults(), isShared);
}

void Machine::bearSymbols(TileValue &value) {
  Machine *root = this;
  while (root->parent)
    root = root->parent;
  for (size_t i = 0; i < value.bounds.size(); ++i) {
    const BufferImage::Enclosure &bounds = value.bounds[i];
    if (bounds.exact || bounds.mayBeNaN || !std::isfinite(bounds.lo) ||
        !std::isfinite(bounds.hi))
      continue;
    const AffineForm *known = value.formAt(i);
    AffineForm form = known ? *known : AffineForm::within(bounds.lo, bounds.hi);
    form.bear(root->symbols++);
    value.setForm(i, std::move(form));
  }
}

//===----------------------------------------------------------------------===//
// What operations make of forms
//===----------------------------------------------------------------------===//

std::optional<AffineForm>
tilefuzz::formOfElement(const TileValue &tile, FloatFormat format, size_t i) {
  if (const AffineForm *form = tile.formAt(i))
    return *form;
  if (!tile.isInexact(i)) {
    double number = semantics::numberOf(
        format,
        llvm::APInt(llvm::APFloat::getSizeInBits(*format), tile.bits[i]));
    if (!std::isfinite(number))
      return std::nullopt;
    return AffineForm(number);
  }
  const BufferImage::Enclosure &bounds = tile.bounds[i];
  if (bounds.mayBeNaN || !std::isfinite(bounds.lo) || !std::isfinite(bounds.hi))
    return std::nullopt;
  return AffineForm::within(bounds.lo, bounds.hi);
}

void tilefuzz::takeForm(TileValue &result, size_t i, AffineForm form) {
  if (!result.isInexact(i))
    return;
  BufferImage::Enclosure bounds = result.bounds[i];
  if (bounds.mayBeNaN)
    return;
  double lo = std::max(bounds.lo, form.lowest());
  double hi = std::min(bounds.hi, form.highest());
  assert(lo <= hi && "a form and an enclosure exclude each other");
  if (!(lo <= hi))
    return;
  bounds.lo = lo;
  bounds.hi = hi;
  result.setBounds(i, bounds);
  // Without terms, all have cancelled, and the bounds say as much.
  if (form.hasTerms())
    result.setForm(i, std::move(form));
}

double tilefuzz::roundingUnits(mlir::Operation *op) {
  for (llvm::StringRef name : {"rounding_mode", "rounding", "roundingmode"}) {
    auto attribute = getOwnAttribute<mlir::Attribute>(op, name);
    if (!attribute)
      continue;
    if (auto mode = llvm::dyn_cast<mlir::cuda_tile::RoundingAttr>(attribute))
      return mode.getValue() == mlir::cuda_tile::Rounding::NearestEven ? 0.5
                                                                       : 1;
    if (auto mode =
            llvm::dyn_cast<mlir::nv_tileaa::RoundingModeAttr>(attribute))
      return mode.getValue() == mlir::nv_tileaa::RoundingMode::NearestEven ? 0.5
                                                                           : 1;
    auto mode = llvm::dyn_cast<mlir::arith::RoundingModeAttr>(attribute);
    return mode && mode.getValue() == mlir::arith::RoundingMode::to_nearest_even
               ? 0.5
               : 1;
  }
  return 0.5;
}

namespace {
/// Operations by their names in the dialects (Enclosing.cpp).
enum class FormOf {
  Nothing,
  Add,
  Sub,
  Mul,
  Div,
  Fma,
  Neg,
  Abs,
  Max,
  Min,
  Sqrt,
  Same
};
} // namespace

static FormOf formOf(mlir::Operation *op) {
  return llvm::StringSwitch<FormOf>(op->getName().stripDialect())
      .Case("addf", FormOf::Add)
      .Case("subf", FormOf::Sub)
      .Case("mulf", FormOf::Mul)
      .Case("divf", FormOf::Div)
      .Case("fma", FormOf::Fma)
      .Case("negf", FormOf::Neg)
      .Case("absf", FormOf::Abs)
      .Cases({"maxf", "maximumf", "maxnumf"}, FormOf::Max)
      .Cases({"minf", "minimumf", "minnumf"}, FormOf::Min)
      .Case("sqrt", FormOf::Sqrt)
      .Cases({"extf", "truncf", "ftof", "fp_to_fp"}, FormOf::Same)
      .Default(FormOf::Nothing);
}

static bool hasForm(const Machine &machine, const Instruction &in, size_t i) {
  for (unsigned k = 0; k < in.operands.size(); ++k)
    if (machine.tile(in, k).formAt(i))
      return true;
  return false;
}

/// By their ends: the one that is the larger whatever both are.
static std::optional<AffineForm> larger(const AffineForm &a,
                                        const AffineForm &b) {
  if (a.lowest() >= b.highest())
    return a;
  if (b.lowest() >= a.highest())
    return b;
  return std::nullopt;
}

/// Before rounding.
static std::optional<AffineForm> applyReal(FormOf what,
                                           llvm::ArrayRef<AffineForm> x) {
  switch (what) {
  case FormOf::Nothing:
    return std::nullopt;
  case FormOf::Add:
    return x[0] + x[1];
  case FormOf::Sub:
    return x[0] - x[1];
  case FormOf::Mul:
    return x[0] * x[1];
  case FormOf::Div:
    return AffineForm::quotient(x[0], x[1]);
  case FormOf::Fma:
    return x[0] * x[1] + x[2];
  case FormOf::Neg:
    return -x[0];
  case FormOf::Abs:
    return larger(x[0], -x[0]);
  case FormOf::Max:
    return larger(x[0], x[1]);
  case FormOf::Min: {
    std::optional<AffineForm> form = larger(-x[0], -x[1]);
    return form ? std::optional(-*form) : std::nullopt;
  }
  case FormOf::Sqrt:
    return AffineForm::apply(semantics::BoundedFunction::SqrtApprox, x[0],
                             AffineForm());
  case FormOf::Same:
    return x[0];
  }
  llvm_unreachable("covered switch");
}

/// None if one is not finite.
static std::optional<llvm::SmallVector<AffineForm, 3>>
operandForms(const Machine &machine, const Instruction &in, size_t i) {
  llvm::SmallVector<AffineForm, 3> forms;
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    std::optional<AffineForm> form = formOfElement(
        machine.tile(in, k), formatOf(elementOf(in.op->getOperand(k))), i);
    if (!form)
      return std::nullopt;
    forms.push_back(std::move(*form));
  }
  return forms;
}

/// A subnormal operand that becomes zero may change any result.
static bool isFlushing(mlir::Operation *op) {
  return bool(getOwnAttribute<mlir::UnitAttr>(op, "flush_to_zero"));
}

void tilefuzz::formElement(Machine &machine, const Instruction &in, size_t i,
                           TileValue &result) {
  if (!result.isInexact(i) || !hasForm(machine, in, i))
    return;
  FormOf what = formOf(in.op);
  if (what == FormOf::Nothing || isFlushing(in.op))
    return;
  auto operands = operandForms(machine, in, i);
  if (!operands)
    return;
  std::optional<AffineForm> form = applyReal(what, *operands);
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  // Choices and signs do not round.
  bool isExact = what == FormOf::Neg || what == FormOf::Abs ||
                 what == FormOf::Max || what == FormOf::Min;
  if (form && form->round(format, isExact ? 0 : roundingUnits(in.op)))
    takeForm(result, i, std::move(*form));
}

void tilefuzz::formElement(Machine &machine, const Instruction &in, size_t i,
                           semantics::BoundedFunction function, bool ftz,
                           TileValue &result) {
  if (!result.isInexact(i) || ftz || !hasForm(machine, in, i))
    return;
  auto operands = operandForms(machine, in, i);
  if (!operands)
    return;
  const AffineForm &x = operands->front();
  std::optional<AffineForm> form =
      AffineForm::apply(function, x, operands->back());
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  double units = 0.5 + std::max(errorUnits(function, format, x.lowest()),
                                errorUnits(function, format, x.highest()));
  if (form && form->round(format, units))
    takeForm(result, i, std::move(*form));
}
