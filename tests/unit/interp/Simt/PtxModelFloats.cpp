//===- PtxModelFloats.cpp - Arithmetic of floats, by the host -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "PtxModelFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace ptxmodel;
using llvm::StringRef;

namespace {
/// Operands and result of one value of a type.
struct Lane {
  const Format *format;
  bool flushes, saturates, clamps;

  uint64_t in(uint64_t code) const {
    if (flushes && isSubnormal(*format, code))
      return code & (uint64_t(1) << (format->width - 1));
    return code;
  }
  uint64_t out(uint64_t code) const {
    code = in(code);
    long double value = decode(*format, code);
    uint64_t one = encode(*format, 1, FE_TONEAREST);
    if (saturates)
      return value > 1 ? one : value > 0 ? code : 0;
    if (clamps)
      return std::isnan(value) ? nanOf(*format) : value > 0 ? code : 0;
    return code;
  }
};
} // namespace

template <typename T> static T arithmetic(StringRef name, T a, T b, T c) {
  // Volatile: nothing is folded under another rounding mode.
  volatile T x = a, y = b, z = c, result;
  if (name == "add")
    result = x + y;
  else if (name == "sub")
    result = x - y;
  else if (name == "mul")
    result = x * y;
  else if (name == "div")
    result = x / y;
  else if (name == "rcp")
    result = T(1) / x;
  else if (name == "sqrt")
    result = std::sqrt(x);
  else
    result = std::fma(x, y, z);
  return result;
}

template <typename T, typename U>
static uint64_t hostArithmetic(StringRef name, int mode, const uint64_t *x) {
  T values[3];
  for (unsigned i = 0; i < 3; ++i) {
    U bits = U(x[i]);
    memcpy(&values[i], &bits, sizeof(T));
  }
  fesetround(mode);
  T result = arithmetic(name, values[0], values[1], values[2]);
  fesetround(FE_TONEAREST);
  U bits;
  memcpy(&bits, &result, sizeof(T));
  return bits;
}

/// Halves in double precision, rounded to odd so that the second rounding is
/// the only one.
static uint64_t halfArithmetic(const Format &format, StringRef name, int mode,
                               const uint64_t *x) {
  double values[3];
  for (unsigned i = 0; i < 3; ++i)
    values[i] = double(decode(format, x[i]));
  fesetround(FE_TOWARDZERO);
  feclearexcept(FE_ALL_EXCEPT);
  double result = arithmetic(name, values[0], values[1], values[2]);
  bool isInexact = fetestexcept(FE_INEXACT);
  fesetround(FE_TONEAREST);
  uint64_t bits;
  memcpy(&bits, &result, 8);
  bits |= isInexact;
  memcpy(&result, &bits, 8);
  return encode(format, result, mode);
}

static uint64_t extremum(const Name &name, const Lane &lane, uint64_t a,
                         uint64_t b) {
  bool isMin = name.first() == "min";
  uint64_t sign = uint64_t(1) << (lane.format->width - 1);
  a = lane.in(a);
  b = lane.in(b);
  uint64_t signs = (a ^ b) & sign;
  if (name.has("abs")) {
    a &= ~sign;
    b &= ~sign;
  }
  bool aNaN = isNaN(*lane.format, a), bNaN = isNaN(*lane.format, b);
  if ((aNaN && bNaN) || (name.has("NaN") && (aNaN || bNaN)))
    return nanOf(*lane.format);
  uint64_t result;
  if (aNaN || bNaN) {
    result = aNaN ? b : a;
  } else {
    long double x = decode(*lane.format, a), y = decode(*lane.format, b);
    bool aIsLess = x < y || (x == y && std::signbit(x));
    result = aIsLess == isMin ? a : b;
  }
  return name.has("xorsign") ? result | signs : result;
}

static uint64_t compute(const Name &name, const Lane &lane, const uint64_t *x) {
  uint64_t operands[3];
  for (unsigned i = 0; i < 3; ++i)
    operands[i] = lane.in(x[i]);
  uint64_t sign = uint64_t(1) << (lane.format->width - 1);
  StringRef first = name.first();
  if (first == "neg")
    return operands[0] ^ sign;
  if (first == "abs")
    return operands[0] & ~sign;
  if (first == "copysign")
    return (x[1] & ~sign) | (x[0] & sign);
  if (first == "min" || first == "max")
    return extremum(name, lane, x[0], x[1]);
  int mode = FE_TONEAREST;
  for (StringRef part : name.parts)
    mode = modeNamed(part).value_or(mode);
  StringRef operation = first == "mad" ? "fma" : first;
  uint64_t result;
  if (lane.format->width == 32)
    result = hostArithmetic<float, uint32_t>(operation, mode, operands);
  else if (lane.format->width == 64)
    result = hostArithmetic<double, uint64_t>(operation, mode, operands);
  else
    result = halfArithmetic(*lane.format, operation, mode, operands);
  return lane.out(result);
}

std::vector<Model> ptxmodel::floatModels(const Name &name) {
  StringRef first = name.first();
  static const char *const known[] = {"add",      "sub", "mul", "div", "fma",
                                      "mad",      "min", "max", "neg", "abs",
                                      "copysign", "rcp", "sqrt"};
  if (!llvm::is_contained(known, first))
    return {};
  StringRef type = name.last();
  StringRef element = type;
  unsigned packed = element.consume_back("x2") ? 2 : 1;
  const Format *format = formatNamed(element);
  if (!format)
    return {};
  unsigned arity =
      first == "neg" || first == "abs" || first == "rcp" || first == "sqrt" ? 1
      : first == "fma" || first == "mad"                                    ? 3
                                                                            : 2;
  Lane lane = {format, name.has("ftz"), name.has("sat"), name.has("relu")};
  Model model;
  // `add.f32.f16`: halves, and an f32 last.
  bool isMixed = name.parts.size() > 2 && name.parts.end()[-2] == "f32";
  if (isMixed) {
    lane.format = formatNamed("f32");
    model.result = 32;
    model.floatResult = "f32";
    model.operands.assign(arity - 1, type.str());
    model.operands.push_back("f32");
    Name scalar = name;
    model.compute = [name, lane, format, arity,
                     whole = name.whole.str()](const uint64_t *x) {
      uint64_t wide[3] = {};
      for (unsigned i = 0; i < arity; ++i)
        wide[i] = i + 1 == arity ? x[i]
                                 : encode(*lane.format, decode(*format, x[i]),
                                          FE_TONEAREST);
      return Answer{compute(Name(whole), lane, wide)};
    };
    return {model};
  }
  model.result = format->width * packed;
  model.floatResult = type.str();
  model.operands.assign(arity, type.str());
  bool isExtremum = first == "min" || first == "max";
  bool isOfThree = isExtremum && name.has("abs") && !name.has("xorsign");
  model.compute = [lane, packed, whole = name.whole.str()](const uint64_t *x) {
    Answer answer;
    unsigned width = lane.format->width;
    for (unsigned i = 0; i < packed; ++i) {
      uint64_t parts[3];
      for (unsigned k = 0; k < 3; ++k)
        parts[k] = low(x[k] >> (i * width), width);
      answer.bits |= compute(Name(whole), lane, parts) << (i * width);
    }
    return answer;
  };
  std::vector<Model> models;
  if (!isOfThree)
    models.push_back(model);
  if (isOfThree || (isExtremum && type == "f32" && !name.has("xorsign"))) {
    model.operands.push_back("f32");
    model.compute = [lane, whole = name.whole.str()](const uint64_t *x) {
      Name of(whole);
      return Answer{extremum(of, lane, extremum(of, lane, x[0], x[1]), x[2])};
    };
    models.push_back(model);
  }
  return models;
}

uint64_t ptxmodel::canonical(StringRef type, uint64_t bits) {
  unsigned packed = type.consume_back("x2") ? 2 : 1;
  const Format *format = formatNamed(type);
  if (!format || format->special != Special::Ieee || type == "tf32")
    return bits;
  uint64_t result = 0;
  for (unsigned i = 0; i < packed; ++i) {
    uint64_t one = low(bits >> (i * format->width), format->width);
    result |= (isNaN(*format, one) ? nanOf(*format) : one)
              << (i * format->width);
  }
  return result;
}
