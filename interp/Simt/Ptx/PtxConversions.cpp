//===- PtxConversions.cpp - cvt -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.9.21. A name says a rounding where one is needed and none
// where the conversion is exact; `.ftz` stands where one side is an f32.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static Opcode opcodeOf(RegisterType to, RegisterType from) {
  if (to.isFloat())
    return from.isFloat() ? Opcode::ConvertFloat : Opcode::IntegerToFloat;
  return from.isFloat() ? Opcode::FloatToInteger : Opcode::ConvertInteger;
}

/// The low bits of a register that may be wider, or a constant.
static Expected<uint32_t> sourceOf(PtxEmitter &e, const PtxOperand &operand,
                                   PtxOperandType type) {
  if (operand.kind != PtxOperand::Kind::Name || !e.find(operand.text))
    return e.source(operand, type.whole());
  auto one = e.wideRegister(operand, type.width());
  if (!one)
    return one.takeError();
  return e.emitResize((*one)->slot, {TypeKind::Bits, uint8_t((*one)->width)},
                      type.width());
}

/// To the first type of the name from the second. Of two sources the first
/// becomes the upper value of the result.
static Known decodeConversion(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  PtxOperandType to = match.types[0], from = match.types[1];
  unsigned sources = to.packed / from.packed;
  if (Error error = e.expectOperands(statement, 1 + sources))
    return std::move(error);
  auto into = e.wideRegister(statement.operands[0], to.width());
  if (!into)
    return into.takeError();
  if (!(*into)->isWritable)
    return malformedPtx("not a register for this result:",
                        statement.operands[0].text);
  simt::Instruction op = match.instruction;
  op.opcode = opcodeOf(to.type, from.type);
  op.type = from.type;
  op.resultType = to.type;
  op.packed = from.packed;
  // Floats become the nearest integer, said or not.
  if (op.opcode == Opcode::FloatToInteger)
    op.modifiers |= Modifier::Saturate;
  RegisterType whole = to.whole();
  uint32_t all = 0;
  for (unsigned i = 0; i < sources; ++i) {
    Expected<uint32_t> value = sourceOf(e, statement.operands[1 + i], from);
    if (!value)
      return value.takeError();
    op.operands[0] = *value;
    op.result = e.newSlots();
    e.append(op);
    if (i == 0) {
      all = op.result;
      continue;
    }
    uint32_t shifted = e.newSlots(), both = e.newSlots();
    e.emit(Opcode::Shl, whole, shifted, {all, e.constant(to.type.width)});
    e.emit(Opcode::Or, whole, both, {shifted, op.result});
    all = both;
  }
  e.emitMove((*into)->slot, e.emitResize(all, whole, (*into)->width));
  return true;
}

#define ALL_INTEGERS "u8|u16|u32|u64|s8|s16|s32|s64"
#define INTEGER_ROUNDINGS "rni|rzi|rmi|rpi"
#define NARROW_PAIRS "e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2"
#define CVT(SYNTAX)                                                            \
  {"cvt." SYNTAX,  Opcode::ConvertFloat, "", {},                               \
   Modifier::None, decodeConversion}

static constexpr PtxForm forms[] = {
    CVT("sat?." ALL_INTEGERS "." ALL_INTEGERS),
    CVT(PTX_ROUNDINGS ".ftz?.sat?.f32." ALL_INTEGERS),
    CVT(PTX_ROUNDINGS ".sat?.f16|bf16|f64." ALL_INTEGERS),
    CVT(INTEGER_ROUNDINGS ".ftz?.sat?." ALL_INTEGERS ".f32"),
    CVT(INTEGER_ROUNDINGS ".sat?." ALL_INTEGERS ".f16|bf16|f64"),
    // Exact.
    CVT("ftz?.sat?.f32.f16|bf16|f32"),
    CVT("ftz?.sat?.f64.f32"),
    CVT("sat?.f64.f16|bf16|f64"),
    CVT("sat?.f16.f16"),
    CVT("sat?.bf16.bf16"),
    // To an integer that stays a float.
    CVT(INTEGER_ROUNDINGS ".ftz?.sat?.f32.f32"),
    CVT(INTEGER_ROUNDINGS ".sat?.f16.f16"),
    CVT(INTEGER_ROUNDINGS ".sat?.bf16.bf16"),
    CVT(INTEGER_ROUNDINGS ".sat?.f64.f64"),
    // To what holds less.
    CVT(PTX_ROUNDINGS ".ftz?.sat?.f32.f64"),
    CVT(PTX_ROUNDINGS ".ftz?.sat?.f16|bf16.f32"),
    CVT(PTX_ROUNDINGS ".sat?.f16|bf16.f64"),
    CVT(PTX_ROUNDINGS ".sat?.bf16.f16"),
    CVT(PTX_ROUNDINGS ".sat?.f16.bf16"),
    CVT("rn|rz.relu.satfinite?.f16|bf16.f32"),
    CVT("rn|rz.satfinite.f16|bf16.f32"),
    CVT("rn|rz.relu?.satfinite?.f16x2|bf16x2.f32"),
    CVT("rna.satfinite?.tf32.f32"),
    CVT("rn|rz.satfinite?.relu?.tf32.f32"),
    // As LLVM writes it.
    CVT("rn|rz.relu.satfinite.tf32.f32"),
    CVT("rn.satfinite.relu?." NARROW_PAIRS ".f32"),
    CVT("rn.satfinite.relu?.e4m3x2|e5m2x2.f16x2"),
    CVT("rn.relu?.f16x2." NARROW_PAIRS),
    CVT("rz|rp.satfinite?.ue8m0x2.f32|bf16x2"),
    CVT("rn.bf16x2.ue8m0x2"),
    // Stochastic rounding.
    {"cvt.rs.relu?.satfinite?.f16x2|bf16x2.f32"},
    {"cvt.rs.relu?.satfinite.e4m3x4|e5m2x4|e2m3x4|e3m2x4|e2m1x4.f32"},
};
ArrayRef<PtxForm> simt::getPtxConversionForms() { return forms; }
