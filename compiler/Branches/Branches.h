//===- Branches.h - Which branches of the rewrites ran ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The files of compiler/ that hold rewrites, folds and conversions are compiled
// with a counter for each region of their source (clang's source-based
// coverage, in every build but those of other instrumentation). A table that is
// made while building (ListBranches.cpp) says which branches there are, where
// they stand, and which functions call which, so that nothing but the counters
// is needed at run time: no debug information, no symbols, no files.
//
// Both the library and this header are free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BRANCHES_BRANCHES_H
#define TILEFUZZ_COMPILER_BRANCHES_BRANCHES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// A function with counters.
struct BranchFunction {
  /// Without parameters, anonymous namespaces and arguments of templates:
  /// `SelectOfCompare::matchAndRewrite`; of a lambda, the function that it
  /// stands in.
  std::string name;
  /// As the linker knows it.
  llvm::StringRef symbol;
  /// Relative to the tree.
  llvm::StringRef file;
  /// Of its body in the file.
  unsigned firstLine = 0, lastLine = 0;
  std::vector<llvm::coverage::CounterExpression> expressions;
  /// Numbers of functions that it calls directly.
  std::vector<unsigned> calls;
  /// Null if the linker left it out: nothing calls it.
  uint64_t *counters = nullptr;
  unsigned numCounters = 0;
};

/// A conditional edge: a condition of the source (an operand of `&&` and `||`,
/// too) that holds or does not, or a case of a switch. What a template's
/// arguments decide is none.
struct Branch {
  /// Its number.
  unsigned function;
  unsigned line, column;
  /// Of the condition in the source; long ones are cut.
  llvm::StringRef text;
  bool holds;
  llvm::coverage::Counter counter;
};

class BranchTable {
public:
  /// That of this program.
  static const BranchTable &get();

  /// Empty if this build has counters that fit the table; else what is wrong.
  llvm::StringRef problem() const { return whatIsWrong; }
  llvm::ArrayRef<BranchFunction> functions() const { return allFunctions; }
  llvm::ArrayRef<Branch> branches() const { return allBranches; }
  /// `FILE:LINE:COLUMN`.
  std::string placeOf(const Branch &branch) const;

  /// Runs `body`, and gives the branches that ran in it, by number; others wait
  /// meanwhile. `entered`: the functions that were entered.
  llvm::BitVector record(llvm::function_ref<void()> body,
                         llvm::BitVector &entered) const;

  // For a process that looks after each of many small runs, and does nothing
  // else that is counted meanwhile.

  /// As if nothing had run.
  void clear() const;
  /// Calls `take` with each branch that ran since then and is not in `except`.
  void forEachTaken(const llvm::BitVector &except,
                    llvm::function_ref<void(unsigned)> take) const;

private:
  BranchTable();
  void findCounters();

  std::vector<BranchFunction> allFunctions;
  std::vector<Branch> allBranches;
  /// By function: where its branches begin; and the end.
  std::vector<unsigned> firstBranches;
  std::string whatIsWrong;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BRANCHES_BRANCHES_H
