//===- RequestSampling.h - Who goes through stages on request ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_REQUESTSAMPLING_H
#define TILEFUZZ_FUZZ_CAMPAIGN_REQUESTSAMPLING_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tilefuzz {

/// Stages of nv_tileas that only run on request prepare, schedule and pipeline.
/// Which programs get which of them depends on the program's seed only, so that
/// a finding's are known from it.
struct RequestSampling {
  /// One program in so many; 0: none.
  unsigned oneIn = 0;

  /// Names of stages, in their order; none: the program is not picked. Those
  /// that one of them needs are not named.
  std::vector<std::string> stagesFor(uint64_t programSeed) const;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_REQUESTSAMPLING_H
