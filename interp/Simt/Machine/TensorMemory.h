//===- TensorMemory.h - The tensor memory of one CTA ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// 128 lanes of 512 columns of 32 bits, their allocations, and what orders their
// uses: memory model, 5.8, which this follows word by word.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_TENSORMEMORY_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_TENSORMEMORY_H

#include "interp/Simt/Machine/Races.h"
#include <optional>

namespace tilefuzz::simt {

/// T-in, T-out and T-pending of one thread.
struct TensorOrder {
  TensorMarks in, out, pending;
  /// How many uses the thread issued.
  uint32_t uses = 0;
};

struct TensorUse {
  uint32_t thread = 0, number = 0;
  /// Of the thread, in the order that synchronisation of threads makes.
  uint32_t clock = 0;
  TensorOperation operation{};
  /// Of products: what the next one on the same sums has to have, too, to need
  /// no wait; 0: it is no use as sums.
  uint64_t sums = 0;
  uint32_t instruction = 0;

  bool isDone(const TensorMarks &marks) const {
    return TensorMarks::has(operation == TensorOperation::Load ? marks.loads
                            : operation == TensorOperation::Store
                                ? marks.stores
                                : marks.commits,
                            thread, number);
  }
  bool isIssued(const TensorMarks &marks) const {
    return TensorMarks::has(marks.issued, thread, number);
  }
};

struct TensorCell {
  uint32_t value = 0;
  /// Of 32 bits; of the lower 16, while nobody wrote the others.
  bool isWritten = false, isHalfWritten = false;
  std::optional<TensorUse> writer;
  /// Since it was written.
  llvm::SmallVector<TensorUse, 1> readers;
};

struct TensorAllocation {
  uint32_t column = 0, count = 0;
  /// Of the alloc; of the dealloc once it has gone.
  uint32_t instruction = 0;
  bool isAlive = true;

  bool overlaps(uint32_t first, uint32_t columns) const {
    return first < column + count && column < first + columns;
  }
};

/// What operations read of shared memory, maybe later than they are issued: 16
/// bytes or fewer, by allocation and offset.
using AsyncReads =
    std::map<std::pair<uint32_t, uint32_t>, llvm::SmallVector<TensorUse, 1>>;

class TensorMemory {
public:
  static constexpr uint32_t numLanes = 128, numColumns = 512;

  TensorCell &cell(uint32_t lane, uint32_t column);
  /// Some columns that nobody has; none: there are not so many.
  std::optional<uint32_t> findFree(uint32_t columns) const;
  /// The last allocation, alive or not, that has the column.
  const TensorAllocation *find(uint32_t column) const;

  std::vector<TensorAllocation> allocations;
  bool isRelinquished = false;
  AsyncReads reads;

private:
  /// Made by the first use.
  std::vector<TensorCell> cells;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_TENSORMEMORY_H
