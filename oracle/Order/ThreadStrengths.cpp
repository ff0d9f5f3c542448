//===- ThreadStrengths.cpp - How strong threads' accesses are -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/ThreadStrengths.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace tilefuzz;

/// Accesses of one place that are paired with each other; of more, nothing is
/// said.
static constexpr size_t maxAlike = 256;

//===----------------------------------------------------------------------===//
// What threads do
//===----------------------------------------------------------------------===//

ThreadStrengths::ThreadStrengths(const OrderTrace &source) : source(source) {
  for (const BlockOrder &block : source.blocks)
    for (const OrderEvent &event : block.events)
      if (event.kind != OrderEvent::Kind::Print && event.buffer >= 0 &&
          size_t(event.buffer) < source.numLaunched &&
          block.instances[event.instance].isStrong())
        places.insert({event.buffer, event.offset, event.size});
}

static AccessScope scopeOf(simt::Scope scope) {
  switch (scope) {
  case simt::Scope::Cta:
    return AccessScope::TileBlock;
  case simt::Scope::Cluster:
    return AccessScope::Cluster;
  case simt::Scope::Gpu:
    return AccessScope::Device;
  case simt::Scope::System:
    return AccessScope::System;
  }
  llvm_unreachable("covered switch");
}

ThreadStrengths::Strength ThreadStrengths::strengthOf(simt::MemoryOrder order,
                                                      simt::Scope scope) {
  Strength strength;
  strength.isStrong = simt::isAtomic(order);
  strength.scope = scopeOf(scope);
  if (simt::acquires(order))
    strength.acquires = strength.scope;
  if (simt::releases(order))
    strength.releases = strength.scope;
  return strength;
}

void ThreadStrengths::add(uint32_t thread, Step step) {
  if (++numSteps == maxSteps)
    threads.clear();
  if (numSteps < maxSteps)
    threads[thread].push_back(std::move(step));
}

void ThreadStrengths::addBreak(uint32_t thread) {
  auto steps = threads.find(thread);
  if (steps != threads.end() && steps->second.back().kind != Step::Kind::Break)
    add(thread, {Step::Kind::Break, {}});
}

void ThreadStrengths::onAccess(const simt::ThreadPlace &place,
                               const simt::ThreadAccess &access) {
  if (access.space != simt::StateSpace::Global)
    return;
  const simt::Instruction &op = place.op();
  bool isLaunched =
      access.object >= 1 && access.object - 1 < source.numLaunched;
  bool isAtomic = op.opcode == simt::Opcode::Atomic;
  if (isLaunched && op.bytes && access.size % op.bytes == 0)
    for (uint64_t at = 0; at < access.size; at += op.bytes) {
      ByteRange range = {int(access.object - 1), int64_t(access.offset + at),
                         op.bytes};
      if (!places.count(range))
        continue;
      Step step = {Step::Kind::Access, strengthOf(op.order, op.scope)};
      step.use = {place.cta, range,
                  isAtomic         ? Kind::Update
                  : access.isWrite ? Kind::Write
                                   : Kind::Read};
      simt::Place origin = place.kernel.placeOf(place.instruction);
      step.site.location = origin.location;
      step.site.operation = origin.operation;
      step.site.isWrite = access.isWrite;
      step.site.buffer = source.buffers[range.buffer];
      step.site.offset = range.offset;
      add(place.thread, std::move(step));
    }
  if (!simt::isAtomic(op.order))
    addBreak(place.thread);
}

void ThreadStrengths::onFence(const simt::ThreadPlace &place) {
  add(place.thread,
      {Step::Kind::Fence, strengthOf(place.op().order, place.op().scope)});
}

void ThreadStrengths::onBarrier(const simt::ThreadPlace &place) {
  addBreak(place.thread);
}

/// The fence's scope and the access's bound what they order together.
ThreadStrengths::Strength
ThreadStrengths::effectiveStrength(llvm::ArrayRef<Step> steps, size_t at) {
  Strength strength = steps[at].strength;
  if (!strength.isStrong)
    return strength;
  auto widen = [&](std::optional<AccessScope> &side,
                   std::optional<AccessScope> fence) {
    if (!fence)
      return;
    AccessScope both = std::min(*fence, strength.scope);
    side = side ? std::max(*side, both) : both;
  };
  for (size_t i = at; i-- > 0 && steps[i].kind != Step::Kind::Break;)
    if (steps[i].kind == Step::Kind::Fence)
      widen(strength.releases, steps[i].strength.releases);
  for (size_t i = at + 1;
       i < steps.size() && steps[i].kind != Step::Kind::Break; ++i)
    if (steps[i].kind == Step::Kind::Fence)
      widen(strength.acquires, steps[i].strength.acquires);
  return strength;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

bool ThreadStrengths::isEnough(const Strength &strength,
                               const OrderInstance &needed) {
  if (!needed.isStrong())
    return true;
  auto reaches = [&](std::optional<AccessScope> scope) {
    return scope && *scope >= needed.scope;
  };
  return strength.isStrong && strength.scope >= needed.scope &&
         (!needed.isAcquire() || reaches(strength.acquires)) &&
         (!needed.isRelease() || reaches(strength.releases));
}

std::string ThreadStrengths::describe(const Strength &strength) {
  if (!strength.isStrong)
    return "weak";
  AccessOrdering ordering = strength.acquires
                                ? (strength.releases ? AccessOrdering::AcqRel
                                                     : AccessOrdering::Acquire)
                                : (strength.releases ? AccessOrdering::Release
                                                     : AccessOrdering::Relaxed);
  AccessScope scope = strength.scope;
  for (std::optional<AccessScope> side : {strength.acquires, strength.releases})
    if (side)
      scope = std::min(scope, *side);
  return (toString(ordering) + " " + toString(scope)).str();
}

void ThreadStrengths::compareUse(
    llvm::ArrayRef<Needed> needed,
    llvm::ArrayRef<std::pair<Strength, const Step *>> found, uint32_t block,
    OrderReport &report) const {
  // Augmenting paths: which access the target makes for which is not known.
  std::vector<int> partnerOf(found.size(), -1);
  std::vector<bool> isTried;
  std::function<bool(size_t)> place = [&](size_t i) {
    for (size_t j = 0; j < found.size(); ++j) {
      if (isTried[j] || !isEnough(found[j].first, *needed[i].instance))
        continue;
      isTried[j] = true;
      if (partnerOf[j] < 0 || place(partnerOf[j])) {
        partnerOf[j] = i;
        return true;
      }
    }
    return false;
  };
  std::optional<size_t> lost;
  for (size_t i = 0; i < needed.size(); ++i) {
    isTried.assign(found.size(), false);
    if (!place(i) && !lost)
      lost = i;
  }
  report.numStrong += needed.size();
  if (!lost)
    return;
  const auto &[strength, step] =
      found[llvm::find(partnerOf, -1) - partnerOf.begin()];
  const OrderInstance &before = *needed[*lost].instance;
  OrderLoss loss;
  loss.kind = OrderLoss::Kind::Strength;
  loss.block = block;
  loss.first = before.site.toSite();
  loss.first.isWrite = needed[*lost].event->kind == OrderEvent::Kind::Write;
  loss.first.buffer = step->site.buffer;
  loss.first.offset = step->site.offset;
  loss.targetFirst = step->site;
  OrderInstance everywhere = before;
  everywhere.scope = AccessScope::TileBlock;
  loss.isOnlyScope = isEnough(strength, everywhere);
  loss.change = toString(before.ordering).str() + " " +
                toString(before.scope).str() + " -> " + describe(strength);
  report.losses.push_back(std::move(loss));
}

OrderReport ThreadStrengths::compare() const {
  OrderReport report;
  if (numSteps >= maxSteps) {
    report.cannotMatch = "threads did more than " + std::to_string(maxSteps) +
                         " steps: they are not compared";
    return report;
  }
  std::map<Use, std::vector<Needed>> needed;
  for (auto [number, block] : llvm::enumerate(source.blocks))
    for (const OrderEvent &event : block.events) {
      if (event.kind == OrderEvent::Kind::Print ||
          (event.isAtomic && event.kind == OrderEvent::Kind::Write))
        continue;
      ByteRange range = {event.buffer, event.offset, event.size};
      if (!places.count(range))
        continue;
      Kind kind = event.isAtomic                          ? Kind::Update
                  : event.kind == OrderEvent::Kind::Write ? Kind::Write
                                                          : Kind::Read;
      needed[{uint32_t(number), range, kind}].push_back(
          {&block.instances[event.instance], &event});
    }
  std::map<Use, std::vector<std::pair<Strength, const Step *>>> found;
  for (const auto &[thread, steps] : threads)
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == Step::Kind::Access)
        found[steps[i].use].push_back({effectiveStrength(steps, i), &steps[i]});
  for (const auto &[use, accesses] : needed) {
    const auto &images = found[use];
    if (llvm::none_of(accesses, [](const Needed &one) {
          return one.instance->isStrong();
        }))
      continue;
    if (images.size() != accesses.size() || images.size() > maxAlike) {
      report.cannotMatch = std::to_string(accesses.size()) + " accesses of " +
                           source.buffers[use.range.buffer] + "+" +
                           std::to_string(use.range.offset) + " by block " +
                           std::to_string(use.block) + " became " +
                           std::to_string(images.size());
      continue;
    }
    compareUse(accesses, images, use.block, report);
  }
  return report;
}
