//===- FenceCheck.cpp - The fences of one function ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/FenceCheck.h"
#include "oracle/Fences/TensorOrder.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace tilefuzz;

StringRef tilefuzz::stringify(FenceProblem problem) {
  switch (problem) {
  case FenceProblem::UnorderedUse:
    return "uses tensor memory behind a boundary and no after-fence";
  case FenceProblem::UnfencedRelease:
    return "releases a use that no before-fence follows";
  case FenceProblem::IncompleteRelease:
    return "releases a load or store that no wait completed ahead of its fence";
  case FenceProblem::EarlyRead:
    return "reads the result of a load ahead of its wait";
  case FenceProblem::EarlyFree:
    return "frees tensor memory ahead of the wait for a load or store";
  case FenceProblem::Needless:
    return "is needed on no way";
  }
  llvm_unreachable("unknown problem");
}

namespace {
/// What a thread may be in at a point.
struct ThreadOrder {
  /// ContractState's.
  unsigned contract = 0;
  /// The last fence stood ahead of a wait that was needed.
  bool outIncomplete = false;
  bool stores = false;
  uint64_t loads = 0;

  bool operator<(const ThreadOrder &other) const { return key() < other.key(); }
  std::tuple<unsigned, bool, bool, uint64_t> key() const {
    return {contract, outIncomplete, stores, loads};
  }
};

class Check {
public:
  explicit Check(const EventGraph &graph) : graph(graph) {}

  std::vector<FenceFault> run();

private:
  void step(ThreadOrder &state, const EventNode &node, unsigned block,
            unsigned event);

  const EventGraph &graph;
  std::set<std::tuple<unsigned, unsigned, FenceProblem>> faults;
};
} // namespace

void Check::step(ThreadOrder &state, const EventNode &node, unsigned block,
                 unsigned event) {
  auto fault = [&](FenceProblem problem) {
    faults.insert({block, event, problem});
  };
  bool isIncomplete = state.loads || state.stores;
  TensorEvent kind = node.kind;
  ContractState contract(state.contract);
  // Loads and stores are uses; the contract knows no kinds of them.
  if (!contract.step(isUse(kind) ? TensorEvent::Use : kind))
    fault(isUse(kind) ? FenceProblem::UnorderedUse
                      : FenceProblem::UnfencedRelease);
  bool fences = kind == TensorEvent::BeforeFence || kind == TensorEvent::Commit;
  bool releases = kind == TensorEvent::Sync || kind == TensorEvent::Arrive ||
                  kind == TensorEvent::Commit;
  if (fences)
    state.outIncomplete = isIncomplete;
  if (releases && (state.outIncomplete || isIncomplete))
    fault(FenceProblem::IncompleteRelease);
  if (kind == TensorEvent::ReadResult && (state.loads >> node.load & 1))
    fault(FenceProblem::EarlyRead);
  if (kind == TensorEvent::Release && isIncomplete)
    fault(FenceProblem::EarlyFree);
  if (kind == TensorEvent::Load)
    state.loads |= uint64_t(1) << node.load;
  if (kind == TensorEvent::Store)
    state.stores = true;
  if (kind == TensorEvent::WaitLoads)
    state.loads = 0;
  if (kind == TensorEvent::WaitStores)
    state.stores = false;
  state.contract = contract.number();
}

std::vector<FenceFault> Check::run() {
  // By block: how it may be entered; and what of that is still to be followed.
  std::vector<std::set<ThreadOrder>> known(graph.blocks.size());
  std::vector<std::pair<unsigned, ThreadOrder>> work;
  auto reach = [&](unsigned block, const ThreadOrder &state) {
    if (known[block].insert(state).second)
      work.emplace_back(block, state);
  };
  ThreadOrder entry;
  // A caller's uses.
  if (graph.isCalled) {
    ContractState contract;
    contract.step(TensorEvent::Use);
    entry.contract = contract.number();
  }
  reach(0, entry);
  while (!work.empty()) {
    auto [block, state] = work.back();
    work.pop_back();
    const EventBlock &at = graph.blocks[block];
    for (unsigned i = 0; i != at.events.size(); ++i)
      step(state, at.events[i], block, i);
    for (unsigned next : at.successors)
      reach(next, state);
  }
  std::vector<FenceFault> result;
  for (auto [block, event, problem] : faults)
    result.push_back({problem, block, event});
  return result;
}

std::vector<FenceFault> tilefuzz::findFaults(const EventGraph &graph) {
  return Check(graph).run();
}

std::vector<FenceFault> tilefuzz::findNeedless(const EventGraph &graph) {
  std::vector<FenceFault> needless;
  size_t before = findFaults(graph).size();
  for (unsigned b = 0; b != graph.blocks.size(); ++b)
    for (unsigned i = 0; i != graph.blocks[b].events.size(); ++i) {
      TensorEvent kind = graph.blocks[b].events[i].kind;
      if (kind < TensorEvent::WaitLoads || kind > TensorEvent::AfterFence)
        continue;
      EventGraph without = graph;
      without.blocks[b].events[i].kind = TensorEvent::None;
      if (findFaults(without).size() <= before)
        needless.push_back({FenceProblem::Needless, b, i});
    }
  return needless;
}
