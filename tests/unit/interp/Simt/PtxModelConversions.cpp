//===- PtxModelConversions.cpp - cvt, by the host -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "PtxModelFloat.h"

using namespace ptxmodel;
using llvm::StringRef;

namespace {
struct Conversion {
  std::string to, from;
  unsigned toPacked, fromPacked;
  int mode = FE_TONEAREST;
  bool toIntegral = false, flushes, toUnit, isFinite, clamps;
};
} // namespace

/// In so many bits a packed value of the type is stored.
static unsigned slotOf(StringRef type) {
  const Format *format = formatNamed(type);
  if (!format)
    return widthOfType(type);
  return type == "tf32" ? 32 : format->width == 6 ? 8 : format->width;
}

static Answer convertOne(const Conversion &c, uint64_t bits) {
  const Format *to = formatNamed(c.to), *from = formatNamed(c.from);
  long double value;
  if (from) {
    uint64_t code = low(bits, from->width);
    if (c.flushes && c.from == "f32" && isSubnormal(*from, code))
      code &= 0x80000000;
    value = decode(*from, code);
  } else {
    __int128 integer = valueOf(c.from, bits);
    if (!to) {
      // Between integers: the nearest one, or the low bits.
      unsigned width = widthOfType(c.to);
      bool isSigned = c.to[0] == 's';
      __int128 least = isSigned ? -(__int128(1) << (width - 1)) : 0;
      __int128 greatest = (__int128(1) << (isSigned ? width - 1 : width)) - 1;
      if (c.toUnit)
        integer = std::min(std::max(integer, least), greatest);
      return {low(uint64_t(integer), width)};
    }
    value = integer;
  }
  if (!to) {
    unsigned width = widthOfType(c.to);
    bool isSigned = c.to[0] == 's';
    if (std::isnan(value))
      return {c.from == "f64" || width == 64 ? uint64_t(1) << (width - 1) : 0};
    long double rounded = roundToInteger(value, c.mode);
    long double least = isSigned ? -ldexpl(1, int(width) - 1) : 0;
    long double beyond = ldexpl(1, isSigned ? int(width) - 1 : int(width));
    if (rounded < least)
      return {low(uint64_t(__int128(least)), width)};
    if (rounded >= beyond)
      return {low(uint64_t(__int128(beyond) - 1), width)};
    return {low(uint64_t(__int128(rounded)), width)};
  }
  if (!to->hasSign && std::signbit(value) && !std::isnan(value))
    return {0, false, true};
  if (c.toIntegral && std::isfinite(value)) {
    long double rounded = roundToInteger(value, c.mode);
    value = std::copysign(rounded, value);
  }
  uint64_t code = encode(*to, value, c.mode, c.isFinite);
  if (c.flushes && c.to == "f32" && isSubnormal(*to, code))
    code &= 0x80000000;
  long double result = decode(*to, code);
  if (c.toUnit)
    code = result > 1 ? encode(*to, 1, FE_TONEAREST) : result > 0 ? code : 0;
  if (c.clamps && !std::isnan(result) && !(result > 0))
    code = 0;
  return {c.to == "tf32" ? code << 13 : code};
}

std::vector<Model> ptxmodel::conversionModels(const Name &name) {
  if (name.first() != "cvt" || name.parts.size() < 3)
    return {};
  StringRef to = name.parts.end()[-2], from = name.last();
  Conversion c;
  c.toPacked = to.consume_back("x2") ? 2 : 1;
  c.fromPacked = from.consume_back("x2") ? 2 : 1;
  c.to = to.str();
  c.from = from.str();
  c.flushes = name.has("ftz");
  c.toUnit = name.has("sat");
  c.isFinite = name.has("satfinite");
  c.clamps = name.has("relu");
  for (StringRef part : name.parts)
    if (auto mode = modeNamed(part)) {
      c.mode = *mode;
      c.toIntegral = part.ends_with("i");
    }
  unsigned toSlot = slotOf(to), fromSlot = slotOf(from);
  if (!toSlot || !fromSlot)
    return {};
  Model model;
  model.result = toSlot * c.toPacked;
  if (formatNamed(to))
    model.floatResult = name.parts.end()[-2].str();
  unsigned sources = c.toPacked / c.fromPacked;
  model.operands.assign(sources, name.last().str());
  model.compute = [=](const uint64_t *x) {
    Answer answer;
    for (unsigned i = 0; i < c.toPacked; ++i) {
      // The first source is the upper value.
      uint64_t source = sources > 1 ? x[sources - 1 - i]
                                    : low(x[0] >> (i * fromSlot), fromSlot);
      Answer one = convertOne(c, source);
      answer.bits |= one.bits << (i * toSlot);
      answer.isUnspecified |= one.isUnspecified;
    }
    return answer;
  };
  return {model};
}
