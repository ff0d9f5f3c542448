//===- Linking.h - Several texts of PTX as one ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What cuLink* makes of its inputs: one text, in which a name that is not
// visible outside of its input is not taken for another input's (PTX ISA, 5.1
// and "Linking Directives").
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_LINKING_H
#define TILEFUZZ_ORACLE_DRIVER_LINKING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilefuzz::driver {

/// Errors: `INPUT: what is wrong`, where two inputs define one visible name, or
/// one is no PTX.
llvm::Expected<std::string> linkPtx(llvm::ArrayRef<std::string> inputs,
                                    llvm::ArrayRef<std::string> names);

/// PTX of ours that stands for `libcudadevrt.a`, which is machine code: what
/// cooperative groups of a grid call (cuda_device_runtime_api.h). Kernels that
/// launch kernels are not in it.
llvm::StringRef getDeviceRuntime();

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_LINKING_H
