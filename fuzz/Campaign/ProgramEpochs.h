//===- ProgramEpochs.h - Who may learn from whom ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_PROGRAMEPOCHS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_PROGRAMEPOCHS_H

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace tilefuzz {

/// The programs of a campaign whose making depends on what came of others. Each
/// may look at the epochs that end before the one before its own begins: they
/// are done before it is handed out, so that results do not depend on the
/// number of workers, and those that work on an epoch need not wait for its
/// last program. Epochs get longer, so that the first one is soon over and many
/// workers have enough to do later.
struct ProgramEpochs {
  /// Programs of the first, the least that others are longer by.
  uint64_t base = 400;
  static constexpr uint64_t mostBases = 16;

  /// Where the last number there is would be passed, that.
  uint64_t beginOf(uint64_t epoch) const {
    uint64_t growing = std::min(epoch, mostBases);
    return llvm::SaturatingAdd(
        base * (growing * (growing + 1) / 2),
        llvm::SaturatingMultiply(epoch - growing, base * mostBases));
  }
  uint64_t epochOf(uint64_t program) const {
    if (program >= beginOf(mostBases))
      return mostBases + (program - beginOf(mostBases)) / (base * mostBases);
    uint64_t epoch = 0;
    while (beginOf(epoch + 1) <= program)
      ++epoch;
    return epoch;
  }
  /// Programs below are those that this one may look at.
  uint64_t visibleTo(uint64_t program) const {
    uint64_t epoch = epochOf(program);
    return epoch < 2 ? 0 : beginOf(epoch - 1);
  }
  /// Programs below may be taken when all below `frontier` are done.
  uint64_t availableAt(uint64_t frontier) const {
    return beginOf(epochOf(frontier) + 2);
  }
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_PROGRAMEPOCHS_H
