//===- CheckSchedule.cpp - Is a schedule legal? ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/CheckSchedule.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace tilefuzz;

StringRef tilefuzz::toString(ViolationKind kind) {
  switch (kind) {
  case ViolationKind::Form:
    return "form";
  case ViolationKind::Order:
    return "order";
  case ViolationKind::Latency:
    return "latency";
  case ViolationKind::Resource:
    return "resource";
  case ViolationKind::Copies:
    return "copies";
  case ViolationKind::Ring:
    return "ring";
  case ViolationKind::Barrier:
    return "barrier";
  case ViolationKind::Capacity:
    return "capacity";
  case ViolationKind::Depth:
    return "depth";
  case ViolationKind::View:
    return "view";
  case ViolationKind::Vector:
    return "vector";
  case ViolationKind::Slices:
    return "slices";
  case ViolationKind::Box:
    return "box";
  case ViolationKind::Overlap:
    return "overlap";
  case ViolationKind::Protocol:
    return "protocol";
  }
  llvm_unreachable("unknown kind");
}

bool tilefuzz::breaksPrograms(ViolationKind kind) {
  return kind != ViolationKind::Latency && kind != ViolationKind::Resource;
}

namespace {
class Check {
public:
  explicit Check(const ScheduledLoop &loop) : loop(loop) {}
  std::vector<Violation> run();

private:
  void checkForm();
  void checkRequirements();
  void checkRows();
  void checkRings();

  std::string name(unsigned number) const {
    return formatv("#{0} {1}", number,
                   loop.operations[number].op->getName().getStringRef());
  }
  template <typename... Args>
  void add(ViolationKind kind, const char *format, Args &&...args) {
    found.push_back({kind, formatv(format, std::forward<Args>(args)...)});
  }
  /// The ticks modulo the interval in which the ring of an operation lives.
  std::set<int64_t> getLife(unsigned number) const;

  const ScheduledLoop &loop;
  std::vector<Violation> found;
};
} // namespace

void Check::checkForm() {
  int64_t last = 0;
  std::map<int64_t, unsigned> byOrder;
  for (unsigned i = 0; i < loop.operations.size(); ++i) {
    const CheckedOperation &op = loop.operations[i];
    last = std::max(last, op.stage);
    if (op.issue < 0)
      add(ViolationKind::Form, "{0} is issued at {1}", name(i), op.issue);
    if (op.stage != op.issue / loop.interval)
      add(ViolationKind::Form, "{0} is in stage {1}, but issued at {2} of {3}",
          name(i), op.stage, op.issue, loop.interval);
    if (op.copies < 1)
      add(ViolationKind::Form, "{0} has {1} copies", name(i), op.copies);
    if (!byOrder.insert({op.order, i}).second)
      add(ViolationKind::Form, "{0} has the place {1} of {2}", name(i),
          op.order, name(byOrder[op.order]));
    if (op.depthLimit && op.stage > *op.depthLimit)
      add(ViolationKind::Depth, "{0} is in stage {1}, and its limit is {2}",
          name(i), op.stage, *op.depthLimit);
  }
  if (!loop.operations.empty() && loop.stages != last + 1)
    add(ViolationKind::Form, "{0} stages, but the last is {1}", loop.stages,
        last);
  int64_t row = 0;
  for (auto [order, number] : byOrder) {
    int64_t next = loop.operations[number].issue % loop.interval;
    if (next < row)
      add(ViolationKind::Form, "{0} has place {1} behind a later row",
          name(number), order);
    row = std::max(row, next);
  }
}

void Check::checkRequirements() {
  for (const Requirement &need : loop.requirements) {
    const CheckedOperation &first = loop.operations[need.first];
    const CheckedOperation &second = loop.operations[need.second];
    std::string edge =
        formatv("{0} -> {1} ({2}, distance {3})", name(need.first),
                name(need.second), toString(need.kind), need.distance);
    // Trips of the body between the two.
    int64_t trips = second.stage + need.distance - first.stage;
    if (trips < 0 || (trips == 0 && second.order <= first.order))
      add(ViolationKind::Order, "{0}: executed the other way round", edge);
    int64_t ticks =
        second.issue + int64_t(need.distance) * loop.interval - first.issue;
    if (ticks < need.wait)
      add(ViolationKind::Latency, "{0}: {1} ticks, and {2} are needed", edge,
          ticks, need.wait);
    // The result `copies` iterations later is computed in trip `copies`.
    if (need.isRead && (trips > first.copies ||
                        (trips == first.copies && second.order > first.order)))
      add(ViolationKind::Copies,
          "{0}: read {1} trips later, and there are {2} copies", edge, trips,
          first.copies);
  }
}

void Check::checkRows() {
  std::map<std::pair<unsigned, int64_t>, unsigned> holders;
  std::set<std::tuple<unsigned, unsigned, unsigned>> told;
  for (unsigned i = 0; i < loop.operations.size(); ++i)
    for (auto [resource, offset] : loop.operations[i].rows) {
      int64_t row = (((loop.operations[i].issue + offset) % loop.interval) +
                     loop.interval) %
                    loop.interval;
      auto [holder, isFree] = holders.insert({{resource, row}, i});
      if (isFree || !told.insert({resource, holder->second, i}).second)
        continue;
      add(ViolationKind::Resource, "{0} and {1} both hold {2} in row {3}",
          name(holder->second), name(i),
          tilefuzz::toString(MachineResource(resource)), row);
    }
}

std::set<int64_t> Check::getLife(unsigned number) const {
  const CheckedOperation &load = loop.operations[number];
  int64_t end = load.issue + load.latency;
  for (const Requirement &need : loop.requirements)
    if (need.first == number && need.isRead) {
      const CheckedOperation &reader = loop.operations[need.second];
      end = std::max(end, reader.issue + std::max<int64_t>(1, reader.busy) +
                              int64_t(need.distance) * loop.interval);
    }
  std::set<int64_t> life;
  for (int64_t tick = load.issue;
       tick < end && int64_t(life.size()) < loop.interval; ++tick)
    life.insert(((tick % loop.interval) + loop.interval) % loop.interval);
  return life;
}

void Check::checkRings() {
  constexpr int64_t alignment = 128;
  struct Ring {
    unsigned number;
    int64_t begin, end;
    std::set<int64_t> life;
  };
  std::vector<Ring> rings;
  for (unsigned i = 0; i < loop.operations.size(); ++i) {
    const CheckedOperation &op = loop.operations[i];
    if (!op.hasRing)
      continue;
    if (!op.isTileLoad)
      add(ViolationKind::Ring, "{0} loads no tile, but has a ring", name(i));
    if (op.ringBytes != op.bytes)
      add(ViolationKind::Ring, "{0} needs {1} bytes for a copy, not {2}",
          name(i), op.bytes, op.ringBytes);
    if (op.ringOffset < 0 || op.ringOffset % alignment)
      add(ViolationKind::Ring, "{0} has its ring at {1}", name(i),
          op.ringOffset);
    if (op.ringBarrier < 0 || op.ringBarrier >= loop.capacities.pipelines)
      add(ViolationKind::Barrier, "{0} has barrier slot {1}", name(i),
          op.ringBarrier);
    int64_t slot = (op.ringBytes + alignment - 1) / alignment * alignment;
    Ring ring{i, op.ringOffset, op.ringOffset + slot * op.copies, getLife(i)};
    if (ring.end + loop.scratchBytes > loop.capacities.sharedBytes)
      add(ViolationKind::Capacity,
          "the ring of {0} ends at {1}, with {2} bytes of scratch beyond {3}",
          name(i), ring.end, loop.scratchBytes, loop.capacities.sharedBytes);
    for (const Ring &other : rings) {
      bool meets = any_of(
          ring.life, [&](int64_t tick) { return other.life.count(tick) > 0; });
      if (!meets)
        continue;
      if (ring.begin < other.end && other.begin < ring.end)
        add(ViolationKind::Ring, "the rings of {0} and {1} share bytes",
            name(other.number), name(i));
      if (op.ringBarrier == loop.operations[other.number].ringBarrier)
        add(ViolationKind::Barrier, "{0} and {1} share barrier slot {2}",
            name(other.number), name(i), op.ringBarrier);
    }
    rings.push_back(std::move(ring));
  }
}

std::vector<Violation> Check::run() {
  checkForm();
  checkRequirements();
  checkRows();
  checkRings();
  return std::move(found);
}

std::vector<Violation> tilefuzz::checkSchedule(const ScheduledLoop &loop) {
  return Check(loop).run();
}
