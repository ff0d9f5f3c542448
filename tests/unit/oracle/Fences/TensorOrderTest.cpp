//===- TensorOrderTest.cpp - The order of tensor memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The litmus tests of memory model, 5.10, that are about fences, and what the
// model of two threads says of boundaries.
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/TensorOrder.h"
#include "oracle/Fences/FenceCheck.h"
#include "oracle/Fences/FenceTrees.h"
#include "oracle/Fences/TreeOrders.h"
#include "gtest/gtest.h"
#include <map>

using namespace tilefuzz;

namespace {
constexpr TensorEvent use = TensorEvent::Use;
constexpr TensorEvent before = TensorEvent::BeforeFence;
constexpr TensorEvent after = TensorEvent::AfterFence;
constexpr TensorEvent sync = TensorEvent::Sync;
constexpr TensorEvent arrive = TensorEvent::Arrive;
constexpr TensorEvent wait = TensorEvent::Wait;
constexpr TensorEvent commit = TensorEvent::Commit;

TEST(TensorOrder, L18) {
  EXPECT_FALSE(findUnorderedUse({use, before, arrive}, {wait, after, use}));
  EXPECT_TRUE(findUnorderedUse({use, arrive}, {wait, after, use}));
  std::optional<UnorderedUse> lost =
      findUnorderedUse({use, before, arrive}, {wait, use});
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->thread, 1u);
  EXPECT_EQ(lost->event, 1u);
  EXPECT_EQ(lost->other, 0u);
}

TEST(TensorOrder, L20) {
  EXPECT_FALSE(findUnorderedUse({use, commit}, {wait, after, use}));
  EXPECT_TRUE(findUnorderedUse({use, commit}, {wait, use}));
}

TEST(TensorOrder, BarriersOrderBothWays) {
  EXPECT_FALSE(findUnorderedUse({use, before, sync, after, use},
                                {use, before, sync, after, use}));
  EXPECT_TRUE(findUnorderedUse({use, before, sync, after, use},
                               {use, sync, after, use}));
  EXPECT_TRUE(findUnorderedUse({use, before, sync, use}, {use, before, sync}));
}

TEST(TensorOrder, NothingIsHandedOverWithoutABoundary) {
  EXPECT_FALSE(findUnorderedUse({use, arrive}, {use}));
  // It waits for ever.
  EXPECT_FALSE(findUnorderedUse({use}, {wait, use}));
  EXPECT_FALSE(findUnorderedUse({use, arrive}, {wait, use}, 2));
}

// A fence keeps what it carries; a later boundary brings it, too.
TEST(TensorOrder, FencesReachFurtherBoundaries) {
  EXPECT_FALSE(findUnorderedUse({use, before, arrive, arrive},
                                {wait, wait, after, use}));
  EXPECT_TRUE(
      findUnorderedUse({use, arrive, before, arrive}, {wait, after, use}));
}

TEST(TensorOrder, CommitsArriveLate) {
  // Only if the commit arrives behind the arrive does the first phase carry the
  // unfenced use; some execution does.
  EXPECT_TRUE(findUnorderedUse({use, commit, use, arrive}, {wait, after, use}));
  EXPECT_FALSE(
      findUnorderedUse({use, commit, use, before, arrive}, {wait, after, use}));
}

TEST(TensorOrder, ContractBreaksWhereAThreadObservesIt) {
  EventList events{use, wait, arrive};
  std::optional<unsigned> place = findBrokenContract(events);
  ASSERT_TRUE(place);
  EXPECT_EQ(*place, 2u);
  std::optional<Witness> witness = findWitness(events, *place);
  ASSERT_TRUE(witness);
  EXPECT_TRUE(findUnorderedUse(events, witness->events, witness->count));
  EXPECT_FALSE(findBrokenContract(witness->events));
}

// One place: itself, and the body of an if, a for, a for with exit. Two: four
// of each in a row, and five constructs around both.
TEST(FenceTrees, CountsShapes) {
  EXPECT_EQ(makeTreeShapes(1, 0).size(), 1u);
  EXPECT_EQ(makeTreeShapes(1, 1).size(), 4u);
  EXPECT_EQ(makeTreeShapes(2, 1).size(), 21u);
  EXPECT_EQ(makeTreeShapes(3, 0).size(), 1u);
}

TEST(FenceTrees, FollowBackEdges) {
  for (const TreeShape &shape : makeTreeShapes(2, 1)) {
    EventGraph graph = shape.fill({arrive, use});
    // What one iteration uses, only the next can release.
    EXPECT_EQ(shape.breaksContract(graph),
              shape.print(graph) == "for { arrive use }" ||
                  shape.print(graph) == "for { arrive exit use }" ||
                  shape.print(graph) == "for { arrive use exit }")
        << shape.print(graph);
  }
}

// Parts that are put together have the orders, and the numbers, of all trees
// that are laid out one by one.
TEST(TreeOrders, ClassesHoldAllShapes) {
  for (auto [size, depth] : {std::pair(1, 0),
                             {4, 0},
                             {1, 1},
                             {2, 1},
                             {3, 1},
                             {4, 1},
                             {5, 1},
                             {1, 2},
                             {2, 2},
                             {3, 2}}) {
    std::map<TreeOrder, uint64_t> counts, classes;
    for (const TreeShape &shape : makeTreeShapes(size, depth))
      ++counts[getCanonical(getOrder(shape), size)];
    for (const TreeClass &tree : makeTreeClasses(size, depth))
      classes[getCanonical(getOrder(tree.shape), size)] = tree.count;
    EXPECT_EQ(counts, classes) << size << " places, " << depth << " deep";
  }
}

TEST(TreeOrders, ForgetNames) {
  // if { a } b, and a if { b }: what follows what.
  EXPECT_EQ(getCanonical({0b10, 0}, 2), getCanonical({0, 0b01}, 2));
  EXPECT_NE(getCanonical({0b10, 0}, 2), getCanonical({0b10, 0b01}, 2));
}

EventGraph makeLine(std::initializer_list<EventNode> nodes) {
  EventGraph graph;
  graph.blocks.emplace_back().events = nodes;
  graph.numLoads = 1;
  return graph;
}

std::vector<FenceProblem> problems(std::initializer_list<EventNode> nodes) {
  std::vector<FenceProblem> found;
  for (const FenceFault &fault : findFaults(makeLine(nodes)))
    found.push_back(fault.problem);
  return found;
}

// L19: fences do not wait.
TEST(FenceCheck, L19) {
  constexpr TensorEvent load = TensorEvent::Load;
  constexpr TensorEvent waitLoads = TensorEvent::WaitLoads;
  using Problems = std::vector<FenceProblem>;
  EXPECT_EQ(problems({{load}, {waitLoads}, {before}, {arrive}}), Problems());
  EXPECT_EQ(problems({{load}, {before}, {arrive}}),
            Problems{FenceProblem::IncompleteRelease});
  EXPECT_EQ(problems({{load}, {before}, {waitLoads}, {arrive}}),
            Problems{FenceProblem::IncompleteRelease});
  EXPECT_EQ(problems({{load}, {TensorEvent::ReadResult}}),
            Problems{FenceProblem::EarlyRead});
  EXPECT_EQ(problems({{load}, {TensorEvent::Release}}),
            Problems{FenceProblem::EarlyFree});
}

// What the dataflow form answers has no fault and asks for nothing more, with
// loads and stores, too: all lines of up to five events of these.
TEST(FenceCheck, LoadsAndStoresOfLines) {
  constexpr TensorEvent kinds[] = {TensorEvent::Load,
                                   TensorEvent::Store,
                                   TensorEvent::ReadResult,
                                   TensorEvent::WaitLoads,
                                   TensorEvent::WaitStores,
                                   before,
                                   arrive,
                                   commit,
                                   TensorEvent::Release};
  constexpr unsigned numKinds = std::size(kinds);
  unsigned total = 0;
  for (unsigned size = 1; size <= 5; ++size) {
    unsigned count = 1;
    for (unsigned i = 0; i != size; ++i)
      count *= numKinds;
    for (unsigned code = 0; code != count; ++code) {
      EventGraph graph = makeLine({});
      for (unsigned i = 0, rest = code; i != size; ++i, rest /= numKinds)
        graph.blocks[0].events.push_back({kinds[rest % numKinds], 0});
      std::vector<FenceInsertion> fences =
          findFences(graph, FenceForm::Dataflow);
      EventGraph fenced = applyFences(graph, fences);
      ASSERT_TRUE(findFaults(fenced).empty()) << code << " of " << size;
      ASSERT_TRUE(findFences(fenced, FenceForm::Dataflow).empty()) << code;
      total += fences.size();
    }
  }
  EXPECT_GT(total, 10000u);
}
} // namespace
