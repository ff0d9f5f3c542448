//===- PtxData.cpp - Moves and control ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
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

/// `mov.b128 d, a`, `mov.b128 d, {low, high}` and `mov.b128 {low, high}, a`:
/// the halves are slots of their own.
static Known moveWide(PtxEmitter &e, const PtxStatement &statement,
                      RegisterType type) {
  RegisterType half = {TypeKind::Bits, uint8_t(type.width / 2)};
  const PtxOperand &into = statement.operands[0], &from = statement.operands[1];
  uint32_t values[2];
  if (from.kind == PtxOperand::Kind::Vector) {
    if (from.parts.size() != 2)
      return malformedPtx("wrong number of operands of", statement.name);
    for (unsigned i = 0; i < 2; ++i) {
      Expected<uint32_t> value = e.source(from.parts[i], half);
      if (!value)
        return value.takeError();
      values[i] = *value;
    }
  } else {
    Expected<uint32_t> value = e.source(from, type);
    if (!value)
      return value.takeError();
    values[0] = *value;
    values[1] = *value + 1;
  }
  // All are read before one is written.
  SmallVector<std::pair<uint32_t, uint32_t>, 2> moves;
  if (into.kind == PtxOperand::Kind::Vector) {
    if (into.parts.size() != 2)
      return malformedPtx("wrong number of operands of", statement.name);
    for (unsigned i = 0; i < 2; ++i) {
      Expected<uint32_t> result = e.destination(into.parts[i], half.width);
      if (!result)
        return result.takeError();
      moves.push_back({*result, values[i]});
    }
  } else {
    Expected<uint32_t> result = e.destination(into, type.width);
    if (!result)
      return result.takeError();
    moves.push_back({*result, values[0]});
    moves.push_back({*result + 1, values[1]});
  }
  e.emitMoves(moves);
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
  if (of.width > 64)
    return moveWide(e, statement, of);
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
  e.moveFactors(into, from);
  e.emitMove(*result, *value);
  return true;
}

static Known decodeNot(PtxEmitter &e, const PtxStatement &statement,
                       Parts parts) {
  const PtxTypeRow *row = parts.size() == 1 ? findPtxType(parts[0]) : nullptr;
  if (!row || row->registerType.kind != TypeKind::Bits ||
      row->registerType.width == 8 || row->registerType.width > 64)
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

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

static Known decodeBranch(PtxEmitter &e, const PtxStatement &statement,
                          Parts parts) {
  if (parts.size() > 1 || (parts.size() == 1 && parts[0] != "uni"))
    return false;
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  if (statement.operands[0].kind != PtxOperand::Kind::Name)
    return malformedPtx("no label", statement.operands[0].text);
  e.emitJump(statement.operands[0].text);
  return true;
}
/// PTX ISA, brx.idx: an index beyond the targets is undefined behaviour.
static Known decodeIndexedBranch(PtxEmitter &e, const PtxStatement &statement,
                                 Parts parts) {
  // What stands behind inline assembly is not the end of a function.
  if (e.isInline || parts.empty() || parts[0] != "idx" || parts.size() > 2 ||
      (parts.size() == 2 && parts[1] != "uni"))
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  if (statement.operands[1].kind != PtxOperand::Kind::Name)
    return malformedPtx("no branch targets:", statement.operands[1].text);
  Expected<uint32_t> index =
      e.source(statement.operands[0], {TypeKind::Unsigned, 32});
  if (!index)
    return index.takeError();
  if (Error error = e.emitJumps(statement.operands[1].text, *index))
    return std::move(error);
  return true;
}
static Known decodeReturn(PtxEmitter &e, const PtxStatement &statement,
                          Parts parts) {
  if (parts.size() > 1 || (parts.size() == 1 && parts[0] != "uni"))
    return false;
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  e.emitReturn();
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
static Known decodeTrap(PtxEmitter &e, const PtxStatement &statement,
                        Parts parts) {
  if (!parts.empty())
    return false;
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  e.emit(Opcode::Trap);
  return true;
}
static Known decodeCall(PtxEmitter &e, const PtxStatement &statement,
                        Parts parts) {
  if (parts.size() > 1 || (parts.size() == 1 && parts[0] != "uni") ||
      !e.decodeCall)
    return false;
  Known known = e.decodeCall(statement);
  if (known && *known)
    e.forgetCarry();
  return known;
}

static constexpr PtxFamilyRow rows[] = {
    {"mov", decodeMove},          {"not", decodeNot},   {"bra", decodeBranch},
    {"ret", decodeReturn},        {"exit", decodeExit}, {"call", decodeCall},
    {"brx", decodeIndexedBranch}, {"trap", decodeTrap},
};
ArrayRef<PtxFamilyRow> simt::getPtxDataFamilies() { return rows; }
