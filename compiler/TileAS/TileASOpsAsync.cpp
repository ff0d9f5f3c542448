//===- TileASOpsAsync.cpp - Verifiers of pipelines ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.3 and rule VS1a of 3.4.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/Layout.h"
#include "compiler/TileAS/Pipelines.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

/// Slots begin at multiples of it, as bulk copies ask for.
static constexpr int64_t slotAlignment = 128;

int64_t nv_tileas::getSlotBytes(PipelineType type) {
  RankedTensorType tile = type.getTileType();
  Type element = tile.getElementType();
  // A truth value takes a byte, and a tf32 lies in an f32.
  int64_t bytes = isa<FloatTF32Type>(element)
                      ? 4
                      : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  return llvm::alignTo(tile.getNumElements() * bytes, slotAlignment);
}

LogicalResult PipelineType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   RankedTensorType tileType, int64_t depth) {
  if (!getLayout(tileType))
    return emitError() << "expects a tile with a layout, but got " << tileType;
  if (depth < 1)
    return emitError() << "expects a depth of at least 1, but got " << depth;
  return success();
}

/// The iterator walks a ring of this depth.
template <typename OpTy> static LogicalResult verifyIterator(OpTy op) {
  if (op.getPipeline().getType().getDepth() !=
      op.getIterator().getType().getDepth())
    return op.emitOpError("expects an iterator of the pipeline's depth");
  return success();
}
LogicalResult ProducerAcquireOp::verify() { return verifyIterator(*this); }
LogicalResult ConsumerWaitOp::verify() { return verifyIterator(*this); }

LogicalResult ProducerWriteOp::verifyRegions() {
  Operation *yield = getBody().front().getTerminator();
  if (!isa<PipelineYieldOp>(yield))
    return emitOpError(
        "pipeline regions must end with 'nv_tileas.async.pipeline.yield'");
  if (getBody().getNumArguments() || yield->getNumOperands() != 2 ||
      yield->getOperand(0).getType() != getPipeline().getType().getTileType() ||
      !isa<nv_tileaa::MemTokenType>(yield->getOperand(1).getType()))
    return emitOpError("expects the body to take nothing and to yield the "
                       "pipeline's tile and a memory token");
  return success();
}

LogicalResult ConsumerReadOp::verify() {
  if (getType() != getPipeline().getType().getTileType())
    return emitOpError("expects the pipeline's tile as the result");
  return success();
}
