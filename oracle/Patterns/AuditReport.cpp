//===- AuditReport.cpp - The audit as text --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Audit.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;

/// `1 (i8 i16, offset i32); 2 (f16, shape 2 2x2)`: the instances by template,
/// with the values that each place of their names takes.
static std::string describeInstances(const PatternProof &proof,
                                     ProofKind kind) {
  llvm::MapVector<llvm::StringRef,
                  std::vector<llvm::SetVector<llvm::StringRef>>>
      templates;
  for (const InstanceProof &instance : proof.instances) {
    if (instance.verdict.kind != kind)
      continue;
    auto [number, rest] = llvm::StringRef(instance.instance).split(':');
    auto &places = templates[number];
    llvm::SmallVector<llvm::StringRef> parts;
    rest.split(parts, ',', -1, /*KeepEmpty=*/false);
    if (places.size() < parts.size())
      places.resize(parts.size());
    for (auto [place, part] : llvm::zip(places, parts))
      place.insert(part.trim());
  }
  std::string text;
  for (auto &[number, places] : templates) {
    text += (text.empty() ? "" : "; ") + number.str();
    std::string inner;
    for (const llvm::SetVector<llvm::StringRef> &place : places) {
      std::string values;
      for (llvm::StringRef value : place) {
        auto [label, rest] = value.split(' ');
        // The label (offset, shape) once.
        values += values.empty() ? value.str()
                  : rest.empty() ? " " + value.str()
                                 : " " + rest.str();
      }
      inner += (inner.empty() ? "" : ", ") + values;
    }
    if (!inner.empty())
      text += " (" + inner + ")";
  }
  return text;
}

static std::string countsOf(const PatternProof &proof) {
  std::string text;
  for (ProofKind kind :
       {ProofKind::Proved, ProofKind::Refuted, ProofKind::Unknown,
        ProofKind::Unsupported, ProofKind::NotApplied})
    if (unsigned count = proof.count(kind))
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
              toString(kind).str();
  return text.empty() ? "no instance" : text;
}

static std::string commandOf(const AuditVariant &variant) {
  std::string text = "tile-verify-fold " + variant.pattern.str();
  if (variant.bug)
    text += " --inject-bug=" + getInfo(*variant.bug).name.str();
  return text;
}

static const InstanceProof *firstOf(const PatternProof &proof, ProofKind kind) {
  for (const InstanceProof &instance : proof.instances)
    if (instance.verdict.kind == kind)
      return &instance;
  return nullptr;
}

/// `2, i8, offset i32`.
static std::string nameOf(const InstanceProof &instance) {
  auto [number, rest] = llvm::StringRef(instance.instance).split(':');
  return (number + (rest.empty() ? "" : "," + rest.str())).str();
}

static std::string wordOf(std::optional<ProofKind> kind) {
  return kind ? toString(*kind).str() : "-";
}

static void printProof(llvm::raw_ostream &os, const AuditVariant &variant,
                       const PatternProof &proof) {
  os << "- `" << commandOf(variant) << "`: **" << toString(proof.verdict.kind)
     << "** (" << countsOf(proof) << ")\n";
  if (std::string proved = describeInstances(proof, ProofKind::Proved);
      !proved.empty())
    os << "  - proved for templates " << proved << '\n';
  if (const InstanceProof *refuted = firstOf(proof, ProofKind::Refuted)) {
    os << "  - refuted for templates "
       << describeInstances(proof, ProofKind::Refuted) << '\n'
       << "  - counterexample, instance " << nameOf(*refuted) << ": "
       << refuted->verdict.reason << '\n';
    if (!refuted->verdict.replay.empty())
      os << "  - replayed: " << refuted->verdict.replay << '\n';
  }
  for (ProofKind kind : {ProofKind::Unknown, ProofKind::Unsupported})
    if (const InstanceProof *open = firstOf(proof, kind))
      os << "  - " << toString(kind) << " for templates "
         << describeInstances(proof, kind) << "; the first: " << open->instance
         << ": " << open->verdict.reason << '\n';
}

static void printLitmus(llvm::raw_ostream &os, const LitmusFinding &finding) {
  os << "- litmus " << finding.title << "; rewritten by `"
     << finding.litmus.variant.pattern;
  if (finding.litmus.variant.bug)
    os << " --inject-bug=" << getInfo(*finding.litmus.variant.bug).name;
  os << "`: ";
  if (!finding.applied) {
    os << "the rewrite does not match\n";
    return;
  }
  os << finding.outcomesBefore << " outcomes before, " << finding.outcomesAfter
     << " after";
  if (!finding.isComplete)
    os << " (the exploration is not complete)";
  if (finding.added.empty())
    os << ", none of them new\n";
  else
    os << "; new: " << finding.observed << " = "
       << llvm::join(finding.added, " ") << '\n';
}

static bool isShippedAsStated(const AuditRule &rule) {
  if (rule.asStated.size() != rule.shipped.size() || rule.shipped.empty())
    return false;
  return llvm::all_of(
      llvm::zip_equal(rule.asStated, rule.shipped), [](auto pair) {
        const AuditVariant &variant = std::get<0>(pair);
        return !variant.bug && variant.pattern == std::get<1>(pair);
      });
}

static void printRule(llvm::raw_ostream &os, const AuditRow &row) {
  const AuditRule &rule = *row.rule;
  os << "\n### " << rule.seed << ' ' << rule.name
     << "\n\nStated: " << rule.stated << '\n';
  bool isSame = isShippedAsStated(rule);
  if (!rule.asStated.empty() && !isSame) {
    os << "\nAs stated:\n\n";
    for (auto [variant, proof] : llvm::zip_equal(rule.asStated, row.asStated))
      printProof(os, variant, proof);
  }
  for (const LitmusFinding &finding : row.litmus)
    printLitmus(os, finding);
  os << '\n'
     << (isSame ? "As stated and shipped: " : "Shipped: ") << rule.condition
     << '\n';
  if (!rule.shipped.empty())
    os << '\n';
  for (auto [name, proof] : llvm::zip_equal(rule.shipped, row.shipped))
    printProof(os, {name}, proof);
}

std::string tilefuzz::toMarkdown(llvm::ArrayRef<AuditRow> rows) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << R"(# Audit of the seeds' rewrites

Printed by `tile-verify-fold --audit`, run in the repository; a test compares the two. Every rewrite that seeds 000
(`nv_tileaa`) and 001 (`cuda_tile`) prescribe has a row. "As stated" is the row of the compiler's tables that does what
the seed says, most as a seeded bug (`--inject-bug`) or off by default (`--enable-pattern`); "shipped" is what is on.

A verdict holds for the instances that `-v` lists, for every input: proved, or refuted with a counterexample that the
tile interpreter has replayed. Floats wider than 16 bits are proved with uninterpreted functions for operations, which
covers IEEE 754. The order of a float sum is the machine's choice: a proof holds for each. Atomic updates are compared as
events; whether other tile blocks can tell is explored, over every execution that the memory model allows a litmus
program of `corpus/litmus`. Refuted by exploration means: the rewritten program has an outcome that the original cannot
have.

| seed | rule | as stated | shipped rows | shipped |
|---|---|---|---|---|
)";
  for (const AuditRow &row : rows) {
    os << "| " << row.rule->seed << " | " << row.rule->name << " | "
       << wordOf(row.statedVerdict()) << " | ";
    const char *separator = "";
    for (llvm::StringLiteral name : row.rule->shipped) {
      os << separator << '`' << name << '`';
      separator = ", ";
    }
    if (row.rule->shipped.empty())
      os << "none";
    os << " | " << wordOf(row.shippedVerdict()) << " |\n";
  }
  for (const AuditRow &row : rows)
    printRule(os, row);
  return text;
}

static llvm::json::Object toJSON(const AuditVariant &variant,
                                 const PatternProof &proof) {
  llvm::json::Object object{{"command", commandOf(variant)},
                            {"verdict", toString(proof.verdict.kind)}};
  llvm::json::Object counts;
  for (const InstanceProof &instance : proof.instances)
    counts[toString(instance.verdict.kind)] =
        int64_t(proof.count(instance.verdict.kind));
  object["counts"] = std::move(counts);
  if (const InstanceProof *refuted = firstOf(proof, ProofKind::Refuted))
    object["counterexample"] =
        llvm::json::Object{{"instance", refuted->instance},
                           {"reason", refuted->verdict.reason},
                           {"replay", refuted->verdict.replay}};
  return object;
}

llvm::json::Value tilefuzz::toJSON(llvm::ArrayRef<AuditRow> rows) {
  llvm::json::Array result;
  for (const AuditRow &row : rows) {
    llvm::json::Array stated, shipped, litmus;
    for (auto [variant, proof] :
         llvm::zip_equal(row.rule->asStated, row.asStated))
      stated.push_back(::toJSON(variant, proof));
    for (auto [name, proof] : llvm::zip_equal(row.rule->shipped, row.shipped))
      shipped.push_back(::toJSON({name}, proof));
    for (const LitmusFinding &finding : row.litmus)
      litmus.push_back(llvm::json::Object{
          {"program", finding.litmus.program},
          {"pattern", finding.litmus.variant.pattern},
          {"applied", finding.applied},
          {"complete", finding.isComplete},
          {"outcomesBefore", int64_t(finding.outcomesBefore)},
          {"outcomesAfter", int64_t(finding.outcomesAfter)},
          {"new", llvm::json::Array(finding.added)}});
    result.push_back(
        llvm::json::Object{{"seed", row.rule->seed},
                           {"rule", row.rule->name},
                           {"stated", row.rule->stated},
                           {"statedVerdict", wordOf(row.statedVerdict())},
                           {"shippedVerdict", wordOf(row.shippedVerdict())},
                           {"condition", row.rule->condition},
                           {"asStated", std::move(stated)},
                           {"shipped", std::move(shipped)},
                           {"litmus", std::move(litmus)}});
  }
  return llvm::json::Value(std::move(result));
}
