//===- OperationsMemory.cpp - Loads, stores, views, storage, output -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

static ElementKind chooseKind(Draft &draft) {
  return *elementKindOf(draft.chooseAnyNumber());
}

/// What every block may load: an argument, now and then a global.
static unsigned chooseSource(Draft &draft, ElementKind kind) {
  return draft.readOnlyBuffer(kind);
}

static void makeLoadByPointer(Draft &draft, StringRef) {
  ElementKind kind = chooseKind(draft);
  AccessForm form;
  form.byPointers = kind != ElementKind::F4E2M1FN;
  Value loaded = loadFrom(draft, chooseSource(draft, kind), form);
  if (draft.choices.oneIn(4))
    draft.bring(draft.reshape(loaded, draft.sizes(DraftShape::Matrix)));
}

/// load_view_tko, and the makers of views.
static void makeLoadByView(Draft &draft, StringRef name) {
  AccessForm form;
  form.view = name == "make_partition_view" ? ViewKind::Partition
              : name == "make_strided_view" ? ViewKind::Strided
              : name == "make_gather_scatter_view"
                  ? ViewKind::GatherScatter
                  : chooseViewKind(draft, ViewUse::Load);
  // Padding is another number in each format.
  ElementKind kind = draft.hasStorageFloats && draft.choices.oneIn(2)
                         ? *elementKindOf(draft.chooseStorageFloat())
                         : chooseKind(draft);
  loadFrom(draft, chooseSource(draft, kind), form);
}

/// The tile is not of the program's shapes, so it is stored, or its element
/// used.
static void makeFarLoad(Draft &draft, StringRef name) {
  DraftView view = makeFarView(draft);
  SmallVector<Value> operands = {view.view};
  llvm::append_range(operands, view.index);
  Operation *load =
      draft.create(name, {view.tile, draft.token()}, operands,
                   {orderingAttr(draft, ct::MemoryOrdering::Weak),
                    draft.segments({1, int32_t(view.index.size()), 0})});
  Value loaded = load->getResult(0);
  if (view.tile.getNumElements() == 1)
    draft.bring(draft.reshape(loaded, {}));
  else if (draft.loops.empty())
    draft.observe(loaded);
}

/// A tile of a view that ends within its last tile, with any padding.
static Value loadCutTile(Draft &draft, Value base, TileType type, Value index,
                         int64_t tiles) {
  MLIRContext *context = draft.builder.getContext();
  Type element = type.getElementType();
  int64_t size = type.getNumElements();
  int64_t extent = tiles * size - draft.choices.below(size);
  auto tensorType = ct::TensorViewType::get(context, element, {extent}, {1});
  Value tensor = draft.make("make_tensor_view", tensorType, base,
                            draft.segments({1, 0, 0}));
  auto padding = ct::PaddingValueAttr::get(
      context,
      ct::PaddingValue(draft.choices.below(isa<FloatType>(element) ? 5 : 1)));
  auto viewType = ct::PartitionViewType::get(context, {int32_t(size)},
                                             tensorType, {0}, padding);
  Value view = draft.make("make_partition_view", viewType, tensor);
  return draft
      .create("load_view_tko", {type, draft.token()}, {view, index},
              {orderingAttr(draft, ct::MemoryOrdering::Weak),
               draft.segments({1, 1, 0})})
      ->getResult(0);
}

/// for (i = low; i < high; i += step) sum += tile i, of which a mask or the end
/// of a view leaves some out.
static void makeStridingLoads(Draft &draft, StringRef name) {
  if (draft.launch.args.size() >= 22 || !hasGroup(draft, OperationGroup::For))
    return;
  Draft::Taking taking(draft, /*inexact=*/false);
  constexpr int64_t tiles = 8;
  bool isFloat = draft.choosesFloat() && draft.choices.oneIn(2);
  Type element = isFloat ? draft.chooseFloat() : draft.chooseWideInteger();
  TileType type = draft.tile(element, DraftShape::Vector);
  ElementKind kind = *elementKindOf(element);
  unsigned buffer = draft.addBuffer(kind, tiles * draft.width,
                                    chooseInit(draft.choices, kind),
                                    /*readOnly=*/true, /*shared=*/true);
  Value base = draft.buffers[buffer].pointer;
  draft.buffers.erase(draft.buffers.begin() + buffer);
  Type i32 = draft.integer(32);
  int64_t low = draft.choices.below(2), step = 1 + draft.choices.below(3);
  int64_t high = low + step * draft.choices.below(4);
  if (high > low)
    high -= draft.choices.below(step);
  SmallVector<Value> operands;
  for (int64_t bound : {low, high})
    operands.push_back(draft.number(i32, bound));
  // Known, as what is ahead of an iteration is.
  operands.push_back(draft.constant(draft.scalar(i32), step));
  operands.push_back(draft.value(type));
  TileType lanes = draft.tile(i32, DraftShape::Vector);
  TileType bools = draft.tile(draft.integer(1), DraftShape::Vector);
  bool isView = draft.choices.oneIn(3);
  bool isMasked = !isView && draft.choices.oneIn(2);
  // Of lanes, or of places; what stands for the others is seldom zero.
  Value mask =
      isMasked && draft.choices.oneIn(2) ? draft.value(bools) : Value();
  Value other = isMasked && draft.choices.below(4)
                    ? (draft.choices.oneIn(3) ? draft.value(type)
                                              : draft.randomConstant(type))
                    : Value();
  Operation *made = draft.create("for", type, operands, {}, /*regions=*/1);
  {
    DraftLoop loop;
    loop.carried = loop.results = {type};
    Draft::Scope scope(draft, made->getRegion(0), {draft.scalar(i32), type},
                       &loop);
    Value induction = scope.block.getArgument(0);
    Value carried = scope.block.getArgument(1), loaded;
    if (isView) {
      loaded = loadCutTile(draft, base, type, induction, tiles);
    } else {
      Value first = draft.make(
          "muli", draft.scalar(i32),
          {induction, draft.constant(draft.scalar(i32), int64_t(draft.width))});
      Value index = draft.make("addi", lanes,
                               {draft.splat(first, lanes.getShape()),
                                draft.make("iota", lanes, {})});
      Value pointers = draft.splat(base, lanes.getShape());
      pointers = draft.make("offset", pointers.getType(), {pointers, index});
      SmallVector<Value> accessed = {pointers};
      if (isMasked) {
        if (!mask) {
          int64_t count = draft.choices.below(tiles * draft.width);
          auto below = ct::ComparisonPredicateAttr::get(
              draft.builder.getContext(), ct::ComparisonPredicate::LessThan);
          mask =
              draft.make("cmpi", bools, {index, draft.constant(lanes, count)},
                         {draft.named("comparison_predicate", below),
                          draft.chooseSignedness()});
        }
        accessed.push_back(mask);
        if (other)
          accessed.push_back(other);
      }
      Operation *load = draft.create(
          name, {type, draft.token()}, accessed,
          {orderingAttr(draft, ct::MemoryOrdering::Weak),
           draft.segments({1, isMasked ? 1 : 0, other ? 1 : 0, 0})});
      loaded = load->getResult(0);
      if (isMasked && !other)
        loaded = draft.make("select", type, {mask, loaded, carried});
    }
    StringRef combiner = isFloat                  ? "maxf"
                         : draft.choices.oneIn(2) ? "addi"
                                                  : "xori";
    draft.create("continue", {}, draft.make(combiner, type, {carried, loaded}));
  }
  draft.bring(made->getResult(0));
}

static void makeStoreByPointer(Draft &draft, StringRef) {
  draft.observe(draft.value(draft.chooseTile(
      draft.whole ? draft.chooseAnyNumber() : draft.chooseNumber())));
}

static void makeStoreByView(Draft &draft, StringRef) {
  Type element =
      draft.whole ? draft.chooseAnyNumber() : draft.chooseWideInteger();
  // Memory holds no truth value that is not decided.
  Draft::Taking taking(draft, isa<FloatType>(element));
  Value value = draft.value(draft.tile(element, draft.choices.oneIn(2)
                                                    ? DraftShape::Matrix
                                                    : DraftShape::Vector));
  unsigned buffer = draft.addBuffer(
      *elementKindOf(element), draft.width,
      element.isInteger(1) ? "fill(1)" : "fill(5)", /*readOnly=*/false);
  AccessForm form;
  form.view = chooseViewKind(draft, ViewUse::Store);
  storeTo(draft, buffer, value, form);
  if (draft.depth > 0)
    draft.buffers.erase(draft.buffers.begin() + buffer);
}

/// Two stores that nothing orders; what follows waits for both.
static void storeHalves(Draft &draft, unsigned index, TileType type) {
  TileType bools = draft.boolLike(type);
  AccessForm form;
  form.byPointers = true;
  // Both by the same: a mask selects lanes, which may be in any order.
  form.addresses = draft.addresses(index, type.getShape());
  {
    Draft::Taking taking(draft, /*inexact=*/false);
    form.mask = draft.value(bools);
  }
  const DraftBuffer before = draft.buffers[index];
  storeTo(draft, index, draft.value(type), form);
  Value first = draft.buffers[index].lastStore;
  draft.buffers[index].lastStore = before.lastStore;
  draft.buffers[index].loads = before.loads;
  form.mask =
      draft.make("xori", bools, {form.mask, draft.constant(bools, int64_t(1))});
  storeTo(draft, index, draft.value(type), form);
  Value second = draft.buffers[index].lastStore;
  draft.buffers[index].lastStore =
      draft.make("join_tokens", draft.token(), {first, second});
}

void tilefuzz::updateInPlace(Draft &draft, unsigned index, unsigned count) {
  TileType type = draft.tile(draft.elementOf(draft.buffers[index].kind),
                             draft.choices.oneIn(4) ? DraftShape::Matrix
                                                    : DraftShape::Vector);
  bool isStorage = draft.buffers[index].place == DraftBuffer::Place::Storage;
  Draft::Taking taking(draft, draft.buffers[index].inexact);
  for (unsigned i = 0; i < count; ++i) {
    switch (draft.choices.below(8)) {
    case 0:
    case 1:
    case 2:
    case 3:
      loadFrom(draft, index);
      break;
    case 4:
      if (!isStorage || draft.buffers[index].lastStore) {
        storeHalves(draft, index, type);
        break;
      }
      [[fallthrough]];
    default:
      storeTo(draft, index, draft.value(type));
    }
  }
}

unsigned tilefuzz::chooseUpdated(Draft &draft) {
  std::optional<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(draft.buffers))
    if (!buffer.readOnly && !buffer.shared && buffer.perBlock == draft.width &&
        buffer.kind != ElementKind::F4E2M1FN)
      found = index;
  if (!found || draft.choices.oneIn(3)) {
    ElementKind kind =
        draft.choosesFloat() ? ElementKind::F32 : ElementKind::I32;
    found = draft.addBuffer(kind, draft.width, chooseInit(draft.choices, kind),
                            /*readOnly=*/false);
    draft.buffers[*found].inexact =
        kind == ElementKind::F32 && draft.choosesInexact();
  }
  return *found;
}

static void makeUpdate(Draft &draft, StringRef) {
  unsigned index = chooseUpdated(draft);
  updateInPlace(draft, index, 1 + draft.choices.below(4));
}

static void makeToken(Draft &draft, StringRef name) {
  draft.bringToken(draft.make(name, draft.token(), {}));
}

/// gdc_wait_tko, gdc_launch_dependents_tko, memory_fence_alias_tko
static void makeTokenSync(Draft &draft, StringRef name) {
  Value token = draft.anyToken();
  if (!token && name == "memory_fence_alias_tko")
    token = draft.make("make_token", draft.token(), {});
  draft.bringToken(draft.make(name, draft.token(),
                              token ? ValueRange(token) : ValueRange()));
}

//===----------------------------------------------------------------------===//
// Sizes of views
//===----------------------------------------------------------------------===//

/// get_tensor_shape, get_index_space_shape. All sizes fit 16 bits.
static void makeShapeQuery(Draft &draft, StringRef name) {
  bool isTensor = name == "get_tensor_shape";
  ElementKind kind = chooseKind(draft);
  const DraftBuffer buffer = draft.buffers[draft.readOnlyBuffer(kind)];
  ViewKind view = ViewKind(draft.choices.below(2));
  DraftView made = makeView(draft, buffer, view, ViewUse::Load);
  Value source = isTensor ? made.tensor : made.view;
  Type size = draft.scalar(draft.integer(16u << draft.choices.below(3)));
  SmallVector<Type> results(made.tile.getShape().size(), size);
  for (Value result : draft.create(name, results, source)->getResults())
    draft.bring(result);
}

//===----------------------------------------------------------------------===//
// Storage and globals
//===----------------------------------------------------------------------===//

static ElementKind chooseByteKind(Draft &draft) {
  ElementKind kind = chooseKind(draft);
  return kind == ElementKind::F4E2M1FN ? ElementKind::F8E5M2 : kind;
}

static void makeAlloca(Draft &draft, StringRef) {
  ElementKind kind = chooseByteKind(draft);
  TileType type = draft.tile(draft.elementOf(kind), DraftShape::Vector);
  Value value = draft.value(type);
  unsigned index = draft.addStorage(kind, draft.width);
  AccessForm form;
  form.byPointers = true;
  storeTo(draft, index, value, form);
  loadFrom(draft, index);
  updateInPlace(draft, index, draft.choices.below(3));
}

static void makeConstantGlobal(Draft &draft, StringRef) {
  loadFrom(draft,
           draft.addGlobal(chooseKind(draft), draft.width, /*readOnly=*/true));
}

static void makeGlobalUpdate(Draft &draft, StringRef) {
  updateInPlace(
      draft,
      draft.addGlobal(chooseByteKind(draft), draft.width, /*readOnly=*/false),
      1 + draft.choices.below(3));
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static void makePrint(Draft &draft, StringRef name) {
  std::string format = "values";
  SmallVector<Value> operands;
  unsigned count = draft.choices.below(3);
  for (unsigned i = 0; i < count; ++i) {
    Type element = draft.chooseAnyElement();
    Draft::Taking taking(draft, isa<FloatType>(element));
    operands.push_back(draft.value(draft.chooseTile(element)));
    static constexpr StringLiteral integers[] = {" %d", " %08x", " %lld"};
    static constexpr StringLiteral floats[] = {" %f", " %.3e", " %g"};
    format += draft.choices.pick(isa<FloatType>(element) ? ArrayRef(floats)
                                                         : ArrayRef(integers));
  }
  format += draft.choices.oneIn(2) ? " 100%%\n" : "\n";
  Value token = draft.anyToken();
  if (token)
    operands.push_back(token);
  Operation *made =
      draft.create(name, draft.token(), operands,
                   {draft.named("str", draft.builder.getStringAttr(format)),
                    draft.segments({int32_t(count), token ? 1 : 0})});
  draft.bringToken(made->getResult(0));
}

/// True: the smaller of two is at most the other.
static void makeAssert(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  NamedAttribute sign = draft.chooseSignedness();
  Value lhs = draft.value(type), rhs = draft.value(type);
  Value least = draft.make("mini", type, {lhs, rhs}, sign);
  Value holds =
      draft.make("cmpi", draft.boolLike(type), {least, rhs},
                 {draft.named("comparison_predicate",
                              ct::ComparisonPredicateAttr::get(
                                  draft.builder.getContext(),
                                  ct::ComparisonPredicate::LessThanOrEqual)),
                  sign});
  draft.create(name, {}, holds,
               draft.named("message",
                           draft.builder.getStringAttr("a minimum is larger")));
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"load_ptr_tko", makeLoadByPointer, Group::Load, 11, Lowered},
    {"load_view_tko", makeLoadByView, Group::Load, 7, Lowered},
    {"load_view_tko", makeFarLoad, Group::Load, 2, Lowered},
    {"load_ptr_tko", makeStridingLoads, Group::Load, 4, Lowered | Nests},
    {"offset", makeLoadByPointer, Group::Load, 0, Lowered},
    {"make_tensor_view", makeLoadByView, Group::Load, 0, Lowered},
    {"make_partition_view", makeLoadByView, Group::Load, 2, Further},
    {"make_strided_view", makeLoadByView, Group::Load, 2, Further},
    {"make_gather_scatter_view", makeLoadByView, Group::Load, 2, Further},
    {"get_tensor_shape", makeShapeQuery, Group::Load, 2, Further},
    {"get_index_space_shape", makeShapeQuery, Group::Load, 2, Further},
    {"store_ptr_tko", makeStoreByPointer, Group::Store, 6,
     Lowered | NotInLoops | TakesInexact},
    {"store_view_tko", makeStoreByView, Group::Store, 2,
     Lowered | NotInLoops | TakesInexact},
    {"join_tokens", makeUpdate, Group::Update, 12, Lowered | TopLevel},
    {"make_token", makeToken, Group::Token, 4, Lowered},
    {"gdc_wait_tko", makeTokenSync, Group::Token, 1, Further},
    {"gdc_launch_dependents_tko", makeTokenSync, Group::Token, 1, Further},
    {"memory_fence_alias_tko", makeTokenSync, Group::Token, 1, Further},
    {"alloca", makeAlloca, Group::Storage, 5,
     Further | TopLevel | TakesInexact},
    {"global", makeGlobalUpdate, Group::Storage, 3, Further | TopLevel},
    {"get_global", makeConstantGlobal, Group::Storage, 3, Further},
    {"print_tko", makePrint, Group::Output, 4, Further | TakesInexact},
    {"assert", makeAssert, Group::Output, 4, Further},
};
llvm::ArrayRef<OperationRow> tilefuzz::getMemoryOperations() { return rows; }
