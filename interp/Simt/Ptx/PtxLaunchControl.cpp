//===- PtxLaunchControl.cpp - Asking for clusters that wait ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.18: clusterlaunchcontrol.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType answer = {TypeKind::Bits, 128};

static uint32_t appendForm(Kernel &kernel, BulkKind kind) {
  BulkForm form;
  form.kind = kind;
  kernel.bulks.push_back(form);
  return kernel.bulks.size() - 1;
}

/// `[answer], [mbarrier]`.
static Known decodeCancel(PtxEmitter &e, const PtxStatement &statement,
                          const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  simt::Instruction op = match.instruction;
  bool isForAll = match.has("multicast::cluster::all");
  StateSpace space =
      match.has("shared::cta") ? StateSpace::Shared : StateSpace::Generic;
  Expected<uint32_t> to = e.pointer(statement.operands[0], space);
  if (!to)
    return to.takeError();
  Expected<uint32_t> barrier = e.pointer(statement.operands[1], space);
  if (!barrier)
    return barrier.takeError();
  op.operands = {*to, 0, 0, *barrier};
  // It is written in the others' memory, too.
  op.space = isForAll ? StateSpace::SharedCluster : StateSpace::Shared;
  op.first = appendForm(e.kernel, BulkKind::Cancel);
  e.kernel.bulks.back().hasMbarrier = true;
  e.kernel.bulks.back().isForAll = isForAll;
  e.append(op);
  return true;
}

/// `p, answer`.
static Known decodeIsCanceled(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  simt::Instruction op = match.instruction;
  Expected<uint32_t> from = e.source(statement.operands[1], answer);
  if (!from)
    return from.takeError();
  Expected<uint32_t> result = e.destination(statement.operands[0], 1);
  if (!result)
    return result.takeError();
  op.operands[0] = *from;
  op.result = *result;
  op.lanes = 1;
  op.first = appendForm(e.kernel, BulkKind::IsCanceled);
  e.append(op);
  return true;
}

/// `d, answer` of one dimension; `{x, y, z, w}, answer` of all, and nobody
/// knows the last one.
static Known decodeFirstCta(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  Expected<uint32_t> from = e.source(statement.operands[1], answer);
  if (!from)
    return from.takeError();
  simt::Instruction op = match.instruction;
  op.operands[0] = *from;
  op.lanes = 1;
  op.first = appendForm(e.kernel, BulkKind::FirstCta);
  auto emitOne = [&](const PtxOperand &into, uint32_t axis) -> Error {
    if (into.text == "_")
      return Error::success();
    Expected<uint32_t> result = e.destination(into, 32);
    if (!result)
      return result.takeError();
    if (axis == 3) {
      e.emitMove(*result, e.constant(0, /*isPoison=*/true));
      return Error::success();
    }
    op.result = *result;
    op.count = axis;
    e.append(op);
    return Error::success();
  };
  const PtxOperand &into = statement.operands[0];
  if (!match.has("v4")) {
    uint32_t axis = match.has("get_first_ctaid::x")   ? 0
                    : match.has("get_first_ctaid::y") ? 1
                                                      : 2;
    if (Error error = emitOne(into, axis))
      return std::move(error);
    return true;
  }
  if (into.kind != PtxOperand::Kind::Vector || into.parts.size() != 4)
    return malformedPtx("not a vector of four:", into.text);
  for (auto [axis, part] : enumerate(into.parts))
    if (Error error = emitOne(part, axis))
      return std::move(error);
  return true;
}

#define LAUNCH(SYNTAX, DECODE)                                                 \
  {"clusterlaunchcontrol." SYNTAX, Opcode::Bulk, "", {}, Modifier::None, DECODE}
static constexpr PtxForm forms[] = {
    LAUNCH("try_cancel.async.shared::cta?.mbarrier::complete_tx::bytes."
           "multicast::cluster::all?.b128",
           decodeCancel),
    LAUNCH("query_cancel.is_canceled.pred.b128", decodeIsCanceled),
    LAUNCH("query_cancel.get_first_ctaid.v4.b32.b128", decodeFirstCta),
    LAUNCH("query_cancel.get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid:"
           ":z.b32.b128",
           decodeFirstCta),
};
ArrayRef<PtxForm> simt::getPtxLaunchControlForms() { return forms; }
