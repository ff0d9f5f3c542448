//===- DropValues.cpp - Fewer results, carried values and parameters ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// Results of operations with regions
//===----------------------------------------------------------------------===//

namespace {
/// A result of an operation with regions, or (behind the results) a value that
/// a `loop` carries.
struct RegionResult {
  Operation *operation;
  unsigned index;
};
} // namespace

static unsigned countCarried(Operation *operation) {
  return isa<cuda_tile::LoopOp>(operation) ? operation->getNumOperands() : 0;
}

static llvm::SmallVector<RegionResult> regionResults(ModuleOp module) {
  llvm::SmallVector<RegionResult> results;
  for (Operation *operation : reducibleOperations(module))
    if (operation->getNumRegions())
      for (unsigned i = 0,
                    end = operation->getNumResults() + countCarried(operation);
           i < end; ++i)
        results.push_back({operation, i});
  return results;
}

/// Results of operations with regions, with what carries or combines them.
static unsigned countRegionResults(const Subject &subject, unsigned) {
  return regionResults(subject.module.get()).size();
}

/// What leaves the regions of an operation: the ends of their blocks, and exits
/// of the public dialect's loops inside `if`s.
static llvm::SmallVector<Operation *> exitsOf(Operation *operation) {
  llvm::SmallVector<Operation *> exits;
  if (isa<cuda_tile::ForOp, cuda_tile::LoopOp>(operation)) {
    operation->walk([&](Operation *exit) {
      Operation *around = exit->getParentOp();
      while (isa_and_nonnull<cuda_tile::IfOp>(around))
        around = around->getParentOp();
      if (isa<cuda_tile::ContinueOp, cuda_tile::BreakOp>(exit) &&
          around == operation)
        exits.push_back(exit);
    });
    return exits;
  }
  for (Region &region : operation->getRegions())
    for (Block &block : region)
      if (!block.empty() && isBlockEnd(&block.back()) &&
          !block.back().getNumSuccessors() &&
          !isa<cuda_tile::ReturnOp, cuda_tile::ContinueOp, cuda_tile::BreakOp>(
              block.back()))
        exits.push_back(&block.back());
  return exits;
}

static void eraseOperand(Operation *operation, unsigned index) {
  llvm::BitVector operands(operation->getNumOperands());
  operands.set(index);
  eraseOperands(operation, operands);
}

/// Erases the argument of each region that stands for the operand; inside, the
/// operand takes its place.
static void eraseCarried(Operation *operation, unsigned fromEnd) {
  Value given = operation->getOperand(operation->getNumOperands() - fromEnd);
  for (Region &region : operation->getRegions())
    for (Block &block : region) {
      if (!block.isEntryBlock() || block.getNumArguments() < fromEnd)
        continue;
      unsigned index = block.getNumArguments() - fromEnd;
      if (block.getArgument(index).getType() != given.getType())
        continue;
      block.getArgument(index).replaceAllUsesWith(given);
      block.eraseArgument(index);
    }
  eraseOperand(operation, operation->getNumOperands() - fromEnd);
}

/// Of a reduction or scan: the tile that is combined, its identity and the
/// arguments of the body that are its elements, which nothing else may use.
static bool dropCombined(Operation *operation, unsigned index) {
  Region &body = operation->getRegion(0);
  Operation *yield = body.front().getTerminator();
  auto identities = operation->getAttrOfType<ArrayAttr>("identities");
  if (operation->getNumResults() == 1 ||
      yield->getNumOperands() != operation->getNumResults())
    return false;
  eraseOperand(yield, index);
  for (Operation &dead :
       llvm::make_early_inc_range(llvm::reverse(body.front())))
    if (isOpTriviallyDead(&dead))
      dead.erase();
  for (unsigned argument : {2 * index + 1, 2 * index}) {
    if (!body.getArgument(argument).use_empty())
      return false;
    body.eraseArgument(argument);
  }
  llvm::SmallVector<Attribute> kept(identities.begin(), identities.end());
  kept.erase(kept.begin() + index);
  operation->setAttr("identities",
                     ArrayAttr::get(operation->getContext(), kept));
  eraseOperand(operation, index);
  llvm::BitVector erased(operation->getNumResults());
  erased.set(index);
  rebuild(operation, erased, {});
  return true;
}

static bool dropResult(RegionResult dropped) {
  Operation *operation = dropped.operation;
  unsigned results = operation->getNumResults();
  bool isLoop = isa<cuda_tile::LoopOp>(operation);
  // A value that a `loop` carries: nothing leaves by it.
  if (dropped.index >= results) {
    unsigned fromEnd = operation->getNumOperands() - (dropped.index - results);
    for (Operation *exit : exitsOf(operation))
      if (isa<cuda_tile::ContinueOp>(exit)) {
        if (exit->getNumOperands() < fromEnd)
          return false;
        eraseOperand(exit, exit->getNumOperands() - fromEnd);
      }
    eraseCarried(operation, fromEnd);
    return true;
  }
  if (!operation->getResult(dropped.index).use_empty())
    return false;
  if (isa<cuda_tile::ReduceOp, cuda_tile::ScanOp>(operation))
    return dropCombined(operation, dropped.index);
  unsigned fromEnd = results - dropped.index;
  for (Operation *exit : exitsOf(operation)) {
    if (isLoop && isa<cuda_tile::ContinueOp>(exit))
      continue;
    if (exit->getNumOperands() < fromEnd)
      return false;
    eraseOperand(exit, exit->getNumOperands() - fromEnd);
  }
  bool carries = isa<cuda_tile::ForOp, LoopLikeOpInterface>(operation) ||
                 !operation->isRegistered();
  if (carries && operation->getNumOperands() >= fromEnd &&
      operation->getOperand(operation->getNumOperands() - fromEnd).getType() ==
          operation->getResult(dropped.index).getType())
    eraseCarried(operation, fromEnd);
  llvm::BitVector erased(results);
  erased.set(dropped.index);
  rebuild(operation, erased, {});
  return true;
}

static bool dropRegionResults(Subject &subject, unsigned, unsigned begin,
                              unsigned size) {
  bool changed = false;
  for (unsigned i = begin + size; i-- > begin;) {
    // Anew: operations were rebuilt. Earlier places are where they were.
    llvm::SmallVector<RegionResult> all = regionResults(subject.module.get());
    if (i < all.size())
      changed |= dropResult(all[i]);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The operations that name a function.
static llvm::SmallVector<Operation *> callersOf(FunctionOpInterface function,
                                                ModuleOp module) {
  llvm::SmallVector<Operation *> callers;
  if (isa<SymbolOpInterface>(function.getOperation()))
    if (auto uses = SymbolTable::getSymbolUses(function, module.getOperation()))
      for (SymbolTable::SymbolUse use : *uses)
        callers.push_back(use.getUser());
  return callers;
}

static llvm::SmallVector<BlockArgument> parametersOf(ModuleOp module) {
  llvm::SmallVector<BlockArgument> parameters;
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (!function.isExternal())
      llvm::append_range(parameters, function.getArguments());
  });
  return parameters;
}

/// Levels: unused ones; a constant instead, 0 or a fresh token; what the launch
/// gives.
static unsigned countParameters(const Subject &subject, unsigned) {
  return parametersOf(subject.module.get()).size();
}

/// The number that the launch gives an entry's parameter; null: none.
static Value numberOfLaunch(const Launch &launch, BlockArgument parameter) {
  auto type = dyn_cast<cuda_tile::TileType>(parameter.getType());
  auto integer = type ? dyn_cast<IntegerType>(type.getElementType()) : nullptr;
  if (!integer || type.getRank() != 0 ||
      parameter.getArgNumber() >= launch.args.size())
    return {};
  const ArgSpec &arg = launch.args[parameter.getArgNumber()];
  llvm::StringRef text = arg.scalar;
  bool isHex = text.consume_front("0x");
  bool isNegative = !isHex && text.consume_front("-");
  uint64_t number;
  if (arg.buffer >= 0 || text.getAsInteger(isHex ? 16 : 10, number))
    return {};
  llvm::APInt value(integer.getWidth(), isNegative ? -number : number,
                    /*isSigned=*/false, /*implicitTrunc=*/true);
  OpBuilder builder(&parameter.getOwner()->front());
  return cuda_tile::ConstantOp::create(
      builder, parameter.getLoc(), type,
      cast<ElementsAttr>(DenseElementsAttr::get(type, value)));
}

static bool dropParameter(Subject &subject, BlockArgument parameter,
                          unsigned level) {
  auto function =
      cast<FunctionOpInterface>(parameter.getOwner()->getParentOp());
  Launch &launch = subject.launch;
  bool isLaunched =
      !launch.args.empty() && isa<cuda_tile::EntryOp>(function.getOperation());
  if (isLaunched && launch.args.size() != function.getNumArguments())
    return false;
  if (!parameter.use_empty()) {
    if (level == 0)
      return false;
    Value fresh = level == 1   ? makeFresh(&parameter.getOwner()->front(),
                                           parameter.getType())
                  : isLaunched ? numberOfLaunch(launch, parameter)
                               : Value();
    if (!fresh)
      return false;
    parameter.replaceAllUsesWith(fresh);
  }
  unsigned index = parameter.getArgNumber();
  unsigned count = function.getNumArguments();
  for (Operation *caller : callersOf(function, subject.module.get())) {
    if (caller->getNumOperands() < count)
      return false;
    eraseOperand(caller, caller->getNumOperands() - count + index);
  }
  llvm::BitVector dropped(count);
  dropped.set(index);
  if (failed(function.eraseArguments(dropped)))
    return false;
  if (!isLaunched)
    return true;
  launch.args.erase(launch.args.begin() + index);
  dropUnusedBuffers(launch);
  return true;
}

static bool dropParameters(Subject &subject, unsigned level, unsigned begin,
                           unsigned size) {
  llvm::SmallVector<BlockArgument> parameters =
      parametersOf(subject.module.get());
  if (begin + size > parameters.size())
    return false;
  bool changed = false;
  for (BlockArgument parameter :
       llvm::reverse(llvm::ArrayRef(parameters).slice(begin, size)))
    changed |= dropParameter(subject, parameter, level);
  return changed;
}

namespace {
struct FunctionResult {
  FunctionOpInterface function;
  unsigned index;
};
} // namespace

static llvm::SmallVector<FunctionResult> functionResults(ModuleOp module) {
  llvm::SmallVector<FunctionResult> results;
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      results.push_back({function, i});
  });
  return results;
}

static unsigned countFunctionResults(const Subject &subject, unsigned) {
  return functionResults(subject.module.get()).size();
}

static bool dropFunctionResult(FunctionResult dropped, ModuleOp module) {
  FunctionOpInterface function = dropped.function;
  unsigned fromEnd = function.getNumResults() - dropped.index;
  for (Operation *caller : callersOf(function, module)) {
    if (caller->getNumResults() != function.getNumResults())
      return false;
    Value result = caller->getResult(dropped.index);
    if (!result.use_empty()) {
      Value fresh = makeFresh(caller, result.getType());
      if (!fresh)
        return false;
      result.replaceAllUsesWith(fresh);
    }
  }
  for (Operation *caller : callersOf(function, module)) {
    llvm::BitVector erased(caller->getNumResults());
    erased.set(dropped.index);
    rebuild(caller, erased, {});
  }
  for (Operation *exit : exitsOf(function)) {
    if (exit->getNumOperands() < fromEnd)
      return false;
    eraseOperand(exit, exit->getNumOperands() - fromEnd);
  }
  llvm::BitVector results(function.getNumResults());
  results.set(dropped.index);
  return succeeded(function.eraseResults(results));
}

static bool dropFunctionResults(Subject &subject, unsigned, unsigned begin,
                                unsigned size) {
  llvm::SmallVector<FunctionResult> results =
      functionResults(subject.module.get());
  if (begin + size > results.size())
    return false;
  bool changed = false;
  for (FunctionResult result :
       llvm::reverse(llvm::ArrayRef(results).slice(begin, size)))
    changed |= dropFunctionResult(result, subject.module.get());
  return changed;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::dropRegionResultsRow = {
    "drop-region-results",
    "drop results of ifs, loops and reductions",
    oneLevel,
    countRegionResults,
    dropRegionResults,
    /*ranged=*/true};
const Reduction tilefuzz::dropParametersRow = {
    "drop-parameters", "drop parameters of functions and buffers of launches",
    threeLevels,       countParameters,
    dropParameters,    /*ranged=*/true};
const Reduction tilefuzz::dropFunctionResultsRow = {
    "drop-function-results", "drop results of functions", oneLevel,
    countFunctionResults,    dropFunctionResults,         /*ranged=*/true};
