//===- AccessGraphTest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Html/AccessGraph.h"
#include "compiler/Support/Html/Html.h"
#include "compiler/Support/Random/Random.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using Kind = AccessGraph::Kind;

/// Nodes in two columns, and edges from lower numbers to higher ones.
static AccessGraph randomGraph(uint64_t &state, size_t nodes) {
  AccessGraph graph;
  graph.columns = {"block 0", "block 1"};
  for (size_t i = 0; i < nodes; ++i) {
    graph.nodes.emplace_back();
    graph.nodes.back().title = "n" + std::to_string(i);
    graph.nodes.back().column = nextRandom(state) % 2;
    for (size_t j = 0; j < i; ++j)
      if (nextRandom(state) % 4 == 0)
        graph.edges.push_back({j, i, Kind::Order, ""});
  }
  return graph;
}

/// By walking.
static bool reaches(const AccessGraph &graph, size_t from, size_t to) {
  for (const AccessGraph::Edge &edge : graph.edges)
    if (edge.from == from && (edge.to == to || reaches(graph, edge.to, to)))
      return true;
  return false;
}

TEST(AccessGraphTest, ReducingKeepsTheOrderAndNothingMore) {
  uint64_t state = 7;
  for (unsigned trial = 0; trial < 200; ++trial) {
    AccessGraph graph = randomGraph(state, 8), reduced = graph;
    reduced.reduceOrder();
    std::vector<llvm::BitVector> before = graph.predecessors();
    for (size_t a = 0; a < graph.nodes.size(); ++a)
      for (size_t b = 0; b < graph.nodes.size(); ++b) {
        EXPECT_EQ(reaches(graph, a, b), reaches(reduced, a, b));
        EXPECT_EQ(reaches(graph, a, b), before[b].test(a));
      }
    // No edge that is left can go.
    for (size_t i = 0; i < reduced.edges.size(); ++i) {
      AccessGraph without = reduced;
      without.edges.erase(without.edges.begin() + i);
      EXPECT_FALSE(
          reaches(without, reduced.edges[i].from, reduced.edges[i].to));
    }
  }
}

TEST(AccessGraphTest, SortedNodesFollowTheirPredecessors) {
  uint64_t state = 8;
  for (unsigned trial = 0; trial < 100; ++trial) {
    AccessGraph graph = randomGraph(state, 8);
    // The other way round, so that something is to be done.
    std::reverse(graph.nodes.begin(), graph.nodes.end());
    for (AccessGraph::Edge &edge : graph.edges)
      edge = {7 - edge.from, 7 - edge.to, edge.kind, edge.hint};
    AccessGraph unsorted = graph;
    graph.sortNodes(
        [&](size_t a, size_t b) { return reaches(unsorted, a, b); });
    ASSERT_EQ(graph.edges.size(), unsorted.edges.size());
    for (size_t i = 0; i < graph.edges.size(); ++i) {
      const AccessGraph::Edge &edge = graph.edges[i], &old = unsorted.edges[i];
      EXPECT_LT(edge.from, edge.to);
      EXPECT_EQ(graph.nodes[edge.from].title, unsorted.nodes[old.from].title);
      EXPECT_EQ(graph.nodes[edge.to].title, unsorted.nodes[old.to].title);
    }
  }
}

static size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at)
    ++count;
  return count;
}

TEST(AccessGraphTest, EveryAccessAndEdgeIsDrawn) {
  EXPECT_EQ(drawAccessGraph(AccessGraph()), "");
  uint64_t state = 9;
  AccessGraph graph = randomGraph(state, 20);
  graph.nodes[3].title = "<a & b>";
  graph.edges.push_back({2, 5, Kind::Race, "race on \"x\""});
  graph.edges.push_back({5, 2, Kind::ReadsFrom, ""});
  std::string drawn = drawAccessGraph(graph);
  EXPECT_EQ(countOf(drawn, "class=\"read\"") +
                countOf(drawn, "<rect class=\"write\" x=\"1\""),
            21u);
  EXPECT_EQ(countOf(drawn, "<path class=\"order\" d=\"M") - 1,
            graph.edges.size() - 2);
  EXPECT_EQ(countOf(drawn, "<title>race on &quot;x&quot;</title>"), 1u);
  EXPECT_NE(drawn.find("&lt;a &amp; b&gt;"), std::string::npos);
  EXPECT_EQ(drawn.find("<a &"), std::string::npos);
  // A run may have more than a picture holds.
  AccessGraph large;
  large.columns = {"block 0"};
  large.nodes.resize(mostDrawnAccesses + 7);
  EXPECT_NE(drawAccessGraph(large).find("7 more accesses are not drawn."),
            std::string::npos);
}
