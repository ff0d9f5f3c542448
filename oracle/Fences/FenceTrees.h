//===- FenceTrees.h - Small structured programs of one thread ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All trees of a number of events over {if, if-else, for, for with exit}, as
// graphs with places for the events.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_FENCES_FENCETREES_H
#define TILEFUZZ_ORACLE_FENCES_FENCETREES_H

#include "compiler/Transforms/Fences/FenceGraph.h"
#include <string>

namespace tilefuzz {

enum class TreeConstruct : uint8_t { Place, If, IfElse, For, ForExit };

/// A construct of a tree, and the blocks that stand for it.
struct TreeStep {
  TreeConstruct construct;
  /// The place's block; where an if's arms meet; a loop's header.
  unsigned block = 0;
  /// The arms of an if; a loop's body ahead of its exit and behind it.
  std::vector<TreeStep> first, second;
};

struct TreeShape {
  /// Its events are None, one for each place.
  EventGraph graph;
  /// By place, in the order of the text: its block, which has no other event.
  std::vector<unsigned> places;
  std::vector<TreeStep> steps;

  /// With these events in its places.
  EventGraph fill(llvm::ArrayRef<TensorEvent> events) const;
  /// "for { use if { arrive } }", with the events of `filled`, a graph of this
  /// shape.
  std::string print(const EventGraph &filled) const;
  /// Whether on some way through it a thread's contract is broken
  /// (TensorOrder.h): loops run 0, 1 and 2 times, a loop's exit is taken in any
  /// of its iterations, or never.
  bool breaksContract(const EventGraph &filled) const;
};

/// Laid out as blocks.
TreeShape makeTreeShape(std::vector<TreeStep> steps);

/// All shapes with this many places whose constructs are nested at most that
/// deep.
std::vector<TreeShape> makeTreeShapes(unsigned numPlaces, unsigned depth);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_FENCES_FENCETREES_H
