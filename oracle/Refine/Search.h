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

#include "interp/Tile/BlockRun.h"
#include "oracle/Verdict.h"

namespace tilefuzz {

/// Runs both blocks so often, with inputs that depend on nothing else (now and
/// then with unspecified ones, if they may be), and compares as `replay` does.
/// None: no run showed a difference.
std::optional<ProofVerdict> searchByRunning(mlir::Block &source,
                                            mlir::Block &target,
                                            unsigned trials, bool comparesOrder,
                                            bool mayBeUnspecified = false,
                                            bool asksForRaces = true);

/// `x = 0x1, y[0] = 0x2`.
std::string describeInputs(mlir::Block &source, const BlockInputs &inputs);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_SEARCH_H
