//===- Mbarriers.cpp - The mbarriers of one CTA ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Memory model, 5.5; PTX ISA 9.0, 9.7.13.15.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Mbarriers.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

static constexpr MbarrierForm forms[] = {
#define SIMT_MBARRIER_OPERATION(NAME, PTX, OPERANDS)                           \
  {MbarrierOperation::NAME, PTX, OPERANDS},
#include "interp/Simt/Machine/MbarrierOperations.def"
};
llvm::ArrayRef<MbarrierForm> simt::getMbarrierForms() { return forms; }

const MbarrierForm &simt::formOf(MbarrierOperation operation) {
  return forms[unsigned(operation)];
}

bool MbarrierForm::isArrival() const { return name.starts_with("arrive"); }
bool MbarrierForm::mayWait() const { return name.starts_with("try_wait"); }
bool MbarrierForm::isTest() const { return operands == "s" || operands == "p"; }

static std::optional<Undefined> conditionOf(Mbarrier::Error error) {
  switch (error) {
  case Mbarrier::Error::None:
    return std::nullopt;
  case Mbarrier::Error::ArriveOverflow:
    return Undefined::ArriveOverflow;
  case Mbarrier::Error::TransactionImbalance:
    return Undefined::TransactionImbalance;
  case Mbarrier::Error::Lifetime:
    return Undefined::MbarrierLifetime;
  }
  llvm_unreachable("covered errors");
}

void MbarrierObject::notice(uint64_t phaseBefore) {
  if (state.currentPhase() == phaseBefore)
    return;
  completed = released;
  remoteCompleted = remoteReleased;
  completedTensor = releasedTensor;
  isSeen = false;
}

std::optional<Undefined> MbarrierObject::transact(int64_t bytes) {
  uint64_t phase = state.currentPhase();
  std::optional<Undefined> broken =
      conditionOf(bytes < 0 ? state.completeTransactions(-bytes)
                            : state.expectTransactions(bytes));
  notice(phase);
  return broken;
}

std::optional<Undefined> MbarrierObject::expectArrival() {
  return conditionOf(state.expectArrival());
}

std::optional<Undefined> MbarrierObject::arrive(MbarrierOperation operation,
                                                int64_t count, int64_t bytes) {
  // PTX ISA: somebody must see a phase complete before one of the next begins.
  if (!isSeen)
    return Undefined::PhaseSkipped;
  uint64_t phase = state.currentPhase();
  bool drops = formOf(operation).name.starts_with("arrive_drop");
  bool mayNotComplete = formOf(operation).name.ends_with("noComplete");
  if (bytes)
    if (auto broken = conditionOf(state.expectTransactions(bytes)))
      return broken;
  if (auto broken =
          conditionOf(drops ? state.arriveAndDrop(count) : state.arrive(count)))
    return broken;
  notice(phase);
  if (mayNotComplete && state.currentPhase() != phase)
    return Undefined::ArriveOverflow;
  return std::nullopt;
}

bool MbarrierObject::isPast(const MbarrierForm &form, uint64_t operand) const {
  return form.isParity() ? state.test(operand & 1)
                         : state.currentPhase() > operand >> 20;
}

const MbarrierObject *simt::findOverlap(const MbarrierMap &map,
                                        uint32_t allocation, uint64_t offset,
                                        uint64_t bytes) {
  uint64_t first = offset < mbarrierBytes ? 0 : offset - mbarrierBytes + 1;
  auto it = map.lower_bound({allocation, uint32_t(first)});
  return it != map.end() && it->first.first == allocation &&
                 it->first.second < offset + bytes
             ? &it->second
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// `object`: where it is, or would be.
bool Machine::changeLifetime(Thread &thread, const Instruction &op,
                             std::pair<uint32_t, uint32_t> object) {
  MbarrierMap &map = ctas[thread.cta].mbarriers;
  bool isThere = findOverlap(map, object.first, object.second, mbarrierBytes);
  if (op.mbarrier == MbarrierOperation::Invalidate) {
    if (!map.erase(object))
      return undefined(Undefined::MbarrierLifetime, op);
    return true;
  }
  const Lane &count = thread.frame[op.operands[1]];
  MbarrierObject fresh;
  if (isThere || count.poison ||
      fresh.state.init(int64_t(uint32_t(count.bits))) != Mbarrier::Error::None)
    return undefined(Undefined::MbarrierLifetime, op);
  map.emplace(object, std::move(fresh));
  return true;
}

/// Takes what the arrivals of completed phases released.
void Machine::acquirePhase(Thread &thread, const Instruction &op,
                           MbarrierObject &object) {
  object.isSeen = true;
  thread.tensor.pending.join(object.completedTensor);
  if (!options.detectRaces)
    return;
  // What was read of shared memory for operations that commits have tracked.
  if (hasTensorAgents)
    for (auto [i, number] : llvm::enumerate(object.completedTensor.commits))
      thread.clock.raise(firstTensorAgent + i, number);
  synchroniseWith(thread, op, object.completed);
  if (op.scope != Scope::Cta)
    synchroniseWith(thread, op, object.remoteCompleted);
}

bool Machine::useMbarrier(Thread &thread, const Instruction &op) {
  const MbarrierForm &form = formOf(op.mbarrier);
  const Lane &pointer = thread.frame[op.operands[0]];
  Allocation *allocation;
  uint32_t offset;
  bool isWeak = op.mbarrier == MbarrierOperation::Initialise ||
                op.mbarrier == MbarrierOperation::Invalidate;
  auto [owner, number] = ownerOf(thread, pointer.allocation);
  // PTX ISA, 9.7.13.15: of another CTA's only what gives no state.
  bool isRemote = owner != thread.cta;
  if (isRemote && (isWeak || form.isTest() || op.lanes))
    return undefined(Undefined::WrongStateSpace, op);
  // Its own operations are morally strong to each other; its first and last one
  // are none of them.
  if (!access(thread, op,
              {pointer, mbarrierBytes, op.space, mbarrierBytes,
               /*isWrite=*/!form.isTest(), /*isAtomic=*/!isWeak},
              allocation, offset))
    return false;
  if (allocation->space != StateSpace::Shared)
    return undefined(Undefined::WrongStateSpace, op);
  std::pair<uint32_t, uint32_t> key(number, offset);
  if (isWeak)
    return changeLifetime(thread, op, key);
  MbarrierMap &map = ctas[owner].mbarriers;
  auto found = map.find(key);
  const Lane &operand = thread.frame[op.operands[1]];
  if (found == map.end() || operand.poison)
    return undefined(Undefined::MbarrierLifetime, op);
  MbarrierObject &object = found->second;
  Lane *result = thread.frame.data() + op.result;
  if (form.isTest()) {
    // A state of a phase that is two or more back says nothing.
    if (!form.isParity() &&
        (operand.bits >> 20) + 1 < object.state.currentPhase())
      return undefined(Undefined::ParityAlias, op);
    bool isPast = object.isPast(form, operand.bits);
    if (isPast)
      acquirePhase(thread, op, object);
    else if (form.mayWait())
      thread.state = ThreadState::AtMbarrier;
    else if (thread.jumpsBack)
      // Asking again is no iteration of the program's.
      --thread.jumpsBack;
    *result = {isPast, 0, false};
    return true;
  }
  uint64_t token = object.token();
  // What others wait for may be there now.
  for (Thread &other : threads)
    other.hasTimedOut = false;
  std::optional<Undefined> broken;
  int64_t amount = int64_t(uint32_t(operand.bits));
  if (!form.isArrival()) {
    broken = object.transact(
        op.mbarrier == MbarrierOperation::Complete ? -amount : amount);
  } else {
    if (options.detectRaces) {
      // A scope of the CTA does not reach who waits in another.
      bool reaches = !isRemote || op.scope != Scope::Cta;
      Clock &into = isRemote ? object.remoteReleased : object.released;
      if (releases(op.order) && reaches)
        thread.clock.joinInto(into);
      else if (thread.fenced && reaches &&
               (!isRemote || thread.fenced->reach.scope != Scope::Cta))
        join(into, thread.fenced->clock);
      thread.clock.advance();
    }
    object.releasedTensor.join(thread.tensor.out);
    bool expects = form.operands == "x";
    broken =
        object.arrive(op.mbarrier, expects ? 1 : amount, expects ? amount : 0);
    if (op.lanes)
      *result = {token, 0, false};
  }
  return broken ? undefined(*broken, op) : true;
}

/// What an operation of the asynchronous proxy follows that the thread issues
/// now: accesses of the proxy that are ordered before, and of others those that
/// a proxy fence stands behind (memory model, 5.6). Whoever knows that it is
/// complete is behind that, too, and behind no more of what the thread did.
Clock Machine::clockOfAsync(const Thread &thread) const {
  Clock clock = thread.clock.toClock();
  if (clock.size() == agents)
    std::fill(clock.begin(), clock.begin() + firstBulkAgent, 0);
  else
    std::copy_n(clock.begin() + agents, firstBulkAgent, clock.begin());
  return clock;
}

/// tcgen05.commit: what it tracks is complete when it arrives, at any time from
/// now on; with a mask, at the mbarrier at the same place of each CTA.
bool Machine::commit(Thread &thread, const Instruction &op) {
  const Lane &pointer = thread.frame[op.operands[1]];
  if (!op.count)
    return commitAt(thread, op, pointer);
  const Lane &mask = thread.frame[op.operands[2]];
  if (mask.poison)
    return undefined(Undefined::PoisonAddress, op);
  constexpr uint32_t mostCtas = 16;
  for (uint32_t rank = 0; rank < mostCtas; ++rank)
    if ((mask.bits >> rank & 1) &&
        !commitAt(thread, op, inCtaOfRank(thread, pointer, rank)))
      return false;
  return true;
}

bool Machine::commitAt(Thread &thread, const Instruction &op,
                       const Lane &pointer) {
  Allocation *allocation;
  uint32_t offset;
  if (!access(thread, op,
              {pointer, mbarrierBytes, op.space, mbarrierBytes,
               /*isWrite=*/true, /*isAtomic=*/true},
              allocation, offset))
    return false;
  auto [owner, number] = ownerOf(thread, pointer.allocation);
  if (!ctas[owner].mbarriers.count({number, offset}))
    return undefined(Undefined::MbarrierLifetime, op);
  // No thread knows of the completion before it has waited.
  PendingCommit commit = {thread.index, indexOf(op),       owner, number,
                          offset,       thread.tensor.out, {}};
  if (options.detectRaces)
    commit.clock = clockOfAsync(thread);
  if (thread.tensor.uses)
    TensorMarks::note(commit.marks.commits, thread.index, thread.tensor.uses);
  commits.push_back(std::move(commit));
  return true;
}

/// Commits of one thread arrive in its order. If `isForced`, the first one
/// does, otherwise each may.
bool Machine::arriveByCommits(bool isForced) {
  bool progress = false;
  std::vector<PendingCommit> left;
  llvm::SmallVector<uint32_t, 4> held;
  for (PendingCommit &commit : commits) {
    if (llvm::is_contained(held, commit.thread) ||
        (isForced ? progress : commitOrder() & 1)) {
      held.push_back(commit.thread);
      left.push_back(std::move(commit));
      continue;
    }
    const Instruction &op = kernel.code[commit.instruction];
    MbarrierMap &map = ctas[commit.cta].mbarriers;
    auto found = map.find({commit.allocation, commit.offset});
    if (found == map.end())
      return undefined(Undefined::MbarrierLifetime, op);
    for (Thread &other : threads)
      other.hasTimedOut = false;
    found->second.releasedTensor.join(commit.marks);
    bool isRemote = commit.cta != threads[commit.thread].cta;
    join(isRemote ? found->second.remoteReleased : found->second.released,
         commit.clock);
    if (std::optional<Undefined> broken = found->second.arrive(
            MbarrierOperation::Arrive, /*count=*/1, /*bytes=*/0))
      return undefined(*broken, op);
    progress = true;
  }
  commits = std::move(left);
  return progress;
}

/// Lets those go on whose phase is complete.
bool Machine::releaseWaits() {
  bool progress = false;
  for (Thread &thread : threads) {
    if (thread.state != ThreadState::AtMbarrier)
      continue;
    const Instruction &op = kernel.code[thread.pc - 1];
    const Lane &pointer = thread.frame[op.operands[0]];
    MbarrierMap &map = ctas[thread.cta].mbarriers;
    auto found = map.find({pointer.allocation, uint32_t(pointer.bits)});
    if (found == map.end())
      return undefined(Undefined::MbarrierLifetime, op);
    if (!found->second.isPast(formOf(op.mbarrier),
                              thread.frame[op.operands[1]].bits))
      continue;
    acquirePhase(thread, op, found->second);
    thread.frame[op.result] = {1, 0, false};
    thread.state = ThreadState::Ready;
    progress = true;
  }
  return progress;
}

/// Nobody goes on: each wait fails once, as after its time limit. Whoever comes
/// back then waits for ever.
bool Machine::endWaits() {
  const Thread *stuck = nullptr;
  bool progress = false;
  for (Thread &thread : threads) {
    if (thread.state != ThreadState::AtMbarrier)
      continue;
    if (thread.hasTimedOut) {
      stuck = stuck ? stuck : &thread;
      continue;
    }
    thread.hasTimedOut = true;
    thread.frame[kernel.code[thread.pc - 1].result] = {0, 0, false};
    thread.state = ThreadState::Ready;
    progress = true;
  }
  if (progress || !stuck)
    return progress;
  const Instruction &op = kernel.code[stuck->pc - 1];
  const Lane &pointer = stuck->frame[op.operands[0]];
  const MbarrierObject &object =
      ctas[stuck->cta]
          .mbarriers.find({pointer.allocation, uint32_t(pointer.bits)})
          ->second;
  return stop(RunStatus::Deadlock,
              "phase " + llvm::Twine(object.state.currentPhase()) +
                  " of an mbarrier never completes: " +
                  llvm::Twine(object.state.pendingArrivals()) +
                  " arrivals and " +
                  llvm::Twine(object.state.pendingTransactions()) +
                  " bytes are missing",
              &op);
}
