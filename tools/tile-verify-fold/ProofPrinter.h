//===- ProofPrinter.h - What proofs showed, for people and tools -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_PROOFPRINTER_H
#define TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_PROOFPRINTER_H

#include "oracle/Patterns/PatternProof.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace tilefuzz {

/// How often a pattern fired, in a campaign or on what was harvested; one that
/// is missing: not known.
using Weights = std::map<std::string, uint64_t>;

struct ProofPrinter {
  Weights weights;
  /// Every instance, and the branches that none takes.
  bool verbose = false;
  /// The instances are a choice of who asked, so that they are known not to be
  /// all.
  bool choosesInstances = false;

  /// Proved, but there is code of it that no instance takes, and no reason why.
  bool isPartlyCovered(const PatternProof &proof) const;
  llvm::json::Value toJSON(const PatternProof &proof) const;
  void print(const PatternProof &proof) const;
  /// The last lines: how many, how long, and weighted by firings.
  void printSummary(llvm::ArrayRef<PatternProof> proofs) const;
};

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_PROOFPRINTER_H
