//===- SutSeries.h - Does time or memory of a tool explode? -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_SUTSERIES_H
#define TILEFUZZ_FUZZ_SUT_SUTSERIES_H

#include "fuzz/Sut/Description.h"
#include "fuzz/Sut/ProgramSeries.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

namespace tilefuzz {

struct SeriesOptions {
  /// Names of forms; empty: all.
  std::vector<std::string> forms;
  /// A program that is tried at other sizes, too (GrowProgram.h), instead of
  /// all forms if none is named; empty: none. What it shows is not stored.
  std::string file;
  /// Series end at this part of their size.
  unsigned scale = 1;
  /// Where findings are stored; empty: nowhere.
  std::string output;
  std::string version;
  const volatile sig_atomic_t *interrupted = nullptr;
};

/// Gives a tool of cuda_tile the programs of each form, in each run, until one
/// does not end in the description's time; prints what they took, and returns
/// the number of findings: explosions, and programs that fail. Errors: there is
/// no such run or form, the folder cannot be written, or an interrupt.
llvm::Expected<unsigned> runSeries(const SutDescription &sut,
                                   llvm::ArrayRef<std::string> runs,
                                   const SeriesOptions &options,
                                   llvm::raw_ostream &os);

/// Of the form whose series showed a finding: its origin.
std::string originOfSeries(const SeriesForm &form);
/// Null: it was no series.
const SeriesForm *seriesOfOrigin(llvm::StringRef origin);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_SUTSERIES_H
