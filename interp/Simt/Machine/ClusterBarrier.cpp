//===- ClusterBarrier.cpp - The barrier of a cluster ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.3: barrier.cluster. Threads of all CTAs of a cluster
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
    Cluster &cluster = clusters[ctas[thread->cta].cluster];
    cluster.releasedTensor.join(thread->tensor.out);
    if (!options.detectRaces)
      continue;
    Clock &released = cluster.released;
    if (releases(op.order))
      thread->clock.joinInto(released);
    else if (thread->fenced)
      join(released, thread->fenced->clock);
    thread->clock.advance();
  }
  return true;
}

/// Completes the phase if everybody has arrived, and lets those go on that wait
/// for one that is complete.
bool Machine::releaseCluster(Cluster &cluster) {
  bool isComplete = true, anyArrived = false;
  for (uint32_t cta : cluster.ctas)
    for (const Thread &thread : threadsOf(cta)) {
      bool hasArrived = thread.clusterArrivals > cluster.phases;
      anyArrived |= hasArrived;
      isComplete &= hasArrived || thread.state == ThreadState::Exited;
    }
  if (isComplete && anyArrived) {
    ++cluster.phases;
    cluster.completed = cluster.released;
    cluster.completedTensor = cluster.releasedTensor;
  }
  bool progress = false;
  for (uint32_t cta : cluster.ctas)
    for (Thread &thread : threadsOf(cta)) {
      if (thread.state != ThreadState::AtClusterBarrier ||
          thread.clusterArrivals > cluster.phases)
        continue;
      thread.isArrived = false;
      thread.state = ThreadState::Ready;
      thread.tensor.pending.join(cluster.completedTensor);
      if (options.detectRaces)
        thread.clock.join(cluster.completed);
      progress = true;
    }
  return progress;
}
