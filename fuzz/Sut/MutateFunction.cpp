//===- MutateFunction.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/MutateFunction.h"
#include "fuzz/Sut/FunctionDraft.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace tilefuzz;
using llvm::APInt;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::Operation;
using mlir::OpOperand;
using mlir::Type;
using mlir::Value;

namespace {
/// What an operand decides beside a value.
enum class Role {
  Value,
  /// Where a loop begins or ends.
  Bound,
  Step,
  /// Whether the function is defined, or ends.
  Fixed
};

class Mutation {
public:
  Mutation(mlir::func::FuncOp function, ByteSource &choices,
           const FunctionGeneratorOptions &options)
      : function(function), choices(choices),
        draft(mlir::OpBuilder(function.getContext()), choices, options) {
    prepareDraft();
  }

  bool changeConstant();
  bool changeOperand();
  bool changeOperation();
  bool insertSomething();
  bool putInLoop();
  bool repeatLoop();

private:
  void prepareDraft();
  /// Puts what is made before `place`, which sees what stands above it.
  void moveTo(Operation *place);
  Operation *pickOperation(llvm::function_ref<bool(Operation *)> wanted);
  OpOperand *pickOperand(llvm::function_ref<bool(OpOperand &)> wanted);
  Value small(Type type, Role role);
  bool useBelow(Operation *place, Value value);

  mlir::func::FuncOp function;
  ByteSource &choices;
  FunctionDraft draft;
};
} // namespace

static Role roleOf(OpOperand &operand) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  StringRef name = op->getName().getStringRef();
  if (llvm::isa<mlir::scf::ForOp>(op) && number < 3)
    return number == 2 ? Role::Step : Role::Bound;
  // The counter of a while-loop, and whether it goes on.
  if (llvm::isa<mlir::scf::ConditionOp>(op) ||
      (llvm::isa<mlir::scf::YieldOp>(op) &&
       llvm::isa<mlir::scf::WhileOp>(op->getParentOp())) ||
      (llvm::isa<mlir::scf::WhileOp>(op) && number == 0))
    return Role::Fixed;
  bool divides = name.contains("div") || name.contains("rem");
  if (divides && number == 1 &&
      !llvm::isa<mlir::FloatType>(
          FunctionDraft::elementOf(operand.get().getType())))
    return Role::Fixed;
  // Places in a vector or tensor, dimensions of masks.
  if ((name.starts_with("tensor.") || name.starts_with("vector.") ||
       name.starts_with("memref.") || name.starts_with("affine.")) &&
      operand.get().getType().isIndex())
    return Role::Fixed;
  // Which memory: another one may have other extents.
  if (!isFunctionType(operand.get().getType()))
    return Role::Fixed;
  return Role::Value;
}

void Mutation::prepareDraft() {
  auto meet = [&](Type type) {
    if (!isFunctionType(type))
      return;
    if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
      if (draft.shape.empty()) {
        draft.shape.assign(shaped.getShape().begin(), shaped.getShape().end());
        draft.isTensor = llvm::isa<mlir::TensorType>(type);
      }
    Type element = FunctionDraft::elementOf(type);
    auto &kinds =
        llvm::isa<mlir::FloatType>(element) ? draft.reals : draft.integers;
    bool isNumber = element.isIntOrIndexOrFloat() && !element.isInteger(1);
    if (isNumber && !llvm::is_contained(kinds, element))
      kinds.push_back(element);
  };
  for (Type type : function.getArgumentTypes())
    meet(type);
  function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      meet(type);
  });
  if (draft.integers.empty())
    draft.integers.push_back(
        draft.options.widths.empty()
            ? Type(draft.builder.getI32Type())
            : draft.builder.getIntegerType(draft.options.widths.front()));
  if (draft.reals.empty())
    draft.reals.push_back(draft.builder.getF32Type());
  draft.groups = allowedGroups(draft.options);
}

void Mutation::moveTo(Operation *place) {
  draft.builder.setInsertionPoint(place);
  draft.scope.clear();
  draft.depth = 0;
  for (Operation *at = place; at != function; at = at->getParentOp()) {
    mlir::Block *block = at->getBlock();
    // The nearest are the last.
    SmallVector<Value> here(block->getArguments());
    for (Operation &above : llvm::make_range(block->begin(), at->getIterator()))
      llvm::append_range(here, above.getResults());
    llvm::erase_if(
        here, [](Value value) { return !isFunctionType(value.getType()); });
    draft.scope.insert(draft.scope.begin(), here.begin(), here.end());
    draft.depth += at != place;
  }
}

Operation *
Mutation::pickOperation(llvm::function_ref<bool(Operation *)> wanted) {
  SmallVector<Operation *> found;
  function.walk([&](Operation *op) {
    if (op != function && wanted(op))
      found.push_back(op);
  });
  return found.empty() ? nullptr : found[choices.below(found.size())];
}

OpOperand *Mutation::pickOperand(llvm::function_ref<bool(OpOperand &)> wanted) {
  SmallVector<OpOperand *> found;
  function.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (wanted(operand))
        found.push_back(&operand);
  });
  return found.empty() ? nullptr : found[choices.below(found.size())];
}

Value Mutation::small(Type type, Role role) {
  unsigned width = functionElementWidth(type);
  unsigned most = width < 5 ? 3 : 12;
  uint64_t number =
      role == Role::Step ? 1 + choices.below(most / 2) : choices.below(most);
  return draft.splat(type, APInt(width, number));
}

bool Mutation::changeConstant() {
  OpOperand *operand = pickOperand([](OpOperand &use) {
    return use.get().getDefiningOp<mlir::arith::ConstantOp>() &&
           roleOf(use) != Role::Fixed;
  });
  if (!operand)
    return false;
  moveTo(operand->getOwner());
  Type type = operand->get().getType();
  Role role = roleOf(*operand);
  operand->set(role == Role::Value ? draft.constant(type) : small(type, role));
  return true;
}

bool Mutation::changeOperand() {
  OpOperand *operand = pickOperand([](OpOperand &use) {
    return roleOf(use) == Role::Value || roleOf(use) == Role::Bound;
  });
  if (!operand)
    return false;
  moveTo(operand->getOwner());
  Type type = operand->get().getType();
  Value value = draft.pickVariable(type);
  if (roleOf(*operand) == Role::Bound) {
    if (!draft.allows("arith.remui"))
      return false;
    APInt most(functionElementWidth(type), 7);
    value = draft.add("arith.remui", {value, draft.splat(type, most)}, type);
  }
  if (value == operand->get())
    return false;
  operand->set(value);
  return true;
}

/// Operations of the same operands and result.
static llvm::ArrayRef<llvm::ArrayRef<StringRef>> families() {
  static constexpr StringRef integers[] = {
      "arith.addi", "arith.subi",  "arith.muli",  "arith.andi",  "arith.ori",
      "arith.xori", "arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui"};
  static constexpr StringRef shifts[] = {"arith.shli", "arith.shrsi",
                                         "arith.shrui"};
  static constexpr StringRef reals[] = {
      "arith.addf",     "arith.subf",    "arith.mulf",   "arith.maximumf",
      "arith.minimumf", "arith.maxnumf", "arith.minnumf"};
  static constexpr StringRef extensions[] = {"arith.extsi", "arith.extui"};
  static constexpr llvm::ArrayRef<StringRef> all[] = {integers, shifts, reals,
                                                      extensions};
  return all;
}

bool Mutation::changeOperation() {
  auto familyOf = [](Operation *op) -> llvm::ArrayRef<StringRef> {
    for (llvm::ArrayRef<StringRef> family : families())
      if (llvm::is_contained(family, op->getName().getStringRef()))
        return family;
    return {};
  };
  Operation *op = pickOperation([&](Operation *op) {
    return !familyOf(op).empty() || llvm::isa<mlir::arith::CmpIOp>(op);
  });
  if (!op)
    return false;
  if (auto compare = llvm::dyn_cast<mlir::arith::CmpIOp>(op)) {
    auto predicate = mlir::arith::CmpIPredicate(choices.below(10));
    // That of a guard makes a division defined.
    bool guards = llvm::any_of(op->getUsers(), [](Operation *user) {
      return llvm::isa<mlir::scf::IfOp>(user);
    });
    if (guards || predicate == compare.getPredicate())
      return false;
    compare.setPredicate(predicate);
    return true;
  }
  StringRef name = choices.pick(familyOf(op));
  if (name == op->getName().getStringRef() || !draft.allows(name))
    return false;
  moveTo(op);
  Operation *other = draft.make(name, op->getOperands(), op->getResultTypes());
  op->replaceAllUsesWith(other->getResults());
  op->erase();
  return true;
}

/// Some operand of its block behind `place` becomes the value, or the function
/// returns it.
bool Mutation::useBelow(Operation *place, Value value) {
  SmallVector<OpOperand *> found;
  for (Operation *op = place; op; op = op->getNextNode())
    op->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (operand.get().getType() == value.getType() &&
            operand.get() != value && roleOf(operand) == Role::Value)
          found.push_back(&operand);
    });
  if (!found.empty()) {
    found[choices.below(found.size())]->set(value);
    return true;
  }
  Operation *terminator = function.getBody().front().getTerminator();
  if (place->getBlock() != terminator->getBlock() ||
      terminator->getNumOperands() >= 12)
    return false;
  terminator->insertOperands(terminator->getNumOperands(), value);
  function.setType(draft.builder.getFunctionType(
      function.getArgumentTypes(), terminator->getOperandTypes()));
  return true;
}

bool Mutation::insertSomething() {
  Operation *place = pickOperation(
      [](Operation *op) { return !llvm::isa<mlir::arith::ConstantOp>(op); });
  if (!place)
    return false;
  moveTo(place);
  size_t before = draft.scope.size();
  draft.budget = 4;
  for (unsigned n = 1 + choices.below(3); n; --n)
    makeSomething(draft);
  bool isUsed = false;
  for (Value value : llvm::ArrayRef(draft.scope).drop_front(before))
    if (value.use_empty())
      isUsed |= useBelow(place, value);
  return isUsed;
}

/// What the operation computes is computed in a loop, which may carry one of
/// its operands.
bool Mutation::putInLoop() {
  if (!draft.allows("scf.for"))
    return false;
  Operation *op = pickOperation([&](Operation *op) {
    unsigned depth = 0;
    for (Operation *at = op; at != function; at = at->getParentOp())
      ++depth;
    return depth <= 2 && op->getNumResults() == 1 &&
           !llvm::isa<mlir::arith::ConstantOp>(op);
  });
  if (!op)
    return false;
  moveTo(op);
  mlir::OpBuilder &builder = draft.builder;
  Type counter = draft.options.hasIndex && choices.oneIn(2)
                     ? Type(builder.getIndexType())
                     : Type(builder.getI32Type());
  if (!draft.options.widths.empty() && !counter.isIndex() &&
      !llvm::is_contained(draft.options.widths, 32u))
    return false;
  Type type = op->getResult(0).getType();
  Value first = draft.pick(type);
  auto loop = mlir::scf::ForOp::create(
      builder, op->getLoc(), small(counter, Role::Bound),
      small(counter, Role::Bound), small(counter, Role::Step), first);
  op->getResult(0).replaceAllUsesWith(loop.getResult(0));
  op->moveBefore(loop.getBody(), loop.getBody()->begin());
  // Which operand is carried, or none.
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType() == type && roleOf(operand) == Role::Value) {
      operand.set(loop.getRegionIterArg(0));
      break;
    }
  builder.setInsertionPointToEnd(loop.getBody());
  mlir::scf::YieldOp::create(builder, op->getLoc(), op->getResult(0));
  return true;
}

/// The loop again behind itself, which begins with what it gave.
bool Mutation::repeatLoop() {
  Operation *op = pickOperation([](Operation *op) {
    return llvm::isa<mlir::scf::ForOp, mlir::scf::IfOp>(op) &&
           op->getNumResults();
  });
  if (!op)
    return false;
  draft.builder.setInsertionPointAfter(op);
  Operation *again = draft.builder.clone(*op);
  llvm::SmallPtrSet<Operation *, 1> except = {again};
  for (auto [value, result] : llvm::zip(op->getResults(), again->getResults()))
    value.replaceAllUsesExcept(result, except);
  if (auto loop = llvm::dyn_cast<mlir::scf::ForOp>(again))
    loop.getInitArgsMutable().assign(op->getResults());
  return true;
}

bool tilefuzz::mutateFunction(mlir::func::FuncOp function, ByteSource &choices,
                              const FunctionGeneratorOptions &options) {
  using Method = bool (Mutation::*)();
  static constexpr Method methods[] = {
      &Mutation::changeConstant,  &Mutation::changeConstant,
      &Mutation::changeOperand,   &Mutation::changeOperation,
      &Mutation::insertSomething, &Mutation::insertSomething,
      &Mutation::putInLoop,       &Mutation::repeatLoop};
  unsigned at = choices.below(std::size(methods));
  for (unsigned k = 0; k < std::size(methods); ++k) {
    Mutation mutation(function, choices, options);
    if ((mutation.*methods[(at + k) % std::size(methods)])())
      return true;
  }
  return false;
}
