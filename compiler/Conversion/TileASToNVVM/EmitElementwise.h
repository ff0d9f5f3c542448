//===- EmitElementwise.h - One scalar operation per register ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_EMITELEMENTWISE_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_EMITELEMENTWISE_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"

namespace tilefuzz {

/// Writes the operation on one element; `type` is the result's element type,
/// lowered. Null: reported.
using Scalar = mlir::Value (*)(Emitter &e, mlir::Operation *op,
                               llvm::ArrayRef<mlir::Value> operands,
                               mlir::Type type);

/// `scalar` for each register of the result.
mlir::LogicalResult emitElements(Emitter &e, mlir::Operation *op,
                                 Scalar scalar);

template <Scalar scalar>
mlir::LogicalResult emitElementwise(Emitter &e, mlir::Operation *op) {
  return emitElements(e, op, scalar);
}

/// `From` at one element as `To`.
template <typename To>
mlir::Value emitBinary(Emitter &e, mlir::Operation *,
                       llvm::ArrayRef<mlir::Value> x, mlir::Type) {
  return To::create(e.builder, e.loc, x[0], x[1]);
}
template <typename To>
mlir::Value emitUnary(Emitter &e, mlir::Operation *,
                      llvm::ArrayRef<mlir::Value> x, mlir::Type) {
  return To::create(e.builder, e.loc, x[0]);
}
template <typename To>
mlir::Value emitConversion(Emitter &e, mlir::Operation *,
                           llvm::ArrayRef<mlir::Value> x, mlir::Type type) {
  return To::create(e.builder, e.loc, type, x[0]);
}

/// The number of an element in a format that LLVM has, from the register of
/// one of type `from`.
mlir::Value readNarrow(Emitter &e, mlir::Type from, mlir::Value x);

/// `rn`, `rz`, `rm` or `rp`; empty for what IEEE 754 does not have. Seeded:
/// down is up, and up is down.
llvm::StringRef getModeName(Emitter &e, mlir::nv_tileaa::RoundingMode mode);

/// The NVVM intrinsic `stem` in a mode of IEEE 754, with flushing if `ftz`; on
/// f16 and bf16 through f32 (part 1, 3.2).
mlir::Value emitRoundedTo(Emitter &e, mlir::Operation *op, llvm::StringRef stem,
                          mlir::nv_tileaa::RoundingMode mode, bool ftz,
                          llvm::ArrayRef<mlir::Value> x, mlir::Type type);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_EMITELEMENTWISE_H
