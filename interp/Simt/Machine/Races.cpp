//===- Races.cpp - Allocations and who touched them -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Races.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

void simt::join(Clock &into, const Clock &from) {
  into.resize(std::max(into.size(), from.size()));
  for (size_t i = 0, e = from.size(); i < e; ++i)
    into[i] = std::max(into[i], from[i]);
}

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

const Access *simt::recordAccess(Allocation &allocation, const Access &access,
                                 const Clock &clock) {
  if (allocation.shadow.empty())
    allocation.shadow.resize(allocation.bytes.size());
  for (uint32_t i = access.offset, e = i + access.bytes; i < e; ++i) {
    llvm::SmallVector<Access, 1> &cell = allocation.shadow[i];
    for (const Access &earlier : cell)
      if ((earlier.isWrite || access.isWrite) && isOther(earlier, access) &&
          earlier.clock > clock[earlier.thread] &&
          !areStrong(earlier, access) && !isRepeated(earlier, access))
        return &earlier;
    // Whatever is unordered with an earlier access and conflicts with it also
    // conflicts with a plain write that is ordered after all of them.
    if (access.isWrite && !access.isAtomic && !access.isEqual)
      cell.clear();
    else
      llvm::erase_if(cell, [&](const Access &earlier) {
        return earlier.thread == access.thread &&
               earlier.isWrite == access.isWrite &&
               earlier.isAtomic == access.isAtomic &&
               earlier.reach.scope == access.reach.scope &&
               earlier.offset == access.offset && earlier.bytes == access.bytes;
      });
    cell.push_back(access);
  }
  return nullptr;
}

void Allocation::forgetPointers(uint32_t offset, uint32_t bytes) {
  constexpr uint32_t pointerBytes = 8;
  auto it = pointers.lower_bound(
      offset < pointerBytes ? 0 : offset - pointerBytes + 1);
  while (it != pointers.end() && it->first < offset + bytes)
    it = pointers.erase(it);
}
