//===- Serve.h - The runner behind a pipe -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Frames (Frames.h) that come in:
//   B  `RUNS BATCH`, the end of the line, and a bundle: run it so often, with
//   so
//      many cases per process (0: as the options say)
// and go out, for each of them in this order:
//   D  the device (results file without cases), once it is known
//   R  the result of a case, in the bundle's order, run after run
//   E  it is done; or N: no driver, F: it cannot be done, with the reason
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_SERVE_H
#define TILEFUZZ_ORACLE_GPU_SERVE_H

#include "oracle/Gpu/Runner.h"

namespace tilefuzz::conform {

/// Until the input ends, or nobody reads what goes out. False: the input is no
/// frames.
bool serve(const RunnerOptions &options, int in, int out);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_SERVE_H
