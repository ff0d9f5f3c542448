//===- MakePair.cpp - Random programs of accesses, and edits of them ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Random/Random.h"
#include "fuzz/Pairs/Pair.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace tilefuzz;

using Kind = PairAccess::Kind;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static constexpr AccessOrdering synchronising[] = {
    AccessOrdering::Acquire, AccessOrdering::Release, AccessOrdering::AcqRel};

static AccessOrdering pickOrdering(ByteSource &choices, Kind kind,
                                   bool isPrivate) {
  if (isPrivate && !choices.oneIn(8))
    return kind == Kind::Load || kind == Kind::Store ? AccessOrdering::Weak
                                                     : AccessOrdering::Relaxed;
  bool synchronises = choices.oneIn(4);
  switch (kind) {
  case Kind::Load:
    return synchronises       ? AccessOrdering::Acquire
           : choices.oneIn(8) ? AccessOrdering::Weak
                              : AccessOrdering::Relaxed;
  case Kind::Store:
    return synchronises       ? AccessOrdering::Release
           : choices.oneIn(8) ? AccessOrdering::Weak
                              : AccessOrdering::Relaxed;
  case Kind::Add:
  case Kind::Exchange:
    return synchronises ? synchronising[choices.below(3)]
                        : AccessOrdering::Relaxed;
  }
  llvm_unreachable("unknown kind");
}

static PairAccess makeAccess(ByteSource &choices, const Pair &pair,
                             const PairBlock &earlier, unsigned id) {
  PairAccess access;
  access.id = id;
  unsigned kind = choices.below(8);
  access.kind = kind < 4   ? Kind::Load
                : kind < 7 ? Kind::Store
                           : (choices.oneIn(2) ? Kind::Add : Kind::Exchange);
  access.place = choices.below(pair.places);
  // The last place is mostly one block's own.
  bool isPrivate = pair.others.empty() || access.place + 1 == pair.places;
  access.ordering = pickOrdering(choices, access.kind, isPrivate);
  access.scope =
      choices.oneIn(12) ? AccessScope::TileBlock : AccessScope::Device;
  access.value = 1 + id;
  llvm::SmallVector<unsigned> reads;
  for (const PairAccess &other : earlier)
    if (other.reads())
      reads.push_back(other.id);
  if (access.writes() && !reads.empty() && choices.oneIn(5))
    access.valueOf = reads[choices.below(reads.size())];
  for (const PairAccess &other : earlier) {
    bool meets = other.place == access.place;
    // What meets weakly would mostly race.
    bool isWeak = other.isWeak() || access.isWeak();
    if (meets && isWeak ? !choices.oneIn(8) : choices.oneIn(3))
      access.after.push_back(other.id);
  }
  return access;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

namespace {
/// Changes the target's first block; false if there is nothing to change.
class Editor {
public:
  Editor(Pair &pair, ByteSource &choices) : pair(pair), choices(choices) {}

  bool dropAccess();
  bool addAccess();
  bool merge();
  bool exchange();
  bool forward();
  bool dropDeadStore();
  bool hoist();
  bool weaken();
  bool strengthen();
  bool dropEdge();
  bool addEdge();

private:
  PairBlock &block() { return pair.target; }
  bool isUsed(const PairAccess &access) const {
    return llvm::is_contained(pair.observed, access.id) ||
           llvm::any_of(pair.target, [&](const PairAccess &other) {
             return other.valueOf == access.id;
           });
  }
  /// A pair of accesses of one place, in the order of the text.
  template <typename F>
  std::optional<std::pair<size_t, size_t>> findTwo(F isGood) {
    std::vector<std::pair<size_t, size_t>> all;
    for (size_t i = 0; i < block().size(); ++i)
      for (size_t j = i + 1; j < block().size(); ++j)
        if (block()[i].place == block()[j].place &&
            isGood(block()[i], block()[j]))
          all.push_back({i, j});
    if (all.empty())
      return std::nullopt;
    return all[choices.below(all.size())];
  }
  /// The others wait for what it waited for, for `standIn`, or for nothing of
  /// it.
  void erase(size_t at, std::optional<unsigned> standIn);
  void replaceValue(unsigned id, PairValue value);

  Pair &pair;
  ByteSource &choices;
};
} // namespace

static void addToken(std::vector<unsigned> &tokens, unsigned id) {
  if (!llvm::is_contained(tokens, id))
    tokens.push_back(id);
}

void Editor::erase(size_t at, std::optional<unsigned> standIn) {
  PairAccess gone = block()[at];
  bool splices = !choices.oneIn(5), takesOver = standIn && !choices.oneIn(3);
  block().erase(block().begin() + at);
  for (size_t i = 0; i < block().size(); ++i) {
    PairAccess &access = block()[i];
    if (!llvm::is_contained(access.after, gone.id))
      continue;
    llvm::erase(access.after, gone.id);
    if (splices)
      for (unsigned id : gone.after)
        addToken(access.after, id);
    bool isLater = llvm::any_of(
        llvm::ArrayRef(block()).take_front(i),
        [&](const PairAccess &other) { return other.id == standIn; });
    if (takesOver && isLater)
      addToken(access.after, *standIn);
  }
  // What the merged one waited for, the other may have to wait for.
  if (standIn && choices.oneIn(4))
    for (auto [i, access] : llvm::enumerate(block()))
      if (access.id == *standIn)
        for (unsigned id : gone.after)
          if (id != *standIn &&
              llvm::any_of(
                  llvm::ArrayRef(block()).take_front(i),
                  [&](const PairAccess &other) { return other.id == id; }))
            addToken(access.after, id);
}

void Editor::replaceValue(unsigned id, PairValue value) {
  pair.replaced[id] = value;
}

bool Editor::dropAccess() {
  std::vector<size_t> unused;
  for (auto [i, access] : llvm::enumerate(block()))
    if (!access.reads() || !isUsed(access))
      unused.push_back(i);
  if (unused.empty())
    return false;
  erase(unused[choices.below(unused.size())], std::nullopt);
  return true;
}

bool Editor::addAccess() {
  unsigned id = 0;
  for (const PairBlock *all : {&pair.source, &pair.target, &pair.others})
    for (const PairAccess &access : *all)
      id = std::max(id, access.id + 1);
  PairAccess access = makeAccess(choices, pair, block(), id);
  block().push_back(access);
  return true;
}

bool Editor::merge() {
  auto two = findTwo([](const PairAccess &a, const PairAccess &b) {
    return a.kind == Kind::Load && b.kind == Kind::Load;
  });
  if (!two)
    return false;
  unsigned kept = block()[two->first].id, gone = block()[two->second].id;
  erase(two->second, kept);
  replaceValue(gone, {kept, 0});
  return true;
}

/// One load's value is taken for another's, and perhaps the other's for that
/// one: both stay.
bool Editor::exchange() {
  auto two = findTwo([](const PairAccess &a, const PairAccess &b) {
    return a.kind == Kind::Load && b.kind == Kind::Load;
  });
  if (!two)
    return false;
  unsigned first = block()[two->first].id, second = block()[two->second].id;
  if (choices.oneIn(2))
    pair.exchanged[first] = second;
  if (pair.exchanged.empty() || choices.oneIn(2))
    pair.exchanged[second] = first;
  return true;
}

bool Editor::forward() {
  auto two = findTwo([](const PairAccess &a, const PairAccess &b) {
    return a.kind == Kind::Store && b.kind == Kind::Load;
  });
  if (!two)
    return false;
  PairAccess store = block()[two->first];
  unsigned gone = block()[two->second].id;
  erase(two->second, store.id);
  replaceValue(gone, {store.valueOf, store.value});
  return true;
}

bool Editor::dropDeadStore() {
  auto two = findTwo([](const PairAccess &a, const PairAccess &b) {
    return a.kind == Kind::Store && b.kind == Kind::Store;
  });
  if (!two)
    return false;
  erase(two->first, std::nullopt);
  return true;
}

bool Editor::hoist() {
  std::vector<std::pair<size_t, size_t>> moves;
  for (size_t j = 1; j < block().size(); ++j)
    for (size_t i = j; i-- > 0;) {
      const PairAccess &before = block()[i], &moved = block()[j];
      if (llvm::is_contained(moved.after, before.id) ||
          moved.valueOf == before.id)
        break;
      moves.push_back({i, j});
    }
  if (moves.empty())
    return false;
  auto [to, from] = moves[choices.below(moves.size())];
  std::rotate(block().begin() + to, block().begin() + from,
              block().begin() + from + 1);
  return true;
}

static constexpr AccessOrdering weakerThanAcqRel[] = {
    AccessOrdering::Relaxed, AccessOrdering::Acquire, AccessOrdering::Release};

bool Editor::weaken() {
  std::vector<PairAccess *> strong;
  for (PairAccess &access : block())
    if (!access.isWeak())
      strong.push_back(&access);
  if (strong.empty())
    return false;
  PairAccess &access = *strong[choices.below(strong.size())];
  if (access.scope == AccessScope::Device && choices.oneIn(3))
    access.scope = AccessScope::TileBlock;
  else if (access.ordering == AccessOrdering::AcqRel)
    access.ordering = weakerThanAcqRel[choices.below(3)];
  else if (access.ordering != AccessOrdering::Relaxed)
    access.ordering = AccessOrdering::Relaxed;
  else if (access.kind == Kind::Load || access.kind == Kind::Store)
    access.ordering = AccessOrdering::Weak;
  else
    access.scope = AccessScope::TileBlock;
  return true;
}

bool Editor::strengthen() {
  if (block().empty())
    return false;
  PairAccess &access = block()[choices.below(block().size())];
  if (!access.isWeak() && access.scope == AccessScope::TileBlock &&
      choices.oneIn(2)) {
    access.scope = AccessScope::Device;
    return true;
  }
  // No wider than it was: a weak access has no scope.
  if (access.isWeak())
    access.ordering = AccessOrdering::Relaxed;
  else if (access.ordering == AccessOrdering::Relaxed)
    access.ordering = access.kind == Kind::Store ? AccessOrdering::Release
                                                 : AccessOrdering::Acquire;
  else if (access.ordering != AccessOrdering::AcqRel &&
           access.kind != Kind::Load && access.kind != Kind::Store)
    access.ordering = AccessOrdering::AcqRel;
  else
    return false;
  return true;
}

bool Editor::dropEdge() {
  std::vector<std::pair<size_t, size_t>> edges;
  for (auto [i, access] : llvm::enumerate(block()))
    for (size_t k = 0; k < access.after.size(); ++k)
      edges.push_back({i, k});
  if (edges.empty())
    return false;
  auto [i, k] = edges[choices.below(edges.size())];
  block()[i].after.erase(block()[i].after.begin() + k);
  return true;
}

bool Editor::addEdge() {
  std::vector<std::pair<size_t, unsigned>> edges;
  for (size_t i = 0; i < block().size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (!llvm::is_contained(block()[i].after, block()[k].id))
        edges.push_back({i, block()[k].id});
  if (edges.empty())
    return false;
  auto [i, id] = edges[choices.below(edges.size())];
  block()[i].after.push_back(id);
  return true;
}

namespace {
struct EditRow {
  const char *name;
  bool (Editor::*apply)();
  /// It adds no outcome (memory model, Proposition 3).
  bool strengthens;
  unsigned weight;
};
} // namespace

static constexpr EditRow edits[] = {
    {"drop", &Editor::dropAccess, false, 2},
    {"add", &Editor::addAccess, false, 1},
    {"merge", &Editor::merge, false, 5},
    {"forward", &Editor::forward, false, 4},
    {"dead-store", &Editor::dropDeadStore, false, 3},
    {"hoist", &Editor::hoist, false, 2},
    {"weaken", &Editor::weaken, false, 1},
    {"strengthen", &Editor::strengthen, true, 2},
    {"drop-edge", &Editor::dropEdge, false, 3},
    {"add-edge", &Editor::addEdge, true, 2},
};

static const EditRow &pickEdit(ByteSource &choices) {
  unsigned sum = 0;
  for (const EditRow &row : edits)
    sum += row.weight;
  unsigned at = choices.below(sum);
  for (const EditRow &row : edits) {
    if (at < row.weight)
      return row;
    at -= row.weight;
  }
  llvm_unreachable("weights");
}

/// Two loads that no token orders, and what waits for one of them: what a merge
/// gets wrong most easily, and random accesses seldom are (one pair in 70,000).
static void aimAtMerge(Pair &pair, ByteSource &choices) {
  for (PairBlock *block : {&pair.source, &pair.others})
    for (PairAccess &access : *block) {
      access.place = 0;
      access.ordering = AccessOrdering::Relaxed;
      access.scope = AccessScope::Device;
    }
  PairAccess &first = pair.source[0], &second = pair.source[1];
  for (PairAccess *load : {&first, &second}) {
    load->kind = Kind::Load;
    load->valueOf.reset();
    load->after.clear();
  }
  for (PairAccess &access : llvm::drop_begin(pair.source, 2)) {
    if (!choices.oneIn(4))
      llvm::erase(access.after, first.id);
    if (choices.oneIn(2))
      addToken(access.after, second.id);
  }
}

Pair tilefuzz::makePair(uint64_t seed, uint64_t index) {
  ByteSource choices(seed * randomIncrement + index);
  Pair pair;
  pair.places = 1 + choices.below(3);
  unsigned id = 0;
  unsigned ownCount = 2 + choices.below(4);
  unsigned otherCount = choices.oneIn(4) ? 0 : 1 + choices.below(3);
  for (unsigned i = 0; i < otherCount; ++i)
    pair.others.push_back(makeAccess(choices, pair, pair.others, id++));
  for (unsigned i = 0; i < ownCount; ++i)
    pair.source.push_back(makeAccess(choices, pair, pair.source, id++));
  bool isAimed = index % 8 == 7 && pair.source.size() > 2;
  bool isExchange = index % 8 == 3 && pair.source.size() > 2;
  if (isAimed || isExchange)
    aimAtMerge(pair, choices);
  pair.observesSums = index % 8 == 5 || index % 16 == 15;
  for (const PairAccess &access : pair.source)
    if (access.reads() && !choices.oneIn(5))
      pair.observed.push_back(access.id);
  pair.target = pair.source;
  Editor editor(pair, choices);
  unsigned wanted = choices.oneIn(3) ? 2 : 1;
  pair.isStrengthened = !isAimed && !isExchange;
  if (isAimed && editor.merge()) {
    pair.edits.push_back("merge");
    wanted = 1;
  }
  if (isExchange && editor.exchange()) {
    pair.edits.push_back("exchange");
    wanted = 1;
  }
  for (unsigned tries = 0; pair.edits.size() < wanted && tries < 16; ++tries) {
    const EditRow &row = pickEdit(choices);
    if (!(editor.*row.apply)())
      continue;
    pair.edits.push_back(row.name);
    pair.isStrengthened &= row.strengthens;
  }
  pair.isStrengthened &= !pair.edits.empty();
  return pair;
}

//===----------------------------------------------------------------------===//
// Smaller ones
//===----------------------------------------------------------------------===//

unsigned tilefuzz::accessCount(const Pair &pair) {
  return pair.source.size() + pair.target.size() + pair.others.size();
}

static PairAccess *find(PairBlock &block, unsigned id) {
  for (PairAccess &access : block)
    if (access.id == id)
      return &access;
  return nullptr;
}

/// Without the access, and what depends on it.
static Pair without(Pair pair, unsigned id) {
  for (PairBlock *block : {&pair.source, &pair.target, &pair.others}) {
    llvm::erase_if(*block,
                   [&](const PairAccess &access) { return access.id == id; });
    for (PairAccess &access : *block) {
      llvm::erase(access.after, id);
      if (access.valueOf == id)
        access.valueOf.reset();
    }
  }
  llvm::erase(pair.observed, id);
  pair.replaced.erase(id);
  pair.exchanged.erase(id);
  for (auto &[gone, value] : pair.replaced)
    if (value.of == id)
      value = {std::nullopt, 0};
  return pair;
}

std::vector<Pair> tilefuzz::smallerPairs(const Pair &pair) {
  std::vector<Pair> smaller;
  if (!pair.others.empty()) {
    smaller.push_back(pair);
    smaller.back().others.clear();
  }
  std::vector<unsigned> ids;
  for (const PairBlock *block : {&pair.others, &pair.source, &pair.target})
    for (const PairAccess &access : *block)
      if (!llvm::is_contained(ids, access.id))
        ids.push_back(access.id);
  for (unsigned id : ids)
    smaller.push_back(without(pair, id));
  for (unsigned id : pair.observed) {
    if (pair.replaced.count(id))
      continue;
    smaller.push_back(pair);
    llvm::erase(smaller.back().observed, id);
  }
  // An edge, of both sides that have it.
  for (unsigned id : ids)
    for (unsigned before : ids) {
      Pair fewer = pair;
      bool isChanged = false;
      for (PairBlock *block : {&fewer.source, &fewer.target, &fewer.others})
        if (PairAccess *access = find(*block, id))
          isChanged |= llvm::is_contained(access->after, before) &&
                       (llvm::erase(access->after, before), true);
      if (isChanged)
        smaller.push_back(std::move(fewer));
    }
  for (unsigned id : ids) {
    Pair simpler = pair;
    bool isChanged = false;
    for (PairBlock *block : {&simpler.source, &simpler.target, &simpler.others})
      if (PairAccess *access = find(*block, id))
        if (access->valueOf) {
          access->valueOf.reset();
          isChanged = true;
        }
    if (isChanged)
      smaller.push_back(std::move(simpler));
  }
  return smaller;
}
