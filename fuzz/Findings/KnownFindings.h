//===- KnownFindings.h - Is it one that we have? ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A finding with a pattern to blame is known by it at once. Of others the
// signature is of the reduced program, so they are reduced before they are
// compared: that a known finding's operations are in the program does not mean
// that they are to blame. But a common defect must not hold up a campaign: of
// those that look like a known finding the first sixteen are reduced, and then
// eight while their number doubles.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_KNOWNFINDINGS_H
#define TILEFUZZ_FUZZ_FINDINGS_KNOWNFINDINGS_H

#include "fuzz/Findings/Database.h"

namespace tilefuzz {

class KnownFindings {
public:
  KnownFindings() = default;
  explicit KnownFindings(std::vector<FindingRow> rows);

  /// The one that a raw finding is taken for without reducing it; null: it is
  /// to be reduced. `mayReduce`: without, what looks like a known one is taken
  /// for it.
  const FindingRow *recognize(const Finding &raw, bool mayReduce = true) const;
  /// The one that a reduced finding is; null: it is new.
  const FindingRow *find(const Finding &reduced) const;

  /// Instead of one with its signature, if there is one.
  void add(FindingRow row);
  /// The one of that signature was met again. Returns its status.
  FindingStatus countRepeat(llvm::StringRef signature);

private:
  std::vector<FindingRow> rows;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_KNOWNFINDINGS_H
