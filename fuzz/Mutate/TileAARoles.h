//===- TileAARoles.h - Definedness in nv_tileaa -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What DefinednessSlice asks about operations of nv_tileaa, arith, math and
// scf. Operations that are not named here keep all their operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_TILEAAROLES_H
#define TILEFUZZ_FUZZ_MUTATE_TILEAAROLES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefuzz::tileaa {

/// A tensor or scalar of integers or floats.
bool isNumber(mlir::Type type);

/// Whether another value there could make the program undefined, racy or
/// endless.
bool hasRole(mlir::OpOperand &operand);
/// Operands that an access, or a print, only writes.
bool isData(mlir::OpOperand &operand);
/// Whether the result is what memory holds.
bool isLoaded(mlir::OpResult result);
/// The values that this one is computed from, conditions included.
void forEachSource(mlir::Value value,
                   llvm::function_ref<void(mlir::Value)> visit);

/// Whether elements of the value are not specified: what is computed from them
/// cannot be compared.
bool isUnspecified(mlir::Value value);

} // namespace tilefuzz::tileaa

#endif // TILEFUZZ_FUZZ_MUTATE_TILEAAROLES_H
