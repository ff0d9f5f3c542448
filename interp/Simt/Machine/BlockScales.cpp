//===- BlockScales.cpp - Factors of blocks of rows and columns ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.14.3: mma with .block_scale.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/ProductSums.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

uint32_t MatrixProduct::scaleLane(MatrixRole role, uint32_t line,
                                  uint32_t part) const {
  return role == MatrixRole::A ? 4 * (line % 8) + 2 * part + line / 8
                               : 4 * line + part;
}

bool Machine::readScales(ArrayRef<Thread *> lanes, const Instruction &op,
                         MatrixRole role,
                         SmallVectorImpl<std::optional<double>> &factors) {
  const MatrixProduct &shape = kernel.products[op.first];
  bool isA = role == MatrixRole::A;
  uint32_t slot = op.operands[4] + shape.isSparse() + (isA ? 0 : 3);
  const Lane &byte = lanes.front()->frame[slot + 1],
             &part = lanes.front()->frame[slot + 2];
  bool areSame = all_of(lanes, [&](const Thread *thread) {
    const Lane &otherByte = thread->frame[slot + 1],
               &otherPart = thread->frame[slot + 2];
    return !otherByte.poison && !otherPart.poison &&
           otherByte.bits == byte.bits && otherPart.bits == part.bits;
  });
  // A's two rows of a group of four lanes are in two of these, B's column in
  // one.
  if (!areSame || byte.bits % shape.scales || byte.bits + shape.scales > 4 ||
      part.bits >= (isA ? 2 : 4))
    return undefined(Undefined::MatrixOperands, op);
  for (uint32_t line = 0, lines = isA ? shape.m : shape.n; line < lines;
       ++line) {
    const Lane &from =
        lanes[shape.scaleLane(role, line, part.bits)]->frame[slot];
    if (from.isInexact)
      loseExactness(op);
    for (uint32_t chunk = 0; chunk < shape.scales; ++chunk) {
      uint64_t bits = maskTo(from.bits >> 8 * (byte.bits + chunk), 8);
      // ue4m3 has no sign.
      bool isNone =
          from.poison || (shape.scaleType.kind == TypeKind::E4M3 && bits >> 7);
      factors.push_back(isNone ? std::nullopt
                               : std::optional(realOf(shape.scaleType, bits)));
    }
  }
  return true;
}
