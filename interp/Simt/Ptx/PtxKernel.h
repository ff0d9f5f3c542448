//===- PtxKernel.h - A kernel of a PTX module -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXKERNEL_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXKERNEL_H

#include "interp/Simt/Machine/Kernel.h"
#include "interp/Simt/Ptx/PtxModule.h"

namespace tilefuzz::simt {

/// Decodes the entry of that name, or of no name the only one. `firstObject` is
/// the number of the first variable of the module in pointers. An instruction
/// that the machine does not know is refused by name when a thread reaches it;
/// what cannot be decoded at all is an error. The module and its text must
/// outlive the kernel.
llvm::Expected<Kernel> decodePtxKernel(const PtxModule &module,
                                       llvm::StringRef name,
                                       uint32_t firstObject);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXKERNEL_H
