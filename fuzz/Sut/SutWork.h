//===- SutWork.h - What a campaign asks its workers to do -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A campaign against an external tool is one of fuzz/Campaign: the same
// journal, database, store of findings and triage. Its programs are taken in
// batches, as starting the tool costs much; this is what the workers, which are
// processes of their own, are told about them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_SUTWORK_H
#define TILEFUZZ_FUZZ_SUT_SUTWORK_H

#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/WorkerConfig.h"
#include "fuzz/Sut/SutCampaign.h"

namespace tilefuzz {

/// WorkerConfig::tool.
struct SutWork {
  SutDescription sut;
  /// The members that say how a batch is made, and `output`.
  SutOptions options;
};

std::string printSutWork(const SutDescription &sut, const SutOptions &options);
/// With the configuration's seed, language and knobs.
llvm::Expected<SutWork> parseSutWork(const WorkerConfig &config);

/// The body of a worker (fuzz/Campaign/Worker.h). A SIGTERM ends it with what
/// it has.
int runSutWorker(const WorkerConfig &config, Journal &journal);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_SUTWORK_H
