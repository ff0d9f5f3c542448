//===- FunctionGenerator.h - Random functions of arith and scf --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs for other people's compilers: func.func over scalars, vectors or
// tensors of arith, math, index, scf, vector and tensor, built as IR. Divisors
// and iteration counts are kept in range; promises (overflow flags, shift
// amounts, fastmath) may be broken, which makes poison, not undefined
// behaviour.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_FUNCTIONGENERATOR_H
#define TILEFUZZ_FUZZ_SUT_FUNCTIONGENERATOR_H

#include "interp/Function/FunctionValue.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"

namespace tilefuzz {

/// A context with every dialect that a function or a pass under test may use.
std::unique_ptr<mlir::MLIRContext> createFunctionContext();

/// What a function is about.
enum class FunctionTopic {
  /// Operations on scalars, vectors or tensors.
  Values,
  /// Loops over memory: affine, scf, memref.
  Loops,
  /// Structured operations on tensors: linalg, tensor, scf.
  Tensors,
};

struct FunctionGeneratorOptions {
  FunctionTopic topic = FunctionTopic::Values;
  unsigned maxOperations = 24;
  /// Operations that are not made, such as `math.atan2`, or whole dialects,
  /// such as `scf.`.
  std::vector<std::string> without;
  /// Widths of integers; empty: any.
  std::vector<unsigned> widths;
  bool hasIndex = true;
};

bool isExcluded(const FunctionGeneratorOptions &options, llvm::StringRef name);

/// Whether functions may have an operation of that name.
bool isFunctionOperation(llvm::StringRef name);

/// A function of that name at the end of the module; a function of
/// the seed and the options only.
mlir::func::FuncOp generateFunction(mlir::ModuleOp module, llvm::StringRef name,
                                    uint64_t seed,
                                    const FunctionGeneratorOptions &options);

/// Arguments, rich in special values: list `index` for the seed.
std::vector<FunctionValue> generateArguments(llvm::ArrayRef<mlir::Type> types,
                                             uint64_t seed, unsigned index);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_FUNCTIONGENERATOR_H
