//===- PtxDecoder.h - PTX instructions by table ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Instructions of PTX (ISA 9.0) into the machine's form: the table of those
// that are a name, an operation and types, and inline assembly, which is
// straight-line code over given operands and registers of its own. Kernels are
// decoded in PtxKernel.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXDECODER_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXDECODER_H

#include "interp/Simt/Machine/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilefuzz::simt {

/// A set of PTX's types (PTX ISA, 5.2).
enum class PtxTypes : uint32_t {
  None = 0,
  U16 = 1 << 0,
  U32 = 1 << 1,
  U64 = 1 << 2,
  S16 = 1 << 3,
  S32 = 1 << 4,
  S64 = 1 << 5,
  B16 = 1 << 6,
  B32 = 1 << 7,
  B64 = 1 << 8,
  F32 = 1 << 9,
  F64 = 1 << 10,
  Predicate = 1 << 11,
  F16 = 1 << 12,
  BF16 = 1 << 13,
  U8 = 1 << 14,
  S8 = 1 << 15,
  B8 = 1 << 16,
  LLVM_MARK_AS_BITMASK_ENUM(B8)
};
struct PtxTypeRow {
  llvm::StringLiteral name;
  PtxTypes type;
  RegisterType registerType;
};
llvm::ArrayRef<PtxTypeRow> getPtxTypeRows();

/// What an instruction becomes. Its name is `name`, a comparison if it is
/// Compare, the modifiers that the row allows, and one of `types`; a row
/// without types is the whole name.
struct PtxRow {
  llvm::StringLiteral name;
  PtxTypes types;
  Opcode opcode;
  /// Source operands.
  unsigned arity;
  /// `.ftz` (f32 only), `.sat` (s32 only), `.NaN`.
  Modifier allowed = Modifier::None;
  /// Must say its rounding: what does not may be contracted, and has no one
  /// meaning.
  bool isRounded = false;
  Modifier modifiers = Modifier::None;
  MemoryOrder order = MemoryOrder::Weak;
  Scope scope = Scope::System;
};
llvm::ArrayRef<PtxRow> getPtxRows();

/// A register that the text may name.
struct PtxRegister {
  std::string name;
  uint32_t slot;
  /// In bits.
  unsigned width;
  bool isWritable;
};

/// Appends what `text` does to `kernel`. An instruction without a row is
/// refused by name when a thread reaches it. Fails, quoting it, on a statement
/// that is none of `.reg`, `{`, `}` and instructions, or names an operand that
/// does not fit.
llvm::Error decodePtx(llvm::StringRef text,
                      llvm::ArrayRef<PtxRegister> registers, Kernel &kernel);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXDECODER_H
