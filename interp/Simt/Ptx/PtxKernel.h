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

/// Who starts the kernel.
enum class PtxLaunchKind {
  /// A program's launch: its arguments are numbers and buffers.
  Program,
  /// A driver's: structures are arguments, too, memory in `.extern .shared` has
  /// the size that the launch says, and of the results that the ISA allows one
  /// is enough: no sum takes a product in.
  Driver,
};

/// Of errors about what PTX allows and this decoder does not know; other errors
/// say that the text is wrong.
std::error_code unsupportedPtx();

/// Decodes the entry of that name, or of no name the only one. `firstObject` is
/// the number of the first variable of the module in pointers. An instruction
/// that the machine does not know is refused by name when a thread reaches it;
/// what cannot be decoded at all is an error. The module and its text must
/// outlive the kernel.
llvm::Expected<Kernel>
decodePtxKernel(const PtxModule &module, llvm::StringRef name,
                uint32_t firstObject,
                PtxLaunchKind kind = PtxLaunchKind::Program);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXKERNEL_H
