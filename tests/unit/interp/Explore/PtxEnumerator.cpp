//===- PtxEnumerator.cpp - PTX's memory model, word for word --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxEnumerator.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace tilefuzz::ptxlitmus;

namespace {
using Matrix = std::vector<std::vector<char>>;

/// An element of an operation of the program.
struct Event {
  const Operation *op;
  unsigned thread, segment, number, element;
  /// The operation's place among those of its thread, over all segments.
  int inThread;
  std::string name;
  unsigned first() const { return op->place + element * op->units; }
  unsigned end() const { return first() + op->units; }
};

class Enumerator {
public:
  explicit Enumerator(const Program &program) : program(program) {}
  Enumeration run();

private:
  size_t size() const { return events.size(); }
  Matrix matrix() const { return Matrix(size(), std::vector<char>(size(), 0)); }
  static void close(Matrix &m) {
    for (size_t k = 0; k < m.size(); ++k)
      for (size_t i = 0; i < m.size(); ++i)
        if (m[i][k])
          for (size_t j = 0; j < m.size(); ++j)
            m[i][j] |= m[k][j];
  }
  static bool isIrreflexive(const Matrix &m) {
    for (size_t i = 0; i < m.size(); ++i)
      if (m[i][i])
        return false;
    return true;
  }

  void list();
  void chooseSources(size_t at);
  void judge();
  // 3.4: values, by what they depend on.
  enum class State { Unknown, Busy, Known };
  bool evaluate();
  bool reach(size_t i);
  bool valueRead(size_t i);
  bool valueWritten(size_t i);
  bool resolve(unsigned thread, const Value &value, uint32_t &result);
  std::vector<uint32_t> unitsOf(const Event &event, uint32_t value) const;

  bool isRead(size_t i) const { return executed[i] && events[i].op->reads(); }
  bool isWrite(size_t i) const { return writes[i]; }
  bool isFence(size_t i) const {
    return executed[i] && events[i].op->kind == Kind::Fence;
  }
  bool isStrong(size_t i) const { return events[i].op->order != Order::Weak; }
  bool isAccess(size_t i) const {
    return executed[i] && events[i].op->isAccess();
  }
  bool overlap(size_t a, size_t b) const {
    return isAccess(a) && isAccess(b) && events[a].first() < events[b].end() &&
           events[b].first() < events[a].end();
  }
  bool sameRange(size_t a, size_t b) const {
    return isAccess(a) && isAccess(b) &&
           events[a].first() == events[b].first() &&
           events[a].end() == events[b].end();
  }
  bool includes(Scope scope, unsigned a, unsigned b) const;
  bool morallyStrong(size_t a, size_t b) const;
  bool releases(size_t i) const {
    Order order = events[i].op->order;
    return order == Order::Release || order == Order::AcqRel ||
           (order == Order::Sc && isFence(i));
  }
  bool acquires(size_t i) const {
    Order order = events[i].op->order;
    return order == Order::Acquire || order == Order::AcqRel ||
           (order == Order::Sc && isFence(i));
  }
  void relate();
  void chooseFences();
  void chooseCoherence(const Matrix &cause);
  bool allowed(const Matrix &cause, const Matrix &co) const;
  void record(const Matrix &co);
  /// Whether `source` (-1: the launch) precedes the write in coherence order.
  bool before(const Matrix &co, int source, size_t write) const {
    return source < 0 || co[source][write];
  }

  const Program &program;
  Enumeration result;
  std::vector<Event> events;
  /// By read and unit: the index of a write, or -1.
  std::map<std::pair<size_t, unsigned>, int> sources;
  std::vector<std::pair<size_t, unsigned>> parts;
  uint64_t tried = 0;

  std::vector<State> reachState, readState, writeState;
  std::vector<char> executed, writes;
  std::vector<uint32_t> readValue, writeValue;
  Matrix po, ms, obs, sw;
};
} // namespace

void Enumerator::list() {
  for (unsigned t = 0; t < program.threads.size(); ++t) {
    int inThread = 0;
    for (unsigned s = 0; s < program.threads[t].segments.size(); ++s)
      for (unsigned i = 0; i < program.threads[t].segments[s].size();
           ++i, ++inThread) {
        const Operation &op = program.threads[t].segments[s][i];
        for (unsigned e = 0; e < op.elements; ++e)
          events.push_back({&op, t, s, i, e, inThread, nameOf(t, s, i)});
      }
  }
  for (size_t i = 0; i < size(); ++i)
    if (events[i].op->reads())
      for (unsigned unit = events[i].first(); unit < events[i].end(); ++unit)
        parts.push_back({i, unit});
}

// --- 3.4: the values of an execution, in the order of dependences -----------

/// Each function is false if it comes back to what it depends on.
bool Enumerator::evaluate() {
  reachState.assign(size(), State::Unknown);
  readState = writeState = reachState;
  executed.assign(size(), 0);
  writes.assign(size(), 0);
  readValue.assign(size(), 0);
  writeValue.assign(size(), 0);
  for (size_t i = 0; i < size(); ++i)
    if (!reach(i) || !valueRead(i) || !valueWritten(i))
      return false;
  return true;
}

bool Enumerator::resolve(unsigned thread, const Value &value,
                         uint32_t &result) {
  result = value.constant;
  if (value.op < 0)
    return true;
  for (size_t i = 0; i < size(); ++i)
    if (events[i].thread == thread && events[i].inThread == value.op) {
      if (!reach(i) || !valueRead(i))
        return false;
      result += executed[i] ? readValue[i] : 0;
      return true;
    }
  return true;
}

/// Whether the thread performs it: no Leave before it ends the thread, and its
/// own condition holds.
bool Enumerator::reach(size_t i) {
  if (reachState[i] != State::Unknown)
    return reachState[i] == State::Known;
  reachState[i] = State::Busy;
  const Event &event = events[i];
  bool runs = true;
  for (size_t k = 0; k < size(); ++k) {
    const Event &other = events[k];
    if (other.thread != event.thread || other.inThread >= event.inThread ||
        other.op->kind != Kind::Leave)
      continue;
    if (!reach(k))
      return false;
    runs = runs && !executed[k];
  }
  if (event.op->hasCondition) {
    uint32_t value;
    if (!resolve(event.thread, event.op->condition, value))
      return false;
    runs = runs && (value == event.op->equals) != event.op->isNegated;
  }
  executed[i] = runs;
  reachState[i] = State::Known;
  return true;
}

bool Enumerator::valueRead(size_t i) {
  if (readState[i] != State::Unknown)
    return readState[i] == State::Known;
  readState[i] = State::Busy;
  uint32_t value = 0;
  if (events[i].op->reads() && executed[i])
    for (unsigned unit = events[i].first(); unit < events[i].end(); ++unit) {
      int source = sources.at({i, unit});
      if (source < 0)
        continue;
      if (!reach(source) || !valueRead(source) || !valueWritten(source))
        return false;
      std::vector<uint32_t> units = unitsOf(events[source], writeValue[source]);
      value |= units[unit - events[source].first()]
               << (16 * (unit - events[i].first()));
    }
  readValue[i] = value;
  readState[i] = State::Known;
  return true;
}

/// Two units have 16 bits each.
std::vector<uint32_t> Enumerator::unitsOf(const Event &event,
                                          uint32_t value) const {
  if (event.op->units == 2)
    return {value & 0xffff, value >> 16};
  return {program.unit == 2 ? value & 0xffff : value};
}

bool Enumerator::valueWritten(size_t i) {
  if (writeState[i] != State::Unknown)
    return writeState[i] == State::Known;
  writeState[i] = State::Busy;
  const Operation &op = *events[i].op;
  if (op.isAccess() && op.kind != Kind::Load && executed[i]) {
    uint32_t value;
    if (!resolve(events[i].thread, op.value, value))
      return false;
    writes[i] = true;
    if (op.kind == Kind::Add || op.kind == Kind::Reduce)
      value += readValue[i];
    else if (op.kind == Kind::Compare)
      writes[i] = readValue[i] == op.expected;
    writeValue[i] = value;
  }
  writeState[i] = State::Known;
  return true;
}

// --- 1 and 2
// ------------------------------------------------------------------

bool Enumerator::includes(Scope scope, unsigned a, unsigned b) const {
  unsigned ctaA = program.threads[a].cta, ctaB = program.threads[b].cta;
  auto device = [&](unsigned cta) {
    return program.devices.empty() ? 0 : program.devices[cta];
  };
  switch (scope) {
  case Scope::Cta:
    return ctaA == ctaB;
  case Scope::Cluster:
    return ctaA / program.ctasPerCluster == ctaB / program.ctasPerCluster;
  case Scope::Gpu:
    return device(ctaA) == device(ctaB);
  case Scope::Sys:
    return true;
  }
  return false;
}

bool Enumerator::morallyStrong(size_t a, size_t b) const {
  if (isAccess(a) && isAccess(b) && !sameRange(a, b))
    return false;
  unsigned s = events[a].thread, t = events[b].thread;
  if (s == t)
    return true;
  return isStrong(a) && isStrong(b) && includes(events[a].op->scope, s, t) &&
         includes(events[b].op->scope, t, s);
}

/// 2.1 to 2.4 and 2.6, but for fences.
void Enumerator::relate() {
  po = ms = obs = sw = matrix();
  for (size_t a = 0; a < size(); ++a)
    for (size_t b = 0; b < size(); ++b)
      if (executed[a] && executed[b]) {
        po[a][b] = events[a].thread == events[b].thread &&
                   events[a].inThread < events[b].inThread;
        ms[a][b] = a != b && morallyStrong(a, b);
      }
  for (auto [part, source] : sources)
    if (isRead(part.first) && source >= 0 && ms[source][part.first])
      obs[source][part.first] = 1;
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t w = 0; w < size(); ++w)
      for (size_t z = 0; z < size(); ++z)
        for (size_t r = 0; r < size(); ++r)
          if (obs[w][z] && obs[z][r] && events[z].op->isAtomic() && !obs[w][r])
            obs[w][r] = changes = true;
  }
  // first -> write
  std::vector<std::pair<size_t, size_t>> releasing, acquiring;
  for (size_t x = 0; x < size(); ++x)
    for (size_t w = 0; w < size(); ++w) {
      if (!executed[x] || !isWrite(w) || !isStrong(w) || !releases(x))
        continue;
      bool isPattern = x == w;
      isPattern |= sameRange(x, w) && po[x][w];
      isPattern |= isFence(x) && po[x][w];
      if (isPattern)
        releasing.push_back({x, w});
    }
  // read -> last
  for (size_t r = 0; r < size(); ++r)
    for (size_t y = 0; y < size(); ++y) {
      if (!executed[y] || !isRead(r) || !isStrong(r) || !acquires(y) ||
          events[r].op->kind == Kind::Reduce)
        continue;
      bool isPattern = y == r;
      isPattern |= sameRange(r, y) && po[r][y];
      isPattern |= isFence(y) && po[r][y];
      if (isPattern)
        acquiring.push_back({r, y});
    }
  for (auto [x, w] : releasing)
    for (auto [r, y] : acquiring)
      if (obs[w][r] && events[x].thread != events[y].thread && ms[x][y])
        sw[x][y] = 1;
  // Every barrier lies between two segments: what a thread of the CTA does
  // before it precedes what another one does after it.
  for (size_t a = 0; a < size(); ++a)
    for (size_t b = 0; b < size(); ++b)
      if (executed[a] && executed[b] &&
          program.threads[events[a].thread].cta ==
              program.threads[events[b].thread].cta &&
          events[a].segment < events[b].segment)
        sw[a][b] = 1;
}

// --- 2.5 to 2.10, and 3
// -------------------------------------------------------

void Enumerator::chooseFences() {
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t a = 0; a < size(); ++a)
    for (size_t b = a + 1; b < size(); ++b)
      if (isFence(a) && isFence(b) && events[a].op->order == Order::Sc &&
          events[b].op->order == Order::Sc && ms[a][b])
        pairs.push_back({a, b});
  for (uint64_t choice = 0; choice < uint64_t(1) << pairs.size(); ++choice) {
    Matrix sc = matrix();
    for (size_t i = 0; i < pairs.size(); ++i) {
      auto [a, b] = pairs[i];
      (choice >> i & 1 ? sc[b][a] : sc[a][b]) = 1;
    }
    close(sc);
    if (!isIrreflexive(sc))
      continue;
    Matrix base = matrix();
    for (size_t a = 0; a < size(); ++a)
      for (size_t b = 0; b < size(); ++b)
        base[a][b] = po[a][b] || sw[a][b] ||
                     (sc[a][b] && events[a].thread != events[b].thread);
    close(base);
    Matrix cause = base;
    for (size_t x = 0; x < size(); ++x)
      for (size_t z = 0; z < size(); ++z)
        for (size_t y = 0; y < size(); ++y)
          cause[x][y] |= obs[x][z] && base[z][y];
    bool agrees = true;
    for (auto [a, b] : pairs)
      agrees &= !(cause[a][b] && !sc[a][b]) && !(cause[b][a] && !sc[b][a]);
    if (agrees)
      chooseCoherence(cause);
  }
}

void Enumerator::chooseCoherence(const Matrix &cause) {
  std::vector<std::pair<size_t, size_t>> pairs;
  Matrix forced = matrix();
  for (size_t a = 0; a < size(); ++a)
    for (size_t b = 0; b < size(); ++b)
      if (a != b && isWrite(a) && isWrite(b) && overlap(a, b)) {
        forced[a][b] = cause[a][b];
        if (a < b && ms[a][b] && !cause[a][b] && !cause[b][a])
          pairs.push_back({a, b});
      }
  if (pairs.size() > 12) {
    result.isTooLarge = true;
    return;
  }
  bool isExecution = false;
  for (uint64_t choice = 0; choice < uint64_t(1) << pairs.size(); ++choice) {
    Matrix co = forced;
    for (size_t i = 0; i < pairs.size(); ++i) {
      auto [a, b] = pairs[i];
      (choice >> i & 1 ? co[b][a] : co[a][b]) = 1;
    }
    close(co);
    if (!isIrreflexive(co) || !allowed(cause, co))
      continue;
    isExecution = true;
    record(co);
  }
  if (!isExecution)
    return;
  for (size_t a = 0; a < size(); ++a)
    for (size_t b = a + 1; b < size(); ++b)
      if (overlap(a, b) && (isWrite(a) || isWrite(b)) && !ms[a][b] &&
          !cause[a][b] && !cause[b][a]) {
        result.races.insert(std::minmax(events[a].name, events[b].name));
        result.hasMixedRace |= !sameRange(a, b);
      }
}

bool Enumerator::allowed(const Matrix &cause, const Matrix &co) const {
  Matrix sequence = matrix();
  for (size_t a = 0; a < size(); ++a)
    for (size_t b = 0; b < size(); ++b)
      sequence[a][b] = overlap(a, b) && (po[a][b] || (co[a][b] && ms[a][b]));
  for (auto [part, source] : sources) {
    auto [read, unit] = part;
    if (!isRead(read))
      continue;
    // 3.6, 1.
    if (source >= 0 && cause[read][source])
      return false;
    if (source >= 0 && ms[source][read])
      sequence[source][read] = 1;
    for (size_t w = 0; w < size(); ++w) {
      if (!isWrite(w) || w == read || !before(co, source, w))
        continue;
      bool coversUnit = events[w].first() <= unit && unit < events[w].end();
      // 3.6, 2.
      if (coversUnit && cause[w][read])
        return false;
      if (coversUnit && ms[read][w])
        sequence[read][w] = 1;
      if (!ms[read][w])
        continue;
      // 3.3
      for (auto [otherPart, otherSource] : sources)
        if (otherPart.first == read && otherSource == int(w))
          return false;
      if (events[read].op->isAtomic() && isWrite(read) && co[w][read])
        return false;
    }
  }
  // 3.5
  close(sequence);
  return isIrreflexive(sequence);
}

void Enumerator::record(const Matrix &co) {
  std::vector<Result> all(1);
  for (unsigned unit = 0; unit < program.numUnits; ++unit) {
    std::set<uint32_t> last;
    for (size_t w = 0; w < size(); ++w) {
      auto coversUnit = [&](size_t i) {
        return isWrite(i) && events[i].first() <= unit &&
               unit < events[i].end();
      };
      if (!coversUnit(w))
        continue;
      bool isLast = true;
      for (size_t other = 0; other < size(); ++other)
        isLast &= !(coversUnit(other) && co[w][other]);
      if (isLast)
        last.insert(
            unitsOf(events[w], writeValue[w])[unit - events[w].first()]);
    }
    if (last.empty())
      last.insert(0);
    std::vector<Result> longer;
    for (const Result &one : all)
      for (uint32_t value : last) {
        longer.push_back(one);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  // As the text has them: segment by segment.
  std::vector<size_t> order(size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(events[a].segment, a) < std::pair(events[b].segment, b);
  });
  for (Result &one : all) {
    for (size_t i : order) {
      if (!events[i].op->returns())
        continue;
      bool isReached = true;
      for (size_t k = 0; k < size(); ++k)
        isReached &= !(events[k].thread == events[i].thread &&
                       events[k].op->kind == Kind::Leave && executed[k] &&
                       events[k].inThread < events[i].inThread);
      one.push_back(!isReached ? -1 : executed[i] ? int32_t(readValue[i]) : 0);
    }
    result.results.insert(std::move(one));
  }
}

void Enumerator::judge() {
  if (++tried > 20'000) {
    result.isTooLarge = true;
    return;
  }
  if (!evaluate())
    return;
  for (auto [part, source] : sources) {
    // What is not performed has one choice only.
    if (!executed[part.first]) {
      if (source >= 0)
        return;
    } else if (source >= 0 && !isWrite(source)) {
      return;
    }
  }
  relate();
  chooseFences();
}

void Enumerator::chooseSources(size_t at) {
  if (result.isTooLarge)
    return;
  if (at == parts.size())
    return judge();
  auto [read, unit] = parts[at];
  sources[parts[at]] = -1;
  chooseSources(at + 1);
  for (size_t w = 0; w < size(); ++w) {
    const Event &write = events[w];
    // An atomic does not read what it writes.
    if (w == read || !write.op->isAccess() || write.op->kind == Kind::Load ||
        write.first() > unit || unit >= write.end())
      continue;
    sources[parts[at]] = w;
    chooseSources(at + 1);
  }
}

Enumeration Enumerator::run() {
  list();
  chooseSources(0);
  return std::move(result);
}

Enumeration tilefuzz::ptxlitmus::enumerate(const Program &program) {
  return Enumerator(program).run();
}
