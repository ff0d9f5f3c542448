//===- TensorMap.h - What a tensor map says ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, the sections "Tensors" and tensormap.replace. The 128 bytes are
// opaque to programs; those here are, little-endian:
//
//   0    address of the tensor, 8 bytes
//   8    sizes, five of 4 bytes, the innermost first
//   28   rank - 1
//   32   strides in bytes, four of 8, that of the second dimension first
//   64   box, five of 4
//   84   steps between the elements of a box, five of 4
//   104  one byte each: number of the type, interleave, swizzle, fill, and what
//        a swizzle moves
//   109  zeros
//
// No machine is needed for it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_TENSORMAP_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_TENSORMAP_H

#include "interp/Simt/Machine/BulkForm.h"
#include "interp/Simt/Machine/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace tilefuzz::simt {

struct TensorMap {
  static constexpr uint32_t size = 128, alignment = 64, maxRank = 5;

  uint64_t address = 0;
  uint32_t rank = 1;
  std::array<uint32_t, maxRank> sizes{}, box{}, steps{};
  /// In bytes; the first is that of one element.
  std::array<uint64_t, maxRank> strides{};
  RegisterType type;
  /// How many bytes change places among themselves: 32, 64, 128; 0: none.
  uint32_t swizzle = 0;
  bool fillsNaN = false;

  uint32_t elementBytes() const { return type.width / 8; }
  /// Elements of the box in that dimension.
  uint32_t extent(uint32_t dimension) const;
  uint32_t boxBytes() const;
  /// What an element outside of the tensor is.
  uint64_t fill() const;
};

/// Fails with a DescriptorError (TensorLayout.h).
llvm::Expected<TensorMap> parseTensorMap(llvm::ArrayRef<uint8_t> bytes);

/// Where a field is, and how many bytes it has.
struct TensorMapPlace {
  uint32_t offset, bytes;
};
TensorMapPlace placeOf(TensorMapField field, uint32_t ordinal);

/// Bytes that lie together, of one box.
struct BoxRun {
  /// From the start of the tensor; nothing where it is outside.
  int64_t global = 0;
  /// From the start of the box in shared memory.
  int64_t shared = 0;
  uint32_t bytes = 0;
  bool isOutside = false;
};
/// The box whose first element has these coordinates, at `address` of shared
/// memory.
std::vector<BoxRun> runsOf(const TensorMap &map,
                           llvm::ArrayRef<int32_t> coordinates,
                           uint64_t address);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_TENSORMAP_H
