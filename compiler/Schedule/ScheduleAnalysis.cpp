//===- ScheduleAnalysis.cpp - A loop's schedule beside its body -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/ScheduleAnalysis.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace tilefuzz;
using Names = ScheduleAttributes;

void tilefuzz::removeSchedule(Operation *op) {
  for (StringRef name :
       {Names::issue, Names::copies, Names::ring, Names::stage, Names::order})
    op->removeDiscardableAttr(name);
}

void tilefuzz::removeSchedule(scf::ForOp loop) {
  loop->removeDiscardableAttr(Names::schedule);
  for (Operation &op : *loop.getBody())
    removeSchedule(&op);
}

void tilefuzz::attachSchedule(const ScheduleAnalysis &analysis) {
  scf::ForOp loop = analysis.loop;
  removeSchedule(loop);
  Builder builder(loop.getContext());
  const LoopSchedule &schedule = analysis.schedule;
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  loop->setDiscardableAttr(
      Names::schedule,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("scheduler",
                                builder.getStringAttr(schedule.scheduler)),
           number("tick", schedule.tick), number("interval", schedule.interval),
           number("stages", schedule.stages),
           number("resource_bound", schedule.bounds.resource),
           number("recurrence_bound", schedule.bounds.recurrence)}));
  for (auto [op, node] : llvm::zip_equal(analysis.ops, schedule.nodes)) {
    op->setDiscardableAttr(Names::stage, builder.getI32IntegerAttr(node.stage));
    op->setDiscardableAttr(Names::order, builder.getI32IntegerAttr(node.order));
    op->setDiscardableAttr(Names::issue, builder.getI64IntegerAttr(node.issue));
    if (node.copies > 1)
      op->setDiscardableAttr(Names::copies,
                             builder.getI64IntegerAttr(node.copies));
    if (node.ring)
      op->setDiscardableAttr(
          Names::ring,
          builder.getDictionaryAttr({number("bytes", node.ring->bytes),
                                     number("offset", node.ring->offset),
                                     number("barrier", node.ring->barrier)}));
  }
}

static std::optional<int64_t> readNumber(DictionaryAttr from, StringRef name) {
  auto number = from.getAs<IntegerAttr>(name);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

static std::optional<ScheduledNode> readNode(Operation *op) {
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  std::optional<int64_t> stage = readNumber(attributes, Names::stage);
  std::optional<int64_t> order = readNumber(attributes, Names::order);
  std::optional<int64_t> issue = readNumber(attributes, Names::issue);
  if (!stage || !order || !issue)
    return std::nullopt;
  ScheduledNode node;
  node.stage = *stage;
  node.order = *order;
  node.issue = *issue;
  node.copies = readNumber(attributes, Names::copies).value_or(1);
  if (auto ring = attributes.getAs<DictionaryAttr>(Names::ring)) {
    std::optional<int64_t> bytes = readNumber(ring, "bytes");
    std::optional<int64_t> offset = readNumber(ring, "offset");
    std::optional<int64_t> barrier = readNumber(ring, "barrier");
    if (!bytes || !offset || !barrier)
      return std::nullopt;
    node.ring = ScheduledRing{*bytes, *offset, *barrier};
  }
  return node;
}

FailureOr<ScheduleAnalysis> tilefuzz::readSchedule(scf::ForOp loop,
                                                   LoopGraph graph) {
  auto invalidated = [&] {
    return loop.emitError("cleanup pass invalidated ScheduleAnalysis; rerun "
                          "constraint generation or remove the pass");
  };
  ScheduleAnalysis analysis;
  analysis.loop = loop;
  analysis.graph = std::move(graph);
  auto entry = loop->getAttrOfType<DictionaryAttr>(Names::schedule);
  auto name = entry ? entry.getAs<StringAttr>("scheduler") : nullptr;
  if (!name)
    return invalidated();
  LoopSchedule &schedule = analysis.schedule;
  // The context owns the text.
  schedule.scheduler = name.getValue();
  for (auto [key, field] :
       {std::pair("tick", &schedule.tick),
        {"interval", &schedule.interval},
        {"stages", &schedule.stages},
        {"resource_bound", &schedule.bounds.resource},
        {"recurrence_bound", &schedule.bounds.recurrence}}) {
    std::optional<int64_t> value = readNumber(entry, key);
    if (!value || *value < 1)
      return invalidated();
    *field = *value;
  }
  int64_t count = analysis.graph.nodes.size();
  llvm::BitVector taken(count);
  for (Operation &op : loop.getBody()->without_terminator()) {
    std::optional<ScheduledNode> node = readNode(&op);
    if (!node || node->order < 0 || node->order >= count ||
        taken.test(node->order))
      return invalidated();
    taken.set(node->order);
    analysis.ops.push_back(&op);
    schedule.nodes.push_back(*node);
  }
  if (!taken.all())
    return invalidated();
  return analysis;
}
