//===- DraftMemory.cpp - Loads and stores of a draft ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every block owns elements [block * width, (block + 1) * width) of a buffer.
// Buffers that are only read have slack behind, for extra offsets.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Draft.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

static constexpr DraftType scalarI32 = {ElementKind::I32, TileShape::Scalar};
static constexpr DraftType vectorI32 = {ElementKind::I32, TileShape::Vector};

namespace {
/// Spells the types of one buffer's accesses.
struct Spelling {
  Spelling(const Draft &draft, const DraftBuffer &buffer)
      : element(toString(buffer.kind).str()),
        scalar("tile<ptr<" + element + ">>"),
        unit("tile<1xptr<" + element + ">>"),
        vector("tile<" + std::to_string(draft.width) + "xptr<" + element +
               ">>"),
        tile("tile<" + std::to_string(draft.width) + "x" + element + ">"),
        mask("tile<" + std::to_string(draft.width) + "xi1>") {}
  std::string element, scalar, unit, vector, tile, mask;
};
} // namespace

/// Pointers to this block's elements, in one to three `offset`s.
static std::string addresses(Draft &draft, const DraftBuffer &buffer) {
  Spelling type(draft, buffer);
  ByteSource &choices = draft.choices;
  auto addOffset = [&](const std::string &pointer, const DraftValue &offset,
                       const std::string &pointerType) {
    std::string name = draft.freshName();
    draft.emit(name + " = offset " + pointer + ", " + offset.name + " : " +
               pointerType + ", " + draft.typeText(offset.type) + " -> " +
               pointerType);
    return name;
  };
  DraftValue block = draft.blockIndex();
  DraftValue width = draft.constant(scalarI32, std::to_string(draft.width));
  DraftValue first = draft.define(scalarI32, "muli " + block.name + ", " +
                                                 width.name + " : tile<i32>");
  std::string pointer = "%" + buffer.name;
  bool scalarFirst = choices.oneIn(2);
  if (scalarFirst)
    pointer = addOffset(pointer, first, type.scalar);
  std::string unit = draft.freshName(), vector = draft.freshName();
  draft.emit(unit + " = reshape " + pointer + " : " + type.scalar + " -> " +
             type.unit);
  draft.emit(vector + " = broadcast " + unit + " : " + type.unit + " -> " +
             type.vector);
  DraftValue lanes =
      draft.define(vectorI32, "iota : " + draft.typeText(vectorI32));
  // Another order of the same elements: accesses of one place then come from
  // different threads. The width is a power of two.
  if (choices.oneIn(3)) {
    DraftValue flips = draft.constant(
        vectorI32, std::to_string(1 + choices.below(draft.width - 1)));
    lanes = draft.define(vectorI32, "xori " + lanes.name + ", " + flips.name +
                                        " : " + draft.typeText(vectorI32));
  }
  if (!scalarFirst && choices.oneIn(2)) {
    DraftValue base = draft.splat(first, TileShape::Vector);
    lanes = draft.define(vectorI32, "addi " + base.name + ", " + lanes.name +
                                        " : " + draft.typeText(vectorI32));
  } else if (!scalarFirst) {
    vector =
        addOffset(vector, draft.splat(first, TileShape::Vector), type.vector);
  }
  vector = addOffset(vector, lanes, type.vector);
  // Two narrow offsets whose sum needs more than their width.
  if (buffer.readOnly && choices.oneIn(4)) {
    DraftType narrow{ElementKind::I8, TileShape::Vector};
    DraftValue one = draft.constant(narrow, choices.oneIn(2) ? "100" : "5");
    DraftValue two = draft.constant(narrow, choices.oneIn(2) ? "90" : "3");
    vector = addOffset(vector, one, type.vector);
    vector = addOffset(vector, two, type.vector);
  }
  return vector;
}

/// A mask, often constant; empty: none.
static std::string chooseMask(Draft &draft) {
  DraftType type{ElementKind::I1, TileShape::Vector};
  switch (draft.choices.below(6)) {
  case 0:
    return draft.constant(type, "true").name;
  case 1:
    return draft.constant(type, "false").name;
  case 2:
    return draft.value(type).name;
  default:
    return "";
  }
}

/// A view of the buffer cut into the blocks' parts; the last part may reach
/// beyond the view.
static std::string partitionView(Draft &draft, const DraftBuffer &buffer,
                                 unsigned missing, std::string &viewType) {
  Spelling type(draft, buffer);
  std::string tensorType = "tensor_view<?x" + type.element + ", strides=[1]>";
  viewType = "partition_view<tile=(" + std::to_string(draft.width) +
             "), padding_value = zero, " + tensorType + ">";
  DraftValue size = draft.constant(
      scalarI32, std::to_string(draft.grid * draft.width - missing));
  std::string tensor = draft.freshName(), view = draft.freshName();
  draft.emit(tensor + " = make_tensor_view %" + buffer.name + ", shape = [" +
             size.name + "], strides = [1] : tile<i32> -> " + tensorType);
  draft.emit(view + " = make_partition_view " + tensor + " : " + viewType);
  return view;
}

static std::string withToken(const std::string &token) {
  return token.empty() ? "" : " token=" + token;
}

/// Loads this block's part; the access is ordered and recorded.
static DraftValue loadFrom(Draft &draft, unsigned index) {
  DraftBuffer &buffer = draft.buffers[index];
  Spelling type(draft, buffer);
  std::string token = draft.tokenFor(buffer, /*isStore=*/false);
  DraftValue result{"", {buffer.kind, TileShape::Vector}};
  std::string text, suffix;
  if (draft.choices.oneIn(3)) {
    std::string viewType;
    unsigned missing = draft.choices.below(draft.width);
    std::string view = partitionView(draft, buffer, missing, viewType);
    text = "load_view_tko weak " + view + "[" + draft.blockIndex().name + "]" +
           withToken(token) + " : " + viewType + ", tile<i32> -> ";
  } else {
    std::string pointers = addresses(draft, buffer);
    std::string mask = chooseMask(draft);
    text = "load_ptr_tko weak " + pointers;
    std::string types = type.vector;
    if (!mask.empty()) {
      DraftValue padding = draft.randomConstant(result.type);
      text += ", " + mask + ", " + padding.name;
      types += ", " + type.mask + ", " + type.tile;
    }
    text += withToken(token) + " : " + types + " -> ";
  }
  std::string resultToken = draft.freshName();
  // The value's own definition, so that it is in scope for later steps.
  result = draft.defineWithToken(result.type, resultToken,
                                 text + type.tile + ", token");
  if (!buffer.readOnly)
    buffer.loads.push_back(resultToken);
  return result;
}

static void storeTo(Draft &draft, unsigned index, const DraftValue &value) {
  DraftBuffer &buffer = draft.buffers[index];
  Spelling type(draft, buffer);
  std::string text;
  if (draft.choices.oneIn(3)) {
    std::string viewType;
    unsigned missing = draft.choices.below(draft.width);
    std::string view = partitionView(draft, buffer, missing, viewType);
    std::string block = draft.blockIndex().name;
    text = "store_view_tko weak " + value.name + ", " + view + "[" + block +
           "]" + withToken(draft.tokenFor(buffer, /*isStore=*/true)) + " : " +
           type.tile + ", " + viewType + ", tile<i32> -> token";
  } else {
    std::string pointers = addresses(draft, buffer);
    std::string mask = chooseMask(draft);
    text = "store_ptr_tko weak " + pointers + ", " + value.name;
    std::string types = type.vector + ", " + type.tile;
    if (!mask.empty()) {
      text += ", " + mask;
      types += ", " + type.mask;
    }
    text += withToken(draft.tokenFor(buffer, /*isStore=*/true)) + " : " +
            types + " -> token";
  }
  buffer.lastStore = draft.freshName();
  buffer.loads.clear();
  draft.emit(buffer.lastStore + " = " + text);
}

static llvm::StringRef chooseInit(Draft &draft, ElementKind kind) {
  static constexpr llvm::StringLiteral inits[] = {
      "iota(0, 1)", "special()", "uniform(-8, 8)", "uniform(-100, 100)"};
  return draft.choices.pick<llvm::StringLiteral>(inits);
}

DraftValue tilefuzz::loadTile(Draft &draft, DraftType type) {
  std::optional<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(draft.buffers))
    if (buffer.readOnly && buffer.kind == type.element)
      found = index;
  if (!found)
    found = draft.addBuffer(type.element, chooseInit(draft, type.element),
                            /*readOnly=*/true);
  DraftValue loaded = loadFrom(draft, *found);
  if (type.shape != TileShape::Matrix)
    return loaded;
  return draft.define(type, "reshape " + loaded.name + " : " +
                                draft.typeText(loaded.type) + " -> " +
                                draft.typeText(type));
}

void tilefuzz::storeTile(Draft &draft, const DraftValue &value) {
  DraftValue stored = value;
  // Buffers hold whole tiles of numbers.
  if (stored.type.element == ElementKind::I1) {
    DraftType byte{ElementKind::I8, stored.type.shape};
    stored = draft.define(byte, "exti " + stored.name + " unsigned : " +
                                    draft.typeText(stored.type) + " -> " +
                                    draft.typeText(byte));
  }
  if (stored.type.shape == TileShape::Scalar)
    stored = draft.splat(stored, TileShape::Vector);
  if (stored.type.shape == TileShape::Matrix) {
    DraftType vector{stored.type.element, TileShape::Vector};
    stored = draft.define(vector, "reshape " + stored.name + " : " +
                                      draft.typeText(stored.type) + " -> " +
                                      draft.typeText(vector));
  }
  unsigned buffer = draft.addBuffer(stored.type.element, "fill(5)",
                                    /*readOnly=*/false);
  storeTo(draft, buffer, stored);
}

void tilefuzz::updateInPlace(Draft &draft) {
  // Tokens made inside a region do not leave it here.
  if (draft.depth > 0)
    return;
  std::optional<unsigned> found;
  for (const auto &[index, buffer] : llvm::enumerate(draft.buffers))
    if (!buffer.readOnly)
      found = index;
  if (!found || draft.choices.oneIn(3)) {
    ElementKind kind =
        draft.choices.oneIn(2) ? ElementKind::F32 : ElementKind::I32;
    found = draft.addBuffer(kind, chooseInit(draft, kind), /*readOnly=*/false);
  }
  DraftType type{draft.buffers[*found].kind, TileShape::Vector};
  unsigned count = 1 + draft.choices.below(4);
  for (unsigned i = 0; i < count; ++i) {
    if (draft.choices.oneIn(2))
      loadFrom(draft, *found);
    else
      storeTo(draft, *found, draft.value(type));
  }
}
