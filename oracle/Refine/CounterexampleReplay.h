//===- CounterexampleReplay.h - Run what the solver found -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A counterexample is believed when the tile interpreter, which shares no code
// with the encodings but interp/Semantics, sees the difference too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_COUNTEREXAMPLEREPLAY_H
#define TILEFUZZ_ORACLE_REFINE_COUNTEREXAMPLEREPLAY_H

#include "interp/Tile/BlockRun.h"

namespace tilefuzz {

struct Replay {
  enum class Kind {
    /// The target breaks its promise; `text` says how.
    Confirmed,
    /// The source is defined and the target keeps what it observes.
    Denied,
    /// The source is undefined for these inputs, or may do otherwise, or one of
    /// the blocks takes too long: the inputs show nothing; `text` says why.
    Impossible,
    /// The interpreter does not know something that one of the blocks does;
    /// `text` says what.
    NotInterpreted,
  };
  Kind kind = Kind::Impossible;
  std::string text;
};

struct ReplayOptions {
  /// Names of accesses mean the same on both sides, so that order is compared.
  bool comparesOrder = true;
  /// A race that only the target has is a difference.
  bool asksForRaces = true;
  /// Of the source, in operations; the target may take a few times as many.
  uint64_t stepLimit = 25'000;
};

/// Runs both blocks, their accesses numbered before the rewrite (numberAccesses
/// in oracle/Smt/TileEncoding.h), and compares in the sense of checkRefinement.
Replay replay(mlir::Block &source, mlir::Block &target,
              const BlockInputs &inputs, const ReplayOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_COUNTEREXAMPLEREPLAY_H
