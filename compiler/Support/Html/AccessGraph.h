//===- AccessGraph.h - Accesses and their order as a picture ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Accesses stand in columns, one for each block or thread, in the order in
// which they begin; arrows say what comes after what, what a read sees, what
// races. An inline SVG, without a script.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_HTML_ACCESSGRAPH_H
#define TILEFUZZ_COMPILER_SUPPORT_HTML_ACCESSGRAPH_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <string>
#include <vector>

namespace tilefuzz {

struct AccessGraph {
  struct Node {
    /// E.g. `#3 store_ptr_tko`.
    std::string title;
    /// E.g. `writes x+0..15`.
    std::string detail;
    size_t column = 0;
    bool isWrite = false;
    /// When pointed at.
    std::string hint;
  };
  enum class Kind {
    /// Tokens, or what the memory model calls happens-before.
    Order,
    /// Of a write and what reads it.
    ReadsFrom,
    /// Nothing orders the two.
    Race,
    /// Another program orders the two, and this one should.
    Lost,
  };
  struct Edge {
    size_t from = 0, to = 0;
    Kind kind = Kind::Order;
    std::string hint;
  };

  /// What stands above each column.
  std::vector<std::string> columns;
  /// Each after those that its edges of order come from.
  std::vector<Node> nodes;
  std::vector<Edge> edges;

  bool has(Kind kind) const;
  /// By node, those from which edges of order lead to it.
  std::vector<llvm::BitVector> predecessors() const;
  /// Removes edges of order that others imply.
  void reduceOrder();
  /// Puts the nodes into an order in which none comes before one that precedes
  /// it; of those that may be next, the first.
  void sortNodes(llvm::function_ref<bool(size_t, size_t)> isBefore);
};

/// Accesses that a picture has room for.
constexpr size_t mostDrawnAccesses = 120;

/// The picture and the meaning of its arrows; empty if there is no access.
std::string drawAccessGraph(const AccessGraph &graph);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_HTML_ACCESSGRAPH_H
