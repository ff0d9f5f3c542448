//===- BulkStore.cpp - Results that bulk copies store ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/BulkStore.h"
#include "compiler/TileAS/Pipelines.h"

using namespace mlir;
using namespace mlir::nv_tileas;
namespace aa = mlir::nv_tileaa;

/// What PTX calls bits of that size.
static StringRef getBitsType(int64_t bytes) {
  return bytes == 1 ? "u8" : bytes == 2 ? "u16" : bytes == 4 ? "u32" : "u64";
}

FailureOr<StagedFactor>
mlir::nv_tileas::analyzeBulkStore(TiledStoreOp store, scf::ForOp loop,
                                  int64_t availableBytes, std::string &why) {
  auto reject = [&](const Twine &reason) {
    why = reason.str();
    return failure();
  };
  // Each CTA has a ring, and threads of all have parts of the tile.
  if (getNumCtas(store) > 1)
    return reject("a cluster executes its kernel");
  if (store->getBlock() != loop->getBlock() || !loop->isBeforeInBlock(store))
    return reject("it is not behind the loop, where the ring is free");
  if (store.getMemSemantic() != aa::MemSemantic::Weak)
    return reject("it is atomic");
  if (store.getMask())
    return reject("it has a mask");
  TiledViewType view = store.getView().getType();
  aa::StridedMemRefType memref = view.getMemref();
  auto tile = dyn_cast<RankedTensorType>(store.getValue().getType());
  if (!tile || tile.getRank() != 2 || view.isSparse() || view.getRank() != 2 ||
      memref.getRank() != 2)
    return reject("it is not of a tile of a matrix");
  int64_t bits = tile.getElementType().isTF32()
                     ? 32
                     : tile.getElementType().getIntOrFloatBitWidth();
  if (bits % 8)
    return reject("its elements are no whole bytes");
  StagedFactor result;
  std::optional<unsigned> inner;
  for (unsigned axis = 0; axis < 2; ++axis)
    if (memref.getStrides()[view.getDimMap()[axis]] == 1)
      inner = axis;
  if (!inner)
    return reject("no dimension is known to have stride 1");
  result.innerAxis = *inner;
  result.isByK = *inner == 1;
  result.elementBytes = bits / 8;
  result.type = getBitsType(result.elementBytes);
  result.outer = tile.getDimSize(0);
  result.depth = tile.getDimSize(1);
  result.view = view;
  Operation *op = store.getView().getDefiningOp();
  while (op && isa<ViewOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto bundle = dyn_cast_or_null<aa::MakeMemrefOp>(op);
  if (!bundle || bundle->getBlock() != loop->getBlock())
    return reject("it is not known what it is a part of");
  result.matrix = bundle.getResult();
  constexpr int64_t linesUnit = 16, leastLine = 32, leastLines = 8,
                    mostLines = 256;
  int64_t stride = memref.getStrides()[view.getDimMap()[1 - *inner]];
  if (!ShapedType::isDynamic(stride) &&
      (stride <= 0 || stride * result.elementBytes % linesUnit != 0))
    return reject("its lines do not begin at multiples of 16 bytes");
  if (result.lineBytes() < leastLine || result.lines() < leastLines ||
      result.lines() > mostLines)
    return reject("it does not fit in boxes");
  if (result.bytes() > availableBytes)
    return reject("it takes " + Twine(result.bytes()) +
                  " bytes, and the ring " + Twine(availableBytes));
  return result;
}

BulkStoreCost mlir::nv_tileas::estimateBulkStore(const StagedFactor &tile,
                                                 int64_t threads) {
  // A thread stores an element with its address, whether it is inside, and a
  // branch; to a box it stores up to 16 bytes. One thread makes the map.
  constexpr int64_t perElement = 8, perChunk = 2, ofMap = 800, ofBox = 4,
                    chunkBytes = 16;
  int64_t elements = std::max<int64_t>(1, tile.outer * tile.depth / threads);
  int64_t chunks =
      std::max<int64_t>(1, elements * tile.elementBytes / chunkBytes);
  return {elements * perElement,
          ofMap + chunks * perChunk + tile.boxes() * ofBox};
}
