//===- OperationCost.cpp - What an operation costs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/OperationCost.h"
#include "compiler/TileAS/Atoms.h"
#include "compiler/TileAS/TileASOps.h"

using namespace mlir;
using namespace tilefuzz;

/// Whole bytes of one element.
static int64_t elementBytes(Type type) {
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  // Pointers and indices.
  return 8;
}

int64_t tilefuzz::getThreads(Operation *op) {
  auto function = op->getParentOfType<nv_tileaa::FuncOp>();
  nv_tileaa::KernelSpecAttr spec =
      function ? function.getKernelSpecAttr() : nullptr;
  return CommonLimits::threadsPerWarp * (spec ? spec.getNumWarps() : 4);
}

int64_t tilefuzz::getStorageBytes(Type type, int64_t threads) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.getNumElements() * elementBytes(tile.getElementType());
  if (type.isIntOrIndexOrFloat() || isa<nv_tileaa::PtrType>(type))
    return threads * elementBytes(type);
  return 0;
}

/// The largest tile among operands and results; null: there is none.
static RankedTensorType getLargestTile(Operation *op) {
  RankedTensorType largest;
  auto look = [&](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (tile && (!largest || tile.getNumElements() > largest.getNumElements()))
      largest = tile;
  };
  llvm::for_each(op->getOperandTypes(), look);
  llvm::for_each(op->getResultTypes(), look);
  return largest;
}

static Work getDotWork(nv_tileas::DotOp dot) {
  if (!dot.getAtom())
    return Work::FmaProduct;
  Type factor = dot.getLhs().getType().getElementType();
  if (factor.isInteger(8))
    return Work::Mma8;
  if (isa<FloatTF32Type>(factor))
    return Work::MmaTf32;
  return factor.getIntOrFloatBitWidth() == 8 ? Work::Mma8Float : Work::Mma16;
}

/// Without a row: by the dialect and the element type.
static Work getWorkByType(Operation *op, RankedTensorType tile) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect != "arith" && dialect != "math" && dialect != "nv_tileaa")
    return Work::Other;
  if (!tile)
    return Work::Scalar;
  Type element = tile.getElementType();
  if (auto type = dyn_cast<FloatType>(element))
    return type.getWidth() == 64   ? Work::Double
           : type.getWidth() == 16 ? Work::Half
                                   : Work::Float;
  return element.isIntOrIndex() && elementBytes(element) < 8 ? Work::Integer
                                                             : Work::Integer64;
}

/// Adds what comes after all that is there.
static void append(WorkCost &total, const WorkCost &next) {
  for (ResourceUse use : next.uses)
    total.uses.push_back(
        {use.resource, use.begin + total.latency, use.end + total.latency});
  total.busy = std::max(total.busy, total.latency + next.busy);
  total.latency += next.latency;
}

FailureOr<WorkCost> tilefuzz::getOperationCost(Operation *op, int64_t threads,
                                               const MachineModel &model) {
  std::optional<Work> row = findWork(op->getName().getStringRef());
  if (!row && op->getNumRegions() > 0) {
    WorkCost total;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps()) {
        if (inner.hasTrait<OpTrait::IsTerminator>())
          continue;
        FailureOr<WorkCost> cost = getOperationCost(&inner, threads, model);
        if (failed(cost))
          return failure();
        append(total, *cost);
      }
    return total;
  }
  RankedTensorType tile = getLargestTile(op);
  auto dot = dyn_cast<nv_tileas::DotOp>(op);
  Work work = dot ? getDotWork(dot) : row ? *row : getWorkByType(op, tile);
  int64_t amount = tile ? tile.getNumElements() : threads;
  switch (getInfo(work).unit) {
  case WorkUnit::Element:
    break;
  case WorkUnit::Byte:
    amount = tile ? amount * elementBytes(tile.getElementType()) : 1;
    break;
  case WorkUnit::Product: {
    auto sum = cast<RankedTensorType>(dot.getResult().getType());
    auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
    amount = sum.getNumElements() * lhs.getShape().back();
    break;
  }
  }
  llvm::Expected<WorkCost> cost = model.getCost(work, amount);
  if (!cost)
    return op->emitError() << llvm::toString(cost.takeError());
  return std::move(*cost);
}
