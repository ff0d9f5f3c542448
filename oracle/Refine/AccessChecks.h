//===- AccessChecks.h - Where accesses go, and what meets -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Questions about accesses and their places, as formulas.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_ACCESSCHECKS_H
#define TILEFUZZ_ORACLE_REFINE_ACCESSCHECKS_H

#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

/// The access, where it is executed, touches a byte that `other` does not.
/// Accesses whose places are not known stand for each other if they are the
/// same function of the same operands.
Term goesElsewhere(SymbolicDomain &domain, const SymbolicAccess &access,
                   const SymbolicAccess &other);

/// Two active elements of the access share a byte.
Term elementsMeet(SymbolicDomain &domain, const SymbolicAccess &access);

/// Two accesses that nothing orders meet, one of them a store, and they are not
/// both strong accesses of the same bytes; or two elements of one weak store
/// meet. That is undefined (memory model, 1.7 and 2.2).
Term raceOf(SymbolicDomain &domain, const TileEncoding &source);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_ACCESSCHECKS_H
