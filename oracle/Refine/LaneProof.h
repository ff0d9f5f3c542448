//===- LaneProof.h - All lanes by one proof ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_LANEPROOF_H
#define TILEFUZZ_ORACLE_REFINE_LANEPROOF_H

#include "oracle/Refine/Refinement.h"

namespace tilefuzz {

/// What checkRefinement asks, of code in which every operation is element by
/// element or moves elements: at an index of which nothing is known. None: it
/// is other code, or this way proves nothing.
std::optional<ProofVerdict> proveByLane(mlir::Block &source,
                                        mlir::Block &target,
                                        const RefinementOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_LANEPROOF_H
