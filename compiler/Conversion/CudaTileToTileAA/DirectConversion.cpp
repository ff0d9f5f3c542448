//===- DirectConversion.cpp - The conversion in one walk ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/DirectConversion.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// What patterns do
//===----------------------------------------------------------------------===//

void DirectRewriter::replaceOp(Operation *op, ValueRange values) {
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    // A pattern that gives another type leaves a cast, as with MLIR's driver;
    // the pass refuses what still has one.
    Type wanted = converter.convertType(result.getType());
    Value given = value;
    if (given.getType() != wanted)
      given =
          UnrealizedConversionCastOp::create(
              *this, op->getLoc(), wanted ? wanted : result.getType(), given)
              .getResult(0);
    replacements[result] = given;
  }
}

void DirectRewriter::setArguments(Block *block, TypeRange types) {
  if (block->getNumArguments() == 0)
    return;
  auto made = new Block;
  for (auto [argument, type] : llvm::zip_equal(block->getArguments(), types))
    replacements[argument] = made->addArgument(type, argument.getLoc());
  block->getParent()->getBlocks().insert(block->getIterator(), made);
  made->getOperations().splice(made->end(), block->getOperations());
  block->getParent()->getBlocks().remove(block);
  oldBlocks.emplace_back(block);
}

LogicalResult DirectRewriter::convertRegionTypes(Region *region,
                                                 const TypeConverter &by) {
  SmallVector<Type> types;
  if (failed(by.convertTypes(region->getArgumentTypes(), types)))
    return failure();
  setArguments(&region->front(), types);
  return success();
}

void DirectRewriter::applySignatureConversion(
    Block *block, const TypeConverter::SignatureConversion &signature,
    const TypeConverter *) {
  setArguments(block, signature.getConvertedTypes());
}

LogicalResult DirectRewriter::remap(OperandRange operands,
                                    SmallVectorImpl<Value> &values) const {
  for (Value operand : operands) {
    auto it = replacements.find(operand);
    if (it == replacements.end())
      return failure();
    values.push_back(it->second);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

DirectConversion::DirectConversion(const FrozenRewritePatternSet &frozen,
                                   const TypeConverter &converter)
    : converter(converter) {
  for (const auto &[name, rows] : frozen.getOpSpecificNativePatterns())
    // Two patterns would be tried by benefit.
    patterns[name] = rows.size() == 1
                         ? static_cast<const DirectPattern *>(rows.front())
                         : nullptr;
}

bool DirectConversion::prepare(Operation *root) {
  plan.clear();
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Operations in the order of the text come after their operands'.
    for (Region &region : op->getRegions())
      if (!region.empty() && !region.hasOneBlock())
        return WalkResult::interrupt();
    if (op == root)
      return WalkResult::advance();
    const DirectPattern *pattern = patterns.lookup(op->getName());
    if (!pattern)
      return WalkResult::interrupt();
    plan.push_back({op, pattern});
    return WalkResult::advance();
  });
  return !result.wasInterrupted() && !plan.empty();
}

LogicalResult DirectConversion::run() {
  DirectRewriter rewriter(plan.front().op->getContext(), converter);
  LogicalResult result = success();
  SmallVector<Value> operands;
  for (const Step &step : plan) {
    Operation *op = step.op;
    rewriter.setInsertionPoint(op);
    operands.clear();
    if (succeeded(rewriter.remap(op->getOperands(), operands)) &&
        succeeded(step.pattern->convert(op, operands, rewriter)))
      continue;
    result = op->emitError("failed to legalize operation '")
             << op->getName() << "' that was explicitly marked illegal";
    break;
  }
  // Old operations are used by later old ones only.
  for (const Step &step : llvm::reverse(plan))
    step.op->erase();
  return result;
}
