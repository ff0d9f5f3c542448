//===- ScalarConversion.cpp - Conversions and comparisons of one lane -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/PtxConvert.h"
#include "interp/Semantics/PtxFloat.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::APFloat;
using llvm::APInt;
using llvm::SignExtend64;

Lane simt::classify(const Instruction &op, const Lane &a) {
  ConcreteDomain d;
  return {semantics::isOfClass(d, &semanticsOf(op.type.kind),
                               llvm::FPClassTest(op.count),
                               APInt(op.type.width, a.bits)),
          0, a.poison};
}

/// The code of a format in the bits of its type; a TF32 is the top of an f32.
static unsigned placeOfCode(TypeKind kind) {
  return kind == TypeKind::TF32 ? 13 : 0;
}

static semantics::ConversionRules rulesOf(const Instruction &op) {
  semantics::ConversionRules rules;
  bool flushes = op.has(Modifier::FlushSubnormals);
  rules.mode = op.rounding;
  rules.tiesAway = op.has(Modifier::TiesAway);
  rules.toIntegral = op.has(Modifier::ToIntegral);
  rules.flushesSource = flushes && op.type.kind == TypeKind::F32;
  rules.flushesResult = flushes && op.resultType.kind == TypeKind::F32;
  rules.toUnit = op.has(Modifier::Saturate);
  rules.clampsNegatives = op.has(Modifier::ClampNegatives);
  if (op.has(Modifier::SaturateFinite))
    rules.saturation = Saturation::Finite;
  return rules;
}

/// What has modifiers, or a format that APFloat's arithmetic does not have.
static Lane convertByRules(const Instruction &op, const Lane &a) {
  Lane result;
  result.poison = a.poison;
  const llvm::fltSemantics &from = semanticsOf(op.type.kind),
                           &to = semanticsOf(op.resultType.kind);
  for (unsigned i = 0; i < op.packed; ++i) {
    unsigned width = APFloat::semanticsSizeInBits(from);
    uint64_t code = a.bits >> (i * op.type.width + placeOfCode(op.type.kind));
    std::optional<APInt> converted = semantics::convertFloat(
        &from, &to, rulesOf(op), APInt(width, maskTo(code, width)));
    if (!converted)
      result.poison = true;
    else
      result.bits |=
          converted->getZExtValue()
          << (i * op.resultType.width + placeOfCode(op.resultType.kind));
  }
  return result;
}

Lane simt::convert(const Instruction &op, const Lane &a) {
  Lane result = a;
  bool lossy;
  RegisterType from = op.type, to = op.resultType;
  bool breaksPromise =
      op.has(Modifier::NonNegative) && SignExtend64(a.bits, from.width) < 0;
  switch (op.opcode) {
  case Opcode::ConvertInteger: {
    if (op.has(Modifier::Saturate)) {
      result.bits =
          semantics::saturateInteger(
              to.width, from.isSigned() ? ReadAs::Signed : ReadAs::Unsigned,
              to.isSigned() ? ReadAs::Signed : ReadAs::Unsigned,
              APInt(from.width, a.bits))
              .getZExtValue();
      return result;
    }
    uint64_t wide = from.isSigned() ? SignExtend64(a.bits, from.width) : a.bits;
    result.bits = maskTo(wide, to.width);
    result.poison |= breaksPromise;
    result.poison |= op.has(Modifier::NoUnsignedWrap) && result.bits != a.bits;
    result.poison |=
        op.has(Modifier::NoSignedWrap) &&
        SignExtend64(result.bits, to.width) != SignExtend64(a.bits, from.width);
    return result;
  }
  case Opcode::ConvertFloat: {
    if (op.modifiers != Modifier::None || op.packed != 1 ||
        from.kind > TypeKind::F64 || to.kind > TypeKind::F64)
      return convertByRules(op, a);
    APFloat value = toFloat(from, a.bits);
    value.convert(semanticsOf(to.kind), roundingOf(op.rounding), &lossy);
    result.bits = toBits(value);
    return result;
  }
  case Opcode::FloatToInteger: {
    if (op.has(Modifier::Saturate)) {
      result.bits = semantics::floatToInteger(
                        &semanticsOf(from.kind), to.width,
                        to.isSigned() ? ReadAs::Signed : ReadAs::Unsigned,
                        rulesOf(op), APInt(from.width, a.bits))
                        .getZExtValue();
      return result;
    }
    llvm::APSInt integer(to.width, !to.isSigned());
    APFloat::opStatus status =
        toFloat(from, a.bits)
            .convertToInteger(integer, roundingOf(op.rounding), &lossy);
    result.bits = integer.getZExtValue();
    result.poison |= (status & APFloat::opInvalidOp) != 0;
    return result;
  }
  case Opcode::IntegerToFloat: {
    if (op.has(Modifier::Saturate)) {
      result.bits = semantics::integerToFloat(
                        &semanticsOf(to.kind),
                        from.isSigned() ? ReadAs::Signed : ReadAs::Unsigned,
                        rulesOf(op), APInt(from.width, a.bits))
                        .getZExtValue();
      return result;
    }
    APFloat value(semanticsOf(to.kind));
    value.convertFromAPInt(APInt(from.width, a.bits), from.isSigned(),
                           roundingOf(op.rounding));
    result.poison |= breaksPromise;
    result.bits = toBits(value);
    return result;
  }
  default:
    llvm_unreachable("not a conversion");
  }
}

template <typename T> static Relations relateNatively(T x, T y) {
  return x < y    ? Relations::Less
         : x == y ? Relations::Equal
         : x > y  ? Relations::Greater
                  : Relations::Unordered;
}

static Relations relate(const Instruction &op, uint64_t a, uint64_t b) {
  if (op.has(Modifier::FlushSubnormals)) {
    for (uint64_t *operand : {&a, &b}) {
      APFloat x = toFloat(op.type, *operand);
      flush(x);
      *operand = toBits(x);
    }
  }
  if (op.type.kind == TypeKind::F32)
    return relateNatively(llvm::bit_cast<float>(uint32_t(a)),
                          llvm::bit_cast<float>(uint32_t(b)));
  if (op.type.isFloat())
    switch (toFloat(op.type, a).compare(toFloat(op.type, b))) {
    case APFloat::cmpLessThan:
      return Relations::Less;
    case APFloat::cmpEqual:
      return Relations::Equal;
    case APFloat::cmpGreaterThan:
      return Relations::Greater;
    case APFloat::cmpUnordered:
      return Relations::Unordered;
    }
  if (a == b)
    return Relations::Equal;
  bool isLess = op.type.isSigned() ? SignExtend64(a, op.type.width) <
                                         SignExtend64(b, op.type.width)
                                   : a < b;
  return isLess ? Relations::Less : Relations::Greater;
}

Lane simt::compare(const Instruction &op, const Lane &a, const Lane &b) {
  Lane result;
  result.poison = a.poison || b.poison;
  constexpr Relations different = Relations::Less | Relations::Greater;
  if (op.type.kind == TypeKind::Pointer && a.allocation != b.allocation) {
    // Different objects are unequal; their order is unspecified.
    result.poison |=
        op.relations != Relations::Equal && op.relations != different;
    result.bits = op.relations == different;
    return result;
  }
  result.poison |= op.has(Modifier::SameSign) &&
                   (SignExtend64(a.bits, op.type.width) < 0) !=
                       (SignExtend64(b.bits, op.type.width) < 0);
  result.bits = (relate(op, a.bits, b.bits) & op.relations) != Relations::None;
  return result;
}
