//===- PtxModule.h - PTX as it is written -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The syntax of PTX (ISA 9.0, 4 and 5), whoever wrote it: nothing here knows
// what an instruction does. All text refers to the text that was parsed, which
// must outlive it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXMODULE_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXMODULE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace tilefuzz::simt {

/// Where debug directives say that code comes from (`.loc`).
struct PtxPosition {
  unsigned file = 0, line = 0, column = 0;
};

struct PtxOperand {
  enum class Kind {
    /// A register, a variable, a label or a function; `_` is a sink.
    Name,
    /// An integer or a float, with its sign.
    Constant,
    /// `[text + offset]`; without text, `[offset]`; with coordinates,
    /// `[text, {parts}]`.
    Address,
    /// `text + offset`: the address of a variable, and bytes behind it.
    Sum,
    /// `text[index + offset]`: the element of an array; without an index,
    /// `text[offset]`.
    Element,
    /// `{parts}`.
    Vector,
    /// `(parts)`, of a call.
    List,
    /// `a|b`: two results.
    Pair,
  };
  Kind kind = Kind::Name;
  llvm::StringRef text;
  /// `!p`.
  bool isNegated = false;
  int64_t offset = 0;
  /// A register.
  llvm::StringRef index;
  std::vector<PtxOperand> parts;
};

/// A declaration of a register, a parameter or an object in memory.
struct PtxVariable {
  /// Without the dot: `reg`, `shared`.
  llvm::StringRef space;
  /// Without the dot: `b32`.
  llvm::StringRef type;
  llvm::StringRef name;
  /// `%r<13>` declares %r0 to %r12.
  std::optional<unsigned> count;
  /// 2 or 4 of a vector.
  unsigned lanes = 1;
  /// In bytes; 0: not stated.
  unsigned alignment = 0;
  /// Extents of an array; 0: none is stated.
  llvm::SmallVector<uint64_t, 2> extents;
  /// As it is written, without braces; empty: there is none.
  llvm::SmallVector<llvm::StringRef> initial;
  bool isExtern = false;
  unsigned line = 0;

  uint64_t numElements() const;
};

struct PtxStatement {
  enum class Kind { Instruction, Label, Variables, OpenBlock, CloseBlock };
  Kind kind = Kind::Instruction;
  /// `add.rn.f32`, or the label. Operands of a label are the `.branchtargets`
  /// that it names.
  llvm::StringRef name;
  /// The predicate; empty: it is not guarded.
  llvm::StringRef guard;
  bool guardIsNegated = false;
  std::vector<PtxOperand> operands;
  std::vector<PtxVariable> variables;
  /// In the text, from 1.
  unsigned line = 0;
  PtxPosition position;
  /// An instruction as it is written, without the semicolon.
  llvm::StringRef text;
};

/// `.reqntid 128`
struct PtxDirective {
  llvm::StringRef name;
  llvm::SmallVector<llvm::StringRef, 3> values;
};

struct PtxFunction {
  llvm::StringRef name;
  bool isEntry = false, hasBody = false;
  std::vector<PtxVariable> results, parameters;
  std::vector<PtxDirective> directives;
  std::vector<PtxStatement> body;
  unsigned line = 0;
};

struct PtxModule {
  llvm::StringRef version, target;
  unsigned addressSize = 64;
  std::vector<PtxVariable> variables;
  std::vector<PtxFunction> functions;
  /// By number: `.file`.
  std::vector<std::pair<unsigned, llvm::StringRef>> files;
};

/// Errors are `line N: error: what is wrong 'with this'`.
llvm::Expected<PtxModule> parsePtxModule(llvm::StringRef text);
/// The same of statements alone, as inline assembly has them.
llvm::Expected<std::vector<PtxStatement>>
parsePtxStatements(llvm::StringRef text);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXMODULE_H
