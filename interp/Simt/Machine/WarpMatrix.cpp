//===- WarpMatrix.cpp - What a warp does with matrices --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.14: ldmatrix, stmatrix and movmatrix. All 32 lanes come to
// one instruction. The lane that gets or has an element accesses it, whoever
// has the address of its line; the accesses are weak, and nothing is ordered by
// the lanes' meeting.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Accesses `count` elements from `place` on; `offset` is that of the byte in
/// which the first one begins. A store says what is `written`, or nothing if it
/// is unspecified.
bool Machine::accessLine(MutableArrayRef<Thread *> lanes, uint32_t lane,
                         const Instruction &op, const MatrixPlace &place,
                         uint32_t count, ArrayRef<uint8_t> written,
                         Allocation *&allocation, uint32_t &offset) {
  const MatrixForm &form = kernel.matrices[op.first];
  Lane pointer = lanes[place.line]->frame[op.operands[1]];
  if (!pointer.poison && pointer.bits % matrixLineBytes)
    return undefined(Undefined::MisalignedAccess, op);
  uint32_t first = place.index * form.bits, last = first + count * form.bits;
  pointer.bits += first / 8;
  AccessRange range = {
      pointer,           (last + 7) / 8 - first / 8,
      op.space,
      /*alignment=*/1,   form.operation == MatrixOperation::Store,
      /*isAtomic=*/false};
  range.isEqual = options.allowEqualWrites && !written.empty() &&
                  holds(*lanes[lane], pointer, written);
  if (!access(*lanes[lane], op, range, allocation, offset))
    return false;
  return allocation->space == StateSpace::Shared ||
         undefined(Undefined::WrongStateSpace, op);
}

bool Machine::moveMatrices(MutableArrayRef<Thread *> lanes,
                           const Instruction &op) {
  const MatrixForm &form = kernel.matrices[op.first];
  bool isLoad = form.operation == MatrixOperation::Load;
  uint32_t container = form.containerBits();
  // What lies side by side in memory and in the register.
  uint32_t run = form.isTransposed ? 1 : form.columns / 4;
  for (uint32_t lane = 0; lane < warpSize; ++lane)
    for (uint32_t number = 0; number < form.registers(); ++number) {
      Lane &value =
          lanes[lane]->frame[(isLoad ? op.result : op.operands[2]) + number];
      InexactParts parts;
      if (isLoad)
        value = Lane();
      for (uint32_t e = 0; e < form.perRegister(); e += run) {
        MatrixPlace place = elementPlace(form, lane, number, e);
        uint32_t bytes = (run * form.bits + 7) / 8,
                 skipped = place.index * form.bits % 8;
        SmallVector<uint8_t, 4> written;
        if (!isLoad)
          for (uint32_t i = 0; i < bytes; ++i)
            written.push_back(value.bits >> (e * container + 8 * i));
        Allocation *allocation;
        uint32_t offset;
        if (!accessLine(lanes, lane, op, place, run,
                        value.poison ? ArrayRef<uint8_t>() : written,
                        allocation, offset))
          return false;
        if (!isLoad) {
          allocation->forget(offset, bytes);
          for (uint32_t i = 0; i < bytes; ++i) {
            allocation->bytes[offset + i] = written[i];
            allocation->undefined[offset + i] = value.poison;
          }
          if (LLVM_UNLIKELY(value.isInexact) &&
              !keepInexact(op, *allocation, offset, value, e * container,
                           8 * bytes))
            return false;
          continue;
        }
        uint64_t raw = 0;
        bytes = (skipped + run * form.bits + 7) / 8;
        for (uint32_t i = 0; i < bytes; ++i) {
          raw |= uint64_t(allocation->bytes[offset + i]) << (8 * i);
          value.poison |= allocation->undefined[offset + i] != 0;
          if (allocation->undefined[offset + i] == 2)
            return undefined(Undefined::UninitialisedRead, op);
        }
        for (uint32_t i = 0; i < run; ++i) {
          value.bits |= maskTo(raw >> (skipped + i * form.bits), form.bits)
                        << ((e + i) * container);
          if (LLVM_UNLIKELY(!allocation->inexact.empty()) && form.bits >= 8)
            readInexact(op, *allocation, offset + i * form.bits / 8,
                        form.bits / 8, (e + i) * container, parts);
        }
        if (form.bits < 8 && allocation->holdsInexact(offset, bytes))
          loseExactness(op);
      }
      if (isLoad && !setParts(value, parts, op))
        return false;
    }
  return true;
}

/// PTX ISA, 9.7.14.5.17: an element of the result is the one of the source with
/// row and column exchanged.
bool Machine::transposeMatrix(MutableArrayRef<Thread *> lanes,
                              const Instruction &op) {
  std::array<Lane, warpSize> source;
  for (uint32_t lane = 0; lane < warpSize; ++lane)
    source[lane] = lanes[lane]->frame[op.operands[1]];
  for (uint32_t lane = 0; lane < warpSize; ++lane) {
    Lane result;
    InexactParts parts;
    for (uint32_t e = 0; e < 2; ++e) {
      uint32_t row = lane % 4 * 2 + e, column = lane / 4;
      const Lane &from = source[row * 4 + column / 2];
      result.bits |= (from.bits >> (column % 2 * 16) & 0xffff) << (16 * e);
      result.poison |= from.poison;
      std::optional<InexactParts> moved =
          partsWithin(partsOf(from), column % 2 * 16, 16);
      if (!moved)
        loseExactness(op);
      else
        for (InexactPart part : *moved) {
          part.firstBit += 16 * e;
          parts.push_back(part);
        }
    }
    if (!setParts(result, parts, op))
      return false;
    lanes[lane]->frame[op.result] = result;
  }
  return true;
}

/// All lanes that have not exited are there.
bool Machine::performMatrix(MutableArrayRef<Thread *> lanes) {
  const Instruction &op = kernel.code[lanes.front()->pc - 1];
  // `.aligned`; and no lane may have exited (PTX ISA, ldmatrix).
  if (lanes.size() != warpSize || any_of(lanes, [&](const Thread *thread) {
        return thread->pc != lanes.front()->pc;
      }))
    return undefined(Undefined::BarrierDivergence, op);
  if (op.opcode == Opcode::MatrixProduct) {
    if (!multiplyMatrices(lanes, op))
      return false;
  } else if (op.opcode == Opcode::MatrixAccess) {
    if (!moveFragments(lanes, op))
      return false;
  } else if (kernel.matrices[op.first].operation ==
             MatrixOperation::Transpose) {
    if (!transposeMatrix(lanes, op))
      return false;
  } else if (!moveMatrices(lanes, op)) {
    return false;
  }
  for (Thread *thread : lanes)
    thread->state = ThreadState::Ready;
  return true;
}
