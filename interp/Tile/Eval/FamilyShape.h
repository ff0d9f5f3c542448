//===- FamilyShape.h - Shapes and addresses of several levels ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// is here, once; the tables of a level (Eval<Level>*.cpp) read its attributes
// and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILYSHAPE_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILYSHAPE_H

#include "interp/Tile/Machine.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace tilefuzz {

/// Element-wise choice; operands: condition (a scalar chooses whole tiles), the
/// tile for true, the tile for false.
Flow evalSelect(Machine &machine, const Instruction &in);
/// Integer or float elements of a constant.
TileValue denseTile(mlir::DenseElementsAttr value);

/// Row-major order is the order of TileValue: a change of shape only, or a
/// change of nothing.
Flow evalSameElements(Machine &machine, const Instruction &in);
Flow evalBroadcast(Machine &machine, const Instruction &in);
/// Pointer tile plus signed offsets in elements of the pointee.
Flow evalPointerOffset(Machine &machine, const Instruction &in);
/// Modulo 2^64, as chains of nv_tileaa.addptr are folded (facts, 2.5); what
/// leaves its buffer may not be accessed.
Flow evalWrappingOffset(Machine &machine, const Instruction &in);
Flow evalPermuted(Machine &machine, const Instruction &in,
                  llvm::ArrayRef<int32_t> permutation);
/// Operands: one tile, then the other, along `dim`.
Flow evalConcatenated(Machine &machine, const Instruction &in, size_t dim);
/// Elements start, start + stride, ... of operand 0, all within it.
Flow evalSliced(Machine &machine, const Instruction &in,
                llvm::ArrayRef<size_t> start, llvm::ArrayRef<int64_t> strides);
/// The same; the operands after it say where, read unsigned. Outside of it the
/// run ends.
Flow evalSlicedAt(Machine &machine, const Instruction &in,
                  llvm::ArrayRef<int64_t> strides);
/// A tile of which nothing is specified.
Flow evalUnspecified(Machine &machine, const Instruction &in);
/// Ends the run if `predicate` (an attribute of cuda_tile) is false.
Flow evalAssumption(Machine &machine, const Instruction &in,
                    mlir::Attribute predicate);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYSHAPE_H
