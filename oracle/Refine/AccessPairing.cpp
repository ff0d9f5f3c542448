//===- AccessPairing.cpp - Which access stands for which ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AccessPairing.h"
#include "interp/Tile/TileTypes.h"

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

/// 0: they cannot stand for each other. More: the more they have in common.
static unsigned likeness(const SymbolicAccess &a, const SymbolicAccess &b) {
  if (a.role != b.role || elementWidth(a) != elementWidth(b))
    return 0;
  // Of one queue.
  if ((a.role == AccessRole::Put || a.role == AccessRole::Get) &&
      a.operands != b.operands)
    return 0;
  unsigned common = 1;
  for (const std::vector<Term> &operand : b.operands)
    common += 2 * llvm::is_contained(a.operands, operand);
  // Where it goes tells more than what is written there.
  if (!a.operands.empty() && !b.operands.empty() &&
      a.operands.front() == b.operands.front())
    common += 4;
  return common;
}

static bool isSame(const SymbolicAccess &a, const SymbolicAccess &b) {
  return a.operands == b.operands;
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
  // best[i][j]: of the accesses from i and j on.
  std::vector<std::vector<unsigned>> best(a.size() + 1,
                                          std::vector<unsigned>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;) {
      best[i][j] = std::max(best[i + 1][j], best[i][j + 1]);
      if (unsigned common = likeness(*a[i], *b[j]))
        // A pair counts more than what it has in common.
        best[i][j] = std::max(best[i][j], 64 + common + best[i + 1][j + 1]);
    }

  AccessPairing pairing;
  // What is not paired gets numbers that no access of the source has.
  std::map<unsigned, unsigned> numbers;
  unsigned spare = 1u << executionShift;
  for (unsigned number : numbersB)
    numbers[number] = spare + number;
  std::vector<bool> isPairedA(a.size()), isPairedB(b.size());
  auto pair = [&](size_t i, size_t j) {
    numbers[numbersB[j]] = numbersA[i];
    isPairedA[i] = isPairedB[j] = true;
    pairing.isDoubtful |= !isSame(*a[i], *b[j]);
    auto [origin, isNew] = pairing.origins.try_emplace(b[j]->op, a[i]->op);
    if (!isNew && origin->second != a[i]->op)
      origin->second = nullptr;
  };
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (unsigned common = likeness(*a[i], *b[j]);
        common && best[i][j] == 64 + common + best[i + 1][j + 1]) {
      pair(i, j);
      ++i;
      ++j;
    } else if (best[i][j] == best[i + 1][j]) {
      ++i;
    } else {
      ++j;
    }
  }
  for (size_t j = 0; j < b.size(); ++j)
    for (size_t i = 0; i < a.size() && !isPairedB[j]; ++i)
      if (!isPairedA[i] && likeness(*a[i], *b[j]) && isSame(*a[i], *b[j]))
        pair(i, j);
  pairing.isDoubtful |= a.size() != b.size();

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
