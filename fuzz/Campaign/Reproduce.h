//===- Reproduce.h - A stored finding, shown again --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_REPRODUCE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_REPRODUCE_H

#include "fuzz/Stages/StageComparison.h"

namespace tilefuzz {

struct Reproduction {
  /// The same kind at the same stage.
  bool reproduced = false;
  /// Something else is wrong with its program.
  bool other = false;
  /// What happened this time, one line.
  std::string observed;

  llvm::json::Value toJSON() const;
};

/// The comparison that shows the finding. `gpu`: how the device is reached that
/// is asked, too; empty: a device's finding has its own, others have none.
llvm::Expected<ComparisonOptions>
comparisonOptionsFor(const Finding &finding, llvm::StringRef gpu = "");

/// Runs the finding's program again with its options, in a process of its own,
/// and prints what happens stage by stage to `os`.
llvm::Expected<Reproduction> reproduce(const Finding &finding,
                                       llvm::StringRef name,
                                       llvm::raw_ostream &os,
                                       llvm::StringRef gpu = "");

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_REPRODUCE_H
