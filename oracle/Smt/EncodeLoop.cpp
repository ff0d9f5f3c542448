//===- EncodeLoop.cpp - Loops, reductions and scans as formulas -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A loop is unrolled: EncodingOptions::maxIterations iterations, or all of them
// where the bounds are numbers and there are few enough. What happens after
// more iterations is left out (TileEncoding::beyond). A reduction combines in
// the order of the indices, as the interpreter does. Where the order shows, or
// an identity that is none, the machine chooses: under FloatEncoding::Structure
// the result is an uninterpreted function of the elements and of what the body
// makes of any two values.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/CombinedArguments.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "oracle/Smt/MemoryEncoding.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

/// A loop whose bounds are numbers is unrolled whole up to so many iterations.
static constexpr unsigned maxKnownIterations = 64;

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

static Encoder::Exit takeExit(Encoder &e, mlir::Operation *terminator) {
  Encoder::Exit exit{e.guard, {}};
  for (mlir::Value operand : terminator->getOperands())
    exit.values.push_back(e.valueOf(operand));
  return exit;
}
static llvm::Error continueLoop(Encoder &e, mlir::Operation *op) {
  if (e.loops.empty())
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' stands in no loop");
  e.loops.back()->continues.push_back(takeExit(e, op));
  e.guard = e.domain.truth(false);
  return llvm::Error::success();
}
static llvm::Error breakLoop(Encoder &e, mlir::Operation *op) {
  for (Encoder::Loop *loop : llvm::reverse(e.loops)) {
    if (!loop->takesBreak)
      continue;
    loop->breaks.push_back(takeExit(e, op));
    e.guard = e.domain.truth(false);
    return llvm::Error::success();
  }
  return llvm::createStringError("'" + op->getName().getStringRef() +
                                 "' stands in no loop");
}

namespace {
/// Exits that lead to the same place.
struct Join {
  Term guard;
  std::vector<SymbolicValue> values;
};
} // namespace

static Join join(S &d, llvm::ArrayRef<Encoder::Exit> exits,
                 mlir::TypeRange types) {
  Join result{d.truth(false), {}};
  bool isFirst = true;
  for (const Encoder::Exit &exit : exits) {
    if (d.isFalse(exit.guard))
      continue;
    if (isFirst)
      result.values = exit.values;
    else
      for (auto [known, value] : llvm::zip_equal(result.values, exit.values))
        known = mergeValues(d, exit.guard, value, known);
    result.guard = isFirst ? exit.guard : d.lor(result.guard, exit.guard);
    isFirst = false;
  }
  if (isFirst)
    for (mlir::Type type : types)
      result.values.push_back(unreachedValue(d, type));
  return result;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// One iteration. Gives what the next one begins with.
static llvm::Expected<Join> encodeTrip(Encoder &e, Encoder::Loop &loop,
                                       mlir::Block &body,
                                       mlir::TypeRange types) {
  loop.continues.clear();
  e.loops.push_back(&loop);
  llvm::Error error = e.encodeBlock(body);
  e.loops.pop_back();
  if (error)
    return std::move(error);
  mlir::Operation *end = body.getTerminator();
  if (llvm::isa<mlir::scf::YieldOp>(end))
    loop.continues.push_back(takeExit(e, end));
  return join(e.domain, loop.continues, types);
}

/// Sets the results and goes on after the loop.
static void leaveLoop(Encoder &e, mlir::Operation *op, Term outer,
                      llvm::ArrayRef<Encoder::Exit> exits, bool isWhole) {
  Join after = join(e.domain, exits, op->getResultTypes());
  // What leaves for good, or iterations that are left out, aside, control comes
  // here from wherever it entered.
  e.guard = isWhole ? outer : after.guard;
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), std::move(after.values)))
    e.valueOf(result) = std::move(value);
}

static llvm::Error countedLoop(Encoder &e, mlir::Operation *op,
                               bool isUnsigned) {
  S &d = e.domain;
  Term bounds[3];
  // Of cuda_tile the step is read signed in both cases.
  bool readsStep = llvm::isa<mlir::scf::ForOp>(op);
  unsigned width = widthOf(elementOf(op->getOperand(0)));
  for (unsigned k = 0; k < 3; ++k) {
    const SymbolicElement bound = e.valueOf(op->getOperand(k)).elements.front();
    e.addUndecided(bound.unspecified);
    // One bit more holds the counter after the last iteration.
    bounds[k] = d.simplified(isUnsigned && (k < 2 || readsStep)
                                 ? d.zext(bound.bits, width + 2)
                                 : d.sext(bound.bits, width + 2));
  }
  auto [counter, end, step] = bounds;
  e.addUndefined(d.simplified(d.lnot(d.slt(d.constant(width + 2, 0), step))));
  bool isKnown = d.isNumeral(counter) && d.isNumeral(end) && d.isNumeral(step);
  unsigned most = isKnown ? maxKnownIterations : e.options.maxIterations;

  mlir::Block &body = op->getRegion(0).front();
  mlir::TypeRange types = op->getResultTypes();
  Join current{e.guard, {}};
  for (mlir::Value init : op->getOperands().drop_front(3))
    current.values.push_back(e.valueOf(init));
  std::vector<Encoder::Exit> exits;
  Encoder::Loop loop;
  Term outer = e.guard;
  bool isWhole = true;
  for (unsigned iteration = 0;; ++iteration) {
    Term enters = d.simplified(d.slt(counter, end));
    exits.push_back({d.land(current.guard, d.lnot(enters)), current.values});
    e.guard = d.land(current.guard, enters);
    if (d.isFalse(e.guard))
      break;
    if (iteration == most) {
      e.result.beyond = d.lor(e.result.beyond, e.guard);
      e.result.iterationLimits.insert(iteration);
      break;
    }
    e.valueOf(body.getArgument(0)).elements = {
        {d.simplified(d.trunc(counter, width)), d.truth(false)}};
    for (auto [argument, value] :
         llvm::zip_equal(body.getArguments().drop_front(), current.values))
      e.valueOf(argument) = value;
    Term entered = e.guard;
    llvm::Expected<Join> next = encodeTrip(e, loop, body, types);
    if (!next)
      return next.takeError();
    isWhole &= next->guard == entered;
    current = std::move(*next);
    counter = d.simplified(d.add(counter, step));
  }
  leaveLoop(e, op, outer, exits, isWhole);
  return llvm::Error::success();
}
static llvm::Error tileFor(Encoder &e, mlir::Operation *op) {
  return countedLoop(e, op, llvm::cast<ct::ForOp>(op).getUnsignedCmp());
}
static llvm::Error scfFor(Encoder &e, mlir::Operation *op) {
  return countedLoop(e, op, op->hasAttr("unsignedCmp"));
}

static llvm::Error tileLoop(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  mlir::Block &body = op->getRegion(0).front();
  Join current{e.guard, {}};
  for (mlir::Value init : op->getOperands())
    current.values.push_back(e.valueOf(init));
  Encoder::Loop loop;
  loop.takesBreak = true;
  for (unsigned iteration = 0; !d.isFalse(current.guard); ++iteration) {
    if (iteration == maxKnownIterations ||
        (iteration >= e.options.maxIterations && !d.isTrue(current.guard))) {
      e.result.beyond = d.lor(e.result.beyond, current.guard);
      e.result.iterationLimits.insert(iteration);
      break;
    }
    for (auto [argument, value] :
         llvm::zip_equal(body.getArguments(), current.values))
      e.valueOf(argument) = value;
    e.guard = current.guard;
    llvm::Expected<Join> next =
        encodeTrip(e, loop, body, op->getOperandTypes());
    if (!next)
      return next.takeError();
    current = std::move(*next);
    current.guard = d.simplified(current.guard);
  }
  leaveLoop(e, op, e.guard, loop.breaks, /*isWhole=*/false);
  return llvm::Error::success();
}

static llvm::Error whileLoop(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  auto loop = llvm::cast<mlir::scf::WhileOp>(op);
  mlir::Block &before = loop.getBefore().front(),
              &after = loop.getAfter().front();
  Join current{e.guard, {}};
  for (mlir::Value init : op->getOperands())
    current.values.push_back(e.valueOf(init));
  std::vector<Encoder::Exit> exits;
  for (unsigned iteration = 0;; ++iteration) {
    for (auto [argument, value] :
         llvm::zip_equal(before.getArguments(), current.values))
      e.valueOf(argument) = value;
    e.guard = current.guard;
    if (llvm::Error error = e.encodeBlock(before))
      return error;
    const SymbolicElement condition =
        e.valueOf(loop.getConditionOp().getCondition()).elements.front();
    e.addUndecided(condition.unspecified);
    Term goesOn = d.simplified(d.eq(condition.bits, d.constant(1, 1)));
    std::vector<SymbolicValue> passed;
    for (mlir::Value value : loop.getConditionOp().getArgs())
      passed.push_back(e.valueOf(value));
    exits.push_back({d.land(e.guard, d.lnot(goesOn)), passed});
    e.guard = d.land(e.guard, goesOn);
    if (d.isFalse(e.guard))
      break;
    if (iteration == maxKnownIterations ||
        (iteration >= e.options.maxIterations && !d.isTrue(goesOn))) {
      e.result.beyond = d.lor(e.result.beyond, e.guard);
      e.result.iterationLimits.insert(iteration);
      break;
    }
    for (auto [argument, value] : llvm::zip_equal(after.getArguments(), passed))
      e.valueOf(argument) = value;
    if (llvm::Error error = e.encodeBlock(after))
      return error;
    current = {e.guard, std::move(e.carried)};
    e.carried.clear();
  }
  leaveLoop(e, op, e.guard, exits, /*isWhole=*/false);
  return llvm::Error::success();
}
/// scf.while reads its operands itself.
static llvm::Error condition(Encoder &, mlir::Operation *) {
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

namespace {
/// The lines of a tile along one dimension.
struct Lines {
  Lines(mlir::Value tile, unsigned dim) {
    TileShape type = tileShapeOf(tile);
    for (size_t k = dim + 1; k < type.shape.size(); ++k)
      stride *= type.shape[k];
    length = type.shape[dim];
    count = type.numElements() / length;
  }
  size_t element(size_t line, size_t j) const {
    return line / stride * length * stride + line % stride + j * stride;
  }
  size_t stride = 1, length, count;
};
} // namespace

/// Runs the body on pairs of element and accumulator; gives the new
/// accumulators.
static llvm::Expected<std::vector<SymbolicElement>>
combine(Encoder &e, mlir::Block &body, llvm::ArrayRef<SymbolicElement> elements,
        llvm::ArrayRef<SymbolicElement> accumulators) {
  CombinedArguments roles(body.getParentOp());
  for (size_t k = 0; k < elements.size(); ++k) {
    e.valueOf(body.getArgument(roles.element(k))).elements = {elements[k]};
    e.valueOf(body.getArgument(roles.accumulator(k))).elements = {
        accumulators[k]};
  }
  if (llvm::Error error = e.encodeBlock(body))
    return std::move(error);
  std::vector<SymbolicElement> results;
  for (const SymbolicValue &value : e.carried)
    results.push_back(value.elements.front());
  e.carried.clear();
  return results;
}

/// Whether it promises not to wrap: what some orders keep, others break.
static bool hasPromise(mlir::Operation *op) {
  if (auto promise = getOwnAttribute<ct::OverflowAttr>(op, "overflow"))
    return promise.getValue() != ct::Overflow::None;
  auto flags = getOwnAttribute<mlir::arith::IntegerOverflowFlagsAttr>(
      op, "overflowFlags");
  return flags && flags.getValue() != mlir::arith::IntegerOverflowFlags::none;
}

/// The same for any two values: what is undefined there does not happen, and is
/// given apart.
static llvm::Expected<std::vector<SymbolicElement>>
combineApart(Encoder &e, mlir::Block &body,
             llvm::ArrayRef<SymbolicElement> elements,
             llvm::ArrayRef<SymbolicElement> accumulators, Term &undefined) {
  S &d = e.domain;
  Term outer = e.guard;
  e.guard = d.truth(true);
  Term before[] = {e.result.undefined, e.result.undecided};
  e.result.undefined = e.result.undecided = d.truth(false);
  llvm::Expected<std::vector<SymbolicElement>> made =
      combine(e, body, elements, accumulators);
  undefined = d.lor(e.result.undefined, e.result.undecided);
  e.result.undefined = before[0];
  e.result.undecided = before[1];
  e.guard = outer;
  return made;
}

/// Whether it promises is made of itself and its element by one operation
/// that is associative and commutative.
static bool isOrderless(mlir::Block &body) {
  mlir::Operation *end = body.getTerminator();
  for (auto [k, value] : llvm::enumerate(end->getOperands())) {
    mlir::Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &body || op->getNumOperands() != 2)
      return false;
    llvm::StringRef name = op->getName().stripDialect();
    bool isKnown = llvm::is_contained({"addi", "muli", "andi", "ori", "xori",
                                       "maxi", "mini", "maxf", "minf", "maxsi",
                                       "maxui", "minsi", "minui", "maxnumf",
                                       "minnumf", "maximumf", "minimumf"},
                                      name);
    mlir::Value element = body.getArgument(2 * k),
                accumulator = body.getArgument(2 * k + 1);
    mlir::Value a = op->getOperand(0), b = op->getOperand(1);
    if (!isKnown || hasPromise(op) ||
        !((a == element && b == accumulator) ||
          (a == accumulator && b == element)))
      return false;
  }
  return true;
}

/// Whether combining a stated identity changes nothing. The machine may combine
/// it with any element, or not (part 2, 7.7).
static llvm::Expected<bool> isNeutral(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  mlir::Block &body = op->getRegion(0).front();
  auto identities = op->getAttrOfType<mlir::ArrayAttr>("identities");
  if (!identities)
    return true;
  std::vector<SymbolicElement> elements, neutral;
  for (auto [k, attribute] : llvm::enumerate(identities)) {
    llvm::APInt bits = identityBits(attribute, elementOf(op->getOperand(k)));
    neutral.push_back({d.constant(bits), d.truth(false)});
    elements.push_back(
        {d.input("any element " + std::to_string(k), bits.getBitWidth()),
         d.truth(false)});
  }
  Term undefined;
  llvm::Expected<std::vector<SymbolicElement>> made =
      combineApart(e, body, elements, neutral, undefined);
  if (!made)
    return made.takeError();
  Term same = d.lnot(undefined);
  for (auto [k, element] : llvm::enumerate(*made)) {
    same = d.land(same, d.lnot(element.unspecified));
    Term kept = d.eq(element.bits, elements[k].bits);
    if (auto real =
            llvm::dyn_cast<mlir::FloatType>(elementOf(op->getOperand(k))))
      kept = d.lor(kept, d.land(d.isNaN(formatOf(real), element.bits),
                                d.isNaN(formatOf(real), elements[k].bits)));
    same = d.land(same, kept);
  }
  return d.isAlways(d.truth(true), d.simplified(same));
}

namespace {
/// What the body makes of any two values.
struct Meaning {
  /// They stand for the body.
  std::vector<Term> terms;
  bool canBeUndefined = false, canBeUnspecified = false;
};
} // namespace

static Term asBit(S &d, Term condition) {
  return d.ite(condition, d.constant(1, 1), d.constant(1, 0));
}
static Term isSet(S &d, Term bit) { return d.eq(bit, d.constant(1, 1)); }

static llvm::Expected<Meaning> meaningOf(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  mlir::Block &body = op->getRegion(0).front();
  std::vector<SymbolicElement> elements, accumulators;
  for (size_t k = 0; k < op->getNumOperands(); ++k) {
    unsigned width = widthOf(elementOf(op->getOperand(k)));
    std::string number = std::to_string(k);
    elements.push_back(
        {d.input("any element " + number, width), d.truth(false)});
    accumulators.push_back(
        {d.input("any accumulator " + number, width), d.truth(false)});
  }
  Term undefined;
  llvm::Expected<std::vector<SymbolicElement>> made =
      combineApart(e, body, elements, accumulators, undefined);
  if (!made)
    return made.takeError();
  Meaning meaning;
  auto mark = [&](Term condition) {
    if (!d.isFalse(condition))
      meaning.terms.push_back(asBit(d, condition));
    return !d.isFalse(condition);
  };
  meaning.canBeUndefined = mark(undefined);
  for (const SymbolicElement &element : *made) {
    meaning.terms.push_back(element.bits);
    meaning.canBeUnspecified |= mark(element.unspecified);
  }
  return meaning;
}

static llvm::Error combineLines(Encoder &e, mlir::Operation *op, unsigned dim,
                                bool isScan, bool isReverse) {
  S &d = e.domain;
  mlir::Block &body = op->getRegion(0).front();
  Lines lines(op->getOperand(0), dim);
  // The machine chooses the order, and how often identities are combined.
  bool hasOneOrder = isOrderless(body);
  // What else the body does may be undefined in some orders only.
  if (hasOneOrder && body.getOperations().size() > op->getNumOperands() + 1) {
    llvm::Expected<Meaning> found = meaningOf(e, op);
    if (!found)
      return found.takeError();
    hasOneOrder = !found->canBeUndefined;
  }
  // Otherwise seen only in what is made of one element.
  bool asksIdentity = hasOneOrder || isScan || lines.length == 1;
  llvm::Expected<bool> neutral =
      asksIdentity ? isNeutral(e, op) : llvm::Expected<bool>(true);
  if (!neutral)
    return neutral.takeError();
  bool chooses = !hasOneOrder || !*neutral,
       isFree = chooses && d.floats() == FloatEncoding::Structure;
  e.result.fixesOrder |= chooses && !isFree;
  std::optional<SymbolicSum> sum;
  if (std::optional<AdditionClass> addition = sumClassOf(op);
      addition && isFree) {
    sum = SymbolicSum{*addition, {}};
    if (auto identities = op->getAttrOfType<mlir::ArrayAttr>("identities"))
      sum->identity = identityBits(identities[0], elementOf(op->getOperand(0)));
  }
  Meaning meaning;
  std::string name = op->getName().getStringRef().str();
  if (isFree) {
    e.result.uninterpreted.insert(name);
    llvm::Expected<Meaning> found = meaningOf(e, op);
    if (!found)
      return found.takeError();
    meaning = std::move(*found);
    llvm::Expected<unsigned> number = e.sumNumberOf(op);
    if (!number)
      return number.takeError();
    llvm::raw_string_ostream(name)
        << ' ' << *number << ' ' << op->getAttrDictionary() << ' '
        << op->getOperandTypes();
  }
  std::vector<std::vector<SymbolicElement>> results(
      op->getNumOperands(),
      std::vector<SymbolicElement>(isScan ? lines.count * lines.length
                                          : lines.count));
  for (size_t line = 0; line < lines.count; ++line) {
    std::vector<SymbolicElement> accumulators;
    std::vector<Term> terms = meaning.terms;
    Term unspecified = d.truth(false);
    if (sum)
      sum->summands.clear();
    for (size_t j = 0; j < lines.length; ++j) {
      size_t at = lines.element(line, isReverse ? lines.length - 1 - j : j);
      std::vector<SymbolicElement> elements;
      for (mlir::Value operand : op->getOperands()) {
        elements.push_back(e.valueOf(operand).elements[at]);
        terms.push_back(elements.back().bits);
        if (meaning.canBeUndefined || meaning.canBeUnspecified)
          terms.push_back(asBit(d, spreadOf(d, elements.back())));
        unspecified = d.lor(unspecified, spreadOf(d, elements.back()));
      }
      if (sum)
        sum->summands.push_back({elements[0].bits});
      if (j == 0)
        accumulators = std::move(elements);
      if (j == 0 && (!isFree || *neutral)) {
        // The element as it is.
      } else if (!isFree) {
        llvm::Expected<std::vector<SymbolicElement>> next =
            combine(e, body, elements, accumulators);
        if (!next)
          return next.takeError();
        accumulators = std::move(*next);
      } else if (isScan || j + 1 == lines.length) {
        auto choose = [&](const llvm::Twine &what, unsigned width) {
          return d.function((name + what).str(), terms, width);
        };
        if (meaning.canBeUndefined)
          e.addUndefined(isSet(d, choose(" undefined", 1)));
        for (auto [k, accumulator] : llvm::enumerate(accumulators)) {
          std::string number = "#" + std::to_string(k);
          accumulator = {choose(number, d.width(accumulator.bits)),
                         unspecified};
          if (meaning.canBeUnspecified)
            accumulator.unspecified = d.lor(
                unspecified, isSet(d, choose(number + " unspecified", 1)));
        }
        if (sum)
          accumulators[0].bits = e.chooseSum(op, *sum, accumulators[0].bits);
      }
      if (isScan || j + 1 == lines.length)
        for (auto [k, accumulator] : llvm::enumerate(accumulators))
          results[k][isScan ? at : line] = accumulator;
    }
  }
  for (auto [result, elements] : llvm::zip_equal(op->getResults(), results))
    e.valueOf(result).elements = std::move(elements);
  return llvm::Error::success();
}
static llvm::Error tileReduce(Encoder &e, mlir::Operation *op) {
  return combineLines(e, op, llvm::cast<ct::ReduceOp>(op).getDim(), false,
                      false);
}
static llvm::Error tileScan(Encoder &e, mlir::Operation *op) {
  auto scan = llvm::cast<ct::ScanOp>(op);
  return combineLines(e, op, scan.getDim(), true, scan.getReverse());
}
static llvm::Error aaReduce(Encoder &e, mlir::Operation *op) {
  return combineLines(e, op, llvm::cast<aa::ReduceOp>(op).getAxis(), false,
                      false);
}
static llvm::Error aaScan(Encoder &e, mlir::Operation *op) {
  auto scan = llvm::cast<aa::ScanOp>(op);
  if (!scan.getInclusive())
    return llvm::createStringError(
        "'nv_tileaa.scan' of exclusive prefixes has no encoding");
  return combineLines(e, op, scan.getAxis(), true, scan.getReverse());
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.for", tileFor},
    {"cuda_tile.loop", tileLoop},
    {"cuda_tile.continue", continueLoop},
    {"cuda_tile.break", breakLoop},
    {"scf.for", scfFor},
    {"scf.while", whileLoop},
    {"scf.condition", condition},
    {"cuda_tile.reduce", tileReduce},
    {"cuda_tile.scan", tileScan},
    {"nv_tileaa.reduce", aaReduce},
    {"nv_tileaa.scan", aaScan},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getLoopEncoders() { return rows; }
