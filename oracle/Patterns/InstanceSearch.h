//===- InstanceSearch.h - Instances that take other branches ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates have what their authors thought of, and are cut to what the sound
// pattern matches. From them small programs are grown, by random edits, toward
// branches of the pattern's code that no instance took yet; each that takes one
// is kept, also where the pattern does not match it: a pattern that is not
// sound may.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_INSTANCESEARCH_H
#define TILEFUZZ_ORACLE_PATTERNS_INSTANCESEARCH_H

#include "mlir/IR/BuiltinOps.h"
#include "oracle/Patterns/BranchCoverage.h"
#include "oracle/Patterns/PatternInstances.h"

namespace tilefuzz {

/// Applies the pattern to a module, and says what ran.
using ApplyFn = llvm::function_ref<BranchesRun(mlir::ModuleOp)>;

/// Tries so many programs, but none where `from` takes every branch that has
/// no written reason. The same arguments give the same instances.
std::vector<PatternInstance>
searchInstances(mlir::MLIRContext &context, llvm::StringRef pattern,
                llvm::ArrayRef<PatternInstance> from, unsigned tries,
                ApplyFn apply);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_INSTANCESEARCH_H
