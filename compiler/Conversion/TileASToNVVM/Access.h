//===- Access.h - How an access is ordered ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_ACCESS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_ACCESS_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"

namespace tilefuzz {

struct AccessOrder {
  template <typename OpTy>
  AccessOrder(OpTy op, bool isWrite)
      : semantic(op.getMemSemantic()), isWrite(isWrite), token(op.getToken()),
        resultToken(op.getResultToken()) {
    // The widest scope is never wrong.
    scope = op.getMemScope().value_or(mlir::nv_tileaa::MemScope::System);
  }
  mlir::LLVM::AtomicOrdering getOrdering() const;
  llvm::StringRef getScope() const;
  bool isAcquire() const {
    return semantic == mlir::nv_tileaa::MemSemantic::Acquire ||
           semantic == mlir::nv_tileaa::MemSemantic::AcqRel;
  }
  bool isRelease() const {
    return semantic == mlir::nv_tileaa::MemSemantic::Release ||
           semantic == mlir::nv_tileaa::MemSemantic::AcqRel;
  }

  mlir::nv_tileaa::MemSemantic semantic;
  mlir::nv_tileaa::MemScope scope;
  bool isWrite;
  /// Null if there is none.
  mlir::Value token;
  mlir::Value resultToken;
};

/// The value of a tile's elements outside the tensor; 0 where it is
/// unspecified.
mlir::Value emitPadding(Emitter &e, mlir::Type element,
                        mlir::nv_tileaa::Padding padding);

/// What must stand before an access.
void beginAccess(Emitter &e, const AccessOrder &order);
/// What an access leaves for its successors.
void endAccess(Emitter &e, const AccessOrder &order);

/// Of the module around the operation, as "nv_tileaa.compute_capability" says;
/// 0: it does not.
int64_t findCapability(mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_ACCESS_H
