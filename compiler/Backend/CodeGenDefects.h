//===- CodeGenDefects.h - What LLVM 22 compiles wrongly ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_CODEGENDEFECTS_H
#define TILEFUZZ_COMPILER_BACKEND_CODEGENDEFECTS_H

namespace llvm {
class Module;
}

namespace tilefuzz {

/// Before code generation, writes in another way what LLVM 22's NVPTX back end
/// gets wrong:
///
/// - A select of what a strict comparison compares (`x < 0.0 ? x : 0.0`) gets
///   the comparison negated (`x >= 0.0 or unordered ? 0.0 : x`). It means the
///   same, but LLVM takes the first for a minimum, which gives -0.0 where x is
///   -0.0; of the second it asks first whether zeros may lose their sign
///   (corpus/findings/nvptx-select-negative-zero,
///   corpus/regressions/select-of-negative-zero.mlir).
/// - A conversion of a float to i1 becomes a comparison with the only number
///   that is not 0 in range; LLVM asks whether the number is zero instead
///   (corpus/findings/nvptx-float-to-i1, corpus/regressions/float-to-i1.mlir).
/// - A conversion of a signed i1 to bf16 becomes a select of -1 and 0; LLVM
///   makes +1 of the set bit (corpus/findings/nvptx-bf16-from-i1,
///   corpus/regressions/signed-bit-to-bf16.mlir).
void avoidCodeGenDefects(llvm::Module &module);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_CODEGENDEFECTS_H
