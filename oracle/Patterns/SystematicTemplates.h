//===- SystematicTemplates.h - Products of what patterns look at -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_SYSTEMATICTEMPLATES_H
#define TILEFUZZ_ORACLE_PATTERNS_SYSTEMATICTEMPLATES_H

#include "oracle/Patterns/PatternInstances.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Bodies of templates of a pattern, which name their types.
std::vector<std::string> systematicTemplates(llvm::StringRef pattern);

/// Of these and ConstantCompositions.h, the instances, which are proved on
/// request: beside those of instancesOf.
std::vector<PatternInstance> combinationsOf(llvm::StringRef pattern);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_SYSTEMATICTEMPLATES_H
