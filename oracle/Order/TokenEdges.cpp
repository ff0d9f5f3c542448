//===- TokenEdges.cpp - What each token edge is for -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/RequiredOrder.h"
#include <map>

using namespace tilefuzz;

std::vector<TokenEdge> tilefuzz::weighTokenEdges(const OrderTrace &trace) {
  std::map<std::pair<std::string, std::string>, TokenEdge> edges;
  for (const BlockOrder &block : trace.blocks) {
    size_t n = block.instances.size();
    for (const OrderInstance &instance : block.instances)
      for (unsigned before : instance.predecessors) {
        AccessSite from = block.instances[before].site.toSite();
        AccessSite to = instance.site.toSite();
        edges.try_emplace({from.location, to.location}, TokenEdge{from, to, 0});
      }
    if (block.isTooLarge())
      continue;
    RequiredPairs required(block);
    for (auto &[key, edge] : edges) {
      // Without this edge, what is reachable? Predecessors come first.
      std::vector<llvm::BitVector> before(n, llvm::BitVector(n));
      for (unsigned to = 0; to < n; ++to) {
        for (unsigned from : block.instances[to].predecessors) {
          if (block.instances[from].site.location == key.first &&
              block.instances[to].site.location == key.second)
            continue;
          before[to] |= before[from];
          before[to].set(from);
        }
        llvm::BitVector lost = required.before(to);
        edge.carries += lost.reset(before[to]).count();
      }
    }
  }
  std::vector<TokenEdge> result;
  for (auto &[key, edge] : edges)
    result.push_back(std::move(edge));
  return result;
}
