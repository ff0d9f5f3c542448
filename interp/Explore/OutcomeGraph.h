//===- OutcomeGraph.h - An execution as a picture ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_OUTCOMEGRAPH_H
#define TILEFUZZ_INTERP_EXPLORE_OUTCOMEGRAPH_H

#include "compiler/Support/Html/AccessGraph.h"
#include "interp/Explore/ExecutionGraph.h"

namespace tilefuzz {

/// Collects an execution's accesses as nodes, and what relates them. Events of
/// one access are one node.
class OutcomeGraph {
public:
  /// The node of `key`, made if there is none.
  size_t nodeOf(const void *key, llvm::StringRef column,
                const AccessGraph::Node &node);
  /// More that the access does.
  void addEffect(size_t node, bool isWrite, const std::string &effect);
  void addRead(size_t from, size_t to, const std::string &what);
  /// In an order that `isBefore` allows; only links that no others imply.
  AccessGraph finish(llvm::function_ref<bool(size_t, size_t)> isBefore);

private:
  AccessGraph graph;
  llvm::DenseMap<const void *, size_t> nodes;
};

class BlockReplayer;
/// Of the tile interpreter's explorer.
AccessGraph outcomeGraphOf(const ExecutionGraph &graph,
                           const BlockReplayer &replayer,
                           const GranuleSizes &granules);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_OUTCOMEGRAPH_H
