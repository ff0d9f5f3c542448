//===- TreeOrders.h - Trees that no fence can tell apart --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Which place of a tree an execution may reach next from which, nothing but
// control flow between them, is the tree's order. Two trees with one order,
// but for the names of places, are one program to whoever places fences:
//
//   the answer     what may be unfenced at a place, and whether a use follows,
//                  are the least solution of equations over this order; fences
//                  stand next to events
//   the judgement  a contract breaks (TensorOrder.h) from one place to another
//                  over places that do not mend it: where the order leads there
//                  at all, it does so with no back edge of a loop taken twice,
//                  and two iterations show it
//
// So one tree of each order is asked, and counts for all. That this is so is
// checked, too: without it the same numbers come out (`--fence-each-tree`).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_FENCES_TREEORDERS_H
#define TILEFUZZ_ORACLE_FENCES_TREEORDERS_H

#include "oracle/Fences/FenceTrees.h"
#include <array>

namespace tilefuzz {

constexpr unsigned maxTreePlaces = 8;

/// Of each place, in the order of the text: which ones may follow, a bit each.
using TreeOrder = std::array<uint8_t, maxTreePlaces>;

/// Read off the blocks of the graph.
TreeOrder getOrder(const TreeShape &shape);

/// The least of the orders that names of the `numPlaces` places make of it.
TreeOrder getCanonical(const TreeOrder &order, unsigned numPlaces);

struct TreeClass {
  /// One of them, a small one.
  TreeShape shape;
  /// How many shapes have its order, or the same with other names.
  uint64_t count;
};

/// All shapes of makeTreeShapes, which are not made one by one, but for one of
/// each order. At most maxTreePlaces places.
std::vector<TreeClass> makeTreeClasses(unsigned numPlaces, unsigned depth);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_FENCES_TREEORDERS_H
