//===- TilePtx.h - PTX that a tool made of a program ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_TILEPTX_H
#define TILEFUZZ_FUZZ_SUT_TILEPTX_H

#include "fuzz/Sut/TrialResult.h"
#include "interp/Program/Launch.h"
#include "interp/Program/Outcome.h"

namespace tilefuzz {

/// Executes the PTX with the launch, a cluster of one CTA for each tile block,
/// and compares it with the program's own outcome. Other entries of the text
/// are left out first. What the machine cannot execute is skipped by its name.
/// Threads may write one value to one place together, and PTX may read what
/// nobody wrote if nothing comes of it: a run that disagrees is repeated with
/// registers and memory that hold something, twice.
TrialResult judgeTilePtx(const Launch &launch, const Outcome &source,
                         llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_TILEPTX_H
