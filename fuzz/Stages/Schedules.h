//===- Schedules.h - The runs that a tile stage gets ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Which schedules (linear extensions of the token order) a stage is executed
// under, and the executor that runs them: the seam to the tile interpreter.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_SCHEDULES_H
#define TILEFUZZ_FUZZ_STAGES_SCHEDULES_H

#include "interp/Tile/DecodedProgram.h"

namespace tilefuzz {

/// The first `count`: program order, reverse, then random ones.
std::vector<Schedule> schedulesFor(unsigned count, uint64_t seed);

/// A module at a tile level, decoded for one launch.
class TileExecutor {
public:
  /// `module`, `launch` and what its buffers hold at first must outlive it.
  static llvm::Expected<TileExecutor>
  create(mlir::ModuleOp module, const Launch &launch,
         const std::vector<BufferImage> &initial, uint64_t maxSteps);

  /// As TileRunOptions::tripLimit.
  uint64_t tripLimit = 0;
  /// `observer` may be null.
  llvm::Expected<Outcome> run(const Schedule &schedule,
                              MachineObserver *observer = nullptr) const;

private:
  TileExecutor(DecodedProgram program, const Launch &launch,
               const std::vector<BufferImage> &initial, uint64_t maxSteps)
      : program(std::move(program)), launch(&launch), initial(&initial),
        maxSteps(maxSteps) {}

  DecodedProgram program;
  const Launch *launch;
  const std::vector<BufferImage> *initial;
  uint64_t maxSteps;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_SCHEDULES_H
