//===- WorkerProcess.h - Starting a worker ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_WORKERPROCESS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_WORKERPROCESS_H

#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/WorkerConfig.h"

namespace tilefuzz {

/// Starts `executable worker` with the configuration on its standard input; its
/// standard output is the reports, a line a message.
llvm::Expected<ForkedProcess> startWorkerProcess(llvm::StringRef executable,
                                                 const WorkerConfig &config);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_WORKERPROCESS_H
