//===- PtxDecoder.h - PTX instructions by table ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Instructions of PTX (ISA 9.0) into the machine's form: the table of those
// that are a whole name, and inline assembly, which is straight-line code over
// given operands and registers of its own. Kernels are decoded in PtxKernel.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXDECODER_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXDECODER_H

#include "interp/Simt/Machine/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilefuzz::simt {

/// A type of registers and variables (PTX ISA, 5.2).
struct PtxTypeRow {
  llvm::StringLiteral name;
  RegisterType registerType;
};
llvm::ArrayRef<PtxTypeRow> getPtxTypeRows();

/// An instruction that is its whole name; what has types and modifiers is in
/// PtxForms.h.
struct PtxRow {
  llvm::StringLiteral name;
  Opcode opcode;
  /// Source operands, of 32 bits; there is no result.
  unsigned arity;
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
  /// Of inline assembly: it holds a pointer, not the number of an address.
  bool isPointer = false;
};

/// Appends what `text` does to `kernel`. An instruction without a row is
/// refused by name when a thread reaches it. Fails, quoting it, on a statement
/// that is none of `.reg`, `{`, `}` and instructions, or names an operand that
/// does not fit.
llvm::Error decodePtx(llvm::StringRef text,
                      llvm::ArrayRef<PtxRegister> registers, Kernel &kernel);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXDECODER_H
