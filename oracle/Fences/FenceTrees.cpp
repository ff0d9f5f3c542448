//===- FenceTrees.cpp - Small structured programs of one thread -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/FenceTrees.h"
#include "oracle/Fences/TensorOrder.h"

using namespace llvm;
using namespace tilefuzz;

using Sequence = std::vector<TreeStep>;

//===----------------------------------------------------------------------===//
// As blocks
//===----------------------------------------------------------------------===//

namespace {
class Layout {
public:
  explicit Layout(TreeShape &shape) : shape(shape) {
    unsigned end = addBlock();
    add(shape.steps, end);
  }

private:
  unsigned addBlock() {
    shape.graph.blocks.emplace_back();
    return shape.graph.blocks.size() - 1;
  }
  void connect(unsigned from, unsigned to) {
    shape.graph.blocks[from].successors.push_back(to);
  }
  /// Lays out behind the block `end`, which moves along.
  void add(Sequence &sequence, unsigned &end) {
    for (TreeStep &step : sequence)
      add(step, end);
  }
  void add(TreeStep &step, unsigned &end);
  void addLoop(TreeStep &step, unsigned &end);

  TreeShape &shape;
};
} // namespace

void Layout::addLoop(TreeStep &step, unsigned &end) {
  step.block = addBlock();
  connect(end, step.block);
  end = step.block;
  add(step.first, end);
  unsigned exit = end;
  add(step.second, end);
  connect(end, step.block);
  end = addBlock();
  connect(step.block, end);
  if (step.construct == TreeConstruct::ForExit)
    connect(exit, end);
}

void Layout::add(TreeStep &step, unsigned &end) {
  switch (step.construct) {
  case TreeConstruct::Place:
    step.block = addBlock();
    connect(end, step.block);
    shape.graph.blocks[step.block].events.emplace_back();
    shape.places.push_back(step.block);
    end = step.block;
    return;
  case TreeConstruct::If:
  case TreeConstruct::IfElse: {
    unsigned thenEnd = end, elseEnd = end;
    add(step.first, thenEnd);
    add(step.second, elseEnd);
    step.block = end = addBlock();
    connect(thenEnd, end);
    connect(elseEnd, end);
    return;
  }
  case TreeConstruct::For:
  case TreeConstruct::ForExit:
    addLoop(step, end);
    return;
  }
}

EventGraph TreeShape::fill(ArrayRef<TensorEvent> events) const {
  EventGraph filled = graph;
  for (unsigned i = 0; i != places.size(); ++i)
    filled.blocks[places[i]].events.front().kind = events[i];
  return filled;
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

static void print(const Sequence &sequence, const EventGraph &filled,
                  std::string &text) {
  auto printBody = [&](const Sequence &body) {
    text += "{ ";
    print(body, filled, text);
    text += "} ";
  };
  for (const TreeStep &step : sequence) {
    switch (step.construct) {
    case TreeConstruct::Place:
      for (const EventNode &node : filled.blocks[step.block].events)
        text += stringify(node.kind).str() + " ";
      break;
    case TreeConstruct::If:
    case TreeConstruct::IfElse:
      text += "if ";
      printBody(step.first);
      if (step.construct == TreeConstruct::IfElse) {
        text += "else ";
        printBody(step.second);
      }
      break;
    case TreeConstruct::For:
      text += "for ";
      printBody(step.first);
      break;
    case TreeConstruct::ForExit:
      text += "for { ";
      print(step.first, filled, text);
      text += "exit ";
      print(step.second, filled, text);
      text += "} ";
      break;
    }
  }
}

std::string TreeShape::print(const EventGraph &filled) const {
  std::string text;
  ::print(steps, filled, text);
  text.pop_back();
  return text;
}

//===----------------------------------------------------------------------===//
// Every way through it
//===----------------------------------------------------------------------===//

namespace {
/// Runs all ways at once: what they do next depends on the state only.
class Ways {
public:
  explicit Ways(const EventGraph &filled) : filled(filled) {}

  /// A bit for each state that some way is in.
  using States = unsigned;

  States run(const Sequence &sequence, States states) {
    for (const TreeStep &step : sequence)
      states = run(step, states);
    return states;
  }

  bool isBroken = false;

private:
  States run(const TreeStep &step, States states);
  States runPlace(unsigned block, States states);

  const EventGraph &filled;
};
} // namespace

Ways::States Ways::runPlace(unsigned block, States states) {
  States after = 0;
  for (unsigned i = 0; i != ContractState::numStates; ++i) {
    if (!(states >> i & 1))
      continue;
    ContractState state(i);
    for (const EventNode &node : filled.blocks[block].events)
      isBroken |= !state.step(node.kind);
    after |= 1u << state.number();
  }
  return after;
}

Ways::States Ways::run(const TreeStep &step, States states) {
  switch (step.construct) {
  case TreeConstruct::Place:
    return runPlace(step.block, states);
  case TreeConstruct::If:
  case TreeConstruct::IfElse:
    return run(step.first, states) | run(step.second, states);
  case TreeConstruct::For:
  case TreeConstruct::ForExit: {
    States after = states;
    for (unsigned iteration = 0; iteration != 2; ++iteration) {
      states = run(step.first, states);
      if (step.construct == TreeConstruct::ForExit)
        after |= states;
      states = run(step.second, states);
      after |= states;
    }
    return after;
  }
  }
  llvm_unreachable("unknown construct");
}

bool TreeShape::breaksContract(const EventGraph &filled) const {
  Ways ways(filled);
  ways.run(steps, 1u << ContractState().number());
  return ways.isBroken;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static std::vector<Sequence> makeSequences(unsigned size, unsigned depth);

/// All constructs with `size` places.
static std::vector<TreeStep> makeSteps(unsigned size, unsigned depth) {
  std::vector<TreeStep> steps;
  if (size == 1)
    steps.push_back({TreeConstruct::Place, 0, {}, {}});
  if (depth == 0)
    return steps;
  for (const Sequence &body : makeSequences(size, depth - 1)) {
    steps.push_back({TreeConstruct::If, 0, body, {}});
    steps.push_back({TreeConstruct::For, 0, body, {}});
    steps.push_back({TreeConstruct::ForExit, 0, body, {}});
  }
  for (unsigned left = 1; left < size; ++left)
    for (const Sequence &first : makeSequences(left, depth - 1))
      for (const Sequence &second : makeSequences(size - left, depth - 1)) {
        steps.push_back({TreeConstruct::IfElse, 0, first, second});
        steps.push_back({TreeConstruct::ForExit, 0, first, second});
      }
  return steps;
}

static std::vector<Sequence> makeSequences(unsigned size, unsigned depth) {
  if (size == 0)
    return {Sequence()};
  std::vector<Sequence> sequences;
  for (unsigned head = 1; head <= size; ++head) {
    std::vector<Sequence> tails = makeSequences(size - head, depth);
    for (const TreeStep &step : makeSteps(head, depth))
      for (const Sequence &tail : tails) {
        Sequence sequence{step};
        sequence.insert(sequence.end(), tail.begin(), tail.end());
        sequences.push_back(std::move(sequence));
      }
  }
  return sequences;
}

TreeShape tilefuzz::makeTreeShape(Sequence steps) {
  TreeShape shape;
  shape.steps = std::move(steps);
  Layout layout(shape);
  return shape;
}

std::vector<TreeShape> tilefuzz::makeTreeShapes(unsigned numPlaces,
                                                unsigned depth) {
  std::vector<TreeShape> shapes;
  for (Sequence &sequence : makeSequences(numPlaces, depth))
    shapes.push_back(makeTreeShape(std::move(sequence)));
  return shapes;
}
