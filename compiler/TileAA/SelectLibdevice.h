//===- SelectLibdevice.h - Functions as calls of libdevice ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileaa-select-libdevice` (facts, 5.1 and 5.5 N3): functions of f32
// and f64 become `nv_tileaa.extern_elementwise` of what libdevice has for them,
// the fast variant where `fastmath` has `afn` and this level says how far off
// an approximation may be. Without the pass, the lowering to NVVM writes code
// of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_SELECTLIBDEVICE_H
#define TILEFUZZ_COMPILER_TILEAA_SELECTLIBDEVICE_H

#include "compiler/Target/LibdeviceNames.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlir::nv_tileaa {

struct LibdeviceFunction {
  /// What computes it without the library; an intrinsic's name for
  /// `call_elementwise_intrinsic`.
  llvm::StringLiteral operation;
  /// Without prefix, `fast_`, and the `f` of f32.
  llvm::StringLiteral name;
  /// Of f32; and there is room for its error.
  bool hasFast = false;

  std::string symbol(bool isFloat, bool isFast) const;
};
llvm::ArrayRef<LibdeviceFunction> getLibdeviceFunctions();

std::unique_ptr<Pass> createSelectLibdevicePass();
void registerSelectLibdevicePass();

} // namespace mlir::nv_tileaa

#endif // TILEFUZZ_COMPILER_TILEAA_SELECTLIBDEVICE_H
