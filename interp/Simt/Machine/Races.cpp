//===- Races.cpp - Allocations and who touched them -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Races.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

/// Morally strong accesses never race: both atomic, of one proxy, the same
/// range, scopes that include each other.
static bool areStrong(const Access &a, const Access &b) {
  return a.isAtomic && b.isAtomic && a.isBulk == b.isBulk &&
         a.offset == b.offset && a.bytes == b.bytes &&
         a.reach.includes(b.reach) && b.reach.includes(a.reach);
}

/// A plain write of what another one wrote.
static bool isRepeated(const Access &earlier, const Access &access) {
  return access.isEqual && earlier.isWrite && !earlier.isAtomic &&
         earlier.offset == access.offset && earlier.bytes == access.bytes;
}

/// Whether the order of one thread does not relate the two.
static bool isOther(const Access &earlier, const Access &access) {
  return earlier.thread != access.thread ||
         (access.isBulk && earlier.clock != access.clock);
}

/// Whether the later one tells as much as the earlier one.
static bool repeats(const Access &earlier, const Access &access) {
  return earlier.thread == access.thread && earlier.isWrite == access.isWrite &&
         earlier.isAtomic == access.isAtomic &&
         earlier.reach.scope == access.reach.scope &&
         earlier.offset == access.offset && earlier.bytes == access.bytes;
}

const Access *simt::recordAccess(Allocation &allocation, const Access &access,
                                 const ThreadClock &clock) {
  allocation.shadow.cover(allocation.bytes.size());
  const Access *conflict = nullptr;
  auto isFree = [&](llvm::ArrayRef<Access> list) {
    for (const Access &earlier : list)
      if ((earlier.isWrite || access.isWrite) && isOther(earlier, access) &&
          earlier.clock > clock[earlier.thread] &&
          !areStrong(earlier, access) && !isRepeated(earlier, access)) {
        conflict = &earlier;
        return false;
      }
    return true;
  };
  // Whatever is unordered with an earlier access and conflicts with it also
  // conflicts with a plain write that is ordered after all of them.
  bool replacesAll = access.isWrite && !access.isAtomic && !access.isEqual;
  bool isDone = allocation.shadow.forEach(
      access.offset, access.bytes, [&](Shadow::List &list) {
        if (!isFree(list))
          return false;
        if (replacesAll) {
          list.assign(1, access);
          return true;
        }
        if (list.size() == 1 && repeats(list.front(), access)) {
          list.front() = access;
          return true;
        }
        llvm::erase_if(list, [&](const Access &earlier) {
          return repeats(earlier, access);
        });
        list.push_back(access);
        return true;
      });
  return isDone ? nullptr : conflict;
}

void Allocation::forgetPointers(uint32_t offset, uint32_t bytes) {
  constexpr uint32_t pointerBytes = 8;
  auto it = pointers.lower_bound(
      offset < pointerBytes ? 0 : offset - pointerBytes + 1);
  while (it != pointers.end() && it->first < offset + bytes)
    it = pointers.erase(it);
}
