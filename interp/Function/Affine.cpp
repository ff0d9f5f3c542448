//===- Affine.cpp - Maps, loops and conditions of affine ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The bounds of a loop are the greatest and the least of what its maps give
// (AffineOps.td). Iterations of a parallel loop run in order here: a program
// for which that matters has a race.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;

std::optional<int64_t>
function::evaluateAffine(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dims,
                         llvm::ArrayRef<int64_t> symbols) {
  using Kind = mlir::AffineExprKind;
  switch (expr.getKind()) {
  case Kind::Constant:
    return llvm::cast<mlir::AffineConstantExpr>(expr).getValue();
  case Kind::DimId:
    return dims[llvm::cast<mlir::AffineDimExpr>(expr).getPosition()];
  case Kind::SymbolId:
    return symbols[llvm::cast<mlir::AffineSymbolExpr>(expr).getPosition()];
  default:
    break;
  }
  auto binary = llvm::cast<mlir::AffineBinaryOpExpr>(expr);
  std::optional<int64_t> a = evaluateAffine(binary.getLHS(), dims, symbols);
  std::optional<int64_t> b = evaluateAffine(binary.getRHS(), dims, symbols);
  if (!a || !b)
    return std::nullopt;
  APInt x(64, uint64_t(*a)), y(64, uint64_t(*b));
  if (expr.getKind() == Kind::Add)
    return (x + y).getSExtValue();
  if (expr.getKind() == Kind::Mul)
    return (x * y).getSExtValue();
  if (*b <= 0)
    return std::nullopt;
  int64_t quotient = *a / *b, rest = *a % *b;
  if (expr.getKind() == Kind::Mod)
    return rest < 0 ? rest + *b : rest;
  if (expr.getKind() == Kind::FloorDiv)
    return quotient - (rest < 0);
  return quotient + (rest > 0);
}

enum class Pick { Only, Min, Max };
template <Pick pick>
static Step evalAffine(Machine &machine, const Instruction &in) {
  mlir::AffineMap map =
      in.op->getAttrOfType<mlir::AffineMapAttr>("map").getValue();
  Certainty least = Certainty::Exact;
  llvm::SmallVector<int64_t> values;
  for (unsigned i = 0; i < in.operands.size(); ++i) {
    const Element &element = machine.operand(in, i).front();
    least = std::max(least, element.certainty);
    values.push_back(int64_t(element.bits));
  }
  Element result{0, least};
  if (least == Certainty::Exact) {
    llvm::ArrayRef<int64_t> all(values);
    std::optional<int64_t> best;
    for (mlir::AffineExpr expr : map.getResults()) {
      std::optional<int64_t> value =
          evaluateAffine(expr, all.take_front(map.getNumDims()),
                         all.drop_front(map.getNumDims()));
      if (!value)
        return machine.undefined(in, Undefined::DivisorNotPositive);
      if (!best || (pick == Pick::Min ? *value < *best : *value > *best))
        best = value;
    }
    result.bits = uint64_t(*best);
  }
  machine.setResult(in, 0, {result});
  return Step::Next;
}

/// Values of all results of a map over `count` operands from `first` on. None:
/// the run is over.
static std::optional<SmallVector<int64_t>>
resultsOf(Machine &machine, const Instruction &in, mlir::AffineMap map,
          unsigned first, unsigned count) {
  SmallVector<int64_t> values;
  for (unsigned i = first; i < first + count; ++i) {
    std::optional<int64_t> value = readIndex(machine, in, i);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  ArrayRef<int64_t> all(values);
  SmallVector<int64_t> results;
  for (mlir::AffineExpr expr : map.getResults()) {
    std::optional<int64_t> value =
        evaluateAffine(expr, all.take_front(map.getNumDims()),
                       all.drop_front(map.getNumDims()));
    if (!value) {
      machine.undefined(in, Undefined::DivisorNotPositive);
      return std::nullopt;
    }
    results.push_back(*value);
  }
  return results;
}

static FunctionValue indexValue(int64_t value) {
  return {exact(APInt(64, uint64_t(value)))};
}

static Step evalFor(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::affine::AffineForOp>(in.op);
  unsigned lowerCount = op.getLowerBoundMap().getNumInputs(),
           upperCount = op.getUpperBoundMap().getNumInputs();
  auto lower = resultsOf(machine, in, op.getLowerBoundMap(), 0, lowerCount);
  if (!lower)
    return Step::Stop;
  auto upper =
      resultsOf(machine, in, op.getUpperBoundMap(), lowerCount, upperCount);
  if (!upper)
    return Step::Stop;
  int64_t end = *llvm::min_element(*upper), step = op.getStepAsInt();
  machine.carryOperands(in, lowerCount + upperCount);
  std::vector<FunctionValue> values = std::move(machine.carried);
  for (int64_t i = *llvm::max_element(*lower); i < end; i += step) {
    if (!machine.takeTrip(in))
      return Step::Stop;
    std::vector<FunctionValue> arguments = {indexValue(i)};
    arguments.insert(arguments.end(), values.begin(), values.end());
    if (machine.runRegion(in.regions[0], arguments) == Step::Stop)
      return Step::Stop;
    values = std::move(machine.carried);
  }
  machine.carried = std::move(values);
  return machine.setResults(in);
}

static Step evalIf(Machine &machine, const Instruction &in) {
  mlir::IntegerSet set =
      llvm::cast<mlir::affine::AffineIfOp>(in.op).getIntegerSet();
  mlir::AffineMap map =
      mlir::AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                           set.getConstraints(), in.op->getContext());
  auto values = resultsOf(machine, in, map, 0, in.operands.size());
  if (!values)
    return Step::Stop;
  bool holds = true;
  for (auto [i, value] : llvm::enumerate(*values))
    holds &= set.isEq(i) ? value == 0 : value >= 0;
  const Region &arm = in.regions[holds ? 0 : 1];
  if (arm.empty())
    return Step::Next;
  if (machine.runRegion(arm, {}) == Step::Stop)
    return Step::Stop;
  return machine.setResults(in);
}

/// What combines two of the bits; none: of a kind that is not executed.
static std::optional<Element> combine(mlir::arith::AtomicRMWKind kind,
                                      unsigned width, const Element &a,
                                      const Element &b) {
  using Kind = mlir::arith::AtomicRMWKind;
  Certainty least = std::max(a.certainty, b.certainty);
  APInt x(width, a.bits), y(width, b.bits);
  auto give = [&](const APInt &value) {
    return Element{value.getZExtValue(), least == Certainty::Exact ? least
                                         : least == Certainty::Poison
                                             ? Certainty::Poison
                                             : Certainty::Unspecified};
  };
  switch (kind) {
  case Kind::addi:
    return give(x + y);
  case Kind::muli:
    return give(x * y);
  case Kind::andi:
    return give(x & y);
  case Kind::ori:
    return give(x | y);
  case Kind::xori:
    return give(x ^ y);
  case Kind::maxs:
    return give(x.sgt(y) ? x : y);
  case Kind::mins:
    return give(x.slt(y) ? x : y);
  case Kind::maxu:
    return give(x.ugt(y) ? x : y);
  case Kind::minu:
    return give(x.ult(y) ? x : y);
  default:
    return std::nullopt;
  }
}

/// Runs `body` on each place of a box with steps, in row-major order.
static bool
forEachStep(Machine &machine, const Instruction &in, ArrayRef<int64_t> lower,
            ArrayRef<int64_t> upper, ArrayRef<int64_t> steps,
            llvm::function_ref<bool(const std::vector<FunctionValue> &)> body) {
  SmallVector<int64_t> trips;
  for (auto [from, to, step] : llvm::zip(lower, upper, steps))
    trips.push_back(to > from ? (to - from + step - 1) / step : 0);
  return forEachPlace(trips, [&](ArrayRef<int64_t> at) {
    if (!machine.takeTrip(in))
      return false;
    std::vector<FunctionValue> arguments;
    for (auto [d, index] : llvm::enumerate(at))
      arguments.push_back(indexValue(lower[d] + index * steps[d]));
    return body(arguments);
  });
}

static Step evalParallel(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::affine::AffineParallelOp>(in.op);
  unsigned lowerCount = op.getLowerBoundsOperands().size();
  SmallVector<int64_t> lower, upper, steps(op.getSteps());
  for (unsigned d = 0; d < op.getNumDims(); ++d) {
    auto from = resultsOf(machine, in, op.getLowerBoundMap(d), 0, lowerCount);
    if (!from)
      return Step::Stop;
    auto to = resultsOf(machine, in, op.getUpperBoundMap(d), lowerCount,
                        op.getUpperBoundsOperands().size());
    if (!to)
      return Step::Stop;
    lower.push_back(*llvm::max_element(*from));
    upper.push_back(*llvm::min_element(*to));
  }
  mlir::OpBuilder builder(op.getContext());
  std::vector<FunctionValue> results;
  SmallVector<mlir::arith::AtomicRMWKind> kinds;
  for (auto [result, reduction] :
       llvm::zip(op.getResults(), op.getReductions())) {
    kinds.push_back(
        llvm::cast<mlir::arith::AtomicRMWKindAttr>(reduction).getValue());
    Element zero;
    if (!llvm::isa<mlir::IntegerType>(result.getType()) ||
        !combine(kinds.back(), widthOf(result.getType()), zero, zero))
      return machine.unsupported(in, "this reduction");
    std::optional<FunctionValue> identity =
        constantValue(mlir::arith::getIdentityValueAttr(
            kinds.back(), result.getType(), builder, op.getLoc()));
    if (!identity)
      return machine.unsupported(in, "this reduction");
    results.push_back(*identity);
  }
  bool isDone = forEachStep(
      machine, in, lower, upper, steps,
      [&](const std::vector<FunctionValue> &arguments) {
        if (machine.runRegion(in.regions[0], arguments) == Step::Stop)
          return false;
        for (auto [i, value] : llvm::enumerate(machine.carried))
          results[i] = {*combine(kinds[i], widthOf(op.getResult(i).getType()),
                                 results[i].front(), value.front())};
        return true;
      });
  if (!isDone)
    return Step::Stop;
  machine.carried = std::move(results);
  return machine.setResults(in);
}

static Step leave(Machine &machine, const Instruction &in) {
  machine.carryOperands(in);
  return Step::Leave;
}

/// Each iteration ends with what combines its values with the results.
static Step evalScfParallel(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::scf::ParallelOp>(in.op);
  unsigned rank = op.getNumLoops(), next = 0;
  SmallVector<int64_t> bounds[3];
  for (SmallVector<int64_t> &numbers : bounds)
    for (unsigned d = 0; d < rank; ++d) {
      std::optional<int64_t> number = readIndex(machine, in, next++);
      if (!number)
        return Step::Stop;
      numbers.push_back(*number);
    }
  if (llvm::any_of(bounds[2], [](int64_t step) { return step <= 0; }))
    return machine.undefined(in, Undefined::LoopStepNotPositive);
  machine.carryOperands(in, next);
  std::vector<FunctionValue> results = std::move(machine.carried);
  const Instruction &reduce = in.regions[0].front().code.back();
  bool isDone = forEachStep(
      machine, in, bounds[0], bounds[1], bounds[2],
      [&](const std::vector<FunctionValue> &arguments) {
        if (machine.runRegion(in.regions[0], arguments) == Step::Stop)
          return false;
        std::vector<FunctionValue> values = std::move(machine.carried);
        for (auto [i, value] : llvm::enumerate(values)) {
          std::vector<FunctionValue> pair = {results[i], value};
          if (machine.runRegion(reduce.regions[i], pair) == Step::Stop)
            return false;
          results[i] = machine.carried.front();
        }
        return true;
      });
  if (!isDone)
    return Step::Stop;
  machine.carried = std::move(results);
  return machine.setResults(in);
}

/// Of an index, the places in a box; the outermost extent need not be given.
static Step evalDelinearize(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::affine::AffineDelinearizeIndexOp>(in.op);
  std::optional<int64_t> index = readIndex(machine, in, 0);
  if (!index)
    return Step::Stop;
  unsigned next = 1;
  SmallVector<int64_t> basis;
  for (int64_t extent : op.getStaticBasis()) {
    std::optional<int64_t> number = extent;
    if (mlir::ShapedType::isDynamic(extent) &&
        !(number = readIndex(machine, in, next++)))
      return Step::Stop;
    if (*number <= 0)
      return machine.undefined(in, Undefined::DivisorNotPositive);
    basis.push_back(*number);
  }
  unsigned count = in.results.size();
  bool hasOuter = basis.size() == count;
  int64_t rest = *index;
  for (unsigned i = count; i-- > 0;) {
    if (i == 0) {
      machine.setResult(in, 0, indexValue(rest));
      break;
    }
    int64_t extent = basis[hasOuter ? i : i - 1];
    int64_t place = rest % extent;
    if (place < 0)
      place += extent;
    machine.setResult(in, i, indexValue(place));
    rest = (rest - place) / extent;
  }
  return Step::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"affine.apply", evalAffine<Pick::Only>},
    {"affine.min", evalAffine<Pick::Min>},
    {"affine.max", evalAffine<Pick::Max>},
    {"affine.for", evalFor},
    {"affine.if", evalIf},
    {"affine.parallel", evalParallel},
    {"affine.yield", leave},
    {"affine.delinearize_index", evalDelinearize},
    {"scf.parallel", evalScfParallel},
    {"scf.reduce", leave},
    {"scf.reduce.return", leave},
};
ArrayRef<EvaluatorRow> function::getAffineEvaluators() { return rows; }
