//===- RefinementCheck.cpp - One question of refinement -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/RefinementCheck.h"
#include "interp/TileTypes/TileTypes.h"
#include "oracle/Refine/AnyValues.h"
#include "oracle/Refine/QueueChecks.h"
#include "oracle/Smt/MemoryEncoding.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstdlib>
#include <memory>

using namespace tilefuzz;

/// Tokens that are inputs stand for what came before.
static bool isInputToken(unsigned number) { return (number >> 16 & 1) != 0; }

static std::string nameOf(const SymbolicAccess &access) {
  return access.op->getName().getStringRef().str();
}

/// Takes addresses until the limit of the process refuses more. Without a limit
/// it ends: no page but the first of each piece is touched.
static void exhaustMemory() {
  constexpr size_t piece = size_t(1) << 30;
  std::vector<std::unique_ptr<char[]>> taken;
  for (unsigned i = 0; i < 64; ++i) {
    taken.emplace_back(new char[piece]);
    // Memory that nobody writes need not be taken at all.
    *static_cast<volatile char *>(taken.back().get()) = 0;
  }
}

/// What the source orders before a point and the target still executes (or is
/// no access of ours) must be ordered before that point in the target.
void RefinementCheck::compareTokens(const SymbolicToken &a,
                                    const SymbolicToken &b,
                                    const TileEncoding &target, Term guard,
                                    const std::string &what) {
  for (auto [number, ordered] : a) {
    Term needed = domain.land(guard, ordered);
    auto access = target.accesses.find(number);
    bool isAccess = access != target.accesses.end();
    // Lower numbers are accesses that the rewrite removed.
    if (!isAccess && !isInputToken(number))
      continue;
    if (isAccess)
      needed = domain.land(needed, access->second.guard);
    auto kept = b.find(number);
    Term lost = kept == b.end()
                    ? needed
                    : domain.land(needed, domain.lnot(kept->second));
    add((isAccess ? nameOf(access->second) + " is" : "an earlier token is") +
            std::string(" no longer ordered before ") + what,
        lost, ProofViolationKind::OfPair);
  }
}

void RefinementCheck::compareAccesses(const TileEncoding &a,
                                      const TileEncoding &b) {
  SymbolicDomain &d = domain;
  auto addOfPair = [&](std::string what, Term condition) {
    add(std::move(what), condition, ProofViolationKind::OfPair);
  };
  // Whether another pairing may keep the access.
  auto couldKeep = [&](const SymbolicAccess &access) {
    return llvm::any_of(b.accesses, [&](const auto &entry) {
      auto other = a.accesses.find(entry.first);
      return entry.second.role == access.role &&
             ordersAll(entry.second.ordering, access.ordering) &&
             (other == a.accesses.end() ||
              !ordersAll(other->second.ordering, access.ordering));
    });
  };
  for (const auto &[number, source] : a.accesses) {
    // Acquire, release and both order even without an access, but not where no
    // element is active (memory model, 2.3).
    bool orders = ordersOthers(source.ordering);
    Term made = d.land(source.guard, source.active);
    auto found = b.accesses.find(number);
    if (found == b.accesses.end()) {
      if (orders)
        add("the rewrite drops " + nameOf(source) +
                ", which orders other accesses",
            made,
            couldKeep(source) ? ProofViolationKind::OfPair
                              : ProofViolationKind::Refutes);
      continue;
    }
    const SymbolicAccess &target = found->second;
    Term kept = d.land(target.guard, target.active);
    if (!(made == kept)) {
      // Others may see an access even if it changes nothing here: it is made
      // where the source makes it, or nowhere.
      addOfPair("the rewrite makes " + nameOf(target) +
                    " access memory where the source does not",
                d.land(kept, d.lnot(made)));
      if (orders)
        addOfPair("the rewrite does not always make " + nameOf(source) +
                      ", which orders other accesses",
                  d.land(made, d.lnot(kept)));
    }
    addOfPair("the rewrite makes " + nameOf(target) +
                  " access another place than " + nameOf(source),
              d.land(made, goesElsewhere(d, target, source)));
    // Others synchronise with each element (memory model, 1.5), and come
    // between what each element of an update reads and writes.
    if (orders || source.role == AccessRole::Update)
      addOfPair("the rewrite leaves out a place of " + nameOf(source),
                d.land(kept, goesElsewhere(d, source, target)));
    if (target.role != source.role)
      addOfPair("the rewrite makes " + nameOf(target) + " of " +
                    nameOf(source) + ", so that other updates can come between",
                source.guard);
    for (auto [k, value] : llvm::enumerate(source.values))
      if (k < target.values.size())
        compareValues(value, target.values[k], source.types[k], b, source.guard,
                      "committed value " + std::to_string(k) + " of " +
                          nameOf(source),
                      ProofViolationKind::OfPair);
    if (target.values.size() != source.values.size())
      addOfPair("the rewrite changes how many values " + nameOf(source) +
                    " commits",
                source.guard);
    if (!ordersAll(target.ordering, source.ordering) ||
        target.scope < source.scope)
      addOfPair("the rewrite weakens the ordering or scope of " +
                    nameOf(source),
                source.guard);
    compareTokens(source.before, target.before, b, source.guard,
                  nameOf(source));
    for (QueueDifference &found : queueDifferences(domain, source, target))
      violations.push_back({std::move(found.what), found.condition,
                            found.isOpen ? ProofViolationKind::Open
                                         : ProofViolationKind::Refutes});
  }
}

void RefinementCheck::compareValues(const SymbolicValue &source,
                                    const SymbolicValue &target,
                                    mlir::Type type, const TileEncoding &b,
                                    Term guard, const std::string &name,
                                    ProofViolationKind kind) {
  SymbolicDomain &d = domain;
  if (!haveSameShape(d, source, target)) {
    add(name + " is of another shape or width", guard, kind);
    return;
  }
  auto element = llvm::dyn_cast<mlir::FloatType>(tileShapeOf(type).element);
  for (size_t i = 0; i < source.elements.size(); ++i) {
    const SymbolicElement &x = source.elements[i], &y = target.elements[i];
    Term same = d.eq(x.bits, y.bits);
    // Payloads of NaNs are no part of the outcome (design, decision 3).
    // Narrow formats, which only move, have no arithmetic in the solver.
    if (element && element.getWidth() > 8 && !d.isTrue(same))
      same = d.lor(same, d.land(d.isNaN(&element.getFloatSemantics(), x.bits),
                                d.isNaN(&element.getFloatSemantics(), y.bits)));
    Term differs = d.lor(spreadOf(d, y), d.lnot(same));
    add("element " + std::to_string(i) + " of " + name + " differs",
        d.land(guard, d.land(d.lnot(x.unspecified), differs)), kind);
  }
  compareTokens(source.token, target.token, b, guard, name);
}

void RefinementCheck::compareObserved(const TileEncoding &a,
                                      const TileEncoding &b) {
  for (size_t k = 0; k < a.observed.size(); ++k)
    compareValues(a.observed[k], b.observed[k], a.observedTypes[k], b,
                  domain.truth(true), "observed value " + std::to_string(k));
}

void RefinementCheck::compareMemory(const TileEncoding &a,
                                    const TileEncoding &b) {
  if (a.memory == b.memory && a.unspecifiedMemory == b.unspecifiedMemory)
    return;
  Term probe = domain.input("the address", 64);
  add("memory differs",
      byteDiffers(domain, probe, a.memory, a.unspecifiedMemory, b.memory,
                  b.unspecifiedMemory, a.marksNaNs && b.marksNaNs,
                  isPoisonAt(domain, probe, b, b.unspecifiedMemory,
                             b.poisonMemory, options.allowOpaque)));
}

std::string RefinementCheck::describeInputs() {
  llvm::StringSet<> unspecified = unspecifiedInputs();
  std::string text;
  for (const SymbolicDomain::Input &input : domain.inputs()) {
    if (llvm::StringRef(input.name).ends_with(unspecifiedSuffix))
      continue;
    llvm::SmallString<32> digits;
    domain.evaluate(input.term)
        .toString(digits, 16, /*Signed=*/false,
                  /*formatAsCLiteral=*/true);
    text +=
        (text.empty() ? "" : ", ") + input.name + " = " +
        (unspecified.contains(input.name) ? "unspecified" : digits.str().str());
  }
  return text;
}

llvm::StringSet<> RefinementCheck::unspecifiedInputs() {
  llvm::StringSet<> names;
  for (const SymbolicDomain::Input &input : domain.inputs())
    if (llvm::StringRef name = input.name;
        name.consume_back(unspecifiedSuffix) &&
        !domain.evaluate(input.term).isZero())
      names.insert(name);
  return names;
}

BlockInputs RefinementCheck::counterexample(uint64_t memorySize) {
  BlockInputs inputs;
  inputs.unspecified = unspecifiedInputs();
  for (const SymbolicDomain::Input &input : domain.inputs())
    inputs.elements[input.name] = domain.evaluate(input.term);
  Term memory = domain.initialMemory("memory");
  for (uint64_t address = 0; address < memorySize; ++address) {
    Term byte = domain.loadByte(memory, domain.constant(64, address));
    inputs.memory.push_back(domain.evaluate(byte).getZExtValue());
  }
  return inputs;
}

/// Every sum of the target stands for one of the source.
std::optional<ProofVerdict>
RefinementCheck::checkSums(const TileEncoding &a, const TileEncoding &b) const {
  for (const auto &[number, sum] : b.sums)
    if (!options.numberByOrder && !a.sums.count(number))
      return ProofVerdict{ProofKind::Unsupported,
                          "the rewrite duplicates '" +
                              sum->getName().getStringRef().str() + "'"};
  return std::nullopt;
}

static bool isConditional(const SymbolicAccess &access) {
  return nameOf(access).find("cas") != std::string::npos;
}

/// What depends on other blocks and is not modelled.
void RefinementCheck::findOpenQuestions(const TileEncoding &a,
                                        const TileEncoding &b) {
  auto ask = [&](std::string what, Term condition) {
    if (!domain.isFalse(condition))
      violations.push_back(
          {std::move(what), condition, ProofViolationKind::Open});
  };
  bool readsStrongly = false;
  for (const auto &[number, source] : a.accesses) {
    readsStrongly |= isStrong(source) && source.role != AccessRole::Write;
    auto found = b.accesses.find(number);
    // Where a CAS fails nothing is written, and nothing released.
    if (found != b.accesses.end() &&
        isConditional(source) != isConditional(found->second))
      ask("whether " + nameOf(source) + " writes may depend on other blocks",
          source.guard);
  }
  // Loops may wait for what other blocks do once they have seen a write.
  if (iterationLimits.empty() || !readsStrongly)
    return;
  auto isWrite = [](const SymbolicAccess &access) {
    return isStrong(access) && access.role != AccessRole::Read;
  };
  for (const auto &[number, source] : a.accesses)
    if (isWrite(source) && !b.accesses.count(number))
      ask("a loop may wait for what " + nameOf(source) +
              ", which the rewrite drops, makes other blocks do",
          source.guard);
  for (auto i = pairing.numbers.begin(); i != pairing.numbers.end(); ++i)
    for (auto j = std::next(i); j != pairing.numbers.end(); ++j) {
      auto later = a.accesses.find(i->second),
           earlier = a.accesses.find(j->second);
      if (i->second > j->second && later != a.accesses.end() &&
          earlier != a.accesses.end() && isWrite(earlier->second) &&
          isStrong(later->second))
        ask("a loop may wait for what " + nameOf(earlier->second) +
                ", which the rewrite moves behind it, makes other blocks do",
            domain.land(earlier->second.guard, later->second.guard));
    }
}

/// A weak store of which elements meet races with itself (memory model, 1.7).
void RefinementCheck::findNewRaces(const TileEncoding &a,
                                   const TileEncoding &b) {
  constexpr size_t maxPlaces = 64;
  for (const auto &[number, target] : b.accesses) {
    if (target.role != AccessRole::Write || isStrong(target) ||
        target.places.size() > maxPlaces)
      continue;
    auto source = a.accesses.find(number);
    bool isSame =
        source != a.accesses.end() && !isStrong(source->second) &&
        source->second.placeSize == target.placeSize &&
        llvm::equal(source->second.places, target.places,
                    [](const Place &p, const Place &q) {
                      return p.active == q.active && p.address == q.address;
                    });
    if (!isSame)
      add("elements of " + nameOf(target) + " race with each other",
          domain.land(target.guard,
                      elementsMeet(domain, target.places, target.placeSize)),
          ProofViolationKind::OfPair);
  }
}

/// Accesses of the target that stand for none of the source: what they do to
/// other blocks is not modelled.
void RefinementCheck::findAddedAccesses(const TileEncoding &a,
                                        const TileEncoding &b) {
  for (const auto &[number, access] : b.accesses)
    if (!a.accesses.count(number))
      violations.push_back(
          {"'" + nameOf(access) +
               "' of the target stands for no access of the source",
           domain.land(access.guard, access.active),
           ProofViolationKind::AddedAccess});
}

std::vector<std::string> RefinementCheck::basis() const {
  std::vector<std::string> all;
  if (domain.usedTheory())
    all.push_back("IEEE 754 theory");
  if (domain.usedFloatStructure())
    all.push_back("f32 and f64 uninterpreted");
  for (const std::string &name : uninterpreted)
    all.push_back(name + " uninterpreted");
  for (const std::string &name : chosen)
    all.push_back(name + " chosen");
  for (unsigned limit : iterationLimits)
    all.push_back("at most " + std::to_string(limit) + " iterations of a loop");
  return all;
}

std::optional<ProofVerdict> RefinementCheck::prove(mlir::Block &source,
                                                   mlir::Block &target) {
  options.interference = ofSource;
  llvm::Expected<TileEncoding> a = encode(source, domain, options);
  if (a && options.allowOpaque) {
    options.fixedValues = sharedAnyValues(domain, *a);
    if (!options.fixedValues.empty())
      a = encode(source, domain, options);
  }
  if (!a)
    return ProofVerdict{ProofKind::Unsupported, llvm::toString(a.takeError())};
  EncodingOptions second = options;
  second.interference = ofTarget;
  second.other = &*a;
  llvm::Expected<TileEncoding> b = encode(target, domain, second);
  if (!b)
    return ProofVerdict{ProofKind::Unsupported, llvm::toString(b.takeError())};
  // More order leaves fewer executions, each of which the source has, too
  // (memory model, Proposition 3): which of its own it is asked about follows
  // the target.
  if (others && a->openOrders != b->openOrders) {
    options.orderLimits = b->openOrders;
    a = encode(source, domain, options);
    if (!a)
      return ProofVerdict{ProofKind::Unsupported,
                          llvm::toString(a.takeError())};
  }
  // Of several results, those that the target has.
  if (a->hasChoices) {
    options.choices = &b->results;
    a = encode(source, domain, options);
    options.choices = nullptr;
    if (!a)
      return ProofVerdict{ProofKind::Unsupported,
                          llvm::toString(a.takeError())};
    chosen = a->chosen;
  }
  for (const TileEncoding *side : {&*a, &*b}) {
    uninterpreted.insert(side->opaque.begin(), side->opaque.end());
    uninterpreted.insert(side->uninterpreted.begin(),
                         side->uninterpreted.end());
    iterationLimits.insert(side->iterationLimits.begin(),
                           side->iterationLimits.end());
    fixesOrder |= side->fixesOrder;
  }
  std::set_symmetric_difference(a->opaque.begin(), a->opaque.end(),
                                b->opaque.begin(), b->opaque.end(),
                                std::inserter(unmatched, unmatched.end()));
  if (options.numberByOrder)
    pairing = pairAccesses(domain, *a, *b, choice,
                           fault == ProofFault::PairsByLikeness);
  if (!others)
    possible = interferenceOf(*a);
  else if (pairing.numbers != others->pairing.numbers)
    return ProofVerdict{ProofKind::Unknown,
                        "what accesses stand for depends on other blocks"};
  if (std::optional<ProofVerdict> verdict = checkSums(*a, *b))
    return *verdict;
  if (a->observed.size() != b->observed.size())
    return ProofVerdict{ProofKind::Refuted,
                        "the rewrite removes an observation"};
  // Of whole functions unspecified values are any values, so that what they
  // decide on both sides is compared for each. Poison that decides is undefined
  // (the LLVM Language Reference, poison values), and no more than unspecified
  // here: none may decide in the target only.
  bool comparesDecisions = options.numberByOrder;
  add("the target is undefined", comparesDecisions
                                     ? b->undefined
                                     : domain.lor(b->undefined, b->undecided));
  compareObserved(*a, *b);
  compareMemory(*a, *b);
  compareAccesses(*a, *b);
  if (others)
    for (const auto &[number, access] : a->accesses)
      if (auto found = b->accesses.find(number); found != b->accesses.end()) {
        add("what other blocks may see after " + nameOf(access) + " differs",
            showsOtherwise(domain, number, found->second, *a, *b),
            ProofViolationKind::OfPair);
        add("elements of " + nameOf(access) + " that meet differ",
            meetsOtherwise(domain, access, found->second),
            ProofViolationKind::OfPair);
      }
  findNewRaces(*a, *b);
  findAddedAccesses(*a, *b);
  // What is lost there shows only where other blocks, or another order of
  // strong accesses, are seen: no run of one block tells.
  std::vector<LostImageOrder> images;
  if (fault == ProofFault::Crashes && a->accesses.size() > b->accesses.size())
    std::abort();
  if (fault == ProofFault::Exhausts && a->accesses.size() > b->accesses.size())
    exhaustMemory();
  if (fault != ProofFault::ForgetsImages)
    images = findLostImageOrder(domain, *a, *b, source, target);
  for (LostImageOrder &lost : images)
    violations.push_back(
        {std::move(lost.what), lost.condition, ProofViolationKind::Open});
  if (options.numberByOrder)
    findOpenQuestions(*a, *b);
  // Runs of the target that are left out though the source's is not.
  if (!domain.isFalse(b->beyond) && !(b->beyond == a->beyond)) {
    for (ProofViolation &violation : violations)
      violation.condition =
          domain.land(violation.condition, domain.lnot(b->beyond));
    violations.push_back({"a loop of the target takes more iterations than are "
                          "encoded",
                          b->beyond, ProofViolationKind::Open});
  }
  defined = domain.land(domain.lnot(a->undefined), domain.lnot(a->beyond));
  defined = domain.land(defined, domain.land(a->given, b->given));
  if (!comparesDecisions)
    defined = domain.land(defined, domain.lnot(a->undecided));
  else if (!(a->undecided == b->undecided) && !domain.isFalse(b->undecided))
    violations.push_back(
        {"an unspecified value decides what the target executes or accesses",
         domain.land(b->undecided, domain.lnot(a->undecided)),
         ProofViolationKind::Open});
  // Within a buffer a counterexample is known to exist, or wanted: no question
  // but the one for it.
  bool isSearch = options.bufferSize.has_value();
  // Most instances are proved: one question for all violations.
  Term any = domain.truth(false);
  for (const ProofViolation &violation : violations)
    any = domain.lor(any, violation.condition);
  auto isKept = [&] {
    return !domain.hasFailed() &&
           (domain.isFalse(any) ||
            (!isSearch &&
             domain.isSatisfiable(domain.land(defined, any)) == Answer::No));
  };
  bool isProved = isKept();
  // Most code is proved without: it makes large questions.
  Term race = domain.truth(false);
  if (!isProved)
    race = raceOf(domain, *a);
  if (!isProved && others)
    race = domain.lor(race, racesWithOthers(domain, *a));
  if (!domain.isFalse(race)) {
    defined = domain.land(defined, domain.lnot(race));
    isProved = isKept();
  }
  if (isProved) {
    // An instance that is undefined for every input proves nothing. Of a whole
    // function that is no matter, but where some run is defined, one must be
    // among those that were looked at.
    if (!options.numberByOrder && !domain.isTrue(defined) &&
        domain.isSatisfiable(defined) == Answer::No)
      return ProofVerdict{ProofKind::Unknown,
                          "the instance is undefined for every input"};
    auto isPossible = [&](Term condition) {
      return domain.isSatisfiable(condition) != Answer::No;
    };
    Term begins =
        domain.land(domain.land(a->given, b->given), domain.lnot(a->undefined));
    if (options.numberByOrder && !domain.isFalse(a->beyond) &&
        domain.isSatisfiable(domain.withoutFunctions(defined)) != Answer::Yes &&
        domain.isSatisfiable(defined) != Answer::Yes && isPossible(begins))
      return ProofVerdict{ProofKind::Unknown,
                          "no defined run of the source is known that takes as "
                          "few iterations of a loop as are encoded"};
    if (fixesOrder)
      return ProofVerdict{ProofKind::Unknown,
                          "it holds if sums are taken in the order of their "
                          "indices"};
    if (!options.numberByOrder && fault != ProofFault::ForgetsImages &&
        fault != ProofFault::ForgetsOrigins)
      if (std::optional<ProofVerdict> open =
              checkOrigins(source, target, *a, *b))
        return open;
    return ProofVerdict{ProofKind::Proved, ""};
  }
  return std::nullopt;
}

ProofVerdict RefinementCheck::explain() {
  // Where some questions took too long, so will the others.
  constexpr unsigned maxUnknown = 3;
  unsigned unknown = 0;
  ProofVerdict verdict = {ProofKind::Proved, ""};
  if (domain.hasFailed())
    return {ProofKind::Unknown, domain.reasonUnknown()};
  for (const ProofViolation &violation : violations) {
    if (unknown == maxUnknown)
      break;
    switch (domain.isSatisfiable(domain.land(defined, violation.condition))) {
    case Answer::Yes: {
      switch (violation.kind) {
      case ProofViolationKind::Open:
        return {ProofKind::Unknown, violation.what};
      case ProofViolationKind::AddedAccess:
        return {ProofKind::Unsupported, violation.what};
      case ProofViolationKind::OfPair:
        if (pairing.isDoubtful)
          return {ProofKind::Unknown,
                  violation.what + ", if accesses are paired by their places"};
        break;
      case ProofViolationKind::Refutes:
        break;
      }
      std::string inputs = describeInputs();
      return {ProofKind::Refuted,
              violation.what + (inputs.empty() ? "" : " for " + inputs)};
    }
    case Answer::No:
      break;
    case Answer::Unknown:
      ++unknown;
      verdict = {ProofKind::Unknown,
                 violation.what + "? " + domain.reasonUnknown()};
    }
  }
  return verdict;
}
