//===- BlockScheduler.cpp - Which tile block runs next --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/BlockScheduler.h"
#include "interp/Tile/Queues.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>
#include <numeric>

using namespace tilefuzz;

/// Operations until another block gets its turn. Not so few that all blocks of
/// a large grid stand half done.
static constexpr uint64_t sliceLength = 100'000;
/// More blocks than this are started only when all of these wait.
static constexpr size_t mostResidents = 64;

BlockScheduler::BlockScheduler(Memory &memory, Outcome &outcome,
                               uint64_t numBlocks, const Schedule &schedule,
                               uint64_t stepLimit, StartBlock start)
    : stepsLeft(stepLimit), memory(memory), outcome(outcome),
      numBlocks(numBlocks), schedule(schedule), stepLimit(stepLimit),
      start(start), randomState(~schedule.seed) {
  if (schedule.kind != Schedule::Kind::Random)
    return;
  // More blocks than steps are never started.
  order.resize(std::min<uint64_t>(numBlocks, stepLimit + 1));
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[nextRandom(randomState) % i]);
}

bool BlockScheduler::isReady(const Resident &resident) const {
  if (!resident.waitsSince)
    return true;
  if (const WaitKind *kind = resident.machine->waitKind)
    return kind->isOver(*resident.machine);
  return *resident.waitsSince != memory.changes;
}

void BlockScheduler::takeAgents(Machine &machine) {
  std::vector<std::unique_ptr<Machine>> agents =
      std::exchange(machine.startedAgents, {});
  if (schedule.kind == Schedule::Kind::Reverse ||
      schedule.kind == Schedule::Kind::ReverseBlocks)
    std::reverse(agents.begin(), agents.end());
  for (std::unique_ptr<Machine> &agent : agents) {
    agent->pausesAfterAccess = schedule.kind == Schedule::Kind::RoundRobin ||
                               schedule.kind == Schedule::Kind::Random;
    residents.push_back({std::move(agent), std::nullopt});
  }
}

size_t BlockScheduler::startNext() {
  uint64_t block = numStarted++;
  if (schedule.kind == Schedule::Kind::Reverse ||
      schedule.kind == Schedule::Kind::ReverseBlocks)
    block = numBlocks - 1 - block;
  else if (block < order.size())
    block = order[block];
  residents.push_back({start(block), std::nullopt});
  residents.back().machine->pausesAfterAccess =
      numBlocks > 1 && (schedule.kind == Schedule::Kind::RoundRobin ||
                        schedule.kind == Schedule::Kind::Random);
  return residents.size() - 1;
}

std::optional<size_t> BlockScheduler::chooseInOrder() {
  // One that is stopped in its work goes behind all others.
  if (wasSliced) {
    std::rotate(residents.begin() + last, residents.begin() + last + 1,
                residents.end());
    if (canStart() && residents.size() < mostResidents)
      return startNext();
  }
  for (size_t i = 0; i < residents.size(); ++i)
    if (isReady(residents[i]))
      return i;
  if (canStart())
    return startNext();
  return std::nullopt;
}

std::optional<size_t> BlockScheduler::chooseNextInTurn() {
  if (canStart() && residents.size() < mostResidents)
    return startNext();
  for (size_t i = 1; i <= residents.size(); ++i)
    if (size_t next = (last + i) % residents.size(); isReady(residents[next]))
      return next;
  if (canStart())
    return startNext();
  return std::nullopt;
}

std::optional<size_t> BlockScheduler::chooseAtRandom() {
  llvm::SmallVector<size_t> ready;
  for (size_t i = 0; i < residents.size(); ++i)
    if (isReady(residents[i]))
      ready.push_back(i);
  // Half of the time the same goes on: long runs of one block are as telling
  // as frequent changes.
  if (llvm::is_contained(ready, last) && nextRandom(randomState) >> 63)
    return last;
  bool mayStart =
      canStart() && (ready.empty() || residents.size() < mostResidents);
  size_t choices = ready.size() + mayStart;
  if (choices == 0)
    return std::nullopt;
  size_t choice = choices == 1 ? 0 : nextRandom(randomState) % choices;
  return choice < ready.size() ? ready[choice] : startNext();
}

std::optional<size_t> BlockScheduler::choose() {
  switch (schedule.kind) {
  case Schedule::Kind::ProgramOrder:
  case Schedule::Kind::Reverse:
  case Schedule::Kind::ReverseBlocks:
    return chooseInOrder();
  case Schedule::Kind::RoundRobin:
    return chooseNextInTurn();
  case Schedule::Kind::Random:
    return chooseAtRandom();
  }
  llvm_unreachable("unknown schedule");
}

WaitingBlock BlockScheduler::waitOf(const Machine &machine,
                                    const Instruction &in) const {
  WaitingBlock waiting{machine.blockIndex, machine.siteOf(in), machine.agent,
                       ""};
  if (machine.waitKind)
    waiting.waitsFor = machine.waitKind->describe(machine);
  return waiting;
}

static void setWaiting(Outcome &outcome, std::vector<WaitingBlock> waiting) {
  llvm::sort(waiting, [](const WaitingBlock &a, const WaitingBlock &b) {
    return std::tie(a.block, a.agent) < std::tie(b.block, b.agent);
  });
  outcome.status = RunStatus::Deadlock;
  outcome.site = waiting.front().site;
  outcome.waiting = std::move(waiting);
}

void BlockScheduler::reportDeadlock() {
  std::vector<WaitingBlock> waiting;
  // Who waits for agents only is not to blame.
  for (const Resident &resident : residents)
    if (!resident.machine->runningAgents)
      waiting.push_back(waitOf(*resident.machine, *resident.machine->waitsIn));
  bool hasAgents = llvm::any_of(
      waiting, [](const WaitingBlock &block) { return !block.agent.empty(); });
  outcome.condition = hasAgents ? "every-agent-waits" : "every-block-waits";
  setWaiting(outcome, std::move(waiting));
}

uint64_t BlockScheduler::stateHash() const {
  llvm::hash_code hash = memory.hashContents();
  for (const Resident &resident : residents)
    hash = llvm::hash_combine(hash, resident.machine->hashState(),
                              isReady(resident));
  return llvm::hash_combine(hash, numStarted, last, wasSliced);
}

bool BlockScheduler::hasCycled() {
  // A schedule that draws does not have to repeat what it did.
  if (schedule.kind == Schedule::Kind::Random || stepsLeft > stepLimit / 2)
    return false;
  uint64_t now = stateHash();
  if (turns > 0 && now == saved)
    return true;
  if (++turns == nextSaved) {
    nextSaved *= 2;
    saved = now;
  }
  return false;
}

void BlockScheduler::reportLivelock() {
  outcome.condition = "livelock";
  std::vector<WaitingBlock> waiting;
  for (const Resident &resident : residents) {
    const Machine &machine = *resident.machine;
    const Instruction *at = &machine.next();
    for (const Frame &frame : machine.activeFrames())
      if (frame.isLoop) {
        at = frame.owner;
        break;
      }
    if (!machine.runningAgents)
      waiting.push_back(waitOf(machine, *at));
  }
  setWaiting(outcome, std::move(waiting));
}

void BlockScheduler::run() {
  for (;;) {
    std::optional<size_t> chosen = choose();
    if (!chosen) {
      if (residents.empty())
        return;
      // What a schedule holds back happens at last, and may end the waiting.
      uint64_t changes = memory.changes;
      for (Resident &resident : residents)
        memory.performHeldBack(resident.machine->blockIndex);
      if (memory.changes != changes)
        continue;
      return reportDeadlock();
    }
    last = *chosen;
    Machine &machine = *residents[last].machine;
    machine.stepsLeft = stepsLeft;
    machine.tripsLeft = tripsLeft;
    machine.sliceLeft = sliceLength;
    Flow flow = machine.resume();
    stepsLeft = machine.stepsLeft;
    tripsLeft = machine.tripsLeft;
    if (flow == Flow::Stop) {
      memory.performHeldBack(machine.blockIndex);
      return;
    }
    wasSliced = flow == Flow::Pause && !machine.waitsIn;
    residents[last].waitsSince.reset();
    if (flow == Flow::Pause) {
      if (machine.waitsIn)
        residents[last].waitsSince = memory.changes;
      if (!machine.startedAgents.empty())
        takeAgents(machine);
      if (hasCycled())
        return reportLivelock();
      continue;
    }
    if (machine.parent) {
      machine.endAgent();
    } else {
      memory.performHeldBack(machine.blockIndex);
      if (!machine.endBlock())
        return;
    }
    residents.erase(residents.begin() + last);
    if (last)
      --last;
  }
}
