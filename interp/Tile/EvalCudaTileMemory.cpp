//===- EvalCudaTileMemory.cpp - Tokens, views, loads and stores -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, sections 2, 4 and 5.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Families.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

template <typename OpT> static AccessKind kindOf(OpT op) {
  return {AccessOrdering(op.getMemoryOrderingSemantics()),
          AccessScope(op.getMemoryScope().value_or(MemoryScope::TileBlock)),
          bool(op.getToken())};
}

static Flow evalLoadPtr(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadPtrTkoOp>(in.op);
  std::optional<unsigned> mask, padding;
  if (op.getMask())
    mask = 1;
  if (op.getPaddingValue())
    padding = 2;
  return evalPointerLoad(machine, in, kindOf(op), mask, padding);
}

static Flow evalStorePtr(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StorePtrTkoOp>(in.op);
  std::optional<unsigned> mask;
  if (op.getMask())
    mask = 2;
  return evalPointerStore(machine, in, kindOf(op), mask);
}

static Flow evalMakeTensorView(Machine &machine, const Instruction &in) {
  auto type = llvm::cast<TensorViewType>(in.op->getResult(0).getType());
  return evalMakeStridedView(machine, in, type.getShape(), type.getStrides());
}

static PaddingKind paddingOf(PartitionViewType type) {
  if (!type.getPadding())
    return PaddingKind::Unspecified;
  switch (type.getPadding().getValue()) {
  case PaddingValue::Zero:
    return PaddingKind::Zero;
  case PaddingValue::NegZero:
    return PaddingKind::NegZero;
  case PaddingValue::NaN:
    return PaddingKind::NaN;
  case PaddingValue::PosInf:
    return PaddingKind::PosInf;
  case PaddingValue::NegInf:
    return PaddingKind::NegInf;
  }
  llvm_unreachable("unknown padding");
}

/// None for a kind of view that cannot be accessed here.
static std::optional<Tiling> tilingOf(mlir::Type view) {
  auto type = llvm::dyn_cast<PartitionViewType>(view);
  if (!type)
    return std::nullopt;
  Tiling tiling;
  llvm::append_range(tiling.tileShape, type.getTileShape());
  llvm::append_range(tiling.dimMap, type.getDimMap());
  tiling.element = type.getTensorView().getElementType();
  tiling.padding = paddingOf(type);
  return tiling;
}

static Flow evalLoadView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadViewTkoOp>(in.op);
  std::optional<Tiling> tiling = tilingOf(op.getView().getType());
  if (!tiling)
    return machine.unsupported(in, "load through this kind of view");
  return evalTiledLoad(machine, in, kindOf(op), *tiling, 0, 1);
}

static Flow evalStoreView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StoreViewTkoOp>(in.op);
  std::optional<Tiling> tiling = tilingOf(op.getView().getType());
  if (!tiling)
    return machine.unsupported(in, "store through this kind of view");
  return evalTiledStore(machine, in, kindOf(op), *tiling, 1, 0, 2);
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.make_token", evalMakeToken},
    {"cuda_tile.join_tokens", evalJoinTokens},
    {"cuda_tile.load_ptr_tko", evalLoadPtr},
    {"cuda_tile.store_ptr_tko", evalStorePtr},
    {"cuda_tile.make_tensor_view", evalMakeTensorView},
    // The partition is in the type.
    {"cuda_tile.make_partition_view", evalSameElements},
    {"cuda_tile.load_view_tko", evalLoadView},
    {"cuda_tile.store_view_tko", evalStoreView},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMemoryEvaluators() {
  return rows;
}
