//===- ReachingPrograms.h - Programs that come to a change ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CHANGE_REACHINGPROGRAMS_H
#define TILEFUZZ_FUZZ_CHANGE_REACHINGPROGRAMS_H

#include "fuzz/Change/ChangeChoice.h"

namespace tilefuzz {

struct ReachingOptions {
  uint64_t seed = 1;
  /// Wall time.
  double seconds = 30;
  /// Programs that are kept at most, and of those that take the same branches
  /// of what is touched.
  size_t maxPrograms = 2000, maxAlike = 50;
  /// Programs that are tried at most; 0: as time allows.
  uint64_t maxTried = 0;
  /// Files that are tried first.
  std::vector<std::string> files;
  /// Where they are written to; it is there, and empty.
  std::string folder;
};

struct ReachingPrograms {
  uint64_t tried = 0, kept = 0;
  /// Programs at which the process died; they are kept, too.
  uint64_t deaths = 0;
  /// Functions of the change that some program entered.
  llvm::BitVector entered;
};

/// Programs of the files and random ones, in the languages that the stages
/// take, compiled up to the last of the stages; those that enter a touched
/// function (or any, if the choice says so) are written, small ones first by
/// name. The compiler runs in another process. The caller is single-threaded.
llvm::Expected<ReachingPrograms>
collectReachingPrograms(const ChangeChoice &choice,
                        const ReachingOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CHANGE_REACHINGPROGRAMS_H
