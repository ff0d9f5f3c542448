//===- Persistence.h - How many blocks a CTA runs ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_PIPELINE_PERSISTENCE_H
#define TILEFUZZ_COMPILER_PIPELINE_PERSISTENCE_H

#include "compiler/Pipeline/Pipeline.h"

namespace tilefuzz {

/// The stages that mark kernels, both on request (docs/persistence.md).
inline constexpr llvm::StringLiteral dynamicPersistent =
    "tileas-dynamic-persistent";
inline constexpr llvm::StringLiteral staticPersistent =
    "tileas-static-persistent";
/// `none`, `static` or `dynamic`: asks for the stage.
llvm::Error setPersistence(CompileOptions &options, llvm::StringRef kind);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_PIPELINE_PERSISTENCE_H
