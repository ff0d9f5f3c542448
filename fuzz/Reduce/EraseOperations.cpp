//===- EraseOperations.cpp - Leave operations out -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilefuzz;

using Operations = llvm::SmallVector<Operation *>;

/// Whether one of them is the operation or around it.
static bool isInside(Operation *operation,
                     const llvm::DenseSet<Operation *> &others) {
  for (; operation; operation = operation->getParentOp())
    if (others.contains(operation))
      return true;
  return false;
}

/// Erases one operation; results take the first replacement there is, uses in
/// operations that go as well do not matter.
static bool eraseOne(Operation *operation,
                     llvm::ArrayRef<Replacement> replacements) {
  for (Value result : operation->getResults()) {
    if (result.use_empty())
      continue;
    Value replacement;
    for (Replacement make : replacements)
      if ((replacement = make(operation, result.getType())))
        break;
    if (!replacement)
      return false;
    result.replaceAllUsesWith(replacement);
  }
  operation->erase();
  return true;
}

/// What remains when operations inside others of the list are left out.
static Operations outermost(llvm::ArrayRef<Operation *> operations) {
  llvm::DenseSet<Operation *> all(operations.begin(), operations.end());
  Operations outer;
  for (Operation *operation : operations)
    if (!operation->getParentOp() || !isInside(operation->getParentOp(), all))
      outer.push_back(operation);
  return outer;
}

static bool eraseRange(llvm::ArrayRef<Operation *> operations, unsigned begin,
                       unsigned size,
                       llvm::ArrayRef<Replacement> replacements) {
  if (begin + size > operations.size())
    return false;
  bool erased = false;
  // Backwards: users first.
  Operations outer = outermost(operations.slice(begin, size));
  for (Operation *operation : llvm::reverse(outer))
    erased |= eraseOne(operation, replacements);
  return erased;
}

//===----------------------------------------------------------------------===//
// Single operations, in the order of the text
//===----------------------------------------------------------------------===//

static unsigned countOperations(const Subject &subject, unsigned) {
  return reducibleOperations(subject.module.get()).size();
}

static bool eraseToOperand(Subject &subject, unsigned, unsigned begin,
                           unsigned size) {
  return eraseRange(reducibleOperations(subject.module.get()), begin, size,
                    {operandOfType, makeFresh, earlierOfType});
}
/// Levels: zeros; ones.
static bool eraseToZero(Subject &subject, unsigned level, unsigned begin,
                        unsigned size) {
  return eraseRange(reducibleOperations(subject.module.get()), begin, size,
                    {level == 0 ? makeFresh : makeOne, makeFresh, earlierOfType,
                     operandOfType});
}
static bool eraseToEarlier(Subject &subject, unsigned, unsigned begin,
                           unsigned size) {
  return eraseRange(reducibleOperations(subject.module.get()), begin, size,
                    {earlierOfType, operandOfType, makeFresh});
}

//===----------------------------------------------------------------------===//
// Hierarchy
//===----------------------------------------------------------------------===//

static unsigned depthOf(Operation *operation) {
  unsigned depth = 0;
  for (Operation *around = operation->getParentOp(); around && !isFrame(around);
       around = around->getParentOp())
    ++depth;
  return depth;
}

static Operations operationsAtDepth(ModuleOp module, unsigned depth) {
  Operations operations = reducibleOperations(module);
  llvm::erase_if(operations, [&](Operation *operation) {
    return depthOf(operation) != depth;
  });
  return operations;
}

/// Levels are depths of regions; an operation goes with all that is in it.
static unsigned countDepths(const Subject &subject) {
  unsigned deepest = 0;
  for (Operation *operation : reducibleOperations(subject.module.get()))
    deepest = std::max(deepest, depthOf(operation) + 1);
  return deepest;
}

static unsigned countAtDepth(const Subject &subject, unsigned level) {
  return operationsAtDepth(subject.module.get(), level).size();
}

static bool eraseSubtrees(Subject &subject, unsigned level, unsigned begin,
                          unsigned size) {
  return eraseRange(operationsAtDepth(subject.module.get(), level), begin, size,
                    {makeFresh, earlierOfType, operandOfType});
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static Operations rootsOf(ModuleOp module) {
  Operations operations = reducibleOperations(module);
  llvm::erase_if(operations,
                 [](Operation *operation) { return !operation->use_empty(); });
  return operations;
}

/// Places are operations whose results nobody uses; what only they used goes
/// with them.
static unsigned countRoots(const Subject &subject, unsigned) {
  return rootsOf(subject.module.get()).size();
}

static bool eraseSlices(Subject &subject, unsigned, unsigned begin,
                        unsigned size) {
  ModuleOp module = subject.module.get();
  Operations roots = rootsOf(module);
  if (begin + size > roots.size())
    return false;
  llvm::DenseSet<Operation *> used = usedOperations(module);
  Operations outer = outermost(llvm::ArrayRef(roots).slice(begin, size));
  for (Operation *root : llvm::reverse(outer))
    root->erase();
  eraseUnused(module, used, /*withEffects=*/true);
  return true;
}

static Operations erasableOperations(ModuleOp module) {
  Operations operations;
  module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    bool isOpenEnd = isBlockEnd(operation) && !operation->isRegistered();
    if (!isFrame(operation) && (isOpenEnd || !isBlockEnd(operation)))
      operations.push_back(operation);
  });
  return operations;
}

/// Also block ends of dialects that are not linked.
static unsigned countErasable(const Subject &subject, unsigned) {
  return erasableOperations(subject.module.get()).size();
}

static bool eraseWithUsers(Subject &subject, unsigned, unsigned begin,
                           unsigned) {
  Operations operations = erasableOperations(subject.module.get());
  if (begin >= operations.size())
    return false;
  Operations all = {operations[begin]};
  llvm::DenseSet<Operation *> going(all.begin(), all.end());
  llvm::SmallVector<OpOperand *> ofEnds;
  for (size_t i = 0; i < all.size(); ++i)
    for (Value result : all[i]->getResults())
      for (OpOperand &use : result.getUses()) {
        if (isBlockEnd(use.getOwner()))
          ofEnds.push_back(&use);
        else if (going.insert(use.getOwner()).second)
          all.push_back(use.getOwner());
      }
  auto goes = [&](Operation *operation) {
    while (operation && !going.contains(operation))
      operation = operation->getParentOp();
    return operation != nullptr;
  };
  // A block's end stays, with another operand that does.
  for (OpOperand *operand : ofEnds) {
    if (goes(operand->getOwner()))
      continue;
    Operation *operation = operand->get().getDefiningOp();
    Value other = makeFresh(operation, operand->get().getType());
    if (other && goes(other.getDefiningOp()))
      other = OpBuilder(operation).clone(*other.getDefiningOp())->getResult(0);
    if (!other)
      other = earlierOfType(operation, operand->get().getType());
    if (!other || goes(other.getDefiningOp()))
      return false;
    operand->set(other);
  }
  // Uses inside regions that go, too, need no order.
  Operations outer = outermost(all);
  for (Operation *operation : outer)
    operation->dropAllUses();
  for (Operation *operation : outer)
    operation->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Functions and other symbols
//===----------------------------------------------------------------------===//

static unsigned countSymbols(const Subject &subject, unsigned) {
  return symbolsOf(subject.module.get()).size();
}

/// Erases a symbol, and operations that name it.
static bool eraseSymbol(Operation *symbol, ModuleOp module) {
  if (isa<SymbolOpInterface>(symbol))
    if (auto uses = SymbolTable::getSymbolUses(symbol, module.getOperation())) {
      llvm::SmallSetVector<Operation *, 8> users;
      for (SymbolTable::SymbolUse use : *uses)
        if (!symbol->isAncestor(use.getUser()))
          users.insert(use.getUser());
      for (Operation *user : outermost(users.getArrayRef()))
        if (isFrame(user) || isBlockEnd(user) ||
            !eraseOne(user, {makeFresh, earlierOfType, operandOfType}))
          return false;
    }
  symbol->erase();
  return true;
}

static bool eraseSymbols(Subject &subject, unsigned, unsigned begin,
                         unsigned size) {
  ModuleOp module = subject.module.get();
  Operations symbols = symbolsOf(module);
  if (begin + size > symbols.size())
    return false;
  bool erased = false;
  Operations outer = outermost(llvm::ArrayRef(symbols).slice(begin, size));
  for (Operation *symbol : llvm::reverse(outer))
    erased |= eraseSymbol(symbol, module);
  return erased;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::eraseSymbolsRow = {
    "erase-symbols", "erase functions and other symbols",
    oneLevel,        countSymbols,
    eraseSymbols,    /*ranged=*/true};
const Reduction tilefuzz::eraseSlicesRow = {
    "erase-slices", "erase unused operations with all that only they need",
    oneLevel,       countRoots,
    eraseSlices,    /*ranged=*/true};
const Reduction tilefuzz::eraseSubtreesRow = {
    "erase-subtrees", "erase operations with their regions, outermost first",
    countDepths,      countAtDepth,
    eraseSubtrees,    /*ranged=*/true};
const Reduction tilefuzz::eraseToOperandRow = {
    "erase-to-operand", "replace an operation by one of its operands",
    oneLevel,           countOperations,
    eraseToOperand,     /*ranged=*/true};
const Reduction tilefuzz::eraseToZeroRow = {
    "erase-to-zero", "replace an operation by zeros, ones, fresh tokens",
    twoLevels,       countOperations,
    eraseToZero,     /*ranged=*/true};
const Reduction tilefuzz::eraseToEarlierRow = {
    "erase-to-earlier", "replace an operation by an earlier value", oneLevel,
    countOperations, eraseToEarlier};
const Reduction tilefuzz::eraseWithUsersRow = {
    "erase-with-users", "erase an operation and all that uses it", oneLevel,
    countErasable, eraseWithUsers};
