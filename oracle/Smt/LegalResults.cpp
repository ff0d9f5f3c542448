//===- LegalResults.cpp - Which result is chosen of several ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/LegalResults.h"
#include "compiler/CudaTile/CudaTileFastMath.h"
#include "compiler/Support/CarryAttributes.h"
#include "interp/Semantics/ScalarOperations.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
namespace arith = mlir::arith;
using semantics::BoundedFunction;
using Accuracy = FunctionClass::Accuracy;

/// More would make a search that takes longer than the proof.
static constexpr size_t mostSums = 4096, mostSummands = 256;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

bool tilefuzz::isLegalFor(const FunctionClass &made,
                          const FunctionClass &asked) {
  if (made.function != asked.function || made.format != asked.format ||
      made.flushes != asked.flushes)
    return false;
  // A rounded result is unique. An approximate quotient is zero where the
  // divisor lies above 2^126, and no other one is (part 1, 3.2).
  if (asked.accuracy == Accuracy::Rounded)
    return made.accuracy == Accuracy::Rounded && made.mode == asked.mode;
  if (asked.function == BoundedFunction::DivApprox) {
    if (asked.accuracy == Accuracy::Approximate)
      return made.accuracy == Accuracy::Approximate;
    // What overflows is infinite, not the largest number.
    return made.accuracy == Accuracy::Full ||
           (made.accuracy == Accuracy::Rounded &&
            made.mode == RoundingMode::NearestEven);
  }
  return made.accuracy >= asked.accuracy;
}

static arith::FastMathFlags flagsOf(mlir::Operation *op) {
  if (op->getName().getDialectNamespace() == "cuda_tile")
    return ct::getFastMath(op).value_or(arith::FastMathFlags::none);
  auto flags = getOwnAttribute<arith::FastMathFlagsAttr>(op, "fastmath");
  return flags ? flags.getValue() : arith::FastMathFlags::none;
}

static FloatFormat resultFormat(mlir::Operation *op) {
  return formatOf(elementOf(op->getResult(0)));
}

static FunctionClass classOf(mlir::Operation *op, BoundedFunction function,
                             ct::Rounding rounding, bool flushes) {
  FunctionClass made = {function, Accuracy::Approximate};
  if (rounding == ct::Rounding::Full)
    made.accuracy = Accuracy::Full;
  if (std::optional<RoundingMode> mode = exactRoundingOf(rounding)) {
    made.accuracy = Accuracy::Rounded;
    made.mode = *mode;
  }
  made.format = resultFormat(op);
  made.flushes = flushes;
  return made;
}

std::optional<FunctionClass> tilefuzz::functionClassOf(mlir::Operation *op) {
  arith::FastMathFlags flags = flagsOf(op);
  bool isApprox = flags == arith::FastMathFlags::afn;
  if (flags != arith::FastMathFlags::none && !isApprox)
    return std::nullopt;
  auto full = [&](BoundedFunction function, bool flushes = false) {
    return FunctionClass{function,
                         isApprox ? Accuracy::Approximate : Accuracy::Full,
                         RoundingMode::NearestEven, resultFormat(op), flushes};
  };
  auto ofMode = [&](BoundedFunction function, ct::Rounding mode) {
    FunctionClass made = full(function);
    if (mode == ct::Rounding::Approx)
      made.accuracy = Accuracy::Approximate;
    return made;
  };
  using Class = std::optional<FunctionClass>;
  for (const semantics::FunctionRow &row : semantics::functionRows)
    if (op->getName().getStringRef() == row.operation)
      return full(row.function);
  return llvm::TypeSwitch<mlir::Operation *, Class>(op)
      .Case([&](ct::DivFOp divide) {
        return classOf(op, BoundedFunction::DivApprox, divide.getRoundingMode(),
                       divide.getFlushToZero());
      })
      .Case([&](aa::DivFOp divide) {
        return classOf(op, BoundedFunction::DivApprox,
                       publicRounding(divide.getRoundingMode()),
                       divide.getFlushToZero());
      })
      .Case([&](ct::SqrtOp root) {
        return classOf(op, BoundedFunction::SqrtApprox, root.getRoundingMode(),
                       root.getFlushToZero());
      })
      .Case([&](aa::SqrtOp root) {
        return classOf(op, BoundedFunction::SqrtApprox,
                       publicRounding(root.getRoundingMode()),
                       root.getFlushToZero());
      })
      .Case([&](ct::LogOp) { return full(BoundedFunction::Log); })
      .Case([&](ct::Log2Op) { return full(BoundedFunction::Log2); })
      .Case([&](ct::SinOp) { return full(BoundedFunction::Sin); })
      .Case([&](ct::CosOp) { return full(BoundedFunction::Cos); })
      .Case([&](ct::TanOp) { return full(BoundedFunction::Tan); })
      .Case([&](ct::SinHOp) { return full(BoundedFunction::SinH); })
      .Case([&](ct::CosHOp) { return full(BoundedFunction::CosH); })
      .Case([&](ct::PowOp) { return full(BoundedFunction::Pow); })
      .Case<ct::Exp2Op, aa::Exp2Op>([&](auto exp) {
        return full(BoundedFunction::Exp2, exp.getFlushToZero());
      })
      .Case<ct::RsqrtOp, aa::RsqrtOp>([&](auto root) {
        return full(BoundedFunction::Rsqrt, root.getFlushToZero());
      })
      .Case([&](ct::ExpOp exp) {
        return ofMode(BoundedFunction::Exp, exp.getRoundingMode());
      })
      .Case([&](ct::TanHOp tanh) {
        return ofMode(BoundedFunction::TanH, tanh.getRoundingMode());
      })
      .Default([](auto *) { return std::nullopt; });
}

std::optional<AdditionClass> tilefuzz::additionClassOf(mlir::Operation *op) {
  AdditionClass made;
  auto ofMode = [&](auto add) {
    std::optional<RoundingMode> mode = exactRoundingOf(add.getRoundingMode());
    if (mode)
      made = {resultFormat(op), *mode, add.getFlushToZero()};
    return bool(mode);
  };
  bool isAddition =
      llvm::TypeSwitch<mlir::Operation *, bool>(op)
          .Case<ct::AddFOp, aa::AddFOp, ct::FmaOp, aa::FmaOp>(ofMode)
          .Case([&](arith::AddFOp) {
            std::optional<ScalarForm> form = scalarFormOf(op);
            if (form)
              made = {resultFormat(op), form->mode, /*flushes=*/false};
            return form.has_value();
          })
          .Default([](auto *) { return false; });
  if (!isAddition || flagsOf(op) != arith::FastMathFlags::none)
    return std::nullopt;
  return made;
}

std::optional<AdditionClass> tilefuzz::sumClassOf(mlir::Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumRegions() != 1)
    return std::nullopt;
  mlir::Block &body = op->getRegion(0).front();
  if (body.getOperations().size() != 2)
    return std::nullopt;
  mlir::Operation &add = body.front();
  mlir::Value x = body.getArgument(0), y = body.getArgument(1);
  bool addsBoth =
      add.getNumOperands() == 2 && add.getNumResults() == 1 &&
      ((add.getOperand(0) == x && add.getOperand(1) == y) ||
       (add.getOperand(0) == y && add.getOperand(1) == x)) &&
      llvm::equal(body.getTerminator()->getOperands(), add.getResults());
  return addsBoth ? additionClassOf(&add) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void LegalResults::addFunction(const FunctionClass &made,
                               llvm::ArrayRef<Term> operands, Term result) {
  functions.push_back({made, llvm::SmallVector<Term, 2>(operands), result});
}

void LegalResults::addSum(SymbolicSum sum, Term result) {
  if (sum.summands.size() > mostSummands || sums.size() == mostSums ||
      !sumOf.try_emplace(result.ast, sums.size()).second)
    return;
  sums.push_back({result, std::move(sum)});
}

std::optional<Term> LegalResults::findFunction(const FunctionClass &asked,
                                               llvm::ArrayRef<Term> operands,
                                               Term own) const {
  const Function *found = nullptr;
  for (const Function &function : functions) {
    if (function.result == own)
      return own;
    if (!found && isLegalFor(function.made, asked) &&
        llvm::ArrayRef(function.operands) == operands)
      found = &function;
  }
  if (!found)
    return std::nullopt;
  return found->result;
}

bool LegalResults::isLegalAddition(const SymbolicSum &made,
                                   const SymbolicSum &asked) const {
  if (made.identity && made.identity != asked.identity)
    return false;
  if (!made.products.empty())
    return made.products == asked.products;
  if (asked.products.empty())
    return made.addition == asked.addition;
  // The machine may round each addition of a product as IEEE 754 does.
  return made.addition.format == asked.addition.format &&
         made.addition.mode == RoundingMode::NearestEven &&
         !made.addition.flushes;
}

/// Takes `summand`, or all that it is a sum of, out of what is left.
bool LegalResults::consume(Summand summand, const SymbolicSum &asked,
                           llvm::SmallVectorImpl<Summand> &left) const {
  if (auto found = llvm::find(left, summand); found != left.end()) {
    left.erase(found);
    return true;
  }
  if (summand.y.ast)
    return false;
  auto number = sumOf.find(summand.x.ast);
  if (number == sumOf.end())
    return false;
  const SymbolicSum &made = sums[number->second].second;
  return isLegalAddition(made, asked) && made.summands.size() <= left.size() &&
         llvm::all_of(made.summands,
                      [&](Summand part) { return consume(part, asked, left); });
}

std::optional<Term> LegalResults::findSum(const SymbolicSum &asked,
                                          Term own) const {
  if (asked.summands.size() > mostSummands || asked.summands.size() < 2)
    return std::nullopt;
  if (sumOf.count(own.ast))
    return own;
  for (const auto &[result, made] : sums) {
    llvm::SmallVector<Summand, 8> left(asked.summands.begin(),
                                       asked.summands.end());
    // It is no summand itself.
    if (!isLegalAddition(made, asked) ||
        llvm::is_contained(left, Summand{result}))
      continue;
    if (consume({result}, asked, left) && left.empty())
      return result;
  }
  return std::nullopt;
}
