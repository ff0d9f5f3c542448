//===- KernelPredicate.cpp - Which functions are kernels ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/KernelPredicate.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilefuzz;

ArrayRef<StringRef> tilefuzz::getKernelAnnotationNames() {
  static constexpr StringRef names[] = {"nvvm.annotations",
                                        "nvvm.annotations_transplanted"};
  return names;
}

/// Whether the row has the pair ("kernel", not 0) among those that follow the
/// function.
static bool saysKernel(const MDNode &row) {
  for (unsigned i = 1; i + 1 < row.getNumOperands(); i += 2) {
    auto *key = dyn_cast_or_null<MDString>(row.getOperand(i));
    if (!key || key->getString() != "kernel")
      continue;
    auto *value =
        mdconst::dyn_extract_or_null<ConstantInt>(row.getOperand(i + 1));
    return value && !value->isZero();
  }
  return false;
}

KernelPredicate::KernelPredicate(const Module &module) {
  for (StringRef name : getKernelAnnotationNames()) {
    const NamedMDNode *rows = module.getNamedMetadata(name);
    if (!rows)
      continue;
    for (const MDNode *row : rows->operands())
      if (row->getNumOperands() && saysKernel(*row))
        if (auto *function =
                mdconst::dyn_extract_or_null<Function>(row->getOperand(0)))
          annotated.insert(function);
  }
}

bool KernelPredicate::isKernel(const Function &function) const {
  return function.getCallingConv() == CallingConv::PTX_Kernel ||
         function.hasFnAttribute("nvvm.kernel") ||
         function.hasFnAttribute("kernel") ||
         function.getMetadata("nvvm.kernel") || annotated.contains(&function);
}
