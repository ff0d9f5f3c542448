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

#include "compiler/Conversion/TileASToNVVM/Product.h"
#include "compiler/Support/ChoiceRemarks.h"
#include "compiler/Target/TargetTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

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
  while (held * lhs.bytes > least && bytesOf(held) > e.getFreeSharedBytes())
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
    // Seeded: what has no bits is zero.
    if (!e.bugs.acts(SeededBug::ProductLeastScaleIsZero))
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
  // Seeded: it is a number as others are.
  if (row.nan && !e.bugs.acts(SeededBug::ProductByteNaNIsNumber))
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
    // Seeded: behind the last part nothing does.
    if (part + 1 < lhs.depth() / lhs.held ||
        !e.bugs.acts(SeededBug::ProductEndsWithoutBarrier))
      e.barrier();
  }
  if (sumType != resultType)
    for (Value &sum : result)
      sum = LLVM::FPTruncOp::create(b, e.loc, resultType, sum);
  e.bind(op.getResult(), result);
  return success();
}

/// What multiplies, for who asks; of a loop of agents the pass has said it.
static void explain(const Emitter &e, as::DotOp op) {
  if (e.agents && e.agents->loop.dot == op)
    return;
  auto loop = op->getParentOfType<scf::ForOp>();
  bool isAhead = loop && loop.walk([](as::ConsumerWaitOp) {
                               return WalkResult::interrupt();
                             })
                             .wasInterrupted();
  std::string tier = isAhead ? "tier 1: " : "tier 0: ";
  if (op.getAtom())
    remarkPassed(op.getLoc(), "product-unit")
        << tier << "mma.sync of atom " << *op.getAtom()
        << ", as only loops of agents have wgmma or tcgen05";
  else
    remarkMissed(op.getLoc(), "product-unit")
        << tier
        << "fused multiply-adds of each thread, as no atom of the target has "
           "the types and the shape";
}

static LogicalResult emitDot(Emitter &e, Operation *op) {
  explain(e, cast<as::DotOp>(op));
  return Product(e, cast<as::DotOp>(op)).run();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.dot", emitDot},
};
ArrayRef<HandlerRow> tilefuzz::getProductHandlers() { return rows; }
