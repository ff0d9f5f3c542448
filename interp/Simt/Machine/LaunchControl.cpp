//===- LaunchControl.cpp - Clusters that start late, or never -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.18. Only kernels that ask for clusters are run so; those
// of others all start at once, as before. Which clusters wait, when one starts
// and which one is given is the schedule's choice, and so is a refusal while
// some wait, as there may be another grid that wants their place. What is asked
// for is decided when it is asked for, and written when the schedule completes
// copies.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/LaunchControl.h"
#include "compiler/Support/PersistentGrid.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

bool simt::isPersistentGrid(const Kernel &kernel, const Object &object) {
  return object.space != StateSpace::Shared &&
         object.bytes.size() == persistentGridBytes &&
         object.name == kernel.name + persistentGridSuffix;
}

void Machine::choosePersistentGrid() {
  if (device || none_of(kernel.objects, [&](const Object &object) {
        return isPersistentGrid(kernel, object);
      }))
    return;
  uint64_t blocks = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  // Of a small launch, one may have nothing to do.
  constexpr uint64_t fewBlocks = 64;
  std::mt19937_64 random(options.schedule);
  uint64_t ctas = 1 + random() % (blocks + (blocks < fewBlocks));
  grid = gridOf(kernel, {uint32_t(ctas), 1, 1});
}

void Machine::holdBackClusters() {
  hasLaunchControl = any_of(kernel.bulks, [](const BulkForm &form) {
    return form.kind == BulkKind::Cancel;
  });
  if (!hasLaunchControl)
    return;
  startOrder.seed(options.schedule);
  // There is room for all, for one, or for some, and the others start soon or
  // late.
  size_t some = 1 + startOrder() % clusters.size(),
         rooms[] = {clusters.size(), 1, some, some};
  size_t running = rooms[startOrder() % std::size(rooms)];
  startsOneIn = 4u << 2 * (startOrder() % 3);
  for (Cluster &cluster : MutableArrayRef(clusters).drop_front(running)) {
    cluster.isStarted = false;
    ++waitingClusters;
    for (uint32_t cta : cluster.ctas)
      for (Thread &thread : threadsOf(cta))
        thread.state = ThreadState::NotStarted;
  }
}

/// One of those that wait.
static Cluster *chooseWaiting(MutableArrayRef<Cluster> clusters,
                              uint32_t number) {
  for (Cluster &cluster : clusters)
    if (!cluster.isStarted && number-- == 0)
      return &cluster;
  return nullptr;
}

bool Machine::startCluster(bool isForced) {
  if (!waitingClusters || (!isForced && startOrder() % startsOneIn))
    return false;
  Cluster &next = *chooseWaiting(clusters, startOrder() % waitingClusters);
  --waitingClusters;
  next.isStarted = true;
  for (uint32_t cta : next.ctas)
    for (Thread &thread : threadsOf(cta))
      thread.state = ThreadState::Ready;
  return true;
}

/// `clusterlaunchcontrol.try_cancel`: the answer at operand 0, which the
/// mbarrier at operand 3 counts.
bool Machine::askForCluster(Thread &thread, const Instruction &op) {
  const Cta &own = ctas[thread.cta];
  if (own.hasSeenRefusal)
    return undefined(Undefined::CancelAfterRefusal, op);
  const Lane &to = thread.frame[op.operands[0]];
  if (to.poison)
    return undefined(Undefined::PoisonAddress, op);
  if (to.bits % answerBytes)
    return undefined(Undefined::MisalignedAccess, op);
  if (kernel.bulks[op.first].isForAll)
    for (uint32_t cta : clusters[own.cluster].ctas)
      if (ctas[cta].exitedThreads == threadsPerCta)
        return undefined(Undefined::CancelForExited, op);
  std::array<uint32_t, 4> answer = {~0u, ~0u, ~0u, answerRefused};
  if (waitingClusters && startOrder() % 8) {
    Cluster &given = *chooseWaiting(clusters, startOrder() % waitingClusters);
    --waitingClusters;
    given.isStarted = true;
    for (uint32_t cta : given.ctas) {
      ctas[cta].exitedThreads = threadsPerCta;
      for (Thread &member : threadsOf(cta))
        member.state = ThreadState::Exited;
    }
    const std::array<uint32_t, 3> &first = ctas[given.ctas.front()].id;
    answer = {first[0], first[1], first[2], answerGiven};
  }
  BulkCopy copy;
  copy.bytes = answerBytes;
  copy.type = {TypeKind::Bits, 64};
  copy.pieces.push_back({{}, to, answerBytes, /*isFill=*/true});
  copy.isRead = true;
  copy.staged.undefined.assign(answerBytes, 0);
  copy.staged.bytes.resize(answerBytes);
  for (auto [i, word] : enumerate(answer))
    support::endian::write32le(copy.staged.bytes.data() + 4 * i, word);
  return issuePieces(thread, op, std::move(copy));
}

/// `clusterlaunchcontrol.query_cancel` of the answer in operand 0 and the slot
/// behind it.
bool Machine::queryAnswer(Thread &thread, const Instruction &op) {
  Lane *result = thread.frame.data() + op.result;
  const Lane &low = thread.frame[op.operands[0]],
             &high = thread.frame[op.operands[0] + 1];
  uint32_t kind = uint32_t(high.bits >> 32);
  if (low.poison || high.poison ||
      (kind != answerGiven && kind != answerRefused))
    return undefined(Undefined::NoCancelAnswer, op);
  bool isGiven = kind == answerGiven;
  if (kernel.bulks[op.first].kind == BulkKind::IsCanceled) {
    ctas[thread.cta].hasSeenRefusal |= !isGiven;
    *result = {isGiven};
    return true;
  }
  if (!isGiven)
    return undefined(Undefined::CancelRefused, op);
  uint32_t place[] = {uint32_t(low.bits), uint32_t(low.bits >> 32),
                      uint32_t(high.bits)};
  *result = {place[op.count]};
  return true;
}
