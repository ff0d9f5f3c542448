//===- FenceCheck.h - The fences of one function ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What one thread owes the threads that it meets (TensorOrder.h), on every way
// through a function of any size, with the completion of loads and stores (W1
// of facts, 6.6; memory model, 5.8).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_FENCES_FENCECHECK_H
#define TILEFUZZ_ORACLE_FENCES_FENCECHECK_H

#include "compiler/Transforms/Fences/FenceGraph.h"

namespace tilefuzz {

enum class FenceProblem : uint8_t {
  /// A use behind an acquired boundary and no after-fence.
  UnorderedUse,
  /// A boundary releases a use that no before-fence follows.
  UnfencedRelease,
  /// It releases a load or store that was not waited for ahead of its fence.
  IncompleteRelease,
  /// The result of a load is read before its wait.
  EarlyRead,
  /// Tensor memory is freed before what was loaded or stored is complete.
  EarlyFree,
  /// Leaving out the fence, or wait, changes nothing.
  Needless,
};
/// "releases a use that no before-fence follows", ...
llvm::StringRef stringify(FenceProblem problem);

struct FenceFault {
  FenceProblem problem;
  unsigned block, event;
};

/// Of all ways, in the order of the graph. At most 48 loads.
std::vector<FenceFault> findFaults(const EventGraph &graph);
/// Fences and waits without which there is no new fault.
std::vector<FenceFault> findNeedless(const EventGraph &graph);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_FENCES_FENCECHECK_H
