//===- BlockRun.h - Run a block by itself -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Runs code between the two border operations that proofs use
// (oracle/Smt/TileEncoding.h), for given inputs: how a counterexample of the
// solver is replayed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_BLOCKRUN_H
#define TILEFUZZ_INTERP_TILE_BLOCKRUN_H

#include "interp/Memory/Memory.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace tilefuzz {

struct BlockInputs {
  /// By the element's name: `x`, or `x[3]` for a tile with dimensions. Pointers
  /// are byte offsets into `memory`. Of a view: `x.base`, and what its type
  /// does not say: `x.size0`, `x.stride0`. Of the launch, by axis: `block 0`
  /// and `grid 0`. What is missing is zero.
  llvm::StringMap<llvm::APInt> elements;
  /// Names of elements that are unspecified.
  llvm::StringSet<> unspecified;
  /// Whole tiles by name; they come first.
  llvm::StringMap<std::vector<uint64_t>> tiles;
  /// The only buffer.
  std::vector<uint8_t> memory;
};

struct BlockTrace {
  /// Of the run; `buffers` holds the memory at its end.
  Outcome outcome;
  /// One operand of an observation.
  struct Observed {
    mlir::Type type;
    std::vector<uint64_t> bits;
    std::vector<bool> unspecified;
    /// What other orders of the operations that made them, and other results
    /// of functions, may give; empty if all are exact.
    std::vector<BufferImage::Enclosure> bounds;
    /// For a token: names of the accesses that it orders before its users.
    std::vector<std::string> ordered;
  };
  std::vector<Observed> observed;
  /// One access, or the earlier access that an input token stands for.
  struct Access {
    /// As the operation's location: `access 3`, or the input's name. Of
    /// further executions: `access 3 #2`.
    std::string name;
    AccessOrdering ordering = AccessOrdering::Weak;
    AccessScope scope = AccessScope::TileBlock;
    std::vector<std::string> orderedBefore;
    /// Bytes that it read and wrote; only where they were asked for.
    std::set<int64_t> read, written;
  };
  std::vector<Access> accesses;
  /// The same: accesses met that nothing orders, or elements of one did. What
  /// happened is one of several things that could (memory model, 2.2).
  bool choseOrder = false;
};

struct BlockRunOptions {
  /// Operations.
  uint64_t stepLimit = 100'000;
  /// Without kernels, every operation is computed as it is defined.
  bool useKernels = true;
  /// The trace tells which bytes each access read and wrote, and whether the
  /// run was one of several.
  bool recordsBytes = false;
};

/// Errors name the first operation that the interpreter does not know. A loop
/// that polls what nothing changes is a deadlock.
llvm::Expected<BlockTrace> runBlock(mlir::Block &block,
                                    const BlockInputs &inputs,
                                    const BlockRunOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_BLOCKRUN_H
