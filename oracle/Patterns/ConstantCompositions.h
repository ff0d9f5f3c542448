//===- ConstantCompositions.h - Pairs of operations, on boundaries -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_CONSTANTCOMPOSITIONS_H
#define TILEFUZZ_ORACLE_PATTERNS_CONSTANTCOMPOSITIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Bodies of templates of cuda_tile for a rule of the expression simplifier:
/// what it looks at, on top of every other operation, with constants at
/// boundaries. They name their types.
std::vector<std::string> constantCompositions(llvm::StringRef pattern);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_CONSTANTCOMPOSITIONS_H
