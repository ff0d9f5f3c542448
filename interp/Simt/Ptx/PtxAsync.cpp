//===- PtxAsync.cpp - Copies that complete later --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.9.25.3 (cp.async), 9.7.13.15.15 (cp.async.mbarrier.arrive)
// and 9.7.13.15.18 (mbarrier.pending_count).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Mbarriers.h"
#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Unsigned, 32},
                              predicate = {TypeKind::Bits, 1};

/// A number that stands in the text.
static Expected<int64_t> constantOf(const PtxOperand &operand) {
  int64_t value;
  if (operand.kind != PtxOperand::Kind::Constant ||
      operand.text.getAsInteger(0, value) || value < 0)
    return malformedPtx("not a constant:", operand.text);
  return value;
}

/// `cp.async.ca.shared.global [dst], [src], size, source size or predicate,
/// policy`; the last two may be missing.
static Known decodeCopy(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  bool hasPolicy = match.has("L2::cache_hint");
  bool hasMore = operands.size() == 4u + hasPolicy;
  if (Error error = e.expectOperands(statement, 3 + hasMore + hasPolicy))
    return std::move(error);
  if (hasPolicy)
    // It is read, and changes no value.
    if (Error error =
            e.source(operands.back(), {TypeKind::Bits, 64}).takeError())
      return std::move(error);
  Expected<int64_t> size = constantOf(operands[2]);
  if (!size)
    return size.takeError();
  bool fits = *size == 16 || (match.has("ca") && (*size == 4 || *size == 8));
  if (!fits)
    return malformedPtx("not a size of " + statement.name + ":",
                        operands[2].text);
  simt::Instruction op = match.instruction;
  op.bytes = *size;
  op.space = StateSpace::Shared;
  op.sourceSpace = StateSpace::Global;
  for (auto [i, space] : {std::pair(0, op.space), {1, op.sourceSpace}}) {
    Expected<uint32_t> pointer = e.pointer(operands[i], space);
    if (!pointer)
      return pointer.takeError();
    op.operands[i] = *pointer;
  }
  if (hasMore) {
    const PtxRegister *one = operands[3].kind == PtxOperand::Kind::Name
                                 ? e.find(operands[3].text)
                                 : nullptr;
    bool isIgnored = one && one->width == 1;
    Expected<uint32_t> more =
        e.source(operands[3], isIgnored ? predicate : word);
    if (!more)
      return more.takeError();
    op.operands[isIgnored ? 3 : 2] = *more;
  }
  e.append(op);
  return true;
}

/// `cp.async.wait_group N`, `cp.async.wait_all` and `cp.async.commit_group`.
static Known decodeGroup(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  bool isGroup = match.has("wait_group");
  if (Error error = e.expectOperands(statement, isGroup ? 1 : 0))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.count = match.has("wait_all");
  if (isGroup) {
    Expected<int64_t> most = constantOf(statement.operands[0]);
    if (!most)
      return most.takeError();
    op.immediate = *most;
  }
  e.append(op);
  return true;
}

static Known decodeArrival(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.space =
      match.has("b64") && (match.has("shared") || match.has("shared::cta"))
          ? StateSpace::Shared
          : StateSpace::Generic;
  op.count = match.has("noinc");
  Expected<uint32_t> pointer = e.pointer(statement.operands[0], op.space);
  if (!pointer)
    return pointer.takeError();
  op.operands[0] = *pointer;
  e.append(op);
  return true;
}

/// The lower part of a state (MbarrierObject::token).
static Known decodePendingCount(PtxEmitter &e, const PtxStatement &statement,
                                const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  RegisterType wide = {TypeKind::Bits, 64};
  Expected<uint32_t> state = e.source(statement.operands[1], wide);
  if (!state)
    return state.takeError();
  uint32_t count = e.newSlots();
  e.emit(Opcode::And, wide, count, {*state, e.constant(pendingCountMask)});
  e.emitMove(*result, e.emitResize(count, wide, 32));
  return true;
}

#define ASYNC(SYNTAX, OPCODE, DECODE)                                          \
  {SYNTAX, Opcode::OPCODE, "", {}, Modifier::None, DECODE}
#define PREFETCH "L2::64B|L2::128B|L2::256B?"
static constexpr PtxForm forms[] = {
    ASYNC("cp.async.ca|cg.shared|shared::cta.global.L2::cache_hint?." PREFETCH,
          AsyncCopy, decodeCopy),
    ASYNC("cp.async.commit_group", AsyncCommit, decodeGroup),
    ASYNC("cp.async.wait_group", AsyncWait, decodeGroup),
    ASYNC("cp.async.wait_all", AsyncWait, decodeGroup),
    ASYNC("cp.async.mbarrier.arrive.noinc?.shared|shared::cta?.b64",
          AsyncArrive, decodeArrival),
    ASYNC("mbarrier.pending_count.b64", And, decodePendingCount),
};
ArrayRef<PtxForm> simt::getPtxAsyncForms() { return forms; }
