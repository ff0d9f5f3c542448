//===- TileAAAccess.cpp - Views, loads, stores, tokens, atomics -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// On this block's own elements, ordered by tokens, everything is determined. On
// elements of all blocks only what memory holds in the end is, and only if the
// updates commute: then old values are not used, and nothing else accesses the
// buffer.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/RandomValues.h"
#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAARows.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using aa::MemSemantic;
using aa::RmwMode;
using Group = TileAAGroup;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static ElementKind chooseKind(TileAADraft &draft) {
  static constexpr ElementKind stored[] = {
      ElementKind::TF32, ElementKind::F8E4M3FN, ElementKind::F8E5M2,
      ElementKind::F8E8M0FNU};
  if (draft.choices.oneIn(12))
    return draft.choices.pick<ElementKind>(stored);
  return *elementKindOf(draft.chooseNumber());
}

static void makeLoadStep(TileAADraft &draft) {
  loadFrom(draft, draft.readOnlyBuffer(chooseKind(draft)));
}

unsigned tilefuzz::writtenBuffer(TileAADraft &draft) {
  SmallVector<unsigned> written;
  for (const auto &[index, buffer] : llvm::enumerate(draft.buffers))
    if (!buffer.readOnly && !buffer.shared &&
        !(buffer.isStorage && !buffer.lastStore) &&
        buffer.perBlock == draft.width)
      written.push_back(index);
  if (!written.empty() && !draft.choices.oneIn(3))
    return written[draft.choices.below(written.size())];
  ElementKind kind = *elementKindOf(draft.chooseNumber());
  if (draft.choices.oneIn(5))
    return draft.addGlobal(kind, draft.width, /*readOnly=*/false);
  return draft.addBuffer(kind, draft.width, chooseInit(draft.choices, kind),
                         /*readOnly=*/false);
}

static Value valueFor(TileAADraft &draft, unsigned index) {
  const TileAABuffer &buffer = draft.buffers[index];
  Type element = draft.elementOf(buffer.kind);
  int64_t count = buffer.perBlock;
  return draft.value(draft.tile(element, {count}));
}

/// A store, and often a load of what it wrote.
static void makeStoreStep(TileAADraft &draft) {
  unsigned index = writtenBuffer(draft);
  storeTo(draft, index, valueFor(draft, index));
  if (draft.choices.oneIn(2))
    loadFrom(draft, index);
}

/// An access that changes nothing, and one that needs what it orders.
static void makeEmptyStore(TileAADraft &draft) {
  unsigned index = writtenBuffer(draft);
  Value pointers = draft.addresses(index);
  Type type = valueTypeOf(pointers);
  storeTo(draft, index, valueFor(draft, index));
  Value none = draft.constant(draft.like(type, draft.i1()), int64_t(0));
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  aa::StoreOp store = makeStore(draft, pointers, draft.value(type), none, token,
                                chooseAccessOrder(draft, MemSemantic::Release));
  draft.accessed(index, /*isStore=*/true, store.getResultToken());
  loadFrom(draft, index);
}

/// A scalar, at one of this block's elements.
static void makeScalarLoad(TileAADraft &draft) {
  unsigned index = draft.readOnlyBuffer(*elementKindOf(draft.chooseNumber()));
  Value element = draft.number(draft.i32(), draft.choices.below(draft.width));
  Value pointer = draft.address(index, element);
  Value mask = draft.choices.oneIn(4) ? draft.condition(draft.i1()) : Value();
  Value other = mask ? draft.value(valueTypeOf(pointer)) : Value();
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/false);
  aa::LoadOp load = makeLoad(draft, pointer, mask, other, token,
                             chooseAccessOrder(draft, MemSemantic::Acquire));
  draft.accessed(index, /*isStore=*/false, load.getResultToken());
  draft.bring(load.getResult());
}

static void makeStorage(TileAADraft &draft) {
  unsigned index =
      draft.addStorage(*elementKindOf(draft.chooseNumber()), draft.width);
  Value value = valueFor(draft, index);
  // All of it, so that nothing is unspecified.
  Value pointers = draft.addresses(index);
  aa::StoreOp store = makeStore(
      draft, pointers, draft.view(value, aa::getTileShape(pointers.getType())),
      Value(), Value());
  draft.accessed(index, /*isStore=*/true, store.getResultToken());
  loadFrom(draft, index);
}

static void makeGlobalLoad(TileAADraft &draft) {
  loadFrom(draft, draft.addGlobal(*elementKindOf(draft.chooseNumber()),
                                  draft.width, /*readOnly=*/true));
}

static void makeDimSize(TileAADraft &draft) {
  unsigned index = draft.readOnlyBuffer(*elementKindOf(draft.chooseNumber()));
  TileAAView view = makeTileAAView(draft, draft.buffers[index], true);
  Value source = draft.choices.oneIn(2) ? view.memref : view.view;
  unsigned rank = cast<aa::StridedMemRefType>(view.memref.getType()).getRank();
  unsigned width = 16 << draft.choices.below(3);
  draft.bring(draft.create<aa::GetDimSizeOp>(
      draft.integer(width), source,
      [&](auto &p) { p.dim = draft.i32Attr(draft.choices.below(rank)); }));
}

/// Several chains become one, or one begins anew beside them.
static void makeTokenStep(TileAADraft &draft) {
  SmallVector<Value> some;
  for (const TileAABuffer &buffer : draft.buffers) {
    if (buffer.lastStore && draft.choices.oneIn(2))
      some.push_back(buffer.lastStore);
    for (Value load : buffer.loads)
      if (draft.choices.oneIn(3))
        some.push_back(load);
  }
  if (some.empty())
    some.push_back(draft.freshToken());
  draft.bringToken(draft.join(some));
}

/// Of the second kind without a token, too: a fence orders what is before it.
static void makeSync(TileAADraft &draft) {
  auto kind = aa::SyncKind(draft.choices.below(3));
  Value token;
  if (kind == aa::SyncKind::AliasFence || draft.choices.oneIn(2))
    token = draft.anyToken();
  MLIRContext *context = draft.builder.getContext();
  auto made = draft.create<aa::MemSyncOp>(
      draft.token(), token ? ValueRange(token) : ValueRange(),
      [&](auto &p) { p.kind = aa::SyncKindAttr::get(context, kind); });
  draft.bringToken(made.getResultToken());
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

static ElementKind chooseKindFor(TileAADraft &draft, RmwMode mode) {
  static constexpr ElementKind words[] = {ElementKind::I32, ElementKind::I64,
                                          ElementKind::F32, ElementKind::F64};
  if (mode == RmwMode::Xchg)
    return draft.choices.pick<ElementKind>(words);
  if (mode == RmwMode::AddF)
    return *elementKindOf(draft.chooseFloat());
  return words[draft.choices.below(2)];
}

/// Zeros of both signs and NaN, which numbers do not tell apart.
static StringRef chooseAtomicInit(TileAADraft &draft, ElementKind kind) {
  if (!isa<FloatType>(draft.elementOf(kind)))
    return draft.choices.oneIn(2) ? "special()" : "uniform(-8, 8)";
  static constexpr StringLiteral inits[] = {"list(-0.0, 0.0, 1.0, -0.0)",
                                            "list(0.0, -0.0, nan, 2.0)",
                                            "special()", "uniform(-8, 8)"};
  return draft.choices.pick<StringLiteral>(inits);
}

static AccessStrength chooseUpdateOrder(TileAADraft &draft, bool isShared) {
  AccessStrength order;
  order.semantic = draft.choices.oneIn(2)
                       ? MemSemantic::Relaxed
                       : MemSemantic(1 + draft.choices.below(4));
  // A block alone may use any scope.
  order.scope = isShared ? aa::MemScope(1 + draft.choices.below(2))
                         : aa::MemScope(draft.choices.below(4));
  return order;
}

/// The neutral element, what only looks like it, or anything.
static Value chooseUpdate(TileAADraft &draft, RmwMode mode, Type type) {
  Type element = aa::getTileElementType(type);
  if (draft.choices.oneIn(2))
    return draft.value(type);
  if (isa<FloatType>(element))
    return draft.constant(type, draft.choices.oneIn(3) ? -0.0 : 0.0);
  return draft.constant(type, mode == RmwMode::And ? int64_t(-1) : int64_t(0));
}

static void makeRMW(TileAADraft &draft, unsigned index, RmwMode mode,
                    bool isShared) {
  Value pointers = draft.addresses(index);
  Type type = valueTypeOf(pointers);
  SmallVector<Value, 4> operands = {pointers, chooseUpdate(draft, mode, type)};
  Value mask = chooseMask(draft, aa::getTileShape(type));
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  for (Value operand : {mask, token})
    if (operand)
      operands.push_back(operand);
  MLIRContext *context = draft.builder.getContext();
  AccessStrength order = chooseUpdateOrder(draft, isShared);
  auto made = draft.create<aa::AtomicRMWOp>(
      {type, draft.token()}, operands, [&](auto &p) {
        p.operandSegmentSizes = {1, 1, 0, mask ? 1 : 0, token ? 1 : 0};
        p.rmw_mode = aa::RmwModeAttr::get(context, mode);
        order.set(p, context);
      });
  draft.accessed(index, /*isStore=*/true, made.getResultToken());
  if (isShared)
    return;
  // Masked-off elements have no old value.
  if (mask)
    draft.select(mask, made.getResult(), draft.value(type));
  else
    draft.bring(made.getResult());
}

static RmwMode chooseMode(TileAADraft &draft, bool isShared) {
  auto mode = RmwMode(draft.choices.below(10));
  // Sums of floats are compared in any order.
  bool commutes =
      mode != RmwMode::Xchg && (mode != RmwMode::AddF || draft.options.inexact);
  return isShared && !commutes ? RmwMode::Add : mode;
}

static void makeRMWStep(TileAADraft &draft) {
  bool isShared = draft.choices.oneIn(4);
  RmwMode mode = chooseMode(draft, isShared);
  ElementKind kind = chooseKindFor(draft, mode);
  unsigned index =
      draft.addBuffer(kind, draft.width, chooseAtomicInit(draft, kind),
                      /*readOnly=*/false, isShared);
  makeRMW(draft, index, mode, isShared);
  // Updates of one kind commute.
  if (draft.choices.oneIn(2))
    makeRMW(draft, index, mode, isShared);
}

static void makeCAS(TileAADraft &draft) {
  ElementKind kind = chooseKindFor(draft, RmwMode::Xchg);
  unsigned index =
      draft.addBuffer(kind, draft.width, chooseAtomicInit(draft, kind),
                      /*readOnly=*/false);
  Value pointers = draft.addresses(index);
  Type type = valueTypeOf(pointers), element = draft.elementOf(kind);
  Value expected, desired;
  if (isa<FloatType>(element) && draft.choices.oneIn(2)) {
    // Equal numbers, not equal bits; and NaN.
    auto chooseZero = [&]() -> Value {
      static const double numbers[] = {0.0, -0.0, -0.0, __builtin_nan("")};
      return draft.constant(type, numbers[draft.choices.below(4)]);
    };
    expected = chooseZero();
    desired = chooseZero();
  } else if (draft.choices.oneIn(2)) {
    Attribute number = draft.randomElement(element);
    auto same = [&]() -> Value {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor ? draft.constant(DenseElementsAttr::get(tensor, number))
                    : draft.constant(cast<TypedAttr>(number));
    };
    expected = same();
    desired = draft.choices.oneIn(4) ? draft.value(type) : same();
  } else {
    expected = draft.value(type);
    desired = draft.value(type);
  }
  // Some comparisons should hold: with what is there.
  if (draft.choices.oneIn(3)) {
    loadFrom(draft, index);
    if (Value found = draft.inScope(type))
      expected = found;
  }
  SmallVector<Value, 5> operands = {pointers, expected, desired};
  Value mask = chooseMask(draft, aa::getTileShape(type));
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  for (Value operand : {mask, token})
    if (operand)
      operands.push_back(operand);
  AccessStrength order = chooseUpdateOrder(draft, /*isShared=*/false);
  auto made = draft.create<aa::AtomicCASOp>(
      {type, draft.token()}, operands, [&](auto &p) {
        p.operandSegmentSizes = {1, 1, 1, 0, mask ? 1 : 0, token ? 1 : 0};
        order.set(p, draft.builder.getContext());
      });
  draft.accessed(index, /*isStore=*/true, made.getResultToken());
  draft.bring(made.getResult());
}

static void makeTiledRMW(TileAADraft &draft) {
  bool isShared = draft.choices.oneIn(3);
  RmwMode mode = chooseMode(draft, isShared);
  ElementKind kind = chooseKindFor(draft, mode);
  unsigned index =
      draft.addBuffer(kind, draft.width, chooseAtomicInit(draft, kind),
                      /*readOnly=*/false, isShared);
  TileAAView view = makeTileAAView(draft, draft.buffers[index], false);
  // What is outside of the tensor has no old value.
  bool wantsOld = !isShared && draft.choices.oneIn(2) &&
                  cast<aa::TiledViewType>(view.view.getType()).getPadding() ==
                      aa::Padding::None;
  SmallVector<Value, 5> operands = {view.view,
                                    chooseUpdate(draft, mode, view.tile)};
  llvm::append_range(operands, view.index);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  if (token)
    operands.push_back(token);
  SmallVector<Type, 2> results;
  if (wantsOld)
    results.push_back(view.tile);
  results.push_back(draft.token());
  MLIRContext *context = draft.builder.getContext();
  AccessStrength order = chooseUpdateOrder(draft, isShared);
  auto made =
      draft.create<aa::TiledAtomicRMWOp>(results, operands, [&](auto &p) {
        p.operandSegmentSizes = {1, 1, int32_t(view.index.size()),
                                 token ? 1 : 0};
        p.rmw_mode = aa::RmwModeAttr::get(context, mode);
        order.set(p, context);
      });
  draft.accessed(index, /*isStore=*/true, made.getResultToken());
  if (wantsOld)
    draft.bring(made.getResult());
}

static constexpr TileAARow rows[] = {
    {"nv_tileaa.load", makeLoadStep, Group::Load, 10},
    {"nv_tileaa.load", makeScalarLoad, Group::Load, 3},
    {"nv_tileaa.store", makeStoreStep, Group::Store, 8, true},
    {"nv_tileaa.store", makeEmptyStore, Group::Store, 3, true},
    {"nv_tileaa.alloca", makeStorage, Group::Memory, 2, true},
    {"nv_tileaa.get_global", makeGlobalLoad, Group::Memory, 1, true},
    {"nv_tileaa.get_dim_size", makeDimSize, Group::View, 2},
    {"nv_tileaa.join_mem_token", makeTokenStep, Group::Token, 3, true},
    {"nv_tileaa.mem_sync", makeSync, Group::Token, 1, true},
    {"nv_tileaa.atomic_rmw", makeRMWStep, Group::Atomic, 8, true},
    {"nv_tileaa.atomic_cas", makeCAS, Group::Atomic, 8, true},
    {"nv_tileaa.tiled_atomic_rmw", makeTiledRMW, Group::Atomic, 4, true},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAAccessRows() { return rows; }
