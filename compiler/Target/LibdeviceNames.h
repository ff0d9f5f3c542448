//===- LibdeviceNames.h - What libdevice is called --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The library of functions for devices that a CUDA toolkit has as LLVM bitcode.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TARGET_LIBDEVICENAMES_H
#define TILEFUZZ_COMPILER_TARGET_LIBDEVICENAMES_H

#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

/// What `extern_elementwise` calls the library.
inline constexpr llvm::StringLiteral libdeviceName = "libdevice";
/// What the names of its functions begin with.
inline constexpr llvm::StringLiteral libdevicePrefix = "__nv_";
/// The pass, and stage on request, after which functions are calls of it.
inline constexpr llvm::StringLiteral selectLibdeviceStage =
    "tileaa-select-libdevice";

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TARGET_LIBDEVICENAMES_H
