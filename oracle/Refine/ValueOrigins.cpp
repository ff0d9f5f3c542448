//===- ValueOrigins.cpp - Which loads values come from --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// In the formulas of one block all loads of a place between two writes have one
// value. Where others write, too, each strong load has its own (memory model,
// 1.2), and a target that uses one load's value where the source uses another's
// is right only if the one may stand for the other: it must be ordered as that
// is (RemovedAccesses.h). So it is with a weak load of what two strong stores
// left that no token orders: which of them is the later one shows in nothing
// else. So both sides are encoded again, with loads that return different
// values, and each way to take the value of a load that the target does not use
// from another is tried: in one of them all that is seen must be the same, and
// the order be kept.
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/RefinementCheck.h"
#include "oracle/Smt/MemoryEncoding.h"
#include "llvm/ADT/SetOperations.h"

using namespace tilefuzz;

/// Ways to take values that are tried.
static constexpr size_t maxWays = 64;

static bool isLoad(const SymbolicAccess &access) {
  return access.role == AccessRole::Read && !access.places.empty();
}

static bool isUsedLoad(const SymbolicAccess &access) {
  return isLoad(access) && !access.op->getResult(0).use_empty();
}

/// Two strong writes of what it reads that are before the load and in no order
/// of their own.
Term RefinementCheck::readsUnordered(const TileEncoding &code,
                                     const SymbolicAccess &load) {
  // More would make questions that take minutes.
  constexpr size_t maxBytes = 1024;
  SymbolicDomain &d = domain;
  auto isBefore = [&](unsigned number, const SymbolicAccess &access) {
    auto found = access.before.find(number);
    return found == access.before.end() ? d.truth(false) : found->second;
  };
  Term unordered = d.truth(false);
  std::vector<std::pair<unsigned, Term>> seen;
  for (const auto &[number, write] : code.accesses) {
    if (!isStrong(write) ||
        (write.role != AccessRole::Write && write.role != AccessRole::Update))
      continue;
    Term reached = d.land(write.guard, isBefore(number, load));
    if (d.isFalse(reached))
      continue;
    if (write.places.size() * write.placeSize * load.places.size() *
            load.placeSize <=
        maxBytes)
      reached = d.land(reached, placesMeet(d, write.places, write.placeSize,
                                           load.places, load.placeSize));
    for (const auto &[earlier, both] : seen)
      unordered = d.lor(
          unordered,
          d.land(d.land(reached, both),
                 d.lnot(d.lor(isBefore(earlier, write),
                              isBefore(number, code.accesses.at(earlier))))));
    seen.push_back({number, reached});
  }
  return d.land(load.guard, unordered);
}

/// What element i of the load returns, whatever memory holds.
static Term valueOf(SymbolicDomain &d, unsigned load, size_t i,
                    unsigned width) {
  return d.input("load " + std::to_string(load) + "." + std::to_string(i),
                 width);
}

/// Where the condition holds, the element is that specified value.
static void setWhere(SymbolicDomain &d, SymbolicElement &element,
                     Term condition, Term value) {
  element.bits = d.ite(condition, value, element.bits);
  element.unspecified = d.land(element.unspecified, d.lnot(condition));
}

bool RefinementCheck::holdsWithOrigins(mlir::Block &source,
                                       const TileEncoding &target,
                                       const std::set<unsigned> &open,
                                       const ValueOrigins &origins) {
  SymbolicDomain &d = domain;
  EncodingOptions marked = options;
  marked.replaceLoaded = [&](unsigned number, const SymbolicAccess &load,
                             SymbolicValue &value) {
    if (!open.count(number) || load.places.size() != value.elements.size())
      return;
    auto origin = origins.find(number);
    auto other = origin == origins.end() || !origin->second
                     ? target.accesses.end()
                     : target.accesses.find(*origin->second);
    for (auto [i, element] : llvm::enumerate(value.elements)) {
      const Place &place = load.places[i];
      unsigned width = d.width(element.bits);
      if (origin == origins.end()) {
        setWhere(d, element, place.active, valueOf(d, number, i, width));
        continue;
      }
      if (other == target.accesses.end() ||
          other->second.placeSize != load.placeSize)
        continue;
      for (auto [j, there] : llvm::enumerate(other->second.places)) {
        Term isSame = d.land(place.active,
                             d.land(d.land(other->second.guard, there.active),
                                    d.eq(there.address, place.address)));
        if (!d.isFalse(isSame))
          setWhere(d, element, isSame, valueOf(d, other->first, j, width));
      }
    }
  };
  llvm::Expected<TileEncoding> a = encode(source, domain, marked);
  if (!a) {
    llvm::consumeError(a.takeError());
    return false;
  }
  std::vector<ProofViolation> found;
  std::swap(found, violations);
  compareObserved(*a, target);
  compareMemory(*a, target);
  compareAccesses(*a, target);
  std::swap(found, violations);
  Term any = d.truth(false);
  for (const ProofViolation &violation : found)
    any = d.lor(any, violation.condition);
  any = d.land(any, d.lnot(target.beyond));
  if (d.isFalse(any))
    return true;
  Term isDefined =
      d.land(d.lnot(d.lor(a->undefined, d.lor(a->beyond, a->undecided))),
             d.land(a->given, target.given));
  if (d.isSatisfiable(d.land(isDefined, any)) == Answer::No)
    return true;
  isDefined = d.land(isDefined, d.lnot(raceOf(d, *a)));
  return d.isSatisfiable(d.land(isDefined, any)) == Answer::No;
}

std::optional<ProofVerdict>
RefinementCheck::checkOrigins(mlir::Block &source, mlir::Block &target,
                              const TileEncoding &a, const TileEncoding &b) {
  SymbolicDomain &d = domain;
  // Where the source's load is weak nobody else writes, or it races.
  auto findOpen = [&](const TileEncoding &code) {
    std::set<unsigned> open;
    for (const auto &[number, load] : code.accesses) {
      if (!isLoad(load))
        continue;
      Term isOpen = d.truth(isStrong(load));
      if (!isStrong(load) && isUsedLoad(load))
        isOpen = d.land(defined, readsUnordered(code, load));
      if (!d.isFalse(isOpen) &&
          (d.isTrue(isOpen) || d.isSatisfiable(isOpen) != Answer::No))
        open.insert(number);
    }
    return open;
  };
  std::set<unsigned> open = findOpen(a), openAfter = findOpen(b);
  llvm::set_intersect(openAfter, open);
  std::vector<unsigned> taken, used;
  for (const auto &[number, load] : b.accesses)
    if (isUsedLoad(load) && openAfter.count(number))
      used.push_back(number);
  for (const auto &[number, load] : a.accesses) {
    auto kept = b.accesses.find(number);
    if (isUsedLoad(load) && open.count(number) &&
        (!llvm::is_contained(used, number) ||
         !(d.land(load.guard, load.active) ==
           d.land(kept->second.guard, kept->second.active))))
      taken.push_back(number);
  }
  if (used.empty() && llvm::none_of(taken, [&](unsigned number) {
        return b.accesses.count(number) != 0;
      }))
    return std::nullopt;
  EncodingOptions marked = options;
  marked.replaceLoaded = [&](unsigned number, const SymbolicAccess &load,
                             SymbolicValue &value) {
    if (!openAfter.count(number) || load.places.size() != value.elements.size())
      return;
    for (auto [i, element] : llvm::enumerate(value.elements))
      setWhere(d, element, load.places[i].active,
               valueOf(d, number, i, d.width(element.bits)));
  };
  llvm::Expected<TileEncoding> after = encode(target, domain, marked);
  if (!after)
    return ProofVerdict{ProofKind::Unsupported,
                        llvm::toString(after.takeError())};
  // Each in turn from nowhere, then from each load.
  std::vector<size_t> choice(taken.size(), 0);
  bool isValue = false;
  for (size_t ways = 0; ways < maxWays; ++ways) {
    ValueOrigins origins;
    for (auto [load, k] : llvm::zip_equal(taken, choice))
      origins[load] = k == 0 ? std::nullopt : std::optional(used[k - 1]);
    if (holdsWithOrigins(source, *after, open, origins)) {
      isValue = true;
      Term lost = d.truth(false);
      for (const LostImageOrder &image :
           findLostImageOrder(domain, a, b, source, target, &origins))
        lost = d.lor(lost, image.condition);
      if (d.isFalse(lost) ||
          d.isSatisfiable(d.land(defined, lost)) == Answer::No)
        return std::nullopt;
    }
    size_t at = 0;
    while (at < choice.size() && ++choice[at] > used.size())
      choice[at++] = 0;
    if (at == choice.size())
      break;
  }
  return ProofVerdict{ProofKind::Unknown,
                      isValue ? "a load whose value stands for another's is "
                                "not ordered as that is"
                              : "which load a value comes from is not known, "
                                "if other blocks change memory"};
}
