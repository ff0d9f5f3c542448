//===- KnownFindings.cpp - Is it one that we have? ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/KnownFindings.h"
#include "fuzz/Findings/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;

/// Whether the one that was met `repeats` times is made sure of once more.
static bool isChecked(uint64_t repeats) {
  return repeats < 16 || repeats % llvm::bit_floor(repeats / 8) == 0;
}

/// What was marked as fixed is news when it shows again; what another bug was
/// switched on for is another defect.
static bool mayBe(const FindingRow &row, const Finding &finding) {
  return row.status != FindingStatus::Fixed && row.finding.bugs == finding.bugs;
}

KnownFindings::KnownFindings(std::vector<FindingRow> rows)
    : rows(std::move(rows)) {
  // One that was merged has the status of what it was merged into.
  std::map<int64_t, FindingStatus> statuses;
  for (const FindingRow &row : this->rows)
    statuses[row.id] = row.status;
  for (FindingRow &row : this->rows)
    if (row.mergedInto)
      row.status = statuses[row.mergedInto];
}

const FindingRow *KnownFindings::recognize(const Finding &raw,
                                           bool mayReduce) const {
  for (const FindingRow &row : rows) {
    if (!mayBe(row, raw) || !looksLike(row.finding, raw))
      continue;
    // Reduction would not change the signature, or deaths are slow to reduce.
    if (isSignedByReason(raw) || isDeath(raw.kind) || !mayReduce ||
        !isChecked(row.duplicates))
      return &row;
    return nullptr;
  }
  return nullptr;
}

const FindingRow *KnownFindings::find(const Finding &reduced) const {
  for (const FindingRow &row : rows)
    if (mayBe(row, reduced) && row.finding.signature == reduced.signature)
      return &row;
  // What could not be reduced has more operations than it needs.
  if (reduced.isSmallest)
    return nullptr;
  for (const FindingRow &row : rows)
    if (mayBe(row, reduced) && looksLike(row.finding, reduced))
      return &row;
  return nullptr;
}

void KnownFindings::add(FindingRow row) {
  llvm::erase_if(rows, [&](const FindingRow &other) {
    return other.finding.signature == row.finding.signature;
  });
  rows.push_back(std::move(row));
}

FindingStatus KnownFindings::countRepeat(llvm::StringRef signature) {
  for (FindingRow &row : rows) {
    if (row.finding.signature != signature)
      continue;
    ++row.duplicates;
    return row.status;
  }
  return FindingStatus::New;
}
