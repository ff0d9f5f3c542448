//===- AccessChecks.cpp - Where accesses go, and what meets ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AccessChecks.h"

using namespace tilefuzz;
using S = SymbolicDomain;

/// More would make questions that take minutes.
static constexpr size_t maxPairs = 4096, maxBytes = 1024;

static Term offset(S &d, Term address, unsigned bytes) {
  return bytes ? d.add(address, d.constant(64, bytes)) : address;
}

/// The byte is one of the access's.
static Term touches(S &d, const SymbolicAccess &access, Term address) {
  Term any = d.truth(false);
  for (const Place &place : access.places)
    for (unsigned k = 0; k < access.placeSize; ++k)
      any = d.lor(any, d.land(place.active,
                              d.eq(offset(d, place.address, k), address)));
  return any;
}

/// It is not the same operation of the same operands.
static Term operandsDiffer(S &d, const SymbolicAccess &a,
                           const SymbolicAccess &b) {
  if (a.op->getName() != b.op->getName() ||
      a.operands.size() != b.operands.size())
    return d.truth(true);
  Term differ = d.truth(false);
  for (auto [x, y] : llvm::zip_equal(a.operands, b.operands)) {
    if (x.size() != y.size())
      return d.truth(true);
    for (auto [p, q] : llvm::zip_equal(x, y)) {
      if (d.width(p) != d.width(q))
        return d.truth(true);
      differ = d.lor(differ, d.lnot(d.eq(p, q)));
    }
  }
  return differ;
}

Term tilefuzz::goesElsewhere(S &d, const SymbolicAccess &access,
                             const SymbolicAccess &other) {
  // Without numberByOrder operands are not recorded, and the same location
  // means the same place.
  if (access.places.empty() && other.places.empty())
    return d.land(access.guard, operandsDiffer(d, access, other));
  if (access.places.empty() || other.places.empty())
    return access.guard;
  auto isSame = [](const Place &p, const Place &q) {
    return p.active == q.active && p.address == q.address;
  };
  bool isOneSize = access.placeSize == other.placeSize;
  size_t asked = 0;
  Term elsewhere = d.truth(false);
  for (size_t i = 0; i < access.places.size(); ++i) {
    const Place &place = access.places[i];
    // Mostly it is the same element.
    if (isOneSize &&
        ((i < other.places.size() && isSame(place, other.places[i])) ||
         llvm::any_of(other.places, [&](const Place &known) {
           return isSame(place, known);
         })))
      continue;
    asked += other.places.size();
    if (asked > maxPairs)
      return d.truth(true);
    Term covered = d.truth(isOneSize ? false : true);
    if (isOneSize)
      for (const Place &known : other.places)
        covered = d.lor(
            covered, d.land(known.active, d.eq(known.address, place.address)));
    else
      for (unsigned k = 0; k < access.placeSize; ++k)
        covered =
            d.land(covered, touches(d, other, offset(d, place.address, k)));
    elsewhere = d.lor(elsewhere, d.land(place.active, d.lnot(covered)));
  }
  return d.land(access.guard, elsewhere);
}

Term tilefuzz::elementsMeet(S &d, const SymbolicAccess &access) {
  Term meet = d.truth(false), size = d.constant(64, access.placeSize);
  for (size_t i = 0; i < access.places.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Place &p = access.places[i], &q = access.places[j];
      Term near = d.lor(d.ult(d.sub(p.address, q.address), size),
                        d.ult(d.sub(q.address, p.address), size));
      meet = d.lor(meet, d.land(d.land(p.active, q.active), near));
    }
  return d.land(access.guard, meet);
}

/// Some bytes of the two are the same; or, if `inPart`, some but not all of two
/// elements.
static Term meet(S &d, const SymbolicAccess &x, const SymbolicAccess &y,
                 bool inPart) {
  Term meet = d.truth(false);
  for (const Place &p : x.places)
    for (const Place &q : y.places) {
      // Byte by byte, in the terms that memory is read with.
      Term near = d.truth(false);
      for (unsigned k = 0; k < x.placeSize; ++k)
        for (unsigned l = 0; l < y.placeSize; ++l)
          near = d.lor(near,
                       d.eq(offset(d, p.address, k), offset(d, q.address, l)));
      if (inPart && x.placeSize == y.placeSize)
        near = d.land(near, d.lnot(d.eq(p.address, q.address)));
      meet = d.lor(meet, d.land(d.land(p.active, q.active), near));
    }
  return meet;
}

Term tilefuzz::raceOf(S &d, const TileEncoding &source) {
  Term race = d.truth(false);
  auto isBefore = [&](unsigned number, const SymbolicAccess &access) {
    auto found = access.before.find(number);
    return found == access.before.end() ? d.truth(false) : found->second;
  };
  for (auto i = source.accesses.begin(); i != source.accesses.end(); ++i) {
    const SymbolicAccess &x = i->second;
    if (x.role == AccessRole::Write && x.ordering == 0 &&
        x.places.size() * x.places.size() <= maxPairs)
      race = d.lor(race, elementsMeet(d, x));
    for (auto j = std::next(i); j != source.accesses.end(); ++j) {
      const SymbolicAccess &y = j->second;
      if ((x.role == AccessRole::Read && y.role == AccessRole::Read) ||
          x.places.size() * y.places.size() * x.placeSize * y.placeSize >
              maxBytes)
        continue;
      Term ordered = d.lor(isBefore(i->first, y), isBefore(j->first, x));
      Term both = d.land(d.land(x.guard, y.guard), d.lnot(ordered));
      if (!d.isFalse(both))
        race =
            d.lor(race, d.land(both, meet(d, x, y, x.ordering && y.ordering)));
    }
  }
  return race;
}
