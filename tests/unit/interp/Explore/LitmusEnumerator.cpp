//===- LitmusEnumerator.cpp - The memory model, word for word -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "LitmusEnumerator.h"
#include "LitmusRuns.h"
#include <algorithm>
#include <functional>
#include <map>
#include <optional>

using namespace tilefuzz::litmus;

namespace {
/// A set of pairs.
struct Relation {
  size_t n;
  std::vector<char> pairs;
  explicit Relation(size_t n) : n(n), pairs(n * n) {}
  char &at(size_t a, size_t b) { return pairs[a * n + b]; }
  bool has(size_t a, size_t b) const { return pairs[a * n + b]; }
  void close() {
    for (size_t k = 0; k < n; ++k)
      for (size_t a = 0; a < n; ++a)
        if (has(a, k))
          for (size_t b = 0; b < n; ++b)
            at(a, b) |= has(k, b);
  }
  Relation then(const Relation &other) const {
    Relation result(n);
    for (size_t a = 0; a < n; ++a)
      for (size_t k = 0; k < n; ++k)
        if (has(a, k))
          for (size_t b = 0; b < n; ++b)
            result.at(a, b) |= other.has(k, b);
    return result;
  }
  Relation operator|(const Relation &other) const {
    Relation result = *this;
    for (size_t i = 0; i < pairs.size(); ++i)
      result.pairs[i] |= other.pairs[i];
    return result;
  }
  Relation operator&(const Relation &other) const {
    Relation result = *this;
    for (size_t i = 0; i < pairs.size(); ++i)
      result.pairs[i] &= other.pairs[i];
    return result;
  }
  bool isIrreflexive() const {
    for (size_t a = 0; a < n; ++a)
      if (has(a, a))
        return false;
    return true;
  }
  bool isAcyclic() const {
    Relation closed = *this;
    closed.close();
    return closed.isIrreflexive();
  }
};

/// One choice of block runs: events 0 to P-1 are the initial writes.
class Candidate {
public:
  Candidate(const Program &program, const std::vector<const BlockRun *> &runs,
            Enumeration &result, std::set<Result> &undecided,
            bool &hasUndecidedRace, bool &isRacyUnderS, uint64_t &budget)
      : program(program), runs(runs), result(result), undecided(undecided),
        hasUndecidedRace(hasUndecidedRace), isRacyUnderS(isRacyUnderS),
        budget(budget), initial(program.memory.size()) {
    for (size_t place = 0; place < initial; ++place)
      events.push_back({{}, unsigned(place), program.memory[place], {}});
    for (const BlockRun *run : runs)
      events.insert(events.end(), run->events.begin(), run->events.end());
  }

  void check() {
    sources.assign(events.size(), 0);
    chooseSource(initial);
  }

private:
  bool isWrite(size_t i) const { return i < initial || events[i].name.isWrite; }
  const Operation &opOf(size_t i) const {
    return program.blocks[events[i].name.block][events[i].name.op];
  }
  bool isSameOp(size_t a, size_t b) const {
    return events[a].name.block == events[b].name.block &&
           events[a].name.op == events[b].name.op;
  }
  bool isRmw(size_t a, size_t b) const {
    return a >= initial && b >= initial && isSameOp(a, b) &&
           events[a].name.element == events[b].name.element && !isWrite(a) &&
           isWrite(b);
  }
  bool includes(size_t a, size_t b) const {
    unsigned mine = events[a].name.block, its = events[b].name.block;
    switch (opOf(a).scope) {
    case Scope::Block:
      return mine == its;
    case Scope::Device:
      return program.devices[mine] == program.devices[its];
    case Scope::System:
      return true;
    }
    return false;
  }
  /// sc2 (memory model, 1.2).
  bool isMutual(size_t a, size_t b) const {
    return opOf(a).ordering != Ordering::Weak &&
           opOf(b).ordering != Ordering::Weak && includes(a, b) &&
           includes(b, a);
  }
  bool releases(size_t i) const {
    return i >= initial && isWrite(i) &&
           (opOf(i).ordering == Ordering::Release ||
            opOf(i).ordering == Ordering::AcqRel);
  }
  bool acquires(size_t i) const {
    return i >= initial && !isWrite(i) &&
           (opOf(i).ordering == Ordering::Acquire ||
            opOf(i).ordering == Ordering::AcqRel);
  }
  bool isStrong(size_t i) const {
    return i >= initial && opOf(i).ordering != Ordering::Weak;
  }

  void chooseSource(size_t i) {
    // Many maps are left when nothing may be asked any more.
    if (budget == 0)
      return;
    if (i == events.size())
      return chooseCoherence();
    if (isWrite(i))
      return chooseSource(i + 1);
    for (size_t w = 0; w < events.size(); ++w)
      if (isWrite(w) && events[w].place == events[i].place &&
          events[w].value == events[i].value) {
        sources[i] = w;
        chooseSource(i + 1);
      }
  }

  /// tok (memory model, 1.3): which operations each token stands for, by
  /// position.
  Relation tokenOrder() const {
    Relation tok(events.size());
    for (unsigned b = 0; b < program.blocks.size(); ++b) {
      const std::vector<Operation> &ops = program.blocks[b];
      auto runs = [&](unsigned i) {
        if (!ops[i].hasCondition)
          return true;
        const Operand &condition = ops[i].condition;
        int32_t value = 0;
        for (const MemoryEvent &event : events)
          if (!condition.isErased && &event >= &events[0] + initial &&
              event.name.block == b && int(event.name.op) == condition.op &&
              int(event.name.element) == condition.element &&
              !event.name.isWrite)
            value = event.value;
        return add(value, condition.constant) == ops[i].equals;
      };
      std::vector<std::set<unsigned>> result(ops.size()), before(ops.size());
      for (unsigned i = 0; i < ops.size(); ++i) {
        for (unsigned of : ops[i].tokens)
          before[i].insert(result[of].begin(), result[of].end());
        result[i] = before[i];
        // Later ones wait for it, and so for what it waits for.
        if (runs(i))
          result[i].insert(i);
      }
      for (size_t x = initial; x < events.size(); ++x)
        for (size_t y = initial; y < events.size(); ++y)
          if (events[x].name.block == b && events[y].name.block == b &&
              before[events[y].name.op].count(events[x].name.op))
            tok.at(x, y) = true;
    }
    return tok;
  }

  void chooseCoherence() {
    if (budget == 0)
      return;
    --budget;
    size_t n = events.size();
    Relation tok = tokenOrder(), rmw(n), ms(n), rf(n), overlap(n), id(n);
    for (size_t a = 0; a < n; ++a) {
      id.at(a, a) = true;
      if (!isWrite(a))
        rf.at(sources[a], a) = true;
      for (size_t b = 0; b < n; ++b) {
        overlap.at(a, b) = events[a].place == events[b].place;
        rmw.at(a, b) = isRmw(a, b);
      }
    }
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        ms.at(a, b) =
            a != b && overlap.has(a, b) &&
            (a < initial || b < initial || tok.has(a, b) || tok.has(b, a) ||
             rmw.has(a, b) || rmw.has(b, a) || isMutual(a, b));
    // obs = (rf & ms) ; (rmw ; (rf & ms))*
    Relation strongRf = rf & ms, step = rmw.then(strongRf);
    step.close();
    Relation obs = strongRf | strongRf.then(step);
    auto causality = [&](bool isReadingS, Relation &hb, Relation &cause) {
      hb = tok | rmw;
      for (size_t w = initial; w < n; ++w)
        for (size_t r = initial; r < n; ++r) {
          if (!releases(w) || !acquires(r) || !isMutual(w, r))
            continue;
          bool isSeen = obs.has(w, r);
          // [REL] ; (tok & same)? ; [W & STRONG] ; obs ; ...
          for (size_t head = initial; head < n && isReadingS; ++head)
            for (size_t tail = initial; tail < n; ++tail) {
              bool isHead =
                  head == w || (tok.has(w, head) && overlap.has(w, head) &&
                                isWrite(head) && isStrong(head));
              bool isTail =
                  tail == r || (tok.has(tail, r) && overlap.has(tail, r) &&
                                !isWrite(tail) && isStrong(tail));
              isSeen |= isHead && isTail && obs.has(head, tail);
            }
          if (isSeen)
            hb.at(w, r) = true;
        }
      for (size_t i = 0; i < initial; ++i)
        for (size_t e = initial; e < n; ++e)
          hb.at(i, e) = true;
      hb.close();
      cause = hb | obs.then(hb);
    };
    Relation hb(n), cause(n);
    causality(false, hb, cause);
    if (!hb.isIrreflexive())
      return;
    std::set<std::pair<std::string, std::string>> races =
        racesOf(hb, overlap, rmw, ms);
    forEachOrder([&](const Relation &co) {
      if (!isConsistent(co, rf, cause, overlap, tok, rmw, ms))
        return true;
      note(rf, co, races);
      return races.empty();
    });
    if (races.empty() || isRacyUnderS)
      return;
    causality(true, hb, cause);
    if (!hb.isIrreflexive() || racesOf(cause, overlap, rmw, ms).empty() ||
        !isOutOfCycles(rf))
      return;
    forEachOrder([&](const Relation &co) {
      isRacyUnderS |= isConsistent(co, rf, cause, overlap, tok, rmw, ms);
      return !isRacyUnderS;
    });
  }

  /// 1.7.
  std::set<std::pair<std::string, std::string>>
  racesOf(const Relation &ordered, const Relation &overlap, const Relation &rmw,
          const Relation &ms) const {
    std::set<std::pair<std::string, std::string>> races;
    for (size_t a = initial; a < events.size(); ++a)
      for (size_t b = a + 1; b < events.size(); ++b)
        if (overlap.has(a, b) && (isWrite(a) || isWrite(b)) && !rmw.has(a, b) &&
            !rmw.has(b, a) && !ordered.has(a, b) && !ordered.has(b, a) &&
            !ms.has(a, b)) {
          auto name = [&](size_t i) {
            return std::to_string(events[i].name.block) + "." +
                   std::to_string(events[i].name.op);
          };
          races.insert(std::minmax(name(a), name(b)));
        }
    return races;
  }

  /// Every order of the writes of every place, the initial one first, until
  /// `visit` returns false.
  void forEachOrder(const std::function<bool(const Relation &)> &visit) {
    std::vector<std::vector<size_t>> writes(initial);
    for (size_t i = initial; i < events.size(); ++i)
      if (isWrite(i))
        writes[events[i].place].push_back(i);
    std::function<bool(size_t, Relation)> choose = [&](size_t place,
                                                       Relation co) {
      if (place == initial) {
        if (budget == 0)
          return false;
        --budget;
        return visit(co);
      }
      std::vector<size_t> order = writes[place];
      do {
        Relation more = co;
        for (size_t i = 0; i < order.size(); ++i) {
          more.at(place, order[i]) = true;
          for (size_t j = i + 1; j < order.size(); ++j)
            more.at(order[i], order[j]) = true;
        }
        if (!choose(place + 1, more))
          return false;
      } while (std::next_permutation(order.begin(), order.end()));
      return true;
    };
    choose(0, Relation(events.size()));
  }

  /// A1 to A4 (memory model, 1.6).
  bool isConsistent(const Relation &co, const Relation &rf,
                    const Relation &cause, const Relation &overlap,
                    const Relation &tok, const Relation &rmw,
                    const Relation &ms) const {
    size_t n = events.size();
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        if (isWrite(a) && isWrite(b) && overlap.has(a, b) && cause.has(a, b) &&
            !co.has(a, b))
          return false;
    // fr = (rf^-1 ; co) \ id
    Relation fr(n);
    for (size_t r = 0; r < n; ++r)
      if (!isWrite(r))
        for (size_t w = 0; w < n; ++w)
          fr.at(r, w) = co.has(sources[r], w) && r != w;
    if (!(rf | fr).then(cause).isIrreflexive())
      return false;
    Relation between = (fr & ms).then(co & ms);
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        if (rmw.has(a, b) && between.has(a, b))
          return false;
    return (((rf | co | fr) & ms) | (tok & overlap)).isAcyclic();
  }

  Relation dependences(const Relation &rf, bool withApparent) const {
    Relation result = rf;
    for (size_t e = initial; e < events.size(); ++e)
      for (const EventName &on : events[e].dependences)
        for (size_t r = initial; r < events.size(); ++r)
          if (events[r].name == on &&
              (withApparent || !isApparent(events[r], events[e])))
            result.at(r, e) = true;
    return result;
  }
  bool isOutOfCycles(const Relation &rf) const {
    return dependences(rf, true).isAcyclic();
  }

  /// With other values of the read the event is the same, whatever reads return
  /// that are there only then.
  bool isApparent(const MemoryEvent &read, const MemoryEvent &event) const {
    int32_t unseen = 9'000;
    for (int32_t other : {0, 1, 2, 3, -1, -2, INT32_MAX, INT32_MIN, 77, 1234}) {
      ++unseen;
      BlockRun run;
      runBlock(
          program, read.name.block,
          [&](EventName name) -> std::optional<int32_t> {
            if (name == read.name)
              return other;
            for (size_t i = initial; i < events.size(); ++i)
              if (events[i].name == name)
                return events[i].value;
            return unseen;
          },
          run);
      bool isThere = false;
      for (const MemoryEvent &same : run.events)
        isThere |= same.name == event.name && same.place == event.place &&
                   (!event.name.isWrite || same.value == event.value);
      if (!isThere)
        return false;
    }
    return true;
  }

  void note(const Relation &rf, const Relation &co,
            const std::set<std::pair<std::string, std::string>> &races) {
    Result outcome;
    for (size_t place = 0; place < initial; ++place) {
      size_t last = place;
      for (size_t i = initial; i < events.size(); ++i)
        if (isWrite(i) && events[i].place == place && co.has(last, i))
          last = i;
      outcome.push_back(events[last].value);
    }
    for (const BlockRun *run : runs)
      outcome.insert(outcome.end(), run->results.begin(), run->results.end());
    // A5.
    if (isOutOfCycles(rf)) {
      if (races.empty())
        result.results.insert(outcome);
      result.races.insert(races.begin(), races.end());
      return;
    }
    result.hasCycles = true;
    if (!dependences(rf, false).isAcyclic())
      return;
    hasUndecidedRace |= !races.empty();
    if (races.empty())
      undecided.insert(outcome);
  }

  const Program &program;
  const std::vector<const BlockRun *> &runs;
  Enumeration &result;
  std::set<Result> &undecided;
  bool &hasUndecidedRace, &isRacyUnderS;
  uint64_t &budget;
  size_t initial;
  std::vector<MemoryEvent> events;
  std::vector<size_t> sources;
};
} // namespace

Enumeration tilefuzz::litmus::enumerate(const Program &program) {
  Enumeration result;
  // What each place may hold: no chain of writes is longer than the program.
  std::vector<std::set<int32_t>> domain(program.memory.size());
  for (size_t place = 0; place < domain.size(); ++place)
    domain[place] = {program.memory[place]};
  std::vector<std::vector<BlockRun>> runs(program.blocks.size());
  size_t longest = 1;
  for (const std::vector<Operation> &block : program.blocks)
    longest += 2 * block.size();
  constexpr size_t mostValues = 9, mostRuns = 20'000;
  for (size_t i = 0; i < longest; ++i) {
    std::vector<std::set<int32_t>> larger = domain;
    for (unsigned b = 0; b < program.blocks.size(); ++b) {
      runs[b] = allRuns(program, b, domain);
      for (const BlockRun &run : runs[b])
        for (const MemoryEvent &event : run.events)
          if (event.name.isWrite)
            larger[event.place].insert(event.value);
      result.isTooLarge |= runs[b].size() > mostRuns;
    }
    for (const std::set<int32_t> &values : larger)
      result.isTooLarge |= values.size() > mostValues;
    if (result.isTooLarge)
      return result;
    if (larger == domain)
      break;
    domain = std::move(larger);
  }
  std::set<Result> undecided;
  bool hasUndecidedRace = false, isRacyUnderS = false;
  uint64_t budget = 4000, combinations = 1;
  for (const std::vector<BlockRun> &of : runs)
    combinations *= of.size();
  if (combinations > 20'000) {
    result.isTooLarge = true;
    return result;
  }
  std::vector<const BlockRun *> chosen(runs.size());
  std::function<void(size_t)> choose = [&](size_t b) {
    if (b == runs.size()) {
      Candidate(program, chosen, result, undecided, hasUndecidedRace,
                isRacyUnderS, budget)
          .check();
      return;
    }
    for (const BlockRun &run : runs[b]) {
      chosen[b] = &run;
      choose(b + 1);
    }
  };
  choose(0);
  result.isTooLarge = budget == 0;
  result.isReadingDependent = !result.races.empty() && !isRacyUnderS;
  result.isUndecided =
      result.races.empty() &&
      (hasUndecidedRace ||
       !std::includes(result.results.begin(), result.results.end(),
                      undecided.begin(), undecided.end()));
  return result;
}
