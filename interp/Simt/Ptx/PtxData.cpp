//===- PtxData.cpp - Moves, conversions, bits, control --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What is more than an operation of one type (PtxRows.cpp).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Parts = PtxEmitter::Parts;
using Known = PtxEmitter::Known;

static constexpr RegisterType amountType = {TypeKind::Unsigned, 32};

//===----------------------------------------------------------------------===//
// Moves and conversions
//===----------------------------------------------------------------------===//

/// PTX ISA, 9.7.9.7: `mov.b32 d, {a, b}`.
static Known pack(PtxEmitter &e, const PtxStatement &statement,
                  RegisterType type) {
  ArrayRef<PtxOperand> parts = statement.operands[1].parts;
  if (parts.empty() || type.width % parts.size())
    return malformedPtx("wrong number of operands of", statement.name);
  uint8_t width = type.width / parts.size();
  Expected<uint32_t> result = e.destination(statement.operands[0], type.width);
  if (!result)
    return result.takeError();
  uint32_t sum = 0;
  for (auto [i, part] : enumerate(parts)) {
    Expected<uint32_t> one = e.source(part, {TypeKind::Bits, width});
    if (!one)
      return one.takeError();
    uint32_t wide = e.emitResize(*one, {TypeKind::Unsigned, width}, type.width);
    uint32_t shifted = wide;
    if (i) {
      shifted = e.newSlots();
      e.emit(Opcode::Shl, type, shifted, {wide, e.constant(i * width)});
      uint32_t next = e.newSlots();
      e.emit(Opcode::Or, type, next, {sum, shifted});
      shifted = next;
    }
    sum = shifted;
  }
  e.emitMove(*result, sum);
  return true;
}

static Known unpack(PtxEmitter &e, const PtxStatement &statement,
                    RegisterType type) {
  ArrayRef<PtxOperand> parts = statement.operands[0].parts;
  if (parts.empty() || type.width % parts.size())
    return malformedPtx("wrong number of operands of", statement.name);
  uint8_t width = type.width / parts.size();
  Expected<uint32_t> from = e.source(statement.operands[1], type);
  if (!from)
    return from.takeError();
  // All parts are read before one is written, which may be the source.
  SmallVector<std::pair<uint32_t, uint32_t>> moves;
  for (auto [i, part] : enumerate(parts)) {
    Expected<uint32_t> into = e.destination(part, width);
    if (!into)
      return into.takeError();
    uint32_t shifted = e.newSlots();
    e.emit(Opcode::Shr, {TypeKind::Unsigned, type.width}, shifted,
           {*from, e.constant(i * width)});
    moves.push_back({*into, e.emitResize(shifted, type, width)});
  }
  for (auto [into, value] : moves)
    e.emitMove(into, value);
  return true;
}

static Known decodeMove(PtxEmitter &e, const PtxStatement &statement,
                        Parts parts) {
  const PtxTypeRow *type = parts.size() == 1 ? findPtxType(parts[0]) : nullptr;
  if (!type || (type->registerType.width < 16 && type->registerType.width != 1))
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  RegisterType of = type->registerType;
  const PtxOperand &into = statement.operands[0], &from = statement.operands[1];
  if (into.kind == PtxOperand::Kind::Vector)
    return unpack(e, statement, of);
  if (from.kind == PtxOperand::Kind::Vector)
    return pack(e, statement, of);
  Expected<uint32_t> result = e.destination(into, of.width);
  if (!result)
    return result.takeError();
  Expected<uint32_t> value = e.source(from, of);
  if (!value)
    return value.takeError();
  e.emitMove(*result, *value);
  return true;
}

static std::optional<RoundingMode> parseIntegerRounding(StringRef text) {
  return text.consume_back("i") ? parsePtxRounding(text) : std::nullopt;
}

/// PTX ISA, 9.7.9.21: from the second type to the first, of registers that may
/// be wider.
static Known decodeConversion(PtxEmitter &e, const PtxStatement &statement,
                              Parts parts) {
  if (parts.size() < 2)
    return false;
  const PtxTypeRow *toRow = findPtxType(parts[parts.size() - 2]),
                   *fromRow = findPtxType(parts.back());
  parts = parts.drop_back(2);
  if (!toRow || !fromRow)
    return false;
  RegisterType to = toRow->registerType, from = fromRow->registerType;
  if (to.kind == TypeKind::Bits || from.kind == TypeKind::Bits)
    return false;
  Opcode opcode =
      to.isFloat()
          ? (from.isFloat() ? Opcode::ConvertFloat : Opcode::IntegerToFloat)
          : (from.isFloat() ? Opcode::FloatToInteger : Opcode::ConvertInteger);
  std::optional<RoundingMode> rounding;
  if (parts.size() == 1)
    rounding = opcode == Opcode::FloatToInteger ? parseIntegerRounding(parts[0])
                                                : parsePtxRounding(parts[0]);
  bool isExact = opcode == Opcode::ConvertInteger ||
                 (opcode == Opcode::ConvertFloat && to.width > from.width);
  // What a float is rounded to must be said, and what is exact takes none;
  // from a format to itself it would round to an integer.
  if (parts.size() > 1 || rounding.has_value() == isExact ||
      parts.size() != size_t(rounding.has_value()) ||
      (opcode == Opcode::ConvertFloat && to.width == from.width))
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  auto into = e.wideRegister(statement.operands[0], to.width);
  if (!into)
    return into.takeError();
  uint32_t value;
  const PtxOperand &source = statement.operands[1];
  if (source.kind == PtxOperand::Kind::Name && e.find(source.text)) {
    auto one = e.wideRegister(source, from.width);
    if (!one)
      return one.takeError();
    value = e.emitResize((*one)->slot, {TypeKind::Bits, uint8_t((*one)->width)},
                         from.width);
  } else {
    Expected<uint32_t> constant = e.source(source, from);
    if (!constant)
      return constant.takeError();
    value = *constant;
  }
  uint32_t converted = e.newSlots();
  simt::Instruction &op = e.emit(opcode, from, converted, {value});
  op.resultType = to;
  op.rounding = rounding.value_or(RoundingMode::NearestEven);
  if (opcode == Opcode::FloatToInteger)
    op.modifiers = Modifier::Saturate;
  e.emitMove((*into)->slot, e.emitResize(converted, to, (*into)->width));
  return true;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// `mul.wide` and `mad.wide`: the product of two numbers has twice their width.
static Known decodeWideProduct(PtxEmitter &e, const PtxStatement &statement,
                               Parts parts, bool adds) {
  if (parts.size() != 2 || parts[0] != "wide")
    return false;
  const PtxTypeRow *row = findPtxType(parts[1]);
  if (!row || row->registerType.isFloat() || row->registerType.width > 32 ||
      row->registerType.width < 16 || row->registerType.kind == TypeKind::Bits)
    return false;
  if (Error error = e.expectOperands(statement, 3 + adds))
    return std::move(error);
  RegisterType type = row->registerType;
  RegisterType wide = {type.kind, uint8_t(2 * type.width)};
  Expected<uint32_t> result = e.destination(statement.operands[0], wide.width);
  if (!result)
    return result.takeError();
  uint32_t factors[2];
  for (unsigned i = 0; i < 2; ++i) {
    Expected<uint32_t> one = e.source(statement.operands[1 + i], type);
    if (!one)
      return one.takeError();
    factors[i] = e.emitResize(*one, type, wide.width);
  }
  if (!adds) {
    e.emit(Opcode::Mul, wide, *result, factors);
    return true;
  }
  Expected<uint32_t> sum = e.source(statement.operands[3], wide);
  if (!sum)
    return sum.takeError();
  e.emit(Opcode::Fma, wide, *result, {factors[0], factors[1], *sum});
  return true;
}
static Known decodeMul(PtxEmitter &e, const PtxStatement &statement,
                       Parts parts) {
  return decodeWideProduct(e, statement, parts, /*adds=*/false);
}
static Known decodeMad(PtxEmitter &e, const PtxStatement &statement,
                       Parts parts) {
  return decodeWideProduct(e, statement, parts, /*adds=*/true);
}

static Known decodeNot(PtxEmitter &e, const PtxStatement &statement,
                       Parts parts) {
  const PtxTypeRow *row = parts.size() == 1 ? findPtxType(parts[0]) : nullptr;
  if (!row || row->registerType.kind != TypeKind::Bits ||
      row->registerType.width == 8)
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  RegisterType type = row->registerType;
  Expected<uint32_t> result = e.destination(statement.operands[0], type.width);
  if (!result)
    return result.takeError();
  Expected<uint32_t> value = e.source(statement.operands[1], type);
  if (!value)
    return value.takeError();
  e.emit(Opcode::Xor, type, *result,
         {*value, e.constant(maskTo(~uint64_t(0), type.width))});
  return true;
}

/// Operations of three operands, the last ones of 32 bits whatever the type.
static Known decodeBits(PtxEmitter &e, const PtxStatement &statement,
                        Opcode opcode, RegisterType type, unsigned arity,
                        unsigned firstAmount) {
  if (Error error = e.expectOperands(statement, 1 + arity))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], type.width);
  if (!result)
    return result.takeError();
  SmallVector<uint32_t> slots;
  for (unsigned i = 0; i < arity; ++i) {
    Expected<uint32_t> one = e.source(statement.operands[1 + i],
                                      i >= firstAmount ? amountType : type);
    if (!one)
      return one.takeError();
    slots.push_back(*one);
  }
  e.emit(opcode, type, *result, slots);
  return true;
}

/// PTX ISA, 9.7.8.7: without a mode.
static Known decodePermute(PtxEmitter &e, const PtxStatement &statement,
                           Parts parts) {
  if (parts.size() != 1 || parts[0] != "b32")
    return false;
  return decodeBits(e, statement, Opcode::PermuteBytes, {TypeKind::Bits, 32}, 3,
                    3);
}

static Known decodeExtract(PtxEmitter &e, const PtxStatement &statement,
                           Parts parts) {
  const PtxTypeRow *row = parts.size() == 1 ? findPtxType(parts[0]) : nullptr;
  if (!row || row->registerType.isFloat() || row->registerType.width < 32 ||
      row->registerType.kind == TypeKind::Bits)
    return false;
  return decodeBits(e, statement, Opcode::ExtractField, row->registerType, 3,
                    1);
}

/// PTX ISA, 9.7.8.6: the amount is taken modulo 32. The machine has the high
/// word first.
static Known decodeFunnel(PtxEmitter &e, const PtxStatement &statement,
                          Parts parts) {
  if (parts.size() != 3 || parts[1] != "wrap" || parts[2] != "b32" ||
      (parts[0] != "l" && parts[0] != "r"))
    return false;
  RegisterType type = {TypeKind::Bits, 32};
  if (Error error = e.expectOperands(statement, 4))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  uint32_t slots[3];
  for (unsigned i = 0; i < 3; ++i) {
    Expected<uint32_t> one = e.source(statement.operands[1 + i], type);
    if (!one)
      return one.takeError();
    slots[i] = *one;
  }
  e.emit(parts[0] == "l" ? Opcode::FunnelLeft : Opcode::FunnelRight, type,
         *result, {slots[1], slots[0], slots[2]});
  return true;
}

/// `popc.b64`: the count has 32 bits.
static Known decodeCount(PtxEmitter &e, const PtxStatement &statement,
                         Parts parts, Opcode opcode) {
  const PtxTypeRow *row = parts.size() == 1 ? findPtxType(parts[0]) : nullptr;
  if (!row || row->registerType.kind != TypeKind::Bits ||
      row->registerType.width < 32)
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  Expected<uint32_t> value = e.source(statement.operands[1], row->registerType);
  if (!value)
    return value.takeError();
  uint32_t count = e.newSlots();
  e.emit(opcode, row->registerType, count, {*value});
  e.emitMove(*result, e.emitResize(count, row->registerType, 32));
  return true;
}
static Known decodePopulation(PtxEmitter &e, const PtxStatement &statement,
                              Parts parts) {
  return decodeCount(e, statement, parts, Opcode::PopCount);
}
static Known decodeLeadingZeros(PtxEmitter &e, const PtxStatement &statement,
                                Parts parts) {
  return decodeCount(e, statement, parts, Opcode::LeadingZeros);
}

/// `setp.lt.and.s32 p|q, a, b, c`: p is the comparison and c, q its negation
/// and c. What has one result and no c is in PtxRows.cpp.
static Known decodeCompare(PtxEmitter &e, const PtxStatement &statement,
                           Parts parts) {
  const PtxTypeRow *row =
      parts.size() >= 2 ? findPtxType(parts.back()) : nullptr;
  bool isPair = !statement.operands.empty() &&
                statement.operands[0].kind == PtxOperand::Kind::Pair;
  if (!row || (parts.size() == 2 && !isPair))
    return false;
  RegisterType type = row->registerType;
  std::optional<Relations> relations = parsePtxComparison(parts[0], type);
  std::optional<Opcode> combine;
  if (parts.size() == 3) {
    combine = StringSwitch<std::optional<Opcode>>(parts[1])
                  .Case("and", Opcode::And)
                  .Case("or", Opcode::Or)
                  .Case("xor", Opcode::Xor)
                  .Default(std::nullopt);
    if (!combine)
      return false;
  }
  if (!relations || parts.size() > 3)
    return false;
  if (Error error = e.expectOperands(statement, combine ? 4 : 3))
    return std::move(error);
  RegisterType predicate = {TypeKind::Bits, 1};
  ArrayRef<PtxOperand> results = isPair ? ArrayRef(statement.operands[0].parts)
                                        : ArrayRef(statement.operands[0]);
  SmallVector<uint32_t> into;
  for (const PtxOperand &one : results) {
    Expected<uint32_t> slot = e.destination(one, 1);
    if (!slot)
      return slot.takeError();
    into.push_back(*slot);
  }
  Expected<uint32_t> a = e.source(statement.operands[1], type);
  if (!a)
    return a.takeError();
  Expected<uint32_t> b = e.source(statement.operands[2], type);
  if (!b)
    return b.takeError();
  Expected<uint32_t> c = combine ? e.source(statement.operands[3], predicate)
                                 : Expected<uint32_t>(0);
  if (!c)
    return c.takeError();
  uint32_t holds[2] = {e.newSlots(), e.newSlots()};
  simt::Instruction &op = e.emit(Opcode::Compare, type, holds[0], {*a, *b});
  op.resultType = predicate;
  op.relations = *relations;
  e.emit(Opcode::Xor, predicate, holds[1], {holds[0], e.constant(1)});
  for (auto [i, slot] : enumerate(into)) {
    uint32_t value = holds[i];
    if (combine) {
      value = e.newSlots();
      e.emit(*combine, predicate, value, {holds[i], *c});
    }
    holds[i] = value;
  }
  for (auto [i, slot] : enumerate(into))
    e.emitMove(slot, holds[i]);
  return true;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

static Known decodeBranch(PtxEmitter &e, const PtxStatement &statement,
                          Parts parts) {
  if (parts.size() > 1 || (parts.size() == 1 && parts[0] != "uni"))
    return false;
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  e.emitJump(statement.operands[0].text);
  return true;
}
static Known decodeReturn(PtxEmitter &e, const PtxStatement &statement,
                          Parts parts) {
  if (parts.size() > 1 || (parts.size() == 1 && parts[0] != "uni"))
    return false;
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  e.emit(e.returning);
  return true;
}
static Known decodeExit(PtxEmitter &e, const PtxStatement &statement,
                        Parts parts) {
  if (!parts.empty())
    return false;
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  e.emit(Opcode::Exit);
  return true;
}
static Known decodeCall(PtxEmitter &e, const PtxStatement &statement,
                        Parts parts) {
  if (parts.size() > 1 || (parts.size() == 1 && parts[0] != "uni") ||
      !e.decodeCall)
    return false;
  return e.decodeCall(statement);
}

static constexpr PtxFamilyRow rows[] = {
    {"mov", decodeMove},        {"cvt", decodeConversion},
    {"mul", decodeMul},         {"mad", decodeMad},
    {"not", decodeNot},         {"prmt", decodePermute},
    {"bfe", decodeExtract},     {"shf", decodeFunnel},
    {"popc", decodePopulation}, {"clz", decodeLeadingZeros},
    {"setp", decodeCompare},    {"bra", decodeBranch},
    {"ret", decodeReturn},      {"exit", decodeExit},
    {"call", decodeCall},
};
ArrayRef<PtxFamilyRow> simt::getPtxDataFamilies() { return rows; }
