//===- Placement.h - Where rings lie in shared memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_PLACEMENT_H
#define TILEFUZZ_COMPILER_SCHEDULE_PLACEMENT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

namespace tilefuzz {

/// Of rings in shared memory, as bulk copies and swizzles ask for.
inline constexpr int64_t ringAlignment = 128;

struct ByteRange {
  int64_t offset, bytes;
};

/// The lowest multiple of the alignment from which `bytes` overlap none of the
/// ranges.
inline int64_t findLowestOffset(int64_t bytes,
                                llvm::SmallVector<ByteRange> beside) {
  llvm::sort(beside, [](const ByteRange &a, const ByteRange &b) {
    return a.offset < b.offset;
  });
  int64_t offset = 0;
  for (const ByteRange &other : beside) {
    if (other.offset >= offset + bytes)
      break;
    offset = std::max(offset, int64_t(llvm::alignTo(other.offset + other.bytes,
                                                    ringAlignment)));
  }
  return offset;
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_PLACEMENT_H
