//===- BranchReport.h - Branches that no program took -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of the rewrites, folds and conversions (compiler/Branches): those that the
// programs of a campaign took, by its coverage, and why others were not taken.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REPORT_BRANCHREPORT_H
#define TILEFUZZ_FUZZ_REPORT_BRANCHREPORT_H

#include "fuzz/Findings/Counters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace tilefuzz {

/// Why no program takes a branch, or what would make one. Patterns of a shell.
struct UntakenReason {
  llvm::StringLiteral file, function, condition;
  /// `holds`, `fails` or `*`.
  llvm::StringLiteral side;
  llvm::StringLiteral text;
};
/// UntakenBranches.def.
llvm::ArrayRef<UntakenReason> getUntakenReasons();

struct BranchReport {
  struct Row {
    std::string place, function, condition;
    bool holds = false;
    /// Empty: none is written.
    llvm::StringRef reason;
  };
  struct File {
    unsigned taken = 0, total = 0;
  };
  std::map<std::string, File> files;
  /// In the order of places.
  std::vector<Row> untaken;
  /// Why nothing is known; else empty.
  std::string problem;

  unsigned total() const;
  unsigned taken() const { return total() - untaken.size(); }
  /// Those without a reason.
  unsigned unexplained() const;
  llvm::json::Value toJSON() const;
  void print(llvm::raw_ostream &os, bool withExplained) const;
};

/// `coverage`: features, as a database has them.
BranchReport reportBranches(const Counts &coverage);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REPORT_BRANCHREPORT_H
