//===- Refinement.h - Does code keep what it replaced? ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_REFINEMENT_H
#define TILEFUZZ_ORACLE_REFINE_REFINEMENT_H

#include "mlir/IR/Block.h"
#include "oracle/Verdict.h"

namespace tilefuzz {

struct RefinementOptions {
  /// Milliseconds for one question to the solver.
  unsigned timeoutMs = 10000;
};

/// Asks whether, for every input for which `source` is defined, `target` is
/// defined too, observes what `source` observes (or refines what is
/// unspecified), leaves the same memory, keeps the accesses that order others,
/// and keeps every order between accesses (facts, 7.3: I1 to I4, I9, I19).
///
/// Both blocks are as oracle/Smt/TileEncoding.h says, their accesses numbered
/// before the rewrite. A counterexample is given as input values and replayed
/// by the tile interpreter.
ProofVerdict checkRefinement(mlir::Block &source, mlir::Block &target,
                             const RefinementOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_REFINEMENT_H
