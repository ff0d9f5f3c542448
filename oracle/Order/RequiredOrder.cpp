//===- RequiredOrder.cpp - Order that a target must keep ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/RequiredOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(OrderRule rule) {
  switch (rule) {
  case OrderRule::Conflict:
    return "conflict";
  case OrderRule::BeforeRelease:
    return "before-release";
  case OrderRule::AfterAcquire:
    return "after-acquire";
  case OrderRule::SamePlace:
    return "same-place";
  case OrderRule::Log:
    return "log";
  }
  llvm_unreachable("unknown rule");
}

static bool isAcquire(AccessOrdering ordering) {
  return ordering == AccessOrdering::Acquire ||
         ordering == AccessOrdering::AcqRel;
}
static bool isRelease(AccessOrdering ordering) {
  return ordering == AccessOrdering::Release ||
         ordering == AccessOrdering::AcqRel;
}

/// Why `a`, which comes first, and `b` must stay ordered; none: they need not.
static std::optional<OrderRule>
ruleFor(const BlockOrder &block, const OrderEvent &a, const OrderEvent &b) {
  using Kind = OrderEvent::Kind;
  const Access &first = block.accessOf(a), &second = block.accessOf(b);
  if (a.kind == Kind::Print || b.kind == Kind::Print) {
    if (a.kind == b.kind)
      return OrderRule::Log;
  } else {
    if (a.conflicts(b))
      return OrderRule::Conflict;
    if (a.isSameRange(b) && first.isStrong() && second.isStrong())
      return OrderRule::SamePlace;
  }
  if (b.kind == Kind::Write && isRelease(second.ordering))
    return OrderRule::BeforeRelease;
  if (a.kind == Kind::Read && isAcquire(first.ordering))
    return OrderRule::AfterAcquire;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Correspondence
//===----------------------------------------------------------------------===//

namespace {
/// What corresponding events have in common.
using MatchKey = std::tuple<std::string, OrderEvent::Kind, int, int64_t,
                            unsigned, std::string>;
using Groups = std::map<MatchKey, std::vector<unsigned>>;

/// The events of one block of the source and of the target.
class BlockMatch {
public:
  BlockMatch(const BlockOrder &source, const BlockOrder &target)
      : source(source), target(target) {}

  /// Why not; empty: matched.
  std::string match() {
    // Operations keep their locations in a compiler. Where they do not, as in
    // another tool's output, the sequence at each place decides.
    if (fits(groups(source, true), groups(target, true)))
      return pair(groups(source, true), groups(target, true));
    return pair(groups(source, false), groups(target, false));
  }

  /// By source event: the target's; -1: none.
  std::vector<int> image;
  /// Target events without a source.
  std::vector<unsigned> added;

private:
  static Groups groups(const BlockOrder &block, bool byLocation) {
    Groups result;
    for (auto [i, event] : llvm::enumerate(block.events)) {
      std::string location;
      if (byLocation)
        location = block.accessOf(event).site.location;
      result[{location, event.kind, event.buffer, event.offset, event.size,
              event.text}]
          .push_back(i);
    }
    return result;
  }

  static bool fits(const Groups &source, const Groups &target) {
    return llvm::all_of(target, [&](const auto &entry) {
      auto found = source.find(entry.first);
      return found != source.end() &&
             found->second.size() >= entry.second.size();
    });
  }

  std::string pair(const Groups &source, const Groups &target) {
    image.assign(this->source.events.size(), -1);
    for (const auto &[key, targets] : target) {
      auto found = source.find(key);
      std::vector<unsigned> sources;
      if (found != source.end())
        sources = found->second;
      if (std::string why = pairSequence(sources, targets); !why.empty())
        return why;
    }
    return "";
  }

  uint64_t valueOf(const BlockOrder &block, unsigned event) const {
    return block.events[event].value;
  }

  /// The shorter sequence of values lies in the longer one; where it does in
  /// several ways, nothing can be said.
  std::string pairSequence(llvm::ArrayRef<unsigned> sources,
                           llvm::ArrayRef<unsigned> targets) {
    bool targetIsLonger = targets.size() > sources.size();
    size_t few = std::min(sources.size(), targets.size());
    size_t many = std::max(sources.size(), targets.size());
    auto isEqual = [&](size_t inFew, size_t inMany) {
      unsigned s = sources[targetIsLonger ? inFew : inMany];
      unsigned t = targets[targetIsLonger ? inMany : inFew];
      return valueOf(source, s) == valueOf(target, t);
    };
    // The first and the last way to embed.
    std::vector<size_t> first, last;
    for (size_t i = 0, at = 0; i < few; ++i, ++at) {
      while (at < many && !isEqual(i, at))
        ++at;
      if (at == many)
        return "values differ at " + describe(sources, targets);
      first.push_back(at);
    }
    for (size_t i = few, at = many; i-- > 0;) {
      do
        --at;
      while (!isEqual(i, at));
      last.push_back(at);
    }
    std::reverse(last.begin(), last.end());
    if (first != last)
      return "several accesses of the same value may correspond at " +
             describe(sources, targets);
    for (size_t i = 0; i < few; ++i)
      image[sources[targetIsLonger ? i : first[i]]] =
          targets[targetIsLonger ? first[i] : i];
    if (targetIsLonger)
      for (size_t at = 0; at < many; ++at)
        if (!llvm::is_contained(first, at))
          added.push_back(targets[at]);
    return "";
  }

  std::string describe(llvm::ArrayRef<unsigned> sources,
                       llvm::ArrayRef<unsigned> targets) const {
    const BlockOrder &block = sources.empty() ? target : source;
    unsigned event = sources.empty() ? targets[0] : sources[0];
    return block.accessOf(block.events[event]).site.location;
  }

  const BlockOrder &source, &target;
};

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

class BlockCheck {
public:
  BlockCheck(uint32_t index, const OrderTrace &sourceTrace,
             const OrderTrace &targetTrace, const Launch &launch,
             OrderReport &report)
      : index(index), sourceTrace(sourceTrace),
        source(sourceTrace.blocks[index]), target(targetTrace.blocks[index]),
        launch(launch), report(report), match(source, target) {}

  void run() {
    report.cannotMatch = match.match();
    if (!report.cannotMatch.empty())
      return;
    for (unsigned event = 0; event < source.events.size(); ++event)
      if (match.image[event] >= 0)
        checkStrength(event);
      else if (!mayBeEliminated(event))
        report.losses.push_back(lossOf(OrderLoss::Kind::Eliminated, event));
    checkPairs();
    for (unsigned event : match.added)
      checkAdded(event);
  }

private:
  AccessSite siteOf(const BlockOrder &block, unsigned event) const {
    const OrderEvent &e = block.events[event];
    AccessSite site = block.accessOf(e).site;
    site.isWrite = e.kind == OrderEvent::Kind::Write;
    if (e.buffer >= 0) {
      site.buffer = launch.buffers[e.buffer].name;
      site.offset = e.offset;
    }
    return site;
  }

  OrderLoss lossOf(OrderLoss::Kind kind, unsigned event) const {
    OrderLoss loss;
    loss.kind = kind;
    loss.block = index;
    loss.first = siteOf(source, event);
    if (match.image[event] >= 0)
      loss.targetFirst = siteOf(target, match.image[event]);
    return loss;
  }

  static std::string describe(const Access &access) {
    static constexpr llvm::StringLiteral orderings[] = {
        "weak", "relaxed", "acquire", "release", "acq_rel"};
    static constexpr llvm::StringLiteral scopes[] = {"tl_blk", "device", "sys"};
    std::string text = orderings[unsigned(access.ordering)].str();
    if (access.isStrong())
      text += " " + scopes[unsigned(access.scope)].str();
    return text;
  }

  /// Q6.
  void checkStrength(unsigned event) {
    const Access &before = source.accessOf(source.events[event]);
    const Access &after = target.accessOf(target.events[match.image[event]]);
    if (!before.isStrong())
      return;
    ++report.numStrong;
    bool isAsStrong =
        after.isStrong() &&
        (!isAcquire(before.ordering) || isAcquire(after.ordering)) &&
        (!isRelease(before.ordering) || isRelease(after.ordering)) &&
        after.scope >= before.scope;
    if (isAsStrong)
      return;
    OrderLoss loss = lossOf(OrderLoss::Kind::Strength, event);
    loss.change = describe(before) + " -> " + describe(after);
    report.losses.push_back(std::move(loss));
  }

  bool isOrderedInSource(unsigned a, unsigned b) const {
    return source.isOrdered(source.events[a].instance,
                            source.events[b].instance);
  }

  /// E1 to E3; E4, an access that is masked away, has no event.
  bool mayBeEliminated(unsigned event) const {
    const OrderEvent &gone = source.events[event];
    const Access &access = source.accessOf(gone);
    if (gone.isAtomic || gone.kind == OrderEvent::Kind::Print ||
        isAcquire(access.ordering) || isRelease(access.ordering))
      return false;
    if (gone.kind == OrderEvent::Kind::Read) {
      mlir::Operation *op = source.instances[gone.instance].op;
      // E1.
      if (op && op->getNumResults() && op->getResult(0).use_empty())
        return true;
      // E2: the value is that of the nearest access to the range before.
      for (unsigned other = 0; other < source.events.size(); ++other)
        if (isOrderedInSource(other, event) &&
            source.events[other].isSameRange(gone) &&
            source.events[other].value == gone.value &&
            !isOverwritten(other, event))
          return true;
      return false;
    }
    // E3: a later store to the range stays, no release lies between, and no
    // other block reads the range.
    for (unsigned later = 0; later < source.events.size(); ++later) {
      if (source.events[later].kind != OrderEvent::Kind::Write ||
          !source.events[later].isSameRange(gone) || match.image[later] < 0 ||
          !isOrderedInSource(event, later))
        continue;
      bool isSeen = false;
      for (unsigned between = 0; between < source.events.size(); ++between) {
        const OrderEvent &e = source.events[between];
        bool isBetween = isOrderedInSource(event, between) &&
                         isOrderedInSource(between, later);
        isSeen |= isBetween &&
                  ((e.kind == OrderEvent::Kind::Write &&
                    isRelease(source.accessOf(e).ordering)) ||
                   (e.kind == OrderEvent::Kind::Read && e.conflicts(gone)));
      }
      if (!isSeen && !isReadElsewhere(gone))
        return true;
    }
    return false;
  }

  bool isOverwritten(unsigned from, unsigned to) const {
    for (unsigned other = 0; other < source.events.size(); ++other)
      if (other != from &&
          source.events[other].kind == OrderEvent::Kind::Write &&
          source.events[other].conflicts(source.events[to]) &&
          isOrderedInSource(from, other) && isOrderedInSource(other, to))
        return true;
    return false;
  }

  bool isReadElsewhere(const OrderEvent &write) const {
    for (auto [block, order] : llvm::enumerate(sourceTrace.blocks)) {
      if (block == index)
        continue;
      for (const OrderEvent &event : order.events)
        if (event.kind == OrderEvent::Kind::Read && event.conflicts(write))
          return true;
    }
    return false;
  }

  /// Q1 to Q5.
  void checkPairs() {
    std::vector<std::pair<unsigned, unsigned>> lost;
    std::vector<OrderRule> rules;
    for (unsigned a = 0; a < source.events.size(); ++a)
      for (unsigned b = 0; b < source.events.size(); ++b) {
        if (match.image[a] < 0 || match.image[b] < 0 ||
            !isOrderedInSource(a, b))
          continue;
        std::optional<OrderRule> rule =
            ruleFor(source, source.events[a], source.events[b]);
        if (!rule)
          continue;
        ++report.numPairs;
        if (target.isOrdered(target.events[match.image[a]].instance,
                             target.events[match.image[b]].instance))
          continue;
        lost.push_back({a, b});
        rules.push_back(*rule);
      }
    // A pair that is lost because a part of its way is lost is not news.
    auto instancesOf = [&](std::pair<unsigned, unsigned> pair) {
      return std::pair(source.events[pair.first].instance,
                       source.events[pair.second].instance);
    };
    std::set<std::pair<unsigned, unsigned>> lostInstances;
    for (auto pair : lost)
      lostInstances.insert(instancesOf(pair));
    for (auto [pair, rule] : llvm::zip_equal(lost, rules)) {
      auto [from, to] = instancesOf(pair);
      bool isImplied = false;
      for (unsigned way = 0; way < source.instances.size(); ++way)
        if (source.isOrdered(from, way) && source.isOrdered(way, to))
          isImplied |= lostInstances.count({from, way}) ||
                       lostInstances.count({way, to});
      if (isImplied)
        continue;
      OrderLoss loss = lossOf(OrderLoss::Kind::Edge, pair.first);
      loss.rule = rule;
      loss.second = siteOf(source, pair.second);
      loss.targetSecond = siteOf(target, match.image[pair.second]);
      for (unsigned at : source.path(from, to))
        loss.path.push_back(source.instances[at].access.site.location);
      report.losses.push_back(std::move(loss));
    }
  }

  /// A load more is fine where the source looks as well.
  void checkAdded(unsigned event) {
    const OrderEvent &e = target.events[event];
    bool isWeakRead = e.kind == OrderEvent::Kind::Read && !e.isAtomic &&
                      !target.accessOf(e).isStrong();
    if (isWeakRead && llvm::any_of(source.events, [&](const OrderEvent &other) {
          return other.isSameRange(e);
        }))
      return;
    OrderLoss loss;
    loss.kind = OrderLoss::Kind::Added;
    loss.block = index;
    loss.targetFirst = siteOf(target, event);
    report.losses.push_back(std::move(loss));
  }

  uint32_t index;
  const OrderTrace &sourceTrace;
  const BlockOrder &source, &target;
  const Launch &launch;
  OrderReport &report;
  BlockMatch match;
};
} // namespace

OrderReport tilefuzz::checkRequiredOrder(const OrderTrace &source,
                                         const OrderTrace &target,
                                         const Launch &launch) {
  OrderReport report;
  if (!source.outcome.completed()) {
    report.cannotMatch = "the source: " + source.outcome.summary();
    return report;
  }
  if (!target.outcome.completed()) {
    report.cannotMatch = "the target: " + target.outcome.summary();
    return report;
  }
  for (uint32_t block = 0; block < source.blocks.size(); ++block) {
    BlockCheck(block, source, target, launch, report).run();
    if (!report.cannotMatch.empty()) {
      report.losses.clear();
      return report;
    }
  }
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

//===----------------------------------------------------------------------===//
// Weights of edges
//===----------------------------------------------------------------------===//

std::vector<TokenEdge> tilefuzz::weighTokenEdges(const OrderTrace &trace) {
  std::map<std::pair<std::string, std::string>, TokenEdge> edges;
  for (const BlockOrder &block : trace.blocks) {
    size_t n = block.instances.size();
    for (const OrderInstance &instance : block.instances)
      for (unsigned before : instance.predecessors) {
        const AccessSite &from = block.instances[before].access.site;
        const AccessSite &to = instance.access.site;
        edges.try_emplace({from.location, to.location}, TokenEdge{from, to, 0});
      }
    // Which required pairs of operations does the block have?
    std::set<std::pair<unsigned, unsigned>> required;
    for (const OrderEvent &a : block.events)
      for (const OrderEvent &b : block.events)
        if (block.isOrdered(a.instance, b.instance) && ruleFor(block, a, b))
          required.insert({a.instance, b.instance});
    for (auto &[key, edge] : edges) {
      // Without this edge, what is reachable? Predecessors come first.
      std::vector<std::vector<bool>> before(n, std::vector<bool>(n));
      for (unsigned to = 0; to < n; ++to)
        for (unsigned from : block.instances[to].predecessors) {
          if (block.instances[from].access.site.location == key.first &&
              block.instances[to].access.site.location == key.second)
            continue;
          before[to][from] = true;
          for (unsigned k = 0; k < n; ++k)
            if (before[from][k])
              before[to][k] = true;
        }
      for (auto [from, to] : required)
        edge.carries += !before[to][from];
    }
  }
  std::vector<TokenEdge> result;
  for (auto &[key, edge] : edges)
    result.push_back(std::move(edge));
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string nameOf(const AccessSite &site) {
  return site.operation + " (" + site.location + ")";
}

std::string OrderLoss::toString() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case Kind::Edge:
    os << "lost order (" << tilefuzz::toString(rule) << "): " << nameOf(first)
       << " before " << nameOf(second);
    if (!first.buffer.empty() && rule == OrderRule::Conflict)
      os << " on " << second.buffer << '+' << second.offset;
    os << "\n  now " << nameOf(targetFirst) << " and " << nameOf(targetSecond)
       << " are not ordered\n  the order ran " << llvm::join(path, " -> ");
    break;
  case Kind::Strength:
    os << "weakened: " << nameOf(first) << ", now " << nameOf(targetFirst)
       << ": " << change;
    break;
  case Kind::Eliminated:
    os << "gone: " << nameOf(first) << " on " << first.buffer << '+'
       << first.offset;
    break;
  case Kind::Added:
    os << "new: " << nameOf(targetFirst) << " on " << targetFirst.buffer << '+'
       << targetFirst.offset;
    break;
  }
  return text;
}

llvm::json::Value OrderLoss::toJSON() const {
  static constexpr llvm::StringLiteral kinds[] = {"edge", "strength",
                                                  "eliminated", "added"};
  auto site = [](const AccessSite &site) {
    return llvm::json::Object{{"operation", site.operation},
                              {"location", site.location},
                              {"buffer", site.buffer},
                              {"offset", site.offset}};
  };
  llvm::json::Object object{{"kind", kinds[unsigned(kind)]},
                            {"block", int64_t(block)}};
  if (kind != Kind::Added)
    object["first"] = site(first);
  if (kind != Kind::Eliminated)
    object["targetFirst"] = site(targetFirst);
  if (kind == Kind::Edge) {
    object["rule"] = tilefuzz::toString(rule);
    object["second"] = site(second);
    object["targetSecond"] = site(targetSecond);
    object["path"] = llvm::json::Array(path);
  }
  if (kind == Kind::Strength)
    object["change"] = change;
  return object;
}
