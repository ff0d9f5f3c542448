//===- DynamicShared.h - Shared memory that a launch gives ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Static variables in shared memory have 48 KiB together. A kernel that needs
// more declares a variable whose size its launch says (PTX: `.extern .shared`),
// and the module has a constant of four bytes that says how many bytes the
// kernel needs there: `KERNEL_dynamic_shared_bytes`. The constant is in LLVM
// IR, in PTX and in what ptxas makes of it, where any host reads it by name.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_DYNAMICSHARED_H
#define TILEFUZZ_COMPILER_SUPPORT_DYNAMICSHARED_H

namespace tilefuzz {

/// What the constant is called behind the kernel's name.
inline constexpr char dynamicSharedSuffix[] = "_dynamic_shared_bytes";

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_DYNAMICSHARED_H
