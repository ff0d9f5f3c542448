//===- EncodeInterference.cpp - What others do to memory, as formulas -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A block sees what others do where it reads memory by strong accesses, and
// after an acquire (memory model, 1.5): there memory may be any other, the same
// before and after a rewrite. That nothing happens is one of the cases. So is
// that strong accesses come in the order of the text, which nothing but tokens
// demands (memory model, 1.3).
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
using S = SymbolicDomain;

/// More places than this make terms that take minutes.
static constexpr size_t maxPlaces = 16;

static Term isChosen(S &d, const std::string &name) {
  return d.eq(d.input(name, 1), d.constant(1, 1));
}

/// Any memory that depends on what it is now.
static void change(Encoder &e, const std::string &name, Term condition) {
  SymbolicDomain &d = e.domain;
  Term &memory = e.result.memory, &marks = e.result.unspecifiedMemory;
  std::vector<Term> now = {memory, marks};
  memory = d.ite(condition, d.memoryFunction(name, now), memory);
  marks = d.ite(condition, d.memoryFunction(name + " marks", now), marks);
  Term &poison = e.result.poisonMemory;
  poison = d.ite(condition, d.constantMemory(0), poison);
}

static Term isOrdered(S &d, const SymbolicToken &token, unsigned number) {
  auto found = token.find(number);
  return found == token.end() ? d.truth(false) : found->second;
}

static SymbolicToken tokensBefore(Encoder &e, mlir::Operation *op) {
  llvm::SmallVector<mlir::Value> tokens;
  for (mlir::Value operand : op->getOperands())
    if (isTokenType(operand.getType()))
      tokens.push_back(operand);
  return joinedTokens(e, tokens);
}

/// An acquire that stands before `op` in the text and is ordered before it may
/// come after what stands between and is not ordered after it: what others
/// then did is seen only by `op`.
static Term seesLateAcquire(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  Term late = d.truth(false);
  for (auto [number, ordered] : tokensBefore(e, op)) {
    auto acquire = e.result.accesses.find(number);
    if (acquire == e.result.accesses.end() || !acquires(acquire->second))
      continue;
    Term between = d.truth(false);
    for (auto i = std::next(acquire); i != e.result.accesses.end(); ++i)
      between = d.lor(between,
                      d.land(i->second.guard,
                             d.lnot(isOrdered(d, i->second.before, number))));
    late = d.lor(late, d.land(ordered, between));
  }
  return late;
}

/// A strong access of the same place, or an acquire, that stands before `op`
/// in the text need not come before it (memory model, 1.3).
static Term mayComeBeforeEarlier(Encoder &e, mlir::Operation *op,
                                 llvm::ArrayRef<Place> at, unsigned size) {
  S &d = e.domain;
  SymbolicToken before = tokensBefore(e, op);
  Term may = d.truth(false);
  for (const auto &[number, access] : e.result.accesses) {
    if (!isStrong(access))
      continue;
    Term apart = d.land(access.guard, d.lnot(isOrdered(d, before, number)));
    if (d.isFalse(apart))
      continue;
    bool isFar = acquires(access) || access.places.empty() || at.empty() ||
                 access.places.size() * at.size() > maxPlaces * maxPlaces;
    if (!isFar)
      apart = d.land(apart,
                     placesMeet(d, access.places, access.placeSize, at, size));
    may = d.lor(may, apart);
  }
  return may;
}

/// The place's bytes may be any others.
static void changePlace(Encoder &e, const std::string &name, Term condition,
                        Place place, unsigned size) {
  S &d = e.domain;
  Term where = d.land(condition, place.active);
  for (unsigned k = 0; k < size; ++k) {
    Term byte = d.input(name + "." + std::to_string(k), 8);
    Term address = d.add(place.address, d.constant(64, k));
    d.storeByte(e.result.memory, where, address, byte);
    d.storeByte(e.result.unspecifiedMemory, where, address, d.constant(8, 0));
    if (e.result.storesPoison)
      d.storeByte(e.result.poisonMemory, where, address, d.constant(8, 0));
  }
}

void Encoder::acquireLate(mlir::Operation *op) {
  auto found = options.interference.find(nextAccess);
  if (found == options.interference.end())
    return;
  Term isLate = domain.land(guard, seesLateAcquire(*this, op));
  if (domain.isFalse(isLate))
    return;
  earlierMemory = {result.memory, result.unspecifiedMemory};
  std::string name = "others " + std::to_string(found->second.number) + " late";
  change(*this, name, domain.land(isLate, isChosen(domain, name)));
}

void Encoder::interfere(mlir::Operation *op, llvm::ArrayRef<Place> at,
                        unsigned size) {
  std::pair<Term, Term> earlier = {result.memory, result.unspecifiedMemory};
  acquireLate(op);
  earlierMemory = earlier;
  auto found = options.interference.find(nextAccess);
  if (found == options.interference.end() || !found->second.isStrong)
    return;
  std::string name = "others " + std::to_string(found->second.number);
  // Without an element nothing is acquired (memory model, 2.3).
  Term happens =
      domain.land(domain.land(guard, active), isChosen(domain, name));
  if (found->second.isEverywhere || at.empty() || at.size() > maxPlaces)
    return change(*this, name, happens);
  for (auto [i, place] : llvm::enumerate(at))
    changePlace(*this, name + "." + std::to_string(i), happens, place, size);
}

/// Elements that meet, and strong accesses that no token orders, come in any
/// order (memory model, 1.3 and 2.2): what is left of them, and what they read,
/// is not what the order of the text and of the indices makes.
void Encoder::chooseOrder(mlir::Operation *op, llvm::ArrayRef<Place> at,
                          unsigned size, bool isWrite, SymbolicValue *read) {
  auto found = options.interference.find(nextAccess);
  if (found == options.interference.end() || !found->second.isStrong)
    return;
  Term open = mayComeBeforeEarlier(*this, op, at, size);
  if (at.size() > 1)
    open = domain.lor(open, at.size() > maxPlaces
                                ? domain.truth(true)
                                : elementsMeet(domain, at, size));
  unsigned number = found->second.number;
  result.openOrders[number] = open;
  if (auto limit = options.orderLimits.find(number);
      limit != options.orderLimits.end())
    open = domain.land(open, limit->second);
  if (domain.isFalse(open))
    return;
  std::string name = "order " + std::to_string(found->second.number);
  Term chosen = domain.land(open, isChosen(domain, name));
  Term happens = domain.land(guard, chosen);
  if (isWrite && (at.empty() || at.size() > maxPlaces))
    change(*this, name, happens);
  else if (isWrite)
    for (auto [i, place] : llvm::enumerate(at))
      changePlace(*this, name + " left " + std::to_string(i), happens, place,
                  size);
  if (!read)
    return;
  for (auto [i, element] : llvm::enumerate(read->elements)) {
    Term any = domain.input(name + "." + std::to_string(i),
                            domain.width(element.bits));
    Term isAny = i < at.size() ? domain.land(chosen, at[i].active) : chosen;
    element.bits = domain.ite(isAny, any, element.bits);
    element.unspecified = domain.land(element.unspecified, domain.lnot(isAny));
  }
}

Term tilefuzz::placesMeet(S &d, llvm::ArrayRef<Place> a, unsigned sizeOfA,
                          llvm::ArrayRef<Place> b, unsigned sizeOfB,
                          bool inPart) {
  auto byteOf = [&](const Place &place, unsigned k) {
    return k ? d.add(place.address, d.constant(64, k)) : place.address;
  };
  Term meet = d.truth(false);
  for (const Place &p : a)
    for (const Place &q : b) {
      Term near = d.truth(false);
      for (unsigned k = 0; k < sizeOfA; ++k)
        for (unsigned l = 0; l < sizeOfB; ++l)
          near = d.lor(near, d.eq(byteOf(p, k), byteOf(q, l)));
      if (inPart && sizeOfA == sizeOfB)
        near = d.land(near, d.lnot(d.eq(p.address, q.address)));
      meet = d.lor(meet, d.land(d.land(p.active, q.active), near));
    }
  return meet;
}

Term tilefuzz::elementsMeet(S &d, llvm::ArrayRef<Place> places, unsigned size) {
  Term meet = d.truth(false), bytes = d.constant(64, size);
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Place &p = places[i], &q = places[j];
      Term near = d.lor(d.ult(d.sub(p.address, q.address), bytes),
                        d.ult(d.sub(q.address, p.address), bytes));
      meet = d.lor(meet, d.land(d.land(p.active, q.active), near));
    }
  return meet;
}
