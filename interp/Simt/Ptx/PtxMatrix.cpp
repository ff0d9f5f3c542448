//===- PtxMatrix.cpp - Matrices of a warp ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.14.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

/// A vector of that many registers, read into slots in a row.
static Expected<uint32_t> sourcesOf(PtxEmitter &e, const PtxOperand &operand,
                                    RegisterType type, size_t count) {
  if (operand.kind != PtxOperand::Kind::Vector || operand.parts.size() != count)
    return malformedPtx("not a vector of " + Twine(count) + " registers:",
                        operand.text);
  uint32_t first = e.newSlots(count);
  SmallVector<std::pair<uint32_t, uint32_t>, 8> moves;
  for (auto [i, part] : enumerate(operand.parts)) {
    Expected<uint32_t> slot = e.source(part, type);
    if (!slot)
      return slot.takeError();
    moves.push_back({first + uint32_t(i), *slot});
  }
  e.emitMoves(moves);
  return first;
}

/// A vector of that many registers, which slots in a row are moved to later.
static Expected<SmallVector<std::pair<uint32_t, uint32_t>, 8>>
resultsOf(PtxEmitter &e, const PtxOperand &operand, RegisterType type,
          size_t count, uint32_t first) {
  if (operand.kind != PtxOperand::Kind::Vector || operand.parts.size() != count)
    return malformedPtx("not a vector of " + Twine(count) + " registers:",
                        operand.text);
  SmallVector<std::pair<uint32_t, uint32_t>, 8> moves;
  for (auto [i, part] : enumerate(operand.parts)) {
    Expected<uint32_t> slot = e.destination(part, type.width);
    if (!slot)
      return slot.takeError();
    moves.push_back({*slot, first + uint32_t(i)});
  }
  return moves;
}

static constexpr RegisterType word = {TypeKind::Bits, 32};

/// `ldmatrix r, [p]` and `stmatrix [p], r`.
static Known decodeMove(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  MatrixForm form = *parseMatrixForm(match.parts);
  bool isLoad = form.operation == MatrixOperation::Load;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.space = StateSpace::Generic;
  for (StringRef part : match.parts)
    if (auto space = parsePtxSpace(part))
      op.space = *space;
  const PtxOperand &registers = statement.operands[isLoad ? 0 : 1];
  op.lanes = form.registers();
  SmallVector<std::pair<uint32_t, uint32_t>, 8> moves;
  if (isLoad) {
    op.result = e.newSlots(op.lanes);
    auto results = resultsOf(e, registers, word, op.lanes, op.result);
    if (!results)
      return results.takeError();
    moves = *results;
  } else {
    Expected<uint32_t> values = sourcesOf(e, registers, word, op.lanes);
    if (!values)
      return values.takeError();
    op.operands[2] = *values;
  }
  Expected<uint32_t> pointer =
      e.pointer(statement.operands[isLoad ? 1 : 0], op.space);
  if (!pointer)
    return pointer.takeError();
  op.operands[0] = e.constant(~0u);
  op.operands[1] = *pointer;
  op.first = e.kernel.matrices.size();
  e.kernel.matrices.push_back(form);
  e.append(op);
  if (isLoad)
    e.emitMoves(moves);
  return true;
}

/// `movmatrix d, a`.
static Known decodeTranspose(PtxEmitter &e, const PtxStatement &statement,
                             const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  Expected<uint32_t> from = e.source(statement.operands[1], word);
  if (!from)
    return from.takeError();
  simt::Instruction op = match.instruction;
  op.result = *result;
  op.operands = {e.constant(~0u), *from};
  op.first = e.kernel.matrices.size();
  e.kernel.matrices.push_back(*parseMatrixForm(match.parts));
  e.append(op);
  return true;
}

#define MOVE(SYNTAX)                                                           \
  {SYNTAX, Opcode::Matrix, "", {}, Modifier::None, decodeMove}
#define SHARED "shared|shared::cta?"
#define NARROW "b8x16.b6x16_p32|b4x16_p64"
static constexpr PtxForm forms[] = {
    MOVE("ldmatrix.sync.aligned.m8n8.x1|x2|x4.trans?." SHARED ".b16"),
    MOVE("ldmatrix.sync.aligned.m16n16.x1|x2.trans." SHARED ".b8"),
    MOVE("ldmatrix.sync.aligned.m16n16.x1|x2.trans." SHARED "." NARROW),
    MOVE("ldmatrix.sync.aligned.m8n16.x1|x2|x4." SHARED "." NARROW),
    MOVE("stmatrix.sync.aligned.m8n8.x1|x2|x4.trans?." SHARED ".b16"),
    MOVE("stmatrix.sync.aligned.m16n8.x1|x2|x4.trans." SHARED ".b8"),
    // As CUTLASS writes them.
    MOVE("ldmatrix.sync.aligned.x1|x2|x4.trans?.m8n8." SHARED ".b16"),
    MOVE("stmatrix.sync.aligned.x1|x2|x4.trans?.m8n8." SHARED ".b16"),
    {"movmatrix.sync.aligned.m8n8.trans.b16",
     Opcode::Matrix,
     "",
     {},
     Modifier::None,
     decodeTranspose},
};
ArrayRef<PtxForm> simt::getPtxMatrixForms() { return forms; }
