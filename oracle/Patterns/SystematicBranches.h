//===- SystematicBranches.h - Products of conditions and branches -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_SYSTEMATICBRANCHES_H
#define TILEFUZZ_ORACLE_PATTERNS_SYSTEMATICBRANCHES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Of systematicTemplates, those of selections, branches and loops of
/// cuda_tile.
std::vector<std::string> systematicBranches(llvm::StringRef pattern);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_SYSTEMATICBRANCHES_H
