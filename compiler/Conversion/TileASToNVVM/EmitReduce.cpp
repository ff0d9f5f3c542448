//===- EmitReduce.cpp - Reductions along one axis -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each thread combines the elements that it holds, in order along the axis;
// the partial results meet in shared memory, where every holder of a result
// combines them in the same order. So the association is fixed by the layout.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/TileAS/TileASOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {
class Reduction {
public:
  Reduction(Emitter &e, Operation *op, ValueRange operands, unsigned axis,
            Region &body)
      : e(e), op(op), operands(operands), axis(axis), body(body) {}
  LogicalResult run();

private:
  /// Combines one element of every operand into the accumulators.
  FailureOr<Registers> combine(const Registers &elements,
                               const Registers &accumulators);
  LogicalResult foldRegisters();
  LogicalResult foldShared();
  /// Whether one tile of floats is summed or multiplied.
  template <typename OpTy> bool isOf() const {
    return operands.size() == 1 && isa<OpTy>(body.front().front());
  }
  /// Seeded: partial results as they are stored and read again.
  Value lossy(Value partial);
  /// Index bits without those that registers were folded along.
  uint64_t compress(uint64_t index) const {
    uint64_t result = 0;
    for (unsigned bit = 0, next = 0; bit < 64 && index >> bit; ++bit)
      if (!(folded >> bit & 1))
        result |= (index >> bit & 1) << next++;
    return result;
  }

  Emitter &e;
  Operation *op;
  ValueRange operands;
  unsigned axis;
  Region &body;
  ThreadLayout source, target;
  SmallVector<Type> elements;
  /// Bits of the element index along the axis; of these, those that only
  /// registers select, one register bit each.
  uint64_t axisBits = 0, folded = 0;
  unsigned axisShift = 0;
  /// Per operand, per register of `partial`.
  SmallVector<Registers> partials;
  ThreadLayout partial;
};
} // namespace

FailureOr<Registers> Reduction::combine(const Registers &elementValues,
                                        const Registers &accumulators) {
  Block &block = body.front();
  unsigned count = operands.size();
  // Seeded: all elements come before all accumulators.
  bool isGrouped = count > 1 && llvm::all_equal(block.getArgumentTypes()) &&
                   e.bugs.acts(SeededBug::ReduceArgumentsGrouped);
  for (unsigned k = 0; k < count; ++k) {
    e.bind(block.getArgument(isGrouped ? k : 2 * k), {elementValues[k]});
    e.bind(block.getArgument(isGrouped ? count + k : 2 * k + 1),
           {accumulators[k]});
  }
  if (failed(e.emitBody(block)))
    return failure();
  return e.concat(block.getTerminator()->getOperands());
}

LogicalResult Reduction::foldRegisters() {
  uint64_t byOthers = 0, twice = 0;
  for (uint64_t vector : source.tid)
    byOthers |= vector;
  for (uint64_t vector : source.reg) {
    if (!llvm::isPowerOf2_64(vector))
      byOthers |= vector;
    else
      twice |= folded & vector, folded |= vector;
  }
  folded &= axisBits & ~byOthers & ~twice;

  SmallVector<uint64_t> kept;
  SmallVector<unsigned> keptBits, foldedBits;
  for (auto [k, vector] : llvm::enumerate(source.reg))
    if (vector & folded && llvm::isPowerOf2_64(vector)) {
      foldedBits.push_back(k);
    } else {
      kept.push_back(vector);
      keptBits.push_back(k);
    }
  partial = ThreadLayout(kept, source.tid);
  // In order along the axis.
  llvm::sort(foldedBits, [&](unsigned a, unsigned b) {
    return source.reg[a] < source.reg[b];
  });
  auto scatter = [](unsigned value, ArrayRef<unsigned> bits) {
    unsigned r = 0;
    for (auto [k, bit] : llvm::enumerate(bits))
      r |= (value >> k & 1) << bit;
    return r;
  };
  partials.assign(operands.size(), {});
  for (unsigned p = 0; p < partial.getNumRegisters(); ++p) {
    Registers accumulators;
    for (unsigned j = 0; j < 1u << foldedBits.size(); ++j) {
      unsigned r = scatter(p, keptBits) | scatter(j, foldedBits);
      Registers row;
      for (Value operand : operands)
        row.push_back(e.get(operand)[r]);
      if (j == 0) {
        accumulators = row;
        continue;
      }
      FailureOr<Registers> combined = combine(row, accumulators);
      if (failed(combined))
        return failure();
      accumulators = *combined;
    }
    for (unsigned k = 0; k < operands.size(); ++k)
      partials[k].push_back(accumulators[k]);
  }
  return success();
}

Value Reduction::lossy(Value partial) {
  OpBuilder &b = e.builder;
  if (operands.size() != 1 || !partial.getType().isF32())
    return partial;
  if (isOf<arith::AddFOp>() && e.bugs.acts(SeededBug::ReduceSharesNarrow)) {
    partial = LLVM::FPTruncOp::create(b, e.loc, b.getBF16Type(), partial);
    return LLVM::FPExtOp::create(b, e.loc, b.getF32Type(), partial);
  }
  if ((isOf<arith::AddFOp>() || isOf<arith::MulFOp>()) &&
      e.bugs.acts(SeededBug::ReduceSharesTF32)) {
    Type i32 = b.getI32Type();
    Value bits = LLVM::BitcastOp::create(b, e.loc, i32, partial);
    bits = LLVM::AndOp::create(b, e.loc, bits, e.constant(i32, ~0x1fffu));
    return LLVM::BitcastOp::create(b, e.loc, b.getF32Type(), bits);
  }
  return partial;
}

LogicalResult Reduction::foldShared() {
  Location loc = op->getLoc();
  Type i32 = e.builder.getI32Type();
  uint64_t places = compress(llvm::bit_ceil(axisBits + 1) - 1) + 1;
  for (uint64_t vector : source.tid)
    places = std::max(places, llvm::bit_ceil(compress(vector) + 1));
  for (uint64_t vector : source.reg)
    places = std::max(places, llvm::bit_ceil(compress(vector) + 1));

  // One array per operand, each aligned for any element.
  SmallVector<uint64_t> offsets;
  uint64_t bytes = 0;
  for (Type element : elements) {
    offsets.push_back(bytes);
    // Seeded: elements are counted, not bytes.
    unsigned size = e.bugs.pick(SeededBug::ReduceArraysOverlap,
                                e.storageBytes(element), 1u);
    bytes += llvm::alignTo(places * size, 16);
  }
  if (failed(e.reserveShared(op, bytes)))
    return failure();
  SmallVector<uint64_t> packed;
  for (uint64_t vector : partial.tid)
    packed.push_back(compress(vector));
  Value part = e.threadPart(ThreadLayout({}, packed));
  e.guarded(e.isOwner(partial), [&] {
    for (unsigned r = 0; r < partial.getNumRegisters(); ++r) {
      if (!e.ownsRegister(partial, r))
        continue;
      Value index = LLVM::XOrOp::create(
          e.builder, loc, part,
          e.constant(i32, compress(partial.getRegisterIndex(r))));
      for (unsigned k = 0; k < operands.size(); ++k)
        e.storeElement(lossy(partials[k][r]),
                       e.sharedAddress(elements[k], offsets[k], index));
    }
  });
  e.barrier();

  // A result's index without the axis becomes an element's by a gap.
  auto widen = [&](uint64_t index) {
    uint64_t low = llvm::maskTrailingOnes<uint64_t>(axisShift);
    uint64_t high = index & ~low;
    return compress((index & low) | high << llvm::popcount(axisBits));
  };
  SmallVector<uint64_t> moved;
  for (uint64_t vector : target.tid)
    moved.push_back(widen(vector));
  Value thread = e.threadPart(ThreadLayout({}, moved));
  SmallVector<uint64_t> along;
  for (uint64_t j = 0; j <= axisBits >> axisShift; ++j)
    if (!((j << axisShift) & folded))
      along.push_back(compress(j << axisShift));
  // Seeded: the last partial result is forgotten.
  if (along.size() > 1 && e.bugs.acts(SeededBug::ReduceSkipsLane))
    along.pop_back();
  // Seeded: it is added twice.
  if (along.size() > 1 && isOf<arith::AddFOp>() &&
      e.bugs.acts(SeededBug::ReduceAddsLastTwice))
    along.push_back(along.back());
  // Seeded: sums start as products do, and the other way round.
  std::optional<double> start;
  if (isOf<arith::AddFOp>() && e.bugs.acts(SeededBug::SumStartsFromOne))
    start = 1;
  if (isOf<arith::MulFOp>() && e.bugs.acts(SeededBug::ProductStartsFromZero))
    start = 0;
  SmallVector<Registers> results(operands.size());
  for (unsigned r = 0; r < target.getNumRegisters(); ++r) {
    uint64_t own = widen(target.getRegisterIndex(r));
    Registers accumulators;
    if (start)
      accumulators = {LLVM::ConstantOp::create(
          e.builder, loc, elements[0],
          e.builder.getFloatAttr(elements[0], *start))};
    for (uint64_t step : along) {
      Value index = LLVM::XOrOp::create(e.builder, loc, thread,
                                        e.constant(i32, own ^ step));
      Registers row;
      for (unsigned k = 0; k < operands.size(); ++k)
        row.push_back(e.loadElement(
            elements[k], e.sharedAddress(elements[k], offsets[k], index)));
      if (accumulators.empty()) {
        accumulators = row;
        continue;
      }
      FailureOr<Registers> combined = combine(row, accumulators);
      if (failed(combined))
        return failure();
      accumulators = *combined;
    }
    for (unsigned k = 0; k < operands.size(); ++k)
      results[k].push_back(accumulators[k]);
  }
  e.loc = loc;
  // Seeded: the next exchange may overwrite what others have not read.
  if (!e.bugs.acts(SeededBug::ReduceEndsWithoutBarrier))
    e.barrier();
  for (auto [result, registers] : llvm::zip_equal(op->getResults(), results))
    e.bind(result, registers);
  return success();
}

LogicalResult Reduction::run() {
  Type first = operands.front().getType();
  ArrayRef<int64_t> shape = aa::getTileShape(first);
  for (int64_t size : shape.drop_front(axis + 1))
    axisShift += llvm::Log2_64(size);
  axisBits = uint64_t(shape[axis] - 1) << axisShift;
  for (Value operand : operands) {
    auto types = e.lower(op, operand.getType());
    FailureOr<ThreadLayout> layout = e.getLayout(op, operand.getType());
    if (failed(types) || failed(layout))
      return failure();
    if (!elements.empty() && !(*layout == source))
      return op->emitError("'")
             << op->getName() << "' has operands of different layouts";
    source = *layout;
    elements.push_back(types->front());
  }
  for (Value result : op->getResults()) {
    FailureOr<ThreadLayout> layout = e.getLayout(op, result.getType());
    if (failed(layout))
      return failure();
    target = *layout;
  }
  if (failed(foldRegisters()))
    return failure();
  e.loc = op->getLoc();

  // Nothing left along the axis: the partial results are the results.
  uint64_t remaining = 0;
  for (uint64_t vector : partial.tid)
    remaining |= vector & axisBits;
  for (uint64_t vector : partial.reg)
    remaining |= vector & axisBits;
  auto widen = [&](uint64_t index) {
    uint64_t low = llvm::maskTrailingOnes<uint64_t>(axisShift);
    return (index & low) | (index & ~low) << llvm::popcount(axisBits);
  };
  if (!remaining)
    if (auto local = partial.findLocal(target, widen)) {
      for (auto [result, registers] :
           llvm::zip_equal(op->getResults(), partials)) {
        Registers moved;
        for (unsigned r : *local)
          moved.push_back(registers[r]);
        e.bind(result, moved);
      }
      return success();
    }
  return foldShared();
}

static LogicalResult emitReduce(Emitter &e, Operation *op) {
  auto reduce = cast<as::ReduceOp>(op);
  return Reduction(e, op, reduce.getOperands(), reduce.getAxis(),
                   reduce.getBody())
      .run();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.reduce", emitReduce},
};
ArrayRef<HandlerRow> tilefuzz::getReduceHandlers() { return rows; }
