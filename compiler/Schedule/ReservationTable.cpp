//===- ReservationTable.cpp - Which rows are taken ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/ReservationTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tilefuzz;

ReservationTable::ReservationTable(int64_t interval, const ScheduleBugSet &bugs)
    : rows(bugs.has(ScheduleBug::WrongModulo) ? interval + 1 : interval),
      bugs(bugs), columns(getMachineResources().size()) {}

bool ReservationTable::isFree(const ResourceUse &use, int64_t issue,
                              bool isLater, int64_t &skip) const {
  const std::vector<unsigned> &taken = column(use.resource);
  if (use.end - use.begin > rows)
    return false;
  if (taken.empty())
    return true;
  // The last taken row says how far the footprint must move to come later, the
  // first how far to come earlier.
  int64_t length = use.end - use.begin;
  int64_t row = rowOf(issue + (isLater ? use.end - 1 : use.begin));
  for (int64_t left = length; left > 0; --left) {
    if (taken[row] != nobody) {
      skip = std::max(skip, left);
      return false;
    }
    if (isLater)
      row = row == 0 ? rows - 1 : row - 1;
    else
      row = next(row);
  }
  return true;
}

std::optional<int64_t> ReservationTable::findFree(ArrayRef<ResourceUse> uses,
                                                  int64_t begin,
                                                  int64_t end) const {
  for (int64_t issue = begin; issue < end;) {
    int64_t skip = 1;
    bool free = true;
    for (const ResourceUse &use : uses)
      free &= isFree(use, issue, /*isLater=*/true, skip);
    if (free)
      return issue;
    issue += skip;
  }
  return std::nullopt;
}

std::optional<int64_t>
ReservationTable::findLastFree(ArrayRef<ResourceUse> uses, int64_t begin,
                               int64_t end) const {
  for (int64_t issue = end - 1; issue >= begin;) {
    int64_t skip = 1;
    bool free = true;
    for (const ResourceUse &use : uses)
      free &= isFree(use, issue, /*isLater=*/false, skip);
    if (free)
      return issue;
    issue -= skip;
  }
  return std::nullopt;
}

void ReservationTable::commit(unsigned node, ArrayRef<ResourceUse> uses,
                              int64_t issue) {
  for (const ResourceUse &use : uses) {
    if (use.begin > 0 && bugs.has(ScheduleBug::SecondPhaseForgotten))
      continue;
    std::vector<unsigned> &taken = column(use.resource);
    if (taken.empty())
      taken.assign(rows, nobody);
    int64_t end = use.end;
    if (end - use.begin > 1 && bugs.has(ScheduleBug::LastRowNotCommitted))
      --end;
    int64_t row = rowOf(issue + use.begin);
    for (int64_t at = use.begin; at < end; ++at, row = next(row)) {
      if (at > use.begin && row == 0 && bugs.has(ScheduleBug::TableDoesNotWrap))
        break;
      taken[row] = node;
    }
  }
}

void ReservationTable::release(unsigned node, ArrayRef<ResourceUse> uses,
                               int64_t issue) {
  for (const ResourceUse &use : uses) {
    std::vector<unsigned> &taken = column(use.resource);
    if (taken.empty())
      continue;
    if (bugs.has(ScheduleBug::EvictionFreesAll)) {
      taken.assign(rows, nobody);
      continue;
    }
    int64_t row = rowOf(issue + use.begin);
    for (int64_t left = use.end - use.begin; left > 0; --left, row = next(row))
      if (taken[row] == node)
        taken[row] = nobody;
  }
}

SmallVector<unsigned> ReservationTable::getHolders(ArrayRef<ResourceUse> uses,
                                                   int64_t issue) const {
  SmallVector<unsigned> holders;
  for (const ResourceUse &use : uses) {
    const std::vector<unsigned> &taken = column(use.resource);
    if (taken.empty())
      continue;
    int64_t row = rowOf(issue + use.begin);
    // Neighbours mostly have one holder.
    unsigned last = nobody;
    for (int64_t left = use.end - use.begin; left > 0;
         --left, row = next(row)) {
      unsigned holder = taken[row];
      if (holder == std::exchange(last, holder))
        continue;
      if (holder != nobody && !is_contained(holders, holder))
        holders.push_back(holder);
    }
  }
  return holders;
}
