//===- Folds.cpp - Folds of the dialects' operations ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Folds.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral prefix = "fold:";

template <typename OpT>
using FoldMethod = decltype(std::declval<OpT &>().fold(
    std::declval<typename OpT::FoldAdaptor>()));

/// As the rewrite driver sees it: a method of its own, or of a trait.
template <typename OpT> static void addFold(std::vector<std::string> &names) {
  if (llvm::is_detected<FoldMethod, OpT>::value ||
      OpT::template hasTrait<mlir::OpTrait::IsCommutative>() ||
      OpT::template hasTrait<mlir::OpTrait::IsIdempotent>() ||
      OpT::template hasTrait<mlir::OpTrait::IsInvolution>())
    names.push_back((prefix + OpT::getOperationName()).str());
}
template <typename... Ops>
static void addFolds(std::vector<std::string> &names) {
  (addFold<Ops>(names), ...);
}

std::vector<std::string> tilefuzz::foldNames() {
  std::vector<std::string> names;
  addFolds<
#define GET_OP_LIST
#include "compiler/CudaTile/CudaTileOps.cpp.inc"
      >(names);
  addFolds<
#define GET_OP_LIST
#include "compiler/TileAA/TileAAOps.cpp.inc"
      >(names);
  return names;
}

unsigned tilefuzz::applyFold(mlir::Operation *root, llvm::StringRef fold) {
  if (!fold.consume_front(prefix))
    return 0;
  std::vector<mlir::Operation *> wanted;
  root->walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == fold)
      wanted.push_back(op);
  });
  unsigned count = 0;
  for (mlir::Operation *op : wanted) {
    llvm::SmallVector<mlir::OpFoldResult> results;
    if (failed(op->fold(results)))
      continue;
    ++count;
    // Without results it has changed in place; a constant is its own fold.
    if (results.empty() || op->hasTrait<mlir::OpTrait::ConstantLike>())
      continue;
    mlir::OpBuilder builder(op);
    for (auto [result, folded] : llvm::zip_equal(op->getResults(), results)) {
      auto value = llvm::dyn_cast<mlir::Value>(folded);
      if (auto constant = llvm::dyn_cast<mlir::Attribute>(folded)) {
        mlir::Operation *made = op->getDialect()->materializeConstant(
            builder, constant, result.getType(), op->getLoc());
        if (!made)
          return count - 1;
        value = made->getResult(0);
      }
      if (value != result)
        result.replaceAllUsesWith(value);
    }
    op->erase();
  }
  return count;
}
