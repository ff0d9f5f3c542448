//===- ReservationTable.h - Which rows are taken ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The resource reservation table of modulo scheduling (Rau, "Iterative modulo
// scheduling", 1994): one row for each tick modulo the interval, one column for
// each resource. A probe changes nothing; a footprint is committed whole or not
// at all (facts, 3.6).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_RESERVATIONTABLE_H
#define TILEFUZZ_COMPILER_SCHEDULE_RESERVATIONTABLE_H

#include "compiler/Schedule/LoopGraph.h"
#include "compiler/Schedule/ScheduleBugs.h"

namespace tilefuzz {

class ReservationTable {
public:
  ReservationTable(int64_t interval, const ScheduleBugSet &bugs);

  /// The earliest tick in [begin, end) at which the footprint is free; none:
  /// std::nullopt.
  std::optional<int64_t> findFree(llvm::ArrayRef<ResourceUse> uses,
                                  int64_t begin, int64_t end) const;
  /// The latest tick in [begin, end) at which the footprint is free.
  std::optional<int64_t> findLastFree(llvm::ArrayRef<ResourceUse> uses,
                                      int64_t begin, int64_t end) const;
  /// Takes the rows for `node`.
  void commit(unsigned node, llvm::ArrayRef<ResourceUse> uses, int64_t issue);
  void release(unsigned node, llvm::ArrayRef<ResourceUse> uses, int64_t issue);
  /// Who holds a row that the footprint needs.
  llvm::SmallVector<unsigned> getHolders(llvm::ArrayRef<ResourceUse> uses,
                                         int64_t issue) const;

private:
  static constexpr unsigned nobody = ~0u;
  /// The holder of each row, or nobody.
  std::vector<unsigned> &column(MachineResource resource) {
    return columns[unsigned(resource)];
  }
  const std::vector<unsigned> &column(MachineResource resource) const {
    return columns[unsigned(resource)];
  }
  /// Whether the rows are free; else how far to go on at least, later or
  /// earlier.
  bool isFree(const ResourceUse &use, int64_t issue, bool isLater,
              int64_t &skip) const;
  /// The row of a tick, which may be negative.
  int64_t rowOf(int64_t tick) const {
    int64_t row = tick % rows;
    return row < 0 ? row + rows : row;
  }
  /// Without a division: footprints are many rows long.
  int64_t next(int64_t row) const { return row + 1 == rows ? 0 : row + 1; }

  int64_t rows;
  const ScheduleBugSet &bugs;
  std::vector<std::vector<unsigned>> columns;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_RESERVATIONTABLE_H
