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
#include "interp/Simt/Machine/SimtOptions.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tilefuzz {

/// Kernel parameters and launch arguments correspond one to one. Whatever the
/// executor cannot run ends in `RunStatus::Unsupported`, naming it. Undef is
/// treated as poison; a stored poison makes the bytes unspecified.
Outcome runSimt(const llvm::Module &module, const Launch &launch,
                const SimtOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SIMT_SIMT_H
