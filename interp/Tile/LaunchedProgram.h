//===- LaunchedProgram.h - A decoded program with its launch ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the runs of one launch share: arguments and globals.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_LAUNCHEDPROGRAM_H
#define TILEFUZZ_INTERP_TILE_LAUNCHEDPROGRAM_H

#include "interp/Tile/DecodedProgram.h"
#include "interp/Tile/Machine.h"

namespace tilefuzz {

class LaunchedProgram {
public:
  /// Errors are mistakes of the launch (argument count or type). The program
  /// must outlive the result.
  static llvm::Expected<LaunchedProgram> create(const DecodedProgram &program,
                                                const Launch &launch);
  /// Once per memory, which must hold the launch's buffers and nothing else.
  void allocateGlobals(Memory &memory) const;
  /// A block that `Machine::resume` runs. The memory must have the globals.
  std::unique_ptr<Machine> startBlock(Memory &memory, Outcome &outcome,
                                      uint32_t block) const;
  uint64_t numBlocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }

private:
  const DecodedProgram::Implementation *program = nullptr;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::vector<Value> arguments;
  /// Initial contents of globals, and which are constant.
  std::vector<std::pair<BufferImage, bool>> images;
  /// The buffers of globals, by symbol.
  llvm::StringMap<int> globals;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_LAUNCHEDPROGRAM_H
