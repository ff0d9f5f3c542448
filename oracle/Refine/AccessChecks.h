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

/// As many elements, each of the same width.
bool haveSameShape(SymbolicDomain &domain, const SymbolicValue &a,
                   const SymbolicValue &b);

/// The byte there, as it must be kept, is another in the second memory;
/// payloads of NaNs aside, if both mark NaNs (design, decision 3). Where the
/// second is unspecified it has the value that stands there, or is poison.
Term byteDiffers(SymbolicDomain &domain, Term address, Term memory, Term marks,
                 Term otherMemory, Term otherMarks, bool marksNaNs,
                 Term otherIsPoison);
/// The byte there is poison in the encoding, with such marks.
Term isPoisonAt(SymbolicDomain &domain, Term address,
                const TileEncoding &encoding, Term marks, Term poison,
                bool isWholeFunction);

/// The access, where it is executed, touches a byte that `other` does not.
/// Accesses whose places are not known stand for each other if they are the
/// same function of the same operands.
Term goesElsewhere(SymbolicDomain &domain, const SymbolicAccess &access,
                   const SymbolicAccess &other);

/// Two accesses that nothing orders meet, one of them a store, and they are not
/// both strong accesses of the same bytes; or two elements of one weak store
/// meet. That is undefined (memory model, 1.7 and 2.2).
Term raceOf(SymbolicDomain &domain, const TileEncoding &source);

/// What other blocks may read once access `number` of the source is made
/// differs: of a release all of memory but what weak accesses write that tokens
/// do not order, which nobody may read then; of another strong write what it
/// wrote. Both sides were encoded with interference.
Term showsOtherwise(SymbolicDomain &domain, unsigned number,
                    const SymbolicAccess &other, const TileEncoding &source,
                    const TileEncoding &target);

/// Some elements of a strong write or update meet, so that they come in any
/// order, and one that does so is not the same in the other access: what the
/// encodings make of them is any value on both sides.
Term meetsOtherwise(SymbolicDomain &domain, const SymbolicAccess &access,
                    const SymbolicAccess &other);

/// What other blocks wrote is seen where a weak access goes that no acquire
/// orders after that, and no release before: a race (memory model, 1.7).
Term racesWithOthers(SymbolicDomain &domain, const TileEncoding &source);

/// Of which accesses other blocks' changes are seen.
std::map<unsigned, Interference> interferenceOf(const TileEncoding &source);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_ACCESSCHECKS_H
