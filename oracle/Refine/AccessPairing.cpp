//===- AccessPairing.cpp - Which access stands for which ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AccessPairing.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"

using namespace tilefuzz;

/// The element that is read or written: of the only tile that is no address.
static unsigned elementWidth(const SymbolicAccess &access) {
  for (mlir::ValueRange values : {mlir::ValueRange(access.op->getResults()),
                                  mlir::ValueRange(access.op->getOperands())})
    for (mlir::Value value : values) {
      mlir::Type element = elementOf(value);
      if (element.isIntOrFloat() && !element.isInteger(1))
        return element.getIntOrFloatBitWidth();
    }
  return 0;
}

namespace {
/// What two accesses have in common: the same place tells more than the same
/// kind of access, and the same values more than the same place.
enum class Likeness { Same, SameOperands, SamePlace, SameKind };
} // namespace

static bool isAlike(const SymbolicAccess &a, const SymbolicAccess &b,
                    Likeness likeness) {
  if (a.role != b.role || elementWidth(a) != elementWidth(b))
    return false;
  // Of one queue.
  if ((a.role == AccessRole::Put || a.role == AccessRole::Get) &&
      a.operands != b.operands)
    return false;
  switch (likeness) {
  case Likeness::Same:
    return a.operands == b.operands && a.ordering == b.ordering &&
           a.scope == b.scope;
  case Likeness::SameOperands:
    return a.operands == b.operands;
  case Likeness::SamePlace:
    return !a.operands.empty() && !b.operands.empty() &&
           a.operands.front() == b.operands.front();
  case Likeness::SameKind:
    return true;
  }
  llvm_unreachable("unknown likeness");
}

namespace {
/// Pairs by index into the accesses of both sides, in order.
class Pairs {
public:
  Pairs(llvm::ArrayRef<const SymbolicAccess *> a,
        llvm::ArrayRef<const SymbolicAccess *> b)
      : a(a), b(b), ofA(a.size()), ofB(b.size()) {}

  void findInOrder(Likeness likeness);
  void findAnywhere(Likeness likeness);
  void setPartners(llvm::ArrayRef<std::optional<size_t>> partners) {
    llvm::fill(ofB, std::nullopt);
    for (auto [i, partner] : llvm::enumerate(partners)) {
      ofA[i] = partner;
      if (partner)
        ofB[*partner] = i;
    }
  }

  llvm::ArrayRef<const SymbolicAccess *> a, b;
  std::vector<std::optional<size_t>> ofA, ofB;

private:
  bool canPair(size_t i, size_t j, Likeness likeness) const {
    return !ofA[i] && !ofB[j] && isAlike(*a[i], *b[j], likeness);
  }
  void pair(size_t i, size_t j) {
    ofA[i] = j;
    ofB[j] = i;
  }
};
} // namespace

/// As many of those that are left as possible.
void Pairs::findInOrder(Likeness likeness) {
  // most[i][j]: of the accesses from i and j on.
  std::vector<std::vector<unsigned>> most(a.size() + 1,
                                          std::vector<unsigned>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;) {
      most[i][j] = std::max(most[i + 1][j], most[i][j + 1]);
      if (canPair(i, j, likeness))
        most[i][j] = std::max(most[i][j], 1 + most[i + 1][j + 1]);
    }
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (canPair(i, j, likeness) && most[i][j] == 1 + most[i + 1][j + 1])
      pair(i++, j++);
    else if (most[i][j] == most[i + 1][j])
      ++i;
    else
      ++j;
  }
}

void Pairs::findAnywhere(Likeness likeness) {
  for (size_t j = 0; j < b.size(); ++j)
    for (size_t i = 0; i < a.size() && !ofB[j]; ++i)
      if (canPair(i, j, likeness))
        pair(i, j);
}

namespace {
/// By index into the accesses of the source: of the target.
using Partners = std::vector<std::optional<size_t>>;

/// All ways to pair accesses that have the same operands, without those that
/// lose order or strength for some input, as far as that is easily seen.
class PairingChoices {
public:
  /// `defined`: what inputs must be.
  PairingChoices(SymbolicDomain &d, Term defined, const Pairs &pairs,
                 llvm::ArrayRef<unsigned> numbersA,
                 llvm::ArrayRef<unsigned> numbersB)
      : d(d), defined(defined), pairs(pairs), numbersA(numbersA),
        numbersB(numbersB) {}

  /// False if there are more than can be tried; then some are found.
  bool find();

  /// The first is the one that likeness suggests, if that may hold.
  std::vector<Partners> found;

private:
  using Group = std::vector<size_t>;

  void findGroups();
  /// Gives the members of groups from `next` on their partners. False if there
  /// are too many ways.
  bool assign(size_t next);
  bool mayHold(size_t k);
  bool losesOrder(size_t i, size_t k);
  /// For some input.
  bool happens(Term condition);

  SymbolicDomain &d;
  Term defined;
  const Pairs &pairs;
  llvm::ArrayRef<unsigned> numbersA, numbersB;
  std::vector<Group> groups;
  /// Of all groups, with the index of its own.
  std::vector<std::pair<size_t, size_t>> members;
  /// None yet, for a member of a group that has none.
  Partners partners;
  std::vector<bool> isTaken;
  size_t steps = 0;
  /// What was asked of the solver: accesses share few guards.
  std::vector<std::pair<Term, bool>> asked;
};
} // namespace

void PairingChoices::findGroups() {
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    if (!pairs.ofA[i] ||
        !isAlike(*pairs.a[i], *pairs.b[*pairs.ofA[i]], Likeness::SameOperands))
      continue;
    auto known = llvm::find_if(groups, [&](const Group &group) {
      return isAlike(*pairs.a[group.front()], *pairs.a[i],
                     Likeness::SameOperands);
    });
    if (known == groups.end())
      groups.push_back({i});
    else
      known->push_back(i);
  }
  for (auto [g, group] : llvm::enumerate(groups))
    if (group.size() > 1)
      for (size_t i : group)
        members.push_back({i, g});
}

bool PairingChoices::happens(Term condition) {
  if (d.isFalse(condition) || d.isTrue(condition))
    return d.isTrue(condition);
  for (const auto &[known, answer] : asked)
    if (known == condition)
      return answer;
  // What is not asked may hold.
  constexpr size_t maxAsked = 32;
  if (asked.size() == maxAsked)
    return false;
  bool answer = d.isSatisfiable(d.land(defined, condition)) == Answer::Yes;
  asked.push_back({condition, answer});
  return answer;
}

/// Access `i` of the source is ordered before `k`, and what stands for it is
/// not.
bool PairingChoices::losesOrder(size_t i, size_t k) {
  const SymbolicAccess &later = *pairs.a[k], &target = *pairs.b[*partners[i]];
  auto ordered = later.before.find(numbersA[i]);
  if (ordered == later.before.end())
    return false;
  const SymbolicToken &before = pairs.b[*partners[k]]->before;
  auto kept = before.find(numbersB[*partners[i]]);
  Term lost = d.land(d.land(later.guard, target.guard), ordered->second);
  if (kept != before.end())
    lost = d.land(lost, d.lnot(kept->second));
  return happens(lost);
}

/// Beside what has partners already.
bool PairingChoices::mayHold(size_t k) {
  const SymbolicAccess &x = *pairs.a[k], &y = *pairs.b[*partners[k]];
  if ((!ordersAll(y.ordering, x.ordering) || y.scope < x.scope) &&
      happens(x.guard))
    return false;
  for (size_t i = 0; i < partners.size(); ++i)
    if (partners[i] && (losesOrder(i, k) || losesOrder(k, i)))
      return false;
  return true;
}

bool PairingChoices::assign(size_t next) {
  // Each that is found is a question to the solver; to look at one costs
  // little.
  constexpr size_t maxFound = 4, maxSteps = 20000;
  if (next == members.size()) {
    if (llvm::is_contained(found, partners))
      return true;
    if (found.size() == maxFound)
      return false;
    found.push_back(partners);
    return true;
  }
  auto [i, group] = members[next];
  for (size_t other : groups[group]) {
    size_t j = *pairs.ofA[other];
    if (isTaken[j])
      continue;
    if (++steps > maxSteps)
      return false;
    partners[i] = j;
    isTaken[j] = true;
    bool areFew = !mayHold(i) || assign(next + 1);
    partners[i].reset();
    isTaken[j] = false;
    if (!areFew)
      return false;
  }
  return true;
}

bool PairingChoices::find() {
  findGroups();
  partners = pairs.ofA;
  auto holds = [&](size_t k) { return !partners[k] || mayHold(k); };
  if (llvm::all_of(llvm::seq(partners.size()), holds))
    found.push_back(partners);
  isTaken.resize(pairs.b.size());
  for (auto [i, group] : members)
    partners[i].reset();
  return assign(0);
}

static SymbolicToken renumbered(const SymbolicToken &token,
                                const std::map<unsigned, unsigned> &numbers) {
  SymbolicToken result;
  for (auto [number, condition] : token) {
    auto found = numbers.find(number);
    result[found == numbers.end() ? number : found->second] = condition;
  }
  return result;
}

AccessPairing tilefuzz::pairAccesses(SymbolicDomain &domain,
                                     const TileEncoding &source,
                                     TileEncoding &target, unsigned choice,
                                     bool isLikeliest) {
  std::vector<const SymbolicAccess *> a, b;
  std::vector<unsigned> numbersA, numbersB;
  for (const auto &[number, access] : source.accesses) {
    a.push_back(&access);
    numbersA.push_back(number);
  }
  for (const auto &[number, access] : target.accesses) {
    b.push_back(&access);
    numbersB.push_back(number);
  }
  Pairs pairs(a, b);
  for (Likeness likeness :
       {Likeness::Same, Likeness::SameOperands, Likeness::SamePlace}) {
    pairs.findInOrder(likeness);
    pairs.findAnywhere(likeness);
  }
  pairs.findInOrder(Likeness::SameKind);

  AccessPairing pairing;
  PairingChoices choices(
      domain, domain.land(source.given, domain.lnot(source.undefined)), pairs,
      numbersA, numbersB);
  pairing.isDoubtful = !isLikeliest && !choices.find();
  // If none may hold, one is as good as another.
  if (!choices.found.empty()) {
    pairing.choices = choices.found.size();
    pairs.setPartners(
        choices.found[std::min<size_t>(choice, pairing.choices - 1)]);
  }
  // What is not paired gets numbers that no access of the source has.
  std::map<unsigned, unsigned> numbers;
  unsigned spare = 1u << executionShift;
  for (auto [j, number] : llvm::enumerate(numbersB)) {
    numbers[number] = spare + number;
    if (!pairs.ofB[j])
      continue;
    size_t i = *pairs.ofB[j];
    pairing.numbers[number] = numbers[number] = numbersA[i];
    pairing.isDoubtful |= !isAlike(*a[i], *b[j], Likeness::SameOperands);
    auto [origin, isNew] = pairing.origins.try_emplace(b[j]->op, a[i]->op);
    if (!isNew && origin->second != a[i]->op)
      origin->second = nullptr;
  }
  pairing.isDoubtful |= a.size() != b.size();
  // Which queue is which is not known by terms.
  llvm::DenseSet<mlir::Value> queues;
  for (const SymbolicAccess *access : a)
    if ((access->role == AccessRole::Put || access->role == AccessRole::Get) &&
        llvm::all_of(access->operands, [](const std::vector<Term> &terms) {
          return terms.empty();
        }))
      queues.insert(access->op->getOperand(0));
  pairing.isDoubtful |= queues.size() > 1;

  std::map<unsigned, SymbolicAccess> accesses;
  for (auto &[number, access] : target.accesses) {
    access.before = renumbered(access.before, numbers);
    accesses.emplace(numbers[number], std::move(access));
  }
  target.accesses = std::move(accesses);
  for (SymbolicValue &value : target.observed)
    value.token = renumbered(value.token, numbers);
  return pairing;
}

bool tilefuzz::takeLocations(const AccessPairing &pairing) {
  bool isUnique = true;
  for (auto [target, source] : pairing.origins) {
    isUnique &= source != nullptr;
    if (source)
      target->setLoc(source->getLoc());
  }
  return isUnique;
}
