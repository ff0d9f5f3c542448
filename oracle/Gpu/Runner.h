//===- Runner.h - A bundle on the device, process by process ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The parent never touches the driver. It forks a child per batch of cases and
// reads what the child reports; a case that faults, hangs or kills its process
// costs that case only, and a fresh child goes on with the next one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_RUNNER_H
#define TILEFUZZ_ORACLE_GPU_RUNNER_H

#include "oracle/Gpu/Results.h"
#include <functional>

namespace tilefuzz::conform {

struct RunnerOptions {
  std::string driverLibrary = "libcuda.so.1";
  int device = 0;
  /// Cases per process.
  unsigned batch = 64;
  /// Least bytes of guard around each buffer; 0: allocations of exactly its
  /// size.
  size_t guard = 256;
  /// For one case, loading and reading back included.
  double deadlineSeconds = 20;
  /// For driver and context to come up in a new process.
  double startSeconds = 120;
  /// Files that children close: nobody speaks there but who runs this.
  std::vector<int> ownFiles = {};
  /// Told when the device is known and after each case (that is the last of
  /// `results.cases` then). False ends the run.
  std::function<bool(const Results &results)> onProgress;
};

enum class RunnerEnd {
  /// Every case has a result.
  Done,
  /// No driver library, or a driver without a usable device.
  NoDriver,
  /// The system refused a process or a pipe.
  Failed,
};

/// `error` is set unless Done.
RunnerEnd runBundle(const Bundle &bundle, const RunnerOptions &options,
                    Results &results, std::string &error);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_RUNNER_H
