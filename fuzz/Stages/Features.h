//===- Features.h - What a program covers -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Coverage that costs next to nothing and is the same on every machine: which
// named patterns fired, which operation feeds which, which operation has which
// element type, and which branches of rewrites, folds and conversions were
// taken; and, where the build measures them, the edges of the compiler that
// ran. A program is worth keeping if it has a feature that none before it had.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_FEATURES_H
#define TILEFUZZ_FUZZ_STAGES_FEATURES_H

#include "compiler/Branches/Branches.h"
#include "compiler/Support/Edges/EdgeFlags.h"
#include "fuzz/Findings/Database.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace tilefuzz {

/// As a feature is called.
std::string branchFeature(const Branch &branch);

class FeatureTracker {
public:
  /// Features that count as met.
  void add(const Counts &known);

  /// Features of the program that were not met before, sorted:
  ///   `pattern NAME`, `pair PRODUCER USER`, `type OPERATION ELEMENT`,
  ///   `edge COUNT.NUMBER` of those that ran since `edges` was cleared, in a
  ///   build with so many edges
  std::vector<std::string> meet(mlir::ModuleOp module, const Counts &firings,
                                const EdgeFlags &edges = EdgeFlags::get());
  /// The same in two steps, as the compiler changes the module: before it is
  /// compiled, and then with what happened, or taken back.
  void meetProgram(mlir::ModuleOp module);
  std::vector<std::string> meetRun(const Counts &firings,
                                   const EdgeFlags &edges = EdgeFlags::get());
  void takeBack();
  /// Another feature, of no program; whether it was not met before.
  bool meetOther(llvm::StringRef feature) {
    return known.insert(feature).second;
  }
  /// Before what is counted runs, and after it, before meetRun:
  ///   `branch FILE:LINE:COLUMN holds` (or `fails`) of compiler/Branches
  static void clearBranches() { BranchTable::get().clear(); }
  void meetBranches();

  /// Before the programs' context goes: its pointers may come again.
  void forgetContext() { met.clear(); }

private:
  void note(std::string feature);

  llvm::StringSet<> known;
  /// What was looked up in `known`, by names and types of one context.
  llvm::DenseSet<std::pair<const void *, const void *>> met;
  /// Of the program that is being met: what was not met before.
  std::vector<std::string> fresh;
  std::vector<std::pair<const void *, const void *>> freshPairs;
  llvm::BitVector metEdges;
  /// By number; and those of the program that is being met.
  llvm::BitVector metBranches;
  std::vector<unsigned> freshBranches;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_FEATURES_H
