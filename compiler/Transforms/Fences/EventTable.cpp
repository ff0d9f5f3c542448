//===- EventTable.cpp - Which instruction is which event ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fences/EventTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tilefuzz;

static constexpr EventRow rows[] = {
    // Uses.
    {"tcgen05.alloc", TensorEvent::Use},
    {"tcgen05.cp", TensorEvent::Use},
    {"tcgen05.shift", TensorEvent::Use},
    {"tcgen05.mma", TensorEvent::Use},
    {"tcgen05.mma.smem.desc", TensorEvent::None, "makes a descriptor"},
    {"tcgen05.ld", TensorEvent::Load},
    {"tcgen05.st", TensorEvent::Store},
    {"tcgen05.dealloc", TensorEvent::Release},
    {"tcgen05.relinquish.alloc.permit", TensorEvent::None,
     "touches no tensor memory"},
    {"tcgen05.relinq.alloc.permit", TensorEvent::None,
     "touches no tensor memory"},
    {"tcgen05.wait.ld", TensorEvent::WaitLoads},
    {"tcgen05.wait.st", TensorEvent::WaitStores},
    {"tcgen05.fence.before", TensorEvent::BeforeFence},
    {"tcgen05.fence.after", TensorEvent::AfterFence},
    // Boundaries. A commit is not a use.
    {"tcgen05.commit", TensorEvent::Commit},
    {"bar", TensorEvent::Sync},
    {"bar.arrive", TensorEvent::Arrive},
    {"bar.warp.sync", TensorEvent::Sync},
    {"barrier", TensorEvent::Sync},
    {"barrier0", TensorEvent::Sync},
    {"barrier.arrive", TensorEvent::Arrive},
    {"barrier.cta.arrive", TensorEvent::Arrive},
    {"barrier.cluster.arrive", TensorEvent::Arrive},
    {"barrier.cluster.wait", TensorEvent::Wait},
    {"cluster.arrive", TensorEvent::Arrive},
    {"cluster.wait", TensorEvent::Wait},
    {"mbarrier.arrive", TensorEvent::Arrive},
    {"mbarrier.complete.tx", TensorEvent::Arrive},
    {"mbarrier.test.wait", TensorEvent::Wait},
    {"mbarrier.try.wait", TensorEvent::Wait},
    {"cp.async.mbarrier.arrive", TensorEvent::Arrive},
    // No events.
    {"mbarrier.init", TensorEvent::None, "no thread waits for it"},
    {"mbarrier.inval", TensorEvent::None, "no thread waits for it"},
    {"mbarrier.expect.tx", TensorEvent::None, "does not arrive"},
    {"mbarrier.pending.count", TensorEvent::None, "reads a state"},
    {"memory.barrier", TensorEvent::None, "orders no execution"},
    {"membar", TensorEvent::None, "orders no execution"},
    {"fence", TensorEvent::None, "orders no execution"},
    {"griddepcontrol", TensorEvent::None,
     "orders grids, which share no tensor memory"},
    {"clusterlaunchcontrol", TensorEvent::None,
     "arrives when the request is answered, whatever the thread did"},
    {"cp.async", TensorEvent::None, "no thread waits for other threads by it"},
    {"wgmma", TensorEvent::None, "no thread waits for other threads by it"},
};

ArrayRef<EventRow> tilefuzz::getEventRows() { return rows; }

std::optional<TensorEvent> tilefuzz::findEvent(StringRef name,
                                               const BugSet &bugs) {
  std::string dotted;
  for (char c : name) {
    char next = c == '_' || c == ':' ? '.' : c;
    // The second colon.
    if (next != '.' || dotted.empty() || dotted.back() != '.')
      dotted += next;
  }
  const EventRow *best = nullptr;
  for (const EventRow &row : rows) {
    StringRef rest = dotted;
    if (rest.consume_front(row.name) && (rest.empty() || rest.front() == '.') &&
        (!best || row.name.size() > best->name.size()))
      best = &row;
  }
  if (!best)
    return std::nullopt;
  if (best->name == "tcgen05.cp" && bugs.acts(SeededBug::FenceCopyIsNoUse))
    return TensorEvent::None;
  if (isBoundary(best->event) && StringRef(best->name).contains("cluster.") &&
      bugs.acts(SeededBug::FenceClusterIsNoBoundary))
    return TensorEvent::None;
  return best->event;
}

/// Whether the events are uses, of which nothing is pending at their end.
static bool areOneUse(ArrayRef<TensorEvent> events) {
  bool hasUse = false, hasLoads = false, hasStores = false;
  for (TensorEvent event : events) {
    if (event == TensorEvent::WaitLoads)
      hasLoads = false;
    else if (event == TensorEvent::WaitStores)
      hasStores = false;
    else if (event != TensorEvent::Use && event != TensorEvent::Load &&
             event != TensorEvent::Store)
      return false;
    hasUse |= isUse(event);
    hasLoads |= event == TensorEvent::Load;
    hasStores |= event == TensorEvent::Store;
  }
  return hasUse && !hasLoads && !hasStores;
}

SmallVector<TensorEvent, 1> tilefuzz::findPtxEvents(StringRef text,
                                                    const BugSet &bugs) {
  SmallVector<TensorEvent, 1> events;
  SmallVector<StringRef> statements;
  SplitString(text, statements, ";{}\n");
  for (StringRef statement : statements) {
    statement = statement.trim();
    // A predicate, `@p` or `@!p`, and a label, `name:`.
    while (
        statement.starts_with("@") ||
        statement.take_until([](char c) { return isSpace(c); }).ends_with(":"))
      statement =
          statement.drop_until([](char c) { return isSpace(c); }).ltrim();
    StringRef mnemonic =
        statement.take_until([](char c) { return isSpace(c); });
    TensorEvent event = findEvent(mnemonic, bugs).value_or(TensorEvent::None);
    if (event != TensorEvent::None)
      events.push_back(event);
  }
  if (events.size() > 1 && areOneUse(events))
    return {TensorEvent::Use};
  return events;
}

StringRef tilefuzz::getFencePtx(TensorEvent event) {
  switch (event) {
  case TensorEvent::BeforeFence:
    return "tcgen05.fence::before_thread_sync;";
  case TensorEvent::AfterFence:
    return "tcgen05.fence::after_thread_sync;";
  case TensorEvent::WaitLoads:
    return "tcgen05.wait::ld.sync.aligned;";
  case TensorEvent::WaitStores:
    return "tcgen05.wait::st.sync.aligned;";
  default:
    llvm_unreachable("not a fence");
  }
}
