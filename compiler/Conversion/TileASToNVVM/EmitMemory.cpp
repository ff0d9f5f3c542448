//===- EmitMemory.cpp - Tokens, views, loads and stores -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each logical element is accessed once, by its owner; a masked-off element
// not at all. Where one access must not run ahead of another of other threads,
// a barrier stands between.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Access.h"
#include "compiler/Conversion/TileASToNVVM/TilePlace.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAS/BulkStore.h"
#include "compiler/TileAS/TileASOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

LLVM::AtomicOrdering AccessOrder::getOrdering() const {
  switch (semantic) {
  case aa::MemSemantic::Weak:
    return LLVM::AtomicOrdering::not_atomic;
  case aa::MemSemantic::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case aa::MemSemantic::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case aa::MemSemantic::Release:
    return LLVM::AtomicOrdering::release;
  case aa::MemSemantic::AcqRel:
    return LLVM::AtomicOrdering::acq_rel;
  }
  llvm_unreachable("unknown memory semantic");
}

StringRef AccessOrder::getScope() const {
  switch (scope) {
  case aa::MemScope::TileBlock:
    return "block";
  case aa::MemScope::Cluster:
    return "cluster";
  case aa::MemScope::Gpu:
    return "device";
  case aa::MemScope::System:
    return "";
  }
  llvm_unreachable("unknown memory scope");
}

void tilefuzz::beginAccess(Emitter &e, const AccessOrder &order) {
  unsigned before = order.token ? e.pending.lookup(order.token) : 0;
  // Two reads commute. A release covers what its own thread has seen.
  bool afterWrite = before & pendingWrite;
  bool afterRead =
      (before & pendingRead) && (order.isWrite || order.isRelease());
  // Seeded: what was read may be overwritten at once.
  if (afterRead && !afterWrite &&
      e.bugs.acts(SeededBug::OverwriteNeedsNoBarrier))
    afterRead = false;
  bool needsBarrier = afterWrite || afterRead;
  // Seeded: the token edge leaves no trace.
  if (needsBarrier && !e.bugs.acts(SeededBug::MissingBarrier))
    e.barrier();
  // Other threads' accesses reach this one by the barrier; the fence makes
  // them part of what the release publishes at its scope.
  if (order.isRelease() && (before & pendingHistory))
    LLVM::FenceOp::create(e.builder, e.loc, LLVM::AtomicOrdering::acq_rel,
                          order.getScope());
}

void tilefuzz::endAccess(Emitter &e, const AccessOrder &order) {
  unsigned after = order.token ? e.pending.lookup(order.token) : 0;
  after |= pendingHistory;
  // Seeded: who acquires only reads.
  bool isSeen = order.isWrite ||
                (order.isAcquire() && !e.bugs.acts(SeededBug::AcquireIsARead));
  if (isSeen)
    after |= pendingWrite;
  else
    after |= pendingRead;
  e.pending.set(order.resultToken, after);
  e.bind(order.resultToken, {});
}

static LogicalResult emitMakeToken(Emitter &e, Operation *op) {
  e.pending.set(op->getResult(0), 0);
  e.bind(op->getResult(0), {});
  return success();
}

static LogicalResult emitJoinTokens(Emitter &e, Operation *op) {
  unsigned all = 0;
  for (Value token : op->getOperands())
    all |= e.pending.lookup(token);
  if (op->getNumOperands())
    all = e.bugs.pick(SeededBug::JoinWaitsForLast, all,
                      e.pending.lookup(op->getOperands().back()));
  e.pending.set(op->getResult(0), all);
  e.bind(op->getResult(0), {});
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static LogicalResult emitMakeMemref(Emitter &e, Operation *op) {
  auto make = cast<aa::MakeMemrefOp>(op);
  aa::StridedMemRefType type = make.getType();
  Type i64 = e.builder.getI64Type();
  Registers registers{e.getScalar(make.getBase())};
  auto add = [&](ArrayRef<int64_t> list, ValueRange dynamic) {
    for (int64_t entry : list) {
      if (!ShapedType::isDynamic(entry)) {
        registers.push_back(e.constant(i64, entry));
        continue;
      }
      registers.push_back(e.getScalar(dynamic.front()));
      dynamic = dynamic.drop_front();
    }
  };
  add(type.getShape(), make.getDynamicSizes());
  add(type.getStrides(), make.getDynamicStrides());
  e.bind(op->getResult(0), registers);
  return success();
}

static LogicalResult emitDimSize(Emitter &e, Operation *op) {
  auto size = cast<aa::GetDimSizeOp>(op);
  Type type = e.lowerElement(size.getType());
  if (!type)
    return failure();
  unsigned dim = size.getDim();
  dim = e.bugs.pick(SeededBug::DimSizeOfFirst, dim, 0u);
  Value wide = e.get(size.getSource())[1 + dim];
  if (type.getIntOrFloatBitWidth() < 64)
    wide = LLVM::TruncOp::create(e.builder, e.loc, type, wide);
  e.bind(op->getResult(0), {wide});
  return success();
}

/// The tiling is in the type.
static LogicalResult emitView(Emitter &e, Operation *op) {
  e.bind(op->getResult(0), e.get(op->getOperand(0)));
  return success();
}

Value tilefuzz::emitPadding(Emitter &e, Type element, aa::Padding padding) {
  auto type = dyn_cast<FloatType>(element);
  Type lowered = e.lowerElement(element);
  if (!type || padding == aa::Padding::None || padding == aa::Padding::Zero ||
      e.bugs.acts(SeededBug::PaddingAlwaysZero))
    return e.zero(lowered);
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  // What the format lacks is converted as any value (docs/semantics.md).
  bool hasInf = APFloat::semanticsHasInf(semantics);
  bool hasNaN = APFloat::semanticsHasNaN(semantics);
  if (!APFloat::semanticsHasZero(semantics) && padding == aa::Padding::NegZero)
    return e.zero(lowered);
  APFloat value = APFloat::getZero(semantics, /*Negative=*/true);
  if (padding == aa::Padding::NaN ||
      (!hasInf && hasNaN && padding != aa::Padding::NegZero))
    value =
        hasNaN ? APFloat::getQNaN(semantics) : APFloat::getLargest(semantics);
  else if (!hasInf && padding != aa::Padding::NegZero)
    value = APFloat::getLargest(semantics, padding == aa::Padding::NegInf);
  else if (padding == aa::Padding::PosInf)
    value = APFloat::getInf(semantics);
  else if (padding == aa::Padding::NegInf)
    value = APFloat::getInf(semantics, /*Negative=*/true);
  // Seeded: the largest number is the next best.
  if (!hasInf && hasNaN &&
      (padding == aa::Padding::PosInf || padding == aa::Padding::NegInf) &&
      e.bugs.acts(SeededBug::PaddingInfinitySaturates))
    value = APFloat::getLargest(semantics, padding == aa::Padding::NegInf);
  return LLVM::ConstantOp::create(
      e.builder, e.loc, lowered,
      e.lowerConstant(FloatAttr::get(element, value)));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

LogicalResult tilefuzz::checkWholeBytes(Operation *op, Type tile) {
  Type element = aa::getTileElementType(tile);
  if (!isPartOfByte(element))
    return success();
  return refuse(op) << "accesses elements of type " << element
                    << ", which share a byte; the lowering to NVVM does not "
                       "support it";
}

static LogicalResult emitLoad(Emitter &e, Operation *rawOp) {
  auto op = cast<as::LoadOp>(rawOp);
  Type tileElement = aa::getTileElementType(op.getResult().getType());
  auto types = e.lower(op, op.getResult().getType());
  auto layout = e.getLayout(op, op.getResult().getType());
  if (failed(types) || failed(layout))
    return failure();
  AccessOrder order(op, /*isWrite=*/false);
  beginAccess(e, order);
  Type element = types->front();
  const Registers &addresses = e.get(op.getAddresses());
  Registers result(addresses.size());
  for (unsigned r = 0; r < result.size(); ++r) {
    // Where no thread looks: replaced when shared.
    Value otherwise =
        op.getOther() ? registerOf(e.get(op.getOther()), r) : e.zero(element);
    result[r] = otherwise;
    if (!e.ownsRegister(*layout, r))
      continue;
    Value condition = e.isOwner(*layout);
    if (op.getMask())
      condition = e.conjunction(condition, registerOf(e.get(op.getMask()), r));
    result[r] = e.guarded(condition, otherwise, [&]() -> Value {
      // A pointer is to a byte; of two elements in it, to the first.
      if (isPartOfByte(tileElement))
        return LLVM::TruncOp::create(
            e.builder, e.loc, element,
            e.loadElement(e.builder.getI8Type(), addresses[r],
                          order.getOrdering(), order.getScope()));
      return e.normalize(tileElement,
                         e.loadElement(element, addresses[r],
                                       order.getOrdering(), order.getScope()));
    });
  }
  endAccess(e, order);
  auto shared = e.share(op, result, *layout, element);
  if (failed(shared))
    return failure();
  e.bind(op.getResult(), *shared);
  return success();
}

static LogicalResult emitStore(Emitter &e, Operation *rawOp) {
  auto op = cast<as::StoreOp>(rawOp);
  if (failed(checkWholeBytes(op, op.getValue().getType())))
    return failure();
  auto layout = e.getLayout(op, op.getAddresses().getType());
  if (failed(layout))
    return failure();
  AccessOrder order(op, /*isWrite=*/true);
  beginAccess(e, order);
  const Registers &addresses = e.get(op.getAddresses());
  const Registers &value = e.get(op.getValue());
  for (unsigned r = 0; r < addresses.size(); ++r) {
    if (!e.ownsRegister(*layout, r))
      continue;
    Value condition = e.isOwner(*layout);
    if (op.getMask())
      condition = e.conjunction(condition, registerOf(e.get(op.getMask()), r));
    e.guarded(condition, [&] {
      e.storeElement(value[r], addresses[r], order.getOrdering(),
                     order.getScope());
    });
  }
  endAccess(e, order);
  return success();
}

static Value loadHalf(Emitter &e, const HalfByte &at, Type element,
                      const AccessOrder &order) {
  Value byte = e.loadElement(e.builder.getI8Type(), at.address,
                             order.getOrdering(), order.getScope());
  byte = LLVM::LShrOp::create(e.builder, e.loc, byte, at.shift);
  return LLVM::TruncOp::create(e.builder, e.loc, element, byte);
}

/// Null: none is left out.
template <typename OpTy> static Value maskOf(OpTy op) {
  if constexpr (std::is_same_v<OpTy, as::TiledLoadOp> ||
                std::is_same_v<OpTy, as::TiledStoreOp>)
    return op.getMask();
  return {};
}

template <typename OpTy>
static LogicalResult emitViewLoad(Emitter &e, Operation *rawOp) {
  auto op = cast<OpTy>(rawOp);
  Type tileElement = aa::getTileElementType(op.getResult().getType());
  auto types = e.lower(op, op.getResult().getType());
  auto layout = e.getLayout(op, op.getResult().getType());
  if (failed(types) || failed(layout))
    return failure();
  TilePlace place(e, op.getView().getType(), op.getView(), op.getCoordinates(),
                  op.getInBounds(), *layout);
  if (failed(place.findRows(op, op.getView().getType(), op.getCoordinates())))
    return failure();
  AccessOrder order(op, /*isWrite=*/false);
  beginAccess(e, order);
  Type element = types->front();
  Value padding = emitPadding(e, tileElement,
                              op.getPaddingValue().value_or(aa::Padding::None));
  Registers result(types->size(), padding);
  Value mask = maskOf(op), other;
  if constexpr (std::is_same_v<OpTy, as::TiledLoadOp>)
    other = op.getOther();
  for (unsigned r = 0; r < result.size(); ++r) {
    if (!e.ownsRegister(*layout, r))
      continue;
    TilePlace::Element at = place.getElement(r);
    Value condition = e.conjunction(e.isOwner(*layout), at.isInside);
    Value otherwise = padding;
    if (mask) {
      Value isOn = registerOf(e.get(mask), r);
      condition = e.conjunction(condition, isOn);
      // Seeded: what is not read is that.
      if (other && at.isInside && e.bugs.acts(SeededBug::EdgeElementTakesOther))
        otherwise = registerOf(e.get(other), r);
      else if (other)
        otherwise = LLVM::SelectOp::create(e.builder, e.loc, isOn, padding,
                                           registerOf(e.get(other), r));
    }
    result[r] = e.guarded(condition, otherwise, [&]() -> Value {
      if (isPartOfByte(tileElement))
        return loadHalf(e, place.getHalfByte(at), element, order);
      return e.normalize(
          tileElement,
          e.loadElement(element, place.getAddress(at, e.storageType(element)),
                        order.getOrdering(), order.getScope()));
    });
  }
  endAccess(e, order);
  auto shared = e.share(op, result, *layout, element);
  if (failed(shared))
    return failure();
  e.bind(op.getResult(), *shared);
  return success();
}

/// Of elements of four bits the first in a byte brings the second along: a
/// store of one alone is not defined (docs/semantics.md).
static LogicalResult fetchNeighbours(Emitter &e, Operation *op,
                                     const Registers &value,
                                     const ThreadLayout &layout,
                                     TilePlace &place, Registers &others) {
  SmallVector<TilePlace::Neighbour> neighbours = place.findNeighbours();
  if (neighbours.empty())
    return refuse(op) << "stores elements that share a byte to a tensor in "
                         "which they do not follow each other along a "
                         "dimension of the tile; the lowering to NVVM does not "
                         "support it";
  others = value;
  for (auto [bit, follows] : neighbours) {
    Registers places;
    for (unsigned r = 0; r < layout.getNumRegisters(); ++r) {
      Value index = e.elementIndex(layout, r);
      places.push_back(LLVM::XOrOp::create(e.builder, e.loc, index,
                                           e.constant(index.getType(), bit)));
    }
    FailureOr<Registers> fetched =
        e.fetch(op, value, layout, value.front().getType(), places);
    if (failed(fetched))
      return failure();
    for (auto [other, one] : llvm::zip_equal(others, *fetched))
      other = follows ? Value(LLVM::SelectOp::create(e.builder, e.loc, follows,
                                                     one, other))
                      : one;
  }
  return success();
}

static void storePair(Emitter &e, const HalfByte &at, Value first, Value second,
                      Value condition, const AccessOrder &order) {
  e.guarded(e.conjunction(condition, at.isFirst), [&] {
    Type i8 = e.builder.getI8Type();
    Value low = LLVM::ZExtOp::create(e.builder, e.loc, i8, first);
    Value high = LLVM::ZExtOp::create(e.builder, e.loc, i8, second);
    high = LLVM::ShlOp::create(e.builder, e.loc, high, e.constant(i8, 4));
    e.storeElement(LLVM::OrOp::create(e.builder, e.loc, low, high), at.address,
                   order.getOrdering(), order.getScope());
  });
}

template <typename OpTy>
static LogicalResult emitStoreByThreads(Emitter &e, Operation *rawOp) {
  auto op = cast<OpTy>(rawOp);
  auto layout = e.getLayout(op, op.getValue().getType());
  if (failed(layout))
    return failure();
  TilePlace place(e, op.getView().getType(), op.getView(), op.getCoordinates(),
                  op.getInBounds(), *layout);
  if (failed(place.findRows(op, op.getView().getType(), op.getCoordinates())))
    return failure();
  AccessOrder order(op, /*isWrite=*/true);
  beginAccess(e, order);
  const Registers &value = e.get(op.getValue());
  bool isHalf = isPartOfByte(aa::getTileElementType(op.getValue().getType()));
  Value mask = maskOf(op);
  if (isHalf && mask)
    return refuse(op) << "stores elements that share a byte under a mask; the "
                         "lowering to NVVM does not support it";
  Registers others;
  if (isHalf && failed(fetchNeighbours(e, op, value, *layout, place, others)))
    return failure();
  for (unsigned r = 0; r < value.size(); ++r) {
    if (!e.ownsRegister(*layout, r))
      continue;
    TilePlace::Element at = place.getElement(r);
    if (isHalf) {
      storePair(e, place.getHalfByte(at), value[r], others[r],
                e.conjunction(e.isOwner(*layout), at.isInside), order);
      continue;
    }
    // Seeded: edge tiles write beyond the tensor.
    if (at.isInside && e.bugs.acts(SeededBug::ViewStoreLosesMask))
      at.isInside = {};
    Value condition = e.conjunction(e.isOwner(*layout), at.isInside);
    if (mask)
      condition = e.conjunction(condition, registerOf(e.get(mask), r));
    e.guarded(condition, [&] {
      e.storeElement(value[r],
                     place.getAddress(at, e.storageType(value[r].getType())),
                     order.getOrdering(), order.getScope());
    });
  }
  endAccess(e, order);
  return success();
}

static LogicalResult emitTiledStore(Emitter &e, Operation *op) {
  auto byThreads = [&] { return emitStoreByThreads<as::TiledStoreOp>(e, op); };
  if (!op->hasAttr(as::bulkStoreAttr))
    return byThreads();
  return emitBulkStore(e, cast<as::TiledStoreOp>(op), byThreads);
}

//===----------------------------------------------------------------------===//
// Other kernels, other addresses
//===----------------------------------------------------------------------===//

int64_t tilefuzz::findCapability(Operation *op) {
  for (Operation *at = op; at; at = at->getParentOp())
    if (auto capability =
            at->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability"))
      return capability.getInt();
  return 0;
}

/// PTX ISA, griddepcontrol: of sm_90 and later; without it there is nothing to
/// wait for, and nobody to start.
static bool hasDependentLaunches(Operation *op) {
  constexpr int64_t first = 90;
  return findCapability(op) >= first;
}

/// Every thread executes it. What other threads have done before a fence of
/// aliases reaches it by a barrier; behind any of them the order within each
/// thread is enough.
static LogicalResult emitSync(Emitter &e, Operation *rawOp) {
  auto op = cast<aa::MemSyncOp>(rawOp);
  unsigned before = op.getToken() ? e.pending.lookup(op.getToken()) : 0;
  StringRef text;
  switch (op.getKind()) {
  case aa::SyncKind::WaitDependency:
    text = "griddepcontrol.wait;";
    break;
  case aa::SyncKind::LaunchDependents:
    text = "griddepcontrol.launch_dependents;";
    break;
  case aa::SyncKind::AliasFence:
    text = "fence.proxy.alias;";
    if (before & (pendingRead | pendingWrite)) {
      e.barrier();
      before = op.getToken() ? e.pending.lookup(op.getToken()) : 0;
    }
    break;
  }
  if (op.getKind() == aa::SyncKind::AliasFence || hasDependentLaunches(op))
    LLVM::InlineAsmOp::create(
        e.builder, e.loc, TypeRange(), ValueRange(), text, "~{memory}",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
        /*operand_attrs=*/ArrayAttr());
  e.pending.set(op.getResultToken(), before);
  e.bind(op.getResultToken(), {});
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileaa.mem_sync", emitSync},
    {"nv_tileaa.create_mem_token", emitMakeToken},
    {"nv_tileaa.join_mem_token", emitJoinTokens},
    {"nv_tileaa.make_memref", emitMakeMemref},
    {"nv_tileaa.get_dim_size", emitDimSize},
    {"nv_tileas.view", emitView},
    {"nv_tileas.load", emitLoad},
    {"nv_tileas.store", emitStore},
    {"nv_tileas.tiled_load", emitViewLoad<as::TiledLoadOp>},
    {"nv_tileas.tiled_store", emitTiledStore},
    {"nv_tileas.gather_load", emitViewLoad<as::GatherLoadOp>},
    {"nv_tileas.scatter_store", emitStoreByThreads<as::ScatterStoreOp>},
};
ArrayRef<HandlerRow> tilefuzz::getMemoryHandlers() { return rows; }
