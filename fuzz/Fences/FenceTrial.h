//===- FenceTrial.h - The fences put into one random function ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The stage `tileas-inject-tcgen05-fence` alone, judged by what the PTX ISA
// asks of every way through a function (oracle/Fences/FenceCheck.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FENCES_FENCETRIAL_H
#define TILEFUZZ_FUZZ_FENCES_FENCETRIAL_H

#include "compiler/Support/SeededBugs.h"
#include "fuzz/Fences/FenceFunctions.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
}

namespace tilefuzz {

struct FenceFinding {
  /// What disagrees: `order` (a hand-over, result or release that fences and
  /// waits do not cover), `needless` (one that was put in changes nothing),
  /// `repeated` (asked again, the stage puts in more), `failure` (the stage
  /// fails, or leaves what does not verify), `target` (a use where there is no
  /// tensor memory is no error).
  std::string kind;
  /// Names the operation.
  std::string reason;
};

struct FenceTrialResult {
  /// At most one of each kind.
  std::vector<FenceFinding> findings;
  /// Fences and waits that were put in.
  unsigned numFences = 0;
  /// The use of tensor memory was refused, as it has to be.
  bool isRefused = false;
};

/// Tries functions one after the other, in contexts of its own.
class FenceTrials {
public:
  FenceTrials();
  ~FenceTrials();

  FenceTrialResult run(const FenceProgram &program, const BugSet &bugs = {});

private:
  std::unique_ptr<mlir::MLIRContext> context;
  /// Programs that the context has seen: what it makes unique, it keeps.
  unsigned numSeen = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FENCES_FENCETRIAL_H
