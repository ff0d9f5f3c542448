//===- EvalCudaTileShape.cpp - Constants, shapes, grid, assumptions -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.5 and 3.7.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Tile/Machine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

static TileType typeOf(mlir::Value value) {
  return llvm::cast<TileType>(value.getType());
}

static Flow evalConstant(Machine &machine, const Instruction &in) {
  mlir::DenseElementsAttr value = llvm::cast<ConstantOp>(in.op).getDense();
  TileValue result;
  result.bits.reserve(value.getNumElements());
  if (llvm::isa<mlir::FloatType>(value.getElementType()))
    for (const llvm::APFloat &element : value.getValues<llvm::APFloat>())
      result.bits.push_back(element.bitcastToAPInt().getZExtValue());
  else
    for (const llvm::APInt &element : value.getValues<llvm::APInt>())
      result.bits.push_back(element.getZExtValue());
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalIota(Machine &machine, const Instruction &in) {
  TileValue result;
  for (int64_t i = 0, n = typeOf(in.op->getResult(0)).getNumElements(); i < n;
       ++i)
    result.bits.push_back(i);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalReshape(Machine &machine, const Instruction &in) {
  // Row-major order is the order of TileValue.
  machine.slots[in.results[0]] = machine.slots[in.operands[0]];
  return Flow::Next;
}

static Flow evalBroadcast(Machine &machine, const Instruction &in) {
  const TileValue &source = machine.tile(in, 0);
  llvm::ArrayRef<int64_t> from = typeOf(in.op->getOperand(0)).getShape();
  TileType type = typeOf(in.op->getResult(0));
  llvm::ArrayRef<int64_t> to = type.getShape();
  TileValue result;
  result.bits.resize(type.getNumElements());
  if (!source.buffers.empty())
    result.buffers.resize(result.bits.size());
  for (size_t i = 0; i < result.bits.size(); ++i) {
    // The source position: coordinates along size-1 dimensions are 0.
    size_t rest = i, position = 0, stride = 1;
    for (size_t d = to.size(); d-- > 0;) {
      if (from[d] != 1)
        position += (rest % to[d]) * stride;
      rest /= to[d];
      stride *= from[d];
    }
    result.bits[i] = source.bits[position];
    if (!source.buffers.empty())
      result.buffers[i] = source.buffers[position];
    if (source.isUnspecified(position))
      result.markUnspecified(i);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// Bytes that one element of the pointee occupies in memory.
static unsigned storageSize(mlir::Type pointee) {
  return std::max(1u, pointee.getIntOrFloatBitWidth() / 8);
}

static Flow evalOffset(Machine &machine, const Instruction &in) {
  TileValue result = machine.tile(in, 0);
  const TileValue &offset = machine.tile(in, 1);
  auto pointer =
      llvm::cast<PointerType>(typeOf(in.op->getOperand(0)).getElementType());
  if (!isIntElement(pointer.getPointeeType()) &&
      !isBaseFloatElement(pointer.getPointeeType()))
    return machine.unsupported(in, "pointer to a narrow float format");
  int64_t size = storageSize(pointer.getPointeeType());
  unsigned width =
      typeOf(in.op->getOperand(1)).getElementType().getIntOrFloatBitWidth();
  for (size_t i = 0; i < result.bits.size(); ++i) {
    if (offset.isUnspecified(i))
      return machine.unstable(in, "an address");
    int64_t scaled, sum;
    if (llvm::MulOverflow(llvm::SignExtend64(offset.bits[i], width), size,
                          scaled) ||
        llvm::AddOverflow(int64_t(result.bits[i]), scaled, sum))
      return machine.undefined(in, "pointer-offset-overflow");
    result.bits[i] = sum;
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow setGridValues(Machine &machine, const Instruction &in,
                          const std::array<uint32_t, 3> &values) {
  for (unsigned axis = 0; axis < 3; ++axis)
    machine.setTile(in, axis, TileValue{{values[axis]}, {}, {}});
  return Flow::Next;
}
static Flow evalBlockId(Machine &machine, const Instruction &in) {
  return setGridValues(machine, in, machine.blockId);
}
static Flow evalNumBlocks(Machine &machine, const Instruction &in) {
  return setGridValues(machine, in, machine.grid);
}

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// Row-major coordinate of element `i` along dimension `dim`.
static int64_t coordinate(llvm::ArrayRef<int64_t> shape, size_t i, size_t dim) {
  for (size_t d = shape.size(); d-- > dim + 1;)
    i /= shape[d];
  return i % shape[dim];
}

/// Buffers are aligned to this many bytes; larger divisors say nothing that a
/// run could check.
static constexpr uint64_t bufferAlignment = 256;

static bool holds(DivByAttr divBy, TileType type, const TileValue &value,
                  int64_t size, unsigned width) {
  uint64_t divisor = divBy.getDivisor();
  if (size)
    divisor = std::min(divisor, bufferAlignment);
  for (size_t i = 0; i < value.bits.size(); ++i) {
    int64_t expected = 0;
    if (divBy.getEvery() && *divBy.getEvery() > 0)
      expected =
          coordinate(type.getShape(), i, *divBy.getAlong()) % *divBy.getEvery();
    // Group members follow their first element by 1, or by the pointee size.
    int64_t element =
        llvm::SignExtend64(value.bits[i], width) - expected * (size ? size : 1);
    if (uint64_t(element) % divisor)
      return false;
  }
  return true;
}

static bool holds(SameElementsAttr same, TileType type,
                  const TileValue &value) {
  llvm::ArrayRef<int64_t> shape = type.getShape();
  for (size_t i = 0; i < value.bits.size(); ++i) {
    // The first element of this element's block.
    size_t first = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t at = coordinate(shape, i, d);
      int64_t block = std::max<int64_t>(1, same.getValues()[d]);
      first = first * shape[d] + at / block * block;
    }
    if (value.bits[i] != value.bits[first] ||
        (!value.buffers.empty() && value.buffers[i] != value.buffers[first]))
      return false;
  }
  return true;
}

static Flow evalAssume(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<AssumeOp>(in.op);
  machine.slots[in.results[0]] = machine.slots[in.operands[0]];
  if (auto view = machine.slots[in.operands[0]].view) {
    uint64_t divisor = llvm::cast<DivByAttr>(op.getPredicate()).getDivisor();
    if (view->base % int64_t(std::min(divisor, bufferAlignment)))
      return machine.undefined(in, "false-assumption");
    return Flow::Next;
  }
  const TileValue &value = machine.tile(in, 0);
  TileType type = typeOf(op.getValue());
  for (size_t i = 0; i < value.bits.size(); ++i)
    if (value.isUnspecified(i))
      return machine.unstable(in, "an assumption");
  auto pointer = llvm::dyn_cast<PointerType>(type.getElementType());
  unsigned width = pointer ? 64 : type.getElementType().getIntOrFloatBitWidth();
  bool ok = true;
  if (auto divBy = llvm::dyn_cast<DivByAttr>(op.getPredicate())) {
    ok = holds(divBy, type, value,
               pointer ? storageSize(pointer.getPointeeType()) : 0, width);
  } else if (auto same = llvm::dyn_cast<SameElementsAttr>(op.getPredicate())) {
    ok = holds(same, type, value);
  } else {
    auto bounded = llvm::cast<BoundedAttr>(op.getPredicate());
    for (uint64_t bits : value.bits) {
      int64_t element = llvm::SignExtend64(bits, width);
      ok &= (!bounded.getLb() || element >= *bounded.getLb()) &&
            (!bounded.getUb() || element <= *bounded.getUb());
    }
  }
  return ok ? Flow::Next : machine.undefined(in, "false-assumption");
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.constant", evalConstant},
    {"cuda_tile.iota", evalIota},
    {"cuda_tile.reshape", evalReshape},
    {"cuda_tile.broadcast", evalBroadcast},
    {"cuda_tile.offset", evalOffset},
    {"cuda_tile.get_tile_block_id", evalBlockId},
    {"cuda_tile.get_num_tile_blocks", evalNumBlocks},
    {"cuda_tile.assume", evalAssume},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileShapeEvaluators() {
  return rows;
}
