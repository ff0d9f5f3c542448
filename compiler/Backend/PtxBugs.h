//===- PtxBugs.h - Seeded bugs of a back end --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The back end is LLVM's, in which no wrong variant can stand beside the right
// code: what a wrong one would have written is made of the text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_PTXBUGS_H
#define TILEFUZZ_COMPILER_BACKEND_PTXBUGS_H

#include "compiler/Support/SeededBugs.h"
#include <string>

namespace tilefuzz {

/// PTX text as NVPTX prints it (an instruction per line), with the defects that
/// are switched on.
std::string applyPtxBugs(std::string text, const BugSet &bugs);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_PTXBUGS_H
