//===- LlvmDecoder.h - A kernel of an LLVM module --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_LLVM_LLVMDECODER_H
#define TILEFUZZ_INTERP_SIMT_LLVM_LLVMDECODER_H

#include "interp/Simt/Machine/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tilefuzz::simt {

/// Decodes kernel `name` of a module made for nvptx64; an empty name stands for
/// the only one. `firstObject` is the allocation of the module's first variable
/// (one more than the launch has buffers). The threads of a CTA come from the
/// attribute "nvvm.reqntid" unless `threads` says them. Undef is treated as
/// poison. Fails, naming the construct, on what the machine cannot run; an
/// intrinsic that it does not know is refused when a thread reaches it.
///
/// The kernel's `placeOf` refers to `module`, which must outlive it.
llvm::Expected<Kernel> decodeKernel(const llvm::Module &module,
                                    llvm::StringRef name, uint32_t firstObject,
                                    unsigned threads = 0);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_LLVM_LLVMDECODER_H
