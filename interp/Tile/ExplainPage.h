//===- ExplainPage.h - A run as a page --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What Explain.h tells as JSON lines, drawn: accesses in the columns of their
// blocks, token order, what reads see, races. No MLIR: who has the lines needs
// no program.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EXPLAINPAGE_H
#define TILEFUZZ_INTERP_TILE_EXPLAINPAGE_H

#include "compiler/Support/Html/AccessGraph.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace tilefuzz {

/// Of the events of a run.
AccessGraph accessGraphOf(llvm::StringRef lines);

/// Adds to `target` the order that `source` has between conflicting accesses
/// and `target` has not. Accesses stand for each other that do the same to the
/// same bytes, in the same block, the n-th for the n-th; others are left alone.
void markLostOrder(const AccessGraph &source, AccessGraph &target);

/// A page about one run. `program` is its text.
void writeExplainPage(llvm::StringRef title, llvm::StringRef program,
                      llvm::StringRef lines, llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EXPLAINPAGE_H
