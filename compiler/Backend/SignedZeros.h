//===- SignedZeros.h - Selects that are no minimum --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_SIGNEDZEROS_H
#define TILEFUZZ_COMPILER_BACKEND_SIGNEDZEROS_H

namespace llvm {
class Module;
}

namespace tilefuzz {

/// Before code generation: a select of what a strict comparison compares (`x <
/// 0.0 ? x : 0.0`) is written with the comparison negated (`x >= 0.0 or
/// unordered ? 0.0 : x`). It means the same, but LLVM 22 takes the first for a
/// minimum, which gives -0.0 where x is -0.0; of the second it asks first
/// whether zeros may lose their sign
/// (corpus/regressions/select-of-negative-zero.mlir).
void protectSignedZeros(llvm::Module &module);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_SIGNEDZEROS_H
