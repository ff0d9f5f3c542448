//===- RequiredOrder.cpp - Order that a target must keep ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/RequiredOrder.h"
#include "oracle/Order/Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace tilefuzz;

using Kind = OrderEvent::Kind;

namespace {
/// What one correspondence of one block loses, by positions in the source;
/// `event` is the target's for `Added`.
struct RawLoss {
  OrderLoss::Kind kind;
  unsigned event = 0, second = 0;
};

class BlockCheck {
public:
  BlockCheck(uint32_t number, const OrderTrace &sourceTrace,
             const OrderTrace &targetTrace, const SharedBytes &shared,
             const OrderCheckOptions &options, OrderReport &report)
      : number(number), sourceTrace(sourceTrace),
        source(sourceTrace.blocks[number]), target(targetTrace.blocks[number]),
        targetTrace(targetTrace), shared(shared), options(options),
        report(report), required(source),
        elimination(sourceTrace, number, required, shared) {}

  void run();

private:
  std::vector<RawLoss> lossesOf(const Correspondence &match);
  void checkStrengths(const Correspondence &match,
                      std::vector<RawLoss> &losses) const;
  void checkEliminations(const Correspondence &match,
                         std::vector<RawLoss> &losses);
  void checkPairs(const Correspondence &match,
                  std::vector<RawLoss> &losses) const;
  bool isPairKept(const Correspondence &match, unsigned first, unsigned second,
                  RawLoss &loss) const;
  bool mayBeAdded(const OrderEvent &event) const;
  void addLoss(const Correspondence &match, const RawLoss &loss);
  bool mayReadOther(unsigned event) const;
  bool mayBePairedOtherwise();
  std::optional<unsigned> findOtherRead(const Correspondence &match) const;
  std::optional<unsigned> findOtherWrite(const Correspondence &match) const;
  AccessSite siteOf(const OrderTrace &trace, unsigned event) const;
  /// The first image of a source event, or of its instance.
  std::optional<unsigned> imageOf(const Correspondence &match,
                                  unsigned event) const;

  uint32_t number;
  const OrderTrace &sourceTrace;
  const BlockOrder &source, &target;
  const OrderTrace &targetTrace;
  const SharedBytes &shared;
  const OrderCheckOptions &options;
  OrderReport &report;
  RequiredPairs required;
  Elimination elimination;
};
} // namespace

static std::string describe(const OrderInstance &instance) {
  std::string text = toString(instance.ordering).str();
  if (instance.isStrong())
    text += " " + toString(instance.scope).str();
  return text;
}

//===----------------------------------------------------------------------===//
// What is lost
//===----------------------------------------------------------------------===//

std::vector<RawLoss> BlockCheck::lossesOf(const Correspondence &match) {
  std::vector<RawLoss> losses;
  checkStrengths(match, losses);
  checkEliminations(match, losses);
  checkPairs(match, losses);
  for (unsigned event : match.added)
    if (!mayBeAdded(target.events[event]))
      losses.push_back({OrderLoss::Kind::Added, event});
  return losses;
}

/// Q6.
void BlockCheck::checkStrengths(const Correspondence &match,
                                std::vector<RawLoss> &losses) const {
  for (unsigned i = 0; i < source.instances.size(); ++i)
    for (unsigned image : match.instances[i])
      if (!isAsStrong(source.instances[i], target.instances[image]))
        losses.push_back(
            {OrderLoss::Kind::Strength, source.instances[i].firstEvent});
  // An update is still one.
  for (unsigned i = 1; i < source.events.size(); ++i) {
    if (!source.events[i].isAtomic || source.events[i].kind != Kind::Write)
      continue;
    for (unsigned image : match.images[i])
      if (!target.events[image].isAtomic ||
          !llvm::is_contained(match.images[i - 1], image - 1))
        losses.push_back({OrderLoss::Kind::Strength, i});
  }
}

void BlockCheck::checkEliminations(const Correspondence &match,
                                   std::vector<RawLoss> &losses) {
  for (unsigned i = 0; i < source.instances.size(); ++i) {
    const OrderInstance &instance = source.instances[i];
    for (unsigned k = 0; k < instance.numEvents; ++k) {
      unsigned event = instance.firstEvent + k;
      if (!match.images[event].empty())
        continue;
      bool isPlainLoad = source.events[event].kind == Kind::Read &&
                         !source.events[event].isAtomic &&
                         !instance.isAcquire();
      if ((options.trustsValues && isPlainLoad) ||
          elimination.isAllowed(event, match))
        continue;
      // One element speaks for the operation.
      losses.push_back({OrderLoss::Kind::Eliminated, event});
      break;
    }
  }
}

/// Q1 to Q5.
void BlockCheck::checkPairs(const Correspondence &match,
                            std::vector<RawLoss> &losses) const {
  size_t n = source.instances.size();
  std::vector<std::tuple<unsigned, unsigned, RawLoss>> lost;
  for (unsigned second = 0; second < n; ++second) {
    if (match.instances[second].empty())
      continue;
    for (unsigned first : required.before(second).set_bits()) {
      RawLoss loss{OrderLoss::Kind::Edge};
      if (!match.instances[first].empty() &&
          !isPairKept(match, first, second, loss))
        lost.push_back({first, second, loss});
    }
  }
  if (lost.empty())
    return;
  // A pair that is lost because a part of its way is lost is not news.
  std::vector<llvm::BitVector> lostBefore(n, llvm::BitVector(n)), lostAfter,
      after;
  lostAfter = after = lostBefore;
  for (unsigned second = 0; second < n; ++second)
    for (unsigned first : source.before(second).set_bits())
      after[first].set(second);
  for (auto &[first, second, loss] : lost) {
    lostBefore[second].set(first);
    lostAfter[first].set(second);
  }
  for (auto &[first, second, loss] : lost)
    if (!lostAfter[first].anyCommon(source.before(second)) &&
        !lostBefore[second].anyCommon(after[first]))
      losses.push_back(loss);
}

bool BlockCheck::isPairKept(const Correspondence &match, unsigned first,
                            unsigned second, RawLoss &loss) const {
  bool isKept = true;
  for (unsigned a : match.instances[first])
    for (unsigned b : match.instances[second])
      isKept &= target.isOrdered(a, b);
  if (isKept)
    return true;
  OrderRule rule = required.ruleOf(first, second);
  std::tie(loss.event, loss.second) = required.witnessOf(first, second);
  // Operations that the target split: only the parts that meet need the order.
  if (rule != OrderRule::Conflict && rule != OrderRule::SamePlace)
    return false;
  if (match.instances[first].size() == 1 && match.instances[second].size() == 1)
    return false;
  const OrderInstance &from = source.instances[first];
  const OrderInstance &to = source.instances[second];
  std::multimap<std::pair<int, int64_t>, unsigned> ofSecond;
  for (unsigned j = to.firstEvent; j < to.firstEvent + to.numEvents; ++j)
    ofSecond.emplace(
        std::pair(source.events[j].buffer, source.events[j].offset), j);
  // No element has more bytes.
  constexpr int64_t most = 8;
  for (unsigned i = from.firstEvent; i < from.firstEvent + from.numEvents;
       ++i) {
    const OrderEvent &event = source.events[i];
    auto end = ofSecond.lower_bound(
        {event.buffer, event.offset + int64_t(event.size)});
    for (auto at = ofSecond.upper_bound({event.buffer, event.offset - most});
         at != end; ++at) {
      unsigned j = at->second;
      if (!event.overlaps(source.events[j]))
        continue;
      for (unsigned a : match.images[i])
        for (unsigned b : match.images[j])
          if (!target.isOrdered(target.events[a].instance,
                                target.events[b].instance)) {
            loss.event = i;
            loss.second = j;
            return false;
          }
    }
  }
  return true;
}

/// A weak load more is fine where the source accesses the place as well, nobody
/// else writes it, and the target's own writes are ordered with the load.
bool BlockCheck::mayBeAdded(const OrderEvent &event) const {
  if (event.kind != Kind::Read || event.isAtomic ||
      target.instances[event.instance].isStrong() ||
      shared.isWrittenElsewhere(number, event) ||
      llvm::none_of(source.events, [&](const OrderEvent &other) {
        return other.isSameRange(event);
      }))
    return false;
  return llvm::all_of(target.events, [&](const OrderEvent &other) {
    return !event.conflicts(other) ||
           target.isOrdered(event.instance, other.instance) ||
           target.isOrdered(other.instance, event.instance);
  });
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

AccessSite BlockCheck::siteOf(const OrderTrace &trace, unsigned event) const {
  const BlockOrder &block = trace.blocks[number];
  const OrderEvent &of = block.events[event];
  AccessSite site = block.instances[of.instance].site.toSite();
  site.isWrite = of.kind == Kind::Write;
  if (of.buffer >= 0) {
    site.buffer = trace.buffers[of.buffer];
    site.offset = of.offset;
  }
  return site;
}

std::optional<unsigned> BlockCheck::imageOf(const Correspondence &match,
                                            unsigned event) const {
  if (!match.images[event].empty())
    return match.images[event].front();
  const OrderInstance &of = source.instances[source.events[event].instance];
  for (unsigned k = 0; k < of.numEvents; ++k)
    if (!match.images[of.firstEvent + k].empty())
      return match.images[of.firstEvent + k].front();
  return std::nullopt;
}

void BlockCheck::addLoss(const Correspondence &match, const RawLoss &raw) {
  OrderLoss loss;
  loss.kind = raw.kind;
  loss.block = number;
  if (raw.kind == OrderLoss::Kind::Added) {
    loss.targetFirst = siteOf(targetTrace, raw.event);
    report.losses.push_back(std::move(loss));
    return;
  }
  loss.first = siteOf(sourceTrace, raw.event);
  if (raw.kind == OrderLoss::Kind::Eliminated) {
    report.losses.push_back(std::move(loss));
    return;
  }
  std::optional<unsigned> image = imageOf(match, raw.event);
  if (image)
    loss.targetFirst = siteOf(targetTrace, *image);
  unsigned first = source.events[raw.event].instance;
  if (raw.kind == OrderLoss::Kind::Strength) {
    const OrderInstance &before = source.instances[first];
    const OrderInstance &after =
        target.instances[target.events[*image].instance];
    loss.isOnlyScope =
        !isAsStrong(before, after) && before.ordering == after.ordering;
    loss.change = isAsStrong(before, after)
                      ? "one atomic update -> a load and a store"
                      : describe(before) + " -> " + describe(after);
    report.losses.push_back(std::move(loss));
    return;
  }
  unsigned second = source.events[raw.second].instance;
  loss.rule = required.ruleOf(first, second);
  loss.second = siteOf(sourceTrace, raw.second);
  if (std::optional<unsigned> other = imageOf(match, raw.second))
    loss.targetSecond = siteOf(targetTrace, *other);
  for (unsigned at : source.path(first, second))
    loss.path.push_back(source.instances[at].site.location.str());
  report.losses.push_back(std::move(loss));
}

/// Whether the event reads what may be written at any time: by other blocks, or
/// by an access that tokens do not order.
bool BlockCheck::mayReadOther(unsigned event) const {
  const OrderEvent &read = source.events[event];
  if (read.kind != Kind::Read)
    return false;
  if (shared.isWrittenElsewhere(number, read))
    return true;
  for (unsigned at : required.conflictsOf(read.instance).set_bits())
    if (!source.isOrdered(at, read.instance) &&
        !source.isOrdered(read.instance, at) &&
        llvm::any_of(source.eventsOf(at), [&](const OrderEvent &other) {
          return other.kind == Kind::Write && other.overlaps(read);
        }))
      return true;
  return false;
}

/// A read whose value is not the source's, though it may be.
std::optional<unsigned>
BlockCheck::findOtherRead(const Correspondence &match) const {
  for (unsigned i = 0; i < source.events.size(); ++i)
    if (source.events[i].kind == Kind::Read)
      for (unsigned image : match.images[i])
        if (target.events[image].value != source.events[i].value &&
            mayReadOther(i))
          return i;
  return std::nullopt;
}

/// Accesses are paired by the values that they read. Where those change from
/// run to run, the values say little: whether there is, or might be, a pairing
/// by place under which nothing is lost.
bool BlockCheck::mayBePairedOtherwise() {
  llvm::BitVector isUncertain(source.instances.size());
  for (unsigned i = 0; i < source.events.size(); ++i)
    if (!isUncertain[source.events[i].instance] && mayReadOther(i))
      isUncertain.set(source.events[i].instance);
  if (isUncertain.none())
    return false;
  Correspondence match = findCorrespondence(
      source, target, required,
      [&](const Correspondence &candidate) {
        return lossesOf(candidate).size();
      },
      [&](unsigned instance) { return isUncertain[instance]; });
  return !match.undecided.empty() || lossesOf(match).empty();
}

/// A write whose value is not the source's. Of floats, several may be right;
/// but if a load is gone, its value was another's: that must be the same.
std::optional<unsigned>
BlockCheck::findOtherWrite(const Correspondence &match) const {
  bool isForwarded = false;
  for (auto [event, images] : llvm::zip_equal(source.events, match.images)) {
    mlir::Operation *op = source.instances[event.instance].op;
    isForwarded |= images.empty() && event.kind == Kind::Read && op &&
                   op->getNumResults() && isUsed(op->getResult(0));
  }
  for (unsigned i = 0; i < source.events.size(); ++i) {
    const OrderEvent &event = source.events[i];
    if (event.kind == Kind::Write &&
        size_t(event.buffer) < sourceTrace.numLaunched &&
        (isForwarded || !sourceTrace.areFloats[event.buffer]))
      for (unsigned image : match.images[i])
        if (target.events[image].value != event.value)
          return i;
  }
  return std::nullopt;
}

void BlockCheck::run() {
  auto say = [&](const llvm::Twine &why) {
    if (report.cannotMatch.empty())
      report.cannotMatch = ("block " + llvm::Twine(number) + ": " + why).str();
  };
  for (const BlockOrder *block : {&source, &target})
    if (block->isTooLarge())
      return say("more than " + llvm::Twine(BlockOrder::maxInstances) +
                 " accesses, or " + llvm::Twine(BlockOrder::maxEvents) +
                 " elements in all blocks: they are not compared");
  Correspondence match = findCorrespondence(
      source, target, required, [&](const Correspondence &candidate) {
        return lossesOf(candidate).size();
      });
  report.numPairs += required.size();
  for (unsigned i = 0; i < source.instances.size(); ++i)
    report.numStrong +=
        source.instances[i].isStrong() && source.instances[i].numEvents;
  // What is lost at an access that was paired for want of better may be lost
  // by the pairing.
  auto isOpen = [&](unsigned event) {
    unsigned instance = source.events[event].instance;
    return llvm::is_contained(match.undecided, instance) ||
           llvm::any_of(match.instances[instance], [&](unsigned image) {
             return match.isDoubtful[image];
           });
  };
  // Of a block that read other values of other blocks, only what both did can
  // be compared: its branches may be others. With the same reads it must write
  // the same, or the memory model, 3.6, says nothing of it.
  std::optional<unsigned> other = findOtherRead(match);
  std::vector<RawLoss> losses = lossesOf(match);
  if (!other && losses.empty() && !options.trustsValues)
    if (std::optional<unsigned> event = findOtherWrite(match)) {
      AccessSite site = siteOf(sourceTrace, *event);
      return say("it writes another value at " + site.operation + " (" +
                 site.location + ") on " + site.buffer + "+" +
                 llvm::Twine(site.offset) + " than the source does");
    }
  bool isPairingOpen = !losses.empty() && mayBePairedOtherwise();
  for (const RawLoss &loss : losses) {
    if (other && (loss.kind == OrderLoss::Kind::Added ||
                  loss.kind == OrderLoss::Kind::Eliminated)) {
      AccessSite site = siteOf(sourceTrace, *other);
      say("it reads another value at " + site.operation + " (" + site.location +
          ") than the source does, and accesses differ");
      continue;
    }
    bool isAboutSource = loss.kind != OrderLoss::Kind::Added;
    unsigned at = loss.event;
    bool isAtOpen =
        isAboutSource && (isOpen(at) || (loss.kind == OrderLoss::Kind::Edge &&
                                         isOpen(at = loss.second)));
    if (!isAtOpen && !isPairingOpen) {
      addLoss(match, loss);
      continue;
    }
    AccessSite site = siteOf(isAboutSource ? sourceTrace : targetTrace, at);
    std::set<std::string> alike;
    for (unsigned i : match.undecided)
      if (source.instances[i].site.location != site.location)
        alike.insert(source.instances[i].site.location.str());
    say("which access stands for " + site.operation + " (" + site.location +
        ") on " + site.buffer + "+" + llvm::Twine(site.offset) +
        (alike.empty()
             ? llvm::Twine(" cannot be told")
             : " cannot be told: " + llvm::join(alike, ", ") + " are alike"));
  }
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Events on buffers that only one side has are its own affair; buffers of one
/// name get one number.
static OrderTrace renumber(const OrderTrace &target, const OrderTrace &source) {
  OrderTrace result = target;
  result.buffers = source.buffers;
  llvm::DenseMap<int, int> numbers;
  for (auto [i, name] : llvm::enumerate(target.buffers)) {
    auto found = llvm::find(result.buffers, name);
    numbers[i] = found - result.buffers.begin();
    if (found == result.buffers.end())
      result.buffers.push_back(name);
  }
  for (BlockOrder &block : result.blocks)
    for (OrderEvent &event : block.events)
      if (event.buffer >= 0)
        event.buffer = numbers[event.buffer];
  return result;
}

static unsigned countAllocations(const OrderTrace &trace) {
  return llvm::count_if(trace.buffers, [](llvm::StringRef name) {
    return name.starts_with("alloca#");
  });
}

/// Without what happens to allocations.
static OrderTrace dropAllocations(const OrderTrace &trace) {
  OrderTrace result = trace;
  for (BlockOrder &block : result.blocks) {
    std::vector<OrderEvent> kept;
    for (OrderInstance &instance : block.instances) {
      unsigned first = kept.size();
      for (unsigned k = 0; k < instance.numEvents; ++k) {
        const OrderEvent &event = block.events[instance.firstEvent + k];
        if (event.buffer < 0 || !llvm::StringRef(trace.buffers[event.buffer])
                                     .starts_with("alloca#"))
          kept.push_back(event);
      }
      instance.firstEvent = first;
      instance.numEvents = kept.size() - first;
    }
    block.events = std::move(kept);
  }
  for (std::string &name : result.buffers)
    if (llvm::StringRef(name).starts_with("alloca#"))
      name.clear();
  return result;
}

OrderReport tilefuzz::checkRequiredOrder(const OrderTrace &source,
                                         const OrderTrace &target,
                                         const OrderCheckOptions &options) {
  // Allocations are told apart by their sequence only.
  if (countAllocations(source) != countAllocations(target))
    return checkRequiredOrder(dropAllocations(source), dropAllocations(target),
                              options);
  if (source.buffers != target.buffers) {
    OrderTrace renumbered = renumber(target, source);
    OrderTrace extended = source;
    extended.buffers = renumbered.buffers;
    return checkRequiredOrder(extended, renumbered, options);
  }
  OrderReport report;
  SharedBytes shared(source);
  for (uint32_t block = 0; block < source.blocks.size(); ++block)
    BlockCheck(block, source, target, shared, options, report).run();
  // One for each pair of operations.
  std::set<std::tuple<OrderLoss::Kind, OrderRule, std::string, std::string,
                      std::string>>
      seen;
  llvm::erase_if(report.losses, [&](const OrderLoss &loss) {
    return !seen.insert({loss.kind, loss.rule, loss.first.location,
                         loss.second.location, loss.targetFirst.location})
                .second;
  });
  return report;
}

OrderReport tilefuzz::checkRequiredOrder(const TracedRun &source,
                                         const TracedRun &target,
                                         const OrderCheckOptions &options) {
  OrderReport report;
  // A race of the target is what a lost edge looks like; a racy source says
  // nothing.
  if (!source.outcome.completed())
    report.cannotMatch = "the source: " + source.outcome.summary();
  else if (!target.outcome.completed() &&
           target.outcome.status != RunStatus::Race)
    report.cannotMatch = "the target: " + target.outcome.summary();
  else
    return checkRequiredOrder(source.trace, target.trace, options);
  return report;
}
