//===- AccessPairing.cpp - Which access stands for which ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AccessPairing.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/DenseSet.h"

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
                                     TileEncoding &target) {
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
