//===- LoopCycles.h - What schedulers make of a program's loops -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same figures for `tile-verify-schedule --compare`, the benchmarks and the
// chart of a report.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCHEDULES_LOOPCYCLES_H
#define TILEFUZZ_FUZZ_SCHEDULES_LOOPCYCLES_H

#include "compiler/Schedule/GenerateSchedule.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Cycles of the machine model from one iteration to the next.
struct LoopCycles {
  /// PATH:LINE of the program.
  std::string loop;
  /// By the serial scheduler, by the cost-based one, and the lower bound that
  /// the latter begins at.
  int64_t serial = 0, cost = 0, bound = 0;

  double gain() const { return double(serial) / double(cost); }
};

/// PATH:LINE, or the path alone for a loop that was not read from a file.
std::string nameLoop(llvm::StringRef path, mlir::scf::ForOp loop);

/// Of every schedulable loop of a module of nv_tileas, scheduled with
/// `options`, whatever scheduler they name. The module gets attributes. The
/// error names the loop that has no machine model or cannot be scheduled.
llvm::Expected<std::vector<LoopCycles>>
compareSchedulers(mlir::ModuleOp module, llvm::StringRef path,
                  GenerateScheduleOptions options = {});

/// The same of a file of cuda_tile, text or bytecode, compiled for `target`.
llvm::Expected<std::vector<LoopCycles>>
compareSchedulersOf(const std::string &path, llvm::StringRef target);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCHEDULES_LOOPCYCLES_H
