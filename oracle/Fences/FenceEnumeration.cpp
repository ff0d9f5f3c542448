//===- FenceEnumeration.cpp - Fences of all small programs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/FenceEnumeration.h"
#include "oracle/Fences/FenceTrees.h"
#include "oracle/Fences/TensorOrder.h"
#include "oracle/Fences/TreeOrders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilefuzz;

static constexpr TensorEvent alphabet[] = {
    TensorEvent::Use,   TensorEvent::BeforeFence, TensorEvent::AfterFence,
    TensorEvent::Sync,  TensorEvent::Arrive,      TensorEvent::Wait,
    TensorEvent::Commit};
static constexpr unsigned alphabetSize = std::size(alphabet);

static std::string print(ArrayRef<TensorEvent> events) {
  return join(map_range(events, [](TensorEvent e) { return stringify(e); }),
              " ");
}

/// Calls `visit` with every list of `size` events.
template <typename Visit> static void forEachList(unsigned size, Visit visit) {
  EventList events(size, alphabet[0]);
  SmallVector<unsigned, 16> digits(size, 0);
  while (true) {
    visit(events);
    unsigned i = size;
    while (i != 0 && ++digits[i - 1] == alphabetSize)
      digits[--i] = 0;
    for (unsigned j = i ? i - 1 : 0; j != size; ++j)
      events[j] = alphabet[digits[j]];
    if (i == 0)
      return;
  }
}

static EventGraph makeLine(ArrayRef<TensorEvent> events) {
  EventGraph graph;
  graph.blocks.emplace_back();
  for (TensorEvent event : events)
    graph.blocks[0].events.push_back({event, 0});
  return graph;
}

static EventList eventsOf(const EventGraph &line) {
  EventList events;
  for (const EventNode &node : line.blocks[0].events)
    events.push_back(node.kind);
  return events;
}

/// Fences next to an equal one.
static unsigned countRepeats(ArrayRef<TensorEvent> events) {
  unsigned count = 0;
  for (unsigned i = 1; i < events.size(); ++i)
    count +=
        events[i] == events[i - 1] && (events[i] == TensorEvent::BeforeFence ||
                                       events[i] == TensorEvent::AfterFence);
  return count;
}

namespace {
/// How often something went wrong, and where first: programs come in the order
/// of their size.
struct Failures {
  uint64_t count = 0;
  std::string first;

  template <typename Print> void add(Print print, uint64_t times = 1) {
    if (!count)
      first = print();
    count += times;
  }
};

/// What is asked of one form.
struct Judgement {
  Failures insufficient, needless, unstable, repeated;

  bool isPerfect() const {
    return !insufficient.count && !needless.count && !unstable.count &&
           !repeated.count;
  }
};

/// The answer for a straight line.
struct Fenced {
  EventList events;
  bool hasUse, releases, acquires;
};

class Enumeration {
public:
  Enumeration(const FenceEnumerationOptions &options, raw_ostream &os)
      : options(options), os(os) {}

  void runLines();
  void runTrees(unsigned depth, unsigned numEvents);
  bool finish();

private:
  void judgeLine(ArrayRef<TensorEvent> events);
  void judgePairs(unsigned total);
  std::vector<TreeClass> makeTrees(unsigned size, unsigned depth) const;
  /// In place of `count` trees.
  void judgeTree(const TreeShape &shape, ArrayRef<TensorEvent> events,
                 uint64_t count);
  std::vector<FenceInsertion> place(const EventGraph &graph, FenceForm form) {
    return findFences(graph, form,
                      form == FenceForm::Dataflow ? options.bugs : BugSet());
  }

  const FenceEnumerationOptions &options;
  raw_ostream &os;
  /// By form.
  Judgement judgements[2];
  uint64_t numFences[2] = {};
  uint64_t needlessBefore = 0;
  Failures wrongContract;
  /// By form and number of events.
  std::vector<std::vector<Fenced>> lines[2];
};
} // namespace

//===----------------------------------------------------------------------===//
// Straight lines
//===----------------------------------------------------------------------===//

/// The thread breaks its contract, and a thread that it meets observes it.
static bool isObserved(ArrayRef<TensorEvent> events) {
  std::optional<unsigned> broken = findBrokenContract(events);
  return broken && findWitness(events, *broken);
}

void Enumeration::judgeLine(ArrayRef<TensorEvent> events) {
  EventGraph graph = makeLine(events);
  for (FenceForm form : {FenceForm::Linear, FenceForm::Dataflow}) {
    Judgement &judgement = judgements[unsigned(form)];
    std::vector<FenceInsertion> fences = place(graph, form);
    EventGraph fenced = applyFences(graph, fences);
    EventList result = eventsOf(fenced);
    auto tell = [&] { return print(events) + " -> " + print(result); };
    numFences[unsigned(form)] += fences.size();
    // By a thread that two small ones may not have room for.
    if (form == FenceForm::Dataflow && isObserved(result))
      judgement.insufficient.add(tell);
    if (!fences.empty() && !place(fenced, form).empty())
      judgement.unstable.add(tell);
    for (unsigned i = 0; i != fences.size(); ++i) {
      std::vector<FenceInsertion> others = fences;
      others.erase(others.begin() + i);
      EventList without = eventsOf(applyFences(graph, others));
      if (!isObserved(without))
        judgement.needless.add(tell);
    }
    if (countRepeats(result) > countRepeats(events))
      judgement.repeated.add(tell);
    auto has = [&](ArrayRef<TensorEvent> kinds) {
      return any_of(result,
                    [&](TensorEvent e) { return is_contained(kinds, e); });
    };
    Fenced line{
        result, has({TensorEvent::Use}),
        has({TensorEvent::Sync, TensorEvent::Arrive, TensorEvent::Commit}),
        has({TensorEvent::Sync, TensorEvent::Wait})};
    // Alone, it hands nothing over.
    if (line.hasUse && (line.releases || line.acquires))
      lines[unsigned(form)][events.size()].push_back(std::move(line));
  }
  // The contract is what can be observed.
  if (std::optional<unsigned> broken = findBrokenContract(events))
    if (!findWitness(events, *broken))
      wrongContract.add([&] { return print(events); });
}

void Enumeration::judgePairs(unsigned total) {
  uint64_t pairs = 0, insufficient[2] = {};
  for (FenceForm form : {FenceForm::Linear, FenceForm::Dataflow}) {
    Judgement &judgement = judgements[unsigned(form)];
    uint64_t before = judgement.insufficient.count;
    auto &bySize = lines[unsigned(form)];
    for (unsigned size = 1; 2 * size <= total; ++size)
      for (const Fenced &a : bySize[size])
        for (const Fenced &b : bySize[total - size]) {
          if ((!a.releases || !b.acquires) && (!b.releases || !a.acquires))
            continue;
          pairs += form == FenceForm::Dataflow;
          if (!findUnorderedUse(a.events, b.events, 1) &&
              !findUnorderedUse(a.events, b.events, 2))
            continue;
          judgement.insufficient.add(
              [&] { return print(a.events) + " || " + print(b.events); });
        }
    insufficient[unsigned(form)] = judgement.insufficient.count - before;
  }
  os << formatv("{0,-7}{1,11}{2,11}{3,13}", total, numFences[1], pairs,
                insufficient[1])
     << formatv("{0,14}{1,13}{2,11}\n", numFences[0], insufficient[0],
                judgements[0].needless.count - needlessBefore);
}

void Enumeration::runLines() {
  os << "Straight lines, two threads. Of one thread with that many events: the "
        "fences put in,\nall needed; of two threads with so many in all that "
        "hand over: the pairs.\n\n"
     << "              dataflow                               linear\n"
     << "events     fences      pairs insufficient        fences insufficient  "
        " "
        "needless\n";
  for (auto &form : lines)
    form.resize(options.numEvents + 1);
  for (unsigned size = 1; size <= options.numEvents; ++size) {
    numFences[0] = numFences[1] = 0;
    needlessBefore = judgements[0].needless.count;
    forEachList(size, [&](ArrayRef<TensorEvent> events) { judgeLine(events); });
    judgePairs(size);
  }
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// The seeded bugs tell trees of one order apart.
std::vector<TreeClass> Enumeration::makeTrees(unsigned size,
                                              unsigned depth) const {
  if (!options.eachTree && options.bugs.empty())
    return makeTreeClasses(size, depth);
  std::vector<TreeClass> each;
  for (TreeShape &shape : makeTreeShapes(size, depth))
    each.push_back({std::move(shape), 1});
  return each;
}

void Enumeration::judgeTree(const TreeShape &shape,
                            ArrayRef<TensorEvent> events, uint64_t count) {
  EventGraph graph = shape.fill(events);
  for (FenceForm form : {FenceForm::Linear, FenceForm::Dataflow}) {
    Judgement &judgement = judgements[unsigned(form)];
    std::vector<FenceInsertion> fences = place(graph, form);
    EventGraph fenced = applyFences(graph, fences);
    auto tell = [&] {
      return shape.print(graph) + " -> " + shape.print(fenced);
    };
    numFences[unsigned(form)] += count * fences.size();
    if (shape.breaksContract(fenced))
      judgement.insufficient.add(tell, count);
    if (form == FenceForm::Linear)
      continue;
    if (!fences.empty() && !place(fenced, form).empty())
      judgement.unstable.add(tell, count);
    for (unsigned i = 0; i != fences.size(); ++i) {
      std::vector<FenceInsertion> others = fences;
      others.erase(others.begin() + i);
      if (!shape.breaksContract(applyFences(graph, others)))
        judgement.needless.add(tell, count);
    }
  }
}

void Enumeration::runTrees(unsigned depth, unsigned numEvents) {
  os << "\nTrees of if, if-else, for and for with exit, at most " << depth
     << " deep; loops run 0, 1 and 2 times.\n\n"
     << "                                       dataflow                 "
        "linear\n"
     << "events     shapes       programs         fences insufficient   "
        "insufficient\n";
  for (unsigned size = 1; size <= numEvents; ++size) {
    std::vector<TreeClass> trees = makeTrees(size, depth);
    uint64_t shapes = 0, programs = 0, before[2];
    for (const TreeClass &tree : trees)
      shapes += tree.count;
    numFences[0] = numFences[1] = 0;
    for (unsigned form : {0, 1})
      before[form] = judgements[form].insufficient.count;
    forEachList(size, [&](ArrayRef<TensorEvent> events) {
      // X2, and what meets nobody.
      if (!is_contained(events, TensorEvent::Use) ||
          none_of(events, [](TensorEvent e) {
            return isBoundary(e) && e != TensorEvent::Commit;
          }))
        return;
      programs += shapes;
      for (const TreeClass &tree : trees)
        judgeTree(tree.shape, events, tree.count);
    });
    os << formatv("{0,-7}{1,10}{2,15}{3,15}{4,13}{5,15}\n", size, shapes,
                  programs, numFences[1],
                  judgements[1].insufficient.count - before[1],
                  judgements[0].insufficient.count - before[0]);
  }
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

bool Enumeration::finish() {
  auto tell = [&](StringRef what, const Failures &failures) {
    if (failures.count)
      os << what << ": " << failures.count << ", the first: " << failures.first
         << '\n';
  };
  os << '\n';
  const Judgement &flow = judgements[unsigned(FenceForm::Dataflow)];
  tell("insufficient", flow.insufficient);
  tell("a fence that no run needs", flow.needless);
  tell("not idempotent", flow.unstable);
  tell("repeated fence", flow.repeated);
  tell("broken contract that no thread observes", wrongContract);
  bool isPerfect = flow.isPerfect() && !wrongContract.count;
  if (isPerfect)
    os << "dataflow form: sufficient, minimal, idempotent, no fence repeated\n";
  const Judgement &linear = judgements[unsigned(FenceForm::Linear)];
  if (linear.insufficient.count)
    os << "linear form: insufficient, the smallest: "
       << linear.insufficient.first << '\n';
  if (!linear.needless.first.empty())
    os << "linear form: needless, the smallest: " << linear.needless.first
       << '\n';
  return isPerfect;
}

bool tilefuzz::enumerateFences(const FenceEnumerationOptions &options,
                               raw_ostream &os) {
  Enumeration enumeration(options, os);
  enumeration.runLines();
  enumeration.runTrees(1, options.numTreeEvents);
  enumeration.runTrees(2, options.numDeepEvents);
  return enumeration.finish();
}
