//===- PtxComparisons.cpp - Comparison and selection ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.6 and 9.7.7, and testp (9.7.3.1).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType predicateType = {TypeKind::Bits, 1};

static uint32_t partOf(PtxEmitter &e, uint32_t whole, PtxOperandType type,
                       unsigned i) {
  if (type.packed == 1)
    return whole;
  RegisterType of = {TypeKind::Unsigned, type.width()};
  if (i) {
    uint32_t shifted = e.newSlots();
    e.emit(Opcode::Shr, of, shifted, {whole, e.constant(i * type.type.width)});
    whole = shifted;
  }
  return e.emitResize(whole, of, type.type.width);
}

namespace {
/// What setp and set share: the comparison of each of the packed values, and
/// what a Boolean operation makes of it.
struct Comparison {
  SmallVector<uint32_t, 2> holds;
  std::optional<Opcode> combine;
  uint32_t with = 0;

  uint32_t combined(PtxEmitter &e, uint32_t predicate) const {
    if (!combine)
      return predicate;
    uint32_t value = e.newSlots();
    e.emit(*combine, predicateType, value, {predicate, with});
    return value;
  }
};
} // namespace

/// `type` is that of the operands.
static Expected<Comparison> compare(PtxEmitter &e,
                                    const PtxStatement &statement,
                                    const PtxMatch &match,
                                    PtxOperandType type) {
  Comparison comparison;
  if (match.has("and"))
    comparison.combine = Opcode::And;
  else if (match.has("or"))
    comparison.combine = Opcode::Or;
  else if (match.has("xor"))
    comparison.combine = Opcode::Xor;
  if (Error error = e.expectOperands(statement, comparison.combine ? 4 : 3))
    return std::move(error);
  uint32_t slots[2];
  for (unsigned i = 0; i < 2; ++i) {
    Expected<uint32_t> slot = e.source(statement.operands[1 + i], type.whole());
    if (!slot)
      return slot.takeError();
    slots[i] = *slot;
  }
  if (comparison.combine) {
    Expected<uint32_t> with = e.source(statement.operands[3], predicateType);
    if (!with)
      return with.takeError();
    comparison.with = *with;
  }
  for (unsigned i = 0; i < type.packed; ++i) {
    simt::Instruction op = match.instruction;
    op.opcode = Opcode::Compare;
    op.type = type.type;
    op.resultType = predicateType;
    op.packed = 1;
    op.relations = *parsePtxComparison(match.parts[1], type.type);
    op.operands = {partOf(e, slots[0], type, i), partOf(e, slots[1], type, i)};
    op.result = e.newSlots();
    e.append(op);
    comparison.holds.push_back(op.result);
  }
  return comparison;
}

/// `setp.lt.and.s32 p|q, a, b, c`: p is the comparison and c, q its negation
/// and c. Of packed values p is about the low one, q about the high one.
static Known decodeSetPredicate(PtxEmitter &e, const PtxStatement &statement,
                                const PtxMatch &match) {
  PtxOperandType type = match.types.back();
  bool isPair = !statement.operands.empty() &&
                statement.operands[0].kind == PtxOperand::Kind::Pair;
  bool isHalf =
      type.type.kind == TypeKind::F16 || type.type.kind == TypeKind::BF16;
  // One half has one predicate, two have two.
  if (isHalf && isPair != (type.packed == 2))
    return malformedPtx("not the results of", statement.name);
  Expected<Comparison> comparison = compare(e, statement, match, type);
  if (!comparison)
    return comparison.takeError();
  ArrayRef<PtxOperand> results = isPair ? ArrayRef(statement.operands[0].parts)
                                        : ArrayRef(statement.operands[0]);
  if (isPair && type.packed == 1) {
    uint32_t negation = e.newSlots();
    e.emit(Opcode::Xor, predicateType, negation,
           {comparison->holds[0], e.constant(1)});
    comparison->holds.push_back(negation);
  }
  SmallVector<std::pair<uint32_t, uint32_t>, 2> moves;
  for (auto [i, result] : enumerate(results)) {
    Expected<uint32_t> slot = e.destination(result, 1);
    if (!slot)
      return slot.takeError();
    moves.push_back({*slot, comparison->combined(e, comparison->holds[i])});
  }
  e.emitMoves(moves);
  return true;
}

/// All ones, or 1 of a float.
static uint64_t truthOf(PtxOperandType type) {
  switch (type.type.kind) {
  case TypeKind::F16:
    return 0x3c00;
  case TypeKind::BF16:
    return 0x3f80;
  case TypeKind::F32:
    return 0x3f800000;
  default:
    return ~uint64_t(0) >> (64 - type.type.width);
  }
}

static Known decodeSet(PtxEmitter &e, const PtxStatement &statement,
                       const PtxMatch &match) {
  PtxOperandType into = match.types.front(), type = match.types.back();
  // Two halves set the two halves of an integer.
  if (type.packed == 2 && into.packed == 1)
    into = {{into.type.kind, 16}, 2};
  Expected<Comparison> comparison = compare(e, statement, match, type);
  if (!comparison)
    return comparison.takeError();
  Expected<uint32_t> result =
      e.destination(statement.operands[0], into.width());
  if (!result)
    return result.takeError();
  uint32_t all = 0;
  RegisterType whole = into.whole();
  for (auto [i, holds] : enumerate(comparison->holds)) {
    uint32_t part = e.newSlots();
    e.emit(Opcode::Select, whole, part,
           {comparison->combined(e, holds),
            e.constant(truthOf(into) << (i * into.type.width)), e.constant(0)});
    if (i) {
      uint32_t both = e.newSlots();
      e.emit(Opcode::Or, whole, both, {all, part});
      part = both;
    }
    all = part;
  }
  e.emitMove(*result, all);
  return true;
}

/// `slct.f32.s32 d, a, b, c`: a if c is not negative, else b; NaN chooses b.
static Known decodeSelectBySign(PtxEmitter &e, const PtxStatement &statement,
                                const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 4))
    return std::move(error);
  RegisterType type = match.types.front().type, by = match.types.back().type;
  Expected<uint32_t> result = e.destination(statement.operands[0], type.width);
  if (!result)
    return result.takeError();
  uint32_t slots[3];
  for (unsigned i = 0; i < 3; ++i) {
    Expected<uint32_t> slot =
        e.source(statement.operands[1 + i], i == 2 ? by : type);
    if (!slot)
      return slot.takeError();
    slots[i] = *slot;
  }
  simt::Instruction op = match.instruction;
  op.opcode = Opcode::Compare;
  op.type = by;
  op.resultType = predicateType;
  op.relations = Relations::Equal | Relations::Greater;
  op.operands = {slots[2], e.constant(0)};
  op.result = e.newSlots();
  e.append(op);
  e.emit(Opcode::Select, type, *result, {op.result, slots[0], slots[1]});
  return true;
}

/// Zeros are normal numbers here.
static Known decodeTest(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  RegisterType type = match.types.front().type;
  Expected<uint32_t> result = e.destination(statement.operands[0], 1);
  if (!result)
    return result.takeError();
  Expected<uint32_t> value = e.source(statement.operands[1], type);
  if (!value)
    return value.takeError();
  simt::Instruction &op = e.emit(Opcode::Classify, type, *result, {*value});
  op.count = StringSwitch<unsigned>(match.parts[1])
                 .Case("finite", fcFinite)
                 .Case("infinite", fcInf)
                 .Case("number", fcAllFlags & ~fcNan)
                 .Case("notanumber", fcNan)
                 .Case("normal", fcNormal | fcZero)
                 .Case("subnormal", fcSubnormal);
  return true;
}

#define ORDERS "eq|ne|lt|le|gt|ge"
#define UNSIGNED_ORDERS ORDERS "|lo|ls|hi|hs"
#define FLOAT_ORDERS ORDERS "|equ|neu|ltu|leu|gtu|geu|num|nan"
#define BOOLEAN "and|or|xor?"
#define SETP(SYNTAX)                                                           \
  {"setp." SYNTAX, Opcode::Compare, "", {}, Modifier::None, decodeSetPredicate}
#define SET(SYNTAX)                                                            \
  {"set." SYNTAX, Opcode::Compare, "", {}, Modifier::None, decodeSet}
// Results that any operand may set.
#define WIDE_RESULTS "u32|s32|f32"
#define HALF_RESULTS "f16|bf16"

static constexpr PtxForm forms[] = {
    SETP(UNSIGNED_ORDERS "." BOOLEAN ".u16|u32|u64"),
    SETP(ORDERS "." BOOLEAN ".s16|s32|s64"),
    SETP("eq|ne." BOOLEAN "." PTX_BITS),
    SETP(FLOAT_ORDERS "." BOOLEAN ".ftz?.f32"),
    SETP(FLOAT_ORDERS "." BOOLEAN ".f64"),
    SETP(FLOAT_ORDERS "." BOOLEAN ".ftz?.f16|f16x2"),
    SETP(FLOAT_ORDERS "." BOOLEAN ".bf16|bf16x2"),
    SET(UNSIGNED_ORDERS "." BOOLEAN "." WIDE_RESULTS "|" HALF_RESULTS
                        ".u16|u32|u64"),
    SET(ORDERS "." BOOLEAN "." WIDE_RESULTS "|" HALF_RESULTS ".s16|s32|s64"),
    SET("eq|ne." BOOLEAN "." WIDE_RESULTS "|" HALF_RESULTS "." PTX_BITS),
    SET(FLOAT_ORDERS "." BOOLEAN ".ftz?." WIDE_RESULTS "|f16.f32"),
    SET(FLOAT_ORDERS "." BOOLEAN ".bf16.f32"),
    SET(FLOAT_ORDERS "." BOOLEAN "." WIDE_RESULTS "|" HALF_RESULTS ".f64"),
    SET(FLOAT_ORDERS "." BOOLEAN ".ftz?.f16|u16|s16|u32|s32.f16"),
    SET(FLOAT_ORDERS "." BOOLEAN ".bf16.f16"),
    // The ISA does not have bf16 of bf16, but CUDA's __hisnan and ptxas do.
    SET(FLOAT_ORDERS "." BOOLEAN ".bf16|u16|s16|u32|s32.bf16"),
    SET(FLOAT_ORDERS "." BOOLEAN ".ftz?.f16x2|u32|s32.f16x2"),
    SET(FLOAT_ORDERS "." BOOLEAN ".bf16x2|u32|s32.bf16x2"),
    {"selp." PTX_BITS "|" PTX_INTEGERS "|f32|f64", Opcode::Select, "t:t1t2p0"},
    {"slct." PTX_BITS "|" PTX_INTEGERS "|f32|f64.s32",
     Opcode::Select,
     "",
     {},
     Modifier::None,
     decodeSelectBySign},
    {"slct.ftz?." PTX_BITS "|" PTX_INTEGERS "|f32|f64.f32",
     Opcode::Select,
     "",
     {},
     Modifier::None,
     decodeSelectBySign},
    {"testp.finite|infinite|number|notanumber|normal|subnormal.f32|f64",
     Opcode::Classify,
     "",
     {},
     Modifier::None,
     decodeTest},
};
ArrayRef<PtxForm> simt::getPtxComparisonForms() { return forms; }
