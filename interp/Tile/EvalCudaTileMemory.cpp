//===- EvalCudaTileMemory.cpp - Tokens, views, loads and stores -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, sections 2, 4 and 5.
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

static Flow evalMakeToken(Machine &machine, const Instruction &in) {
  machine.slots[in.results[0]] = {nullptr, joinTokens({}), nullptr};
  return Flow::Next;
}

static Flow evalJoinTokens(Machine &machine, const Instruction &in) {
  llvm::SmallVector<TokenRef> tokens;
  for (unsigned operand : in.operands)
    tokens.push_back(machine.slots[operand].token);
  machine.slots[in.results[0]] = {nullptr, joinTokens(tokens), nullptr};
  return Flow::Next;
}

/// The kinds of elements that memory can hold here; others are diagnosed.
static bool isStorable(mlir::Type element) {
  return isIntElement(element) || isBaseFloatElement(element);
}
static unsigned storageSize(mlir::Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

template <typename OpT>
static Access beginAccess(Machine &machine, const Instruction &in, OpT op) {
  TokenRef token;
  if (op.getToken())
    token = machine.slots[in.operands.back()].token;
  return machine.memory.begin(
      machine.blockIndex, AccessOrdering(op.getMemoryOrderingSemantics()),
      AccessScope(op.getMemoryScope().value_or(MemoryScope::TileBlock)),
      machine.siteOf(in), token);
}

/// Reads or writes element `i` at a checked place; false ends the run.
static bool loadElement(Machine &machine, const Instruction &in, Access &access,
                        mlir::Type element, int buffer, int64_t offset,
                        TileValue &result, size_t i) {
  unsigned size = storageSize(element);
  if (const char *condition = machine.memory.check(buffer, offset, size)) {
    machine.undefined(in, condition);
    return false;
  }
  bool unspecified;
  uint64_t bits =
      machine.memory.read(access, buffer, offset, size, unspecified);
  // Any byte but 0 reads as true (part 2, 1.6).
  result.bits[i] = element.isInteger(1) ? bits != 0 : bits;
  if (unspecified)
    result.markUnspecified(i);
  return true;
}
static bool storeElement(Machine &machine, const Instruction &in,
                         Access &access, mlir::Type element, int buffer,
                         int64_t offset, const TileValue &value, size_t i) {
  unsigned size = storageSize(element);
  if (const char *condition = machine.memory.check(buffer, offset, size)) {
    machine.undefined(in, condition);
    return false;
  }
  machine.memory.write(access, buffer, offset, size, value.bits[i],
                       value.isUnspecified(i));
  return true;
}

static void finish(Machine &machine, const Instruction &in,
                   const Access &access) {
  machine.slots[in.results.back()] = {nullptr, machine.memory.end(access),
                                      nullptr};
}

//===----------------------------------------------------------------------===//
// Pointer tiles
//===----------------------------------------------------------------------===//

static Flow evalLoadPtr(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadPtrTkoOp>(in.op);
  mlir::Type element = typeOf(op.getResult()).getElementType();
  if (!isStorable(element))
    return machine.unsupported(in, "load of a narrow float format");
  const TileValue &pointers = machine.tile(in, 0);
  const TileValue *mask = op.getMask() ? &machine.tile(in, 1) : nullptr;
  const TileValue *padding =
      op.getPaddingValue() ? &machine.tile(in, 2) : nullptr;
  Access access = beginAccess(machine, in, op);
  TileValue result;
  result.bits.resize(pointers.bits.size());
  for (size_t i = 0; i < result.bits.size(); ++i) {
    if (mask && mask->isUnspecified(i))
      return machine.unstable(in, "a mask");
    if (mask && !mask->bits[i]) {
      if (padding)
        result.bits[i] = padding->bits[i];
      if (!padding || padding->isUnspecified(i))
        result.markUnspecified(i);
      continue;
    }
    if (!loadElement(machine, in, access, element, pointers.buffers[i],
                     pointers.bits[i], result, i))
      return Flow::Stop;
  }
  machine.setTile(in, 0, std::move(result));
  finish(machine, in, access);
  return Flow::Next;
}

static Flow evalStorePtr(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StorePtrTkoOp>(in.op);
  mlir::Type element = typeOf(op.getValue()).getElementType();
  if (!isStorable(element))
    return machine.unsupported(in, "store of a narrow float format");
  const TileValue &pointers = machine.tile(in, 0);
  const TileValue &value = machine.tile(in, 1);
  const TileValue *mask = op.getMask() ? &machine.tile(in, 2) : nullptr;
  Access access = beginAccess(machine, in, op);
  for (size_t i = 0; i < value.bits.size(); ++i) {
    if (mask && mask->isUnspecified(i))
      return machine.unstable(in, "a mask");
    if (mask && !mask->bits[i])
      continue;
    if (!storeElement(machine, in, access, element, pointers.buffers[i],
                      pointers.bits[i], value, i))
      return Flow::Stop;
  }
  finish(machine, in, access);
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static Flow evalMakeTensorView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<MakeTensorViewOp>(in.op);
  auto type = llvm::cast<TensorViewType>(op.getResult().getType());
  auto view = std::make_shared<ViewValue>();
  const TileValue &base = machine.tile(in, 0);
  view->buffer = base.buffers[0];
  view->base = base.bits[0];
  unsigned next = 1;
  for (auto [list, values] : {std::pair(type.getShape(), &view->shape),
                              std::pair(type.getStrides(), &view->strides)})
    for (int64_t entry : list) {
      if (!mlir::ShapedType::isDynamic(entry)) {
        values->push_back(entry);
        continue;
      }
      const TileValue &dynamic = machine.tile(in, next++);
      if (dynamic.isUnspecified(0))
        return machine.unstable(in, "an address");
      if (dynamic.bits[0] == 0)
        return machine.undefined(in, "zero-extent-or-stride");
      values->push_back(dynamic.bits[0]);
    }
  machine.slots[in.results[0]] = {nullptr, nullptr, std::move(view)};
  return Flow::Next;
}

static Flow evalMakePartitionView(Machine &machine, const Instruction &in) {
  // The partition is in the type.
  machine.slots[in.results[0]] = machine.slots[in.operands[0]];
  return Flow::Next;
}

static uint64_t paddingBits(PaddingValue padding, mlir::Type element) {
  auto type = llvm::dyn_cast<mlir::FloatType>(element);
  if (!type)
    return 0;
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto bits = [](const llvm::APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  switch (padding) {
  case PaddingValue::Zero:
    return 0;
  case PaddingValue::NegZero:
    return bits(llvm::APFloat::getZero(semantics, /*Negative=*/true));
  case PaddingValue::NaN:
    return bits(llvm::APFloat::getQNaN(semantics));
  case PaddingValue::PosInf:
    return bits(llvm::APFloat::getInf(semantics));
  case PaddingValue::NegInf:
    return bits(llvm::APFloat::getInf(semantics, /*Negative=*/true));
  }
  return 0;
}

namespace {
/// Where the elements of one tile of a partition view lie.
class TilePlace {
public:
  /// `firstIndex`: which operand is the first index. False ends the run.
  bool locate(Machine &machine, const Instruction &in, PartitionViewType type,
              const ViewValue &value, unsigned firstIndex, mlir::Type element) {
    view = &value;
    this->type = type;
    size = storageSize(element);
    for (size_t k = 0; k < type.getTileShape().size(); ++k) {
      const TileValue &index = machine.tile(in, firstIndex + k);
      if (index.isUnspecified(0)) {
        machine.unstable(in, "an address");
        return false;
      }
      uint64_t extent = view->shape[type.getDimMap()[k]];
      uint64_t tile = type.getTileShape()[k];
      // Index space: ceil(extent / tile), read unsigned.
      if (index.bits[0] >= llvm::divideCeil(extent, tile)) {
        machine.undefined(in, "view-index-outside-index-space");
        return false;
      }
      start.push_back(index.bits[0] * tile);
    }
    return true;
  }

  /// False if element `i` lies outside the tensor. Sets `overflow` if its
  /// offset does not fit 63 bits.
  bool element(size_t i, int64_t &offset, bool &overflow) const {
    llvm::ArrayRef<int32_t> tile = type.getTileShape();
    offset = view->base;
    bool inside = true;
    for (size_t k = tile.size(); k-- > 0;) {
      uint64_t at = start[k] + i % tile[k];
      i /= tile[k];
      unsigned dim = type.getDimMap()[k];
      inside &= at < view->shape[dim];
      int64_t bytes, step;
      overflow |= llvm::MulOverflow(int64_t(view->strides[dim]), size, step) ||
                  llvm::MulOverflow(int64_t(at), step, bytes) ||
                  llvm::AddOverflow(offset, bytes, offset);
    }
    return inside;
  }

private:
  const ViewValue *view = nullptr;
  PartitionViewType type;
  int64_t size = 1;
  llvm::SmallVector<uint64_t> start;
};
} // namespace

static Flow evalLoadView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadViewTkoOp>(in.op);
  auto type = llvm::dyn_cast<PartitionViewType>(op.getView().getType());
  mlir::Type element = typeOf(op.getTile()).getElementType();
  if (!type || !isStorable(element))
    return machine.unsupported(in, "load through this kind of view");
  const ViewValue &view = *machine.slots[in.operands[0]].view;
  TilePlace place;
  if (!place.locate(machine, in, type, view, 1, element))
    return Flow::Stop;
  Access access = beginAccess(machine, in, op);
  TileValue result;
  result.bits.resize(typeOf(op.getTile()).getNumElements());
  for (size_t i = 0; i < result.bits.size(); ++i) {
    int64_t offset;
    bool overflow = false;
    if (!place.element(i, offset, overflow)) {
      if (type.getPadding())
        result.bits[i] = paddingBits(type.getPadding().getValue(), element);
      else
        result.markUnspecified(i);
      continue;
    }
    if (overflow)
      return machine.undefined(in, "view-offset-overflow");
    if (!loadElement(machine, in, access, element, view.buffer, offset, result,
                     i))
      return Flow::Stop;
  }
  machine.setTile(in, 0, std::move(result));
  finish(machine, in, access);
  return Flow::Next;
}

static Flow evalStoreView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StoreViewTkoOp>(in.op);
  auto type = llvm::dyn_cast<PartitionViewType>(op.getView().getType());
  mlir::Type element = typeOf(op.getTile()).getElementType();
  if (!type || !isStorable(element))
    return machine.unsupported(in, "store through this kind of view");
  const TileValue &value = machine.tile(in, 0);
  const ViewValue &view = *machine.slots[in.operands[1]].view;
  TilePlace place;
  if (!place.locate(machine, in, type, view, 2, element))
    return Flow::Stop;
  Access access = beginAccess(machine, in, op);
  for (size_t i = 0; i < value.bits.size(); ++i) {
    int64_t offset;
    bool overflow = false;
    if (!place.element(i, offset, overflow))
      continue;
    if (overflow)
      return machine.undefined(in, "view-offset-overflow");
    if (!storeElement(machine, in, access, element, view.buffer, offset, value,
                      i))
      return Flow::Stop;
  }
  finish(machine, in, access);
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.make_token", evalMakeToken},
    {"cuda_tile.join_tokens", evalJoinTokens},
    {"cuda_tile.load_ptr_tko", evalLoadPtr},
    {"cuda_tile.store_ptr_tko", evalStorePtr},
    {"cuda_tile.make_tensor_view", evalMakeTensorView},
    {"cuda_tile.make_partition_view", evalMakePartitionView},
    {"cuda_tile.load_view_tko", evalLoadView},
    {"cuda_tile.store_view_tko", evalStoreView},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMemoryEvaluators() {
  return rows;
}
