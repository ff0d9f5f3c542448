//===- EvalTileAAQueue.cpp - Queues and agents ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 2.3 and 3.6; what they leave open is settled in
// compiler/TileAA/TileAAOpsQueue.td.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Evaluators.h"
#include "interp/Tile/Queues.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir::nv_tileaa;
using namespace tilefuzz;
using State = QueueSlot::State;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void OrderedBody::add(TokenRef token) {
  // A chain of accesses is known by its last.
  if (!done.empty() && Memory::isBefore(*done.back(), *token))
    done.back() = std::move(token);
  else
    done.push_back(std::move(token));
}

TokenRef OrderedBody::end() const {
  std::vector<TokenRef> all = done;
  all.push_back(before);
  return joinTokens(all);
}

/// After all that is ordered before the bodies around this one, and `order`.
static void beginBody(Machine &machine, TokenRef order) {
  if (!machine.bodies.empty())
    order = joinTokens({machine.bodies.back().before, order});
  machine.bodies.push_back({std::move(order), {}});
}

/// What it did; the body around it did this as well. What is before it is so
/// even if it did nothing.
static TokenRef endBody(Machine &machine) {
  TokenRef end = machine.bodies.back().end();
  machine.bodies.pop_back();
  if (!machine.bodies.empty())
    machine.bodies.back().add(end);
  return end;
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

/// Of the operation that is run, or of the one that waits.
static Queue &queueOf(const Machine &machine, const Instruction &in) {
  return machine.queues->queues[machine.tile(in, 0).bits[0]];
}

static bool canPut(const Queue &queue) {
  uint64_t index = queue.puts % queue.depth;
  return index >= queue.slots.size() ||
         queue.slots[index].state == State::Empty;
}
static bool canGet(const Queue &queue) {
  uint64_t index = queue.gets % queue.depth;
  return index < queue.slots.size() && queue.slots[index].state == State::Full;
}

static std::string nameOf(const Machine &machine, const Queue &queue) {
  return "the queue of " + machine.siteOf(*queue.created).location;
}

static constexpr WaitKind waitToPut = {
    [](const Machine &machine) {
      return canPut(queueOf(machine, machine.next()));
    },
    [](const Machine &machine) {
      const Queue &queue = queueOf(machine, machine.next());
      return nameOf(machine, queue) + " has no empty slot of " +
             std::to_string(queue.depth);
    }};
static constexpr WaitKind waitToGet = {
    [](const Machine &machine) {
      return canGet(queueOf(machine, machine.next()));
    },
    [](const Machine &machine) {
      const Queue &queue = queueOf(machine, machine.next());
      return nameOf(machine, queue) + " has no full slot, after " +
             std::to_string(queue.puts) + " puts and " +
             std::to_string(queue.gets) + " gets";
    }};

static Flow evalCreateQueue(Machine &machine, const Instruction &in) {
  if (!machine.queues)
    machine.queues = std::make_shared<QueueTable>();
  std::vector<Queue> &queues = machine.queues->queues;
  Queue &queue = queues.emplace_back();
  queue.created = &in;
  queue.depth = llvm::cast<CreateQueueOp>(in.op).getDepth();
  machine.setTile(in, 0, TileValue{{queues.size() - 1}, {}, {}});
  return Flow::Next;
}

/// Which slot a body holds stands in its frame's counter.
static QueueSlot &slotOf(Machine &machine, const Frame &frame) {
  return queueOf(machine, *frame.owner).slots[size_t(frame.counter)];
}

/// The state of the queue is a part of the block's: no poll goes on over it.
static void noteChange(Machine &machine) {
  ++machine.memory.changes;
  machine.accessed = true;
}

/// Between two agents at one end, the schedule chooses.
static void noteUser(Machine &machine, std::optional<std::string> &user) {
  if (user && *user != machine.agent)
    machine.memory.isFullyOrdered = false;
  user = machine.agent;
}

static Flow leavePut(Machine &machine, Frame &frame, Flow flow) {
  if (flow != Flow::Yield)
    return flow;
  QueueSlot &slot = slotOf(machine, frame);
  slot.values.assign(machine.carried.begin(), machine.carried.end());
  slot.order = endBody(machine);
  slot.state = State::Full;
  noteChange(machine);
  return Flow::Next;
}

static Flow evalPut(Machine &machine, const Instruction &in) {
  if (machine.tile(in, 0).isUnspecified(0))
    return machine.unstable(in, "a queue");
  Queue &queue = queueOf(machine, in);
  if (!canPut(queue))
    return machine.wait(in, waitToPut);
  Frame frame{&in.regions[0], &in, leavePut};
  uint64_t index = queue.puts++ % queue.depth;
  frame.counter = index;
  if (index == queue.slots.size())
    queue.slots.emplace_back();
  noteUser(machine, queue.putter);
  QueueSlot &slot = queue.slots[index];
  slot.state = State::Filling;
  slot.put = &in;
  noteChange(machine);
  beginBody(machine, slot.order);
  return machine.enter(std::move(frame));
}

static Flow leaveGet(Machine &machine, Frame &frame, Flow flow) {
  if (flow != Flow::Yield)
    return flow;
  for (auto [result, value] :
       llvm::zip_equal(frame.owner->results, machine.carried))
    machine.slots[result] = value;
  QueueSlot &slot = slotOf(machine, frame);
  slot.values.clear();
  slot.order = endBody(machine);
  slot.state = State::Empty;
  noteChange(machine);
  return Flow::Next;
}

static Flow evalGet(Machine &machine, const Instruction &in) {
  if (machine.tile(in, 0).isUnspecified(0))
    return machine.unstable(in, "a queue");
  Queue &queue = queueOf(machine, in);
  if (!canGet(queue))
    return machine.wait(in, waitToGet);
  Frame frame{&in.regions[0], &in, leaveGet};
  frame.counter = queue.gets++ % queue.depth;
  noteUser(machine, queue.getter);
  QueueSlot &slot = queue.slots[size_t(frame.counter)];
  slot.state = State::Draining;
  for (auto [argument, value] :
       llvm::zip_equal(in.regionArguments[0], slot.values))
    machine.slots[argument] = value;
  noteChange(machine);
  beginBody(machine, slot.order);
  return machine.enter(std::move(frame));
}

bool Machine::endBlock() {
  if (!queues)
    return true;
  for (const Queue &queue : queues->queues)
    for (const QueueSlot &slot : queue.slots)
      if (slot.state == State::Full) {
        undefined(*slot.put, Undefined::QueueValueNeverTaken);
        return false;
      }
  return endPipelines(*this);
}

uint64_t Machine::hashQueues() const {
  llvm::hash_code hash = llvm::hash_value(runningAgents);
  if (!queues)
    return hash;
  for (const Queue &queue : queues->queues) {
    hash = llvm::hash_combine(hash, queue.puts % queue.depth,
                              queue.gets % queue.depth);
    for (const QueueSlot &slot : queue.slots) {
      hash = llvm::hash_combine(hash, unsigned(slot.state));
      for (const Value &value : slot.values)
        hash = llvm::hash_combine(hash, hashOf(value));
    }
  }
  for (const Pipeline &pipeline : queues->pipelines)
    for (const PipelineSlot &slot : pipeline.slots) {
      hash = llvm::hash_combine(hash, unsigned(slot.state), slot.releases & 1);
      for (const Value &part : slot.parts)
        hash = llvm::hash_combine(hash, hashOf(part));
    }
  return hash;
}

//===----------------------------------------------------------------------===//
// Agents
//===----------------------------------------------------------------------===//

static constexpr WaitKind waitForAgents = {
    [](const Machine &machine) { return machine.runningAgents == 0; },
    [](const Machine &machine) {
      return std::to_string(machine.runningAgents) + " agents have not ended";
    }};

Flow Machine::wait(const Instruction &in, const WaitKind &kind) {
  if (!mayWait)
    return unsupported(in, "waiting in a region that combines elements");
  waitsIn = &in;
  waitKind = &kind;
  return Flow::Wait;
}

void Machine::endAgent() {
  --parent->runningAgents;
  queues->yielded[agent].assign(carried.begin(), carried.end());
  if (bodies.empty())
    return;
  for (TokenRef &token : bodies.front().done)
    parent->agentsBody.add(std::move(token));
}

/// Its number, behind those of the agents around it.
static std::string nameOfAgent(const Machine &around, size_t number) {
  return around.agent + (around.agent.empty() ? "" : ".") +
         std::to_string(number);
}

static std::unique_ptr<Machine>
startAgent(Machine &machine, const Instruction &in, size_t number) {
  auto agent =
      std::make_unique<Machine>(machine.memory, machine.outcome, /*slots=*/0);
  agent->slots = machine.slots;
  agent->blockIndex = machine.blockIndex;
  agent->blockId = machine.blockId;
  agent->grid = machine.grid;
  agent->observer = machine.observer;
  agent->results = machine.results;
  agent->globals = machine.globals;
  agent->queues = machine.queues;
  agent->parent = &machine;
  for (auto [argument, operand] :
       llvm::zip_equal(in.regionArguments[number], in.operands))
    agent->slots[argument] = machine.slots[operand];
  agent->agent = nameOfAgent(machine, number);
  // Only who asks for what an agent did needs it written down.
  if (!in.results.empty() || !machine.bodies.empty())
    agent->bodies.push_back(
        {machine.bodies.empty() ? nullptr : machine.bodies.back().before, {}});
  agent->start(in.regions[number]);
  return agent;
}

static Flow evalExecute(Machine &machine, const Instruction &in) {
  if (machine.executing != &in) {
    if (!machine.mayWait)
      return machine.wait(in, waitForAgents);
    // One for all, as agents may create queues for each other.
    if (!machine.queues)
      machine.queues = std::make_shared<QueueTable>();
    machine.executing = &in;
    machine.agentsBody = {};
    machine.runningAgents = in.regions.size();
    for (size_t number = 0; number < in.regions.size(); ++number)
      machine.startedAgents.push_back(startAgent(machine, in, number));
    return machine.wait(in, waitForAgents);
  }
  machine.executing = nullptr;
  if (!machine.bodies.empty())
    for (const TokenRef &token : machine.agentsBody.done)
      machine.bodies.back().add(token);
  // One agent's behind the other's, and the token last.
  llvm::SmallVector<Value> results;
  for (size_t number = 0; number < in.regions.size(); ++number) {
    auto yielded = machine.queues->yielded.find(nameOfAgent(machine, number));
    llvm::append_range(results, yielded->second);
    machine.queues->yielded.erase(yielded);
  }
  if (results.size() < in.results.size())
    results.push_back({nullptr, machine.agentsBody.end(), nullptr});
  for (auto [slot, value] : llvm::zip_equal(in.results, results))
    machine.slots[slot] = std::move(value);
  machine.agentsBody = {};
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileaa.create_queue", evalCreateQueue},
    {"nv_tileaa.queue.put", evalPut},
    {"nv_tileaa.queue.get", evalGet},
    {"nv_tileaa.queue.yield", evalTerminator<Flow::Yield>},
    {"nv_tileaa.execute", evalExecute},
    {"nv_tileas.async.pipeline.agent_switch", evalExecute},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileAAQueueEvaluators() {
  return rows;
}
