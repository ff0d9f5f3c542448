//===- AnyValues.cpp - Unspecified values that are used twice -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/AnyValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace tilefuzz;
using S = SymbolicDomain;

/// Terms that are not merely kept: what they are made of decides something.
static std::vector<Term> decidingTerms(const TileEncoding &source) {
  std::vector<Term> terms = {source.undefined, source.undecided, source.beyond};
  llvm::append_range(terms, source.used);
  auto addUse = [&](const QueueUse &use) {
    for (Term term : {use.queue, use.number})
      if (term.ast)
        terms.push_back(term);
  };
  for (const auto &[number, access] : source.accesses) {
    terms.push_back(access.guard);
    for (const Place &place : access.places) {
      terms.push_back(place.active);
      terms.push_back(place.address);
    }
    addUse(access.use);
    for (auto [before, condition] : access.before)
      terms.push_back(condition);
  }
  return terms;
}

/// Elements that are kept as they are.
static std::vector<Term> keptTerms(const TileEncoding &source) {
  std::vector<Term> terms = source.written;
  auto add = [&](const SymbolicValue &value) {
    for (const SymbolicElement &element : value.elements)
      terms.push_back(element.bits);
  };
  llvm::for_each(source.observed, add);
  for (const auto &[number, access] : source.accesses)
    llvm::for_each(access.values, add);
  return terms;
}

std::set<std::string> tilefuzz::sharedAnyValues(S &d,
                                                const TileEncoding &source) {
  llvm::DenseMap<void *, std::string> names;
  for (const S::Input &input : d.inputs())
    if (llvm::StringRef(input.name).starts_with(anyValuePrefix))
      names[input.term.ast] = input.name;
  std::set<std::string> shared;
  if (names.empty())
    return shared;
  std::vector<Term> deciding = decidingTerms(source);
  std::set<void *> kept;
  for (Term term : keptTerms(source)) {
    // Whatever it chooses from goes to the same place.
    llvm::SmallSetVector<void *, 8> choices;
    choices.insert(term.ast);
    for (size_t i = 0; i < choices.size(); ++i)
      if (auto choice = d.choiceOf({choices[i]})) {
        deciding.push_back((*choice)[0]);
        choices.insert((*choice)[1].ast);
        choices.insert((*choice)[2].ast);
      } else if (auto name = names.find(choices[i]); name == names.end()) {
        deciding.push_back({choices[i]});
      } else if (!kept.insert(choices[i]).second) {
        shared.insert(name->second);
      }
  }
  for (const S::Input &input : d.inputsOf(deciding))
    if (names.count(input.term.ast))
      shared.insert(input.name);
  return shared;
}
