//===- ScalarFloat.h - Floats of the machine as APFloat's -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_SCALARFLOAT_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_SCALARFLOAT_H

#include "interp/Simt/Machine/Instruction.h"
#include "llvm/ADT/APFloat.h"

namespace tilefuzz::simt {

inline const llvm::fltSemantics &semanticsOf(TypeKind kind) {
  switch (kind) {
  case TypeKind::F16:
    return llvm::APFloat::IEEEhalf();
  case TypeKind::BF16:
    return llvm::APFloat::BFloat();
  case TypeKind::F32:
    return llvm::APFloat::IEEEsingle();
  case TypeKind::F64:
    return llvm::APFloat::IEEEdouble();
  case TypeKind::TF32:
    return llvm::APFloat::FloatTF32();
  case TypeKind::E4M3:
    return llvm::APFloat::Float8E4M3FN();
  case TypeKind::E5M2:
    return llvm::APFloat::Float8E5M2();
  case TypeKind::E2M3:
    return llvm::APFloat::Float6E2M3FN();
  case TypeKind::E3M2:
    return llvm::APFloat::Float6E3M2FN();
  case TypeKind::E2M1:
    return llvm::APFloat::Float4E2M1FN();
  case TypeKind::UE8M0:
    return llvm::APFloat::Float8E8M0FNU();
  case TypeKind::Bits:
  case TypeKind::Unsigned:
  case TypeKind::Signed:
  case TypeKind::Pointer:
    break;
  }
  llvm_unreachable("not a float");
}
inline llvm::APFloat toFloat(RegisterType type, uint64_t bits) {
  return llvm::APFloat(semanticsOf(type.kind),
                       llvm::APInt(type.width, bits, false, true));
}
inline uint64_t toBits(const llvm::APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}
inline llvm::APFloat::roundingMode roundingOf(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return llvm::APFloat::rmNearestTiesToEven;
  case RoundingMode::Zero:
    return llvm::APFloat::rmTowardZero;
  case RoundingMode::NegativeInf:
    return llvm::APFloat::rmTowardNegative;
  case RoundingMode::PositiveInf:
    return llvm::APFloat::rmTowardPositive;
  case RoundingMode::NearestAway:
    return llvm::APFloat::rmNearestTiesToAway;
  }
  llvm_unreachable("covered rounding modes");
}

/// PTX ISA, .ftz: subnormal operands and results become zeros of their sign.
inline void flush(llvm::APFloat &x) {
  if (x.isDenormal())
    x = llvm::APFloat::getZero(x.getSemantics(), x.isNegative());
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_SCALARFLOAT_H
