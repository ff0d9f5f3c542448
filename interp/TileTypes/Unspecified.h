//===- Unspecified.h - What unspecified elements are ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one rule of interpreter, comparison and solver (docs/semantics.md,
// "Unspecified elements"). An element that is masked off without padding, or
// lies outside of a view without padding, has in cuda_tile *some value*, the
// same for all that is computed from it (part 2, 2.1: an unspecified value of
// the element, and no undefined behaviour): `andi` of it with false is false.
// So `select(c, x, false)` may become `andi(c, x)` where x is a masked load. In
// nv_tileaa and arith it is *poison* (the LLVM Language Reference): what is
// computed from it is, too, and such a rewrite is wrong there.
//
// The solver has all values. The interpreter marks what is computed from an
// unspecified element as unspecified, too, which in cuda_tile is more than the
// rule says: it says so in Outcome::derivesUnspecified, and the comparison then
// does not count such an element of a target as a difference.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILETYPES_UNSPECIFIED_H
#define TILEFUZZ_INTERP_TILETYPES_UNSPECIFIED_H

#include "mlir/IR/Operation.h"

namespace tilefuzz {

/// Whether unspecified elements are poison in this operation or one inside of
/// it.
inline bool makesPoison(mlir::Operation *root) {
  return root
      ->walk([](mlir::Operation *op) {
        llvm::StringRef dialect = op->getName().getDialectNamespace();
        return dialect == "nv_tileaa" || dialect == "arith"
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILETYPES_UNSPECIFIED_H
