//===- Simt.h - Run an LLVM kernel, thread by thread -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Executes a kernel of a module made for nvptx64: every thread of every CTA of
// a launch, interleaved by a seeded scheduler, with bounds, alignment,
// uninitialised-value and data-race checks.
// Races and barriers: memory model, 5.5.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_SIMT_H
#define TILEFUZZ_INTERP_SIMT_SIMT_H

#include "interp/Program/Launch.h"
#include "interp/Program/Outcome.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tilefuzz {

struct SimtOptions {
  /// Threads per CTA; 0: from the kernel's "nvvm.reqntid" attribute.
  unsigned threads = 0;
  /// Instructions over all threads.
  uint64_t stepLimit = 100'000'000;
  /// How often a thread may jump back in the code, for each jump back that
  /// there is: between two iterations of its loops it takes none twice. One
  /// that goes beyond ends the run as `tooManyIterations`. 0: any number.
  uint64_t tripLimit = 0;
  /// Decides the interleaving of threads.
  uint64_t schedule = 0;
  bool detectRaces = true;
};

/// Kernel parameters and launch arguments correspond one to one. Whatever the
/// executor cannot run ends in `RunStatus::Unsupported`, naming it. Undef is
/// treated as poison; a stored poison makes the bytes unspecified.
Outcome runSimt(const llvm::Module &module, const Launch &launch,
                const SimtOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SIMT_SIMT_H
