//===- EmitFragments.cpp - Matrix products on tensor cores ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Product.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// One 16 x 8 of the sums, from register `first` on.
Registers Product::multiply(const std::string &instruction,
                            ArrayRef<Value> words, const Registers &start,
                            unsigned first) {
  Type i32 = b.getI32Type(), i16 = b.getI16Type();
  bool isHalf = sumType.isF16();
  SmallVector<Value> operands(words);
  for (unsigned i = 0; i < 4; ++i) {
    Value sum = start[first + i];
    if (!isHalf) {
      operands.push_back(sum);
      continue;
    }
    // Two in a register.
    auto word = [&](Value half) -> Value {
      half = LLVM::BitcastOp::create(b, e.loc, i16, half);
      return LLVM::ZExtOp::create(b, e.loc, i32, half);
    };
    Value low = word(sum), high = word(start[first + ++i]);
    high = LLVM::ShlOp::create(b, e.loc, high, number(16));
    operands.push_back(LLVM::OrOp::create(b, e.loc, low, high));
  }
  unsigned count = operands.size() - words.size(), next = 0;
  bool isWord = isHalf || !isFloat;
  std::string text = "mma.sync.aligned." + instruction, constraints;
  const unsigned sizes[] = {count, 4, 2, count};
  for (auto [i, size] : llvm::enumerate(sizes)) {
    text += i ? ", {" : " {";
    for (unsigned k = 0; k < size; ++k, ++next) {
      text += (k ? ", $" : "$") + std::to_string(next);
      constraints += next ? "," : "";
      constraints += i == 0 ? "=" : "";
      constraints += isWord || i == 1 || i == 2 ? "r" : "f";
    }
    text += "}";
  }
  text += ";";
  Type element = isHalf ? i32 : sumType;
  Type type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, element));
  Value all = LLVM::InlineAsmOp::create(
                  b, e.loc, type, operands, text, constraints,
                  /*has_side_effects=*/true, /*is_align_stack=*/false,
                  LLVM::tailcallkind::TailCallKind::None,
                  LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr())
                  .getResult(0);
  Registers result;
  for (unsigned i = 0; i < count; ++i) {
    Value value = LLVM::ExtractValueOp::create(b, e.loc, all, i);
    if (!isHalf) {
      result.push_back(value);
      continue;
    }
    for (unsigned shift : {0, 16}) {
      Value half =
          LLVM::TruncOp::create(b, e.loc, i16, shiftRight(value, shift));
      result.push_back(LLVM::BitcastOp::create(b, e.loc, b.getF16Type(), half));
    }
  }
  return result;
}

/// Lane 4 g + o holds, of the left fragment, the words o and o + 4 of lines g
/// and g + 8; of the right one, those of line g; of the sums, two neighbours of
/// lines g and g + 8 (as getFragmentLayout says).
Registers Product::sumFragments(const as::MmaAtom &atom,
                                const Registers &start) {
  std::string instruction = atom.instruction.str();
  for (auto [sign, factor] : {std::pair("$a", &lhs), std::pair("$b", &rhs)})
    if (size_t at = instruction.find(sign); at != std::string::npos)
      instruction.replace(at, 2, isSigned(*factor) ? "s8" : "u8");
  constexpr unsigned wordBytes = 4, halfBytes = 16;
  uint64_t columnMask = llvm::maskTrailingOnes<uint64_t>(logColumns);
  Value thread = e.threadPart(sums);
  Value row = shiftRight(thread, logColumns);
  Value word = times(keep(shiftRight(thread, 1), 3), wordBytes);
  Value batch = shiftRight(thread, logColumns + logRows);
  if (e.bugs.acts(SeededBug::ProductRhsOfFirstBatch))
    batch = number(0);
  Value column =
      add(times(batch, columnMask + 1),
          add(keep(thread, columnMask & ~uint64_t(7)), keep(row, 7)));
  Value lhsPlace = add(times(row, lhs.stride), word);
  Value rhsPlace = add(times(column, rhs.stride), word);
  uint64_t steps = lhs.held * lhs.bytes / as::MmaAtom::depthBytes;
  Type i32 = b.getI32Type();
  return repeat(steps, start, [&](Value step, const Registers &before) {
    Value along = times(step, as::MmaAtom::depthBytes);
    auto load = [&](const Factor &factor, Value place, uint64_t own) -> Value {
      return LLVM::LoadOp::create(b, e.loc, i32,
                                  address(factor.base, place, own), wordBytes);
    };
    Value left = add(lhsPlace, along), right = add(rhsPlace, along);
    llvm::DenseMap<uint64_t, SmallVector<Value, 4>> lefts, rights;
    Registers after;
    for (unsigned first = 0; first < before.size(); first += 4) {
      uint64_t own = sums.getRegisterIndex(first);
      uint64_t ownRow = own >> logColumns;
      uint64_t ownColumn =
          own >> (logColumns + logRows) << logColumns | (own & columnMask);
      SmallVector<Value, 4> &x = lefts[ownRow], &y = rights[ownColumn];
      if (x.empty()) {
        for (unsigned half : {0, 1})
          for (unsigned line : {0, 8})
            x.push_back(load(lhs, left,
                             (ownRow + line) * lhs.stride + half * halfBytes));
        if (e.bugs.acts(SeededBug::FragmentRowsSwapped)) {
          std::swap(x[0], x[1]);
          std::swap(x[2], x[3]);
        }
      }
      if (y.empty())
        for (unsigned half : {0, 1})
          y.push_back(
              load(rhs, right, ownColumn * rhs.stride + half * halfBytes));
      SmallVector<Value> words(x.begin(), x.end());
      llvm::append_range(words, y);
      llvm::append_range(after, multiply(instruction, words, before, first));
    }
    return after;
  });
}
