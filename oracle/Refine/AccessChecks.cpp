//===- AccessChecks.cpp - Where accesses go, and what meets ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AccessChecks.h"
#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
using S = SymbolicDomain;

/// More would make questions that take minutes.
static constexpr size_t maxPairs = 4096, maxBytes = 1024;

bool tilefuzz::haveSameShape(S &d, const SymbolicValue &a,
                             const SymbolicValue &b) {
  return llvm::equal(a.elements, b.elements,
                     [&](const SymbolicElement &x, const SymbolicElement &y) {
                       return d.width(x.bits) == d.width(y.bits);
                     });
}

Term tilefuzz::byteDiffers(S &d, Term address, Term memory, Term marks,
                           Term otherMemory, Term otherMarks, bool marksNaNs,
                           Term otherIsPoison) {
  Term mark = d.loadByte(marks, address),
       otherMark = d.loadByte(otherMarks, address);
  Term differs = d.lnot(
      d.eq(d.loadByte(memory, address), d.loadByte(otherMemory, address)));
  if (marksNaNs)
    differs = d.land(
        differs,
        d.lnot(d.land(d.eq(mark, otherMark),
                      d.lnot(d.ult(mark, d.constant(8, firstNaNByte))))));
  return d.land(d.lnot(d.eq(mark, d.constant(8, unspecifiedByte))),
                d.lor(otherIsPoison, differs));
}

Term tilefuzz::isPoisonAt(S &d, Term address, const TileEncoding &encoding,
                          Term marks, Term poison, bool isWholeFunction) {
  if (!isWholeFunction || encoding.hasPoison)
    return d.eq(d.loadByte(marks, address), d.constant(8, unspecifiedByte));
  if (!encoding.storesPoison)
    return d.truth(false);
  return d.eq(d.loadByte(poison, address), d.constant(8, 1));
}

static Term sameTruth(S &d, Term a, Term b) {
  return d.lor(d.land(a, b), d.land(d.lnot(a), d.lnot(b)));
}

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

/// The source orders the access of that number before the other.
static Term isBefore(S &d, unsigned number, const SymbolicAccess &access) {
  auto found = access.before.find(number);
  return found == access.before.end() ? d.truth(false) : found->second;
}

/// Bodies of puts and gets begin with an acquire and end with a release.
static bool comesAfterAcquire(const SymbolicAccess &access) {
  return acquires(access) || !access.within.empty();
}
static bool comesBeforeRelease(const SymbolicAccess &access) {
  return releases(access) || !access.within.empty();
}

/// What is before a release of this block, or is one, may be ordered before
/// what is after an acquire of it, or is one, by what other blocks do between.
static Term
mayGoThroughOthers(S &d, const TileEncoding &source,
                   const std::pair<const unsigned, SymbolicAccess> &first,
                   const std::pair<const unsigned, SymbolicAccess> &second) {
  Term isReleased = d.truth(comesBeforeRelease(first.second)),
       isAcquired = d.truth(comesAfterAcquire(second.second));
  for (const auto &[number, access] : source.accesses) {
    if (comesBeforeRelease(access))
      isReleased = d.lor(
          isReleased, d.land(access.guard, isBefore(d, first.first, access)));
    if (comesAfterAcquire(access))
      isAcquired = d.lor(
          isAcquired, d.land(access.guard, isBefore(d, number, second.second)));
  }
  return d.land(isReleased, isAcquired);
}

Term tilefuzz::raceOf(S &d, const TileEncoding &source) {
  Term race = d.truth(false);
  for (auto i = source.accesses.begin(); i != source.accesses.end(); ++i) {
    const SymbolicAccess &x = i->second;
    if (x.role == AccessRole::Write && !isStrong(x) &&
        x.places.size() * x.places.size() <= maxPairs)
      race =
          d.lor(race, d.land(x.guard, elementsMeet(d, x.places, x.placeSize)));
    for (auto j = std::next(i); j != source.accesses.end(); ++j) {
      const SymbolicAccess &y = j->second;
      if ((x.role == AccessRole::Read && y.role == AccessRole::Read) ||
          x.places.size() * y.places.size() * x.placeSize * y.placeSize >
              maxBytes)
        continue;
      Term ordered = d.lor(isBefore(d, i->first, y), isBefore(d, j->first, x));
      ordered = d.lor(ordered, mayGoThroughOthers(d, source, *i, *j));
      ordered = d.lor(ordered, mayGoThroughOthers(d, source, *j, *i));
      Term both = d.land(d.land(x.guard, y.guard), d.lnot(ordered));
      if (!d.isFalse(both))
        race =
            d.lor(race, d.land(both, placesMeet(d, x.places, x.placeSize,
                                                y.places, y.placeSize,
                                                isStrong(x) && isStrong(y))));
    }
  }
  return race;
}

std::map<unsigned, Interference>
tilefuzz::interferenceOf(const TileEncoding &source) {
  std::map<unsigned, Interference> all;
  for (const auto &[number, access] : source.accesses)
    if (isStrong(access))
      all[number] = {number, acquires(access) || access.places.empty()};
    else
      all[number] = {number, /*isEverywhere=*/false, /*isStrong=*/false};
  return all;
}

Term tilefuzz::showsOtherwise(S &d, unsigned number,
                              const SymbolicAccess &other,
                              const TileEncoding &source,
                              const TileEncoding &target) {
  const SymbolicAccess &access = source.accesses.at(number);
  if (!isStrong(access) ||
      (access.role != AccessRole::Write && access.role != AccessRole::Update &&
       !releases(access)) ||
      (access.memory == other.memory &&
       access.unspecifiedMemory == other.unspecifiedMemory))
    return d.truth(false);
  Term at = d.input("the address", 64), seen = d.truth(true);
  if (releases(access) || access.places.empty()) {
    for (const auto &[earlier, write] : source.accesses) {
      if (write.role != AccessRole::Write || isStrong(write) ||
          write.places.size() * write.placeSize > maxBytes)
        continue;
      Term ordered =
          d.lor(isBefore(d, earlier, access), isBefore(d, number, write));
      Term unordered = d.land(write.guard, d.lnot(ordered));
      if (!d.isFalse(unordered))
        seen = d.land(seen, d.lnot(d.land(unordered, touches(d, write, at))));
    }
  } else {
    seen = touches(d, access, at);
  }
  Term differs =
      byteDiffers(d, at, access.memory, access.unspecifiedMemory, other.memory,
                  other.unspecifiedMemory, source.marksNaNs,
                  isPoisonAt(d, at, target, other.unspecifiedMemory,
                             other.poisonMemory, /*isWholeFunction=*/true));
  return d.land(d.land(access.guard, other.guard), d.land(seen, differs));
}

/// Element `i` shares a byte with another one.
static Term elementMeets(S &d, const SymbolicAccess &access, size_t i) {
  std::vector<Place> rest = access.places;
  rest.erase(rest.begin() + i);
  return placesMeet(d, access.places[i], access.placeSize, rest,
                    access.placeSize);
}

Term tilefuzz::meetsOtherwise(S &d, const SymbolicAccess &access,
                              const SymbolicAccess &other) {
  size_t count = access.given.size();
  if (!isStrong(access) || access.places.size() != count ||
      (count < 2 && other.given.size() < 2))
    return d.truth(false);
  Term both = d.land(access.guard, other.guard);
  if (other.given.size() != count || other.places.size() != count ||
      other.placeSize != access.placeSize)
    return d.land(both, d.lor(elementsMeet(d, access.places, access.placeSize),
                              elementsMeet(d, other.places, other.placeSize)));
  size_t asked = 0;
  Term otherwise = d.truth(false);
  for (size_t i = 0; i < count; ++i) {
    const Place &x = access.places[i], &y = other.places[i];
    const std::vector<Term> &a = access.given[i], &b = other.given[i];
    Term same = d.truth(a.size() == b.size());
    for (size_t k = 0; k < std::min(a.size(), b.size()); ++k)
      same = d.width(a[k]) == d.width(b[k]) ? d.land(same, d.eq(a[k], b[k]))
                                            : d.truth(false);
    if (!(x.active == y.active && x.address == y.address))
      same = d.land(same, d.land(sameTruth(d, x.active, y.active),
                                 d.eq(x.address, y.address)));
    if (d.isTrue(same))
      continue;
    asked += count;
    if (asked > maxPairs)
      return both;
    otherwise = d.lor(otherwise,
                      d.land(d.lnot(same), d.lor(elementMeets(d, access, i),
                                                 elementMeets(d, other, i))));
  }
  return d.land(both, otherwise);
}

Term tilefuzz::racesWithOthers(S &d, const TileEncoding &source) {
  // More would make questions that take minutes.
  constexpr size_t maxBytesOfAccess = 64;
  Term race = d.truth(false);
  for (const auto &[k, sees] : source.accesses) {
    // Of a put, what its body wrote is among what is seen.
    if (sees.earlierMemory == sees.memory || sees.role == AccessRole::Put)
      continue;
    for (const auto &[number, access] : source.accesses) {
      // Bodies of puts and gets are ordered by their queue.
      if (isStrong(access) || !access.within.empty() || access.places.empty() ||
          access.places.size() * access.placeSize > maxBytesOfAccess)
        continue;
      // By what the block acquired, or released so that it came back.
      Term ordered = isBefore(d, number, sees);
      if (sees.role != AccessRole::Read)
        ordered = d.lor(ordered, isBefore(d, k, access));
      for (const auto &[r, other] : source.accesses) {
        if (comesAfterAcquire(other))
          ordered = d.lor(ordered, d.land(other.guard, isBefore(d, r, access)));
        // A release that comes after what is seen is none of it.
        if (comesBeforeRelease(other))
          ordered =
              d.lor(ordered,
                    d.land(other.guard, d.land(isBefore(d, number, other),
                                               d.lnot(isBefore(d, k, other)))));
      }
      Term both = d.land(d.land(sees.guard, access.guard), d.lnot(ordered));
      if (d.isFalse(both))
        continue;
      for (const Place &place : access.places)
        for (unsigned byte = 0; byte < access.placeSize; ++byte) {
          Term at = offset(d, place.address, byte);
          Term kept = d.land(d.eq(d.loadByte(sees.earlierMemory, at),
                                  d.loadByte(sees.memory, at)),
                             d.eq(d.loadByte(sees.earlierMarks, at),
                                  d.loadByte(sees.unspecifiedMemory, at)));
          race = d.lor(race, d.land(d.land(both, place.active), d.lnot(kept)));
        }
    }
  }
  return race;
}
