//===- PtxTcgen05.cpp - Tensor memory -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.16: allocation, loads, stores, copies, shifts, products,
// commits, waits and fences of the tensor memory of one CTA. What is for pairs
// of CTAs, sparse, scaled by blocks or of `.ws` is a row without an opcode.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/TensorLayout.h"
#include "interp/Simt/Machine/TensorMemory.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Bits, 32},
                              ctaMask = {TypeKind::Bits, 16},
                              number = {TypeKind::Unsigned, 32},
                              wide = {TypeKind::Bits, 64},
                              predicate = {TypeKind::Bits, 1};

/// Of `Row`, the one that is spelled so.
template <typename Row, size_t count>
static std::optional<Row> findRow(const Row (&rows)[count], StringRef name) {
  for (Row row : rows)
    if (spellingOf(row) == name)
      return row;
  return std::nullopt;
}

/// `[address]` in tensor memory: a number of 32 bits, a lane in its upper half
/// and a column in its lower one.
static Error decodeAddress(PtxEmitter &e, const PtxOperand &operand,
                           uint32_t &slot) {
  if (operand.kind != PtxOperand::Kind::Address || operand.text.empty())
    return malformedPtx("not an address in tensor memory:", operand.text);
  PtxOperand base;
  base.kind = PtxOperand::Kind::Name;
  base.text = operand.text;
  Expected<uint32_t> found = e.source(base, number);
  if (!found)
    return found.takeError();
  slot = *found;
  if (operand.offset == 0)
    return Error::success();
  uint32_t sum = e.newSlots();
  e.emit(Opcode::Add, number, sum,
         {slot, e.constant(uint32_t(operand.offset))});
  slot = sum;
  return Error::success();
}

/// So many registers, in a vector or, of one, alone.
static Expected<SmallVector<uint32_t>>
decodeRegisters(PtxEmitter &e, const PtxOperand &operand, size_t count,
                bool areWritten) {
  bool isVector = operand.kind == PtxOperand::Kind::Vector;
  ArrayRef<PtxOperand> parts =
      isVector ? ArrayRef(operand.parts) : ArrayRef(operand);
  if (parts.size() != count)
    return malformedPtx("not a vector of " + Twine(count) + " registers:",
                        operand.text);
  SmallVector<uint32_t> slots;
  for (const PtxOperand &part : parts) {
    Expected<uint32_t> slot =
        areWritten ? e.destination(part, word.width) : e.source(part, word);
    if (!slot)
      return slot.takeError();
    if (areWritten && is_contained(slots, *slot))
      return malformedPtx("a register twice:", part.text);
    slots.push_back(*slot);
  }
  return slots;
}

/// Of what lanes of a warp do together, operand 0 is their mask.
static simt::Instruction beginOf(PtxEmitter &e, const PtxMatch &match,
                                 TensorOperation operation) {
  simt::Instruction op = match.instruction;
  op.tensor = operation;
  op.operands[0] = e.constant(~0u);
  return op;
}

/// `[where the address goes], columns` and `address, columns`.
static Known decodeAllocation(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  bool isAlloc = match.has("alloc");
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  simt::Instruction op = beginOf(e, match,
                                 isAlloc ? TensorOperation::Allocate
                                         : TensorOperation::Deallocate);
  op.space =
      match.has("shared::cta") ? StateSpace::Shared : StateSpace::Generic;
  Expected<uint32_t> first = isAlloc
                                 ? e.pointer(statement.operands[0], op.space)
                                 : e.source(statement.operands[0], number);
  if (!first)
    return first.takeError();
  Expected<uint32_t> columns = e.source(statement.operands[1], number);
  if (!columns)
    return columns.takeError();
  op.operands[1] = *first;
  op.operands[2] = *columns;
  e.append(op);
  return true;
}

/// What has no operands.
static Known decodeStep(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  static constexpr std::pair<StringLiteral, TensorOperation> rows[] = {
      {"relinquish_alloc_permit", TensorOperation::Relinquish},
      {"wait::ld", TensorOperation::WaitLoads},
      {"wait::st", TensorOperation::WaitStores},
      {"fence::before_thread_sync", TensorOperation::FenceBefore},
      {"fence::after_thread_sync", TensorOperation::FenceAfter}};
  if (Error error = e.expectOperands(statement, 0))
    return std::move(error);
  const auto *row =
      find_if(rows, [&](const auto &one) { return match.has(one.first); });
  assert(row != std::end(rows) && "a form without an operation");
  e.append(beginOf(e, match, row->second));
  return true;
}

/// `registers, [address]` and `[address], registers`; of two halves the
/// distance of the second one stands behind the address.
static Known decodeMove(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  static constexpr TensorShape shapes[] = {
#define SIMT_TENSOR_SHAPE(NAME, SPELLING, LANES, WORDS) TensorShape::NAME,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  bool isLoad = match.has("ld");
  simt::Instruction op = beginOf(
      e, match, isLoad ? TensorOperation::Load : TensorOperation::Store);
  // tcgen05.ld.sync.aligned.SHAPE.xN
  constexpr unsigned shapePart = 4;
  StringRef repetitions = match.parts[shapePart + 1];
  std::optional<TensorShape> shape = findRow(shapes, match.parts[shapePart]);
  if (!shape || !repetitions.consume_front("x") ||
      repetitions.getAsInteger(10, op.count))
    return false;
  op.tensorForm.shape = *shape;
  op.tensorForm.isPacked = match.has(isLoad ? "pack::16b" : "unpack::16b");
  bool hasHalves = *shape == TensorShape::Of16x32bx2;
  ArrayRef<PtxOperand> operands = statement.operands;
  if (Error error = e.expectOperands(statement, 2 + hasHalves))
    return std::move(error);
  if (Error error = decodeAddress(e, operands[isLoad], op.operands[1]))
    return std::move(error);
  if (hasHalves) {
    const PtxOperand &distance = operands[1 + isLoad];
    if (distance.kind != PtxOperand::Kind::Constant ||
        distance.text.getAsInteger(0, op.immediate))
      return malformedPtx("not a constant:", distance.text);
  }
  size_t count = op.count * registersOf(*shape);
  Expected<SmallVector<uint32_t>> slots =
      decodeRegisters(e, isLoad ? operands.front() : operands.back(), count,
                      /*areWritten=*/isLoad);
  if (!slots)
    return slots.takeError();
  op.first = e.kernel.tensorRegisters.size();
  append_range(e.kernel.tensorRegisters, *slots);
  e.append(op);
  return true;
}

/// `[mbarrier]`, and of several CTAs which.
static Known decodeCommit(PtxEmitter &e, const PtxStatement &statement,
                          const PtxMatch &match) {
  bool isMulticast = match.has("multicast::cluster");
  if (Error error = e.expectOperands(statement, 1 + isMulticast))
    return std::move(error);
  simt::Instruction op = beginOf(e, match, TensorOperation::Commit);
  op.space = match.has("shared::cluster") ? StateSpace::SharedCluster
                                          : StateSpace::Generic;
  Expected<uint32_t> barrier = e.pointer(statement.operands[0], op.space);
  if (!barrier)
    return barrier.takeError();
  op.operands[1] = *barrier;
  op.count = isMulticast;
  if (isMulticast) {
    Expected<uint32_t> mask = e.source(statement.operands[1], ctaMask);
    if (!mask)
      return mask.takeError();
    op.operands[2] = *mask;
  }
  e.append(op);
  return true;
}

/// `[address], descriptor`: how lanes share it belongs to the shape.
static Known decodeCopy(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  static constexpr TensorCopy copies[] = {
#define SIMT_TENSOR_COPY(NAME, LLVM, ROWS, WORDS) TensorCopy::NAME,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  simt::Instruction op = beginOf(e, match, TensorOperation::Copy);
  // tcgen05.cp.cta_group::1.SHAPE and, as `warpx2::02_13`, the lanes.
  constexpr unsigned shapePart = 3;
  std::string name = match.parts[shapePart].str();
  for (StringRef part : drop_begin(match.parts, shapePart + 1)) {
    auto [lanes, pairs] = part.split("::");
    name += ("_" + lanes + (pairs.empty() ? "" : "_") + pairs).str();
  }
  std::optional<TensorCopy> copy = findRow(copies, name);
  if (!copy)
    return false;
  op.tensorForm.copy = *copy;
  if (Error error = decodeAddress(e, statement.operands[0], op.operands[1]))
    return std::move(error);
  Expected<uint32_t> descriptor = e.source(statement.operands[1], wide);
  if (!descriptor)
    return descriptor.takeError();
  op.operands[2] = *descriptor;
  e.append(op);
  return true;
}

/// `[address]`.
static Known decodeShift(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 1))
    return std::move(error);
  simt::Instruction op = beginOf(e, match, TensorOperation::Shift);
  if (Error error = decodeAddress(e, statement.operands[0], op.operands[1]))
    return std::move(error);
  e.append(op);
  return true;
}

/// `[sums], a or [a], b, descriptor, whether sums are added to`, and behind the
/// descriptor a vector that says of each lane whether it keeps what it has. A
/// scale of the sums at the end is not executed. What the collector keeps is a
/// hint.
static Known decodeMultiply(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  constexpr size_t lanesPlace = 4;
  bool hasLanes = operands.size() > lanesPlace &&
                  operands[lanesPlace].kind == PtxOperand::Kind::Vector;
  size_t usual = lanesPlace + 1 + hasLanes;
  if (operands.size() == usual + 1) {
    e.refuse("PTX instruction '" + statement.name +
             "' with a scale of its sums");
    return true;
  }
  if (Error error = e.expectOperands(statement, usual))
    return std::move(error);
  bool isInTensor = operands[1].kind == PtxOperand::Kind::Address;
  simt::Instruction op = beginOf(e, match,
                                 isInTensor ? TensorOperation::MultiplyTensor
                                            : TensorOperation::Multiply);
  op.tensorForm.kind = match.has("kind::f16")    ? TensorKind::F16
                       : match.has("kind::tf32") ? TensorKind::TF32
                       : match.has("kind::i8")   ? TensorKind::I8
                                                 : TensorKind::F8F6F4;
  if (Error error = decodeAddress(e, operands[0], op.operands[1]))
    return std::move(error);
  if (isInTensor)
    if (Error error = decodeAddress(e, operands[1], op.operands[2]))
      return std::move(error);
  if (hasLanes) {
    constexpr size_t words = TensorMemory::numLanes / 32;
    Expected<SmallVector<uint32_t>> slots =
        decodeRegisters(e, operands[lanesPlace], words, /*areWritten=*/false);
    if (!slots)
      return slots.takeError();
    op.count = words;
    op.first = e.kernel.tensorRegisters.size();
    append_range(e.kernel.tensorRegisters, *slots);
  }
  for (auto [place, operand, type] : {std::tuple(2u, 1u, wide),
                                      {3u, 2u, wide},
                                      {4u, 3u, number},
                                      {0u, unsigned(usual - 1), predicate}}) {
    if (operand == 1 && isInTensor)
      continue;
    Expected<uint32_t> slot = e.source(operands[operand], type);
    if (!slot)
      return slot.takeError();
    op.operands[place] = *slot;
  }
  e.append(op);
  return true;
}

#define TENSOR(SYNTAX, DECODE)                                                 \
  {SYNTAX, Opcode::Tensor, "", {}, Modifier::None, DECODE}
#define ONE "cta_group::1"
#define TWO "cta_group::2"
#define UP_TO_32 "x1|x2|x4|x8|x16|x32"
#define UP_TO_64 UP_TO_32 "|x64"
#define UP_TO_128 UP_TO_64 "|x128"
#define MOVES(WHAT, PACK)                                                      \
  TENSOR("tcgen05." WHAT ".sync.aligned.16x64b|32x32b|16x32bx2." UP_TO_128     \
         "." PACK "?.b32",                                                     \
         decodeMove),                                                          \
      TENSOR("tcgen05." WHAT ".sync.aligned.16x128b." UP_TO_64 "." PACK        \
             "?.b32",                                                          \
             decodeMove),                                                      \
      TENSOR("tcgen05." WHAT ".sync.aligned.16x256b." UP_TO_32 "." PACK        \
             "?.b32",                                                          \
             decodeMove)
#define FLOATS "kind::f16|kind::tf32|kind::f8f6f4"
#define COLLECTOR                                                              \
  "collector::a::fill|collector::a::use|collector::a::lastuse|"                \
  "collector::a::discard"
// Of a factor that `.ashift` shifts.
#define COLLECTOR_OF_SHIFT "collector::a::lastuse|collector::a::discard"
#define BUFFER(N)                                                              \
  "collector::" N "::fill|collector::" N "::use|collector::" N                 \
  "::lastuse|collector::" N "::discard"
#define BUFFERS BUFFER("b0") "|" BUFFER("b1") "|" BUFFER("b2") "|" BUFFER("b3")
#define COMMIT "mbarrier::arrive::one.shared::cluster?"
#define FORMATS "b8x16.b6x16_p32|b4x16_p64"
static constexpr PtxForm forms[] = {
    TENSOR("tcgen05.alloc." ONE ".sync.aligned.shared::cta?.b32",
           decodeAllocation),
    TENSOR("tcgen05.dealloc." ONE ".sync.aligned.b32", decodeAllocation),
    TENSOR("tcgen05.relinquish_alloc_permit." ONE ".sync.aligned", decodeStep),
    MOVES("ld", "pack::16b"),
    MOVES("st", "unpack::16b"),
    TENSOR("tcgen05.wait::ld|wait::st.sync.aligned", decodeStep),
    TENSOR("tcgen05.fence::before_thread_sync|fence::after_thread_sync",
           decodeStep),
    TENSOR("tcgen05.commit." ONE "." COMMIT ".b64", decodeCommit),
    TENSOR("tcgen05.commit." ONE "." COMMIT ".multicast::cluster.b64",
           decodeCommit),
    TENSOR("tcgen05.cp." ONE ".128x256b|4x256b|128x128b", decodeCopy),
    TENSOR("tcgen05.cp." ONE ".64x128b.warpx2::02_13|warpx2::01_23",
           decodeCopy),
    TENSOR("tcgen05.cp." ONE ".32x128b.warpx4", decodeCopy),
    TENSOR("tcgen05.shift." ONE ".down", decodeShift),
    TENSOR("tcgen05.mma." ONE "." FLOATS "|kind::i8", decodeMultiply),
    TENSOR("tcgen05.mma." ONE "." FLOATS "|kind::i8." COLLECTOR,
           decodeMultiply),
    // Of pairs of CTAs.
    {"tcgen05.alloc." TWO ".sync.aligned.shared::cta?.b32"},
    {"tcgen05.dealloc." TWO ".sync.aligned.b32"},
    {"tcgen05.relinquish_alloc_permit." TWO ".sync.aligned"},
    {"tcgen05.commit." TWO "." COMMIT ".b64"},
    {"tcgen05.commit." TWO "." COMMIT ".multicast::cluster.b64"},
    {"tcgen05.cp." TWO ".128x256b|4x256b|128x128b"},
    {"tcgen05.cp." TWO ".64x128b.warpx2::02_13|warpx2::01_23"},
    {"tcgen05.cp." TWO ".32x128b.warpx4"},
    {"tcgen05.shift." TWO ".down"},
    {"tcgen05.mma." TWO "." FLOATS "|kind::i8"},
    {"tcgen05.mma." TWO "." FLOATS "|kind::i8." COLLECTOR},
    // Of 4 and 6 bits, made wider.
    {"tcgen05.cp." ONE "|" TWO ".128x256b|4x256b|128x128b." FORMATS},
    {"tcgen05.cp." ONE "|" TWO ".64x128b.warpx2::02_13|warpx2::01_23." FORMATS},
    {"tcgen05.cp." ONE "|" TWO ".32x128b.warpx4." FORMATS},
    // Of a shifted factor, sparse ones, and `.ws`.
    {"tcgen05.mma." ONE "|" TWO "." FLOATS
     "|kind::i8.ashift." COLLECTOR_OF_SHIFT},
    {"tcgen05.mma." ONE "|" TWO "." FLOATS "|kind::i8.ashift"},
    {"tcgen05.mma.sp." ONE "|" TWO "." FLOATS "|kind::i8"},
    {"tcgen05.mma.sp." ONE "|" TWO "." FLOATS "|kind::i8." COLLECTOR},
    {"tcgen05.mma.sp." ONE "|" TWO "." FLOATS
     "|kind::i8.ashift." COLLECTOR_OF_SHIFT},
    {"tcgen05.mma.sp." ONE "|" TWO "." FLOATS "|kind::i8.ashift"},
    {"tcgen05.mma.ws.sp?." ONE "." FLOATS "|kind::i8"},
    {"tcgen05.mma.ws.sp?." ONE "." FLOATS "|kind::i8." BUFFERS},
};
ArrayRef<PtxForm> simt::getPtxTcgen05Forms() { return forms; }
