//===- DeviceCode.h - PTX and cubins of an external tool --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Code of a device is not executed here. What can be said of it without a
// device: it has the form of what it claims to be, the kernels are in it, and
// ptxas, where there is one, takes the PTX. Bytes may be anything.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_DEVICECODE_H
#define TILEFUZZ_FUZZ_SUT_DEVICECODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// What code must have.
struct ExpectedKernel {
  std::string name;
  /// The bytes of each argument. More parameters may follow.
  std::vector<unsigned> arguments = {};
};

/// What makes the text no PTX that has a body for each kernel, with its
/// arguments; empty: nothing. PTX ISA 9.0: 4.1 (comments), 11.1 (`.version` and
/// `.target` begin a module), 11.2 (`.entry`).
std::string faultOfPtx(llvm::StringRef text,
                       llvm::ArrayRef<ExpectedKernel> kernels);

/// The architecture of its `.target` (`sm_90a`); empty if it has none.
std::string targetOfPtx(llvm::StringRef text);

/// The text without the bodies and declarations of other entries than this one.
/// One whose braces do not match stays as it is.
std::string withoutOtherEntries(llvm::StringRef text, llvm::StringRef kernel);

/// What makes the bytes no cubin that has code for each kernel, with its
/// arguments; empty: nothing. A cubin is an ELF file of 64 bits for the machine
/// EM_CUDA with a function symbol per kernel. A section `.nv.info.NAME` lists
/// the kernel's parameters; where there is none, nothing is said of them.
std::string faultOfCubin(llvm::StringRef bytes,
                         llvm::ArrayRef<ExpectedKernel> kernels);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_DEVICECODE_H
