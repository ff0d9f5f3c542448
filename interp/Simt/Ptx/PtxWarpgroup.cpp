//===- PtxWarpgroup.cpp - What four warps do together ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.15 (wgmma) and 9.7.19.5 (setmaxnreg).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Bits, 32},
                              wide = {TypeKind::Bits, 64},
                              predicate = {TypeKind::Bits, 1};

static Error emitForm(PtxEmitter &e, simt::Instruction op, WarpgroupForm form) {
  op.operands[0] = e.constant(~0u);
  op.first = e.kernel.warpgroups.size();
  e.kernel.warpgroups.push_back(std::move(form));
  e.append(op);
  return Error::success();
}

/// A number that stands in the text and is one of these.
static Expected<int64_t> choiceOf(const PtxOperand &operand,
                                  ArrayRef<int64_t> choices) {
  int64_t value;
  if (operand.kind != PtxOperand::Kind::Constant ||
      operand.text.getAsInteger(0, value) || !is_contained(choices, value))
    return malformedPtx("not one of the values of this operand:", operand.text);
  return value;
}

/// The registers themselves: they are in use until a wait.
static Error registersOf(PtxEmitter &e, const PtxOperand &operand, size_t count,
                         bool areWritten, std::vector<uint32_t> &slots) {
  if (operand.kind != PtxOperand::Kind::Vector || operand.parts.size() != count)
    return malformedPtx("not a vector of " + Twine(count) + " registers:",
                        operand.text);
  for (const PtxOperand &part : operand.parts) {
    Expected<uint32_t> slot =
        areWritten ? e.destination(part, word.width) : e.source(part, word);
    if (!slot)
      return slot.takeError();
    if (areWritten && is_contained(slots, *slot))
      return malformedPtx("an accumulator twice:", part.text);
    slots.push_back(*slot);
  }
  return Error::success();
}

/// `d, a, b, scale-d`, with the signs of factors of floats behind it, and of
/// those of 16 bits whether they are transposed; an A in registers is not.
static Known decodeMultiply(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  std::optional<WarpgroupForm> form = parseWarpgroupProduct(match.parts);
  if (!form)
    return false;
  TensorProduct &product = form->product;
  ArrayRef<PtxOperand> operands = statement.operands;
  form->isFirstInRegisters =
      operands.size() > 1 && operands[1].kind == PtxOperand::Kind::Vector;
  bool hasSigns = product.sum.isFloat();
  bool hasOrder = hasSigns && product.first.width == 16;
  unsigned count = 4 + (hasSigns ? 2 : 0) +
                   (hasOrder ? (form->isFirstInRegisters ? 1 : 2) : 0);
  if (Error error = e.expectOperands(statement, count))
    return std::move(error);
  if (Error error = registersOf(e, operands[0], form->sumRegisters(),
                                /*areWritten=*/true, form->sums))
    return std::move(error);
  simt::Instruction op = match.instruction;
  if (form->isFirstInRegisters) {
    if (Error error = registersOf(e, operands[1], warpgroupFactorRegisters,
                                  /*areWritten=*/false, form->factors))
      return std::move(error);
    op.operands[2] = e.constant(0);
  }
  for (auto [place, operand, type] :
       {std::tuple(1u, 3u, predicate), {2u, 1u, wide}, {3u, 2u, wide}}) {
    if (place == 2 && form->isFirstInRegisters)
      continue;
    Expected<uint32_t> slot = e.source(operands[operand], type);
    if (!slot)
      return slot.takeError();
    op.operands[place] = *slot;
  }
  unsigned next = 4;
  auto choose = [&](bool isThere, ArrayRef<int64_t> choices,
                    bool &isChosen) -> Error {
    if (!isThere)
      return Error::success();
    Expected<int64_t> value = choiceOf(operands[next++], choices);
    if (!value)
      return value.takeError();
    isChosen = *value == choices.back();
    return Error::success();
  };
  for (bool *negates : {&product.negatesFirst, &product.negatesSecond})
    if (Error error = choose(hasSigns, {1, -1}, *negates))
      return std::move(error);
  if (Error error = choose(hasOrder && !form->isFirstInRegisters, {0, 1},
                           product.isFirstTransposed))
    return std::move(error);
  if (Error error = choose(hasOrder, {0, 1}, product.isSecondTransposed))
    return std::move(error);
  if (Error error = emitForm(e, op, std::move(*form)))
    return std::move(error);
  return true;
}

/// `wgmma.fence`, `wgmma.commit_group`, and `wgmma.wait_group N` and
/// `setmaxnreg N`.
static Known decodeStep(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  WarpgroupForm form;
  form.operation = match.has("fence")          ? WarpgroupOperation::Fence
                   : match.has("commit_group") ? WarpgroupOperation::Commit
                   : match.has("wait_group")   ? WarpgroupOperation::Wait
                   : match.has("inc") ? WarpgroupOperation::TakeRegisters
                                      : WarpgroupOperation::GiveRegisters;
  bool hasNumber = form.operation >= WarpgroupOperation::Wait;
  if (Error error = e.expectOperands(statement, hasNumber))
    return std::move(error);
  simt::Instruction op = match.instruction;
  if (hasNumber) {
    const PtxOperand &number = statement.operands[0];
    if (number.kind != PtxOperand::Kind::Constant ||
        number.text.getAsInteger(0, op.immediate) || op.immediate < 0)
      return malformedPtx("not a constant:", number.text);
  }
  if (Error error = emitForm(e, op, std::move(form)))
    return std::move(error);
  return true;
}

#define GROUP(SYNTAX, DECODE)                                                  \
  {SYNTAX, Opcode::Warpgroup, "", {}, Modifier::None, DECODE}
#define MULTIPLY "wgmma.mma_async.sync.aligned."
#define SPARSE "wgmma.mma_async.sp.sync.aligned."
// Columns of every multiple of 8; of integers, above 32 only of 16.
#define FEW(K) "m64n8" K "|m64n16" K "|m64n24" K "|m64n32" K
#define EVEN(K)                                                                \
  "|m64n48" K "|m64n64" K "|m64n80" K "|m64n96" K "|m64n112" K "|m64n128" K    \
  "|m64n144" K "|m64n160" K "|m64n176" K "|m64n192" K "|m64n208" K             \
  "|m64n224" K "|m64n240" K "|m64n256" K
#define ODD(K)                                                                 \
  "|m64n40" K "|m64n56" K "|m64n72" K "|m64n88" K "|m64n104" K "|m64n120" K    \
  "|m64n136" K "|m64n152" K "|m64n168" K "|m64n184" K "|m64n200" K             \
  "|m64n216" K "|m64n232" K "|m64n248" K
#define ALL(K) FEW(K) EVEN(K) ODD(K)
#define F8 "e4m3|e5m2"
static constexpr PtxForm forms[] = {
    GROUP(MULTIPLY ALL("k16") ".f16|f32.f16.f16", decodeMultiply),
    GROUP(MULTIPLY ALL("k16") ".f32.bf16.bf16", decodeMultiply),
    GROUP(MULTIPLY ALL("k8") ".f32.tf32.tf32", decodeMultiply),
    GROUP(MULTIPLY ALL("k32") ".f16|f32." F8 "." F8, decodeMultiply),
    GROUP(MULTIPLY FEW("k32") EVEN("k32") ".satfinite?.s32.s8|u8.s8|u8",
          decodeMultiply),
    // As CUTLASS writes it.
    GROUP(MULTIPLY FEW("k32") EVEN("k32") ".s32.s8|u8.s8|u8.satfinite",
          decodeMultiply),
    GROUP(MULTIPLY FEW("k256") EVEN("k256") ".s32.b1.b1.and.popc",
          decodeMultiply),
    GROUP("wgmma.fence.sync.aligned", decodeStep),
    GROUP("wgmma.commit_group.sync.aligned", decodeStep),
    GROUP("wgmma.wait_group.sync.aligned", decodeStep),
    GROUP("setmaxnreg.inc|dec.sync.aligned.u32", decodeStep),
    // Sparse.
    {SPARSE ALL("k32") ".f16|f32.f16.f16"},
    {SPARSE ALL("k32") ".f32.bf16.bf16"},
    {SPARSE ALL("k16") ".f32.tf32.tf32"},
    {SPARSE ALL("k64") ".f16|f32." F8 "." F8},
    {SPARSE FEW("k64") EVEN("k64") ".satfinite?.s32.s8|u8.s8|u8"},
};
ArrayRef<PtxForm> simt::getPtxWarpgroupForms() { return forms; }
