//===- Pointees.h - What pointers point to ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Pointers of nv_tileaa may point to pointers, of which each has eight bytes in
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILETYPES_POINTEES_H
#define TILEFUZZ_INTERP_TILETYPES_POINTEES_H

#include "interp/TileTypes/TileTypes.h"

namespace tilefuzz {

/// Bytes that an offset of one moves an address.
inline unsigned stepOf(mlir::Type pointee) {
  constexpr unsigned addressSize = 8;
  return pointee.isIntOrFloat() ? storageSize(pointee) : addressSize;
}

/// Whether an offset of one may be within a byte.
inline bool hasHalfSteps(mlir::Type pointee) {
  return pointee.isIntOrFloat() && isHalfByte(pointee);
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILETYPES_POINTEES_H
