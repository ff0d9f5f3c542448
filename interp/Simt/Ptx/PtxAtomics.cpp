//===- PtxAtomics.cpp - atom and red --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13: what a name does not say is relaxed, of the GPU,
// generic.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static std::optional<AtomicOperation> parseUpdate(StringRef part) {
  return StringSwitch<std::optional<AtomicOperation>>(part)
      .Case("exch", AtomicOperation::Exchange)
      .Case("cas", AtomicOperation::CompareExchange)
      .Case("add", AtomicOperation::Add)
      .Case("inc", AtomicOperation::Increment)
      .Case("dec", AtomicOperation::Decrement)
      .Case("min", AtomicOperation::Min)
      .Case("max", AtomicOperation::Max)
      .Case("and", AtomicOperation::And)
      .Case("or", AtomicOperation::Or)
      .Case("xor", AtomicOperation::Xor)
      .Default(std::nullopt);
}

/// `atom.exch.b128 d, [a], b` and `atom.cas.b128 d, [a], b, c`: two lanes,
/// which a comparison looks at together.
static Known decodeWide(PtxEmitter &e, simt::Instruction op,
                        ArrayRef<PtxOperand> operands) {
  RegisterType type = {TypeKind::Bits, 128};
  Expected<uint32_t> result = e.destination(operands[0], type.width);
  if (!result)
    return result.takeError();
  for (unsigned i = 2; i < operands.size(); ++i) {
    Expected<uint32_t> value = e.source(operands[i], type);
    if (!value)
      return value.takeError();
    op.operands[i - 1] = *value;
  }
  Expected<uint32_t> pointer = e.pointer(operands[1], op.space);
  if (!pointer)
    return pointer.takeError();
  op.operands[0] = *pointer;
  op.type = op.resultType = {TypeKind::Bits, 64};
  op.lanes = 2;
  op.bytes = 8;
  op.alignment = 16;
  op.modifiers |= Modifier::WholeAccess;
  op.result = e.newSlots(2);
  e.append(op);
  e.emitMoves({{*result, op.result}, {*result + 1, op.result + 1}});
  return true;
}

/// `atom.add.u32 d, [a], b`, `atom.cas.b32 d, [a], b, c`, and red without d; of
/// a vector, `d` and `b` are in braces.
static Known decodeAtomic(PtxEmitter &e, const PtxStatement &statement,
                          const PtxMatch &match) {
  simt::Instruction op = match.instruction;
  PtxOperandType type = match.types.front();
  op.order = MemoryOrder::Relaxed;
  op.scope = Scope::Gpu;
  for (StringRef part : drop_begin(match.parts)) {
    op.order = parsePtxOrder(part).value_or(op.order);
    op.scope = parsePtxScope(part).value_or(op.scope);
    op.space = parsePtxSpace(part).value_or(op.space);
    op.atomic = parseUpdate(part).value_or(op.atomic);
    if (part == "v2" || part == "v4" || part == "v8")
      op.lanes = part[1] - '0';
  }
  bool hasResult = match.parts.front() == "atom";
  bool exchanges = op.atomic == AtomicOperation::CompareExchange;
  bool hasPolicy = match.has("L2::cache_hint");
  if (Error error =
          e.expectOperands(statement, 2 + hasResult + exchanges + hasPolicy))
    return std::move(error);
  ArrayRef<PtxOperand> operands = statement.operands;
  if (hasPolicy) {
    // It is read, and changes no value.
    if (Error error =
            e.source(operands.back(), {TypeKind::Bits, 64}).takeError())
      return std::move(error);
    operands = operands.drop_back();
  }
  if (type.width() > 64)
    return decodeWide(e, op, operands);
  auto lanesOf = [&](const PtxOperand &operand) {
    return op.lanes > 1 ? ArrayRef(operand.parts) : ArrayRef(operand);
  };
  SmallVector<uint32_t> results;
  op.result = e.newSlots(op.lanes);
  if (hasResult) {
    if (lanesOf(operands.front()).size() != op.lanes)
      return malformedPtx("wrong number of operands of", statement.name);
    for (const PtxOperand &one : lanesOf(operands.front())) {
      Expected<uint32_t> slot = e.destination(one, type.width());
      if (!slot)
        return slot.takeError();
      results.push_back(*slot);
    }
    operands = operands.drop_front();
  }
  if (lanesOf(operands[1]).size() != op.lanes)
    return malformedPtx("wrong number of operands of", statement.name);
  op.operands[1] = e.newSlots(op.lanes);
  for (auto [i, one] : enumerate(lanesOf(operands[1]))) {
    Expected<uint32_t> value = e.source(one, type.whole());
    if (!value)
      return value.takeError();
    e.emitMove(op.operands[1] + i, *value);
  }
  if (exchanges) {
    Expected<uint32_t> value = e.source(operands[2], type.whole());
    if (!value)
      return value.takeError();
    op.operands[2] = *value;
  }
  Expected<uint32_t> pointer = e.pointer(operands[0], op.space);
  if (!pointer)
    return pointer.takeError();
  op.operands[0] = *pointer;
  op.bytes = type.width() / 8;
  op.alignment = op.bytes * op.lanes;
  e.append(op);
  SmallVector<std::pair<uint32_t, uint32_t>> moves;
  for (auto [i, slot] : enumerate(results))
    moves.push_back({slot, op.result + i});
  if (!moves.empty())
    e.emitMoves(moves);
  return true;
}

#define SCOPES "cta|cluster|gpu|sys?"
#define ATOM "atom.relaxed|acquire|release|acq_rel?." SCOPES
#define RED "red.relaxed|release?." SCOPES
#define SPACES "global|shared|shared::cta|shared::cluster?"
#define UPDATE(SYNTAX)                                                         \
  {SYNTAX, Opcode::Atomic, "", {}, Modifier::None, decodeAtomic}
#define SCALARS(NAME, HINT)                                                    \
  UPDATE(NAME ".and|or|xor" HINT ".b32|b64"),                                  \
      UPDATE(NAME ".add" HINT ".u32|u64|s32|s64|f32|f64"),                     \
      UPDATE(NAME ".inc|dec" HINT ".u32"),                                     \
      UPDATE(NAME ".min|max" HINT ".u32|u64|s32|s64"),                         \
      UPDATE(NAME ".add.noftz" HINT ".f16|f16x2|bf16|bf16x2")
// Vectors lie in global memory.
#define VECTORS(NAME, HINT)                                                    \
  UPDATE(NAME ".global?.add" HINT ".v2|v4.f32"),                               \
      UPDATE(NAME ".global?.add|min|max.noftz" HINT ".v2|v4|v8.f16|bf16"),     \
      UPDATE(NAME ".global?.add|min|max.noftz" HINT ".v2|v4.f16x2|bf16x2")
// The ISA writes the names of vectors in another order, too.
#define COMMON(NAME)                                                           \
  SCALARS(NAME "." SPACES, ""), VECTORS(NAME, ""),                             \
      UPDATE(NAME ".global?.v2|v4.f32.add"),                                   \
      UPDATE(NAME ".global?.v2|v4|v8.f16|bf16.add|min|max.noftz"),             \
      UPDATE(NAME ".global?.v2|v4.f16x2|bf16x2.add|min|max.noftz")
// A policy goes with global memory (9.7.13.13 and .14).
#define HINT ".L2::cache_hint"
#define HINTED(NAME) SCALARS(NAME ".global?", HINT), VECTORS(NAME, HINT)

static constexpr PtxForm forms[] = {
    COMMON(ATOM),
    HINTED(ATOM),
    UPDATE(ATOM ".global?.exch" HINT ".b32|b64"),
    UPDATE(ATOM ".global?.cas" HINT ".b16|b32|b64"),
    UPDATE(ATOM ".global?.exch|cas" HINT ".b128"),
    UPDATE(ATOM "." SPACES ".exch.b32|b64"),
    UPDATE(ATOM "." SPACES ".cas.b16|b32|b64"),
    UPDATE(ATOM "." SPACES ".exch|cas.b128"),
    COMMON(RED),
    HINTED(RED),
};
ArrayRef<PtxForm> simt::getPtxAtomicForms() { return forms; }
