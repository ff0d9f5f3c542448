//===- Conversion.cpp - One conversion under every rule -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/Convert.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace tilefuzz;
using llvm::APInt;
using llvm::StringRef;

static ConcreteDomain domain;
static FloatFormat f64 = &llvm::APFloat::IEEEdouble();

std::optional<ScalarType> ScalarType::parse(StringRef name) {
  ScalarType type;
  type.name = name.str();
  type.format = formatByName(name);
  if (type.format) {
    type.width = FormatInfo::of(type.format).width;
    return type;
  }
  if (!name.consume_front("si")) {
    if (!name.consume_front("ui"))
      return std::nullopt;
    type.read = ReadAs::Unsigned;
  }
  for (unsigned width : {1, 8, 16, 32, 64})
    if (name == std::to_string(width)) {
      type.width = width;
      return type;
    }
  return std::nullopt;
}

std::string ScalarType::codeText(const APInt &code) const {
  std::string digits = llvm::utohexstr(code.getZExtValue(), /*LowerCase=*/false,
                                       (width + 3) / 4);
  return "0x" + digits;
}

std::string ScalarType::valueText(const APInt &code) const {
  if (!isFloat())
    return llvm::toString(code, 10, read == ReadAs::Signed);
  ExactFloat exact = decodeFloat(format, code);
  if (exact.isNaN())
    return "nan";
  // Every format's values are f64 values.
  double value = llvm::bit_cast<double>(
      encodeFloat(f64, exact, RoundingMode::NearestEven).getZExtValue());
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, nullptr) == value)
      break;
  }
  return text;
}

std::optional<APInt> ScalarType::parseCode(StringRef text) const {
  APInt wide;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    if (text.drop_front(2).getAsInteger(16, wide) || !wide.isIntN(width))
      return std::nullopt;
    return wide.zextOrTrunc(width);
  }
  if (!isFloat()) {
    bool negative = text.consume_front("-");
    if (text.getAsInteger(10, wide))
      return std::nullopt;
    wide = wide.zext(std::max(wide.getBitWidth(), width) + 2);
    if (negative)
      wide.negate();
    bool fits =
        read == ReadAs::Signed ? wide.isSignedIntN(width) : wide.isIntN(width);
    if (!fits)
      return std::nullopt;
    return wide.trunc(width);
  }
  std::string copy = text.str();
  char *end;
  double value = strtod(copy.c_str(), &end);
  if (copy.empty() || *end)
    return std::nullopt;
  return domain.ftof(f64, format, RoundingMode::NearestEven,
                     APInt(64, llvm::bit_cast<uint64_t>(value)));
}

/// Codes without their sign that are numbers: 0 ... this.
static uint64_t largestMagnitude(const ScalarType &type) {
  FormatInfo info = FormatInfo::of(type.format);
  uint64_t codes = llvm::maskTrailingOnes<uint64_t>(info.width - info.hasSign);
  if (info.hasInfinity)
    return codes - llvm::maskTrailingOnes<uint64_t>(info.precision - 1);
  return info.hasNaN ? codes - 1 : codes;
}

uint64_t ScalarType::lastIndex() const {
  if (!isFloat())
    return llvm::maskTrailingOnes<uint64_t>(width);
  uint64_t largest = largestMagnitude(*this);
  return FormatInfo::of(format).hasSign ? 2 * largest + 1 : largest;
}

APInt ScalarType::codeAt(uint64_t index) const {
  if (!isFloat()) {
    if (read == ReadAs::Signed)
      index ^= uint64_t(1) << (width - 1);
    return APInt(width, index);
  }
  uint64_t largest = largestMagnitude(*this);
  if (!FormatInfo::of(format).hasSign)
    return APInt(width, index);
  if (index > largest)
    return APInt(width, index - largest - 1);
  return APInt(width, largest - index | uint64_t(1) << (width - 1));
}

static std::string ruleName(RoundingMode mode, Saturation saturation) {
  static const char *const names[] = {"nearest_even", "zero", "negative_inf",
                                      "positive_inf"};
  std::string text = names[unsigned(mode)];
  return saturation == Saturation::Finite ? text + "+satfinite" : text;
}

std::optional<FloatConversion>
FloatConversion::make(ScalarType from, ScalarType to, std::string &reason) {
  FloatConversion conversion;
  conversion.from = from;
  conversion.to = to;
  bool isScale = to.name == "f8E8M0FNU";
  if (!from.isFloat() && !to.isFloat()) {
    reason = "both types are integers: exti and trunci do not round";
    return std::nullopt;
  }
  if (from.format == to.format) {
    reason = "ftof between equal types is no operation of the dialect";
    return std::nullopt;
  }
  if (!from.isFloat() && isScale) {
    reason = "itof to f8E8M0FNU is no operation of the dialect: convert to "
             "another float first";
    return std::nullopt;
  }
  if (!to.isFloat()) {
    conversion.rules = {
        {RoundingMode::Zero, Saturation::None, true, "nearest_int_to_zero"}};
    return conversion;
  }
  for (RoundingMode mode :
       {RoundingMode::NearestEven, RoundingMode::Zero,
        RoundingMode::NegativeInf, RoundingMode::PositiveInf})
    for (Saturation saturation : {Saturation::None, Saturation::Finite}) {
      if (!from.isFloat() && saturation == Saturation::Finite)
        continue;
      bool allowed = isScale ? mode == RoundingMode::Zero ||
                                   mode == RoundingMode::PositiveInf
                             : mode == RoundingMode::NearestEven;
      conversion.rules.push_back({mode, saturation,
                                  allowed && saturation == Saturation::None,
                                  ruleName(mode, saturation)});
    }
  return conversion;
}

std::optional<APInt> FloatConversion::apply(const Rule &rule,
                                            const APInt &code) const {
  if (!to.isFloat()) {
    Result<ConcreteDomain> result =
        semantics::ftoi(domain, from.format, to.width, to.read, code);
    if (result.undefined)
      return std::nullopt;
    return result.value;
  }
  if (!from.isFloat())
    return semantics::itof(domain, to.format, rule.rounding, code, from.read);
  return semantics::ftof(domain, from.format, to.format, rule.rounding,
                         rule.saturation, code);
}

std::vector<FloatConversion::Range>
FloatConversion::ranges(const Rule &rule) const {
  // Among the values of one sign conversions are monotone, and overflow lies at
  // the end: equal results are adjacent, so that bisection finds the end of a
  // range. Over both signs they are not: NaN and undefined lie at both ends.
  std::vector<Range> out;
  auto resultAt = [&](uint64_t index) {
    return apply(rule, from.codeAt(index));
  };
  auto append = [&](uint64_t first, uint64_t last) {
    while (true) {
      std::optional<APInt> result = resultAt(first);
      // `inside` has the result; what lies above `end` has not.
      uint64_t inside = first, end = last;
      while (inside < end) {
        uint64_t middle = end - (end - inside) / 2;
        if (resultAt(middle) == result)
          inside = middle;
        else
          end = middle - 1;
      }
      if (!out.empty() && out.back().result == result)
        out.back().last = from.codeAt(inside);
      else
        out.push_back({from.codeAt(first), from.codeAt(inside), result});
      if (inside == last)
        return;
      first = inside + 1;
    }
  };
  uint64_t last = from.lastIndex();
  bool isSigned = from.isFloat() ? FormatInfo::of(from.format).hasSign
                                 : from.read == ReadAs::Signed;
  // As many codes are negative, with -0, as are not.
  uint64_t positive = isSigned ? last / 2 + 1 : 0;
  if (isSigned)
    append(0, positive - 1);
  append(positive, last);
  return out;
}
