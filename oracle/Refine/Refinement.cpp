//===- Refinement.cpp - Does code keep what it replaced? ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Refinement.h"
#include "interp/Tile/TileTypes.h"
#include "oracle/Refine/Replay.h"
#include "oracle/Smt/TileEncoding.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

namespace {
/// One way in which the target can break its promise.
struct Violation {
  std::string what;
  /// Some input makes it happen.
  Term condition;
};

class Check {
public:
  Check(FloatEncoding floats, unsigned timeoutMs, MemoryLayout layout = {})
      : domain(floats, timeoutMs), layout(layout) {}

  ProofVerdict run(mlir::Block &source, mlir::Block &target);
  bool usedStructure() const { return domain.usedStructure(); }
  /// The input for which the last run was refuted.
  BlockInputs counterexample(uint64_t memorySize);

private:
  void compareValues(const SymbolicValue &source, const SymbolicValue &target,
                     mlir::Type type, const TileEncoding &b, Term guard,
                     const std::string &name);
  void compareObserved(const TileEncoding &a, const TileEncoding &b);
  void compareMemory(const TileEncoding &a, const TileEncoding &b);
  void compareAccesses(const TileEncoding &a, const TileEncoding &b);
  void compareTokens(const SymbolicToken &a, const SymbolicToken &b,
                     const TileEncoding &target, Term guard,
                     const std::string &what);
  void add(std::string what, Term condition) {
    if (!domain.isFalse(condition))
      violations.push_back({std::move(what), condition});
  }
  std::string describeInputs();

  SymbolicDomain domain;
  MemoryLayout layout;
  std::vector<Violation> violations;
};
} // namespace

static std::string nameOf(const SymbolicAccess &access) {
  return access.op->getName().getStringRef().str();
}

/// What the source orders before a point and the target still executes (or is
/// no access of ours) must be ordered before that point in the target.
void Check::compareTokens(const SymbolicToken &a, const SymbolicToken &b,
                          const TileEncoding &target, Term guard,
                          const std::string &what) {
  for (auto [number, ordered] : a) {
    Term needed = domain.land(guard, ordered);
    auto access = target.accesses.find(number);
    bool isAccess = access != target.accesses.end();
    // Lower numbers are accesses that the rewrite removed.
    if (!isAccess && number < (1u << 16))
      continue;
    if (isAccess)
      needed = domain.land(needed, access->second.guard);
    auto kept = b.find(number);
    Term lost = kept == b.end()
                    ? needed
                    : domain.land(needed, domain.lnot(kept->second));
    add((isAccess ? nameOf(access->second) + " is" : "an earlier token is") +
            std::string(" no longer ordered before ") + what,
        lost);
  }
}

void Check::compareAccesses(const TileEncoding &a, const TileEncoding &b) {
  for (const auto &[number, source] : a.accesses) {
    auto found = b.accesses.find(number);
    if (found == b.accesses.end()) {
      // 2 and up: acquire, release and both order even without an access.
      if (source.ordering >= 2)
        add("the rewrite drops " + nameOf(source) +
                ", which orders other accesses",
            source.guard);
      continue;
    }
    const SymbolicAccess &target = found->second;
    if (target.role != source.role)
      add("the rewrite makes " + nameOf(target) + " of " + nameOf(source) +
              ", so that other updates can come between",
          source.guard);
    for (auto [k, value] : llvm::enumerate(source.values))
      if (k < target.values.size())
        compareValues(value, target.values[k], source.types[k], b, source.guard,
                      "committed value " + std::to_string(k) + " of " +
                          nameOf(source));
    if (target.values.size() != source.values.size())
      add("the rewrite changes how many values " + nameOf(source) + " commits",
          source.guard);
    if (target.ordering < source.ordering || target.scope < source.scope)
      add("the rewrite weakens the ordering or scope of " + nameOf(source),
          source.guard);
    compareTokens(source.before, target.before, b, source.guard,
                  nameOf(source));
  }
}

void Check::compareValues(const SymbolicValue &source,
                          const SymbolicValue &target, mlir::Type type,
                          const TileEncoding &b, Term guard,
                          const std::string &name) {
  SymbolicDomain &d = domain;
  auto element = llvm::dyn_cast<mlir::FloatType>(tileShapeOf(type).element);
  for (size_t i = 0; i < source.elements.size(); ++i) {
    const SymbolicElement &x = source.elements[i], &y = target.elements[i];
    Term same = d.eq(x.bits, y.bits);
    // Payloads of NaNs are no part of the outcome (design, decision 3).
    // Narrow formats, which only move, have no arithmetic in the solver.
    if (element && element.getWidth() > 8 && !d.isTrue(same))
      same = d.lor(same, d.land(d.isNaN(&element.getFloatSemantics(), x.bits),
                                d.isNaN(&element.getFloatSemantics(), y.bits)));
    Term differs = d.lor(y.unspecified, d.lnot(same));
    add("element " + std::to_string(i) + " of " + name + " differs",
        d.land(guard, d.land(d.lnot(x.unspecified), differs)));
  }
  compareTokens(source.token, target.token, b, guard, name);
}

void Check::compareObserved(const TileEncoding &a, const TileEncoding &b) {
  for (size_t k = 0; k < a.observed.size(); ++k)
    compareValues(a.observed[k], b.observed[k], a.observedTypes[k], b,
                  domain.truth(true), "observed value " + std::to_string(k));
}

void Check::compareMemory(const TileEncoding &a, const TileEncoding &b) {
  SymbolicDomain &d = domain;
  if (a.memory == b.memory && a.unspecifiedMemory == b.unspecifiedMemory)
    return;
  Term probe = d.input("the address", 64);
  Term zero = d.constant(8, 0);
  Term specified = d.eq(d.loadByte(a.unspecifiedMemory, probe), zero);
  Term lost = d.lnot(d.eq(d.loadByte(b.unspecifiedMemory, probe), zero));
  Term differs =
      d.lnot(d.eq(d.loadByte(a.memory, probe), d.loadByte(b.memory, probe)));
  add("memory differs", d.land(specified, d.lor(lost, differs)));
}

std::string Check::describeInputs() {
  std::string text;
  for (const SymbolicDomain::Input &input : domain.inputs()) {
    llvm::SmallString<32> digits;
    domain.evaluate(input.term)
        .toString(digits, 16, /*Signed=*/false,
                  /*formatAsCLiteral=*/true);
    text +=
        (text.empty() ? "" : ", ") + input.name + " = " + digits.str().str();
  }
  return text;
}

BlockInputs Check::counterexample(uint64_t memorySize) {
  BlockInputs inputs;
  for (const SymbolicDomain::Input &input : domain.inputs())
    inputs.elements[input.name] = domain.evaluate(input.term);
  Term memory = domain.initialMemory("memory");
  for (uint64_t address = 0; address < memorySize; ++address) {
    Term byte = domain.loadByte(memory, domain.constant(64, address));
    inputs.memory.push_back(domain.evaluate(byte).getZExtValue());
  }
  return inputs;
}

ProofVerdict Check::run(mlir::Block &source, mlir::Block &target) {
  llvm::Expected<TileEncoding> a = encode(source, domain, layout);
  if (!a)
    return {ProofKind::Unsupported, llvm::toString(a.takeError())};
  llvm::Expected<TileEncoding> b = encode(target, domain, layout);
  if (!b)
    return {ProofKind::Unsupported, llvm::toString(b.takeError())};
  if (a->observed.size() != b->observed.size())
    return {ProofKind::Refuted, "the rewrite removes an observation"};
  add("the target is undefined", b->undefined);
  compareObserved(*a, *b);
  compareMemory(*a, *b);
  compareAccesses(*a, *b);
  Term defined = domain.lnot(a->undefined);
  // Within a buffer a counterexample is known to exist, or wanted: no question
  // but the one for it.
  bool isSearch = layout.bufferSize.has_value();
  // A source that is undefined for every input proves nothing.
  switch (isSearch || domain.isTrue(defined) ? Answer::Yes
                                             : domain.isSatisfiable(defined)) {
  case Answer::Yes:
    break;
  case Answer::No:
    return {ProofKind::Unknown, "the instance is undefined for every input"};
  case Answer::Unknown:
    return {ProofKind::Unknown, domain.reasonUnknown()};
  }
  // Most instances are proved: one question for all violations.
  Term any = domain.truth(false);
  for (const Violation &violation : violations)
    any = domain.lor(any, violation.condition);
  if (domain.isFalse(any) || (!isSearch && domain.isSatisfiable(domain.land(
                                               defined, any)) == Answer::No))
    return {ProofKind::Proved, ""};
  ProofVerdict verdict = {ProofKind::Proved, ""};
  for (const Violation &violation : violations)
    switch (domain.isSatisfiable(domain.land(defined, violation.condition))) {
    case Answer::Yes: {
      std::string inputs = describeInputs();
      return {ProofKind::Refuted,
              violation.what + (inputs.empty() ? "" : " for " + inputs)};
    }
    case Answer::No:
      break;
    case Answer::Unknown:
      verdict = {ProofKind::Unknown,
                 violation.what + "? " + domain.reasonUnknown()};
    }
  return verdict;
}

/// Asks again for a counterexample that fits into a small buffer, and runs it.
static ProofVerdict confirm(ProofVerdict refuted, mlir::Block &source,
                            mlir::Block &target, unsigned timeoutMs) {
  // Room for what templates access, each address apart from the others.
  constexpr uint64_t memorySize = 256;
  Check check(FloatEncoding::Theory, timeoutMs, {memorySize});
  ProofVerdict verdict = check.run(source, target);
  if (verdict.kind != ProofKind::Refuted) {
    if (check.usedStructure())
      return {ProofKind::Unknown,
              "only a choice of uninterpreted functions shows that " +
                  refuted.reason};
    refuted.replay = "no counterexample fits the interpreter's memory";
    return refuted;
  }
  BlockInputs inputs = check.counterexample(memorySize);
  Replay result = replay(source, target, inputs);
  switch (result.kind) {
  case Replay::Kind::Confirmed:
    verdict.replay = result.text;
    return verdict;
  case Replay::Kind::Denied:
    return {ProofKind::Unknown, "the solver finds that " + verdict.reason +
                                    ", but the interpreter does not"};
  case Replay::Kind::Impossible:
    if (check.usedStructure())
      return {ProofKind::Unknown,
              "the solver finds that " + verdict.reason +
                  " if an uninterpreted function is chosen so, and it cannot "
                  "be replayed: " +
                  result.text};
    verdict.replay = "not possible: " + result.text;
    return verdict;
  }
  llvm_unreachable("unknown answer of a replay");
}

ProofVerdict tilefuzz::checkRefinement(mlir::Block &source, mlir::Block &target,
                                       const RefinementOptions &options) {
  // With float operations as uninterpreted functions a proof is sound and fast;
  // its counterexamples may not be, so they are asked for in the theory.
  Check structural(FloatEncoding::Structure, options.timeoutMs);
  ProofVerdict verdict = structural.run(source, target);
  if (verdict.kind == ProofKind::Refuted && structural.usedStructure())
    verdict =
        Check(FloatEncoding::Theory, options.timeoutMs).run(source, target);
  if (verdict.kind != ProofKind::Refuted)
    return verdict;
  return confirm(std::move(verdict), source, target, options.timeoutMs);
}
