//===- Search.cpp - Counterexamples by running ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Search.h"
#include "interp/Tile/TileTypes.h"
#include "oracle/Refine/Replay.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace tilefuzz;

namespace {
struct Input {
  std::string name;
  mlir::Type type;
};

class InputMaker {
public:
  InputMaker(mlir::Block &block, uint64_t memorySize) : memorySize(memorySize) {
    block.walk([&](mlir::Operation *op) {
      auto name = op->getAttrOfType<mlir::StringAttr>("name");
      if (op->getName().getStringRef() == "tilefuzz.input" && name &&
          op->getNumResults() == 1 &&
          !llvm::isa<mlir::cuda_tile::TokenType, mlir::nv_tileaa::MemTokenType>(
              op->getResult(0).getType()))
        inputs.push_back({name.str(), op->getResult(0).getType()});
    });
  }

  BlockInputs make() {
    BlockInputs made;
    made.memory.resize(memorySize);
    bool isSmall = random() % 2;
    for (uint8_t &byte : made.memory)
      byte = isSmall ? random() % 4 : random();
    uint64_t common = random();
    for (const Input &input : inputs) {
      TileShape shape = tileShapeOf(input.type);
      mlir::Type pointee = pointeeOf(shape.element);
      // Tiles are often alike in all elements, pointers often the same.
      bool isSplat = random() % 4 == 0, isRow = random() % 2;
      uint64_t base = random() % 2 ? common : random();
      std::optional<llvm::APInt> first;
      for (size_t i = 0, n = shape.numElements(); i < n; ++i) {
        llvm::APInt value = pointee ? pointer(pointee, base + (isRow ? i : 0))
                                    : scalar(shape.element);
        if (pointee && !isRow)
          value = pointer(pointee, random());
        if (!first)
          first = value;
        std::string name = input.name;
        if (!shape.shape.empty())
          name += "[" + std::to_string(i) + "]";
        made.elements[name] = isSplat ? *first : value;
      }
    }
    return made;
  }

private:
  /// An aligned element near the middle, so that offsets stay inside.
  llvm::APInt pointer(mlir::Type pointee, uint64_t index) {
    unsigned size = storageSize(pointee);
    uint64_t elements = memorySize / size;
    return llvm::APInt(64, (elements / 4 + index % (elements / 2)) * size);
  }
  llvm::APInt scalar(mlir::Type element) {
    unsigned width = widthOf(element);
    uint64_t any = random();
    if (auto type = llvm::dyn_cast<mlir::FloatType>(element)) {
      const llvm::fltSemantics &format = type.getFloatSemantics();
      auto number = [&](double value) {
        llvm::APFloat result(value);
        bool loses;
        result.convert(format, llvm::RoundingMode::NearestTiesToEven, &loses);
        return result.bitcastToAPInt();
      };
      // Formats without infinities or NaN give what they have instead.
      static const double plain[] = {0.0, -0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -2.0};
      switch (any % 12) {
      case 0:
        return llvm::APInt(width, random(), false, /*implicitTrunc=*/true);
      case 1:
        return llvm::APFloat::getLargest(format).bitcastToAPInt();
      case 2:
        return llvm::APFloat::getSmallest(format).bitcastToAPInt();
      case 3:
        return number(std::numeric_limits<double>::infinity());
      case 4:
        return number(-std::numeric_limits<double>::infinity());
      case 5:
        return llvm::APFloat::getNaN(format).bitcastToAPInt();
      default:
        return number(plain[random() % std::size(plain)]);
      }
    }
    uint64_t bits = random();
    switch (any % 8) {
    case 0:
      break;
    case 1:
      bits = ~uint64_t(0);
      break;
    case 2:
      bits = uint64_t(1) << (width - 1);
      break;
    case 3:
      bits = (uint64_t(1) << (width - 1)) - 1;
      break;
    case 4:
      bits = uint64_t(1) << (bits % width);
      break;
    case 5:
      bits = ~uint64_t(0) - bits % 4;
      break;
    default:
      bits = bits % 5;
    }
    return llvm::APInt(width, bits, false, /*implicitTrunc=*/true);
  }

  uint64_t memorySize;
  std::vector<Input> inputs;
  std::mt19937_64 random{20261121};
};
} // namespace

std::string tilefuzz::describeInputs(mlir::Block &source,
                                     const BlockInputs &inputs) {
  std::string text;
  auto add = [&](const std::string &name) {
    auto found = inputs.elements.find(name);
    if (found == inputs.elements.end())
      return;
    llvm::SmallString<32> digits;
    found->second.toString(digits, 16, /*Signed=*/false,
                           /*formatAsCLiteral=*/true);
    text += (text.empty() ? "" : ", ") + name + " = " + digits.str().str();
  };
  source.walk([&](mlir::Operation *op) {
    auto name = op->getAttrOfType<mlir::StringAttr>("name");
    if (op->getName().getStringRef() != "tilefuzz.input" || !name)
      return;
    TileShape shape = tileShapeOf(op->getResult(0));
    if (shape.shape.empty())
      return add(name.str());
    for (size_t i = 0, n = shape.numElements(); i < n; ++i)
      add(name.str() + "[" + std::to_string(i) + "]");
  });
  return text;
}

/// What a replay saw, without the values.
static std::string breach(llvm::StringRef seen) {
  if (seen.starts_with("byte "))
    return "memory differs";
  if (seen.starts_with("element "))
    return (seen.split(" is ").first + " differs").str();
  // 'A' is ordered before B in the source only.
  auto [access, point] = seen.split(" is ordered before ");
  if (point.consume_back(" in the source only"))
    return (access + " is no longer ordered before " + point).str();
  return seen.str();
}

std::optional<ProofVerdict> tilefuzz::searchByRunning(mlir::Block &source,
                                                      mlir::Block &target,
                                                      unsigned trials,
                                                      bool comparesOrder) {
  constexpr uint64_t memorySize = 256;
  InputMaker maker(source, memorySize);
  for (unsigned trial = 0; trial < trials; ++trial) {
    BlockInputs inputs = maker.make();
    Replay result = replay(source, target, inputs, comparesOrder);
    if (result.kind != Replay::Kind::Confirmed)
      continue;
    std::string text = describeInputs(source, inputs);
    return ProofVerdict{ProofKind::Refuted,
                        breach(result.text) +
                            (text.empty() ? std::string() : " for " + text),
                        result.text,
                        {}};
  }
  return std::nullopt;
}
