//===- Validation.cpp - Does a module keep what it replaced? --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Validation.h"
#include "interp/Tile/TileTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"
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
  return p && p == q;
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

static ProofVerdict validateFunction(mlir::FunctionOpInterface before,
                                     mlir::FunctionOpInterface after,
                                     const RefinementOptions &options) {
  if (!after)
    return {ProofKind::Refuted, "the target has no function of that name"};
  mlir::Region &a = before.getFunctionBody(), &b = after.getFunctionBody();
  if (mlir::OperationEquivalence::isEquivalentTo(
          before, after, mlir::OperationEquivalence::IgnoreLocations))
    return {ProofKind::Proved, "", "", {"the same code"}};
  if (!a.hasOneBlock() || !b.hasOneBlock())
    return {ProofKind::Unsupported, "a function of several blocks"};
  if (!llvm::equal(a.getArgumentTypes(), b.getArgumentTypes(), isAlike))
    return {ProofKind::Unsupported, "the functions' arguments differ in type"};
  addBorders(before);
  addBorders(after);
  return checkRefinement(a.front(), b.front(), options);
}

std::vector<FunctionProof> tilefuzz::validate(mlir::ModuleOp before,
                                              mlir::ModuleOp after,
                                              RefinementOptions options) {
  options.pairsByOrder = options.allowOpaque = true;
  mlir::OwningOpRef<mlir::ModuleOp> source = before.clone(),
                                    target = after.clone();
  numberAccesses(source.get());
  numberAccesses(target.get());
  std::vector<mlir::FunctionOpInterface> targets = functionsOf(target.get());
  std::vector<FunctionProof> proofs;
  for (mlir::FunctionOpInterface function : functionsOf(source.get())) {
    FunctionProof &proof = proofs.emplace_back();
    proof.function = function.getName().str();
    auto found = llvm::find_if(targets, [&](mlir::FunctionOpInterface other) {
      return other.getName() == function.getName();
    });
    auto start = std::chrono::steady_clock::now();
    proof.verdict = validateFunction(
        function, found == targets.end() ? nullptr : *found, options);
    proof.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  }
  return proofs;
}
