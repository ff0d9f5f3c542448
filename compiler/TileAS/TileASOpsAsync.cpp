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

/// But for layouts: the two sides of a ring may be agents of different warps.
static bool haveSameTiles(TypeRange types, TypeRange others) {
  return llvm::equal(types, others, [](Type type, Type other) {
    return nv_tileaa::getTileElementType(type) ==
               nv_tileaa::getTileElementType(other) &&
           nv_tileaa::getTileShape(type) == nv_tileaa::getTileShape(other);
  });
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
      !haveSameTiles(yielded.drop_back(), payload) ||
      !isa<nv_tileaa::MemTokenType>(yielded.back()))
    return emitOpError("expects the body to take nothing and to yield the "
                       "pipeline's tile and a memory token");
  return success();
}

LogicalResult ConsumerReadOp::verify() {
  ArrayRef<Type> payload = getPipeline().getType().getPayload();
  if (payload.empty() || !haveSameTiles(getResultTypes(), payload))
    return emitOpError("expects the pipeline's tile as the result");
  return success();
}

//===----------------------------------------------------------------------===//
// Agents: facts, 3.6, rules VS7 and VS8 of 3.4
//===----------------------------------------------------------------------===//

int64_t nv_tileas::getNumCtas(Operation *op) {
  auto function = dyn_cast<nv_tileaa::FuncOp>(op);
  if (!function)
    function = op->getParentOfType<nv_tileaa::FuncOp>();
  nv_tileaa::KernelSpecAttr spec =
      function ? function.getKernelSpecAttr() : nv_tileaa::KernelSpecAttr();
  return spec ? spec.getNumCtas() : 1;
}

bool nv_tileas::hasAgents(Operation *function) {
  return function->walk([](AgentSwitchOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

std::optional<AgentOf> nv_tileas::findAgent(Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto agents = dyn_cast<AgentSwitchOp>(region->getParentOp()))
      return AgentOf{agents, region->getRegionNumber()};
  return std::nullopt;
}

/// Where an agent may begin.
static int64_t getAlignment(int64_t warps) {
  return std::min(warps, warpsPerGroup);
}

std::optional<SmallVector<int32_t>>
nv_tileas::placeAgents(ArrayRef<int32_t> warps) {
  SmallVector<int32_t> first;
  int64_t end = 0;
  for (int32_t count : warps) {
    end = llvm::alignTo(end, getAlignment(count));
    first.push_back(int32_t(end));
    end += count;
  }
  if (end > mostWarps)
    return std::nullopt;
  return first;
}

int64_t nv_tileas::countWarps(ArrayRef<int32_t> warps,
                              ArrayRef<int32_t> first) {
  int64_t end = 0;
  for (auto [count, id] : llvm::zip_equal(warps, first))
    end = std::max(end, int64_t(id) + count);
  return llvm::alignTo(end, warpsPerGroup);
}

LogicalResult AgentSwitchOp::verify() {
  size_t agents = getAgents().size();
  if (!agents)
    return emitOpError("expects at least one agent");
  if (getNumWarps().size() != agents || getWarpId().size() != agents ||
      getMaxRegs().size() != agents)
    return emitOpError("expects one entry per agent in every list");
  int64_t end = 0;
  for (auto [warps, first, registers] :
       llvm::zip_equal(getNumWarps(), getWarpId(), getMaxRegs())) {
    if (warps < 1 || !llvm::isPowerOf2_32(warps))
      return emitOpError("expects agents of 1, 2, 4, 8, 16 or 32 warps");
    if (first < end)
      return emitOpError(
          "expects agents whose warps come one behind the other");
    if (first % getAlignment(warps) != 0)
      return emitOpError("expects an agent of ")
             << warps << " warps to begin at a multiple of "
             << getAlignment(warps) << ", but got " << first;
    if (registers < 0 || registers > mostRegisters || registers % 8 != 0)
      return emitOpError("expects budgets of registers that are multiples of 8 "
                         "up to ")
             << mostRegisters << ", but got " << registers;
    end = int64_t(first) + warps;
  }
  if (end > mostWarps)
    return emitOpError("agent warp count exceeds module budget");
  return success();
}

/// VS8 and VS7 of one agent.
static LogicalResult verifyAgent(AgentSwitchOp op, Region &agent) {
  int64_t warps = op.getNumWarps()[agent.getRegionNumber()];
  auto isOfWarps = [&](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    LinearLayoutAttr layout = tile ? getLayout(tile) : LinearLayoutAttr();
    return !layout || layout.getNumWarps() == warps;
  };
  if (!llvm::all_of(agent.getArgumentTypes(), isOfWarps))
    return op.emitOpError("agent regions disagree on warp count");
  WalkResult walked = agent.walk([&](Operation *inner) -> WalkResult {
    if (isa<AgentSwitchOp>(inner))
      return inner->emitOpError("expects no agents inside of an agent");
    if (!llvm::all_of(inner->getResultTypes(), isOfWarps))
      return inner->emitOpError("agent regions disagree on warp count");
    for (Value operand : inner->getOperands())
      if (isa<RankedTensorType>(operand.getType()) &&
          !agent.isAncestor(operand.getParentRegion()))
        return inner->emitOpError("takes a tile from outside of its agent, "
                                  "which has to be an operand of the switch");
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult AgentSwitchOp::verifyRegions() {
  SmallVector<Type> given;
  for (Region &agent : getAgents()) {
    if (!haveSameTiles(agent.getArgumentTypes(), getCaptured().getTypes()))
      return emitOpError("expects agents that take every operand");
    Block &block = agent.front();
    if (block.empty() || !isa<PipelineYieldOp>(block.back()))
      return emitOpError(
          "pipeline regions must end with 'nv_tileas.async.pipeline.yield'");
    for (Type type : block.back().getOperandTypes()) {
      if (isa<RankedTensorType, nv_tileaa::MemTokenType>(type))
        return emitOpError("expects agents that yield neither tiles nor memory "
                           "tokens");
      given.push_back(type);
    }
    if (failed(verifyAgent(*this, agent)))
      return failure();
  }
  TypeRange results = getResultTypes();
  if (getResultToken())
    results = results.drop_back();
  if (results != TypeRange(given))
    return emitOpError("expects the results that its agents yield");
  return success();
}

Value AgentSwitchOp::getResultToken() {
  if (getNumResults() &&
      isa<nv_tileaa::MemTokenType>(getResults().back().getType()))
    return getResults().back();
  return {};
}
