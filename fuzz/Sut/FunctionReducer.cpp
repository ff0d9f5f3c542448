//===- FunctionReducer.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionReducer.h"
#include "fuzz/Reduce/DeltaDebug.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

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
  if (!isFunctionType(type))
    return {};
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
  llvm::StringRef dialect = op->getName().getDialectNamespace();
  if ((dialect != "scf" && dialect != "affine") || k >= op->getNumRegions() ||
      !op->getRegion(k).hasOneBlock())
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
  } else if (auto loop = llvm::dyn_cast<mlir::affine::AffineForOp>(op)) {
    if (!loop.hasConstantLowerBound())
      return false;
    arguments.push_back(constantBefore(op,
                                       mlir::IndexType::get(op->getContext()),
                                       uint64_t(loop.getConstantLowerBound())));
    llvm::append_range(arguments, loop.getInits());
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
/// What gives nothing, such as a store or a whole loop, goes.
static bool eraseEffect(Operation *op) {
  if (op->getNumResults() || op->hasTrait<mlir::OpTrait::IsTerminator>())
    return false;
  op->erase();
  return true;
}
/// A loop of two iterations at most.
static bool shortenLoop(Operation *op) {
  auto loop = llvm::dyn_cast<mlir::affine::AffineForOp>(op);
  if (!loop || !loop.hasConstantLowerBound())
    return false;
  int64_t end = loop.getConstantLowerBound() + 2 * loop.getStepAsInt();
  if (loop.hasConstantUpperBound() && loop.getConstantUpperBound() <= end)
    return false;
  loop.setConstantUpperBound(end);
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
      k >= op->getNumResults() || !isFunctionType(op->getResult(k).getType()))
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
// The model
//===----------------------------------------------------------------------===//

namespace {
/// What the change is made to: a copy, and its operations in the order in which
/// they are printed.
struct Copy {
  mlir::func::FuncOp function;
  Inputs &inputs;
  std::vector<Operation *> operations;
};
using Change = std::function<bool(Copy &)>;

/// A function in a module of its own.
struct FunctionCandidate : DeltaCandidate {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  TrialFunction function;
  /// Once it was asked about.
  TrialResult result;

  /// Of a function that is nobody's yet.
  void adopt(mlir::func::FuncOp copy) {
    module = mlir::ModuleOp::create(copy->getLoc());
    copy.setName("f");
    module->push_back(copy);
    function.function = copy;
  }
  void takeMeasure() {
    std::string text;
    llvm::raw_string_ostream os(text);
    function.function->print(os);
    measure = {costOf(function.function), textMeasureOf(text)};
    hash = deltaHashOf(text);
  }
};

class FunctionModel : public DeltaModel {
public:
  FunctionModel(FunctionTrial &trial, const TrialFunction &function,
                const TrialResult &result)
      : trial(trial), kind(result.kind), processesBefore(trial.processes),
        best(new FunctionCandidate) {
    mlir::func::FuncOp given = function.function;
    best->adopt(given.clone());
    best->function.inputs = function.inputs;
    best->function.runs = function.runs;
    best->result = result;
    best->takeMeasure();
  }

  static std::vector<DeltaRow> rows() {
    std::vector<DeltaRow> all;
    for (const Row &row : table)
      all.push_back(
          {row.name, DeltaRow::Sizes::One, DeltaRow::Order::Smallest});
    return all;
  }

  unsigned count(unsigned row, unsigned level) override;
  std::unique_ptr<DeltaCandidate> make(unsigned row, unsigned level,
                                       unsigned begin, unsigned size,
                                       uint64_t &unfit) override;
  void keep(std::unique_ptr<DeltaCandidate> candidate, RowReport &) override {
    best.reset(static_cast<FunctionCandidate *>(candidate.release()));
  }
  bool isInteresting(DeltaCandidate &candidate, unsigned) override {
    return areInteresting(&candidate).front();
  }
  /// Where the tool fails as a whole on what is wanted, a process tells of one
  /// such candidate only: then some at a time.
  size_t batchSize() const override { return hasMessage(kind) ? 8 : 10'000; }
  std::vector<bool>
  areInteresting(llvm::ArrayRef<DeltaCandidate *> candidates) override;
  uint64_t spent(uint64_t) const override {
    return trial.processes - processesBefore;
  }

  ReducedFunction take();

private:
  /// A list of changes of the best function.
  struct Row {
    llvm::StringLiteral name;
    void (FunctionModel::*list)();
    /// What the tool trips over may be dead.
    bool keepsDead;
  };

  void listSmaller();
  void listPlainer();
  void listErasures();
  void listResults();
  static constexpr Row table[] = {
      {"smaller", &FunctionModel::listSmaller, /*keepsDead=*/false},
      {"erasures", &FunctionModel::listErasures, /*keepsDead=*/true},
      {"plainer", &FunctionModel::listPlainer, /*keepsDead=*/false},
  };

  std::vector<Operation *> operationsOfBest() const {
    return operationsIn(best->function.function);
  }
  static std::vector<Operation *> operationsIn(mlir::func::FuncOp function) {
    std::vector<Operation *> all;
    function.walk<mlir::WalkOrder::PreOrder>(
        [&](Operation *op) { all.push_back(op); });
    return all;
  }
  /// Of operation `index`.
  void add(size_t index, std::function<bool(Operation *)> change) {
    changes.push_back(
        [=](Copy &copy) { return change(copy.operations[index]); });
  }

  FunctionTrial &trial;
  FindingKind kind;
  uint64_t processesBefore;
  std::unique_ptr<FunctionCandidate> best;
  std::vector<Change> changes;
};
} // namespace

void FunctionModel::listResults() {
  for (unsigned k = 0; k < best->function.function.getNumResults(); ++k)
    changes.push_back([=](Copy &copy) { return keepResult(copy.function, k); });
}

void FunctionModel::listSmaller() {
  listResults();
  // The failing element first.
  for (size_t at = 0; at < 8; ++at)
    changes.push_back(
        [=](Copy &copy) { return scalarize(copy.function, at, copy.inputs); });
  for (auto [i, op] : llvm::enumerate(operationsOfBest())) {
    if (i == 0 || op->hasTrait<mlir::OpTrait::IsTerminator>())
      continue;
    for (unsigned k = 0; k < op->getNumResults(); ++k)
      changes.push_back([=, i = i](Copy &copy) {
        return returnOperand(copy.function, copy.operations[i], k);
      });
    for (uint64_t bits : {0, 1})
      add(i, [=](Operation *o) { return replaceByConstants(o, bits); });
    for (unsigned k = 0; k < op->getNumOperands(); ++k)
      add(i, [=](Operation *o) { return replaceByOperand(o, k); });
    add(i, eraseEffect);
    for (unsigned k = 0; k < op->getNumRegions(); ++k)
      add(i, [=](Operation *o) { return inlineRegion(o, k); });
  }
}

/// Changes that leave the number of operations.
void FunctionModel::listPlainer() {
  size_t count = operationsOfBest().size();
  for (size_t i = 1; i < count; ++i)
    add(i, shortenLoop);
  for (size_t i = 1; i < count; ++i)
    for (llvm::StringRef name :
         {"overflowFlags", "fastmath", "isExact", "unsignedCmp"})
      add(i, [=](Operation *o) { return dropFlag(o, name); });
  for (size_t i = 1; i < count; ++i)
    for (uint64_t bits : {0, 1})
      add(i, [=](Operation *o) { return simplifyConstant(o, bits); });
}

/// One operation at a time, where the tool fails as a whole or the target does
/// not end; what is dead changes no value.
void FunctionModel::listErasures() {
  if (!hasMessage(kind) && kind != FindingKind::TargetUndefined)
    return;
  for (size_t i = 1, count = operationsOfBest().size(); i < count; ++i)
    add(i, [](Operation *o) {
      if (o->hasTrait<mlir::OpTrait::IsTerminator>() ||
          (!o->use_empty() && !replaceByConstants(o, 0)))
        return false;
      o->erase();
      return true;
    });
  listResults();
}

unsigned FunctionModel::count(unsigned row, unsigned level) {
  changes.clear();
  (this->*table[row].list)();
  return changes.size();
}

std::unique_ptr<DeltaCandidate>
FunctionModel::make(unsigned row, unsigned level, unsigned begin, unsigned size,
                    uint64_t &unfit) {
  auto candidate = std::make_unique<FunctionCandidate>();
  candidate->adopt(best->function.function.clone());
  candidate->function.inputs = best->function.inputs;
  mlir::func::FuncOp function = candidate->function.function;
  Copy copy{function, candidate->function.inputs, operationsIn(function)};
  if (!changes[begin](copy))
    return nullptr;
  if (!table[row].keepsDead)
    eraseDead(function);
  dropArguments(function, candidate->function.inputs);
  candidate->takeMeasure();
  if (!(candidate->measure < best->measure) ||
      mlir::failed(mlir::verify(function))) {
    ++unfit;
    return nullptr;
  }
  return candidate;
}

std::vector<bool>
FunctionModel::areInteresting(llvm::ArrayRef<DeltaCandidate *> candidates) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(best->module->getLoc());
  std::vector<TrialFunction> functions;
  for (DeltaCandidate *candidate : candidates) {
    functions.push_back(static_cast<FunctionCandidate *>(candidate)->function);
    TrialFunction &function = functions.back();
    function.function = function.function.clone();
    function.function.setName(("c" + llvm::Twine(functions.size())).str());
    module->push_back(function.function);
  }
  runSource(functions, *module);
  // A program that is undefined says nothing about the tool.
  std::vector<TrialFunction> defined;
  std::vector<size_t> places;
  for (auto [i, function] : llvm::enumerate(functions))
    if (hasCompletedRun(function)) {
      defined.push_back(function);
      places.push_back(i);
    }
  std::vector<bool> answers(candidates.size());
  for (auto [i, result] : llvm::zip_equal(places, trial.tryAll(defined))) {
    auto *candidate = static_cast<FunctionCandidate *>(candidates[i]);
    answers[i] = result.isFinding(kind);
    candidate->result = std::move(result);
    candidate->function.runs = functions[i].runs;
  }
  return answers;
}

ReducedFunction FunctionModel::take() {
  TrialFunction &function = best->function;
  TrialResult &result = best->result;
  if (result.input < function.inputs.size()) {
    function.inputs = {function.inputs[result.input]};
    if (result.input < function.runs.size())
      function.runs = {function.runs[result.input]};
    result.input = 0;
  }
  return {std::move(best->module), std::move(function), std::move(result)};
}

ReducedFunction tilefuzz::reduceFunction(FunctionTrial &trial,
                                         const TrialFunction &function,
                                         const TrialResult &result,
                                         uint64_t maxProcesses) {
  FunctionModel model(trial, function, result);
  DeltaOptions options;
  options.maxTries = maxProcesses;
  options.isInterrupted = [&] { return trial.isInterrupted(); };
  std::vector<DeltaRow> rows = FunctionModel::rows();
  DeltaReport report;
  DeltaDebugger(model, rows, options, report).run();
  return model.take();
}
