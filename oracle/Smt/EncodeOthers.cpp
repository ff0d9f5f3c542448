//===- EncodeOthers.cpp - What others do to memory, as formulas -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A block sees what others do where it reads memory by strong accesses, and
// after an acquire (memory model, 1.5): there memory may be any other, the same
// before and after a rewrite. That nothing happens is one of the cases.
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
}

void Encoder::interfere(llvm::ArrayRef<Place> at, unsigned size) {
  earlierMemory = {result.memory, result.unspecifiedMemory};
  auto found = options.interference.find(nextAccess);
  if (found == options.interference.end())
    return;
  std::string name = "others " + std::to_string(found->second.number);
  Term happens = domain.land(guard, isChosen(domain, name));
  if (found->second.isEverywhere || at.empty() || at.size() > maxPlaces)
    return change(*this, name, happens);
  for (auto [i, place] : llvm::enumerate(at))
    for (unsigned k = 0; k < size; ++k) {
      Term byte = domain.input(
          name + "." + std::to_string(i) + "." + std::to_string(k), 8);
      Term address = domain.add(place.address, domain.constant(64, k));
      Term where = domain.land(happens, place.active);
      domain.storeByte(result.memory, where, address, byte);
      domain.storeByte(result.unspecifiedMemory, where, address,
                       domain.constant(8, 0));
    }
}

/// Elements that meet do so in any order (memory model, 2.2): what is left of
/// them, and what they read, is not what the order of the indices makes.
void Encoder::chooseOrder(llvm::ArrayRef<Place> at, unsigned size,
                          SymbolicValue *read) {
  auto found = options.interference.find(nextAccess);
  if (found == options.interference.end() || at.size() < 2)
    return;
  std::string name = "order " + std::to_string(found->second.number);
  Term chosen = isChosen(domain, name);
  if (at.size() <= maxPlaces)
    chosen = domain.land(chosen, elementsMeet(domain, at, size));
  change(*this, name, domain.land(guard, chosen));
  if (!read)
    return;
  for (auto [i, element] : llvm::enumerate(read->elements)) {
    Term any = domain.input(name + "." + std::to_string(i),
                            domain.width(element.bits));
    element.bits = domain.ite(chosen, any, element.bits);
  }
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
