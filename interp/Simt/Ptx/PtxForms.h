//===- PtxForms.h - Which names PTX has, and what they become ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A table of syntax: a row lists the names of one shape of an instruction with
// every modifier and type that the ISA (PTX 9.0, 9.7) allows together. A name
// that no row has is refused, so that no modifier is ever dropped; a row says
// what executes, or that it is refused by name.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXFORMS_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXFORMS_H

#include "interp/Simt/Ptx/PtxEmitter.h"

namespace tilefuzz::simt {

/// A type of an instruction: so many values of `type` in one register.
struct PtxOperandType {
  RegisterType type;
  uint8_t packed = 1;

  uint8_t width() const { return type.width * packed; }
  /// What a register of it is read as.
  RegisterType whole() const {
    return packed == 1 ? type : RegisterType{TypeKind::Bits, width()};
  }
};
/// Types of operands (PTX ISA, 5.2), packed ones and those of conversions, too.
std::optional<PtxOperandType> findPtxOperandType(llvm::StringRef name);

struct PtxForm;

/// An instruction whose name a form has.
struct PtxMatch {
  const PtxForm *form;
  /// Type, rounding and modifiers, from the name.
  Instruction instruction;
  /// In the order of the name.
  llvm::SmallVector<PtxOperandType, 2> types;
  llvm::SmallVector<llvm::StringRef, 8> parts;

  bool has(llvm::StringRef part) const {
    return llvm::is_contained(parts, part);
  }
  Modifier modifiers() const { return instruction.modifiers; }
};

struct PtxForm {
  using Decode = PtxEmitter::Known (*)(PtxEmitter &, const PtxStatement &,
                                       const PtxMatch &);
  /// The parts of the name after dots: `a|b` is one of the two, and what ends
  /// in `?` may be left out.
  llvm::StringLiteral syntax;
  /// Refuse: the ISA has it, and it is refused by name.
  Opcode opcode = Opcode::Refuse;
  /// The result, a colon, and the sources: `t` has the first type of the name,
  /// `w` twice its width, `u` is a u32, `i` a constant of 32 bits, `p` a
  /// predicate. A digit after a source is its number among the machine's
  /// operands.
  llvm::StringLiteral operands = "";
  semantics::IntegerFunction function{};
  Modifier modifiers = Modifier::None;
  /// Decodes what the rest of the row does not say.
  Decode decode = nullptr;
};

/// The form that has a name, with what the name says.
std::optional<PtxMatch> matchPtxForm(llvm::StringRef name);
/// Sums and products that do not say how they round, and negations between
/// them: what may become fused multiply-adds (PtxContraction.cpp).
bool isContractible(llvm::StringRef name);
PtxEmitter::Known decodeContractible(PtxEmitter &e,
                                     const PtxStatement &statement,
                                     const PtxMatch &match);
/// All tables: floats, integers and bits, comparisons,
/// conversions, warps, updates, matrices, copies, launches, barriers,
/// warpgroups, tensor memory, hints, video.
std::vector<llvm::ArrayRef<PtxForm>> getPtxForms();
/// Every name that a form has.
std::vector<std::string> namesOf(const PtxForm &form);

llvm::ArrayRef<PtxForm> getPtxFloatForms();
llvm::ArrayRef<PtxForm> getPtxIntegerForms();
llvm::ArrayRef<PtxForm> getPtxComparisonForms();
llvm::ArrayRef<PtxForm> getPtxConversionForms();
llvm::ArrayRef<PtxForm> getPtxWarpForms();
llvm::ArrayRef<PtxForm> getPtxAtomicForms();
llvm::ArrayRef<PtxForm> getPtxMatrixForms();
llvm::ArrayRef<PtxForm> getPtxAsyncForms();
llvm::ArrayRef<PtxForm> getPtxBarrierForms();
llvm::ArrayRef<PtxForm> getPtxBulkForms();
llvm::ArrayRef<PtxForm> getPtxLaunchControlForms();
llvm::ArrayRef<PtxForm> getPtxTensorForms();
llvm::ArrayRef<PtxForm> getPtxWarpgroupForms();
llvm::ArrayRef<PtxForm> getPtxTcgen05Forms();
llvm::ArrayRef<PtxForm> getPtxHintForms();
llvm::ArrayRef<PtxForm> getPtxStackForms();
llvm::ArrayRef<PtxForm> getPtxVideoForms();
/// Of a reduction in bulk, which its name says.
AtomicOperation updateOf(const PtxMatch &match);

// Sets of alternatives that several tables name.
#define PTX_ROUNDINGS "rn|rz|rm|rp"
#define PTX_INTEGERS "u16|u32|u64|s16|s32|s64"
#define PTX_BITS "b16|b32|b64"

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXFORMS_H
