//===- Validation.h - Does a module keep what it replaced? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Translation validation: whole functions, before and after any transformation
// by any tool. Functions are paired by name; their arguments are inputs, what
// they return and the memory they leave is observed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_VALIDATION_H
#define TILEFUZZ_ORACLE_REFINE_VALIDATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "oracle/Refine/Refinement.h"

namespace tilefuzz {

struct FunctionProof {
  std::string function;
  ProofVerdict verdict;
  double seconds = 0;
};

/// Gives `sink` every function with a body in `before`, in its order, then
/// those that only `after` has.
/// Operations without an encoding are taken as uninterpreted functions. The
/// modules are of cuda_tile or nv_tileaa; their context allows unregistered
/// dialects.
void validate(mlir::ModuleOp before, mlir::ModuleOp after,
              RefinementOptions options,
              llvm::function_ref<void(const FunctionProof &)> sink);

/// Asks of two functions of one block each what is asked of a rewrite: accesses
/// whose locations have the same name stand for each other, and nothing is
/// asked of what other blocks do but through tokens and what stands for
/// accesses that are gone.
ProofVerdict checkRewrite(mlir::FunctionOpInterface before,
                          mlir::FunctionOpInterface after,
                          const RefinementOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_VALIDATION_H
