//===- PtxHints.cpp - What programs tell the machine ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, sections of prefetch, prefetchu, applypriority, discard,
// createpolicy, nanosleep, griddepcontrol, fence.proxy.alias and brkpt: hints
// for caches and for time, which change no value but that of memory that is
// discarded. The sections of multimem are here as well, which is refused.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Unsigned, 32},
                              policy = {TypeKind::Bits, 64};
/// Of applypriority and discard, in bytes, and of the addresses.
static constexpr int64_t lineBytes = 128;

static StateSpace spaceOf(const PtxMatch &match) {
  return match.has("global")  ? StateSpace::Global
         : match.has("local") ? StateSpace::Local
                              : StateSpace::Generic;
}

/// `prefetch.global.L2 [a]`: the value of the address may be anything.
static Known decodePrefetch(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  Expected<uint32_t> place = e.pointer(statement.operands[0], spaceOf(match));
  if (!place)
    return place.takeError();
  return true;
}

static Error expectLine(const PtxOperand &operand) {
  int64_t size;
  if (operand.kind != PtxOperand::Kind::Constant ||
      operand.text.getAsInteger(0, size) || size != lineBytes)
    return malformedPtx("not a size of 128:", operand.text);
  return Error::success();
}

/// `applypriority.global.L2::evict_normal [a], 128`.
static Known decodePriority(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  if (Error error = expectLine(statement.operands[1]))
    return std::move(error);
  Expected<uint32_t> place =
      e.pointer(statement.operands[0], StateSpace::Global);
  if (!place)
    return place.takeError();
  return true;
}

/// `discard.global.L2 [a], 128`: a weak write of what nobody knows.
static Known decodeDiscard(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  if (Error error = expectLine(statement.operands[1]))
    return std::move(error);
  Expected<uint32_t> place =
      e.pointer(statement.operands[0], StateSpace::Global);
  if (!place)
    return place.takeError();
  simt::Instruction &op =
      e.emit(Opcode::FillBytes, {TypeKind::Bits, 8}, 0,
             {*place, e.constant(0, /*isPoison=*/true), e.constant(lineBytes)});
  op.space = StateSpace::Global;
  op.alignment = lineBytes;
  return true;
}

/// `createpolicy.fractional.L2::evict_last.b64 p, 1.0` and its like: what a
/// policy is made of is opaque, and no instruction gives another value for it.
static Known decodePolicy(PtxEmitter &e, const PtxStatement &statement,
                          const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  bool isFraction = match.has("fractional"), isRange = match.has("range");
  bool hasFraction = isFraction && operands.size() == 2;
  if (Error error = e.expectOperands(statement, isRange      ? 4
                                                : isFraction ? 1 + hasFraction
                                                             : 2))
    return std::move(error);
  Expected<uint32_t> result = e.destination(operands[0], policy.width);
  if (!result)
    return result.takeError();
  if (isRange) {
    Expected<uint32_t> place = e.pointer(operands[1], spaceOf(match));
    if (!place)
      return place.takeError();
    operands = operands.drop_front();
  }
  for (const PtxOperand &operand : operands.drop_front()) {
    // A decimal fraction, as compilers write it.
    double fraction;
    if (isFraction && !operand.text.getAsDouble(fraction)) {
      if (!(fraction > 0 && fraction <= 1))
        return malformedPtx("not a fraction:", operand.text);
      continue;
    }
    Expected<uint32_t> value =
        e.source(operand, isFraction ? RegisterType{TypeKind::F32, 32}
                          : isRange  ? word
                                     : policy);
    if (!value)
      return value.takeError();
  }
  e.emitMove(*result, e.constant(0, /*isPoison=*/true));
  return true;
}

/// `nanosleep.u32 t`: others may go on meanwhile, as they may anyway.
static Known decodeSleep(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  Expected<uint32_t> time = e.source(statement.operands[0], word);
  if (!time)
    return time.takeError();
  return true;
}

/// `griddepcontrol.wait`, `fence.proxy.alias`: a launch runs alone, and memory
/// has one address, so that there is nothing to wait for and nothing to order.
static Known decodeNothing(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  return true;
}

/// `brkpt`: no debugger goes on from there.
static Known decodeBreakpoint(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  e.emit(Opcode::Trap);
  return true;
}

#define HINT(SYNTAX, DECODE)                                                   \
  {SYNTAX, Opcode::Move, "", {}, Modifier::None, DECODE}
#define PRIORITIES                                                             \
  "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged."       \
  "L2::evict_first|L2::evict_unchanged?.b64"
#define MULTIMEM_INTEGERS(NAME)                                                \
  {NAME ".global?.add.u32|u64|s32"},                                           \
      {NAME ".global?.min|max.u32|s32|u64|s64"},                               \
      {NAME ".global?.and|or|xor.b32|b64"}
#define MULTIMEM_SCOPES "cta|cluster|gpu|sys"
static constexpr PtxForm forms[] = {
    HINT("prefetch.global|local?.L1|L2", decodePrefetch),
    HINT("prefetch.global.L2::evict_last|L2::evict_normal", decodePrefetch),
    HINT("prefetchu.L1", decodePrefetch),
    HINT("applypriority.global?.L2::evict_normal", decodePriority),
    {"discard.global?.L2",
     Opcode::FillBytes,
     "",
     {},
     Modifier::None,
     decodeDiscard},
    HINT("createpolicy.fractional." PRIORITIES, decodePolicy),
    HINT("createpolicy.range.global?." PRIORITIES, decodePolicy),
    HINT("createpolicy.cvt.L2.b64", decodePolicy),
    HINT("nanosleep.u32", decodeSleep),
    HINT("griddepcontrol.wait|launch_dependents", decodeNothing),
    HINT("fence.proxy.alias", decodeNothing),
    {"brkpt", Opcode::Trap, "", {}, Modifier::None, decodeBreakpoint},
    // One address for memory of several devices.
    MULTIMEM_INTEGERS("multimem.ld_reduce.weak?"),
    MULTIMEM_INTEGERS("multimem.ld_reduce.relaxed|acquire." MULTIMEM_SCOPES),
    MULTIMEM_INTEGERS("multimem.red.relaxed|release?." MULTIMEM_SCOPES "?"),
    {"multimem.st.weak?.global?.b32|b64|u32|u64|s32|s64|f32|f64"},
    {"multimem.st.relaxed|release." MULTIMEM_SCOPES
     ".global?.b32|b64|u32|u64|s32|s64|f32|f64"},
};
ArrayRef<PtxForm> simt::getPtxHintForms() { return forms; }
