//===- Search.cpp - Counterexamples by running ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Search.h"
#include "interp/TileTypes/Tiling.h"
#include "oracle/Refine/CounterexampleReplay.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
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

  /// Each element is unspecified one time in `unspecifiedOf`; 0: never.
  BlockInputs make(unsigned unspecifiedOf) {
    BlockInputs made;
    made.memory.resize(memorySize);
    bool isSmall = random() % 2;
    for (uint8_t &byte : made.memory)
      byte = isSmall ? random() % 4 : random();
    uint64_t common = random();
    hasSmallNumbers = choice() % 2;
    for (unsigned axis = 0; axis < 3; ++axis) {
      std::string number = std::to_string(axis);
      uint64_t extent = 1 + choice() % 4;
      made.elements["grid " + number] = llvm::APInt(24, extent);
      made.elements["block " + number] = llvm::APInt(24, choice() % extent);
    }
    for (const Input &input : inputs) {
      if (std::optional<StridedShape> strided = stridedShapeOf(input.type)) {
        makeView(made, input.name, *strided);
        continue;
      }
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
        if (unspecifiedOf && choice() % unspecifiedOf == 0)
          made.unspecified.insert(name);
      }
    }
    return made;
  }

private:
  /// Small, so that some of its elements lie in the memory.
  void makeView(BlockInputs &made, const std::string &name,
                const StridedShape &type) {
    made.elements[name + ".base"] = llvm::APInt(64, random() % 4 * 16);
    for (auto [list, part] :
         {std::pair(type.shape, ".size"), std::pair(type.strides, ".stride")})
      for (size_t k = 0; k < list.size(); ++k)
        made.elements[name + part + std::to_string(k)] =
            llvm::APInt(64, 1 + random() % 6);
  }
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
      // Of all digits, so that roundings show.
      case 6:
      case 7:
        return number(std::ldexp(double(random() >> 11), -52));
      default:
        return number(plain[random() % std::size(plain)]);
      }
    }
    uint64_t bits = random();
    if (hasSmallNumbers)
      return llvm::APInt(width, bits % 5, false, /*implicitTrunc=*/true);
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
  /// Indices, extents and iterations that go together are small.
  bool hasSmallNumbers = false;
  std::vector<Input> inputs;
  std::mt19937_64 random{20261121};
  /// Of its own, so that the values do not depend on it.
  std::mt19937_64 choice{20261122};
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
    text += (text.empty() ? "" : ", ") + name + " = " +
            (inputs.unspecified.contains(name) ? "unspecified"
                                               : digits.str().str());
  };
  bool asksForGrid = false;
  source.walk([&](mlir::Operation *op) {
    auto name = op->getAttrOfType<mlir::StringAttr>("name");
    asksForGrid |= llvm::isa<
        mlir::cuda_tile::GetTileBlockIdOp, mlir::cuda_tile::GetNumTileBlocksOp,
        mlir::nv_tileaa::GetProgramIdOp, mlir::nv_tileaa::GetNumProgramsOp>(op);
    if (op->getName().getStringRef() != "tilefuzz.input" || !name)
      return;
    if (std::optional<StridedShape> strided =
            stridedShapeOf(op->getResult(0).getType())) {
      add(name.str() + ".base");
      for (auto [list, part] : {std::pair(strided->shape, ".size"),
                                std::pair(strided->strides, ".stride")})
        for (auto [k, known] : llvm::enumerate(list))
          if (mlir::ShapedType::isDynamic(known))
            add(name.str() + part + std::to_string(k));
      return;
    }
    TileShape shape = tileShapeOf(op->getResult(0));
    if (shape.shape.empty())
      return add(name.str());
    for (size_t i = 0, n = shape.numElements(); i < n; ++i)
      add(name.str() + "[" + std::to_string(i) + "]");
  });
  for (unsigned axis = 0; asksForGrid && axis < 3; ++axis)
    for (const char *name : {"block ", "grid "})
      add(name + std::to_string(axis));
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

std::optional<ProofVerdict>
tilefuzz::searchByRunning(mlir::Block &source, mlir::Block &target,
                          const SearchOptions &options) {
  constexpr uint64_t memorySize = 256;
  InputMaker maker(source, memorySize);
  ReplayOptions once = options.replay;
  // Loops of many iterations show no more than those of few.
  once.stepLimit = 1000;
  for (unsigned trial = 0; trial < options.trials; ++trial) {
    BlockInputs inputs =
        maker.make(options.mayBeUnspecified && trial % 4 == 3 ? 4 : 0);
    Replay result = replay(source, target, inputs, once);
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
