//===- Forms.h - Elements that depend on the same unknowns ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Affine forms (interp/Semantics/AffineForm.h) beside the enclosures of tiles.
// What stands for many elements, or is used more than once, gets a symbol of
// its own; what is computed from it keeps the dependence, and its enclosure
// becomes the part that both allow.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FORMS_H
#define TILEFUZZ_INTERP_TILE_EVAL_FORMS_H

#include "interp/Semantics/AffineForm.h"
#include "interp/Tile/Machine.h"

namespace tilefuzz {

/// Whether elements of the result should get symbols: it is of floats, small,
/// and broadcast or used more than once.
bool isSharedResult(mlir::Operation &op);

/// The form of an element, which may have no terms; none of what is not finite.
std::optional<semantics::AffineForm>
formOfElement(const TileValue &tile, FloatFormat format, size_t i);

/// Narrows an element's enclosure, which is finite, to what the form allows.
void takeForm(TileValue &result, size_t i, semantics::AffineForm form);

/// Of a rounded operation by its name, element by element; does nothing where
/// no operand has a form, or operands are flushed.
void formElement(Machine &machine, const Instruction &in, size_t i,
                 TileValue &result);
/// Of a function with an error bound.
void formElement(Machine &machine, const Instruction &in, size_t i,
                 semantics::BoundedFunction function, bool ftz,
                 TileValue &result);

/// Half a unit in the last place for rounding to nearest, else a whole one.
double roundingUnits(mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FORMS_H
