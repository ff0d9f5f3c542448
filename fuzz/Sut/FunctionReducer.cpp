//===- FunctionReducer.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionReducer.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz;
using mlir::Operation;
using mlir::Type;
using mlir::Value;
using Inputs = std::vector<std::vector<FunctionValue>>;

std::vector<std::string> tilefuzz::operationsOf(mlir::func::FuncOp function) {
  std::vector<std::string> names;
  function.walk([&](Operation *op) {
    if (op != function && !op->hasTrait<mlir::OpTrait::IsTerminator>() &&
        !op->hasTrait<mlir::OpTrait::ConstantLike>())
      names.push_back(op->getName().getStringRef().str());
  });
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Constants count less, so that one may take an operation's place.
static unsigned costOf(mlir::func::FuncOp function) {
  unsigned cost = 0;
  function.walk([&](Operation *op) {
    bool constant = op->hasTrait<mlir::OpTrait::ConstantLike>();
    cost += constant ? 2 : 3 + op->getNumResults();
    for (Type type : op->getResultTypes())
      cost += llvm::isa<mlir::ShapedType>(type);
  });
  return cost + function.getNumArguments();
}

static void eraseDead(mlir::func::FuncOp function) {
  bool changed = true;
  while (changed) {
    changed = false;
    llvm::SmallVector<Operation *> dead;
    function.walk([&](Operation *op) {
      if (op != function && mlir::isOpTriviallyDead(op))
        dead.push_back(op);
    });
    // Inner ones go with their parents.
    for (Operation *op : dead)
      if (llvm::none_of(dead, [&](Operation *other) {
            return other != op && other->isProperAncestor(op);
          })) {
        op->erase();
        changed = true;
      }
  }
}

static Value constantBefore(Operation *op, Type type, uint64_t bits) {
  mlir::OpBuilder builder(op);
  Type element = type;
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  if (shaped)
    element = shaped.getElementType();
  unsigned width = functionElementWidth(element);
  if (width == 0)
    return {};
  llvm::APInt value(width, bits, false, /*implicitTrunc=*/true);
  mlir::TypedAttr attribute;
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element)) {
    llvm::APFloat number(real.getFloatSemantics(), bits);
    attribute = shaped ? mlir::TypedAttr(mlir::DenseElementsAttr::get(
                             shaped, llvm::ArrayRef(number)))
                       : mlir::FloatAttr::get(type, number);
  } else {
    attribute = shaped ? mlir::TypedAttr(mlir::DenseElementsAttr::get(
                             shaped, llvm::ArrayRef(value)))
                       : mlir::IntegerAttr::get(type, value);
  }
  mlir::OperationState state(op->getLoc(), "arith.constant");
  state.addTypes(type);
  state.addAttribute("value", attribute);
  return builder.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static bool replaceByConstants(Operation *op, uint64_t bits) {
  if (op->hasTrait<mlir::OpTrait::ConstantLike>() || op->getNumResults() == 0)
    return false;
  for (Value result : op->getResults()) {
    Value constant = constantBefore(op, result.getType(), bits);
    if (!constant)
      return false;
    result.replaceAllUsesWith(constant);
  }
  return true;
}
static bool replaceByOperand(Operation *op, unsigned k) {
  if (op->getNumResults() != 1 || k >= op->getNumOperands() ||
      op->getOperand(k).getType() != op->getResult(0).getType())
    return false;
  op->getResult(0).replaceAllUsesWith(op->getOperand(k));
  return true;
}
/// Region k takes the operation's place, once.
static bool inlineRegion(Operation *op, unsigned k) {
  if (!op->getName().getStringRef().starts_with("scf.") ||
      k >= op->getNumRegions() || !op->getRegion(k).hasOneBlock())
    return false;
  mlir::Block &block = op->getRegion(k).front();
  Operation *terminator = block.getTerminator();
  llvm::SmallVector<Value> arguments;
  llvm::StringRef name = op->getName().getStringRef();
  if (name == "scf.for") {
    arguments.push_back(op->getOperand(0));
    llvm::append_range(arguments, op->getOperands().drop_front(3));
  } else if (name == "scf.while") {
    llvm::append_range(arguments, op->getOperands());
  }
  if (arguments.size() != block.getNumArguments())
    return false;
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments)) {
    if (argument.getType() != value.getType())
      return false;
    argument.replaceAllUsesWith(value);
  }
  llvm::SmallVector<Value> results(terminator->getOperands());
  if (terminator->getName().getStringRef() == "scf.condition")
    results.erase(results.begin());
  if (results.size() != op->getNumResults())
    return false;
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    if (result.getType() != value.getType())
      return false;
  for (Operation &inner :
       llvm::make_early_inc_range(block.without_terminator()))
    inner.moveBefore(op);
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    result.replaceAllUsesWith(value);
  op->erase();
  return true;
}
/// Flags are given up; those with a default value cannot be absent.
static bool dropFlag(Operation *op, llvm::StringRef name) {
  mlir::Attribute old = op->getAttr(name);
  if (!old)
    return false;
  mlir::MLIRContext *context = op->getContext();
  if (llvm::isa<mlir::UnitAttr>(old)) {
    op->removeAttr(name);
    return true;
  }
  mlir::Attribute none;
  if (llvm::isa<mlir::arith::IntegerOverflowFlagsAttr>(old))
    none = mlir::arith::IntegerOverflowFlagsAttr::get(
        context, mlir::arith::IntegerOverflowFlags::none);
  else if (llvm::isa<mlir::arith::FastMathFlagsAttr>(old))
    none = mlir::arith::FastMathFlagsAttr::get(
        context, mlir::arith::FastMathFlags::none);
  if (!none || none == old)
    return false;
  op->setAttr(name, none);
  return true;
}
/// A constant becomes a simpler one.
static bool simplifyConstant(Operation *op, uint64_t bits) {
  if (op->getName().getStringRef() != "arith.constant")
    return false;
  Value value = constantBefore(op, op->getResult(0).getType(), bits);
  if (!value || value.getDefiningOp()->getAttr("value") == op->getAttr("value"))
    return false;
  op->getResult(0).replaceAllUsesWith(value);
  return true;
}

static bool keepResult(mlir::func::FuncOp function, unsigned k) {
  Operation *ret = function.front().getTerminator();
  if (ret->getNumOperands() < 2 || k >= ret->getNumOperands())
    return false;
  Value value = ret->getOperand(k);
  ret->setOperands(value);
  function.setType(mlir::FunctionType::get(
      function.getContext(), function.getArgumentTypes(), value.getType()));
  return true;
}
/// An operation's operand takes the place of the function's results, so that
/// what follows it is dead.
static bool returnOperand(mlir::func::FuncOp function, Operation *op,
                          unsigned k) {
  Operation *ret = function.front().getTerminator();
  if (op->getBlock() != &function.front() || op == ret ||
      k >= op->getNumResults())
    return false;
  ret->setOperands(op->getResult(k));
  function.setType(mlir::FunctionType::get(function.getContext(),
                                           function.getArgumentTypes(),
                                           op->getResult(k).getType()));
  return true;
}

/// Vectors and tensors become their element `at`.
static bool scalarize(mlir::func::FuncOp function, size_t at, Inputs &inputs) {
  bool any = false;
  auto scalar = [&](Type type) {
    auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
    any |= bool(shaped);
    return shaped ? shaped.getElementType() : type;
  };
  std::vector<Operation *> all;
  function.walk([&](Operation *op) { all.push_back(op); });
  for (Operation *op : all) {
    llvm::StringRef name = op->getName().getStringRef();
    if (name.starts_with("vector.") || name.starts_with("tensor."))
      return false;
    if (auto dense = llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(
            op->getAttr("value"))) {
      mlir::Attribute element =
          dense.getValues<mlir::Attribute>()[at % dense.getNumElements()];
      op->setAttr("value", element);
    }
    for (Value result : op->getResults())
      result.setType(scalar(result.getType()));
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::BlockArgument argument : block.getArguments())
          argument.setType(scalar(argument.getType()));
  }
  if (!any)
    return false;
  function.setType(mlir::FunctionType::get(
      function.getContext(), function.front().getArgumentTypes(),
      function.front().getTerminator()->getOperandTypes()));
  for (std::vector<FunctionValue> &input : inputs)
    for (FunctionValue &value : input)
      value = {value[at % value.size()]};
  return true;
}

static void dropArguments(mlir::func::FuncOp function, Inputs &inputs) {
  mlir::Block &entry = function.front();
  for (unsigned i = entry.getNumArguments(); i-- > 0;) {
    if (!entry.getArgument(i).use_empty())
      continue;
    entry.eraseArgument(i);
    for (std::vector<FunctionValue> &input : inputs)
      input.erase(input.begin() + i);
  }
  function.setType(mlir::FunctionType::get(function.getContext(),
                                           entry.getArgumentTypes(),
                                           function.getResultTypes()));
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

namespace {
/// Makes one round's candidates.
class Round {
public:
  Round(const TrialFunction &start, const TrialResult &result)
      : start(start), result(result),
        module(mlir::ModuleOp::create(start.function->getLoc())),
        cost(costOf(start.function)) {}

  /// The change sees a copy of the function and, unless it is of the whole
  /// function, the copy of operation `index` in walk order.
  void attempt(llvm::function_ref<bool(mlir::func::FuncOp, Inputs &)> change,
               bool mustShrink = true) {
    mlir::func::FuncOp copy = start.function.clone();
    TrialFunction candidate{copy, start.inputs, {}};
    if (change(copy, candidate.inputs)) {
      if (erasesDead)
        eraseDead(copy);
      dropArguments(copy, candidate.inputs);
      if ((!mustShrink || costOf(copy) < cost) &&
          mlir::succeeded(mlir::verify(copy))) {
        copy.setName(("c" + llvm::Twine(candidates.size())).str());
        module->push_back(copy);
        candidates.push_back(std::move(candidate));
        return;
      }
    }
    copy->dropAllReferences();
    copy->destroy();
  }
  void attemptAt(size_t index, llvm::function_ref<bool(Operation *)> change,
                 bool mustShrink = true) {
    attempt(
        [&](mlir::func::FuncOp copy, Inputs &) {
          std::vector<Operation *> all;
          copy.walk<mlir::WalkOrder::PreOrder>(
              [&](Operation *op) { all.push_back(op); });
          return change(all[index]);
        },
        mustShrink);
  }

  void makeAll() {
    for (unsigned k = 0; k < start.function.getNumResults(); ++k)
      attempt([&](mlir::func::FuncOp copy, Inputs &) {
        return keepResult(copy, k);
      });
    // The failing element first.
    for (size_t at = 0; at < 8; ++at)
      attempt([&](mlir::func::FuncOp copy, Inputs &inputs) {
        return scalarize(copy, at, inputs);
      });
    std::vector<Operation *> all;
    start.function->walk<mlir::WalkOrder::PreOrder>(
        [&](Operation *op) { all.push_back(op); });
    for (size_t i = 1; i < all.size(); ++i) {
      Operation *op = all[i];
      if (op->hasTrait<mlir::OpTrait::IsTerminator>())
        continue;
      for (unsigned k = 0; k < op->getNumResults(); ++k)
        attempt([&](mlir::func::FuncOp copy, Inputs &) {
          std::vector<Operation *> copies;
          copy.walk<mlir::WalkOrder::PreOrder>(
              [&](Operation *inner) { copies.push_back(inner); });
          return returnOperand(copy, copies[i], k);
        });
      attemptAt(i, [](Operation *o) { return replaceByConstants(o, 0); });
      attemptAt(i, [](Operation *o) { return replaceByConstants(o, 1); });
      for (unsigned k = 0; k < op->getNumOperands(); ++k)
        attemptAt(i, [&](Operation *o) { return replaceByOperand(o, k); });
      for (unsigned k = 0; k < op->getNumRegions(); ++k)
        attemptAt(i, [&](Operation *o) { return inlineRegion(o, k); });
    }
  }
  /// Changes that make nothing smaller.
  void makePlainer() {
    std::vector<Operation *> all;
    start.function->walk<mlir::WalkOrder::PreOrder>(
        [&](Operation *op) { all.push_back(op); });
    for (size_t i = 1; i < all.size(); ++i)
      for (llvm::StringRef name :
           {"overflowFlags", "fastmath", "isExact", "unsignedCmp"})
        attemptAt(
            i, [&](Operation *o) { return dropFlag(o, name); },
            /*mustShrink=*/false);
    for (size_t i = 1; i < all.size(); ++i)
      if (!plain.contains(printed(all[i])))
        for (uint64_t bits : {0, 1})
          attemptAt(
              i, [&](Operation *o) { return simplifyConstant(o, bits); },
              /*mustShrink=*/false);
  }
  static std::string printed(Operation *op) {
    std::string text;
    if (op->getName().getStringRef() == "arith.constant") {
      llvm::raw_string_ostream os(text);
      op->getAttr("value").print(os);
    }
    return text;
  }

  /// One operation at a time, as what the tool trips over may be dead.
  void makeErasures() {
    erasesDead = false;
    size_t count = 0;
    start.function->walk([&](Operation *) { ++count; });
    for (size_t i = 1; i < count; ++i)
      attemptAt(i, [](Operation *o) {
        if (o->hasTrait<mlir::OpTrait::IsTerminator>() ||
            (!o->use_empty() && !replaceByConstants(o, 0)))
          return false;
        o->erase();
        return true;
      });
    for (unsigned k = 0; k < start.function.getNumResults(); ++k)
      attempt([&](mlir::func::FuncOp copy, Inputs &) {
        return keepResult(copy, k);
      });
  }

  TrialFunction start;
  bool erasesDead = true;
  const TrialResult &result;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  unsigned cost;
  std::vector<TrialFunction> candidates;
  llvm::StringSet<> plain;
};
} // namespace

/// What the tool does to the candidates. If it fails as a whole on what is
/// wanted, a process tells of one such candidate only: then the smallest ones
/// come first, some at a time, until one shows it.
static std::vector<TrialResult>
tryCandidates(FunctionTrial &trial, std::vector<TrialFunction> &candidates,
              TrialKind kind, uint64_t lastProcess) {
  if (!hasMessage(kind))
    return trial.tryAll(candidates);
  std::vector<TrialResult> results(candidates.size());
  std::vector<size_t> order(candidates.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::vector<unsigned> costs;
  for (const TrialFunction &candidate : candidates)
    costs.push_back(costOf(candidate.function));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(costs[a], a) < std::pair(costs[b], b);
  });
  constexpr size_t some = 8;
  for (size_t begin = 0; begin < order.size() && trial.processes < lastProcess;
       begin += some) {
    llvm::ArrayRef<size_t> chosen = llvm::ArrayRef(order).slice(
        begin, std::min(some, order.size() - begin));
    std::vector<TrialFunction> group;
    for (size_t i : chosen)
      group.push_back(candidates[i]);
    bool found = false;
    for (auto [i, result] : llvm::zip_equal(chosen, trial.tryAll(group))) {
      found |= result.kind == kind;
      results[i] = std::move(result);
    }
    if (found)
      break;
  }
  return results;
}

ReducedFunction tilefuzz::reduceFunction(FunctionTrial &trial,
                                         const TrialFunction &function,
                                         const TrialResult &result,
                                         unsigned rounds) {
  ReducedFunction best;
  best.module = mlir::ModuleOp::create(function.function->getLoc());
  mlir::func::FuncOp copy = function.function;
  copy = copy.clone();
  copy.setName("f");
  best.module->push_back(copy);
  best.function = {copy, function.inputs, function.runs};
  best.result = result;
  // Kinds of rounds, each tried until it finds nothing.
  enum { Smaller, Erased, Plainer } phase = Smaller;
  // Where the tool fails as a whole, every candidate takes a process.
  uint64_t lastProcess =
      trial.processes + (result.kind == TrialKind::Timeout ? 12 : 300);
  for (unsigned n = 0; n < rounds && !trial.isInterrupted(); ++n) {
    Round round(best.function, best.result);
    if (phase == Plainer)
      round.makePlainer();
    else if (phase == Erased)
      round.makeErasures();
    else
      round.makeAll();
    runSource(round.candidates, *round.module);
    // A program that is undefined says nothing about the tool.
    llvm::erase_if(round.candidates, [](const TrialFunction &candidate) {
      return !hasCompletedRun(candidate);
    });
    std::vector<TrialResult> results =
        tryCandidates(trial, round.candidates, result.kind, lastProcess);
    size_t chosen = results.size();
    unsigned cost = ~0u;
    for (size_t i = 0; i < results.size(); ++i) {
      unsigned candidateCost = costOf(round.candidates[i].function);
      if (results[i].kind == result.kind && candidateCost < cost) {
        chosen = i;
        cost = candidateCost;
        // Plainer ones are equal; the first is as good.
        if (phase == Plainer)
          break;
      }
    }
    if (chosen == results.size()) {
      if (phase == Plainer)
        break;
      phase = phase == Smaller && hasMessage(result.kind) ? Erased : Plainer;
      continue;
    }
    // Constants swap between 0 and 1 without end otherwise.
    if (phase == Plainer && n > rounds / 2)
      rounds = std::min(rounds, n + 8);
    mlir::func::FuncOp next = round.candidates[chosen].function;
    next = next.clone();
    next.setName("f");
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::ModuleOp::create(next->getLoc());
    module->push_back(next);
    best.function = {next, round.candidates[chosen].inputs,
                     round.candidates[chosen].runs};
    best.result = results[chosen];
    best.module = std::move(module);
  }
  if (best.result.input < best.function.inputs.size()) {
    best.function.inputs = {best.function.inputs[best.result.input]};
    if (best.result.input < best.function.runs.size())
      best.function.runs = {best.function.runs[best.result.input]};
    best.result.input = 0;
  }
  return best;
}
