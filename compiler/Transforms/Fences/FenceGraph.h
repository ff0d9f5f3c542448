//===- FenceGraph.h - Where tensor memory needs fences ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 6.6, over a graph of events, whatever the IR: an adaptor says which of
// its operations is which event, and puts in what is answered. The rules of the
// PTX ISA that they follow: memory model, 5.8.
//
// One thread's view. A use of tensor memory is handed over where a boundary
// orders threads, and the order reaches the uses on the other side only through
// fences: a before-fence between a use and the boundary that releases it, an
// after-fence between the boundary that acquires and the use. A hand-over
// that a third thread relays without a use of its own is not seen (X4).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TRANSFORMS_FENCES_FENCEGRAPH_H
#define TILEFUZZ_COMPILER_TRANSFORMS_FENCES_FENCEGRAPH_H

#include "compiler/Support/SeededBugs.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace tilefuzz {

/// What an operation is to the fences. An operation is one event: what could be
/// a boundary and a use (a commit) is the boundary.
enum class TensorEvent : uint8_t {
  None,
  // Uses.
  /// Completes by a commit, or at once: mma, cp, shift, alloc.
  Use,
  /// Complete behind a WaitLoads, a WaitStores.
  Load,
  Store,
  /// dealloc: what was loaded and stored is complete before it.
  Release,
  // Of one load.
  ReadResult,
  // tcgen05.wait.
  WaitLoads,
  WaitStores,
  // tcgen05.fence.
  BeforeFence,
  AfterFence,
  // Boundaries.
  /// Releases and acquires: a barrier of threads.
  Sync,
  /// Releases: arrivals at an mbarrier, a barrier, the cluster.
  Arrive,
  /// Acquires: the waits for those.
  Wait,
  /// Releases, and contains the before-fence (X1).
  Commit,
};
constexpr unsigned numTensorEvents = unsigned(TensorEvent::Commit) + 1;

/// "use", "load", "before-fence", ...
llvm::StringRef stringify(TensorEvent event);
bool isUse(TensorEvent event);
bool isBoundary(TensorEvent event);

struct EventNode {
  TensorEvent kind = TensorEvent::None;
  /// Of Load and ReadResult: which load, below EventGraph::numLoads.
  unsigned load = 0;
};

struct EventBlock {
  std::vector<EventNode> events;
  llvm::SmallVector<unsigned, 2> successors;
};

/// The control flow of one function; it begins at the first block.
struct EventGraph {
  std::vector<EventBlock> blocks;
  unsigned numLoads = 0;
  /// Callers are not known: uses may come before and follow.
  bool isCalled = false;

  /// X2: without one, and without callers, there is nothing to do.
  bool hasUse() const;
};

/// What is to stand ahead of an event or behind it. Several at one place stand
/// in the order of the answer.
struct FenceInsertion {
  unsigned block, event;
  bool isBehind;
  /// WaitLoads, WaitStores, BeforeFence or AfterFence.
  TensorEvent kind;
};

enum class FenceForm : uint8_t {
  /// R1 to R3 as seed 004 states them: scans of each block alone, and every
  /// barrier between two fences. Neither enough (X4) nor minimal.
  Linear,
  /// Along all paths; what one path needs is there for all. Adds W1.
  Dataflow,
};

/// In the order of the graph's blocks and events. Applying the answer and
/// asking again gives nothing.
std::vector<FenceInsertion> findFences(const EventGraph &graph, FenceForm form,
                                       const BugSet &bugs = {});

/// The graph with them.
EventGraph applyFences(const EventGraph &graph,
                       llvm::ArrayRef<FenceInsertion> fences);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TRANSFORMS_FENCES_FENCEGRAPH_H
