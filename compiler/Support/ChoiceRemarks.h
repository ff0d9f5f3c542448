//===- ChoiceRemarks.h - Why the compiler chose what it did -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Remarks of MLIR's own engine, on the operation that was chosen for: what it
// became, or what it did not become and why. Nobody hears them who does not ask
// (`tile-compile --remarks=REGEX`, of the name): `tier` of a loop,
// `product-unit` of a product, `bulk-store` of a store, `cluster` of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_CHOICEREMARKS_H
#define TILEFUZZ_COMPILER_SUPPORT_CHOICEREMARKS_H

#include "mlir/IR/Remarks.h"

namespace tilefuzz {

inline mlir::remark::RemarkOpts nameRemark(llvm::StringRef name) {
  return mlir::remark::RemarkOpts::name(name).category(name);
}
inline mlir::remark::detail::InFlightRemark remarkPassed(mlir::Location loc,
                                                         llvm::StringRef name) {
  return mlir::remark::passed(loc, nameRemark(name));
}
inline mlir::remark::detail::InFlightRemark remarkMissed(mlir::Location loc,
                                                         llvm::StringRef name) {
  return mlir::remark::missed(loc, nameRemark(name));
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_CHOICEREMARKS_H
