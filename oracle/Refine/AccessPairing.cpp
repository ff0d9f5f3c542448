//===- AccessPairing.cpp - Which access stands for which ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AccessPairing.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

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

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// By index into the target's accesses: into the source's.
using Assignment = std::vector<std::optional<size_t>>;

/// More pairings are not tried.
static constexpr size_t maxCandidates = 24;

namespace {
/// Accesses of both sides that are alike but for their strength, paired among
/// each other: indices into each side, in order.
struct AlikeGroup {
  std::vector<size_t> ofA, ofB;
};
} // namespace

static std::vector<AlikeGroup> findAlike(const Pairs &pairs) {
  std::vector<AlikeGroup> groups;
  for (size_t j = 0; j < pairs.b.size(); ++j) {
    std::optional<size_t> i = pairs.ofB[j];
    if (!i || !isAlike(*pairs.a[*i], *pairs.b[j], Likeness::SameOperands))
      continue;
    auto group = llvm::find_if(groups, [&](const AlikeGroup &group) {
      return isAlike(*pairs.a[group.ofA.front()], *pairs.a[*i],
                     Likeness::SameOperands);
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), AlikeGroup());
    group->ofA.push_back(*i);
    group->ofB.push_back(j);
  }
  llvm::erase_if(groups,
                 [](const AlikeGroup &group) { return group.ofA.size() == 1; });
  for (AlikeGroup &group : groups)
    llvm::sort(group.ofA);
  return groups;
}

/// Executed once, as far as it was encoded.
static bool isExecutedOnce(llvm::ArrayRef<const SymbolicAccess *> accesses,
                           size_t index) {
  return llvm::count_if(accesses, [&](const SymbolicAccess *access) {
           return access->op == accesses[index]->op;
         }) == 1;
}

/// Every access is at least as strong as what it stands for.
static bool keepsStrength(const Pairs &pairs, const Assignment &assignment) {
  for (auto [j, i] : llvm::enumerate(assignment))
    if (i && (!ordersAll(pairs.b[j]->ordering, pairs.a[*i]->ordering) ||
              pairs.b[j]->scope < pairs.a[*i]->scope))
      return false;
  return true;
}

/// All pairings that keep every access as strong as it was, those first that
/// keep the order of the text; if none does, the pairing that was found.
static std::vector<Assignment> findCandidates(const Pairs &pairs,
                                              bool &isComplete) {
  std::vector<Assignment> all = {pairs.ofB};
  for (const AlikeGroup &group : findAlike(pairs)) {
    auto isOnce = [&](llvm::ArrayRef<const SymbolicAccess *> side) {
      return [side](size_t index) { return isExecutedOnce(side, index); };
    };
    // Which execution stands for which is a question of its own.
    if (!llvm::all_of(group.ofA, isOnce(pairs.a)) ||
        !llvm::all_of(group.ofB, isOnce(pairs.b))) {
      isComplete = false;
      continue;
    }
    std::vector<Assignment> more;
    for (const Assignment &base : all) {
      std::vector<size_t> order = group.ofA;
      do {
        Assignment assignment = base;
        for (auto [j, i] : llvm::zip_equal(group.ofB, order))
          assignment[j] = i;
        more.push_back(std::move(assignment));
      } while (more.size() <= maxCandidates &&
               std::next_permutation(order.begin(), order.end()));
      if (more.size() > maxCandidates)
        break;
    }
    if (more.size() > maxCandidates) {
      isComplete = false;
      more.resize(maxCandidates);
    }
    all = std::move(more);
  }
  llvm::erase_if(all, [&](const Assignment &assignment) {
    return !keepsStrength(pairs, assignment);
  });
  if (all.empty())
    all.push_back(pairs.ofB);
  return all;
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

AccessPairing tilefuzz::pairAccesses(const TileEncoding &source,
                                     TileEncoding &target, unsigned candidate) {
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
  bool isComplete = true;
  std::vector<Assignment> candidates = findCandidates(pairs, isComplete);
  pairing.numCandidates = candidates.size();
  pairing.isDoubtful = !isComplete;
  pairs.ofB = candidates[std::min<size_t>(candidate, candidates.size() - 1)];
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
