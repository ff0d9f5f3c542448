//===- Fences.h - Checks of the fences of tensor memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_VERIFY_ORDER_FENCES_H
#define TILEFUZZ_TOOLS_TILE_VERIFY_ORDER_FENCES_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

/// Compiles `module` through the stage that puts fences in, and says of every
/// function which fault is left and which fence was put in for nothing; a
/// target without tensor memory must refuse a use. True if nothing is wrong. An
/// error: the module does not get there.
llvm::Expected<bool> verifyFences(mlir::ModuleOp module, llvm::StringRef target,
                                  const BugSet &bugs);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_VERIFY_ORDER_FENCES_H
