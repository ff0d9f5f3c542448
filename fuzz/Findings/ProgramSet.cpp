//===- ProgramSet.cpp - Which programs of a run are done ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/ProgramSet.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace tilefuzz;

bool ProgramSet::contains(uint64_t index) const {
  auto after = ranges.upper_bound(index);
  return after != ranges.begin() && std::prev(after)->second > index;
}

bool ProgramSet::insert(uint64_t index) {
  if (contains(index))
    return false;
  uint64_t first = index, end = index + 1;
  auto after = ranges.upper_bound(index);
  if (after != ranges.begin() && std::prev(after)->second == index)
    first = std::prev(after)->first;
  if (after != ranges.end() && after->first == end) {
    end = after->second;
    ranges.erase(after);
  }
  ranges[first] = end;
  return true;
}

void ProgramSet::insertRange(uint64_t first, uint64_t end) {
  if (first >= end)
    return;
  auto it = ranges.upper_bound(first);
  if (it != ranges.begin() && std::prev(it)->second >= first)
    first = (--it)->first;
  for (; it != ranges.end() && it->first <= end; it = ranges.erase(it))
    end = std::max(end, it->second);
  ranges[first] = end;
}

void ProgramSet::insertAll(const ProgramSet &other) {
  for (auto [first, end] : other.ranges)
    insertRange(first, end);
}

ProgramSet ProgramSet::within(uint64_t first, uint64_t end) const {
  ProgramSet part;
  for (auto [begin, stop] : ranges)
    part.insertRange(std::max(begin, first), std::min(stop, end));
  return part;
}

uint64_t ProgramSet::firstMissing(uint64_t from) const {
  auto after = ranges.upper_bound(from);
  return after == ranges.begin() ? from
                                 : std::max(from, std::prev(after)->second);
}

uint64_t ProgramSet::size() const {
  uint64_t count = 0;
  for (auto [first, end] : ranges)
    count += end - first;
  return count;
}

uint64_t ProgramSet::end() const {
  return ranges.empty() ? 0 : std::prev(ranges.end())->second;
}

std::string ProgramSet::toString() const {
  std::string text;
  for (auto [first, end] : ranges) {
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (end - first > 1)
      text += "-" + std::to_string(end - 1);
  }
  return text;
}

std::optional<ProgramSet> ProgramSet::parse(llvm::StringRef text) {
  ProgramSet set;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    auto [begin, end] = part.split('-');
    uint64_t first = 0, last = 0;
    if (begin.getAsInteger(10, first) ||
        (end.empty() ? begin : end).getAsInteger(10, last) || last < first ||
        first < set.end())
      return std::nullopt;
    set.ranges[first] = last + 1;
  }
  return set;
}
