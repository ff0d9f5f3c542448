//===- EmitScan.cpp - Prefixes along one axis -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A thread scans runs of elements along the axis that it alone holds. The runs'
// totals are scanned through shared memory, in as many rounds as their number
// has bits: in round s a run whose number has bit s takes what the runs without
// it, before, have come to. Then each run combines its elements with what came
// to before it. The association is fixed by the layout; order never changes.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/CombinedArguments.h"
#include "compiler/TileAS/TileASOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {
class Scan {
public:
  Scan(Emitter &e, as::ScanOp op) : e(e), op(op) {}
  LogicalResult run();

private:
  /// One element or accumulator of every operand.
  using Row = Registers;

  LogicalResult prepare();
  /// Combines, in the order along the scan.
  FailureOr<Row> combine(const Row &element, const Row &accumulator);
  /// The same where `condition` holds; elsewhere the element.
  FailureOr<Row> combineIf(Value condition, const Row &element,
                           const Row &accumulator);
  /// Scans the runs that registers hold; leaves their totals.
  LogicalResult scanRuns();
  /// Leaves in `totals` the prefixes of the runs.
  LogicalResult scanTotals();
  /// Combines every run with the prefix of the run before.
  LogicalResult carry();
  /// Moves every element one place on, behind the identity.
  LogicalResult shift();

  /// Publishes `totals`; the caller reads what it needs and calls `endRound`.
  LogicalResult publishTotals();
  Row readTotals(Value place);
  void endRound() {
    // Seeded: the next round overwrites what others have not read.
    if (!e.bugs.acts(SeededBug::ScanRoundsOverlap))
      e.barrier();
  }
  Row rowOf(ArrayRef<Registers> tiles, unsigned r) const {
    Row row;
    for (const Registers &registers : tiles)
      row.push_back(registers[r]);
    return row;
  }
  static void setRow(MutableArrayRef<Registers> tiles, unsigned r,
                     const Row &row) {
    for (auto [registers, value] : llvm::zip_equal(tiles, row))
      registers[r] = value;
  }

  /// An element's index without the bits that registers scan.
  uint64_t compress(uint64_t index) const {
    uint64_t low = llvm::maskTrailingOnes<uint64_t>(axisShift);
    return (index & low) | ((index >> numRunBits) & ~low);
  }
  Value place(unsigned p) {
    SmallVector<uint64_t> packed;
    for (uint64_t vector : runs.tid)
      packed.push_back(compress(vector));
    Value part = e.threadPart(ThreadLayout({}, packed));
    return LLVM::XOrOp::create(e.builder, e.loc, part,
                               constant(compress(runs.getRegisterIndex(p))));
  }
  Value constant(uint64_t value) {
    return e.constant(e.builder.getI32Type(), value);
  }
  Value binary(Value x, uint64_t y, bool isAnd) {
    if (isAnd)
      return LLVM::AndOp::create(e.builder, e.loc, x, constant(y));
    return LLVM::OrOp::create(e.builder, e.loc, x, constant(y));
  }
  Value isEqual(Value x, uint64_t y, bool isNot = false) {
    return LLVM::ICmpOp::create(e.builder, e.loc,
                                isNot ? LLVM::ICmpPredicate::ne
                                      : LLVM::ICmpPredicate::eq,
                                x, constant(y));
  }

  Emitter &e;
  as::ScanOp op;
  ThreadLayout layout;
  SmallVector<Type> elements;
  bool isReverse = false;
  unsigned axisShift = 0, numAxisBits = 0;
  /// The low bits of the index along the axis that registers alone select, one
  /// register bit each; these register bits.
  unsigned numRunBits = 0;
  SmallVector<unsigned> runBits;
  /// Of one element per run.
  ThreadLayout runs;
  SmallVector<unsigned> keptBits;
  /// Per operand, per register of `layout` and of `runs`.
  SmallVector<Registers> values, totals;
  /// Where each operand's totals lie in shared memory.
  SmallVector<uint64_t> offsets;
};
} // namespace

LogicalResult Scan::prepare() {
  Type first = op.getOperands().front().getType();
  ArrayRef<int64_t> shape = aa::getTileShape(first);
  for (int64_t size : shape.drop_front(op.getAxis() + 1))
    axisShift += llvm::Log2_64(size);
  numAxisBits = llvm::Log2_64(shape[op.getAxis()]);
  isReverse = op.getReverse();
  for (Value operand : op.getOperands()) {
    auto types = e.lower(op, operand.getType());
    FailureOr<ThreadLayout> own = e.getLayout(op, operand.getType());
    if (failed(types) || failed(own))
      return failure();
    layout = *own;
    elements.push_back(types->front());
    values.push_back(e.get(operand));
  }
  uint64_t byOthers = 0;
  for (uint64_t vector : layout.tid)
    byOthers |= vector;
  for (; numRunBits < numAxisBits; ++numRunBits) {
    uint64_t bit = uint64_t(1) << (axisShift + numRunBits);
    std::optional<unsigned> found;
    bool isShared = byOthers & bit;
    for (auto [k, vector] : llvm::enumerate(layout.reg)) {
      isShared |= (vector & bit) && (found || vector != bit);
      if (vector == bit)
        found = k;
    }
    if (isShared || !found)
      break;
    runBits.push_back(*found);
  }
  SmallVector<uint64_t> kept;
  for (auto [k, vector] : llvm::enumerate(layout.reg))
    if (!llvm::is_contained(runBits, k)) {
      kept.push_back(vector);
      keptBits.push_back(k);
    }
  runs = ThreadLayout(kept, layout.tid);
  return success();
}

FailureOr<Registers> Scan::combine(const Row &element, const Row &accumulator) {
  Block &block = op.getBody().front();
  CombinedArguments roles(op);
  // Seeded: each is taken for the other.
  bool isSwapped = e.bugs.acts(SeededBug::ScanCombinesBackwards);
  for (unsigned k = 0; k < elements.size(); ++k) {
    e.bind(block.getArgument(roles.element(k)),
           {isSwapped ? accumulator[k] : element[k]});
    e.bind(block.getArgument(roles.accumulator(k)),
           {isSwapped ? element[k] : accumulator[k]});
  }
  if (failed(e.emitBody(block)))
    return failure();
  Registers result = e.concat(block.getTerminator()->getOperands());
  e.loc = op.getLoc();
  return result;
}

FailureOr<Registers> Scan::combineIf(Value condition, const Row &element,
                                     const Row &accumulator) {
  // A branch: the body may be undefined for what is not to be combined.
  Block *then = e.addBlock(), *join = e.addBlock(elements);
  LLVM::CondBrOp::create(e.builder, e.loc, condition, then, ValueRange(), join,
                         element);
  e.builder.setInsertionPointToEnd(then);
  FailureOr<Row> combined = combine(element, accumulator);
  if (failed(combined))
    return failure();
  LLVM::BrOp::create(e.builder, e.loc, *combined, join);
  e.builder.setInsertionPointToEnd(join);
  return Row(join->getArguments());
}

/// The number whose bits at `bits` are those of `value`.
static unsigned scatter(unsigned value, ArrayRef<unsigned> bits) {
  unsigned result = 0;
  for (auto [k, bit] : llvm::enumerate(bits))
    result |= (value >> k & 1) << bit;
  return result;
}

LogicalResult Scan::scanRuns() {
  unsigned length = 1u << numRunBits;
  totals.assign(elements.size(), Registers(runs.getNumRegisters()));
  for (unsigned p = 0; p < runs.getNumRegisters(); ++p) {
    Row accumulator;
    for (unsigned j = 0; j < length; ++j) {
      unsigned r = scatter(p, keptBits) |
                   scatter(isReverse ? length - 1 - j : j, runBits);
      Row row = rowOf(values, r);
      if (j) {
        FailureOr<Row> combined = combine(row, accumulator);
        if (failed(combined))
          return failure();
        row = *combined;
      }
      setRow(values, r, row);
      accumulator = row;
    }
    setRow(totals, p, accumulator);
  }
  return success();
}

LogicalResult Scan::publishTotals() {
  uint64_t places = 1;
  for (const auto &vectors : {runs.reg, runs.tid})
    for (uint64_t vector : vectors)
      places = std::max(places, llvm::bit_ceil(compress(vector) + 1));
  offsets.clear();
  uint64_t bytes = 0;
  for (Type element : elements) {
    offsets.push_back(bytes);
    // Seeded: all have the size of the last one's.
    unsigned size =
        e.bugs.pick(SeededBug::ScanArraysOfLast, e.storageBytes(element),
                    e.storageBytes(elements.back()));
    bytes += llvm::alignTo(places * size, 16);
  }
  if (failed(e.reserveShared(op, bytes)))
    return failure();
  e.guarded(e.isOwner(runs), [&] {
    for (unsigned p = 0; p < runs.getNumRegisters(); ++p) {
      if (!e.ownsRegister(runs, p))
        continue;
      Value at = place(p);
      for (unsigned k = 0; k < elements.size(); ++k)
        e.storeElement(totals[k][p],
                       e.sharedAddress(elements[k], offsets[k], at));
    }
  });
  e.barrier();
  return success();
}

Registers Scan::readTotals(Value at) {
  Row row;
  for (unsigned k = 0; k < elements.size(); ++k)
    row.push_back(e.loadElement(elements[k],
                                e.sharedAddress(elements[k], offsets[k], at)));
  return row;
}

LogicalResult Scan::scanTotals() {
  unsigned rounds = numAxisBits - numRunBits;
  // Seeded: three rounds are enough.
  if (rounds > 3 && e.bugs.acts(SeededBug::ScanStopsAtThreeRounds))
    rounds = 3;
  for (unsigned bit = 0; bit < rounds; ++bit) {
    if (failed(publishTotals()))
      return failure();
    uint64_t own = uint64_t(1) << (axisShift + bit);
    uint64_t below = own - (uint64_t(1) << axisShift);
    SmallVector<Row> before;
    for (unsigned p = 0; p < runs.getNumRegisters(); ++p) {
      // The last run of those that come before: in reverse, the first.
      Value at = place(p);
      before.push_back(
          readTotals(isReverse ? binary(binary(at, own, false), ~below, true)
                               : binary(binary(at, ~own, true), below, false)));
    }
    endRound();
    for (unsigned p = 0; p < runs.getNumRegisters(); ++p) {
      Value takes = isEqual(binary(place(p), own, true), 0, !isReverse);
      FailureOr<Row> combined = combineIf(takes, rowOf(totals, p), before[p]);
      if (failed(combined))
        return failure();
      setRow(totals, p, *combined);
    }
  }
  return success();
}

LogicalResult Scan::carry() {
  if (failed(publishTotals()))
    return failure();
  uint64_t one = uint64_t(1) << axisShift;
  uint64_t all = ((uint64_t(1) << (numAxisBits - numRunBits)) - 1) << axisShift;
  // Seeded: what comes before lies behind.
  bool isBackwards = isReverse && !e.bugs.acts(SeededBug::ScanCarriesForward);
  SmallVector<Row> before;
  SmallVector<Value> hasBefore;
  for (unsigned p = 0; p < runs.getNumRegisters(); ++p) {
    Value at = place(p);
    // The ends have none; there, any place will do.
    hasBefore.push_back(
        isEqual(binary(at, all, true), isBackwards ? all : 0, /*isNot=*/true));
    Value moved = LLVM::AddOp::create(e.builder, e.loc, binary(at, all, true),
                                      constant(isBackwards ? one : -one));
    moved = binary(moved, all, true);
    moved = LLVM::OrOp::create(e.builder, e.loc, moved, binary(at, ~all, true));
    before.push_back(readTotals(moved));
  }
  endRound();
  for (unsigned p = 0; p < runs.getNumRegisters(); ++p)
    for (unsigned j = 0; j < 1u << numRunBits; ++j) {
      unsigned r = scatter(p, keptBits) | scatter(j, runBits);
      FailureOr<Row> combined =
          combineIf(hasBefore[p], rowOf(values, r), before[p]);
      if (failed(combined))
        return failure();
      setRow(values, r, *combined);
    }
  return success();
}

LogicalResult Scan::shift() {
  uint64_t one = uint64_t(1) << axisShift;
  uint64_t all = ((uint64_t(1) << numAxisBits) - 1) << axisShift;
  SmallVector<Value> places, isFirst;
  for (unsigned r = 0; r < layout.getNumRegisters(); ++r) {
    Value at = e.elementIndex(layout, r);
    Value along = binary(at, all, true);
    // Seeded: the identity comes first whichever way it goes.
    uint64_t first =
        isReverse ? e.bugs.pick(SeededBug::ScanIdentityFirst, all, uint64_t(0))
                  : 0;
    isFirst.push_back(isEqual(along, first));
    Value moved = LLVM::AddOp::create(e.builder, e.loc, along,
                                      constant(isReverse ? one : -one));
    places.push_back(LLVM::OrOp::create(
        e.builder, e.loc, binary(moved, all, true), binary(at, ~all, true)));
  }
  for (unsigned k = 0; k < elements.size(); ++k) {
    auto moved = e.fetch(op, values[k], layout, elements[k], places);
    if (failed(moved))
      return failure();
    Attribute own = op.getIdentities()[k];
    // Seeded: there is one.
    if (k && elements[k] == elements[0])
      own = e.bugs.pick(SeededBug::ScanIdentityOfFirst, own,
                        op.getIdentities()[0]);
    auto attribute = cast<TypedAttr>(own);
    if (auto integer = dyn_cast<IntegerAttr>(attribute))
      attribute = IntegerAttr::get(
          elements[k],
          integer.getValue().zextOrTrunc(elements[k].getIntOrFloatBitWidth()));
    Value identity =
        LLVM::ConstantOp::create(e.builder, e.loc, elements[k], attribute);
    for (unsigned r = 0; r < layout.getNumRegisters(); ++r)
      values[k][r] = LLVM::SelectOp::create(e.builder, e.loc, isFirst[r],
                                            identity, (*moved)[r]);
  }
  return success();
}

LogicalResult Scan::run() {
  if (failed(prepare()) || failed(scanRuns()))
    return failure();
  // Seeded: every thread's runs are on their own.
  if (numRunBits < numAxisBits && !e.bugs.acts(SeededBug::ScanLosesCarry))
    if (failed(scanTotals()) || failed(carry()))
      return failure();
  if (!op.getInclusive() && failed(shift()))
    return failure();
  for (auto [result, registers] : llvm::zip_equal(op.getResults(), values))
    e.bind(result, registers);
  return success();
}

static LogicalResult emitScan(Emitter &e, Operation *op) {
  return Scan(e, cast<as::ScanOp>(op)).run();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.scan", emitScan},
};
ArrayRef<HandlerRow> tilefuzz::getScanHandlers() { return rows; }
