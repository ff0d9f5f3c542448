//===- Validation.cpp - Does a module keep what it replaced? --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Validation.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "oracle/Smt/TileEncoding.h"
#include <chrono>

using namespace tilefuzz;

static std::vector<mlir::FunctionOpInterface>
functionsOf(mlir::ModuleOp module) {
  std::vector<mlir::FunctionOpInterface> functions;
  module.walk([&](mlir::FunctionOpInterface function) {
    if (!function.isExternal())
      functions.push_back(function);
  });
  return functions;
}

/// From the module on: functions of several modules may share a name.
static std::string pathOf(mlir::Operation *op) {
  std::string path;
  for (; op; op = op->getParentOp())
    if (auto name = op->getAttrOfType<mlir::StringAttr>(
            mlir::SymbolTable::getSymbolAttrName()))
      path = (name.getValue() + (path.empty() ? "" : "::") + path).str();
  return path;
}

/// Why what the function uses may not be the same in the other module,
/// functions aside: these are compared by themselves. Empty: it is.
static std::string symbolDifference(mlir::Operation *function,
                                    mlir::Operation *other) {
  std::optional<mlir::SymbolTable::UseRange> uses =
      mlir::SymbolTable::getSymbolUses(function);
  if (!uses)
    return "an operation that is not known has a region, and may use any "
           "symbol";
  for (mlir::SymbolTable::SymbolUse use : *uses) {
    auto find = [&](mlir::Operation *from) {
      return mlir::SymbolTable::lookupNearestSymbolFrom(from,
                                                        use.getSymbolRef());
    };
    mlir::Operation *a = find(function), *b = find(other);
    if (llvm::isa_and_nonnull<mlir::FunctionOpInterface>(a) &&
        llvm::isa_and_nonnull<mlir::FunctionOpInterface>(b))
      continue;
    if (!a || !b ||
        !mlir::OperationEquivalence::isEquivalentTo(
            a, b, mlir::OperationEquivalence::IgnoreLocations))
      return ("'@" + use.getSymbolRef().getLeafReference().getValue() +
              "' is not the same in both modules")
          .str();
  }
  return "";
}

static unsigned spaceOf(mlir::Type pointer) {
  auto typed = llvm::dyn_cast<mlir::nv_tileaa::PtrType>(pointer);
  return typed ? typed.getAddressSpace() : 1;
}

/// Types of different dialects stand for the same values.
static bool isAlike(mlir::Type a, mlir::Type b) {
  if (a == b)
    return true;
  TileShape x = tileShapeOf(a), y = tileShapeOf(b);
  if (x.shape != y.shape)
    return false;
  if (x.element == y.element)
    return true;
  mlir::Type p = pointeeOf(x.element), q = pointeeOf(y.element);
  // What cuda_tile points to is global memory, address space 1.
  return p && p == q && spaceOf(x.element) == spaceOf(y.element);
}

static bool isKernel(mlir::Operation *function) {
  return llvm::isa<mlir::cuda_tile::EntryOp>(function) ||
         function->hasAttr("cute.kernel");
}

/// In what the two differ to those who call or launch them; empty: in nothing.
static std::string interfaceDifference(mlir::FunctionOpInterface before,
                                       mlir::FunctionOpInterface after) {
  if (!llvm::equal(before.getArgumentTypes(), after.getArgumentTypes(),
                   isAlike))
    return "the functions' arguments differ in type";
  if (!llvm::equal(before.getResultTypes(), after.getResultTypes(), isAlike))
    return "the functions' results differ in type";
  if (isKernel(before) != isKernel(after))
    return "only one of the functions is a kernel";
  auto attributes = [](mlir::DictionaryAttr dictionary) {
    return dictionary ? dictionary.getValue()
                      : llvm::ArrayRef<mlir::NamedAttribute>();
  };
  for (unsigned i = 0; i < before.getNumArguments(); ++i)
    if (attributes(before.getArgAttrDict(i)) !=
        attributes(after.getArgAttrDict(i)))
      return "the functions' arguments differ in attributes";
  for (unsigned i = 0; i < before.getNumResults(); ++i)
    if (attributes(before.getResultAttrDict(i)) !=
        attributes(after.getResultAttrDict(i)))
      return "the functions' results differ in attributes";
  return "";
}

/// Arguments become inputs, and what is returned is observed.
static void addBorders(mlir::FunctionOpInterface function) {
  mlir::Block &body = function.getFunctionBody().front();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&body);
  for (mlir::BlockArgument argument : body.getArguments()) {
    mlir::OperationState state(argument.getLoc(), "tilefuzz.input");
    state.addTypes(argument.getType());
    state.addAttribute(
        "name",
        builder.getStringAttr("arg" + llvm::Twine(argument.getArgNumber())));
    argument.replaceAllUsesWith(builder.create(state)->getResult(0));
  }
  mlir::Operation *end = body.getTerminator();
  if (end->getNumOperands() == 0)
    return;
  builder.setInsertionPoint(end);
  mlir::OperationState state(end->getLoc(), "tilefuzz.observe");
  state.addOperands(end->getOperands());
  builder.create(state);
}

/// Next to the function, so that symbols mean the same.
static mlir::FunctionOpInterface copyOf(mlir::FunctionOpInterface function) {
  mlir::FunctionOpInterface copy = function.clone();
  mlir::SymbolTable::setSymbolName(copy,
                                   (function.getName() + " copied").str());
  function->getBlock()->getOperations().insert(
      std::next(function->getIterator()), copy);
  return copy;
}

static ProofVerdict validateFunction(mlir::FunctionOpInterface before,
                                     mlir::FunctionOpInterface after,
                                     const RefinementOptions &options) {
  if (!after)
    return {ProofKind::Refuted, "the target has no function of that name"};
  for (auto [one, other] : {std::pair(before, after), std::pair(after, before)})
    if (std::string difference = symbolDifference(one, other);
        !difference.empty())
      return {ProofKind::Unsupported, difference};
  if (std::string difference = interfaceDifference(before, after);
      !difference.empty())
    return {ProofKind::Unsupported, difference};
  mlir::Region &a = before.getFunctionBody(), &b = after.getFunctionBody();
  if (mlir::OperationEquivalence::isEquivalentTo(
          before, after, mlir::OperationEquivalence::IgnoreLocations))
    return {ProofKind::Proved, "", "", {"the same code"}};
  if (!a.hasOneBlock() || !b.hasOneBlock())
    return {ProofKind::Unsupported, "a function of several blocks"};
  // Copies: calls of the functions run them as they are.
  mlir::OwningOpRef<mlir::FunctionOpInterface> source = copyOf(before),
                                               target = copyOf(after);
  addBorders(*source);
  addBorders(*target);
  return checkRefinement(source->getFunctionBody().front(),
                         target->getFunctionBody().front(), options);
}

static mlir::StringAttr nameOfLocation(mlir::Operation *op) {
  auto name = llvm::dyn_cast<mlir::NameLoc>(op->getLoc());
  return name ? name.getName() : nullptr;
}

ProofVerdict tilefuzz::checkRewrite(mlir::FunctionOpInterface before,
                                    mlir::FunctionOpInterface after,
                                    const RefinementOptions &options) {
  mlir::OwningOpRef<mlir::FunctionOpInterface> source = copyOf(before),
                                               target = copyOf(after);
  addBorders(*source);
  addBorders(*target);
  llvm::SmallVector<std::pair<mlir::Operation *, mlir::StringAttr>> named;
  source->walk([&](mlir::Operation *op) {
    if (mlir::StringAttr name = nameOfLocation(op))
      named.push_back({op, name});
  });
  numberAccesses(*source);
  llvm::DenseMap<mlir::StringAttr, mlir::Location> numbers;
  for (auto [op, name] : named)
    numbers.insert({name, op->getLoc()});
  target->walk([&](mlir::Operation *op) {
    if (auto found = numbers.find(nameOfLocation(op)); found != numbers.end())
      op->setLoc(found->second);
  });
  return checkRefinement(source->getFunctionBody().front(),
                         target->getFunctionBody().front(), options);
}

void tilefuzz::validate(mlir::ModuleOp before, mlir::ModuleOp after,
                        RefinementOptions options,
                        llvm::function_ref<void(const FunctionProof &)> sink) {
  options.pairsByOrder = options.allowOpaque = true;
  mlir::OwningOpRef<mlir::ModuleOp> source = before.clone(),
                                    target = after.clone();
  numberAccesses(source.get());
  numberAccesses(target.get());
  std::vector<mlir::FunctionOpInterface> targets = functionsOf(target.get());
  std::vector<mlir::FunctionOpInterface> sources = functionsOf(source.get());
  llvm::DenseSet<mlir::Operation *> paired;
  auto isUnique = [&](mlir::StringAttr name) {
    auto hasName = [&](mlir::FunctionOpInterface function) {
      return function.getNameAttr() == name;
    };
    return llvm::count_if(sources, hasName) == 1 &&
           llvm::count_if(targets, hasName) == 1;
  };
  for (mlir::FunctionOpInterface function : sources) {
    FunctionProof proof;
    // Another dialect may have other modules.
    bool byName = isUnique(function.getNameAttr());
    proof.function = function.getName().str();
    auto found = llvm::find_if(targets, [&](mlir::FunctionOpInterface other) {
      return byName ? other.getNameAttr() == function.getNameAttr()
                    : pathOf(other) == pathOf(function);
    });
    auto start = std::chrono::steady_clock::now();
    proof.verdict = validateFunction(
        function, found == targets.end() ? nullptr : *found, options);
    proof.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    sink(proof);
    if (found != targets.end())
      paired.insert(*found);
  }
  // Public ones are never eliminated (part 1, 3.6).
  llvm::DenseSet<mlir::StringAttr> kept;
  target->walk([&](mlir::SymbolOpInterface symbol) {
    kept.insert(symbol.getNameAttr());
  });
  source->walk([&](mlir::cuda_tile::GlobalOp global) {
    if (global.getSymbolVisibility() ==
            mlir::cuda_tile::SymbolVisibility::Public &&
        !kept.contains(global.getSymNameAttr()))
      sink({global.getSymName().str(),
            {ProofKind::Refuted, "the target has no global of that name"}});
  });
  for (mlir::FunctionOpInterface function : targets)
    if (!paired.contains(function))
      sink({function.getName().str(),
            {ProofKind::Unsupported,
             "the source has no function of that name"}});
}
