//===- FunctionProgram.h - Functions, executed ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// func.func over arith, math, index, scf, cf, affine, memref, linalg, and the
// operations of vector and tensor that move elements. Arguments and results
// are no memrefs. Poison is a state of each element; docs/sut.md
// lists the operations and the rules.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_FUNCTIONPROGRAM_H
#define TILEFUZZ_INTERP_FUNCTION_FUNCTIONPROGRAM_H

#include "interp/Function/FunctionValue.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace tilefuzz {

struct FunctionRunOptions {
  /// Operations executed before the run ends with RunStatus::StepLimit.
  uint64_t stepLimit = 100'000;
  /// Iterations through loops, also by jumps back, before it ends so with the
  /// condition `tooManyIterations`. 0: any number.
  uint64_t tripLimit = 0;
};

class FunctionProgram {
public:
  /// The module must outlive the program. Operations that the interpreter does
  /// not know end the runs that reach them.
  explicit FunctionProgram(mlir::ModuleOp module);
  FunctionProgram(FunctionProgram &&);
  ~FunctionProgram();

  /// An argument list has one value per argument, with as many elements as its
  /// type has.
  FunctionRun run(llvm::StringRef function,
                  llvm::ArrayRef<FunctionValue> arguments,
                  const FunctionRunOptions &options = {}) const;
  bool contains(llvm::StringRef function) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

/// Bits of an element of the type, 64 for index; 0 for a type that is not
/// executed.
unsigned functionElementWidth(mlir::Type type);
/// 1 for a scalar.
size_t functionNumElements(mlir::Type type);
bool isFunctionType(mlir::Type type);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_FUNCTION_FUNCTIONPROGRAM_H
