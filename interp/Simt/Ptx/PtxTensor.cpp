//===- PtxTensor.cpp - Boxes of tensors -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, the sections of cp.async.bulk.tensor,
// cp.reduce.async.bulk.tensor, cp.async.bulk.prefetch.tensor, prefetch,
// tensormap.replace and membar (fence.proxy.tensormap).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Signed, 32},
                              wide = {TypeKind::Bits, 64},
                              ctaMask = {TypeKind::Bits, 16};

static uint32_t appendForm(Kernel &kernel, const BulkForm &form) {
  kernel.bulks.push_back(form);
  return kernel.bulks.size() - 1;
}

/// `[map, {coordinates}]`, as many of them as the name says.
static Error decodeBox(PtxEmitter &e, const PtxOperand &operand,
                       const PtxMatch &match, simt::Instruction &op) {
  unsigned rank = 1;
  while (!match.has((Twine(rank) + "d").str()))
    ++rank;
  if (operand.kind != PtxOperand::Kind::Address || operand.parts.size() != rank)
    return malformedPtx("not so many coordinates as the name says:",
                        operand.text);
  PtxOperand address = operand;
  address.parts.clear();
  Expected<uint32_t> map = e.pointer(address, StateSpace::Generic);
  if (!map)
    return map.takeError();
  op.operands[1] = *map;
  op.count = rank;
  op.operands[4] = e.newSlots(rank);
  SmallVector<std::pair<uint32_t, uint32_t>, 5> moves;
  for (unsigned i = 0; i < rank; ++i) {
    Expected<uint32_t> one = e.source(operand.parts[i], word);
    if (!one)
      return one.takeError();
    moves.push_back({op.operands[4] + i, *one});
  }
  e.emitMoves(moves);
  return Error::success();
}

static Error decodeShared(PtxEmitter &e, const PtxOperand &operand,
                          StateSpace space, simt::Instruction &op) {
  Expected<uint32_t> shared = e.pointer(operand, space);
  if (!shared)
    return shared.takeError();
  op.operands[0] = *shared;
  return Error::success();
}

static BulkKind kindOf(const PtxMatch &match) {
  if (match.has("prefetch"))
    return BulkKind::TensorPrefetch;
  if (match.has("reduce"))
    return BulkKind::TensorReduce;
  return match.has("bulk_group") ? BulkKind::TensorStore : BulkKind::TensorLoad;
}

/// `[shared], [box], [mbarrier]` and to which CTAs, or `[box], [shared]`, or
/// `[box]`; and the policy of caches.
static Known decodeTensor(PtxEmitter &e, const PtxStatement &statement,
                          const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  BulkForm form;
  form.kind = kindOf(match);
  bool isLoad = form.kind == BulkKind::TensorLoad,
       isPrefetch = form.kind == BulkKind::TensorPrefetch;
  form.hasMbarrier = isLoad;
  bool hasPolicy = match.has("L2::cache_hint");
  bool isMulticast = match.has("multicast::cluster");
  unsigned count = isLoad ? 3 : isPrefetch ? 1 : 2;
  if (Error error =
          e.expectOperands(statement, count + isMulticast + hasPolicy))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.space = isMulticast ? StateSpace::SharedCluster
             : isLoad    ? StateSpace::Shared
                         : StateSpace::Global;
  op.sourceSpace = isLoad ? StateSpace::Global : StateSpace::Shared;
  if (form.kind == BulkKind::TensorReduce) {
    op.atomic = updateOf(match);
    op.order = MemoryOrder::Relaxed;
    op.scope = simt::Scope::Gpu;
  }
  if (Error error = decodeBox(e, operands[isLoad ? 1 : 0], match, op))
    return std::move(error);
  if (!isPrefetch)
    if (Error error = decodeShared(e, operands[isLoad ? 0 : 1],
                                   match.has("shared::cluster")
                                       ? StateSpace::SharedCluster
                                       : StateSpace::Shared,
                                   op))
      return std::move(error);
  if (isLoad) {
    Expected<uint32_t> barrier = e.pointer(operands[2], StateSpace::Shared);
    if (!barrier)
      return barrier.takeError();
    op.operands[3] = *barrier;
  }
  if (isMulticast) {
    Expected<uint32_t> mask = e.source(operands[3], ctaMask);
    if (!mask)
      return mask.takeError();
    form.ctaMask = *mask;
  }
  if (hasPolicy)
    if (Expected<uint32_t> hint = e.source(operands.back(), wide); !hint)
      return hint.takeError();
  op.first = appendForm(e.kernel, form);
  e.append(op);
  return true;
}

static Known decodeReplace(PtxEmitter &e, const PtxStatement &statement,
                           const PtxMatch &match) {
  static constexpr std::pair<StringLiteral, TensorMapField> rows[] = {
      {"global_address", TensorMapField::GlobalAddress},
      {"rank", TensorMapField::Rank},
      {"box_dim", TensorMapField::BoxDim},
      {"global_dim", TensorMapField::GlobalDim},
      {"global_stride", TensorMapField::GlobalStride},
      {"element_stride", TensorMapField::ElementStride},
      {"elemtype", TensorMapField::ElementType},
      {"interleave_layout", TensorMapField::InterleaveLayout},
      {"swizzle_mode", TensorMapField::SwizzleMode},
      {"swizzle_atomicity", TensorMapField::SwizzleAtomicity},
      {"fill_mode", TensorMapField::FillMode}};
  BulkForm form;
  form.kind = BulkKind::ReplaceField;
  for (const auto &[name, field] : rows)
    if (match.has(name))
      form.field = field;
  bool hasOrdinal = form.field >= TensorMapField::BoxDim &&
                    form.field <= TensorMapField::ElementStride;
  if (Error error = e.expectOperands(statement, 2 + hasOrdinal))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.space = match.has("global")        ? StateSpace::Global
             : match.has("shared::cta") ? StateSpace::Shared
                                        : StateSpace::Generic;
  Expected<uint32_t> map = e.pointer(statement.operands[0], op.space);
  if (!map)
    return map.takeError();
  const PtxOperand &ordinal = statement.operands[1],
                   &value = statement.operands.back();
  unsigned most = form.field == TensorMapField::GlobalStride ? 4 : 5;
  if (hasOrdinal &&
      (ordinal.kind != PtxOperand::Kind::Constant ||
       ordinal.text.getAsInteger(0, op.count) || op.count >= most))
    return malformedPtx("not a dimension:", ordinal.text);
  bool isChoice = form.field >= TensorMapField::ElementType;
  if (isChoice && value.kind != PtxOperand::Kind::Constant)
    return malformedPtx("not a constant:", value.text);
  op.operands[0] = *map;
  // Inline assembly may have a pointer, which is no number there.
  const PtxRegister *one =
      value.kind == PtxOperand::Kind::Name ? e.find(value.text) : nullptr;
  if (form.field == TensorMapField::GlobalAddress && one && one->isPointer) {
    op.operands[1] = one->slot;
  } else {
    Expected<uint32_t> slot = e.source(value, match.has("b64") ? wide : word);
    if (!slot)
      return slot.takeError();
    op.operands[1] = *slot;
  }
  op.first = appendForm(e.kernel, form);
  e.append(op);
  return true;
}

/// `fence.proxy.tensormap::generic.release.gpu`, and `.acquire` with `[map],
/// 128`.
static Known decodeFence(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  bool isAcquire = match.has("acquire");
  if (Error error = e.expectOperands(statement, isAcquire ? 2 : 0))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.order = isAcquire ? MemoryOrder::Acquire : MemoryOrder::Release;
  op.scope = *parsePtxScope(match.parts.back());
  if (isAcquire) {
    Expected<uint32_t> map =
        e.pointer(statement.operands[0], StateSpace::Generic);
    if (!map)
      return map.takeError();
    if (statement.operands[1].text != "128")
      return malformedPtx("not the size of a tensor map:",
                          statement.operands[1].text);
  }
  e.append(op);
  return true;
}

/// `[map]`: a hint, for which nothing is read.
static Known decodeMapPrefetch(PtxEmitter &e, const PtxStatement &statement,
                               const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  Expected<uint32_t> map = e.pointer(statement.operands[0],
                                     match.has("const") ? StateSpace::Constant
                                                        : StateSpace::Generic);
  if (!map)
    return map.takeError();
  return true;
}

#define TENSOR(SYNTAX, DECODE)                                                 \
  {SYNTAX, Opcode::Bulk, "", {}, Modifier::None, DECODE}
#define RANK "1d|2d|3d|4d|5d"
#define COUNTED "mbarrier::complete_tx::bytes"
#define HINT "L2::cache_hint?"
#define LOAD "cp.async.bulk.tensor."
#define MODES "tile|tile::gather4|im2col|im2col::w|im2col::w::128?"
#define PAIRS "cta_group::1|cta_group::2"
#define REPLACE "tensormap.replace.tile."
#define OBJECT ".global|shared::cta?.b1024."
static constexpr PtxForm forms[] = {
    TENSOR(LOAD RANK ".shared::cta|shared::cluster.global.tile?." COUNTED
                     "." HINT,
           decodeTensor),
    TENSOR(LOAD RANK ".shared::cluster.global.tile?." COUNTED
                     ".multicast::cluster." HINT,
           decodeTensor),
    TENSOR(LOAD RANK ".global.shared::cta.tile?.bulk_group." HINT,
           decodeTensor),
    TENSOR("cp.reduce.async.bulk.tensor." RANK
           ".global.shared::cta.add|min|max|inc|dec|and|or|xor.tile?"
           ".bulk_group." HINT,
           decodeTensor),
    TENSOR("cp.async.bulk.prefetch.tensor." RANK ".L2.global.tile?." HINT,
           decodeTensor),
    TENSOR(REPLACE "global_address" OBJECT "b64", decodeReplace),
    TENSOR(REPLACE "rank" OBJECT "b32", decodeReplace),
    TENSOR(REPLACE "box_dim|global_dim|element_stride" OBJECT "b32",
           decodeReplace),
    TENSOR(REPLACE "global_stride" OBJECT "b64", decodeReplace),
    TENSOR(REPLACE "elemtype|interleave_layout|swizzle_mode|swizzle_atomicity|"
                   "fill_mode" OBJECT "b32",
           decodeReplace),
    {"prefetch.const?.tensormap",
     Opcode::ResolveAddress,
     "",
     {},
     Modifier::None,
     decodeMapPrefetch},
    {"fence.proxy.tensormap::generic.acquire|release.cta|cluster|gpu|sys",
     Opcode::Fence,
     "",
     {},
     Modifier::None,
     decodeFence},
    // The launch passes no maps.
    {"prefetch.param.tensormap"},
    // Lines that are not next to each other, convolutions, and pairs of CTAs.
    {LOAD "2d.shared::cta|shared::cluster.global.tile::gather4." COUNTED
          "." HINT},
    {LOAD "3d|4d|5d.shared::cta|shared::cluster.global.im2col|im2col::w|"
          "im2col::w::128." COUNTED "." HINT},
    {LOAD RANK ".shared::cluster.global.tile::gather4|im2col|im2col::w|"
               "im2col::w::128." COUNTED ".multicast::cluster." PAIRS
               "?." HINT},
    {LOAD RANK ".shared::cluster.global.tile?." COUNTED
               ".multicast::cluster." PAIRS "." HINT},
    {LOAD RANK ".shared::cluster.global." MODES "." COUNTED "." PAIRS "." HINT},
    {LOAD "2d.global.shared::cta.tile::scatter4.bulk_group." HINT},
    {LOAD "3d|4d|5d.global.shared::cta.im2col_no_offs.bulk_group." HINT},
    {"cp.reduce.async.bulk.tensor.3d|4d|5d.global.shared::cta."
     "add|min|max|inc|dec|and|or|xor.im2col_no_offs.bulk_group." HINT},
    {"cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4." HINT},
    {"cp.async.bulk.prefetch.tensor.3d|4d|5d.L2.global.im2col|im2col::w|"
     "im2col::w::128." HINT},
};
ArrayRef<PtxForm> simt::getPtxTensorForms() { return forms; }
