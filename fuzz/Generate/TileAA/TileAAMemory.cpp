//===- TileAAMemory.cpp - Buffers, tokens, addresses, loads, stores -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/RandomValues.h"
#include "fuzz/Generate/TileAA/TileAARows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using aa::MemSemantic;

/// Room behind the last block's part, so that small extra offsets stay inside.
static constexpr unsigned slackElements = 256;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

unsigned TileAADraft::addBuffer(ElementKind kind, unsigned perBlock,
                                StringRef init, bool readOnly, bool shared) {
  TileAABuffer buffer;
  buffer.kind = kind;
  buffer.perBlock = perBlock;
  buffer.readOnly = readOnly;
  buffer.shared = shared;
  buffer.slack = readOnly ? slackElements : 0;
  uint64_t count = uint64_t(shared ? 1 : grid) * perBlock + buffer.slack;
  ArgSpec arg;
  arg.buffer = launch.buffers.size();
  launch.buffers.push_back(
      {"b" + std::to_string(arg.buffer), kind, count, init.str()});
  launch.args.push_back(arg);
  buffer.pointer =
      function.getBody().front().addArgument(pointer(elementOf(kind)), loc);
  buffers.push_back(std::move(buffer));
  return buffers.size() - 1;
}

unsigned TileAADraft::addGlobal(ElementKind kind, unsigned perBlock,
                                bool readOnly) {
  std::string name = "g" + std::to_string(buffers.size());
  auto type =
      RankedTensorType::get({int64_t(grid) * perBlock}, elementOf(kind));
  DenseElementsAttr contents =
      randomElements(type, type.getNumElements() > 64 || choices.oneIn(2));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(function);
    create<aa::GlobalOp>({}, {}, [&](auto &p) {
      p.sym_name = builder.getStringAttr(name);
      p.value = contents;
      if (readOnly && choices.oneIn(2))
        p.constant = builder.getUnitAttr();
      if (choices.oneIn(2))
        p.alignment = builder.getI64IntegerAttr(16 << choices.below(5));
      if (choices.oneIn(2))
        p.sym_visibility = builder.getStringAttr("private");
    });
  }
  TileAABuffer buffer;
  buffer.kind = kind;
  buffer.perBlock = perBlock;
  buffer.readOnly = readOnly;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  buffer.pointer =
      create<aa::GetGlobalOp>(pointer(elementOf(kind)), {}, [&](auto &p) {
        p.name = FlatSymbolRefAttr::get(builder.getContext(), name);
      });
  buffers.push_back(std::move(buffer));
  return buffers.size() - 1;
}

unsigned TileAADraft::addStorage(ElementKind kind, unsigned perBlock) {
  TileAABuffer buffer;
  buffer.kind = kind;
  buffer.perBlock = perBlock;
  buffer.readOnly = false;
  buffer.isStorage = true;
  buffer.pointer =
      create<aa::AllocaOp>(pointer(elementOf(kind)), {}, [&](auto &p) {
        p.num_elem = builder.getI64IntegerAttr(perBlock);
        p.alignment = builder.getI64IntegerAttr(8 << choices.below(5));
        if (choices.oneIn(2))
          p.global = builder.getUnitAttr();
      });
  buffers.push_back(std::move(buffer));
  return buffers.size() - 1;
}

unsigned TileAADraft::readOnlyBuffer(ElementKind kind) {
  std::optional<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(buffers))
    if (buffer.readOnly && buffer.kind == kind && buffer.perBlock == width)
      found = index;
  if (!found)
    found =
        addBuffer(kind, width, chooseInit(choices, kind), /*readOnly=*/true);
  return *found;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

Value TileAADraft::freshToken() {
  return make<aa::CreateMemTokenOp>(tokenType, {});
}

Value TileAADraft::join(ValueRange operands) {
  return make<aa::JoinMemTokenOp>(tokenType, operands);
}

Value TileAADraft::tokenFor(const TileAABuffer &buffer, bool isStore) {
  SmallVector<Value, 4> needed;
  if (isStore)
    needed.append(buffer.loads);
  if (buffer.lastStore)
    needed.push_back(buffer.lastStore);
  // More order than is needed, of other chains.
  if (!tokens.empty() && choices.below(100) < options.tokens)
    for (unsigned i = 0, count = 1 + choices.below(2); i < count; ++i) {
      Value extra = tokens[choices.below(tokens.size())];
      if (!llvm::is_contained(needed, extra))
        needed.push_back(extra);
    }
  if (needed.empty())
    return choices.oneIn(12) ? freshToken() : Value();
  if (needed.size() == 1 && !choices.oneIn(12))
    return needed.front();
  // A join of joins, now and then.
  if (needed.size() > 2 && choices.oneIn(3)) {
    Value first = join(ArrayRef<Value>(needed).take_front(2));
    needed.erase(needed.begin(), needed.begin() + 2);
    needed.push_back(first);
  }
  return join(needed);
}

void TileAADraft::accessed(unsigned index, bool isStore, Value token) {
  TileAABuffer &buffer = buffers[index];
  if (isStore) {
    buffer.lastStore = token;
    buffer.loads.clear();
  } else if (!buffer.readOnly) {
    buffer.loads.push_back(token);
  }
  if (choices.oneIn(3))
    bringToken(token);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value TileAADraft::firstElement(unsigned perBlock) {
  Value &known = firsts[perBlock];
  if (known && !choices.oneIn(4))
    return known;
  Value first =
      make<arith::MulIOp>(i32(), {blockNumber(), number(i32(), perBlock)});
  if (depth == 0)
    firsts[perBlock] = first;
  return first;
}

Value TileAADraft::lanes(unsigned count) {
  Value &known = ranges[count];
  if (known && !choices.oneIn(4))
    return known;
  Type type = tile(i32(), {count});
  Value made = make<aa::MakeRangeOp>(
      type, {constant(i32(), int64_t(0)), constant(i32(), int64_t(count))});
  // Another order of the same elements: accesses of one place then come from
  // different threads.
  if (count > 1 && llvm::isPowerOf2_32(count) && choices.oneIn(3))
    made = make<arith::XOrIOp>(
        type, {made, constant(type, int64_t(1 + choices.below(count - 1)))});
  if (depth == 0)
    ranges[count] = bring(made);
  return made;
}

static Value addPtr(TileAADraft &draft, Value base, Value offset) {
  return draft.make<aa::AddPtrOp>(base.getType(), {base, offset});
}

/// A small offset, narrow or wide, of the shape of the pointers.
static Value addConstant(TileAADraft &draft, Value base, unsigned width,
                         int64_t offset) {
  Type type = draft.like(base.getType(), draft.integer(width));
  return addPtr(draft, base, draft.constant(type, offset));
}

/// The same addresses, said in another way.
static Value disguise(TileAADraft &draft, Value pointers) {
  Type type = pointers.getType();
  switch (draft.choices.below(16)) {
  case 0: {
    Value condition = draft.condition(draft.like(type, draft.i1()));
    return draft.make<arith::SelectOp>(type, {condition, pointers, pointers});
  }
  case 1:
    return draft.create<aa::AssumeOp>(type, pointers, [&](auto &p) {
      p.predicate = aa::DivByAttr::get(draft.builder.getContext(), 1,
                                       std::nullopt, std::nullopt);
    });
  case 2: {
    Type byte = draft.like(type, draft.pointer(draft.integer(8)));
    unsigned width =
        aa::getTileElementType(valueTypeOf(pointers)).getIntOrFloatBitWidth();
    // There in elements, and back in bytes.
    bool moves = (width == 1 || width % 8 == 0) && draft.choices.oneIn(2);
    if (moves)
      pointers = addConstant(draft, pointers, 16, 3);
    Value bytes = draft.make<aa::BitcastOp>(byte, pointers);
    if (moves)
      bytes = addConstant(draft, bytes, 16, -3 * int64_t((width + 7) / 8));
    return draft.make<aa::BitcastOp>(type, bytes);
  }
  case 3: {
    if (!(draft.swarm >> unsigned(TileAAGroup::Addresses) & 1))
      return pointers;
    Type wide = draft.like(type, draft.integer(64));
    return draft.make<aa::IntToPtrOp>(
        type, draft.make<aa::PtrToIntOp>(wide, pointers));
  }
  case 4:
    return draft.make<aa::OptimizationBarrierOp>(type, pointers);
  case 5: {
    // There and back.
    Value forth = addConstant(draft, pointers, 8, -100);
    return addConstant(draft, addConstant(draft, forth, 16, 90), 32, 10);
  }
  default:
    return pointers;
  }
}

/// Two narrow offsets whose sum needs more than their width.
static Value addNarrow(TileAADraft &draft, Value pointers) {
  unsigned width = draft.choices.oneIn(4) ? 16 : 8;
  int64_t first = draft.choices.oneIn(2) ? 100 : 5;
  int64_t second = draft.choices.oneIn(2) ? 90 : 3;
  pointers = addConstant(draft, pointers, width, first);
  return addConstant(draft, pointers, draft.choices.oneIn(4) ? 64 : width,
                     second);
}

Value TileAADraft::elementNumbers(unsigned count) {
  Value &known = indices[count];
  if (known && !choices.oneIn(6))
    return known;
  Value made =
      make<arith::AddIOp>(tile(i32(), {count}),
                          {splat(firstElement(count), {count}), lanes(count)});
  if (depth == 0)
    indices[count] = made;
  return made;
}

/// Of three summands, in which order, and which of them as vectors.
Value TileAADraft::makeAddresses(const TileAABuffer &buffer) {
  int64_t count = buffer.perBlock;
  Value pointer = buffer.pointer;
  unsigned form = buffer.hasOneBlock() ? 7 : choices.below(6);
  if (form == 0)
    pointer = disguise(*this, addPtr(*this, pointer, firstElement(count)));
  Value vector = splat(pointer, {count});
  if (form == 1)
    vector = addPtr(*this, vector, splat(firstElement(count), {count}));
  if (form == 0 || form == 1 || form == 7)
    return addPtr(*this, vector, lanes(count));
  Value all = elementNumbers(count);
  if (form == 2)
    all = make<arith::ExtSIOp>(tile(integer(64), {count}), all);
  return addPtr(*this, vector, all);
}

Value TileAADraft::addresses(unsigned index) {
  const TileAABuffer buffer = buffers[index];
  int64_t count = buffer.perBlock;
  Value vector = buffer.pointers;
  if (!vector || choices.oneIn(3)) {
    vector = makeAddresses(buffer);
    if (depth == 0)
      buffers[index].pointers = vector;
  }
  if (buffer.slack && choices.oneIn(4))
    vector = addNarrow(*this, vector);
  vector = disguise(*this, vector);
  if (count == int64_t(width) && choices.oneIn(3))
    vector = view(vector, {rows, columns});
  return vector;
}

Value TileAADraft::address(unsigned index, Value element) {
  const TileAABuffer buffer = buffers[index];
  if (choices.oneIn(4) && !buffer.hasOneBlock()) {
    // One of the vector's pointers.
    Value vector =
        addPtr(*this, splat(buffer.pointer, {buffer.perBlock}),
               make<arith::AddIOp>(
                   tile(i32(), {buffer.perBlock}),
                   {splat(firstElement(buffer.perBlock), {buffer.perBlock}),
                    splat(element, {buffer.perBlock})}));
    return make<aa::ExtractOp>(
        buffer.pointer.getType(),
        {vector, constant(i32(), int64_t(choices.below(buffer.perBlock)))});
  }
  Value pointer = buffer.pointer;
  if (!buffer.hasOneBlock())
    pointer = addPtr(*this, pointer, firstElement(buffer.perBlock));
  return disguise(*this, addPtr(*this, pointer, element));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Type tilefuzz::valueTypeOf(Value pointers) {
  auto pointer = cast<aa::PtrType>(aa::getTileElementType(pointers.getType()));
  return aa::getTileType(aa::getTileShape(pointers.getType()),
                         pointer.getPointeeType());
}

AccessStrength tilefuzz::chooseAccessOrder(TileAADraft &draft,
                                           MemSemantic strongest) {
  AccessStrength order;
  if (draft.choices.below(4) == 3)
    order.semantic = draft.choices.oneIn(2) ? strongest : MemSemantic::Relaxed;
  order.scope = aa::MemScope(draft.choices.below(4));
  return order;
}

Value tilefuzz::chooseMask(TileAADraft &draft, ArrayRef<int64_t> shape) {
  Type type = draft.tile(draft.i1(), shape);
  switch (draft.choices.below(10)) {
  case 0:
    return draft.constant(type, int64_t(1));
  case 1:
  case 2:
    return draft.constant(type, int64_t(0));
  case 3:
    return draft.randomConstant(type);
  case 4:
    return draft.value(type);
  default:
    return {};
  }
}

static int32_t one(Value value) { return value ? 1 : 0; }

aa::LoadOp tilefuzz::makeLoad(TileAADraft &draft, Value addresses, Value mask,
                              Value other, Value token, AccessStrength order) {
  SmallVector<Value, 4> operands = {addresses};
  for (Value operand : {mask, other, token})
    if (operand)
      operands.push_back(operand);
  return draft.create<aa::LoadOp>(
      {valueTypeOf(addresses), draft.token()}, operands, [&](auto &p) {
        p.operandSegmentSizes = {1, 0, one(mask), one(other), one(token)};
        order.set(p, draft.builder.getContext());
        chooseAccessPolicy(draft, p);
      });
}

aa::StoreOp tilefuzz::makeStore(TileAADraft &draft, Value addresses,
                                Value value, Value mask, Value token,
                                AccessStrength order) {
  SmallVector<Value, 4> operands = {addresses, value};
  for (Value operand : {mask, token})
    if (operand)
      operands.push_back(operand);
  return draft.create<aa::StoreOp>(draft.token(), operands, [&](auto &p) {
    p.operandSegmentSizes = {1, 1, 0, one(mask), one(token)};
    order.set(p, draft.builder.getContext());
    chooseAccessPolicy(draft, p);
  });
}

/// What masked-off elements of a load are. Unspecified elements that a wrong
/// rewrite lets through make its program unstable, and so hide it: only few
/// programs have them.
static Value chooseOther(TileAADraft &draft, Value mask, Type type) {
  if (!mask || draft.choices.oneIn(6))
    return {};
  return draft.choices.oneIn(3) ? draft.value(type)
                                : draft.randomConstant(type);
}

/// A view of rows takes no mask; elements that share a byte are stored
/// together.
static Value chooseViewMask(TileAADraft &draft, const TileAAView &view) {
  if (view.isSparse ||
      aa::getTileElementType(view.tile).getIntOrFloatBitWidth() == 4)
    return {};
  return chooseMask(draft, aa::getTileShape(view.tile));
}

static Value loadView(TileAADraft &draft, unsigned index) {
  TileAAView view = makeTileAAView(draft, draft.buffers[index], true);
  SmallVector<Value, 7> operands = {view.view};
  llvm::append_range(operands, view.index);
  Value mask = chooseViewMask(draft, view);
  Value other = chooseOther(draft, mask, view.tile);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/false);
  for (Value operand : {mask, other, token})
    if (operand)
      operands.push_back(operand);
  AccessStrength order = chooseAccessOrder(draft, MemSemantic::Acquire);
  auto fill = [&](auto &p) {
    order.set(p, draft.builder.getContext());
    chooseAccessPolicy(draft, p);
  };
  int32_t count = view.index.size();
  std::array<Type, 2> types = {view.tile, draft.token()};
  Operation *load =
      view.isSparse
          ? draft.create<aa::GatherLoadOp>(types, operands,
                                           [&](auto &p) {
                                             p.operandSegmentSizes = {
                                                 1, count, one(token)};
                                             fill(p);
                                           })
          : draft
                .create<aa::TiledLoadOp>(types, operands,
                                         [&](auto &p) {
                                           p.operandSegmentSizes = {
                                               1, count, one(mask), one(other),
                                               one(token)};
                                           fill(p);
                                         })
                .getOperation();
  draft.accessed(index, /*isStore=*/false, load->getResult(1));
  if (mask && !other)
    return draft.select(mask, load->getResult(0), draft.value(view.tile));
  return draft.bring(load->getResult(0));
}

static void storeView(TileAADraft &draft, unsigned index, Value value) {
  // Storage begins unspecified: the first store writes all of it.
  bool isFirst =
      draft.buffers[index].isStorage && !draft.buffers[index].lastStore;
  TileAAView view = makeTileAAView(draft, draft.buffers[index], true);
  SmallVector<Value, 6> operands = {
      view.view, draft.view(value, aa::getTileShape(view.tile))};
  llvm::append_range(operands, view.index);
  Value mask = isFirst ? Value() : chooseViewMask(draft, view);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  for (Value operand : {mask, token})
    if (operand)
      operands.push_back(operand);
  AccessStrength order = chooseAccessOrder(draft, MemSemantic::Release);
  auto fill = [&](auto &p) {
    order.set(p, draft.builder.getContext());
    chooseAccessPolicy(draft, p);
  };
  int32_t count = view.index.size();
  Operation *store =
      view.isSparse ? draft.create<aa::ScatterStoreOp>(
                          draft.token(), operands,
                          [&](auto &p) {
                            p.operandSegmentSizes = {1, 1, count, one(token)};
                            fill(p);
                          })
                    : draft
                          .create<aa::TiledStoreOp>(
                              draft.token(), operands,
                              [&](auto &p) {
                                p.operandSegmentSizes = {1, 1, count, one(mask),
                                                         one(token)};
                                fill(p);
                              })
                          .getOperation();
  draft.accessed(index, /*isStore=*/true, store->getResult(0));
}

Value tilefuzz::loadFrom(TileAADraft &draft, unsigned index) {
  TileAADraft::Taking taking(draft, /*inexact=*/false);
  if (draft.choices.oneIn(4))
    return loadView(draft, index);
  Value pointers = draft.addresses(index);
  Type type = valueTypeOf(pointers);
  Value mask = chooseMask(draft, aa::getTileShape(type));
  Value other = chooseOther(draft, mask, type);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/false);
  aa::LoadOp load = makeLoad(draft, pointers, mask, other, token,
                             chooseAccessOrder(draft, MemSemantic::Acquire));
  draft.accessed(index, /*isStore=*/false, load.getResultToken());
  if (mask && !other)
    return draft.select(mask, load.getResult(), draft.value(type));
  return draft.bring(load.getResult());
}

void tilefuzz::storeTo(TileAADraft &draft, unsigned index, Value value) {
  TileAADraft::Taking taking(draft, /*inexact=*/false);
  // Storage begins unspecified: the first store writes all of it.
  bool isFirst =
      draft.buffers[index].isStorage && !draft.buffers[index].lastStore;
  if (draft.choices.oneIn(4))
    return storeView(draft, index, value);
  Value pointers = draft.addresses(index);
  ArrayRef<int64_t> shape = aa::getTileShape(pointers.getType());
  Value mask = isFirst ? Value() : chooseMask(draft, shape);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  aa::StoreOp store =
      makeStore(draft, pointers, draft.view(value, shape), mask, token,
                chooseAccessOrder(draft, MemSemantic::Release));
  draft.accessed(index, /*isStore=*/true, store.getResultToken());
}

Value TileAADraft::loaded(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementKind> kind = elementKindOf(aa::getTileElementType(type));
  if (!tensor || tensor.getNumElements() != width || !kind ||
      *kind == ElementKind::I1)
    return {};
  Value value = loadFrom(*this, readOnlyBuffer(*kind));
  if (value.getType() == type)
    return value;
  return bring(view(value, tensor.getShape()));
}

void TileAADraft::observe(Value value) {
  Type type = value.getType(), element = aa::getTileElementType(type);
  // Memory holds no truth value that is not decided.
  if (element.isInteger(1) && isInexact(value)) {
    type = like(type, elementOf(ElementKind::F32));
    element = elementOf(ElementKind::F32);
    value = make<arith::SelectOp>(
        type, {value, constant(type, 1.0), constant(type, 0.0)});
    markInexact(value);
  }
  if (element.isInteger(1)) {
    type = like(type, integer(8));
    element = integer(8);
    value = make<arith::ExtUIOp>(type, value);
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    // One element, or a vector of it.
    if (!choices.oneIn(4)) {
      unsigned index = addBuffer(*elementKindOf(element), 1, "fill(5)",
                                 /*readOnly=*/false);
      Value pointer = address(index, constant(i32(), int64_t(0)));
      makeStore(*this, pointer, value, Value(), Value());
      buffers.pop_back();
      return;
    }
    value = splat(value, {width});
    tensor = cast<RankedTensorType>(value.getType());
  }
  int64_t count = tensor.getNumElements();
  value = view(value, {count});
  unsigned index = addBuffer(*elementKindOf(element), count, "fill(5)",
                             /*readOnly=*/false);
  storeTo(*this, index, value);
  // What is made in a region does not outlive it: no later access.
  if (depth > 0 || isInexact(value))
    buffers.erase(buffers.begin() + index);
}
