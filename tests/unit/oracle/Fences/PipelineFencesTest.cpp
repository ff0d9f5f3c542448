//===- PipelineFencesTest.cpp - Fences of agents that hand over -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/PipelineFences.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;

namespace {
PipelineFenceList place(const PipelineShape &shape,
                        FenceForm form = FenceForm::Dataflow,
                        const BugSet &bugs = {}) {
  PipelineFenceList all;
  for (const PipelineAgent &agent : shape.agents)
    all.push_back(findFences(agent.graph, form, bugs));
  return all;
}

std::string findFault(const PipelineShape &shape,
                      const PipelineFenceList &fences) {
  for (const PipelineTrips &trips : makePipelineTrips(shape.maySkip))
    if (std::string fault = findPipelineFault(shape, trips, fences);
        !fault.empty())
      return fault;
  return "";
}

PipelineShape findShape(llvm::StringRef name, bool fencesRelays = true) {
  for (PipelineShape &shape : makePipelineShapes(fencesRelays))
    if (shape.name == name)
      return shape;
  ADD_FAILURE() << name.str();
  return {};
}

/// Of the agent's program, nested ones included; false: it has none.
bool removeFirst(std::vector<PipelineStep> &steps, TensorEvent event,
                 PipelineRing ring) {
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    if (step->kind == PipelineStep::Event && step->event == event &&
        step->ring == ring) {
      steps.erase(step);
      return true;
    }
    if (removeFirst(step->body, event, ring))
      return true;
  }
  return false;
}

TEST(PipelineFences, SufficeInEveryShape) {
  std::set<std::string> names;
  for (const PipelineShape &shape : makePipelineShapes()) {
    EXPECT_TRUE(names.insert(shape.name).second);
    EXPECT_EQ(findFault(shape, place(shape)), "") << shape.name;
    // Seed 004's scans of blocks do not, in any.
    EXPECT_NE(findFault(shape, place(shape, FenceForm::Linear)), "")
        << shape.name;
    EXPECT_NE(findFault(shape, PipelineFenceList(shape.agents.size())), "");
  }
  EXPECT_EQ(names.size(), 40u);
}

TEST(PipelineFences, StandWhereTheyStandWhenAskedAgain) {
  for (const PipelineShape &shape : makePipelineShapes())
    for (const PipelineAgent &agent : shape.agents) {
      auto fences = findFences(agent.graph, FenceForm::Dataflow);
      EventGraph fenced = applyFences(agent.graph, fences);
      EXPECT_TRUE(findFences(fenced, FenceForm::Dataflow).empty());
    }
}

// X4: on the way through a tile without products the issuer hands sums on that
// it does not touch. The pass sees no use there.
TEST(PipelineFences, DoNotSeeWhoRelays) {
  unsigned count = 0;
  for (const PipelineShape &shape :
       makePipelineShapes(/*fencesRelays=*/false)) {
    std::string fault = findFault(shape, place(shape));
    bool relays = shape.name.find("begun by another") != std::string::npos;
    EXPECT_EQ(fault, relays ? "epilogue: load 1 is not fenced from store 0 of "
                              "beginner"
                            : "")
        << shape.name;
    count += relays;
  }
  EXPECT_EQ(count, 8u);
}

TEST(PipelineFences, AreMissedByNameWithSeededBugs) {
  constexpr llvm::StringLiteral notFenced = "not fenced";
  for (auto [bug, fault] : {std::pair(SeededBug::FenceBehindArrive, notFenced),
                            {SeededBug::FenceAheadOfWait, notFenced},
                            {SeededBug::FenceWaitBehindFence, notFenced},
                            {SeededBug::FenceResultNotWaited,
                             "a result is read before its wait"}}) {
    PipelineShape shape = findShape("attention, skips");
    BugSet bugs;
    bugs.insert(bug);
    std::string found =
        findFault(shape, place(shape, FenceForm::Dataflow, bugs));
    EXPECT_NE(found.find(fault.str()), std::string::npos) << found;
  }
  PipelineShape shape = findShape("gemm, factors copied, skips");
  BugSet bugs;
  bugs.insert(SeededBug::FenceJoinIsAnd);
  EXPECT_NE(findFault(shape, place(shape, FenceForm::Dataflow, bugs)), "");
}

// What is judged is a pipeline: one that is none is told by name.
TEST(PipelineFences, WrongShapesAreTold) {
  auto without = [](unsigned agent, TensorEvent event, PipelineRing ring) {
    PipelineShape shape = findShape("gemm");
    EXPECT_TRUE(removeFirst(shape.agents[agent].steps, event, ring));
    return findFault(shape, place(shape));
  };
  // The epilogue does not wait for sums.
  EXPECT_EQ(without(2, TensorEvent::Wait, PipelineRing::SumsFull),
            "epilogue: load 1 and use 0 of issuer race");
  // Nobody says that a stage is full.
  EXPECT_EQ(without(0, TensorEvent::Arrive, PipelineRing::StageFull),
            "issuer waits for ever");
  // The producer does not wait until stages are empty.
  EXPECT_EQ(without(0, TensorEvent::Wait, PipelineRing::StageEmpty),
            "producer: arrives at a phase that may not have begun");
}
} // namespace
