//===- RemovedAccesses.cpp - What stands for accesses that are gone -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/RemovedAccesses.h"
#include "oracle/Order/Elimination.h"
#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
using S = SymbolicDomain;

/// More would make questions that take minutes: then an access is looked at as
/// a whole, and may meet any other.
static constexpr size_t maxPlaces = 16;

namespace {
/// Under a condition, an access of both sides stands for one of the source: for
/// the place of that index, or for all of it.
struct StandIn {
  Term condition;
  unsigned number;
  std::optional<size_t> place;
};

class ImageCheck {
public:
  ImageCheck(S &domain, const TileEncoding &source, const TileEncoding &target,
             mlir::Block &sourceBlock, mlir::Block &targetBlock,
             const ValueOrigins *origins)
      : d(domain), source(source), target(target), origins(origins),
        sourceObserved(observedIn(sourceBlock)),
        targetObserved(observedIn(targetBlock)) {}

  std::vector<LostImageOrder> run();

private:
  using Entry = std::pair<const unsigned, SymbolicAccess>;

  void findImages(const Entry &access);
  void addImage(const Entry &access, const SymbolicAccess &image,
                StandIn standIn);
  void findImage(const Entry &access, std::optional<size_t> place, Term gone);
  std::optional<unsigned> findUsedInstead(const Entry &access) const;
  static llvm::SmallVector<mlir::OpOperand *> observedIn(mlir::Block &block);
  Term findSourceOfValue(const Entry &access, std::optional<size_t> place,
                         Term open);
  Term findOverwriting(const Entry &access, std::optional<size_t> place,
                       Term open);
  Term findSameBefore(const Entry &access, std::optional<size_t> place,
                      Term open);
  void checkPair(const Entry &first, const Entry &second);
  void checkInputTokens(const Entry &access);
  void checkObservedTokens(const Entry &access);

  /// Some byte of the place (or of any) is one of the other access's.
  Term meets(const SymbolicAccess &access, std::optional<size_t> place,
             const SymbolicAccess &other, std::optional<size_t> otherPlace);
  /// All bytes of the place are the other access's, by one of its elements.
  Term covers(const SymbolicAccess &other, const SymbolicAccess &access,
              std::optional<size_t> place);
  Term made(const SymbolicAccess &access) {
    return d.land(access.guard, access.active);
  }
  Term kept(unsigned number) {
    auto found = target.accesses.find(number);
    return found == target.accesses.end() ? d.truth(false)
                                          : made(found->second);
  }
  /// The order must be kept (Q1 to Q4).
  Term isRequired(const SymbolicAccess &first,
                  std::optional<size_t> placeOfFirst,
                  const SymbolicAccess &second,
                  std::optional<size_t> placeOfSecond);
  Term isBefore(const TileEncoding &side, unsigned first, unsigned second);
  Term isBeforeInTarget(unsigned first, unsigned second) {
    return isBefore(target, first, second);
  }
  llvm::ArrayRef<StandIn> standInsOf(const Entry &access);
  void lose(std::string what, Term condition) {
    if (!d.isFalse(condition))
      lost.push_back({std::move(what), condition});
  }

  S &d;
  const TileEncoding &source, &target;
  const ValueOrigins *origins;
  /// What is observed, in order.
  llvm::SmallVector<mlir::OpOperand *> sourceObserved, targetObserved;
  /// Of the accesses that are gone, under some condition.
  std::map<unsigned, std::vector<StandIn>> images;
  /// Of the others: themselves.
  std::map<unsigned, std::vector<StandIn>> selves;
  std::vector<LostImageOrder> lost;
};
} // namespace

static std::string nameOf(const SymbolicAccess &access) {
  return access.op->getName().getStringRef().str();
}

static bool accessesMemory(const SymbolicAccess &access) {
  return access.role == AccessRole::Read || access.role == AccessRole::Write ||
         access.role == AccessRole::Update;
}

static llvm::ArrayRef<Place> placesOf(const SymbolicAccess &access,
                                      std::optional<size_t> place) {
  return place ? llvm::ArrayRef(access.places).slice(*place, 1)
               : llvm::ArrayRef(access.places);
}

Term ImageCheck::meets(const SymbolicAccess &access,
                       std::optional<size_t> place, const SymbolicAccess &other,
                       std::optional<size_t> otherPlace) {
  llvm::ArrayRef<Place> a = placesOf(access, place),
                        b = placesOf(other, otherPlace);
  if (a.empty() || b.empty() || a.size() * b.size() > maxPlaces * maxPlaces)
    return d.truth(true);
  return placesMeet(d, a, access.placeSize, b, other.placeSize);
}

Term ImageCheck::covers(const SymbolicAccess &other,
                        const SymbolicAccess &access,
                        std::optional<size_t> place) {
  auto isSame = [](const Place &p, const Place &q) {
    return p.active == q.active && p.address == q.address;
  };
  if (other.placeSize != access.placeSize)
    return d.truth(false);
  if (!place)
    return d.truth(!access.places.empty() &&
                   llvm::equal(access.places, other.places, isSame));
  const Place &p = access.places[*place];
  Term covered = d.truth(false);
  for (const Place &q : other.places) {
    if (isSame(p, q))
      return d.truth(true);
    if (other.places.size() <= maxPlaces)
      covered = d.lor(covered, d.land(q.active, d.eq(p.address, q.address)));
  }
  return covered;
}

llvm::SmallVector<mlir::OpOperand *>
ImageCheck::observedIn(mlir::Block &block) {
  llvm::SmallVector<mlir::OpOperand *> all;
  block.walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == "tilefuzz.observe")
      for (mlir::OpOperand &operand : op->getOpOperands())
        all.push_back(&operand);
  });
  return all;
}

/// What is ordered with a weak access is ordered with a weak image, too, or
/// there is a race. Strong images need not be ordered with each other.
void ImageCheck::addImage(const Entry &access, const SymbolicAccess &image,
                          StandIn standIn) {
  if (isStrong(access.second) || isStrong(image))
    images[access.first].push_back(std::move(standIn));
}

/// The load that the target observes wherever the source observes the removed
/// one. None: something else uses its value, or it is no load's there.
std::optional<unsigned> ImageCheck::findUsedInstead(const Entry &access) const {
  if (origins) {
    auto found = origins->find(access.first);
    return found == origins->end() ? std::nullopt : found->second;
  }
  if (sourceObserved.size() != targetObserved.size())
    return std::nullopt;
  std::optional<unsigned> instead;
  for (mlir::OpOperand &use : access.second.op->getResult(0).getUses()) {
    auto found = llvm::find(sourceObserved, &use);
    if (found == sourceObserved.end())
      return std::nullopt;
    mlir::Operation *other =
        targetObserved[found - sourceObserved.begin()]->get().getDefiningOp();
    std::optional<unsigned> number;
    for (const auto &[candidate, of] : target.accesses) {
      if (of.op != other)
        continue;
      // Which execution it is of is not known.
      if (number || of.role != AccessRole::Read ||
          !source.accesses.count(candidate))
        return std::nullopt;
      number = candidate;
    }
    if (!number || (instead && *instead != *number))
      return std::nullopt;
    instead = number;
  }
  return instead;
}

/// A load's value is what the last write to the place before it in the text
/// left, or what any load since then read: the formulas have one value for all
/// of these, and do not say which of them the target uses. So what each of them
/// is ordered before must be kept, unless what is observed tells. What only
/// reads and is gone, too, is passed over. Yield: it has none of these.
Term ImageCheck::findSourceOfValue(const Entry &access,
                                   std::optional<size_t> place, Term open) {
  if (std::optional<unsigned> instead = findUsedInstead(access)) {
    Term isKept = d.land(kept(*instead), covers(target.accesses.at(*instead),
                                                access.second, place));
    addImage(access, source.accesses.at(*instead),
             {d.land(open, isKept), *instead, place});
    open = d.land(open, d.lnot(isKept));
  }
  auto end = source.accesses.find(access.first);
  // Not written since.
  Term reaches = open;
  for (auto i = std::make_reverse_iterator(end);
       i != source.accesses.rend() && !d.isFalse(reaches); ++i) {
    const SymbolicAccess &earlier = i->second;
    if (!accessesMemory(earlier))
      continue;
    Term isKept = kept(i->first), isMade = made(earlier);
    Term touches =
        d.land(reaches, meets(access.second, place, earlier, std::nullopt));
    addImage(access, earlier,
             {d.land(touches, d.land(isMade, isKept)), i->first, place});
    if (earlier.role != AccessRole::Read &&
        (isStrong(access.second) || isStrong(earlier)))
      lose(nameOf(access.second) + " takes its value from " + nameOf(earlier) +
               ", which the rewrite drops, too",
           d.land(touches, d.land(isMade, d.lnot(isKept))));
    Term hides = d.land(earlier.role == AccessRole::Read ? isKept : isMade,
                        covers(earlier, access.second, place));
    open = d.land(open, d.lnot(hides));
    if (earlier.role != AccessRole::Read)
      reaches = d.land(reaches, d.lnot(hides));
  }
  // Else it is what a load further down reads.
  for (auto i = std::next(end); i != source.accesses.end() && !d.isFalse(open);
       ++i) {
    const SymbolicAccess &later = i->second;
    if (!accessesMemory(later))
      continue;
    Term touches = d.land(d.land(open, made(later)),
                          meets(access.second, place, later, std::nullopt));
    if (later.role == AccessRole::Read) {
      addImage(access, later,
               {d.land(touches, kept(i->first)), i->first, place});
      open = d.land(open, d.lnot(d.land(kept(i->first),
                                        covers(later, access.second, place))));
    } else {
      // What an update read may be used as well.
      if (later.role == AccessRole::Update)
        addImage(access, later,
                 {d.land(touches, kept(i->first)), i->first, place});
      open = d.land(open, d.lnot(touches));
    }
  }
  return open;
}

/// What the next store of the target overwrites. Yield: none does.
Term ImageCheck::findOverwriting(const Entry &access,
                                 std::optional<size_t> place, Term open) {
  for (auto i = std::next(source.accesses.find(access.first));
       i != source.accesses.end() && !d.isFalse(open); ++i) {
    const SymbolicAccess &later = i->second;
    if (later.role != AccessRole::Write && later.role != AccessRole::Update)
      continue;
    Term isKept = d.land(made(later), kept(i->first));
    addImage(access, later,
             {d.land(d.land(open, isKept),
                     meets(access.second, place, later, std::nullopt)),
              i->first, place});
    open = d.land(open,
                  d.lnot(d.land(isKept, covers(later, access.second, place))));
  }
  return open;
}

/// A store of what the place holds already may be put back behind the store
/// that left it there; behind a load it may not, as an update of another block
/// may have read the same. Yield: there is no such store.
Term ImageCheck::findSameBefore(const Entry &access,
                                std::optional<size_t> place, Term open) {
  Term none = d.truth(false);
  auto end = source.accesses.find(access.first);
  for (auto i = std::make_reverse_iterator(end);
       i != source.accesses.rend() && !d.isFalse(open); ++i) {
    const SymbolicAccess &earlier = i->second;
    if (!accessesMemory(earlier) ||
        (earlier.role == AccessRole::Read && !isStrong(earlier)))
      continue;
    Term isKept = d.land(made(earlier), kept(i->first));
    Term touches = d.land(d.land(open, isKept),
                          meets(access.second, place, earlier, std::nullopt));
    if (earlier.role == AccessRole::Read)
      none = d.lor(none, touches);
    else
      images[access.first].push_back({touches, i->first, place});
    open = d.land(
        open, d.lnot(d.land(isKept, covers(earlier, access.second, place))));
  }
  return d.lor(none, open);
}

void ImageCheck::findImage(const Entry &access, std::optional<size_t> place,
                           Term gone) {
  if (d.isFalse(gone))
    return;
  switch (access.second.role) {
  case AccessRole::Read:
    // Of what no other access touches nothing is learnt: the target has the
    // same values without it.
    findSourceOfValue(access, place, gone);
    return;
  case AccessRole::Write: {
    Term left = findOverwriting(access, place, gone);
    // Whatever sees a weak store is ordered with it: the values tell.
    if (!isStrong(access.second))
      return;
    lose("the rewrite drops " + nameOf(access.second) +
             ", which no store overwrites",
         findSameBefore(access, place, left));
    return;
  }
  case AccessRole::Update:
    lose("the rewrite drops " + nameOf(access.second) +
             ", between which and others' updates the order may show",
         gone);
    return;
  case AccessRole::Put:
  case AccessRole::Get:
    return;
  }
}

void ImageCheck::findImages(const Entry &entry) {
  const SymbolicAccess &access = entry.second;
  if (!accessesMemory(access))
    return;
  Term isMade = made(access), isKept = kept(entry.first);
  // It is made, but its value is another's.
  if (origins && origins->count(entry.first))
    isKept = d.truth(false);
  if (isMade == isKept)
    return;
  if (access.role == AccessRole::Read && access.op->getNumResults() &&
      !isUsed(access.op->getResult(0)))
    return;
  Term gone = d.land(isMade, d.lnot(isKept));
  if (d.isFalse(gone))
    return;
  images[entry.first];
  if (!d.isFalse(isKept))
    images[entry.first].push_back({d.land(isMade, isKept), entry.first, {}});
  if (access.places.empty() || access.places.size() > maxPlaces)
    return findImage(entry, std::nullopt, gone);
  for (auto [k, place] : llvm::enumerate(access.places))
    findImage(entry, k, d.land(gone, place.active));
}

Term ImageCheck::isRequired(const SymbolicAccess &first,
                            std::optional<size_t> placeOfFirst,
                            const SymbolicAccess &second,
                            std::optional<size_t> placeOfSecond) {
  if (acquires(first) || releases(second))
    return d.truth(true);
  bool oneWrites =
      first.role != AccessRole::Read || second.role != AccessRole::Read;
  if (!oneWrites && (!isStrong(first) || !isStrong(second)))
    return d.truth(false);
  return meets(first, placeOfFirst, second, placeOfSecond);
}

Term ImageCheck::isBefore(const TileEncoding &side, unsigned first,
                          unsigned second) {
  auto access = side.accesses.find(second);
  if (access == side.accesses.end())
    return d.truth(false);
  auto found = access->second.before.find(first);
  return found == access->second.before.end() ? d.truth(false) : found->second;
}

llvm::ArrayRef<StandIn> ImageCheck::standInsOf(const Entry &access) {
  if (auto found = images.find(access.first); found != images.end())
    return found->second;
  auto [self, isNew] = selves.try_emplace(access.first);
  if (isNew && target.accesses.count(access.first))
    self->second.push_back(
        {d.land(made(access.second), kept(access.first)), access.first, {}});
  return self->second;
}

void ImageCheck::checkPair(const Entry &first, const Entry &second) {
  auto ordered = second.second.before.find(first.first);
  if (ordered == second.second.before.end() ||
      !(images.count(first.first) || images.count(second.first)))
    return;
  for (const StandIn &x : standInsOf(first))
    for (const StandIn &y : standInsOf(second)) {
      Term both = d.land(d.land(x.condition, y.condition),
                         d.land(ordered->second, made(second.second)));
      // What comes between a weak store and the one that overwrites it sees
      // the weak one for sure: the values tell.
      if (!isStrong(first.second) && first.second.role == AccessRole::Write)
        both = d.land(both, d.lnot(isBefore(source, second.first, x.number)));
      if (x.number == y.number || d.isFalse(both))
        continue;
      Term isLost = d.land(both, d.lnot(isBeforeInTarget(x.number, y.number)));
      if (!d.isFalse(isLost))
        isLost = d.land(
            isLost, isRequired(first.second, x.place, second.second, y.place));
      lose("what stands for " + nameOf(first.second) +
               " is not ordered before what stands for " +
               nameOf(second.second),
           isLost);
    }
}

/// Tokens that are inputs stand for accesses of any kind before the code.
void ImageCheck::checkInputTokens(const Entry &access) {
  for (auto [number, ordered] : access.second.before) {
    if (source.accesses.count(number))
      continue;
    for (const StandIn &image : images[access.first])
      lose("an earlier token is not ordered before what stands for " +
               nameOf(access.second),
           d.land(d.land(image.condition, ordered),
                  d.lnot(isBeforeInTarget(number, image.number))));
  }
}

void ImageCheck::checkObservedTokens(const Entry &access) {
  for (auto [k, value] : llvm::enumerate(source.observed)) {
    auto ordered = value.token.find(access.first);
    if (ordered == value.token.end())
      continue;
    const SymbolicToken &other = target.observed[k].token;
    for (const StandIn &image : images[access.first]) {
      auto found = other.find(image.number);
      Term isKept = found == other.end() ? d.truth(false) : found->second;
      lose("what stands for " + nameOf(access.second) +
               " is not ordered before observed value " + std::to_string(k),
           d.land(d.land(image.condition, ordered->second), d.lnot(isKept)));
    }
  }
}

std::vector<LostImageOrder> ImageCheck::run() {
  for (const Entry &access : source.accesses)
    findImages(access);
  if (images.empty())
    return std::move(lost);
  for (const Entry &second : source.accesses)
    for (const Entry &first : source.accesses)
      checkPair(first, second);
  for (const Entry &access : source.accesses)
    if (images.count(access.first)) {
      checkInputTokens(access);
      checkObservedTokens(access);
    }
  return std::move(lost);
}

std::vector<LostImageOrder>
tilefuzz::findLostImageOrder(S &domain, const TileEncoding &source,
                             const TileEncoding &target,
                             mlir::Block &sourceBlock, mlir::Block &targetBlock,
                             const ValueOrigins *origins) {
  return ImageCheck(domain, source, target, sourceBlock, targetBlock, origins)
      .run();
}
