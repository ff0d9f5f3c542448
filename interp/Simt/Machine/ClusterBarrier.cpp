//===- ClusterBarrier.cpp - The barrier of a cluster ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.3: barrier.cluster. Each cluster is one CTA. Threads
// arrive and wait in two steps, in which the lanes of a warp meet; those that
// have exited are not waited for.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// All lanes of a warp that have not exited are there.
bool Machine::performCluster(MutableArrayRef<Thread *> lanes) {
  const Instruction &first = kernel.code[lanes.front()->pc - 1];
  for (Thread *thread : lanes) {
    const Instruction &op = kernel.code[thread->pc - 1];
    // `.aligned`
    if ((op.count || first.count) && thread->pc != lanes.front()->pc)
      return undefined(Undefined::BarrierDivergence, op);
    bool arrives = op.opcode == Opcode::ClusterArrive;
    // Once for each phase; and who waits has arrived.
    if (thread->isArrived == arrives)
      return undefined(Undefined::ClusterBarrierOrder, op);
    if (!arrives) {
      thread->state = ThreadState::AtClusterBarrier;
      continue;
    }
    thread->isArrived = true;
    ++thread->clusterArrivals;
    thread->state = ThreadState::Ready;
    Cta &cta = ctas[thread->cta];
    cta.clusterReleasedTensor.join(thread->tensor.out);
    if (!options.detectRaces)
      continue;
    Clock &released = cta.clusterReleased;
    if (releases(op.order))
      join(released, thread->clock);
    else if (thread->fenced)
      join(released, thread->fenced->clock);
    ++thread->clock[thread->index];
  }
  return true;
}

/// Completes the phase if everybody has arrived, and lets those go on that wait
/// for one that is complete.
bool Machine::releaseCluster(Cta &cta, MutableArrayRef<Thread> members) {
  bool isComplete = true, anyArrived = false;
  for (const Thread &thread : members) {
    bool hasArrived = thread.clusterArrivals > cta.clusterPhases;
    anyArrived |= hasArrived;
    isComplete &= hasArrived || thread.state == ThreadState::Exited;
  }
  if (isComplete && anyArrived) {
    ++cta.clusterPhases;
    cta.clusterCompleted = cta.clusterReleased;
    cta.clusterCompletedTensor = cta.clusterReleasedTensor;
  }
  bool progress = false;
  for (Thread &thread : members) {
    if (thread.state != ThreadState::AtClusterBarrier ||
        thread.clusterArrivals > cta.clusterPhases)
      continue;
    thread.isArrived = false;
    thread.state = ThreadState::Ready;
    thread.tensor.pending.join(cta.clusterCompletedTensor);
    if (options.detectRaces)
      join(thread.clock, cta.clusterCompleted);
    progress = true;
  }
  return progress;
}
