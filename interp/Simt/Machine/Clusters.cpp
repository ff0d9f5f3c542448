//===- Clusters.cpp - CTAs that share their memory ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 2.2.2 and 5.1.7. Which CTAs are in a cluster, what its registers
// say, and whose memory an address of shared::cluster is in. The barrier is in
// ClusterBarrier.cpp.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Of one that is not portable, on sm_90 and later.
static constexpr uint32_t maxClusterSize = 16;

std::array<uint32_t, 3> simt::gridOf(const Kernel &kernel,
                                     const std::array<uint32_t, 3> &launched) {
  std::array<uint32_t, 3> grid = launched;
  if (kernel.blocksAreClusters)
    for (auto [extent, ctas] : zip_equal(grid, kernel.clusterShape))
      extent = SaturatingMultiply(extent, ctas);
  return grid;
}

bool Machine::setUpClusters() {
  const std::array<uint32_t, 3> &shape = kernel.clusterShape;
  uint64_t size = uint64_t(shape[0]) * shape[1] * shape[2];
  if (size > maxClusterSize)
    return stop(RunStatus::Unsupported,
                "a cluster of " + Twine(size) + " CTAs");
  for (unsigned i = 0; i < 3; ++i)
    if (grid[i] % shape[i])
      return stop(RunStatus::Unsupported,
                  "a grid that is no multiple of its clusters");
  DenseMap<uint64_t, uint32_t> numbers;
  for (auto [i, cta] : enumerate(ctas)) {
    uint64_t place = 0;
    for (unsigned k = 3; k-- > 0;) {
      place = place * (grid[k] / shape[k]) + cta.id[k] / shape[k];
      cta.rank = cta.rank * shape[k] + cta.id[k] % shape[k];
    }
    auto [it, isNew] = numbers.try_emplace(place, clusters.size());
    if (isNew)
      clusters.emplace_back().ctas.resize(size);
    cta.cluster = it->second;
    clusters[cta.cluster].ctas[cta.rank] = i;
  }
  // Of a grid that runs in parts, each part has whole clusters.
  if (ctas.size() != clusters.size() * size)
    return stop(RunStatus::Unsupported,
                "clusters in a grid whose CTAs do not run together");
  return true;
}

uint32_t Machine::clusterSpecial(const Thread &thread,
                                 SpecialRegister which) const {
  const Cta &cta = ctas[thread.cta];
  const std::array<uint32_t, 3> &shape = kernel.clusterShape;
  if (which == SpecialRegister::CtaRank)
    return cta.rank;
  if (which == SpecialRegister::ClusterSize)
    return clusters[cta.cluster].ctas.size();
  unsigned from = unsigned(which) - unsigned(SpecialRegister::ClusterX);
  unsigned axis = from % 3;
  switch (from / 3) {
  case 0:
    return cta.id[axis] / shape[axis];
  case 1:
    return grid[axis] / shape[axis];
  case 2:
    return cta.id[axis] % shape[axis];
  default:
    return shape[axis];
  }
}

Reach Machine::reachOf(const Thread &thread, Scope scope) const {
  const Cta &cta = ctas[thread.cta];
  if (scope == Scope::Cluster && clusters[cta.cluster].ctas.size() == 1)
    scope = Scope::Cta;
  if (scope == Scope::Gpu)
    scope = Scope::System;
  return {thread.cta, cta.cluster, scope};
}

/// Behind the thread's own objects are those of each CTA of its cluster.
std::pair<uint32_t, uint32_t> Machine::ownerOf(const Thread &thread,
                                               uint32_t allocation) const {
  if (allocation < firstShared + sharedImage.size() ||
      allocation & (localBit | functionBit | heapBit))
    return {thread.cta, allocation};
  uint32_t number = allocation - firstShared, count = sharedImage.size();
  const Cluster &cluster = clusters[ctas[thread.cta].cluster];
  return {cluster.ctas[number / count - 1], firstShared + number % count};
}

/// PTX ISA, 9.7.9: getctarank; unspecified of what is in no shared memory.
Lane Machine::rankOf(const Thread &thread, const Lane &pointer) const {
  auto [cta, number] = ownerOf(thread, pointer.allocation);
  bool isShared =
      number >= firstShared && !(number & (localBit | functionBit | heapBit));
  return {ctas[cta].rank, 0, pointer.poison || !isShared};
}

/// PTX ISA, 9.7.9: isspacep. `shared` is the thread's own CTA alone.
Lane Machine::isInSpace(Thread &thread, const Lane &pointer, StateSpace space) {
  const Allocation *object = allocationOf(thread, pointer.allocation);
  bool isThere = object && fits(space, object->space) &&
                 (space != StateSpace::Shared ||
                  ownerOf(thread, pointer.allocation).first == thread.cta);
  return {isThere, 0, pointer.poison};
}

/// The same place in the shared memory of that CTA of the thread's cluster;
/// null: the cluster has no such CTA, or the place is in no shared memory.
Lane Machine::inCtaOfRank(const Thread &thread, const Lane &pointer,
                          uint32_t rank) const {
  if (pointer.poison)
    return pointer;
  uint32_t number = ownerOf(thread, pointer.allocation).second;
  const Cta &own = ctas[thread.cta];
  bool isThere = number >= firstShared &&
                 !(number & (localBit | functionBit | heapBit)) &&
                 rank < clusters[own.cluster].ctas.size();
  if (!isThere)
    return {pointer.bits, 0, false};
  uint32_t others = rank == own.rank ? 0 : rank + 1;
  return {pointer.bits, uint32_t(number + others * sharedImage.size()), false};
}
