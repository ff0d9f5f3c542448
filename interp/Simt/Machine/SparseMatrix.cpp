//===- SparseMatrix.cpp - Half of the first factor of mma.sp --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.14.6. What indices mean and which lanes have them is the
// ISA's text; which bits of theirs belong to which row and chunk is in its
// pictures only. For elements of 16 bits and m16n8k32 it is what the LLVM
// project's sparse-mma-2-4-f16.mlir does, which devices execute; for the others
// it follows from the order that CUTLASS brings metadata into before ldmatrix
// (reorder_meta), and the forms that are half as deep have the first half.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

SparseChunk MatrixProduct::sparseChunk() const {
  RegisterType type = typeOf(MatrixRole::A);
  if (type.kind == TypeKind::TF32)
    return {/*chunk=*/2, /*stored=*/1, /*run=*/1, /*bits=*/4};
  // Elements of 4 bits that share a byte are zero in pairs.
  if (type.width == 4 && !isPadded)
    return {/*chunk=*/8, /*stored=*/4, /*run=*/2, /*bits=*/2};
  return {/*chunk=*/4, /*stored=*/2, /*run=*/1, /*bits=*/2};
}

/// Of the indices of a row of A.
static uint32_t bitsOfRow(const MatrixProduct &shape) {
  SparseChunk chunk = shape.sparseChunk();
  return shape.storedDepth() / chunk.run * chunk.bits;
}

uint32_t MatrixProduct::selectors() const {
  // Sixteen rows are eight groups of four lanes with a register each.
  return 64 / bitsOfRow(*this);
}

MetadataPlace MatrixProduct::metadataPlace(uint32_t row, uint32_t index) const {
  uint32_t bit = index * sparseChunk().bits, group = 4 * (row % 8),
           half = row / 8;
  // Of wide elements, a register has 16 bits of a row and of that eight below;
  // of the others, 32 bits of one of them.
  if (typeOf(MatrixRole::A).width >= 16) {
    uint32_t registers = bitsOfRow(*this) / 16;
    return {group + selector * registers + bit / 16, 16 * half + bit % 16};
  }
  return {group + 2 * selector + bit / 32 * 2 + half, bit % 32};
}

bool Machine::readMetadata(ArrayRef<Thread *> lanes, const Instruction &op,
                           std::vector<uint32_t> &columns) {
  const MatrixProduct &shape = kernel.products[op.first];
  SparseChunk chunk = shape.sparseChunk();
  uint32_t indices = shape.storedDepth() / chunk.run,
           perChunk = chunk.stored / chunk.run;
  columns.clear();
  for (uint32_t row = 0; row < shape.m; ++row)
    for (uint32_t first = 0; first < indices; first += perChunk) {
      SmallVector<uint32_t, 2> found;
      for (uint32_t i = 0; i < perChunk; ++i) {
        MetadataPlace place = shape.metadataPlace(row, first + i);
        const Lane &from = lanes[place.lane]->frame[op.operands[4]];
        if (from.poison)
          return undefined(Undefined::SparseMetadata, op);
        if (from.isInexact)
          loseExactness(op);
        found.push_back(maskTo(from.bits >> place.bit, chunk.bits));
      }
      // 9.7.14.6.1: of tf32, 0b0100 is the first and 0b1110 the second one.
      if (chunk.bits == 4) {
        if (found[0] != 0b0100 && found[0] != 0b1110)
          return undefined(Undefined::SparseMetadata, op);
        found[0] = found[0] == 0b1110;
      } else if (found[0] == found[1] ||
                 (shape.sparsity == MatrixSparsity::Ordered &&
                  found[0] > found[1])) {
        return undefined(Undefined::SparseMetadata, op);
      }
      for (uint32_t index : found)
        for (uint32_t i = 0; i < chunk.run; ++i)
          columns.push_back(first / perChunk * chunk.chunk + index * chunk.run +
                            i);
    }
  return true;
}
