//===- TileASOpsAsync.cpp - Verifiers of pipelines ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.3 and rule VS1a of 3.4.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/Layout.h"
#include "compiler/TileAS/Pipelines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

/// Slots begin at multiples of it, as bulk copies ask for, and so does each
/// part of one.
static constexpr int64_t slotAlignment = 128;

/// Of a tile or a scalar, padding behind it included.
static int64_t getPartBytes(Type type) {
  Type element = nv_tileaa::getTileElementType(type);
  // A truth value takes a byte, and a tf32 lies in an f32.
  int64_t bytes = isa<FloatTF32Type>(element)
                      ? 4
                      : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  auto tile = dyn_cast<RankedTensorType>(type);
  int64_t elements = tile ? tile.getNumElements() : 1;
  return llvm::alignTo(elements * bytes, slotAlignment);
}

int64_t nv_tileas::getPartOffset(PipelineType type, unsigned part) {
  int64_t offset = 0;
  for (Type before : type.getPayload().take_front(part))
    offset += getPartBytes(before);
  return offset;
}

int64_t nv_tileas::getSlotBytes(PipelineType type) {
  return getPartOffset(type, type.getPayload().size());
}

bool nv_tileas::isCopy(ProducerWriteOp write) {
  return !isa<PipelineYieldOp>(write.getBody().front().front());
}

bool nv_tileas::isCopied(CreatePipelineOp create) {
  return llvm::any_of(create->getUsers(), [](Operation *user) {
    auto write = dyn_cast<ProducerWriteOp>(user);
    return write && isCopy(write);
  });
}

LogicalResult PipelineType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<Type> payload, int64_t depth) {
  for (Type type : payload) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (tile && !getLayout(tile))
      return emitError() << "expects a tile with a layout, but got " << tile;
    if (!nv_tileaa::getTileElementType(type).isIntOrFloat())
      return emitError() << "expects tiles and scalars of numbers, but got "
                         << type;
  }
  if (depth < 1)
    return emitError() << "expects a depth of at least 1, but got " << depth;
  return success();
}

Type PipelineType::parse(AsmParser &parser) {
  SmallVector<Type> payload;
  int64_t depth;
  if (parser.parseLess())
    return {};
  while (failed(parser.parseOptionalKeyword("depth")))
    if (parser.parseType(payload.emplace_back()) || parser.parseComma())
      return {};
  if (parser.parseEqual() || parser.parseInteger(depth) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PipelineType>(parser.getContext(),
                                         ArrayRef<Type>(payload), depth);
}

void PipelineType::print(AsmPrinter &printer) const {
  printer << '<';
  for (Type type : getPayload())
    printer << type << ", ";
  printer << "depth = " << getDepth() << '>';
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
  ArrayRef<Type> payload = getPipeline().getType().getPayload();
  TypeRange yielded = yield->getOperandTypes();
  if (getBody().getNumArguments() || yielded.size() != payload.size() + 1 ||
      yielded.drop_back() != TypeRange(payload) ||
      !isa<nv_tileaa::MemTokenType>(yielded.back()))
    return emitOpError("expects the body to take nothing and to yield the "
                       "pipeline's tile and a memory token");
  return success();
}

LogicalResult ConsumerReadOp::verify() {
  ArrayRef<Type> payload = getPipeline().getType().getPayload();
  if (payload.empty() || getResultTypes() != TypeRange(payload))
    return emitOpError("expects the pipeline's tile as the result");
  return success();
}
