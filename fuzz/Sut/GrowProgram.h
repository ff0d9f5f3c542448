//===- GrowProgram.h - A program with more of what it has -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// How a program of cuda_tile gets larger, and smaller, by its own dimensions,
// so that a tool that is slow on it can be seen on others of its form. What is
// made verifies; what it computes is of no interest.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_GROWPROGRAM_H
#define TILEFUZZ_FUZZ_SUT_GROWPROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>
#include <vector>

namespace tilefuzz {

struct Growth {
  std::string name;
  /// The sizes to try, each twice the one before.
  std::vector<unsigned> sizes;
  /// Null: the program has no such form.
  std::function<mlir::OwningOpRef<mlir::ModuleOp>(mlir::ModuleOp, unsigned)>
      make;
};

/// The dimensions of a program:
///   tiles     one dimension of its tiles has this size, wherever it occurs;
///   nest      loops are in each other so deep: the innermost beyond it are
///             replaced by their bodies, or there are more around the whole;
///   accesses  so many of the entry's operations that do something are left,
///             with what they need;
///   unroll    bodies of innermost loops stand so many times in each iteration;
///   copies    the entry's operations stand there so many times.
std::vector<Growth> growthsOf(mlir::ModuleOp module);

/// How much a program has to do, counted in elements of results, and of
/// products in multiplications.
double workOf(mlir::ModuleOp module);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_GROWPROGRAM_H
