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

static Error expectVector(const PtxOperand &operand, size_t count) {
  if (operand.kind == PtxOperand::Kind::Vector && operand.parts.size() == count)
    return Error::success();
  return malformedPtx("not a vector of " + Twine(count) + " registers:",
                      operand.text);
}

/// A vector of that many registers, read into slots in a row.
static Expected<uint32_t> sourcesOf(PtxEmitter &e, const PtxOperand &operand,
                                    RegisterType type, size_t count) {
  if (Error error = expectVector(operand, count))
    return std::move(error);
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
  if (Error error = expectVector(operand, count))
    return std::move(error);
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

static RegisterType registerOf(const MatrixFragment &fragment) {
  return {TypeKind::Bits, uint8_t(fragment.registerBits)};
}

/// The constant that says which lanes have the metadata.
static Error setSelector(const PtxOperand &operand, MatrixProduct &shape) {
  uint32_t selector;
  if (operand.kind != PtxOperand::Kind::Constant ||
      operand.text.getAsInteger(0, selector))
    return createStringError("a sparsity selector that is no constant");
  if (selector >= shape.selectors())
    return createStringError("sparsity selector %u, but there are %u", selector,
                             shape.selectors());
  shape.selector = selector;
  return Error::success();
}

/// `mma d, a, b, c` and `wmma.mma d, a, b, c`; scaled by blocks, `mma d, a, b,
/// c, scales of a, {byte, part}, scales of b, {byte, part}`. A sparse one has
/// its metadata and their selector behind c.
static Known decodeProduct(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  std::optional<MatrixProduct> shape = parseMatrixProduct(match.parts);
  if (!shape)
    return false;
  unsigned scalesAt = shape->isSparse() ? 6 : 4;
  if (Error error =
          e.expectOperands(statement, scalesAt + (shape->scales ? 4 : 0)))
    return std::move(error);
  simt::Instruction op = match.instruction;
  uint32_t slot = 0;
  if (shape->isSparse() || shape->scales)
    slot = op.operands[4] =
        e.newSlots(shape->isSparse() + (shape->scales ? 6 : 0));
  if (shape->isSparse()) {
    Expected<uint32_t> metadata = e.source(statement.operands[4], word);
    if (!metadata)
      return metadata.takeError();
    e.emitMove(slot++, *metadata);
    if (Error error = setSelector(statement.operands[5], *shape))
      return std::move(error);
  }
  if (shape->scales) {
    for (unsigned place : {scalesAt, scalesAt + 2}) {
      const PtxOperand &selector = statement.operands[place + 1];
      if (Error error = expectVector(selector, 2))
        return std::move(error);
      RegisterType half = {TypeKind::Unsigned, 16};
      for (auto [operand, type] : {std::pair(&statement.operands[place], word),
                                   {&selector.parts[0], half},
                                   {&selector.parts[1], half}}) {
        Expected<uint32_t> value = e.source(*operand, type);
        if (!value)
          return value.takeError();
        e.emitMove(slot++, *value);
      }
    }
  }
  MatrixFragment d = shape->fragmentOf(MatrixRole::D);
  op.lanes = d.registers();
  op.result = e.newSlots(op.lanes);
  auto results =
      resultsOf(e, statement.operands[0], registerOf(d), op.lanes, op.result);
  if (!results)
    return results.takeError();
  for (MatrixRole role : {MatrixRole::A, MatrixRole::B, MatrixRole::C}) {
    MatrixFragment fragment = shape->fragmentOf(role);
    unsigned place = 1 + unsigned(role);
    Expected<uint32_t> slots =
        sourcesOf(e, statement.operands[place], registerOf(fragment),
                  fragment.registers());
    if (!slots)
      return slots.takeError();
    op.operands[place] = *slots;
  }
  op.operands[0] = e.constant(~0u);
  op.first = e.kernel.products.size();
  e.kernel.products.push_back(*shape);
  e.append(op);
  e.emitMoves(*results);
  return true;
}

/// `wmma.load r, [p], stride` and `wmma.store [p], r, stride`.
static Known decodeAccess(PtxEmitter &e, const PtxStatement &statement,
                          const PtxMatch &match) {
  MatrixAccess form = *parseMatrixAccess(match.parts);
  bool isStore = form.role == MatrixRole::D;
  bool hasStride = statement.operands.size() == 3;
  if (Error error = e.expectOperands(statement, hasStride ? 3 : 2))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.space = StateSpace::Generic;
  for (StringRef part : match.parts)
    if (auto space = parsePtxSpace(part))
      op.space = *space;
  MatrixFragment fragment = form.shape.fragmentOf(form.role);
  op.lanes = fragment.registers();
  const PtxOperand &registers = statement.operands[isStore ? 1 : 0];
  SmallVector<std::pair<uint32_t, uint32_t>, 8> moves;
  if (isStore) {
    Expected<uint32_t> values =
        sourcesOf(e, registers, registerOf(fragment), op.lanes);
    if (!values)
      return values.takeError();
    op.operands[3] = *values;
  } else {
    op.result = e.newSlots(op.lanes);
    auto results =
        resultsOf(e, registers, registerOf(fragment), op.lanes, op.result);
    if (!results)
      return results.takeError();
    moves = *results;
  }
  Expected<uint32_t> pointer =
      e.pointer(statement.operands[isStore ? 0 : 1], op.space);
  if (!pointer)
    return pointer.takeError();
  op.operands[0] = e.constant(~0u);
  op.operands[1] = *pointer;
  if (hasStride) {
    Expected<uint32_t> stride =
        e.source(statement.operands[2], {TypeKind::Unsigned, 32});
    if (!stride)
      return stride.takeError();
    op.operands[2] = *stride;
  }
  op.first = e.kernel.fragments.size();
  e.kernel.fragments.push_back(form);
  e.append(op);
  if (!isStore)
    e.emitMoves(moves);
  return true;
}

#define MOVE(SYNTAX)                                                           \
  {SYNTAX, Opcode::Matrix, "", {}, Modifier::None, decodeMove}
#define PRODUCT(SYNTAX)                                                        \
  {SYNTAX, Opcode::MatrixProduct, "", {}, Modifier::None, decodeProduct}
#define ACCESS(SYNTAX)                                                         \
  {SYNTAX, Opcode::MatrixAccess, "", {}, Modifier::None, decodeAccess}
#define SHARED "shared|shared::cta?"
#define SPACE "global|shared|shared::cta?"
#define LAYOUT "row|col"
#define LARGE "m16n16k16|m8n32k16|m32n8k16"
#define F8 "e4m3|e5m2"
#define F8F6F4 "e4m3|e5m2|e3m2|e2m3|e2m1"
#define SPARSE "sp|sp::ordered_metadata"
#define MXF4 "kind::mxf4.block_scale.scale_vec::2X?.f32.e2m1.e2m1.f32.ue8m0"
#define NVF4_2X                                                                \
  "kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0"
#define NVF4_4X                                                                \
  "kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3"
#define MXF8F6F4                                                               \
  "kind::mxf8f6f4.block_scale.scale_vec::1X?.f32." F8F6F4 "." F8F6F4           \
  ".f32.ue8m0"
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

    PRODUCT("mma.sync.aligned.m8n8k4." LAYOUT "." LAYOUT
            ".f32.f16.f16.f16|f32"),
    PRODUCT("mma.sync.aligned.m8n8k4." LAYOUT "." LAYOUT ".f16.f16.f16.f16"),
    PRODUCT("mma.sync.aligned.m16n8k8|m16n8k16.row.col.f16.f16.f16.f16"),
    PRODUCT("mma.sync.aligned.m16n8k8|m16n8k16.row.col.f32.f16.f16.f32"),
    PRODUCT("mma.sync.aligned.m16n8k4|m16n8k8.row.col.f32.tf32.tf32.f32"),
    PRODUCT("mma.sync.aligned.m16n8k8|m16n8k16.row.col.f32.bf16.bf16.f32"),
    PRODUCT("mma.sync.aligned.m16n8k16|m16n8k32.row.col.f16." F8 "." F8 ".f16"),
    PRODUCT("mma.sync.aligned.m16n8k16|m16n8k32.row.col.f32." F8 "." F8 ".f32"),
    PRODUCT("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16." F8F6F4
            "." F8F6F4 ".f16"),
    PRODUCT("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32." F8F6F4
            "." F8F6F4 ".f32"),
    PRODUCT("mma.sync.aligned.m8n8k4|m16n8k4|m16n8k8|m16n8k16.row.col.f64.f64."
            "f64.f64"),
    PRODUCT("mma.sync.aligned.m8n8k16|m16n8k16|m16n8k32.row.col.satfinite?.s32."
            "u8|s8.u8|s8.s32"),
    PRODUCT("mma.sync.aligned.m8n8k32|m16n8k32|m16n8k64.row.col.satfinite?.s32."
            "u4|s4.u4|s4.s32"),
    PRODUCT("mma.sync.aligned.m8n8k128|m16n8k128|m16n8k256.row.col.s32.b1.b1."
            "s32.xor|and.popc"),

    PRODUCT("mma.sync.aligned.m16n8k64.row.col." MXF4),
    PRODUCT("mma.sync.aligned.m16n8k64.row.col." NVF4_2X),
    PRODUCT("mma.sync.aligned.m16n8k64.row.col." NVF4_4X),
    PRODUCT("mma.sync.aligned.m16n8k32.row.col." MXF8F6F4),

    PRODUCT("wmma.mma.sync.aligned." LAYOUT "." LAYOUT "." LARGE
            ".f16|f32.f16|f32"),
    PRODUCT("wmma.mma.sync.aligned." LAYOUT "." LAYOUT "." LARGE
            ".s32.s8.s8.s32.satfinite?"),
    PRODUCT("wmma.mma.sync.aligned." LAYOUT "." LAYOUT "." LARGE
            ".s32.u8.u8.s32.satfinite?"),
    PRODUCT("wmma.mma.sync.aligned." LAYOUT "." LAYOUT "." LARGE
            ".f32.bf16.bf16.f32"),
    PRODUCT("wmma.mma.sync.aligned." LAYOUT "." LAYOUT
            ".m16n16k8.f32.tf32.tf32.f32"),
    PRODUCT("wmma.mma.sync.aligned." LAYOUT "." LAYOUT ".m8n8k4." PTX_ROUNDINGS
            "?.f64.f64.f64.f64"),
    PRODUCT("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32.satfinite?"),
    PRODUCT("wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32.satfinite?"),
    PRODUCT("wmma.mma.xor|and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1."
            "s32"),

    ACCESS("wmma.load.a|b.sync.aligned." LAYOUT "." LARGE "." SPACE
           ".f16|s8|u8|bf16"),
    ACCESS("wmma.load.c.sync.aligned." LAYOUT "." LARGE "." SPACE
           ".f16|f32|s32"),
    ACCESS("wmma.load.a|b.sync.aligned." LAYOUT ".m16n16k8." SPACE ".tf32"),
    ACCESS("wmma.load.c.sync.aligned." LAYOUT ".m16n16k8." SPACE ".f32"),
    ACCESS("wmma.load.a|b|c.sync.aligned." LAYOUT ".m8n8k4." SPACE ".f64"),
    ACCESS("wmma.load.a.sync.aligned.row.m8n8k32." SPACE ".s4|u4"),
    ACCESS("wmma.load.b.sync.aligned.col.m8n8k32." SPACE ".s4|u4"),
    ACCESS("wmma.load.a.sync.aligned.row.m8n8k128." SPACE ".b1"),
    ACCESS("wmma.load.b.sync.aligned.col.m8n8k128." SPACE ".b1"),
    ACCESS("wmma.load.c.sync.aligned." LAYOUT ".m8n8k32|m8n8k128." SPACE
           ".s32"),
    ACCESS("wmma.store.d.sync.aligned." LAYOUT "." LARGE "." SPACE
           ".f16|f32|s32"),
    ACCESS("wmma.store.d.sync.aligned." LAYOUT ".m16n16k8." SPACE ".f32"),
    ACCESS("wmma.store.d.sync.aligned." LAYOUT ".m8n8k4." SPACE ".f64"),
    ACCESS("wmma.store.d.sync.aligned." LAYOUT ".m8n8k32|m8n8k128." SPACE
           ".s32"),

    PRODUCT("mma." SPARSE
            ".sync.aligned.m16n8k16|m16n8k32.row.col.f16.f16.f16.f16"),
    PRODUCT("mma." SPARSE
            ".sync.aligned.m16n8k16|m16n8k32.row.col.f32.f16.f16.f32"),
    PRODUCT("mma." SPARSE
            ".sync.aligned.m16n8k16|m16n8k32.row.col.f32.bf16.bf16.f32"),
    PRODUCT("mma." SPARSE
            ".sync.aligned.m16n8k8|m16n8k16.row.col.f32.tf32.tf32.f32"),
    PRODUCT("mma." SPARSE ".sync.aligned.m16n8k64.row.col.f32." F8 "." F8
            ".f32"),
    PRODUCT("mma." SPARSE
            ".sync.aligned.m16n8k32|m16n8k64.row.col.satfinite?.s32."
            "u8|s8.u8|s8.s32"),
    PRODUCT("mma." SPARSE
            ".sync.aligned.m16n8k64|m16n8k128.row.col.satfinite?.s32."
            "u4|s4.u4|s4.s32"),
    PRODUCT("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col."
            "kind::f8f6f4.f16." F8F6F4 "." F8F6F4 ".f16"),
    PRODUCT("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col."
            "kind::f8f6f4.f32." F8F6F4 "." F8F6F4 ".f32"),
    PRODUCT("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col." MXF4),
    PRODUCT("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col." NVF4_2X),
    PRODUCT("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col." NVF4_4X),
    PRODUCT("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col." MXF8F6F4),
};
ArrayRef<PtxForm> simt::getPtxMatrixForms() { return forms; }
