//===- BranchCoverage.cpp - Which branches a proof took -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/BranchCoverage.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/Conversions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <map>
#include <set>
#include <tuple>

using namespace tilefuzz;

namespace {
struct RuleFunction {
  llvm::StringLiteral rule, function;
};

/// Whose code each function is.
class Owners {
public:
  static const Owners &get();

  /// Functions that match and rewrite, or fold.
  static bool isRoot(const BranchFunction &function) {
    llvm::StringRef name = function.name;
    return name.ends_with("::matchAndRewrite") || name.ends_with("::fold");
  }
  /// The functions that can be reached from there through calls, itself among
  /// them.
  llvm::BitVector reachedFrom(unsigned root) const;
  /// What only functions of the same owner as `root` reach.
  bool isOwn(unsigned function, unsigned root) const {
    return owners[function].size() == 1 &&
           *owners[function].begin() == table.functions()[root].name;
  }
  bool hasRoots(unsigned function) const { return !owners[function].empty(); }
  bool isReachedFrom(unsigned function, unsigned root) const {
    return owners[function].count(table.functions()[root].name);
  }
  /// The code of one rule of the simplifier, at least.
  bool isOfRules(unsigned function) const {
    return llvm::any_of(
        rules, [&](const auto &rule) { return rule.second.test(function); });
  }
  /// Of a rule of the simplifier.
  const llvm::BitVector *ofRule(llvm::StringRef rule) const {
    auto found = rules.find(rule);
    return found == rules.end() ? nullptr : &found->second;
  }

  /// What the conversion of an operation calls, and what no other one does;
  /// null if it has no code.
  struct ConversionCode {
    llvm::BitVector reached, own;
  };
  const ConversionCode *ofConversion(llvm::StringRef name) const {
    auto found = conversions.find(name);
    return found == conversions.end() ? nullptr : &found->second;
  }
  bool isOfConversions(unsigned function) const {
    return ofConversions.test(function);
  }

private:
  Owners();
  void findConversions();

  const BranchTable &table = BranchTable::get();
  /// By function: the names of roots that reach it.
  std::vector<std::set<llvm::StringRef>> owners;
  std::map<llvm::StringRef, llvm::BitVector> rules;
  std::map<std::string, ConversionCode, std::less<>> conversions;
  llvm::BitVector ofConversions;
};
} // namespace

static constexpr RuleFunction ruleFunctions[] = {
#define RULE_FUNCTION(Rule, Function) {Rule, Function},
#include "oracle/Patterns/RuleFunctions.def"
#undef RULE_FUNCTION
};

static constexpr UncoveredReason reasons[] = {
#define UNCOVERED_BRANCH(Pattern, Function, Condition, Holds, Reason)          \
  {Pattern, Function, Condition, Holds, Reason},
#include "oracle/Patterns/UncoveredBranches.def"
#undef UNCOVERED_BRANCH
};

llvm::ArrayRef<UncoveredReason> tilefuzz::getUncoveredReasons() {
  return reasons;
}

bool UncoveredReason::explains(llvm::StringRef ofPattern,
                               const UncoveredBranch &branch) const {
  auto matches = [](llvm::StringRef wanted, llvm::StringRef text) {
    return wanted.consume_back("*") ? text.starts_with(wanted) : text == wanted;
  };
  return holds == branch.holds && matches(pattern, ofPattern) &&
         matches(function, branch.function) &&
         matches(condition, branch.condition);
}

unsigned BranchCoverage::unexplained() const {
  return llvm::count_if(uncovered, [](const UncoveredBranch &branch) {
    return branch.reason.empty();
  });
}

const Owners &Owners::get() {
  static const Owners owners;
  return owners;
}

llvm::BitVector Owners::reachedFrom(unsigned root) const {
  llvm::BitVector reached(table.functions().size());
  llvm::SmallVector<unsigned> work{root};
  reached.set(root);
  while (!work.empty())
    for (unsigned callee : table.functions()[work.pop_back_val()].calls)
      if (!reached.test(callee)) {
        reached.set(callee);
        work.push_back(callee);
      }
  return reached;
}

Owners::Owners() : owners(table.functions().size()) {
  for (auto [root, function] : llvm::enumerate(table.functions())) {
    if (isRoot(function)) {
      llvm::BitVector all = reachedFrom(root);
      for (unsigned reached : all.set_bits())
        owners[reached].insert(function.name);
    }
    for (const RuleFunction &row : ruleFunctions)
      if (row.function == function.name) {
        llvm::BitVector &functions = rules[row.rule];
        functions.resize(table.functions().size());
        functions.set(root);
      }
  }
  findConversions();
}

/// Their functions, lambdas most of them, name the operation's class.
void Owners::findConversions() {
  std::map<std::string, std::string, std::less<>> classes =
      conversionsByClass();
  ofConversions.resize(table.functions().size());
  std::vector<unsigned> users(table.functions().size());
  for (auto [number, function] : llvm::enumerate(table.functions())) {
    if (!function.file.starts_with("compiler/Conversion/CudaTileToTileAA/") ||
        !function.file.ends_with(".cpp"))
      continue;
    std::string text = llvm::demangle(function.symbol);
    llvm::StringRef rest = text;
    for (size_t at; (at = rest.find("cuda_tile::")) != llvm::StringRef::npos;) {
      rest = rest.drop_front(at + strlen("cuda_tile::"));
      auto found = classes.find(rest.take_while(llvm::isAlnum));
      if (found == classes.end())
        continue;
      ConversionCode &code = conversions[found->second];
      code.reached.resize(table.functions().size());
      code.reached |= reachedFrom(number);
    }
  }
  for (const auto &[name, code] : conversions)
    for (unsigned function : code.reached.set_bits())
      ++users[function];
  for (auto &[name, code] : conversions) {
    code.own = code.reached;
    ofConversions |= code.reached;
    for (unsigned function : code.reached.set_bits())
      if (users[function] > 1)
        code.own.reset(function);
  }
}

BranchCoverage tilefuzz::coverageOf(llvm::StringRef pattern,
                                    const BranchesRun &run) {
  const BranchTable &table = BranchTable::get();
  BranchCoverage coverage;
  coverage.problem = table.problem().str();
  if (!coverage.problem.empty())
    return coverage;
  const Owners &owners = Owners::get();
  llvm::BitVector own(table.functions().size());
  if (const llvm::BitVector *functions = owners.ofRule(pattern)) {
    own = *functions;
  } else if (pattern.starts_with(conversionPrefix)) {
    if (const Owners::ConversionCode *code = owners.ofConversion(pattern))
      own = code->own;
  } else {
    for (unsigned root : run.entered.set_bits()) {
      if (!Owners::isRoot(table.functions()[root]))
        continue;
      llvm::BitVector all = owners.reachedFrom(root);
      for (unsigned reached : all.set_bits())
        if (owners.isOwn(reached, root))
          own.set(reached);
    }
  }
  // All that a rule of and, or, xor and products runs is shared.
  bool isSharedRule = pattern.starts_with("cuda-tile-simplify-") ||
                      pattern.starts_with(conversionPrefix);
  if (own.none() && !isSharedRule) {
    coverage.problem = "none of its code ran";
    return coverage;
  }
  // By place; true if some instance took it.
  std::map<std::tuple<llvm::StringRef, unsigned, unsigned, bool>,
           std::pair<const Branch *, bool>>
      places;
  for (auto [i, branch] : llvm::enumerate(table.branches())) {
    const BranchFunction &function = table.functions()[branch.function];
    if (!own.test(branch.function) || !function.counters)
      continue;
    auto &[any, taken] =
        places[{function.file, branch.line, branch.column, !branch.holds}];
    any = &branch;
    taken |= i < run.taken.size() && run.taken.test(i);
  }
  for (const auto &[place, row] : places) {
    const auto &[branch, taken] = row;
    ++coverage.total;
    if (taken) {
      ++coverage.covered;
      continue;
    }
    UncoveredBranch &uncovered =
        coverage.uncovered.emplace_back(UncoveredBranch{
            table.placeOf(*branch), table.functions()[branch->function].name,
            branch->text.str(), branch->holds, ""});
    for (const UncoveredReason &row : reasons)
      if (row.explains(pattern, uncovered))
        uncovered.reason = row.reason;
  }
  return coverage;
}

bool tilefuzz::isCodeOf(llvm::StringRef pattern, const BranchesRun &run,
                        unsigned function) {
  const Owners &owners = Owners::get();
  if (owners.isOfRules(function)) {
    const llvm::BitVector *own = owners.ofRule(pattern);
    return own && own->test(function);
  }
  if (owners.isOfConversions(function)) {
    const Owners::ConversionCode *code = owners.ofConversion(pattern);
    return code && code->reached.test(function);
  }
  bool isEntered = function < run.entered.size() && run.entered.test(function);
  // Populating, the simplifier's common code.
  if (!owners.hasRoots(function))
    return isEntered;
  // The driver folds whatever pattern is tried: that is no code of a pattern.
  bool isFold = pattern.starts_with("fold:");
  for (unsigned root : run.entered.set_bits()) {
    llvm::StringRef name = BranchTable::get().functions()[root].name;
    if (Owners::isRoot(BranchTable::get().functions()[root]) &&
        name.ends_with("::fold") == isFold &&
        owners.isReachedFrom(function, root))
      return true;
  }
  return false;
}
