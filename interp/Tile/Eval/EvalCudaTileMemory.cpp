//===- EvalCudaTileMemory.cpp - Tokens, views, loads and stores -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, sections 2, 4 and 5.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Eval/FamilyView.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

template <typename OpT> static AccessKind kindOf(OpT op) {
  return {orderingOf(op.getMemoryOrderingSemantics()),
          scopeOf(op.getMemoryScope()), bool(op.getToken())};
}

static Flow evalLoadPtr(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadPtrTkoOp>(in.op);
  std::optional<unsigned> mask, padding;
  // Without a mask every element is loaded, and padding is never read.
  if (op.getMask()) {
    mask = 1;
    if (op.getPaddingValue())
      padding = 2;
  }
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

/// How a view is cut, with what an access of it promises.
template <typename OpT> static Tiling promisedTilingOf(OpT op) {
  Tiling tiling = tilingOf(op.getView().getType());
  if (std::optional<llvm::ArrayRef<bool>> promises = op.getInbounds())
    llvm::append_range(tiling.promises, *promises);
  return tiling;
}

static Flow evalLoadView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadViewTkoOp>(in.op);
  return evalTiledLoad(machine, in, kindOf(op), promisedTilingOf(op), 0, 1);
}

static Flow evalStoreView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StoreViewTkoOp>(in.op);
  return evalTiledStore(machine, in, kindOf(op), promisedTilingOf(op), 1, 0, 2);
}

static Flow evalRedView(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<AtomicRedViewTkoOp>(in.op);
  AccessKind kind = {orderingOf(op.getMemoryOrderingSemantics()),
                     scopeOf(op.getMemoryScope()), bool(op.getToken())};
  return evalTiledAtomic(machine, in, kind, tilingOf(op.getView().getType()), 0,
                         1 + op.getIndex().size(), 1,
                         atomicUpdateOf(op.getMode()));
}

/// Sets the results to sizes; one that its type cannot hold is undefined.
static Flow setSizes(Machine &machine, const Instruction &in,
                     llvm::ArrayRef<uint64_t> sizes) {
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!llvm::isUIntN(widthOf(elementOf(in.op->getResult(i))), size))
      return machine.undefined(in, Undefined::SizeDoesNotFit);
    machine.setTile(in, i, TileValue{{size}, {}, {}});
  }
  return Flow::Next;
}

static Flow evalTensorShape(Machine &machine, const Instruction &in) {
  return setSizes(machine, in, machine.slots[in.operands[0]].view->shape);
}

static Flow evalIndexSpaceShape(Machine &machine, const Instruction &in) {
  Tiling tiling = tilingOf(in.op->getOperand(0).getType());
  if (tiling.sparseDim)
    return machine.unsupported(
        in, "the index space of a gather_scatter_view, which the dialect "
            "does not define");
  const ViewValue &view = *machine.slots[in.operands[0]].view;
  llvm::SmallVector<uint64_t> sizes;
  for (size_t k = 0; k < tiling.tileShape.size(); ++k)
    sizes.push_back(
        llvm::divideCeil(view.shape[tiling.dimMap[k]],
                         uint64_t(tiling.steps.empty() ? tiling.tileShape[k]
                                                       : tiling.steps[k])));
  return setSizes(machine, in, sizes);
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.make_token", evalMakeToken},
    {"cuda_tile.join_tokens", evalJoinTokens},
    // One kernel runs alone, and sees one address of every place: what is left
    // of these is the order of tokens (13.4 additions, 3.3 and 3.4).
    {"cuda_tile.gdc_wait_tko", evalJoinTokens},
    {"cuda_tile.gdc_launch_dependents_tko", evalJoinTokens},
    {"cuda_tile.memory_fence_alias_tko", evalJoinTokens},
    {"cuda_tile.load_ptr_tko", evalLoadPtr},
    {"cuda_tile.store_ptr_tko", evalStorePtr},
    {"cuda_tile.make_tensor_view", evalMakeTensorView},
    // How a view is cut into tiles is in its type.
    {"cuda_tile.make_partition_view", evalSameElements},
    {"cuda_tile.make_strided_view", evalSameElements},
    {"cuda_tile.make_gather_scatter_view", evalSameElements},
    {"cuda_tile.get_tensor_shape", evalTensorShape},
    {"cuda_tile.get_index_space_shape", evalIndexSpaceShape},
    {"cuda_tile.load_view_tko", evalLoadView},
    {"cuda_tile.store_view_tko", evalStoreView},
    {"cuda_tile.atomic_red_view_tko", evalRedView},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMemoryEvaluators() {
  return rows;
}
