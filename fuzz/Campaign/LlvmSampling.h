//===- LlvmSampling.h - Who executes passes over LLVM IR --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_LLVMSAMPLING_H
#define TILEFUZZ_FUZZ_CAMPAIGN_LLVMSAMPLING_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tilefuzz {

/// The machine takes longer than all else, and random modules (fuzz/Llvm) try
/// these passes better than what tiles become: a share of the programs is
/// executed after them. All are compiled. Which are depends on the program's
/// seed only.
struct LlvmSampling {
  /// One program in so many; 0: none.
  unsigned oneIn = 1;

  /// `0`, `16`, `all`; empty (of a run that knows of no share) is `all`.
  static std::optional<LlvmSampling> parse(llvm::StringRef text);
  bool isPicked(uint64_t programSeed) const;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_LLVMSAMPLING_H
