//===- Draft.cpp - A program under construction ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Draft.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

/// Room behind every block's part, so that small extra offsets stay inside.
static constexpr unsigned slack = 256;

Draft::Draft(ByteSource &source) : choices(source) {
  static constexpr unsigned widths[] = {4, 8, 16, 32, 64};
  width = choices.pick<unsigned>(widths);
  rows = 1u << choices.below(llvm::Log2_32(width) + 1);
  columns = width / rows;
  grid = 1 + choices.below(3);
}

std::string Draft::shapePrefix(TileShape shape) const {
  switch (shape) {
  case TileShape::Scalar:
    return "";
  case TileShape::Vector:
    return std::to_string(width) + "x";
  case TileShape::Matrix:
    return std::to_string(rows) + "x" + std::to_string(columns) + "x";
  }
  llvm_unreachable("unknown shape");
}

std::string Draft::typeText(DraftType type) const {
  return ("tile<" + shapePrefix(type.shape) + toString(type.element) + ">")
      .str();
}

std::string Draft::freshName() { return "%v" + std::to_string(nextName++); }

void Draft::emit(const llvm::Twine &line) {
  body += std::string(4 + 2 * depth, ' ') + line.str() + "\n";
}

DraftValue Draft::define(DraftType type, const llvm::Twine &text) {
  DraftValue value{freshName(), type};
  emit(value.name + " = " + text);
  values.push_back(value);
  return value;
}

DraftValue Draft::defineWithToken(DraftType type, const std::string &token,
                                  const llvm::Twine &text) {
  DraftValue value{freshName(), type};
  emit(value.name + ", " + token + " = " + text);
  values.push_back(value);
  return value;
}

const DraftValue *Draft::inScope(DraftType type) {
  llvm::SmallVector<const DraftValue *> found;
  for (const DraftValue &value : llvm::reverse(values))
    if (value.type == type)
      found.push_back(&value);
  if (found.empty())
    return nullptr;
  // The smaller of two draws: recent results are used, so chains grow.
  unsigned first = choices.below(found.size());
  unsigned second = choices.below(found.size());
  return found[std::min(first, second)];
}

DraftValue Draft::constant(DraftType type, llvm::StringRef literal) {
  return define(type, "constant <" + toString(type.element) + ": " + literal +
                          "> : " + typeText(type));
}

DraftValue Draft::randomConstant(DraftType type) {
  switch (type.element) {
  case ElementKind::I1:
    return constant(type, choices.oneIn(2) ? "true" : "false");
  case ElementKind::F16:
  case ElementKind::BF16:
  case ElementKind::F32:
  case ElementKind::F64: {
    static constexpr llvm::StringLiteral literals[] = {
        "0.0", "1.0", "-1.5", "0.5", "3.0", "-0.0", "100.0", "-7.25", "0.125"};
    return constant(type, choices.pick<llvm::StringLiteral>(literals));
  }
  default: {
    static constexpr llvm::StringLiteral literals[] = {
        "0", "1", "-1", "2", "3", "7", "-128", "127", "85", "-2", "64"};
    return constant(type, choices.pick<llvm::StringLiteral>(literals));
  }
  }
}

DraftValue Draft::splat(const DraftValue &scalar, TileShape shape) {
  if (shape == TileShape::Scalar)
    return scalar;
  llvm::StringRef element = toString(scalar.type.element);
  std::string ones = shape == TileShape::Vector ? "1x" : "1x1x";
  std::string unit = ("tile<" + ones + element + ">").str();
  std::string name = freshName();
  emit(name + " = reshape " + scalar.name + " : " + typeText(scalar.type) +
       " -> " + unit);
  DraftType type{scalar.type.element, shape};
  return define(type,
                "broadcast " + name + " : " + unit + " -> " + typeText(type));
}

DraftValue Draft::value(DraftType type) {
  if (!choices.oneIn(8))
    if (const DraftValue *found = inScope(type))
      return *found;
  if (type.shape != TileShape::Scalar && choices.oneIn(3)) {
    DraftType scalar{type.element, TileShape::Scalar};
    if (const DraftValue *found = inScope(scalar))
      return splat(*found, type.shape);
  }
  // The other shape of as many elements.
  if (type.shape != TileShape::Scalar && choices.oneIn(2)) {
    DraftType other{type.element, type.shape == TileShape::Vector
                                      ? TileShape::Matrix
                                      : TileShape::Vector};
    if (const DraftValue *found = inScope(other))
      return define(type, "reshape " + found->name + " : " + typeText(other) +
                              " -> " + typeText(type));
  }
  return randomConstant(type);
}

DraftValue Draft::blockIndex() {
  if (blockName.empty() || depth > 0) {
    std::string name = freshName(), y = freshName(), z = freshName();
    emit(name + ", " + y + ", " + z + " = get_tile_block_id : tile<i32>");
    if (depth > 0)
      return {name, {ElementKind::I32, TileShape::Scalar}};
    blockName = name;
  }
  return {blockName, {ElementKind::I32, TileShape::Scalar}};
}

unsigned Draft::addBuffer(ElementKind kind, llvm::StringRef init,
                          bool readOnly) {
  DraftBuffer buffer;
  buffer.name = "b" + std::to_string(buffers.size());
  buffer.kind = kind;
  buffer.count = uint64_t(grid) * width + (readOnly ? slack : 0);
  buffer.init = init.str();
  buffer.readOnly = readOnly;
  buffers.push_back(buffer);
  return buffers.size() - 1;
}

std::string Draft::tokenFor(DraftBuffer &buffer, bool isStore) {
  if (!isStore || buffer.loads.empty())
    return buffer.lastStore;
  llvm::SmallVector<std::string> tokens(buffer.loads);
  if (!buffer.lastStore.empty())
    tokens.push_back(buffer.lastStore);
  if (tokens.size() == 1)
    return tokens.front();
  std::string name = freshName();
  emit(name + " = join_tokens " + llvm::join(tokens, ", ") + " : token");
  return name;
}

std::string Draft::finish() {
  Launch launch;
  launch.kernel = "main";
  launch.grid = {grid, 1, 1};
  launch.seed = choices.below(1000);
  std::string parameters;
  for (const auto &[index, buffer] : llvm::enumerate(buffers)) {
    launch.buffers.push_back(
        {buffer.name, buffer.kind, buffer.count, buffer.init});
    ArgSpec arg;
    arg.buffer = index;
    launch.args.push_back(arg);
    if (index)
      parameters += ", ";
    parameters +=
        ("%" + buffer.name + ": tile<ptr<" + toString(buffer.kind) + ">>")
            .str();
  }
  return launch.toString() + "cuda_tile.module @generated {\n  entry @main(" +
         parameters + ") {\n" + body + "    return\n  }\n}\n";
}
