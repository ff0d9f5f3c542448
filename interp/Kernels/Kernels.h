//===- Kernels.h - Native loops over packed elements ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The fast paths of element-wise operations: one loop per operation and element
// type, selected once when a program is decoded. interp/Semantics defines what
// they compute, bit for bit (KernelAgreementTest); an operation without a
// kernel, and a run in which one gives up, are left to the definition.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_KERNELS_KERNELS_H
#define TILEFUZZ_INTERP_KERNELS_KERNELS_H

#include "interp/Semantics/FloatBits.h"

namespace tilefuzz {

enum class ScalarKind : uint8_t {
  AddI,
  SubI,
  MulI,
  MulHiI,
  NegI,
  AbsI,
  AndI,
  OrI,
  XorI,
  ShlI,
  ShrI,
  MaxI,
  MinI,
  DivI,
  RemI,
  CmpI,
  ExtI,
  TruncI,
  AddF,
  SubF,
  MulF,
  DivF,
  SqrtF,
  Fma,
  MaxF,
  MinF,
  CmpF,
  AbsF,
  NegF,
  FToF,
  IToF,
  FToI,
  Select,
};

/// A scalar operation with everything that its meaning depends on.
struct ScalarOp {
  ScalarKind kind;
  /// Bits of an operand (of the chosen ones, for Select) and of the result.
  unsigned width = 0, resultWidth = 0;
  /// Null for integers.
  FloatFormat format = nullptr, resultFormat = nullptr;
  WrapPromise promise = WrapPromise::None;
  ReadAs read = ReadAs::Unsigned;
  RoundingMode mode = RoundingMode::NearestEven;
  Relation relation = Relation::Equal;
  bool ftz = false, ordered = false, propagateNaN = false;
  /// A shift by the width or more is undefined (it is in arith).
  bool shiftMustFit = false;
};

/// What a format is to a kernel (NativeFormat.h).
struct NativeFormat;

struct KernelParameters {
  const NativeFormat *from = nullptr, *to = nullptr;
  RoundingMode mode = RoundingMode::NearestEven;
  bool ftz = false;
};

/// Elements are packed (ElementBits.h), the result's as well. False: for some
/// element the operation is undefined, and nothing is known of the result.
using KernelFn = bool (*)(const KernelParameters &parameters, size_t count,
                          const void *const *operands, void *result);

struct Kernel {
  KernelFn run = nullptr;
  KernelParameters parameters;
  explicit operator bool() const { return run; }
  bool operator()(size_t count, const void *const *operands,
                  void *result) const {
    return run(parameters, count, operands, result);
  }
};

/// Whether `op` can be undefined for some operands.
bool canBeUndefined(const ScalarOp &op);

/// No kernel: `run` is null.
Kernel selectKernel(const ScalarOp &op);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_KERNELS_KERNELS_H
