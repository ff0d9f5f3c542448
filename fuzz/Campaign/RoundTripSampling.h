//===- RoundTripSampling.h - Who is stored and read again -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_ROUNDTRIPSAMPLING_H
#define TILEFUZZ_FUZZ_CAMPAIGN_ROUNDTRIPSAMPLING_H

#include "compiler/Pipeline/Pipeline.h"

namespace tilefuzz {

/// A round trip takes as long as a few passes with their comparisons, so that
/// few programs of a campaign make one. Which do, and which one, depends on the
/// program's seed only.
struct RoundTripSampling {
  /// One program in so many makes one of the round trips; 0: none does.
  unsigned oneIn = 16;
  /// Every program makes all of them.
  bool all = false;

  /// `0`, `16`, `all`.
  static std::optional<RoundTripSampling> parse(llvm::StringRef text);
  /// Those that a program makes, up to the last stage that is compared (empty:
  /// the last there is).
  std::vector<const Stage *> roundTripsFor(uint64_t programSeed,
                                           llvm::StringRef stopAfter) const;
};

/// The stage of this name, if it is a round trip: what shows its finding again.
std::vector<const Stage *> roundTripCalled(llvm::StringRef stage);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_ROUNDTRIPSAMPLING_H
