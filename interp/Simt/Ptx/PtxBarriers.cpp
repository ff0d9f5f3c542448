//===- PtxBarriers.cpp - The barriers of a CTA ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.1: `bar` is `barrier` with `.aligned`.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static BarrierKind kindOf(const PtxMatch &match) {
  return match.has("arrive") ? BarrierKind::Arrive
         : match.has("popc") ? BarrierKind::CountTrue
         : match.has("and")  ? BarrierKind::AllTrue
         : match.has("or")   ? BarrierKind::AnyTrue
                             : BarrierKind::Synchronise;
}

/// `[d,] a [, b] [, {!}c]`
static Known decodeBarrier(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  simt::Instruction op = match.instruction;
  op.barrier = kindOf(match);
  op.isAligned = match.parts.front() == "bar" || match.has("aligned");
  bool reduces = isReduction(op.barrier);
  size_t others = reduces ? 2 : 0,
         least = op.barrier == BarrierKind::Arrive ? 2 : 1;
  if (operands.size() < least + others || operands.size() > 2 + others)
    return malformedPtx("wrong number of operands of", statement.name);
  if (reduces) {
    Expected<uint32_t> result = e.destination(
        operands[0], op.barrier == BarrierKind::CountTrue ? 32 : 1);
    if (!result)
      return result.takeError();
    op.result = *result;
    Expected<uint32_t> predicate =
        e.source(operands.back(), {TypeKind::Bits, 1});
    if (!predicate)
      return predicate.takeError();
    op.operands[2] = *predicate;
    operands = operands.drop_front().drop_back();
  }
  for (auto [i, operand] : enumerate(operands)) {
    Expected<uint32_t> slot = e.source(operand, {TypeKind::Unsigned, 32});
    if (!slot)
      return slot.takeError();
    op.operands[i] = *slot;
  }
  e.append(op);
  return true;
}

#define BARRIER(SYNTAX)                                                        \
  {SYNTAX, Opcode::Barrier, "", {}, Modifier::None, decodeBarrier}
static constexpr PtxForm forms[] = {
    BARRIER("bar.cta?.sync"),
    BARRIER("bar.cta?.arrive"),
    BARRIER("bar.cta?.red.popc.u32"),
    BARRIER("bar.cta?.red.and|or.pred"),
    BARRIER("barrier.cta?.sync.aligned?"),
    BARRIER("barrier.cta?.arrive.aligned?"),
    BARRIER("barrier.cta?.red.popc.aligned?.u32"),
    BARRIER("barrier.cta?.red.and|or.aligned?.pred"),
};
ArrayRef<PtxForm> simt::getPtxBarrierForms() { return forms; }
