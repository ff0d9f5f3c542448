//===- PipelineWalk.h - What a function does to its rings -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Goes through a function of nv_tileas as its control flow says and notes each
// step on a ring with slot and parity. Integers are computed where they are
// known; where what is not known decides, every way is gone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_PIPELINEWALK_H
#define TILEFUZZ_ORACLE_SCHEDULE_PIPELINEWALK_H

#include "mlir/IR/Operation.h"
#include "oracle/Schedule/ProtocolMachine.h"
#include <functional>

namespace tilefuzz {

struct WalkLimits {
  /// Of a loop whose bounds are not known.
  unsigned trips = 4;
  /// Steps on rings. A walk that has more is not whole.
  unsigned steps = 240;
  /// Operations, and ways through the function.
  unsigned operations = 100000, ways = 64;
};

/// One way through a function.
struct PipelineWalk {
  struct Ring {
    mlir::Operation *create;
    uint8_t depth;
  };
  /// By when they were made, each time that they were.
  std::vector<Ring> rings;
  /// Tiles are numbered by the turns of their slots (of rings without
  /// mbarriers: as they are acquired, and as they are waited for).
  std::vector<ProtocolEvent> events;
  /// What is wrong whatever the interleaving.
  std::vector<std::string> faults;
  /// Why it stopped before the end; empty: it did not.
  std::string open;
  /// Something decided that depends on more than arguments that are not known:
  /// nothing says that the program can go this way.
  bool isGuessed = false;
};

/// Every way; the last one is open if there are more than `limits` allow.
/// `arguments`: the function's integers, null where not known.
std::vector<PipelineWalk>
walkPipelines(mlir::Operation *function,
              llvm::ArrayRef<mlir::Attribute> arguments,
              const WalkLimits &limits = {});

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_PIPELINEWALK_H
