//===- PtxIntegers.cpp - Integers, carries and bits -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.1, 9.7.2, 9.7.8 and prmt.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;
using F = semantics::IntegerFunction;

/// Sums with the carry flag, which each function has: what it holds at a call
/// is lost (9.7.2). A product is formed first.
static Known decodeCarry(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  StringRef name = match.parts.front();
  bool isProduct = name.starts_with("mad"),
       isDifference = name.starts_with("sub");
  bool readsCarry = name.ends_with("c"), writesCarry = match.has("cc");
  if (Error error = e.expectOperands(statement, 3 + isProduct))
    return std::move(error);
  RegisterType type = match.types.front().type;
  Expected<uint32_t> result = e.destination(statement.operands[0], type.width);
  if (!result)
    return result.takeError();
  SmallVector<uint32_t, 3> slots;
  for (const PtxOperand &operand : drop_begin(statement.operands)) {
    Expected<uint32_t> slot = e.source(operand, type);
    if (!slot)
      return slot.takeError();
    slots.push_back(*slot);
  }
  if (isProduct) {
    uint32_t product = e.newSlots();
    e.emit(match.has("hi") ? Opcode::MulHigh : Opcode::Mul, type, product,
           {slots[0], slots[1]});
    slots = {product, slots[2]};
  }
  slots.push_back(readsCarry ? e.carrySlot() : e.constant(0));
  auto apply = [&](F function, uint32_t into) {
    e.emit(Opcode::Apply, type, into, slots).function = function;
  };
  SmallVector<std::pair<uint32_t, uint32_t>, 2> moves = {
      {*result, e.newSlots()}};
  apply(isDifference ? F::SubBorrow : F::AddCarry, moves[0].second);
  if (writesCarry) {
    moves.push_back({e.carrySlot(), e.newSlots()});
    apply(isDifference ? F::BorrowOfSub : F::CarryOfAdd, moves[1].second);
  }
  e.emitMoves(moves);
  return true;
}

/// `lop3.or.b32 d|p, a, b, c, table, q`: p is whether d is not zero, and q.
static Known decodeLogicTable(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  bool hasPredicate = match.has("or") || match.has("and");
  if (Error error = e.expectOperands(statement, 5 + hasPredicate))
    return std::move(error);
  const PtxOperand &into = statement.operands[0];
  if (hasPredicate != (into.kind == PtxOperand::Kind::Pair))
    return malformedPtx("not the results of", statement.name);
  RegisterType type = match.types.front().type;
  Expected<uint32_t> result =
      e.destination(hasPredicate ? into.parts[0] : into, 32);
  if (!result)
    return result.takeError();
  simt::Instruction op = match.instruction;
  for (unsigned i = 0; i < 4; ++i) {
    const PtxOperand &operand = statement.operands[1 + i];
    uint64_t table;
    if (i == 3 && (operand.kind != PtxOperand::Kind::Constant ||
                   operand.text.getAsInteger(0, table) || table > 255))
      return malformedPtx("not a table of eight bits:", operand.text);
    Expected<uint32_t> slot = e.source(operand, type);
    if (!slot)
      return slot.takeError();
    op.operands[i] = *slot;
  }
  op.result = e.newSlots();
  SmallVector<std::pair<uint32_t, uint32_t>, 2> moves = {{*result, op.result}};
  if (hasPredicate) {
    Expected<uint32_t> predicate = e.destination(into.parts[1], 1);
    if (!predicate)
      return predicate.takeError();
    Expected<uint32_t> q = e.source(statement.operands[5], {TypeKind::Bits, 1});
    if (!q)
      return q.takeError();
    e.append(op);
    uint32_t isNotZero = e.newSlots(), joined = e.newSlots();
    simt::Instruction &compare =
        e.emit(Opcode::Compare, type, isNotZero, {op.result, e.constant(0)});
    compare.relations = Relations::Less | Relations::Greater;
    compare.resultType = {TypeKind::Bits, 1};
    e.emit(match.has("or") ? Opcode::Or : Opcode::And, {TypeKind::Bits, 1},
           joined, {isNotZero, *q});
    moves.push_back({*predicate, joined});
  } else {
    e.append(op);
  }
  e.emitMoves(moves);
  return true;
}

#define WORDS "u32|s32|u64|s64"
static constexpr F noFunction{};
static constexpr Modifier none = Modifier::None, clamp = Modifier::ClampAmount,
                          quotient = Modifier::UnspecifiedQuotient;
static constexpr Opcode apply = Opcode::Apply;

static constexpr PtxForm forms[] = {
    // 9.7.1.
    {"add." PTX_INTEGERS "|u16x2|s16x2", Opcode::Add, "t:tt"},
    {"add.sat.s32", Opcode::Add, "t:tt"},
    {"sub." PTX_INTEGERS, Opcode::Sub, "t:tt"},
    {"sub.sat.s32", Opcode::Sub, "t:tt"},
    {"mul.lo." PTX_INTEGERS, Opcode::Mul, "t:tt"},
    {"mul.hi." PTX_INTEGERS, Opcode::MulHigh, "t:tt"},
    {"mul.wide.u16|u32|s16|s32", apply, "w:tt", F::WideProduct},
    {"mad.lo." PTX_INTEGERS, Opcode::Fma, "t:ttt"},
    {"mad.hi." PTX_INTEGERS, apply, "t:ttt", F::HighProductAdd},
    {"mad.hi.sat.s32", apply, "t:ttt", F::HighProductAddSaturated},
    {"mad.wide.u16|u32|s16|s32", apply, "w:ttw", F::WideProductAdd},
    {"mul24.lo.u32|s32", apply, "t:tt", F::LowProduct24},
    {"mul24.hi.u32|s32", apply, "t:tt", F::HighProduct24},
    {"mad24.lo.u32|s32", apply, "t:ttt", F::LowProduct24Add},
    {"mad24.hi.u32|s32", apply, "t:ttt", F::HighProduct24Add},
    {"mad24.hi.sat.s32", apply, "t:ttt", F::HighProduct24AddSaturated},
    {"sad." PTX_INTEGERS, apply, "t:ttt", F::AddDifference},
    {"div." PTX_INTEGERS, Opcode::Div, "t:tt", noFunction, quotient},
    {"rem." PTX_INTEGERS, Opcode::Rem, "t:tt", noFunction, quotient},
    {"abs.s16|s32|s64", Opcode::Abs, "t:t"},
    {"neg.s16|s32|s64", Opcode::Neg, "t:t"},
    {"min.u16|u32|u64|s16|s64|u16x2", Opcode::Min, "t:tt"},
    {"min.relu?.s32|s16x2", Opcode::Min, "t:tt"},
    {"max.u16|u32|u64|s16|s64|u16x2", Opcode::Max, "t:tt"},
    {"max.relu?.s32|s16x2", Opcode::Max, "t:tt"},
    {"popc.b32|b64", Opcode::PopCount, "u:t"},
    {"clz.b32|b64", Opcode::LeadingZeros, "u:t"},
    {"bfind." WORDS, apply, "u:t", F::FindLeading},
    {"bfind.shiftamt." WORDS, apply, "u:t", F::FindLeadingShift},
    {"fns.b32", apply, "t:ttt", F::FindNthSet},
    {"brev.b32|b64", Opcode::ReverseBits, "t:t"},
    {"bfe." WORDS, Opcode::ExtractField, "t:tuu"},
    {"bfi.b32|b64", apply, "t:ttuu", F::InsertField},
    {"bmsk.clamp.b32", apply, "t:tt", F::FieldMaskClamped},
    {"bmsk.wrap.b32", apply, "t:tt", F::FieldMaskWrapped},
    {"szext.clamp.u32|s32", apply, "t:tu", F::ExtendClamped},
    {"szext.wrap.u32|s32", apply, "t:tu", F::ExtendWrapped},
    {"dp4a.u32|s32.u32|s32", apply, "t:ttt", F::DotFourBytes},
    {"dp2a.lo.u32|s32.u32|s32", apply, "t:ttt", F::DotLowBytes},
    {"dp2a.hi.u32|s32.u32|s32", apply, "t:ttt", F::DotHighBytes},
    // 9.7.2.
    {"add.cc." WORDS, apply, "", noFunction, none, decodeCarry},
    {"addc.cc?." WORDS, apply, "", noFunction, none, decodeCarry},
    {"sub.cc." WORDS, apply, "", noFunction, none, decodeCarry},
    {"subc.cc?." WORDS, apply, "", noFunction, none, decodeCarry},
    {"mad.hi|lo.cc." WORDS, apply, "", noFunction, none, decodeCarry},
    {"madc.hi|lo.cc?." WORDS, apply, "", noFunction, none, decodeCarry},
    // 9.7.8.
    {"and." PTX_BITS "|pred", Opcode::And, "t:tt"},
    {"or." PTX_BITS "|pred", Opcode::Or, "t:tt"},
    {"xor." PTX_BITS "|pred", Opcode::Xor, "t:tt"},
    {"cnot." PTX_BITS, apply, "t:t", F::IsZero},
    {"lop3.or|and?.b32", apply, "", F::LogicTable, none, decodeLogicTable},
    {"shl." PTX_BITS, Opcode::Shl, "t:tu", noFunction, clamp},
    {"shr." PTX_BITS "|" PTX_INTEGERS, Opcode::Shr, "t:tu", noFunction, clamp},
    {"shf.l.clamp.b32", apply, "t:ttu", F::FunnelLeftClamped},
    {"shf.l.wrap.b32", apply, "t:ttu", F::FunnelLeftWrapped},
    {"shf.r.clamp.b32", apply, "t:ttu", F::FunnelRightClamped},
    {"shf.r.wrap.b32", apply, "t:ttu", F::FunnelRightWrapped},
    {"prmt.b32", Opcode::PermuteBytes, "t:ttt"},
    {"prmt.b32.f4e", apply, "t:ttt", F::ForwardFour},
    {"prmt.b32.b4e", apply, "t:ttt", F::BackwardFour},
    {"prmt.b32.rc8", apply, "t:ttt", F::ReplicateByte},
    {"prmt.b32.ecl", apply, "t:ttt", F::EdgeClampLeft},
    {"prmt.b32.ecr", apply, "t:ttt", F::EdgeClampRight},
    {"prmt.b32.rc16", apply, "t:ttt", F::ReplicateHalf},
};
ArrayRef<PtxForm> simt::getPtxIntegerForms() { return forms; }
