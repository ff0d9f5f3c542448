//===- KernelPredicate.h - Which functions are kernels ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one answer to "is this a kernel?" for every pass over LLVM IR
// (facts, 6.4, kernel predicate: "never fork it").
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_PASSES_KERNELPREDICATE_H
#define TILEFUZZ_COMPILER_BACKEND_PASSES_KERNELPREDICATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tilefuzz {

/// The named metadata whose rows `(function, "kernel", 1, ...)` make kernels:
/// `nvvm.annotations`, and what it is called once its rows have moved to
/// attributes.
llvm::ArrayRef<llvm::StringRef> getKernelAnnotationNames();

/// The kernels of a module as it is now. A function is one if it has the
/// calling convention `ptx_kernel` (71), the attribute or metadata
/// `nvvm.kernel`, the string attribute `kernel`, or a row of the metadata
/// above. Made once for a module, since the rows have no index.
class KernelPredicate {
public:
  explicit KernelPredicate(const llvm::Module &module);
  bool isKernel(const llvm::Function &function) const;

private:
  llvm::SmallPtrSet<const llvm::Function *, 8> annotated;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_PASSES_KERNELPREDICATE_H
