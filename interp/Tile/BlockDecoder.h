//===- BlockDecoder.h - Operations to instructions --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Turns the blocks of a program into what the machine runs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_BLOCKDECODER_H
#define TILEFUZZ_INTERP_TILE_BLOCKDECODER_H

#include "interp/Tile/Instruction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// Turns blocks into instructions, their values into slots.
class BlockDecoder {
public:
  /// Without kernels, definitions run (to compare the two). `mayFuse`: products
  /// are enclosed for sums that may take them unrounded.
  explicit BlockDecoder(bool useKernels = true, bool mayFuse = false)
      : useKernels(useKernels), mayFuse(mayFuse) {}
  /// Errors name the first operation that the interpreter does not know.
  llvm::Error decodeBlock(mlir::Block &block, DecodedBlock &into);
  unsigned slotOf(mlir::Value value) {
    return slots.try_emplace(value, slots.size()).first->second;
  }
  unsigned numSlots() const { return slots.size(); }

private:
  llvm::Error decodeCallee(mlir::Operation &call, Instruction &in);

  bool useKernels, mayFuse;
  llvm::DenseMap<mlir::Value, unsigned> slots;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<DecodedFunction>> functions;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_BLOCKDECODER_H
