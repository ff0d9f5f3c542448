//===- FunctionCompare.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Compare/FunctionCompare.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace tilefuzz;
using Kind = FunctionVerdict::Kind;
using llvm::APFloat;
using llvm::APInt;

llvm::StringRef tilefuzz::toString(Kind kind) {
  switch (kind) {
  case Kind::Same:
    return "same";
  case Kind::Skipped:
    return "skipped";
  case Kind::Value:
    return "value";
  case Kind::Poison:
    return "poison";
  case Kind::Undefined:
    return "undefined";
  case Kind::Imprecise:
    return "imprecise";
  case Kind::InvalidOutput:
    return "invalid-output";
  }
  return "";
}

static APFloat floatOf(const llvm::fltSemantics &format, uint64_t bits) {
  return APFloat(format, APInt(APFloat::getSizeInBits(format), bits));
}
static double valueOf(APFloat x) {
  bool lost;
  x.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return x.convertToDouble();
}

bool tilefuzz::isNear(const llvm::fltSemantics &format, uint64_t expected,
                      uint64_t value) {
  APFloat a = floatOf(format, expected), b = floatOf(format, value);
  if (a.isNaN() || b.isNaN())
    return a.isNaN() && b.isNaN();
  double x = valueOf(a), y = valueOf(b);
  double huge = valueOf(APFloat::getLargest(format)) / 16;
  if (std::fabs(x) >= huge)
    return std::fabs(y) >= huge / 2 && (x < 0) == (y < 0);
  if (std::isinf(y))
    return false;
  return std::fabs(x - y) <= nearTolerance(format) * std::fmax(std::fabs(x), 1);
}

FunctionValue tilefuzz::splitOrJoin(const FunctionValue &value, unsigned width,
                                    unsigned wanted) {
  FunctionValue result;
  if (wanted == 0 || width == 0)
    return result;
  if (width % wanted == 0) {
    for (const Element &element : value)
      for (unsigned shift = 0; shift < width; shift += wanted)
        result.push_back({wanted == 64 ? element.bits
                                       : (element.bits >> shift) &
                                             ((uint64_t(1) << wanted) - 1),
                          element.certainty});
  } else if (wanted % width == 0 && value.size() % (wanted / width) == 0) {
    unsigned parts = wanted / width;
    for (size_t i = 0; i < value.size(); i += parts) {
      Element whole;
      for (unsigned k = 0; k < parts; ++k) {
        whole.bits |= value[i + k].bits << (k * width);
        whole.certainty = std::max(whole.certainty, value[i + k].certainty);
      }
      result.push_back(whole);
    }
  }
  return result;
}

static std::string printed(mlir::Type type, uint64_t bits) {
  std::string text = llvm::formatv("{0:x}", bits);
  if (auto real = llvm::dyn_cast<mlir::FloatType>(type)) {
    llvm::SmallString<32> number;
    floatOf(real.getFloatSemantics(), bits).toString(number);
    return (number + " (" + text + ")").str();
  }
  if (type.isInteger(1))
    return bits ? "true" : "false";
  unsigned width = functionElementWidth(type);
  return llvm::formatv("{0} ({1})", APInt(width, bits).getSExtValue(), text);
}

static FunctionVerdict answer(Kind kind, const llvm::Twine &why) {
  FunctionVerdict verdict;
  verdict.kind = kind;
  verdict.detail = why.str();
  return verdict;
}

/// Same if the target's element may stand for the source's.
static Kind compareElement(mlir::Type type, const Element &source,
                           const Element &target) {
  // What the source leaves open, or is too far from exact operands to bound.
  if (source.certainty >= Certainty::Rough)
    return Kind::Same;
  if (target.certainty == Certainty::Poison)
    return Kind::Poison;
  if (target.certainty == Certainty::Unspecified)
    return Kind::Same;
  auto real = llvm::dyn_cast<mlir::FloatType>(type);
  if (real && (source.certainty != Certainty::Exact ||
               target.certainty != Certainty::Exact))
    return isNear(real.getFloatSemantics(), source.bits, target.bits)
               ? Kind::Same
               : Kind::Imprecise;
  if (source.bits == target.bits)
    return Kind::Same;
  if (real && floatOf(real.getFloatSemantics(), source.bits).isNaN() &&
      floatOf(real.getFloatSemantics(), target.bits).isNaN())
    return Kind::Same;
  return Kind::Value;
}

FunctionVerdict tilefuzz::compareFunctionRuns(llvm::ArrayRef<mlir::Type> types,
                                              const FunctionRun &source,
                                              const FunctionRun &target) {
  if (!source.completed())
    return answer(Kind::Skipped, "source " + source.summary());
  if (!target.completed()) {
    if (target.status == RunStatus::StepLimit &&
        target.condition == tooManyIterations)
      return answer(Kind::Undefined,
                    "the source ends after " + llvm::Twine(source.steps) +
                        " steps, the target does not: " + target.summary());
    if (target.unstable || target.status != RunStatus::UndefinedBehaviour)
      return answer(Kind::Skipped, "target " + target.summary());
    return answer(Kind::Undefined,
                  "source completed, target " + target.summary());
  }
  if (source.results.size() != target.results.size())
    return answer(Kind::InvalidOutput, "target has other results");
  FunctionVerdict verdict;
  for (auto [r, type] : llvm::enumerate(types)) {
    mlir::Type elementType = type;
    if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
      elementType = shaped.getElementType();
    const FunctionValue &expected = source.results[r];
    FunctionValue got = target.results[r];
    if (got.size() != expected.size()) {
      unsigned width = functionElementWidth(elementType);
      if (got.size() % expected.size() == 0)
        got = splitOrJoin(got, width / unsigned(got.size() / expected.size()),
                          width);
      if (got.size() != expected.size())
        return answer(Kind::InvalidOutput,
                      "target has a result of another shape");
    }
    for (auto [i, pair] : llvm::enumerate(llvm::zip_equal(expected, got))) {
      const auto &[from, to] = pair;
      verdict.observed += from.certainty < Certainty::Rough &&
                          to.certainty < Certainty::Unspecified;
      Kind kind = compareElement(elementType, from, to);
      if (kind == Kind::Same)
        continue;
      verdict.kind = kind;
      verdict.result = unsigned(r);
      verdict.element = i;
      verdict.detail = llvm::formatv(
          "result {0}, element {1}: source {2}{3}, target {4}", r, i,
          from.certainty == Certainty::Near ? "near " : "",
          printed(elementType, from.bits),
          kind == Kind::Poison ? "poison" : printed(elementType, to.bits));
      return verdict;
    }
  }
  return verdict;
}
