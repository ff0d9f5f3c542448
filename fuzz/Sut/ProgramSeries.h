//===- ProgramSeries.h - Programs of one form that get larger ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_PROGRAMSERIES_H
#define TILEFUZZ_FUZZ_SUT_PROGRAMSERIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace tilefuzz {

/// A form of programs of cuda_tile, each of twice the size of the one before.
struct SeriesForm {
  llvm::StringLiteral name, what;
  /// The text of a program of this size.
  std::string (*make)(unsigned size);
  unsigned least, greatest;
};
llvm::ArrayRef<SeriesForm> getSeriesForms();
/// Null: there is none of this name.
const SeriesForm *findSeriesForm(llvm::StringRef name);

/// What a tool took for a program of one size.
struct SeriesPoint {
  unsigned size = 0;
  /// Of processor time; none: it did not end in its time.
  std::optional<double> seconds;
  uint64_t mebibytes = 0;

  std::string toString() const;
};

/// Where time or memory explodes: twice the size takes more than five times as
/// much, twice in a row, and then more than four seconds or 2 GiB; or it does
/// not end though half of it was quick, or steep already. None: nowhere. A tile
/// of twice the side has four times the elements.
std::optional<std::string> findExplosion(llvm::ArrayRef<SeriesPoint> points);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_PROGRAMSERIES_H
