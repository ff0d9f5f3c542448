//===- EntryUses.h - What an entry does with its parameters -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a module says about the launch that it expects: views of pointers, with
// the parameters that are their sizes and strides; assumptions; what values are
// compared with, loops that they bound, and addresses that they make. Values
// are followed through operations that compute, and through loops and branches.
// nv_tileaa has views of its own, which are not looked into.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_INVENT_ENTRYUSES_H
#define TILEFUZZ_INTERP_INVENT_ENTRYUSES_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include <array>
#include <optional>

namespace tilefuzz {

/// Where a value, or what is computed from it, goes.
struct Reach {
  /// Into an offset of a pointer, or an index of a view.
  bool address = false;
  bool loopBound = false;
  /// Of a loop that it bounds from above, where that is a constant; else 1.
  int64_t loopStep = 1;
  bool shiftAmount = false;
  /// The largest extent of a tile that it is compared with; 0: not compared.
  int64_t comparedExtent = 0;

  void merge(const Reach &other);
};

struct ParameterUse {
  /// Of pointers.
  bool isLoaded = false, isStored = false, isAtomic = false;
  /// Accessed through pointers that are computed, not (only) by views.
  bool hasPointerAccesses = false;
  /// Of what is loaded through it.
  Reach loaded;
  /// Of a scalar.
  Reach reach;
  /// Assumptions; of a pointer the alignment in bytes.
  uint64_t divisor = 1;
  std::optional<int64_t> lowest, highest;
};

struct DimensionUse {
  /// Sizes and strides as the type says; none: as `sizeValue` says.
  std::optional<int64_t> size, stride;
  mlir::Value sizeValue, strideValue;
  /// What one access of a tile covers, and from one index to the next.
  int64_t tile = 1, step = 1;
  /// One more than the largest index, if all are constants; 0: they are not.
  int64_t constantIndices = 0;
  /// The axis of the grid whose block's number is an index here; -1: none.
  int axis = -1;
};

struct EntryViewUse {
  /// The parameter behind it.
  unsigned parameter = 0;
  /// It begins where the parameter points to.
  bool isAtStart = true;
  std::vector<DimensionUse> dimensions;
};

struct EntryUses {
  std::vector<ParameterUse> parameters;
  std::vector<EntryViewUse> views;
  /// Axes of the grid that the entry asks for.
  std::array<bool, 3> usesAxis = {};
};

EntryUses findUses(mlir::FunctionOpInterface entry);

/// The value of an integer that is computed from the entry's parameters, if
/// that can be said without running it.
std::optional<int64_t>
evaluate(mlir::Value value, llvm::ArrayRef<std::optional<int64_t>> parameters);

/// The parameter that a value is, but for shape, width and assumptions.
std::optional<unsigned> parameterOf(mlir::Value value);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_INVENT_ENTRYUSES_H
