//===- EvalTileAS.cpp - nv_tileas and what comes with it ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A layout changes neither shape nor values, so tiles are evaluated whole; that
// every element has an owner is the verifier's business.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/TileASOps.h"
#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Eval/FamilyView.h"
#include "interp/Tile/Eval/StridedCopy.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir::nv_tileas;
using namespace tilefuzz;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Flow evalReinterpret(Machine &machine, const Instruction &in) {
  if (auto permutation = llvm::cast<ReinterpretOp>(in.op).getPermutation())
    return evalPermuted(machine, in, *permutation);
  size_t from = tileShapeOf(in.op->getOperand(0)).numElements();
  size_t to = tileShapeOf(in.op->getResult(0)).numElements();
  return from == to ? evalSameElements(machine, in)
                    : evalBroadcast(machine, in);
}

static Flow evalExtractSlice(Machine &machine, const Instruction &in) {
  return evalSlicedAt(machine, in,
                      llvm::cast<ExtractSliceOp>(in.op).getStrides());
}
static Flow evalInsertSlice(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<InsertSliceOp>(in.op);
  llvm::ArrayRef<int64_t> slice = tileShapeOf(op.getData()).shape;
  StridedPlacement places =
      StridedPlacement::whole(tileShapeOf(op.getResult()).shape);
  for (auto [offset, stride] : llvm::zip_equal(op.getOffsets(), places.strides))
    places.start += offset * stride;
  TileValue result = machine.tile(in, 1), data = machine.tile(in, 0);
  // The slice's marks replace the tile's, where it has none, too.
  if (!result.unspecified.empty())
    data.unspecified.resize(data.bits.size());
  if (!result.bounds.empty())
    data.bounds.resize(data.bits.size());
  if (!result.forms.empty())
    data.forms.resize(data.bits.size());
  moveElements(slice, data, StridedPlacement::whole(slice), result, places);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalGenerate(Machine &machine, const Instruction &in) {
  TileShape type = tileShapeOf(in.op->getResult(0));
  TileValue result;
  result.bits.resize(type.numElements());
  for (size_t i = 0; i < result.bits.size(); ++i) {
    size_t rest = i;
    for (size_t d = type.shape.size(); d-- > 0;) {
      machine.slots[in.regionArguments[0][d]] = {
          makeShared<TileValue>(TileValue{{rest % type.shape[d]}, {}, {}}),
          nullptr, nullptr};
      rest /= type.shape[d];
    }
    Flow flow = machine.runBlock(in.regions[0]);
    if (flow != Flow::Yield)
      return flow;
    const TileValue &element = *machine.carried[0].tile;
    result.bits[i] = element.bits[0];
    if (element.isUnspecified(0))
      result.markUnspecified(i);
    if (!element.buffers.empty()) {
      result.buffers.resize(result.bits.size());
      result.buffers[i] = element.buffers[0];
    }
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalDot(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<DotOp>(in.op);
  auto isSigned = [](std::optional<mlir::nv_tileaa::Signedness> signedness) {
    return signedness == mlir::nv_tileaa::Signedness::Signed;
  };
  if (op.getLhsScale())
    return evalScaledProduct(machine, in);
  if (!llvm::isa<mlir::FloatType>(elementOf(op.getLhs())))
    return evalIntegerProduct(machine, in, isSigned(op.getSignednessA()),
                              isSigned(op.getSignednessB()));
  return evalFloatProduct(machine, in, op.getFastAcc());
}

static Flow evalTileReduce(Machine &machine, const Instruction &in) {
  return evalReduce(machine, in, llvm::cast<ReduceOp>(in.op).getAxis());
}

static Flow evalTileScan(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ScanOp>(in.op);
  return evalScan(machine, in, op.getAxis(), op.getReverse(),
                  op.getInclusive() ? mlir::ArrayAttr() : op.getIdentities());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Flow evalLoad(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadOp>(in.op);
  std::optional<unsigned> mask, other;
  if (op.getMask())
    mask = 1;
  if (op.getOther())
    other = op.getMask() ? 2 : 1;
  return evalPointerLoad(
      machine, in,
      accessKindOf(op.getMemSemantic(), op.getMemScope(), bool(op.getToken())),
      mask, other);
}
static Flow evalStore(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StoreOp>(in.op);
  std::optional<unsigned> mask;
  if (op.getMask())
    mask = 2;
  return evalPointerStore(
      machine, in,
      accessKindOf(op.getMemSemantic(), op.getMemScope(), bool(op.getToken())),
      mask);
}

static Tiling tilingOf(TiledViewType type,
                       std::optional<mlir::nv_tileaa::Padding> padding) {
  Tiling tiling;
  llvm::append_range(tiling.tileShape, type.getTileShape());
  llvm::append_range(tiling.dimMap, type.getDimMap());
  llvm::append_range(tiling.steps, type.getSteps());
  if (type.isSparse())
    tiling.sparseDim = type.getSparseDim();
  tiling.element = type.getElementType();
  tiling.padding =
      paddingKindOf(padding.value_or(mlir::nv_tileaa::Padding::None));
  return tiling;
}

template <typename OpT>
static Flow evalViewLoad(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  Tiling tiling = tilingOf(op.getView().getType(), op.getPaddingValue());
  tiling.inBounds = op.getInBounds();
  std::optional<unsigned> mask, other;
  if constexpr (std::is_same_v<OpT, TiledLoadOp>) {
    if (op.getMask())
      mask = 1 + op.getCoordinates().size();
    if (op.getOther())
      other = *mask + 1;
  }
  return evalTiledLoad(
      machine, in,
      accessKindOf(op.getMemSemantic(), op.getMemScope(), bool(op.getToken())),
      tiling, 0, 1, mask, other);
}
template <typename OpT>
static Flow evalViewStore(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  Tiling tiling = tilingOf(op.getView().getType(), std::nullopt);
  tiling.inBounds = op.getInBounds();
  std::optional<unsigned> mask;
  if constexpr (std::is_same_v<OpT, TiledStoreOp>)
    if (op.getMask())
      mask = 2 + op.getCoordinates().size();
  return evalTiledStore(
      machine, in,
      accessKindOf(op.getMemSemantic(), op.getMemScope(), bool(op.getToken())),
      tiling, 0, 1, 2, mask);
}

static Flow evalTiledUpdate(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<TiledAtomicRMWOp>(in.op);
  return evalTiledAtomic(
      machine, in,
      accessKindOf(op.getMemSemantic(), op.getMemScope(), bool(op.getToken())),
      tilingOf(op.getView().getType(), std::nullopt), 0, 1, 2,
      atomicUpdateOf(op.getRmwMode()));
}

//===----------------------------------------------------------------------===//
// gpu
//===----------------------------------------------------------------------===//

static Flow evalBlockId(Machine &machine, const Instruction &in) {
  auto axis = llvm::cast<mlir::gpu::BlockIdOp>(in.op).getDimension();
  machine.setTile(in, 0, {{machine.blockId[unsigned(axis)]}, {}, {}});
  return Flow::Next;
}
static Flow evalGridDim(Machine &machine, const Instruction &in) {
  auto axis = llvm::cast<mlir::gpu::GridDimOp>(in.op).getDimension();
  machine.setTile(in, 0, {{machine.grid[unsigned(axis)]}, {}, {}});
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileas.convert_layout", evalSameElements},
    {"nv_tileas.reinterpret", evalReinterpret},
    {"nv_tileas.expand_dims", evalSameElements},
    {"nv_tileas.extract_slice", evalExtractSlice},
    {"nv_tileas.alloc_tensor", evalUnspecified},
    {"nv_tileas.insert_slice", evalInsertSlice},
    {"nv_tileas.generate", evalGenerate},
    {"nv_tileas.reduce", evalTileReduce},
    {"nv_tileas.dot", evalDot},
    {"nv_tileas.scan", evalTileScan},
    {"nv_tileas.yield", evalTerminator<Flow::Yield>},
    // The tiling is in the type.
    {"nv_tileas.view", evalSameElements},
    {"nv_tileas.load", evalLoad},
    {"nv_tileas.store", evalStore},
    {"nv_tileas.tiled_load", evalViewLoad<TiledLoadOp>},
    {"nv_tileas.tiled_store", evalViewStore<TiledStoreOp>},
    {"nv_tileas.gather_load", evalViewLoad<GatherLoadOp>},
    {"nv_tileas.scatter_store", evalViewStore<ScatterStoreOp>},
    {"nv_tileas.tiled_atomic_rmw", evalTiledUpdate},
    {"gpu.block_id", evalBlockId},
    {"gpu.grid_dim", evalGridDim},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileASEvaluators() { return rows; }
