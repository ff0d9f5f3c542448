//===- EmitPipelines.cpp - Rings of slots ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Without mbarriers, the threads of a CTA are one agent, so that a slot's
// states need no barrier of their own: a commit closes a group of copies, a
// wait is for a group and for all threads, and a release is a barrier, behind
// which the slot may be written again. With mbarriers (EmitSlotBarriers.cpp)
// every thread arrives and every thread waits. Elements of four and eight bytes
// are copied by cp.async; of others it is not known that they are aligned to
// four bytes, and each thread copies them itself.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Access.h"
#include "compiler/Conversion/TileASToNVVM/SlotBarriers.h"
#include "compiler/Conversion/TileASToNVVM/TilePlace.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// As bulk copies and swizzles ask for.
static constexpr uint64_t ringAlignment = 128;

/// Of the rings that have places, one behind the other or not.
static uint64_t getPlacedBytes(aa::FuncOp function) {
  uint64_t end = 0;
  function.walk([&](as::CreatePipelineOp op) {
    if (std::optional<int64_t> offset = as::getRingOffset(op))
      end = std::max<uint64_t>(end, *offset + as::getRingBytes(op.getType()));
  });
  return end;
}

FailureOr<uint64_t> tilefuzz::sumRings(const Emitter &e, aa::FuncOp function) {
  uint64_t sum = getPlacedBytes(function);
  uint64_t most = CommonLimits::staticSharedBytes - e.allocatedBytes;
  WalkResult result = function.walk([&](as::CreatePipelineOp op) -> WalkResult {
    std::optional<int64_t> offset = as::getRingOffset(op);
    if (offset && (*offset < 0 || *offset % ringAlignment != 0))
      return refuse(op) << "has a ring at " << *offset
                        << ", which is no multiple of " << ringAlignment;
    if (!offset)
      sum += as::getRingBytes(op.getType());
    sum += as::getBarrierBytes(op);
    if (sum > most)
      return refuse(op) << "brings the rings of a kernel to " << sum
                        << " bytes of shared memory; at most " << most
                        << " are available";
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return sum;
}

static LLVM::GlobalOp makeRings(Emitter &e, uint64_t bytes) {
  OpBuilder::InsertionGuard guard(e.builder);
  e.builder.setInsertionPointToStart(e.getModule().getBody());
  Type array = LLVM::LLVMArrayType::get(e.builder.getI8Type(), bytes);
  return LLVM::GlobalOp::create(e.builder, e.loc, array, /*isConstant=*/false,
                                LLVM::Linkage::Internal, e.makeSymbol("ring"),
                                Attribute(), ringAlignment,
                                /*addrSpace=*/3);
}

static LogicalResult emitCreatePipeline(Emitter &e, Operation *rawOp) {
  auto op = cast<as::CreatePipelineOp>(rawOp);
  if (op.getBarrierSlot() && failed(makeSlotBarriers(e, op)))
    return failure();
  ArrayRef<Type> payload = op.getType().getPayload();
  if (!op.getBarrierSlot() &&
      (payload.size() != 1 || !isa<RankedTensorType>(payload.front())))
    return refuse(op) << "has no mbarriers and slots that are no tile, which "
                         "the lowering to NVVM does not support";
  std::optional<int64_t> offset = as::getRingOffset(op);
  if (!offset) {
    LLVM::GlobalOp ring = makeRings(e, as::getRingBytes(op.getType()));
    e.bind(op.getResult(), {LLVM::AddressOfOp::create(e.builder, e.loc, ring)});
    return success();
  }
  // The first of the function makes the bytes for all that have places.
  constexpr StringLiteral madeName = "nv_tileas.rings";
  auto function = op->getParentOfType<aa::FuncOp>();
  auto made = function->getAttrOfType<FlatSymbolRefAttr>(madeName);
  if (!made) {
    made = FlatSymbolRefAttr::get(makeRings(e, getPlacedBytes(function)));
    function->setAttr(madeName, made);
  }
  Type pointer = LLVM::LLVMPointerType::get(
      e.builder.getContext(), unsigned(NVVM::NVVMMemorySpace::Shared));
  Value base = LLVM::AddressOfOp::create(e.builder, e.loc, pointer, made);
  e.bind(op.getResult(),
         {LLVM::GEPOp::create(e.builder, e.loc, pointer, e.builder.getI8Type(),
                              base, LLVM::GEPArg(*offset))});
  return success();
}

static LogicalResult emitCreateIterator(Emitter &e, Operation *op) {
  Value zero = e.constant(e.builder.getI32Type(), 0);
  e.bind(op->getResult(0), {zero, zero});
  return success();
}

static LogicalResult emitIncIter(Emitter &e, Operation *rawOp) {
  auto op = cast<as::IncIterOp>(rawOp);
  Type i32 = e.builder.getI32Type();
  uint64_t depth = op.getIterator().getType().getDepth();
  Value next = LLVM::AddOp::create(
      e.builder, e.loc, e.getScalar(op.getIterator()), e.constant(i32, 1));
  Value wraps = LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq,
                                     next, e.constant(i32, depth));
  uint64_t first =
      e.bugs.pick(SeededBug::PipelineSlotAfterWrap, uint64_t(0), 1 % depth);
  Value slot = LLVM::SelectOp::create(e.builder, e.loc, wraps,
                                      e.constant(i32, first), next);
  Value parity = e.get(op.getIterator())[1];
  // Only mbarriers have phases. Seeded: it is the first one for ever.
  if (!e.slotBarriers.empty() && !e.bugs.acts(SeededBug::QueueParityKept)) {
    Value flip = LLVM::ZExtOp::create(e.builder, e.loc, i32, wraps);
    parity = LLVM::XOrOp::create(e.builder, e.loc, parity, flip);
  }
  e.bind(op.getResult(), {slot, parity});
  return success();
}

/// Without mbarriers the slot is empty: its release was a barrier.
static LogicalResult emitAcquire(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ProducerAcquireOp>(rawOp);
  if (e.slotBarriers.contains(op.getPipeline()))
    waitUntilEmpty(e, op);
  e.bind(op.getResult(), {e.getScalar(op.getIterator())});
  if (Value token = op.getResultToken()) {
    // What it stands for is behind the barrier.
    e.pending.set(token, pendingHistory);
    e.bind(token, {});
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

namespace {
/// One slot of a ring.
class Slot {
public:
  Slot(Emitter &e, TypedValue<as::PipelineType> pipeline, Value token,
       unsigned part = 0)
      : e(e), isSingle(pipeline.getType().getDepth() == 1) {
    uint64_t bytes = as::getSlotBytes(pipeline.getType());
    // Of a ring of copies.
    if (!isSingle && !e.slotBarriers.contains(pipeline)) {
      RankedTensorType tile = pipeline.getType().getTileType();
      uint64_t element = e.storageBytes(e.lowerElement(tile.getElementType()));
      bytes = e.bugs.pick(SeededBug::PipelineSlotsOverlap, bytes,
                          tile.getNumElements() * element - element);
    }
    Type i32 = e.builder.getI32Type();
    Value offset = LLVM::MulOp::create(e.builder, e.loc, e.getScalar(token),
                                       e.constant(i32, bytes));
    int64_t inside = as::getPartOffset(pipeline.getType(), part);
    // Seeded: those before it are as long as it is.
    if (part) {
      int64_t own = as::getPartOffset(pipeline.getType(), part + 1) - inside;
      inside = e.bugs.pick(SeededBug::QueuePartsByOwnSize, inside, part * own);
    }
    if (inside)
      offset = LLVM::AddOp::create(e.builder, e.loc, offset,
                                   e.constant(i32, inside));
    Value ring = e.getScalar(pipeline);
    base = LLVM::GEPOp::create(e.builder, e.loc, ring.getType(),
                               e.builder.getI8Type(), ring, offset);
  }
  Value getAddress(Type element, Value index) {
    return LLVM::GEPOp::create(e.builder, e.loc, base.getType(),
                               e.storageType(element), base, index);
  }

private:
  Emitter &e;
  bool isSingle;
  Value base;
};

/// Copies the elements of one load.
class SlotWriter {
public:
  SlotWriter(Emitter &e, Slot slot, const ThreadLayout &layout, Type element)
      : e(e), slot(slot), layout(layout), element(element) {}
  /// Where `isInside` (null: everywhere) from `address`, else `otherwise`.
  void write(unsigned r, Value isInside, Value otherwise,
             function_ref<Value()> address);

private:
  void copy(Value from, Value to);
  Emitter &e;
  Slot slot;
  const ThreadLayout &layout;
  Type element;
};
} // namespace

void SlotWriter::copy(Value from, Value to) {
  unsigned bytes = e.storageBytes(element);
  auto space = cast<LLVM::LLVMPointerType>(from.getType()).getAddressSpace();
  bool isGlobal = space == unsigned(NVVM::NVVMMemorySpace::Global);
  if (isGlobal && (bytes == 4 || bytes == 8))
    NVVM::CpAsyncOp::create(e.builder, e.loc, to, from, bytes,
                            NVVM::LoadCacheModifierKind::CA, Value());
  else
    e.storeElement(e.loadElement(element, from), to);
}

void SlotWriter::write(unsigned r, Value isInside, Value otherwise,
                       function_ref<Value()> address) {
  if (!e.ownsRegister(layout, r))
    return;
  e.guarded(e.isOwner(layout), [&] {
    Value to = slot.getAddress(element, e.elementIndex(layout, r));
    e.guarded(isInside, [&] { copy(address(), to); });
    // Seeded: what the slot held stays there.
    if (!isInside || e.bugs.acts(SeededBug::PipelinePaddingForgotten))
      return;
    Value isOutside = LLVM::XOrOp::create(e.builder, e.loc, isInside,
                                          e.constant(isInside.getType(), 1));
    e.guarded(isOutside, [&] { e.storeElement(otherwise, to); });
  });
}

static LogicalResult emitCopy(Emitter &e, as::TiledLoadOp op, Slot slot) {
  auto types = e.lower(op, op.getResult().getType());
  auto layout = e.getLayout(op, op.getResult().getType());
  if (failed(types) || failed(layout))
    return failure();
  Type tileElement = aa::getTileElementType(op.getResult().getType());
  TilePlace place(e, op.getView().getType(), op.getView(), op.getCoordinates(),
                  op.getInBounds(), *layout);
  AccessOrder order(op, /*isWrite=*/false);
  beginAccess(e, order);
  Type element = types->front();
  Value padding = emitPadding(e, tileElement,
                              op.getPaddingValue().value_or(aa::Padding::None));
  SlotWriter writer(e, slot, *layout, element);
  for (unsigned r = 0; r < types->size(); ++r) {
    TilePlace::Element at = place.getElement(r);
    writer.write(r, at.isInside, padding,
                 [&] { return place.getAddress(at, e.storageType(element)); });
  }
  endAccess(e, order);
  return success();
}

static LogicalResult emitCopy(Emitter &e, as::LoadOp op, Slot slot) {
  auto types = e.lower(op, op.getResult().getType());
  auto layout = e.getLayout(op, op.getResult().getType());
  if (failed(types) || failed(layout))
    return failure();
  AccessOrder order(op, /*isWrite=*/false);
  beginAccess(e, order);
  Type element = types->front();
  const Registers &addresses = e.get(op.getAddresses());
  SlotWriter writer(e, slot, *layout, element);
  for (unsigned r = 0; r < types->size(); ++r) {
    Value mask = op.getMask() ? registerOf(e.get(op.getMask()), r) : Value();
    // Seeded: nothing stands for what is masked off.
    if (mask && !op.getOther() && e.bugs.acts(SeededBug::CopyForgetsMask))
      mask = {};
    Value otherwise =
        op.getOther() ? registerOf(e.get(op.getOther()), r) : e.zero(element);
    // Seeded: as where nothing is given.
    if (mask && op.getOther() && e.bugs.acts(SeededBug::CopyZeroForOther))
      otherwise = e.zero(element);
    writer.write(r, mask, otherwise, [&] { return addresses[r]; });
  }
  endAccess(e, order);
  return success();
}

/// Threads store what they have in registers.
static LogicalResult storeParts(Emitter &e, as::ProducerWriteOp op) {
  Operation *yield = op.getBody().front().getTerminator();
  for (auto [part, value] : llvm::enumerate(yield->getOperands().drop_back())) {
    auto layout = e.getLayout(op, value.getType());
    if (failed(layout))
      return failure();
    Slot slot(e, op.getPipeline(), op.getToken(), part);
    const Registers &registers = e.get(value);
    for (unsigned r = 0; r < registers.size(); ++r) {
      if (!e.ownsRegister(*layout, r))
        continue;
      Value held = registers[r];
      Value to = slot.getAddress(held.getType(), e.elementIndex(*layout, r));
      e.guarded(e.isOwner(*layout), [&] { e.storeElement(held, to); });
    }
  }
  return success();
}

static LogicalResult emitWrite(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ProducerWriteOp>(rawOp);
  Block &body = op.getBody().front();
  if (!as::isCopy(op) && e.slotBarriers.contains(op.getPipeline())) {
    e.bind(op.getResult(), {e.getScalar(op.getToken())});
    return storeParts(e, op);
  }
  Operation *load = &body.front();
  bool isSimple = load->getNextNode() == body.getTerminator() &&
                  load->getResults() == body.getTerminator()->getOperands();
  Slot slot(e, op.getPipeline(), op.getToken());
  e.bind(op.getResult(), {e.getScalar(op.getToken())});
  e.loc = load->getLoc();
  if (isSimple && failed(checkWholeBytes(load, load->getResult(0).getType())))
    return failure();
  if (auto tiled = dyn_cast<as::TiledLoadOp>(load);
      tiled && isSimple && !tiled.getMask())
    return emitCopy(e, tiled, slot);
  if (auto gather = dyn_cast<as::LoadOp>(load); gather && isSimple)
    return emitCopy(e, gather, slot);
  return refuse(op) << "does something else than one load, which the lowering "
                       "to NVVM does not support";
}

static LogicalResult emitCommit(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ProducerCommitOp>(rawOp);
  if (e.slotBarriers.contains(op.getPipeline())) {
    arriveAtFull(e, op);
    return success();
  }
  // Seeded: the copies belong to no group that is waited for.
  if (!e.bugs.acts(SeededBug::PipelineGroupNotCommitted))
    NVVM::CpAsyncCommitGroupOp::create(e.builder, e.loc);
  return success();
}

static LogicalResult emitWait(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ConsumerWaitOp>(rawOp);
  if (e.slotBarriers.contains(op.getPipeline())) {
    waitUntilFull(e, op);
    e.bind(op.getResult(), {e.getScalar(op.getIterator())});
    e.pending.set(op.getResultToken(), pendingHistory);
    e.bind(op.getResultToken(), {});
    return success();
  }
  auto layout = e.getLayout(op, op.getPipeline().getType().getTileType());
  if (failed(layout))
    return failure();
  NVVM::CpAsyncWaitGroupOp::create(e.builder, e.loc, op.getPending());
  // Where every thread reads what it has copied, it matters to nobody.
  if (!layout->isReplicated() ||
      !e.bugs.acts(SeededBug::PipelineWaitNeedsNoBarrier))
    e.barrier();
  e.bind(op.getResult(), {e.getScalar(op.getIterator())});
  e.pending.set(op.getResultToken(), pendingRead | pendingHistory);
  e.bind(op.getResultToken(), {});
  return success();
}

static LogicalResult emitRead(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ConsumerReadOp>(rawOp);
  for (auto [part, result] : llvm::enumerate(op.getResults())) {
    auto types = e.lower(op, result.getType());
    auto layout = e.getLayout(op, result.getType());
    if (failed(types) || failed(layout))
      return failure();
    Type tileElement = aa::getTileElementType(result.getType());
    Slot slot(e, op.getPipeline(), op.getToken(), part);
    Registers read;
    for (auto [r, element] : llvm::enumerate(*types)) {
      Value address = slot.getAddress(element, e.elementIndex(*layout, r));
      read.push_back(e.normalize(tileElement, e.loadElement(element, address)));
    }
    e.bind(result, read);
  }
  return success();
}

static LogicalResult emitRelease(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ConsumerReleaseOp>(rawOp);
  if (e.slotBarriers.contains(op.getPipeline()))
    arriveAtEmpty(e, op);
  else
    e.barrier();
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.async.pipeline.create_pipeline", emitCreatePipeline},
    {"nv_tileas.async.pipeline.create_iterator", emitCreateIterator},
    {"nv_tileas.async.pipeline.inc_iter", emitIncIter},
    {"nv_tileas.async.pipeline.producer_acquire", emitAcquire},
    {"nv_tileas.async.pipeline.producer_write", emitWrite},
    {"nv_tileas.async.pipeline.producer_commit", emitCommit},
    {"nv_tileas.async.pipeline.consumer_wait", emitWait},
    {"nv_tileas.async.pipeline.consumer_read", emitRead},
    {"nv_tileas.async.pipeline.consumer_release", emitRelease},
};
ArrayRef<HandlerRow> tilefuzz::getPipelineHandlers() { return rows; }
