//===- OperationsAtomic.cpp - Atomic read-modify-writes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// On this block's own elements, ordered by tokens, everything is determined. On
// elements of all blocks only what memory holds in the end is, and only if the
// updates commute: then old values are not used, and nothing else accesses the
// buffer.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::AtomicMode;
using ct::TileType;

static NamedAttribute modeAttr(Draft &draft, AtomicMode mode) {
  return draft.named("mode", draft.builder.getI32IntegerAttr(int32_t(mode)));
}

static ElementKind chooseKindFor(Draft &draft, AtomicMode mode) {
  static constexpr ElementKind words[] = {ElementKind::I32, ElementKind::I64,
                                          ElementKind::F32, ElementKind::F64};
  if (mode == AtomicMode::Xchg)
    return draft.choices.pick<ElementKind>(words);
  if (mode == AtomicMode::AddF)
    return *elementKindOf(draft.chooseFloat());
  return words[draft.choices.below(2)];
}

/// How the buffers that atomics update begin; enclosures and NaN are for
/// others.
static constexpr StringLiteral init = "uniform(-8, 8)";

static SmallVector<NamedAttribute> chooseAtomicOrdering(Draft &draft,
                                                        bool isShared) {
  auto ordering = ct::MemoryOrdering(1 + draft.choices.below(4));
  // A block alone may use any scope.
  auto scope = ct::MemoryScope(isShared ? 1 + draft.choices.below(2)
                                        : draft.choices.below(3));
  return {orderingAttr(draft, ordering), scopeAttr(draft, scope)};
}

/// Uses the old value; masked-off elements have none.
static void useOld(Draft &draft, Value old, Value mask) {
  if (mask)
    draft.select(mask, old, draft.value(cast<TileType>(old.getType())));
  else
    draft.bring(old);
}

static Value makeRMW(Draft &draft, unsigned index, AtomicMode mode,
                     bool isShared, std::optional<double> number = {}) {
  Value pointers = draft.addresses(index);
  TileType type = draft.tile(draft.elementOf(draft.buffers[index].kind),
                             cast<TileType>(pointers.getType()).getShape());
  SmallVector<Value> operands = {
      pointers, number ? draft.constant(type, *number) : draft.value(type)};
  Value mask = chooseMask(draft, type.getShape());
  if (mask)
    operands.push_back(mask);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  if (token)
    operands.push_back(token);
  SmallVector<NamedAttribute> attributes =
      chooseAtomicOrdering(draft, isShared);
  attributes.push_back(modeAttr(draft, mode));
  attributes.push_back(draft.segments({1, 1, mask ? 1 : 0, token ? 1 : 0}));
  Operation *made = draft.create("atomic_rmw_tko", {type, draft.token()},
                                 operands, attributes);
  draft.accessed(draft.buffers[index], /*isStore=*/true, made->getResult(1));
  if (!isShared)
    useOld(draft, made->getResult(0), mask);
  return made->getResult(0);
}

/// Whether updates of several blocks leave something that can be compared: the
/// same whatever their order, or a sum in any order.
static bool mayBeShared(const Draft &draft, AtomicMode mode) {
  return mode != AtomicMode::Xchg &&
         (mode != AtomicMode::AddF || draft.options.inexact);
}

/// By other threads often, before and after other updates.
static void accessUpdated(Draft &draft, unsigned index) {
  if (!draft.options.memory || draft.choices.oneIn(4))
    return;
  AccessForm form;
  if (draft.choices.oneIn(2))
    form.view = ViewKind::Partition;
  else
    form.byPointers = true;
  loadFrom(draft, index, form);
  if (draft.choices.oneIn(2))
    updateInPlace(draft, index, 1 + draft.choices.below(2));
}

static void makeRMWStep(Draft &draft, StringRef) {
  bool isShared = draft.choices.oneIn(3);
  AtomicMode mode = AtomicMode(draft.choices.below(10));
  if (isShared && !mayBeShared(draft, mode))
    mode = AtomicMode::Add;
  unsigned index = draft.addBuffer(chooseKindFor(draft, mode), draft.width,
                                   init, /*readOnly=*/false, isShared);
  makeRMW(draft, index, mode, isShared);
  // Updates of one kind commute.
  if (draft.choices.oneIn(2))
    makeRMW(draft, index, mode, isShared);
  if (!isShared)
    accessUpdated(draft, index);
}

/// Sums of numbers so small that some are subnormal.
static void makeTinySum(Draft &draft, StringRef) {
  static constexpr StringLiteral inits[] = {"fill(1e-40)", "fill(0)",
                                            "fill(1.5e-38)", "fill(-3e-39)"};
  static constexpr double numbers[] = {1e-40, -1e-40, 1.2e-38, -1.2e-38, 5e-39};
  unsigned index = draft.addBuffer(ElementKind::F32, draft.width,
                                   draft.choices.pick<StringLiteral>(inits),
                                   /*readOnly=*/false);
  unsigned count = 1 + draft.choices.below(2);
  for (unsigned i = 0; i < count; ++i)
    makeRMW(draft, index, AtomicMode::AddF, /*isShared=*/false,
            draft.choices.pick<double>(numbers));
  accessUpdated(draft, index);
}

static void makeCAS(Draft &draft, StringRef name) {
  ElementKind kind = chooseKindFor(draft, AtomicMode::Xchg);
  unsigned index = draft.addBuffer(kind, draft.width, init, /*readOnly=*/false);
  Value pointers = draft.addresses(index);
  TileType type = draft.tile(draft.elementOf(kind),
                             cast<TileType>(pointers.getType()).getShape());
  Value expected = draft.value(type);
  // Some comparisons should hold: with what is there.
  if (draft.options.memory && draft.choices.oneIn(2)) {
    loadFrom(draft, index);
    if (Value found = draft.inScope(type))
      expected = found;
  }
  SmallVector<Value> operands = {pointers, expected, draft.value(type)};
  Value mask = chooseMask(draft, type.getShape());
  if (mask)
    operands.push_back(mask);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  if (token)
    operands.push_back(token);
  SmallVector<NamedAttribute> attributes =
      chooseAtomicOrdering(draft, /*isShared=*/false);
  attributes.push_back(draft.segments({1, 1, 1, mask ? 1 : 0, token ? 1 : 0}));
  Operation *made =
      draft.create(name, {type, draft.token()}, operands, attributes);
  draft.accessed(draft.buffers[index], /*isStore=*/true, made->getResult(1));
  // Masked-off elements give what they would have compared with.
  draft.bring(made->getResult(0));
  accessUpdated(draft, index);
}

static void makeRedView(Draft &draft, StringRef name) {
  bool isShared = draft.choices.oneIn(3);
  AtomicMode mode = AtomicMode(draft.choices.below(9));
  if (isShared && !mayBeShared(draft, mode))
    mode = AtomicMode::UMin;
  ElementKind kind = chooseKindFor(draft, mode);
  unsigned index = draft.addBuffer(kind, draft.width, init,
                                   /*readOnly=*/false, isShared);
  DraftView view =
      makeView(draft, draft.buffers[index],
               chooseViewKind(draft, ViewUse::Atomic), ViewUse::Atomic);
  SmallVector<Value> operands = {view.view};
  llvm::append_range(operands, view.index);
  operands.push_back(draft.value(view.tile));
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  if (token)
    operands.push_back(token);
  auto scope = isShared ? ct::MemoryScope::Device
                        : ct::MemoryScope(draft.choices.below(2));
  Operation *made = draft.create(
      name, draft.token(), operands,
      {orderingAttr(draft, ct::MemoryOrdering::Relaxed),
       scopeAttr(draft, scope), modeAttr(draft, mode),
       draft.segments({1, int32_t(view.index.size()), 1, token ? 1 : 0})});
  draft.accessed(draft.buffers[index], /*isStore=*/true, made->getResult(0));
  if (!isShared)
    accessUpdated(draft, index);
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"atomic_rmw_tko", makeRMWStep, Group::Atomic, 6, Further | TopLevel},
    {"atomic_rmw_tko", makeTinySum, Group::Atomic, 4, Further | TopLevel},
    {"atomic_cas_tko", makeCAS, Group::Atomic, 4, Further | TopLevel},
    {"atomic_red_view_tko", makeRedView, Group::Atomic, 8, Further | TopLevel},
};
llvm::ArrayRef<OperationRow> tilefuzz::getAtomicOperations() { return rows; }
