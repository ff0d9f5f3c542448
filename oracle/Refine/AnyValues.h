//===- AnyValues.h - Unspecified values that are used twice -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_ANYVALUES_H
#define TILEFUZZ_ORACLE_REFINE_ANYVALUES_H

#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

/// Names of the inputs that stand for an unspecified value which is found in
/// more than one place, or decides or is computed with: the code after may not
/// give it another value in each. One that only goes to one place may be
/// replaced there by any other.
std::set<std::string> sharedAnyValues(SymbolicDomain &domain,
                                      const TileEncoding &source);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_ANYVALUES_H
