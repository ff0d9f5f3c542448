//===- OwnSeries.h - Does a tool explode on a program's form? ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_OWNSERIES_H
#define TILEFUZZ_FUZZ_SUT_OWNSERIES_H

#include "fuzz/Sut/Process.h"
#include "fuzz/Sut/ProgramSeries.h"
#include "mlir/IR/BuiltinOps.h"

namespace tilefuzz {

/// What a tool took for a program of these sizes, by one of the program's
/// dimensions (GrowProgram.h).
struct OwnSeries {
  std::string dimension;
  std::vector<SeriesPoint> points;
  /// Where it explodes; empty: nowhere.
  std::string explosion;

  std::string toString() const;
};

/// Gives the tool the program at other sizes, until one is too long or fails;
/// the folder takes files. Nothing more is asked once a dimension explodes, if
/// `first`. Error: the folder cannot be written, the tool does not start, or an
/// interrupt.
llvm::Expected<std::vector<OwnSeries>>
askOwnSeries(const SutDescription &sut, const SutRun &run,
             llvm::StringRef folder, mlir::ModuleOp module, bool first,
             uint64_t &processes, const volatile sig_atomic_t *interrupted);

/// In what the run, or else the description, says programs are written.
llvm::Expected<std::string> encodeForTool(const SutDescription &sut,
                                          const SutRun &run,
                                          mlir::ModuleOp module);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_OWNSERIES_H
