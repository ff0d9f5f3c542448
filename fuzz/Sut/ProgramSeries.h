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
  /// How many times as much there is to do as at the point before.
  double growth = 2;
  /// The seconds that it had at least; 0: unknown.
  double limit = 0;

  std::string toString() const;
};

/// Where time or memory explodes: what has twice as much to do takes more than
/// five times as much (or two and a half times as much as its growth), twice in
/// a row, and then more than four seconds or 2 GiB; or it does not end though
/// what was before was quick, or steep already. None: nowhere. A tile of twice
/// the side has four times the elements.
std::optional<std::string> findExplosion(llvm::ArrayRef<SeriesPoint> points);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_PROGRAMSERIES_H
