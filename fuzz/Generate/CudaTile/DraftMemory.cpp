//===- DraftMemory.cpp - Buffers, addresses, loads and stores -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/RandomValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::MemoryOrdering;
using ct::MemoryScope;
using ct::TileType;

/// Room behind every block's part, so that small extra offsets stay inside.
static constexpr unsigned slack = 256;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

unsigned Draft::addBuffer(ElementKind kind, unsigned perBlock, StringRef init,
                          bool readOnly, bool shared) {
  DraftBuffer buffer;
  buffer.kind = kind;
  buffer.perBlock = perBlock;
  buffer.readOnly = readOnly;
  buffer.shared = shared;
  uint64_t count =
      uint64_t(shared ? 1 : grid) * perBlock + (readOnly ? slack : 0);
  ArgSpec arg;
  arg.buffer = launch.buffers.size();
  launch.buffers.push_back(
      {"b" + std::to_string(arg.buffer), kind, count, init.str()});
  launch.args.push_back(arg);
  buffer.pointer = entryOp.getBody().front().addArgument(
      scalar(ct::PointerType::get(elementOf(kind))), builder.getUnknownLoc());
  buffers.push_back(buffer);
  return buffers.size() - 1;
}

/// Globals are tiles, whose sizes are powers of two.
unsigned Draft::addGlobal(ElementKind kind, unsigned perBlock, bool readOnly) {
  DraftBuffer buffer;
  buffer.place = DraftBuffer::Place::Global;
  buffer.kind = kind;
  buffer.perBlock = perBlock;
  buffer.readOnly = readOnly;
  buffer.name = "g" + std::to_string(buffers.size());
  TileType type =
      tile(elementOf(kind), {int64_t(llvm::PowerOf2Ceil(grid)) * perBlock});
  SmallVector<NamedAttribute> attributes = {
      named("sym_name", builder.getStringAttr(buffer.name)),
      named("value", randomElements(type, type.getNumElements() > 64 ||
                                              choices.oneIn(2)))};
  if (readOnly && choices.oneIn(2))
    attributes.push_back(named("constant", builder.getUnitAttr()));
  if (choices.oneIn(2))
    attributes.push_back(
        named("alignment", builder.getI64IntegerAttr(16 << choices.below(5))));
  if (choices.oneIn(2))
    attributes.push_back(
        named("symbol_visibility",
              ct::SymbolVisibilityAttr::get(builder.getContext(),
                                            ct::SymbolVisibility::Private)));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(entryOp);
  create("global", {}, {}, attributes);
  buffers.push_back(buffer);
  return buffers.size() - 1;
}

unsigned Draft::addStorage(ElementKind kind, unsigned perBlock) {
  DraftBuffer buffer;
  buffer.place = DraftBuffer::Place::Storage;
  buffer.kind = kind;
  buffer.perBlock = perBlock;
  buffer.readOnly = false;
  SmallVector<NamedAttribute> attributes = {
      named("num_elem", builder.getI64IntegerAttr(perBlock)),
      named("alignment", builder.getI64IntegerAttr(8 << choices.below(5)))};
  if (choices.oneIn(2))
    attributes.push_back(named("global", builder.getUnitAttr()));
  buffer.pointer = make("alloca", scalar(ct::PointerType::get(elementOf(kind))),
                        {}, attributes);
  buffers.push_back(buffer);
  return buffers.size() - 1;
}

unsigned Draft::readOnlyBuffer(ElementKind kind) {
  std::optional<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(buffers))
    if (buffer.readOnly && !buffer.special && buffer.kind == kind &&
        buffer.perBlock == width)
      found = index;
  if (!found)
    found =
        addBuffer(kind, width, chooseInit(choices, kind), /*readOnly=*/true);
  return *found;
}

unsigned Draft::specialBuffer(ElementKind kind) {
  SmallVector<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(buffers))
    if (buffer.special && !buffer.group && buffer.kind == kind)
      found.push_back(index);
  // Two of them differ element by element.
  if (found.empty() || (found.size() < 2 && choices.oneIn(2))) {
    found.push_back(addBuffer(kind, width, "special()", /*readOnly=*/true));
    buffers.back().special = true;
  }
  return found[choices.below(found.size())];
}

Value Draft::tokenFor(DraftBuffer &buffer, bool isStore) {
  SmallVector<Value> needed;
  if (isStore)
    needed = buffer.loads;
  if (buffer.lastStore)
    needed.push_back(buffer.lastStore);
  bool waitsForMore = options.tokens == 25
                          ? choices.oneIn(4)
                          : choices.below(100) < options.tokens;
  if (waitsForMore)
    if (Value extra = anyToken())
      if (!llvm::is_contained(needed, extra))
        needed.push_back(extra);
  if (needed.size() < 2)
    return needed.empty() ? Value() : needed.front();
  return make("join_tokens", token(), needed);
}

void Draft::accessed(DraftBuffer &buffer, bool isStore, Value token) {
  if (isStore) {
    buffer.lastStore = token;
    buffer.loads.clear();
  } else if (!buffer.readOnly) {
    buffer.loads.push_back(token);
  }
  if (choices.oneIn(4))
    bringToken(token);
}

Value Draft::pointerTo(const DraftBuffer &buffer) {
  if (buffer.place != DraftBuffer::Place::Global)
    return buffer.pointer;
  auto name = FlatSymbolRefAttr::get(builder.getContext(), buffer.name);
  return shared({name.getAsOpaquePointer(), nullptr}, 8, [&] {
    return make("get_global",
                scalar(ct::PointerType::get(elementOf(buffer.kind))), {},
                {named("name", name)});
  });
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value Draft::loaded(TileType type) {
  if (type.getNumElements() != width || !options.memory)
    return {};
  std::optional<ElementKind> kind = elementKindOf(type.getElementType());
  if (!kind || *kind == ElementKind::I1)
    return {};
  AccessForm form;
  form.shape = type.getShape();
  Value value = loadFrom(*this, readOnlyBuffer(*kind), form);
  if (value.getType() == type)
    return value;
  bring(reshape(value, type.getShape()));
  return values.back();
}

/// Keys of what depends on a number of elements only.
static constexpr char firstKey = 0, lanesKey = 0, indicesKey = 0;

Value Draft::firstElement(int64_t count) {
  TileType type = scalar(integer(32));
  return shared(
      {&firstKey, tile(integer(32), {count}).getAsOpaquePointer()}, 8, [&] {
        return define("muli", type,
                      {blockIndex(integer(32)), number(integer(32), count)});
      });
}

Value Draft::lanesOf(int64_t count) {
  TileType type = tile(integer(32), {count});
  return shared({&lanesKey, type.getAsOpaquePointer()}, 8, [&] {
    Value made = define("iota", type, {});
    // Another order of the same elements: accesses of one place then come from
    // different threads. The width is a power of two.
    if (count > 1 && choices.oneIn(3))
      made =
          define("xori", type,
                 {made, constant(type, int64_t(1 + choices.below(count - 1)))});
    return made;
  });
}

Value Draft::indicesOf(int64_t count) {
  TileType type = tile(integer(32), {count});
  return shared({&indicesKey, type.getAsOpaquePointer()}, 8, [&] {
    Value base = splat(firstElement(count), {count});
    return define("addi", type, {base, lanesOf(count)});
  });
}

/// The same addresses, said in another way.
static Value disguise(Draft &draft, Value pointers) {
  auto type = cast<TileType>(pointers.getType());
  Type element = type.getElementType();
  int64_t count = type.getNumElements();
  // The later ones are of further operations.
  unsigned ways = draft.goesFurther ? 6 : 3;
  unsigned way = draft.choices.below(3 * ways);
  switch (way < ways ? way : 0) {
  case 3: {
    Type byte = ct::PointerType::get(draft.integer(8));
    Value bytes =
        draft.make("ptr_to_ptr", draft.tile(byte, type.getShape()), pointers);
    return draft.make("ptr_to_ptr", type, bytes);
  }
  case 1: {
    Value condition = draft.condition(draft.boolLike(type));
    return draft.make("select", type, {condition, pointers, pointers});
  }
  case 2: {
    auto divBy = ct::DivByAttr::get(draft.builder.getContext(), 1, std::nullopt,
                                    std::nullopt);
    return draft.make("assume", type, pointers,
                      {draft.named("predicate", divBy)});
  }
  case 4: {
    Value both = draft.make(
        "cat", draft.tile(element, {2 * count}), {pointers, pointers},
        {draft.named("dim", draft.builder.getI64IntegerAttr(0))});
    Value half = draft.number(draft.integer(32), draft.choices.below(2));
    return draft.make("extract", type, {both, half});
  }
  case 5: {
    int64_t rows = count < 4 ? 1 : 2, columns = count / rows;
    NamedAttribute transposed =
        draft.named("permutation", draft.builder.getDenseI32ArrayAttr({1, 0}));
    Value matrix = draft.reshape(pointers, {rows, columns});
    matrix = draft.make("permute", draft.tile(element, {columns, rows}), matrix,
                        transposed);
    matrix = draft.make("permute", draft.tile(element, {rows, columns}), matrix,
                        transposed);
    return draft.reshape(matrix, type.getShape());
  }
  default:
    return pointers;
  }
}

Value Draft::pointerInto(unsigned index) {
  DraftBuffer &buffer = buffers[index];
  if (!buffer.inner && buffer.perBlock > 1 && launch.args.size() < 24) {
    buffer.innerStart = 1 + choices.below(buffer.perBlock - 1);
    unsigned number = cast<BlockArgument>(buffer.pointer).getArgNumber();
    ArgSpec arg = launch.args[number];
    arg.offset = int64_t(buffer.innerStart) * byteSize(buffer.kind);
    launch.args.push_back(arg);
    buffer.inner = entryOp.getBody().front().addArgument(
        buffer.pointer.getType(), builder.getUnknownLoc());
  }
  return buffer.inner;
}

Value Draft::addresses(unsigned index, std::optional<ArrayRef<int64_t>> shape) {
  const DraftBuffer buffer = buffers[index];
  if (shape && shape->empty() && !buffer.hasOneBlock()) {
    Value pointer = pointerTo(buffer);
    return make("offset", pointer.getType(),
                {pointer, blockIndex(integer(32))});
  }
  const void *place = buffer.pointer.getAsOpaquePointer();
  if (buffer.place == DraftBuffer::Place::Global)
    place = builder.getStringAttr(buffer.name).getAsOpaquePointer();
  Value vector =
      shared({place, &buffers}, 2, [&] { return addressVector(index); });
  SmallVector<int64_t> matrix = {rows, columns};
  if (!shape && buffer.perBlock == width && choices.oneIn(3))
    shape = matrix;
  return shape ? reshape(vector, *shape) : vector;
}

Value Draft::addressVector(unsigned index) {
  const DraftBuffer buffer = buffers[index];
  int64_t count = buffer.perBlock;
  auto addOffset = [&](Value pointer, Value offset) {
    return make("offset", pointer.getType(), {pointer, offset});
  };
  // Of three summands, in which order, and which of them as vectors.
  Value pointer, vector;
  unsigned form = buffer.hasOneBlock() ? 0 : choices.below(6);
  // Counted from inside of the buffer, where some lie before.
  int64_t start = 0;
  if (buffer.place == DraftBuffer::Place::Argument && choices.oneIn(8))
    if ((pointer = pointerInto(index)))
      start = buffers[index].innerStart;
  if (!start)
    pointer = pointerTo(buffer);
  auto fromStart = [&](Value offset) {
    if (!start)
      return offset;
    auto type = cast<TileType>(offset.getType());
    return make("subi", type, {offset, constant(type, start)});
  };
  if (form == 1)
    pointer = addOffset(pointer, firstElement(count));
  vector = splat(pointer, {count});
  if (form == 2)
    vector = addOffset(vector, splat(firstElement(count), {count}));
  vector =
      addOffset(vector, fromStart(buffer.hasOneBlock() || (form && form < 3)
                                      ? lanesOf(count)
                                      : indicesOf(count)));
  // Elements that belong together are not moved past each other.
  if (!buffer.readOnly || buffer.group ||
      buffer.place != DraftBuffer::Place::Argument)
    return disguise(*this, vector);
  switch (choices.below(6)) {
  case 0: {
    // Two narrow offsets whose sum needs more than their width.
    TileType narrow = tile(integer(8), {count});
    Value one = constant(narrow, int64_t(choices.oneIn(2) ? 100 : 5));
    Value two = constant(narrow, int64_t(choices.oneIn(2) ? 90 : 3));
    vector = addOffset(addOffset(vector, one), two);
    break;
  }
  case 1: {
    // Two of any width, one of them back.
    int64_t ahead = choices.below(100), back = -int64_t(choices.below(100) + 1);
    int64_t both[] = {ahead - back, back};
    if (choices.oneIn(2))
      std::swap(both[0], both[1]);
    for (int64_t offset : both) {
      unsigned bits =
          offset > 127 ? 16u << choices.below(3) : 8u << choices.below(4);
      vector = addOffset(vector, splat(number(integer(bits), offset), {count}));
    }
    break;
  }
  default:
    break;
  }
  return disguise(*this, vector);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

NamedAttribute tilefuzz::orderingAttr(Draft &draft, MemoryOrdering ordering) {
  return draft.named("memory_ordering_semantics",
                     draft.builder.getI32IntegerAttr(int32_t(ordering)));
}
NamedAttribute tilefuzz::scopeAttr(Draft &draft, MemoryScope scope) {
  return draft.named("memory_scope",
                     draft.builder.getI32IntegerAttr(int32_t(scope)));
}

llvm::SmallVector<NamedAttribute>
tilefuzz::chooseOrdering(Draft &draft, MemoryOrdering strongest) {
  if (!draft.goesFurther || draft.choices.below(4) != 3)
    return {orderingAttr(draft, MemoryOrdering::Weak)};
  return {orderingAttr(draft, draft.choices.oneIn(2) ? strongest
                                                     : MemoryOrdering::Relaxed),
          scopeAttr(draft, MemoryScope(draft.choices.below(3)))};
}

static void addHints(Draft &draft, bool isView,
                     SmallVectorImpl<NamedAttribute> &attributes) {
  if (!draft.goesFurther || draft.choices.below(6) != 5)
    return;
  Builder &builder = draft.builder;
  static constexpr StringLiteral archs[] = {"default", "sm_90", "sm_100"};
  NamedAttribute hint = draft.named(
      "latency", builder.getI64IntegerAttr(1 + draft.choices.below(10)));
  if (isView && draft.choices.oneIn(2))
    hint =
        draft.named("allow_tma", builder.getBoolAttr(draft.choices.oneIn(2)));
  NamedAttribute arch = draft.named(draft.choices.pick<StringLiteral>(archs),
                                    builder.getDictionaryAttr(hint));
  attributes.push_back(
      draft.named("optimization_hints",
                  ct::OptimizationHintsAttr::get(
                      builder.getContext(), builder.getDictionaryAttr(arch))));
}

/// Promises that hold, now and then (13.4 additions, 4.2).
static void addPromises(Draft &draft, const DraftView &view,
                        SmallVectorImpl<NamedAttribute> &attributes) {
  if (!draft.goesFurther || draft.choices.below(4) != 3)
    return;
  SmallVector<bool> promises;
  for (bool isInside : view.inside)
    promises.push_back(isInside && draft.choices.below(3));
  if (llvm::is_contained(promises, true))
    attributes.push_back(
        draft.named("inbounds", draft.builder.getDenseBoolArrayAttr(promises)));
}

Value tilefuzz::chooseMask(Draft &draft, ArrayRef<int64_t> shape) {
  TileType type = draft.tile(draft.integer(1), shape);
  switch (draft.choices.below(6)) {
  case 0:
    return draft.constant(type, int64_t(1));
  case 1:
    return draft.constant(type, int64_t(0));
  case 2:
    return draft.value(type);
  default:
    return {};
  }
}

/// Views, sometimes; always where elements share a byte.
static std::optional<ViewKind> chooseForm(Draft &draft,
                                          const DraftBuffer &buffer,
                                          AccessForm form, ViewUse use) {
  if (form.view)
    return form.view;
  if (form.byPointers)
    return std::nullopt;
  if (buffer.kind == ElementKind::F4E2M1FN || draft.choices.oneIn(3))
    return chooseViewKind(draft, use);
  return std::nullopt;
}

/// i4 has no arithmetic.
static bool takesUnspecified(TileType type) {
  return !type.getElementType().isInteger(4);
}

/// What is chosen where the mask holds: what was loaded, or what is computed
/// with it first, which is as unspecified elsewhere.
static Value selectSpecified(Draft &draft, Value mask, Value loaded) {
  auto type = cast<TileType>(loaded.getType());
  if (isa<IntegerType>(type.getElementType()) && draft.choices.oneIn(2)) {
    TileType bools = draft.boolLike(type);
    Value truth;
    if (draft.choices.oneIn(2) && !type.getElementType().isInteger(1)) {
      truth = draft.make("trunci", bools, loaded,
                         draft.named("overflow", ct::OverflowAttr::get(
                                                     draft.builder.getContext(),
                                                     ct::Overflow::None)));
    } else {
      auto predicate = ct::ComparisonPredicateAttr::get(
          draft.builder.getContext(),
          ct::ComparisonPredicate(draft.choices.below(6)));
      truth = draft.make("cmpi", bools, {loaded, draft.value(type)},
                         {draft.named("comparison_predicate", predicate),
                          draft.chooseSignedness()});
    }
    draft.select(mask, truth,
                 draft.choices.oneIn(3)
                     ? draft.value(bools)
                     : draft.constant(bools, int64_t(draft.choices.below(2))));
  }
  Value other = draft.value(type);
  if (isa<IntegerType>(type.getElementType()) && draft.choices.oneIn(3))
    other = draft.constant(type, int64_t(draft.choices.below(3)) - 1);
  return draft.select(mask, loaded, other);
}

Value tilefuzz::loadFrom(Draft &draft, unsigned index, AccessForm form) {
  Draft::Taking taking(draft, /*inexact=*/false);
  std::optional<ViewKind> kind =
      chooseForm(draft, draft.buffers[index], form, ViewUse::Load);
  SmallVector<NamedAttribute> attributes =
      chooseOrdering(draft, MemoryOrdering::Acquire);
  SmallVector<Value> operands;
  TileType type;
  Value mask, padding;
  SmallVector<int32_t> segments;
  StringRef name;
  if (kind) {
    DraftView view =
        makeView(draft, draft.buffers[index], *kind, ViewUse::Load, form.shape);
    name = "load_view_tko";
    type = view.tile;
    operands.push_back(view.view);
    llvm::append_range(operands, view.index);
    segments = {1, int32_t(view.index.size())};
    addPromises(draft, view, attributes);
  } else {
    name = "load_ptr_tko";
    operands.push_back(draft.addresses(index, form.shape));
    auto pointers = cast<TileType>(operands[0].getType());
    type = draft.tile(draft.elementOf(draft.buffers[index].kind),
                      pointers.getShape());
    if (!form.isWhole)
      mask = chooseMask(draft, type.getShape());
    if (mask) {
      operands.push_back(mask);
      // Unspecified elements that a wrong rewrite lets through make its program
      // unstable, and so hide it: only few programs have them.
      if (draft.choices.below(draft.whole ? 2 : 6) || !takesUnspecified(type))
        operands.push_back(padding = draft.choices.oneIn(4)
                                         ? draft.value(type)
                                         : draft.randomConstant(type));
    }
    segments = {1, mask ? 1 : 0, padding ? 1 : 0};
  }
  addHints(draft, kind.has_value(), attributes);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/false);
  if (token)
    operands.push_back(token);
  segments.push_back(token ? 1 : 0);
  attributes.push_back(draft.segments(segments));
  Operation *load =
      draft.create(name, {type, draft.token()}, operands, attributes);
  draft.accessed(draft.buffers[index], /*isStore=*/false, load->getResult(1));
  Value result = load->getResult(0);
  if (draft.buffers[index].inexact)
    draft.markInexact(result);
  // What a mask leaves out is unspecified without padding.
  if (mask && !padding)
    return selectSpecified(draft, mask, result);
  draft.bring(result);
  return result;
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<TileType>(value.getType()).getShape();
}

void tilefuzz::storeTo(Draft &draft, unsigned index, Value value,
                       AccessForm form) {
  Draft::Taking taking(draft, /*inexact=*/false);
  draft.buffers[index].inexact |= draft.isInexact(value);
  std::optional<ViewKind> kind =
      chooseForm(draft, draft.buffers[index], form, ViewUse::Store);
  SmallVector<NamedAttribute> attributes =
      chooseOrdering(draft, MemoryOrdering::Release);
  SmallVector<Value> operands;
  SmallVector<int32_t> segments;
  StringRef name;
  if (kind) {
    DraftView view = makeView(draft, draft.buffers[index], *kind,
                              ViewUse::Store, shapeOf(value));
    name = "store_view_tko";
    operands = {draft.reshape(value, view.tile.getShape()), view.view};
    llvm::append_range(operands, view.index);
    segments = {1, 1, int32_t(view.index.size())};
    addPromises(draft, view, attributes);
  } else {
    name = "store_ptr_tko";
    Value pointers = form.addresses ? form.addresses
                                    : draft.addresses(index, shapeOf(value));
    ArrayRef<int64_t> shape = cast<TileType>(pointers.getType()).getShape();
    operands = {pointers, draft.reshape(value, shape)};
    // Storage begins unspecified: the first store writes all of it.
    bool isFirst = draft.buffers[index].place == DraftBuffer::Place::Storage &&
                   !draft.buffers[index].lastStore;
    Value mask = form.mask ? draft.reshape(form.mask, shape)
                 : isFirst ? Value()
                           : chooseMask(draft, shape);
    if (mask)
      operands.push_back(mask);
    segments = {1, 1, mask ? 1 : 0};
  }
  addHints(draft, kind.has_value(), attributes);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  if (token)
    operands.push_back(token);
  segments.push_back(token ? 1 : 0);
  attributes.push_back(draft.segments(segments));
  Operation *store = draft.create(name, draft.token(), operands, attributes);
  draft.accessed(draft.buffers[index], /*isStore=*/true, store->getResult(0));
}

void Draft::observe(Value value) {
  auto type = cast<TileType>(value.getType());
  Type element = type.getElementType();
  // Memory holds no truth value that is not decided.
  if (element.isInteger(1) && isInexact(value)) {
    type = tile(elementOf(ElementKind::F32), type.getShape());
    value =
        make("select", type, {value, constant(type, 1.0), constant(type, 0.0)});
    element = type.getElementType();
  }
  if (element.isInteger(4) ||
      (element.isInteger(1) && (!whole || choices.oneIn(2)))) {
    type = tile(integer(8), type.getShape());
    value = make("exti", type, value, {signedness(false)});
    element = type.getElementType();
  }
  if (type.getShape().empty() && choices.oneIn(4)) {
    value = splat(value, {int64_t(width)});
    type = cast<TileType>(value.getType());
  }
  unsigned buffer = addBuffer(*elementKindOf(element), type.getNumElements(),
                              element.isInteger(1) ? "fill(1)" : "fill(5)",
                              /*readOnly=*/false);
  storeTo(*this, buffer, value);
  // What is made in a region does not outlive it: no later access.
  if (depth > 0)
    buffers.erase(buffers.begin() + buffer);
}
