//===- EmitProducts.cpp - Matrix products ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Both factors go to shared memory, a part of K at a time: one line for each
// row of the left and each column of the right factor, its elements in the
// order of K. A loop over K then sums into registers: with an atom, of whole
// fragments on tensor cores; without, element by element.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Atoms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {
/// What is multiplied, or scales it: B x M x K by lines of K, or B x K x N by
/// lines along K, too.
struct Factor {
  Value tile;
  /// As the program has it, and in registers.
  Type element, storage;
  ThreadLayout layout;
  unsigned logDepth = 0, logColumns = 0;
  bool isRhs = false;
  /// In shared memory: where it begins, and from line to line.
  uint64_t base = 0, stride = 0;
  /// Elements of a line that are there at a time.
  uint64_t held = 0;
  unsigned bytes = 0;

  uint64_t depth() const { return uint64_t(1) << logDepth; }
  uint64_t numLines() const { return layout.getNumElements() >> logDepth; }
  /// Bits of an element's index that say which part of K it is of.
  uint64_t partBits() const {
    return (depth() - held) << (isRhs ? logColumns : 0);
  }
  uint64_t placeOf(uint64_t index) const {
    uint64_t line = index >> logDepth, at = index & (depth() - 1);
    if (isRhs) {
      line = index >> (logDepth + logColumns) << logColumns |
             (index & llvm::maskTrailingOnes<uint64_t>(logColumns));
      at = index >> logColumns & (depth() - 1);
    }
    return line * stride + (at & (held - 1)) * bytes;
  }
};

class Product {
public:
  Product(Emitter &e, as::DotOp op) : e(e), op(op), b(e.builder) {}
  LogicalResult run();

private:
  LogicalResult describe(Factor &factor, Value tile, bool isRhs);
  LogicalResult placeFactors();
  void stage(const Factor &factor, uint64_t part);
  Value placeOf(const Factor &factor, Value index);
  /// `body` makes the next sums from the number of the step.
  Registers repeat(uint64_t steps, const Registers &sums,
                   function_ref<Registers(Value, const Registers &)> body);

  // Element by element.
  Registers sumElements(uint64_t part, const Registers &sums);
  Value loadElement(const Factor &factor, const Factor *scale, Value thread,
                    uint64_t own, Value at, Value block);
  /// The number of a factor's element, in the format of the sums.
  Value widen(Value bits, Type element, bool isSigned);
  Value decode(Value bits, Type element);
  bool isSigned(const Factor &factor);

  // Fragments.
  Registers sumFragments(const as::MmaAtom &atom, const Registers &sums);
  Registers multiply(const std::string &instruction, ArrayRef<Value> words,
                     const Registers &sums, unsigned first);

  // Small pieces of code, on i32.
  Value number(uint64_t value) { return e.constant(b.getI32Type(), value); }
  Value shiftRight(Value x, unsigned by) {
    return by ? LLVM::LShrOp::create(b, e.loc, x, number(by)) : Value(x);
  }
  Value keep(Value x, uint64_t mask) {
    return LLVM::AndOp::create(b, e.loc, x, number(mask));
  }
  Value add(Value x, Value y) { return LLVM::AddOp::create(b, e.loc, x, y); }
  Value times(Value x, uint64_t by) {
    return LLVM::MulOp::create(b, e.loc, x, number(by));
  }
  Value address(uint64_t base, Value offset, uint64_t own) {
    return e.sharedAddress(b.getI8Type(), base + own, offset);
  }

  Emitter &e;
  as::DotOp op;
  OpBuilder &b;
  Factor lhs, rhs, lhsScale, rhsScale;
  ThreadLayout sums;
  unsigned logRows = 0, logColumns = 0;
  /// Of the result, and of the sums on the way to it.
  Type resultType, sumType;
  bool isFloat = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Factors in shared memory
//===----------------------------------------------------------------------===//

LogicalResult Product::describe(Factor &factor, Value tile, bool isRhs) {
  auto types = e.lower(op, tile.getType());
  FailureOr<ThreadLayout> layout = e.getLayout(op, tile.getType());
  if (failed(types) || failed(layout))
    return failure();
  ArrayRef<int64_t> shape = aa::getTileShape(tile.getType());
  factor.tile = tile;
  factor.element = aa::getTileElementType(tile.getType());
  factor.storage = types->front();
  factor.layout = *layout;
  factor.isRhs = isRhs;
  factor.logDepth = llvm::Log2_64(shape.take_back(2)[isRhs ? 0 : 1]);
  factor.logColumns = llvm::Log2_64(shape.back());
  factor.held = factor.depth();
  factor.bytes = e.storageBytes(factor.storage);
  return success();
}

LogicalResult Product::placeFactors() {
  uint64_t scales = 0;
  for (Factor *scale : {&lhsScale, &rhsScale})
    if (scale->tile) {
      scale->base = scales;
      scale->stride = scale->depth() * scale->bytes;
      scales += llvm::alignTo(scale->numLines() * scale->stride, 16);
    }
  // Lines of fragments begin at words of different banks.
  unsigned least = op.getAtom() ? as::MmaAtom::depthBytes : lhs.bytes;
  unsigned gap = op.getAtom() ? 16 : 0;
  uint64_t lines = lhs.numLines() + rhs.numLines();
  auto bytesOf = [&](uint64_t held) {
    return scales + lines * (held * lhs.bytes + gap);
  };
  uint64_t held = lhs.depth();
  while (held * lhs.bytes > least &&
         bytesOf(held) > uint64_t(CommonLimits::staticSharedBytes))
    held /= 2;
  lhs.held = rhs.held = held;
  lhs.stride = rhs.stride = held * lhs.bytes + gap;
  lhs.base = scales;
  rhs.base = scales + lhs.numLines() * lhs.stride;
  return e.reserveShared(op, bytesOf(held));
}

/// The thread's share: registers' are added to it.
Value Product::placeOf(const Factor &factor, Value index) {
  Value line = shiftRight(index, factor.logDepth);
  Value at = index;
  if (factor.isRhs) {
    at = shiftRight(index, factor.logColumns);
    Value column =
        keep(index, llvm::maskTrailingOnes<uint64_t>(factor.logColumns));
    Value batch = shiftRight(index, factor.logDepth + factor.logColumns);
    line = add(times(batch, uint64_t(1) << factor.logColumns), column);
  }
  at = keep(at, factor.held - 1);
  return add(times(line, factor.stride), times(at, factor.bytes));
}

/// Whether no index bit is selected twice, so that places add up.
static bool isDisjoint(const ThreadLayout &layout) {
  uint64_t seen = 0;
  for (ArrayRef<uint64_t> vectors :
       {ArrayRef<uint64_t>(layout.reg), ArrayRef<uint64_t>(layout.tid)})
    for (uint64_t vector : vectors) {
      if (seen & vector)
        return false;
      seen |= vector;
    }
  return true;
}

void Product::stage(const Factor &factor, uint64_t part) {
  const Registers &values = e.get(factor.tile);
  const ThreadLayout &layout = factor.layout;
  uint64_t partBits = factor.partBits();
  uint64_t wanted = part * factor.held
                    << (factor.isRhs ? factor.logColumns : 0);
  uint64_t byThreads = 0;
  for (uint64_t vector : layout.tid)
    byThreads |= vector & partBits;
  // Registers by what they add to the number of the part.
  llvm::MapVector<uint64_t, SmallVector<unsigned>> groups;
  for (unsigned r = 0; r < values.size(); ++r)
    if (e.ownsRegister(layout, r))
      groups[layout.getRegisterIndex(r) & partBits].push_back(r);
  bool isSum = isDisjoint(layout);
  Value thread = e.threadPart(layout);
  e.guarded(e.isOwner(layout), [&] {
    Value place = placeOf(factor, thread);
    for (const auto &[bits, registers] : groups) {
      if (!byThreads && bits != wanted)
        continue;
      Value condition;
      if (byThreads)
        condition =
            LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                 keep(thread, partBits), number(wanted ^ bits));
      e.guarded(condition, [&, registers = ArrayRef<unsigned>(registers)] {
        for (unsigned r : registers) {
          Value to =
              isSum ? address(factor.base, place,
                              factor.placeOf(layout.getRegisterIndex(r)))
                    : address(factor.base,
                              placeOf(factor, e.elementIndex(layout, r)), 0);
          e.storeElement(values[r], to);
        }
      });
    }
  });
}

Registers
Product::repeat(uint64_t steps, const Registers &sums,
                function_ref<Registers(Value, const Registers &)> body) {
  if (steps == 1)
    return body(number(0), sums);
  if (e.bugs.acts(SeededBug::ProductOneStepShort))
    --steps;
  SmallVector<Type> types{b.getI32Type()};
  llvm::append_range(types, ValueRange(sums).getTypes());
  Block *step = e.addBlock(types);
  Block *exit = e.addBlock(ArrayRef<Type>(types).drop_front());
  Registers first{number(0)};
  llvm::append_range(first, sums);
  LLVM::BrOp::create(b, e.loc, first, step);
  b.setInsertionPointToEnd(step);
  Value at = step->getArgument(0);
  Registers next = body(at, Registers(step->getArguments().drop_front()));
  Value following = add(at, number(1));
  Value again = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult,
                                     following, number(steps));
  Registers carried{following};
  llvm::append_range(carried, next);
  LLVM::CondBrOp::create(b, e.loc, again, step, carried, exit, next);
  b.setInsertionPointToEnd(exit);
  return Registers(exit->getArguments());
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

namespace {
/// A format whose codes, shifted, are those of f16 with another bias.
struct NarrowRow {
  bool (*is)(Type type);
  unsigned magnitudeBits, shift;
  /// What f16 calls 2^0.
  int scale;
  /// NaN without its sign; 0: there is none, or f16 has it, too.
  unsigned nan;
};
} // namespace
static constexpr NarrowRow narrowRows[] = {
    {[](Type type) { return isa<Float8E4M3FNType>(type); }, 7, 7, 8, 0x7f},
    {[](Type type) { return isa<Float8E5M2Type>(type); }, 7, 8, 0, 0},
    {[](Type type) { return isa<Float4E2M1FNType>(type); }, 3, 9, 14, 0},
};

Value Product::decode(Value bits, Type element) {
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  unsigned width = element.getIntOrFloatBitWidth();
  auto asFloat = [&](Value word) -> Value {
    return LLVM::BitcastOp::create(b, e.loc, f32, word);
  };
  auto equals = [&](Value x, uint64_t y) -> Value {
    return LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq, x,
                                number(y));
  };
  if (!bits.getType().isInteger())
    bits = LLVM::BitcastOp::create(
        b, e.loc, b.getIntegerType(bits.getType().getIntOrFloatBitWidth()),
        bits);
  if (bits.getType().getIntOrFloatBitWidth() < 32)
    bits = LLVM::ZExtOp::create(b, e.loc, i32, bits);
  constexpr uint32_t quietNaN = 0x7fc00000, unusedOfTF32 = 0x1fff;
  if (isa<FloatTF32Type>(element))
    return asFloat(keep(bits, ~unusedOfTF32));
  bits = keep(bits, llvm::maskTrailingOnes<uint64_t>(width));
  auto select = [&](Value condition, Value x, Value y) -> Value {
    return LLVM::SelectOp::create(b, e.loc, condition, x, y);
  };
  if (isa<Float8E8M0FNUType>(element)) {
    constexpr unsigned fraction = 23;
    // 2^-127 is subnormal, and the last code is NaN.
    Value word = LLVM::ShlOp::create(b, e.loc, bits, number(fraction));
    word = select(equals(bits, 0), number(1u << (fraction - 1)), word);
    return asFloat(select(equals(bits, 0xff), number(quietNaN), word));
  }
  const NarrowRow &row = *llvm::find_if(
      narrowRows, [&](const NarrowRow &row) { return row.is(element); });
  Value magnitude =
      keep(bits, llvm::maskTrailingOnes<uint64_t>(row.magnitudeBits));
  Value half = LLVM::ShlOp::create(b, e.loc, magnitude, number(row.shift));
  half = LLVM::TruncOp::create(b, e.loc, b.getI16Type(), half);
  half = LLVM::BitcastOp::create(b, e.loc, b.getF16Type(), half);
  Value value = LLVM::FPExtOp::create(b, e.loc, f32, half);
  if (row.scale)
    value = LLVM::FMulOp::create(
        b, e.loc, value,
        LLVM::ConstantOp::create(b, e.loc, f32,
                                 b.getF32FloatAttr(float(1u << row.scale))));
  if (row.nan)
    value =
        select(equals(magnitude, row.nan), asFloat(number(quietNaN)), value);
  Value sign = shiftRight(bits, row.magnitudeBits);
  Value negated = LLVM::FNegOp::create(b, e.loc, value);
  return select(equals(sign, 0), value, negated);
}

Value Product::widen(Value bits, Type element, bool isSigned) {
  if (!isFloat) {
    unsigned from = element.getIntOrFloatBitWidth();
    unsigned to = sumType.getIntOrFloatBitWidth();
    if (from == to)
      return bits;
    if (from > to)
      return LLVM::TruncOp::create(b, e.loc, sumType, bits);
    if (isSigned)
      return LLVM::SExtOp::create(b, e.loc, sumType, bits);
    return LLVM::ZExtOp::create(b, e.loc, sumType, bits);
  }
  Value value = bits;
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element))
    value = decode(bits, element);
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = sumType.getIntOrFloatBitWidth();
  if (from < to)
    return LLVM::FPExtOp::create(b, e.loc, sumType, value);
  // Every number of eight bits is one of f16.
  if (from > to)
    return LLVM::FPTruncOp::create(b, e.loc, sumType, value);
  return value;
}

bool Product::isSigned(const Factor &factor) {
  auto signedness = factor.isRhs ? op.getSignednessB() : op.getSignednessA();
  bool result = signedness == aa::Signedness::Signed;
  if (!result && !isFloat && factor.bytes == 1 &&
      e.bugs.acts(SeededBug::ProductBytesSigned))
    return true;
  return result;
}

/// The element `at` of a line: of the thread's, with the register's added.
Value Product::loadElement(const Factor &factor, const Factor *scale,
                           Value thread, uint64_t own, Value at, Value block) {
  auto load = [&](const Factor &from, Value position) {
    Value place = add(times(thread, from.stride), times(position, from.bytes));
    Value bits = e.loadElement(from.storage,
                               address(from.base, place, own * from.stride));
    return widen(bits, from.element, isSigned(from));
  };
  Value value = load(factor, at);
  if (scale)
    value = LLVM::FMulOp::create(b, e.loc, value, load(*scale, block));
  return value;
}

Registers Product::sumElements(uint64_t part, const Registers &start) {
  // Lines of the sums' elements: of the thread, and of each register.
  Value thread = e.threadPart(sums);
  uint64_t columnMask = llvm::maskTrailingOnes<uint64_t>(logColumns);
  Value row = shiftRight(thread, logColumns);
  Value batch = shiftRight(thread, logColumns + logRows);
  if (e.bugs.acts(SeededBug::ProductRhsOfFirstBatch))
    batch = number(0);
  Value column = add(times(batch, columnMask + 1), keep(thread, columnMask));
  unsigned logBlock = lhsScale.tile ? lhs.logDepth - lhsScale.logDepth : 0;
  return repeat(lhs.held, start, [&](Value step, const Registers &before) {
    Value block;
    if (lhsScale.tile) {
      Value at = add(step, number(part * lhs.held));
      // Seeded: one element early.
      if (logBlock && lhsScale.logDepth &&
          e.bugs.acts(SeededBug::ProductScaleOfNextBlock))
        at = LLVM::UMinOp::create(b, e.loc, add(at, number(1)),
                                  number(lhs.depth() - 1));
      block = shiftRight(at, logBlock);
    }
    llvm::DenseMap<uint64_t, Value> rows, columns;
    auto get = [&](llvm::DenseMap<uint64_t, Value> &known, const Factor &factor,
                   const Factor &scale, Value line, uint64_t own) {
      Value &value = known[own];
      if (!value)
        value = loadElement(factor, scale.tile ? &scale : nullptr, line, own,
                            step, block);
      return value;
    };
    Registers after;
    for (unsigned r = 0; r < before.size(); ++r) {
      uint64_t own = sums.getRegisterIndex(r);
      uint64_t ownBatch = own >> (logColumns + logRows);
      Value x = get(rows, lhs, lhsScale, row, own >> logColumns);
      Value y = get(columns, rhs, rhsScale, column,
                    (ownBatch << logColumns) | (own & columnMask));
      if (isFloat)
        after.push_back(LLVM::FMAOp::create(b, e.loc, x, y, before[r]));
      else
        after.push_back(add(before[r], LLVM::MulOp::create(b, e.loc, x, y)));
    }
    return after;
  });
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

LogicalResult Product::run() {
  auto types = e.lower(op, op.getType());
  FailureOr<ThreadLayout> layout = e.getLayout(op, op.getType());
  if (failed(types) || failed(layout) ||
      failed(describe(lhs, op.getLhs(), /*isRhs=*/false)) ||
      failed(describe(rhs, op.getRhs(), /*isRhs=*/true)))
    return failure();
  if (op.getLhsScale() &&
      (failed(describe(lhsScale, op.getLhsScale(), /*isRhs=*/false)) ||
       failed(describe(rhsScale, op.getRhsScale(), /*isRhs=*/true))))
    return failure();
  if (failed(placeFactors()))
    return failure();
  sums = *layout;
  ArrayRef<int64_t> shape = aa::getTileShape(op.getType());
  logRows = llvm::Log2_64(shape.take_back(2)[0]);
  logColumns = llvm::Log2_64(shape.back());
  resultType = types->front();
  isFloat = isa<FloatType>(resultType);
  // Scaled factors and their products are numbers of f64, not all of f32.
  sumType = lhsScale.tile ? Type(b.getF64Type()) : resultType;
  Registers result = e.get(op.getAcc());
  if (e.bugs.acts(SeededBug::ProductForgetsAccumulator))
    result.assign(result.size(), e.zero(resultType));
  if (sumType != resultType)
    for (Value &sum : result)
      sum = LLVM::FPExtOp::create(b, e.loc, sumType, sum);
  const as::MmaAtom *atom =
      op.getAtom() ? as::findMmaAtom(*op.getAtom()) : nullptr;
  for (const Factor *scale : {&lhsScale, &rhsScale})
    if (scale->tile)
      stage(*scale, 0);
  for (uint64_t part = 0; part < lhs.depth() / lhs.held; ++part) {
    stage(lhs, part);
    stage(rhs, part);
    // Seeded: nobody waits for the others.
    if (!e.bugs.acts(SeededBug::ProductStagesOverlap))
      e.barrier();
    result = atom ? sumFragments(*atom, result) : sumElements(part, result);
    // The next part, or exchange, overwrites.
    e.barrier();
  }
  if (sumType != resultType)
    for (Value &sum : result)
      sum = LLVM::FPTruncOp::create(b, e.loc, resultType, sum);
  e.bind(op.getResult(), result);
  return success();
}

static LogicalResult emitDot(Emitter &e, Operation *op) {
  return Product(e, cast<as::DotOp>(op)).run();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.dot", emitDot},
};
ArrayRef<HandlerRow> tilefuzz::getProductHandlers() { return rows; }
