//===- Search.h - Counterexamples by running --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Values that operations treat apart break most wrong rewrites, and the
// interpreter tries hundreds of them while the solver multiplies two floats.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_SEARCH_H
#define TILEFUZZ_ORACLE_REFINE_SEARCH_H

#include "oracle/Refine/CounterexampleReplay.h"
#include "oracle/Verdict.h"

namespace tilefuzz {

struct SearchOptions {
  /// How often both blocks are run.
  unsigned trials = 0;
  /// Every fourth run has unspecified inputs.
  bool mayBeUnspecified = false;
  /// Its limit of steps is the search's own.
  ReplayOptions replay = {};
};

/// Runs both blocks with inputs that depend on nothing else, and compares as
/// `replay` does.
/// None: no run showed a difference.
std::optional<ProofVerdict> searchByRunning(mlir::Block &source,
                                            mlir::Block &target,
                                            const SearchOptions &options);

/// `x = 0x1, y[0] = 0x2`.
std::string describeInputs(mlir::Block &source, const BlockInputs &inputs);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_SEARCH_H
