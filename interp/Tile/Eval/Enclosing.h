//===- Enclosing.h - Elements that are not unique ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Carries the enclosures of elements (interp/Semantics/Enclosure.h) through the
// operations of tiles. Integers of one bit have enclosures, too: 0 and 1, of a
// comparison that its operands do not decide. Those go through choices, logic
// and changes of shape; whatever else takes one makes the run unstable.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_ENCLOSING_H
#define TILEFUZZ_INTERP_TILE_EVAL_ENCLOSING_H

#include "interp/Semantics/Enclosure.h"
#include "interp/Tile/Machine.h"

namespace tilefuzz {

semantics::EnclosedValue enclosedElement(const Machine &machine,
                                         const Instruction &in,
                                         unsigned operand, size_t i);

/// Encloses element `i` of an element-wise operation's result, of which
/// `meaning` is what one choice of its operands gives; else loses exactness.
void encloseElement(Machine &machine, const Instruction &in, size_t i,
                    semantics::ConcreteMeaning meaning, TileValue &result);

/// Element `i` of `result`, which holds what is chosen otherwise, becomes that
/// or `onTrue`; false: what of it is not known, as both are addresses.
bool chooseEither(Machine &machine, const Instruction &in, size_t i,
                  bool isTrue, const TileValue &onTrue, TileValue &result);

/// If the operation must know an integer or a truth value: it makes the run
/// unstable if it meets one that is not decided.
void guardIntegers(Instruction &in);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_ENCLOSING_H
