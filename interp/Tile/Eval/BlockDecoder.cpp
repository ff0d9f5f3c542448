//===- BlockDecoder.cpp - Instructions of blocks --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/BlockDecoder.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/Tile/Eval/Elementwise.h"
#include "interp/Tile/Eval/Enclosing.h"
#include "interp/Tile/Eval/Forms.h"
#include "interp/Tile/Eval/Fusing.h"
#include "interp/Tile/Eval/PoisonFlags.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

using namespace tilefuzz;

static const llvm::StringMap<EvaluatorFn> &evaluators() {
  static const llvm::StringMap<EvaluatorFn> map = [] {
    llvm::StringMap<EvaluatorFn> map;
    for (llvm::ArrayRef<EvaluatorRow> rows :
         {getCudaTileArithEvaluators(), getCudaTileShapeEvaluators(),
          getCudaTileMathEvaluators(), getCudaTileMemoryEvaluators(),
          getCudaTileAtomicEvaluators(), getCudaTileMiscEvaluators(),
          getCudaTileMmaEvaluators(), getCudaTileControlFlowEvaluators(),
          getTileAAEvaluators(), getTileAAComputeEvaluators(),
          getTileAAMemoryEvaluators(), getTileASEvaluators(),
          getArithEvaluators(), getBorderEvaluators(), getOpaqueEvaluators(),
          getTileAAFunctionEvaluators(), getTileAAQueueEvaluators(),
          getTileASPipelineEvaluators()})
      for (const EvaluatorRow &row : rows)
        map[row.operation] = row.evaluate;
    return map;
  }();
  return map;
}

namespace {
/// What decoding asks of every operation, by its name.
struct NameFacts {
  EvaluatorFn evaluate = nullptr;
  ScalarOpFn scalarOp = nullptr;
  bool isCall = false, mayHaveFlags = false;
};
} // namespace

static NameFacts findFacts(mlir::OperationName name) {
  return {evaluators().lookup(name.getStringRef()),
          findScalarOp(name.getStringRef()),
          name.hasInterface<mlir::CallOpInterface>(), mayHavePoisonFlags(name)};
}

/// As a look-up by name, of which there is one per operation and stage.
static NameFacts factsOf(mlir::OperationName name) {
  if (!name.isRegistered())
    return findFacts(name);
  static thread_local llvm::DenseMap<mlir::TypeID, NameFacts> known;
  auto [found, isNew] = known.try_emplace(name.getTypeID());
  if (isNew)
    found->second = findFacts(name);
  return found->second;
}

bool tilefuzz::hasEvaluator(llvm::StringRef operationName) {
  return evaluators().contains(operationName);
}

static const RefusalRow *findRefusal(llvm::StringRef operationName) {
  for (const RefusalRow &row : getRefusals())
    if (row.operation == operationName)
      return &row;
  return nullptr;
}
llvm::StringRef tilefuzz::refusalOf(llvm::StringRef operationName) {
  const RefusalRow *row = findRefusal(operationName);
  return row ? llvm::StringRef(row->reason) : llvm::StringRef();
}
static Flow evalRefused(Machine &machine, const Instruction &in) {
  const RefusalRow &row = *findRefusal(in.op->getName().getStringRef());
  std::string text = row.reason.str();
  if (mlir::Attribute name =
          row.name.empty() ? mlir::Attribute() : in.op->getAttr(row.name))
    llvm::raw_string_ostream(text) << ": " << name;
  return machine.unsupported(in, text);
}

/// How the elements of a tile are packed; anything else has none.
static unsigned elementBytesOf(mlir::Type type) {
  mlir::Type element = tileShapeOf(type).element;
  return element.isIntOrIndexOrFloat() ? ElementBits::bytesFor(widthOf(element))
                                       : sizeof(uint64_t);
}

llvm::Error BlockDecoder::decodeCallee(mlir::Operation &op, Instruction &in) {
  auto refuse = [&](llvm::StringRef what) {
    return llvm::createStringError(placeOf(op.getLoc()) + ": error: '" +
                                   op.getName().getStringRef() + "' calls " +
                                   what);
  };
  auto symbol = llvm::dyn_cast<mlir::SymbolRefAttr>(
      llvm::cast<mlir::CallOpInterface>(op).getCallableForCallee());
  auto function =
      symbol ? llvm::dyn_cast_or_null<mlir::FunctionOpInterface>(
                   mlir::SymbolTable::lookupNearestSymbolFrom(&op, symbol))
             : mlir::FunctionOpInterface();
  if (!function || !llvm::hasSingleElement(function.getFunctionBody()))
    return refuse("what is no function of one block in the module");
  // Its values belong to the launch.
  if (isKernel(function))
    return refuse("a kernel");
  auto [found, isNew] = functions.try_emplace(function);
  if (isNew)
    found->second = std::make_unique<DecodedFunction>();
  DecodedFunction &callee = *found->second;
  in.callee = &callee;
  if (!isNew)
    return llvm::Error::success();
  callee.source = &function.getFunctionBody().front();
  callee.firstSlot = slots.size();
  for (mlir::BlockArgument argument : callee.source->getArguments())
    callee.arguments.push_back(slotOf(argument));
  if (llvm::Error error = decodeBlock(*callee.source, callee.body))
    return error;
  callee.endSlot = slots.size();
  return llvm::Error::success();
}

static llvm::Error checkIsHeld(mlir::Value value, mlir::Operation &op) {
  llvm::StringRef reason = unsupportedTileReason(value.getType());
  if (reason.empty())
    return llvm::Error::success();
  std::string type;
  llvm::raw_string_ostream(type) << value.getType();
  return llvm::createStringError(
      placeOf(op.getLoc()) + ": error: a value of '" +
      op.getName().getStringRef() + "' of type " + type + " " + reason);
}

llvm::Error BlockDecoder::decodeBlock(mlir::Block &block, DecodedBlock &into) {
  for (mlir::BlockArgument argument : block.getArguments())
    if (llvm::Error error = checkIsHeld(argument, *block.getParentOp()))
      return error;
  // Growing would copy instructions, and all regions in them.
  into.reserve(block.getOperations().size());
  slots.reserve(slots.size() + into.capacity() + block.getNumArguments());
  for (mlir::Operation &op : block) {
    Instruction &in = into.emplace_back();
    in.op = &op;
    NameFacts facts = factsOf(op.getName());
    in.evaluate = facts.evaluate;
    if (!in.evaluate && !refusalOf(op.getName().getStringRef()).empty())
      in.evaluate = evalRefused;
    if (!in.evaluate)
      return llvm::createStringError(
          placeOf(op.getLoc()) + ": error: the interpreter cannot execute '" +
          op.getName().getStringRef() + "'");
    for (mlir::Value operand : op.getOperands())
      in.operands.push_back(slotOf(operand));
    for (mlir::Value result : op.getResults()) {
      if (llvm::Error error = checkIsHeld(result, op))
        return error;
      in.results.push_back(slotOf(result));
      in.resultBytes.push_back(elementBytesOf(result.getType()));
    }
    bool hasFlags = facts.mayHaveFlags && applyPoisonFlags(in);
    if (useKernels && !hasFlags)
      specialize(in, facts.scalarOp);
    guardIntegers(in);
    if (mayFuse)
      encloseIfFused(in);
    in.bearsSymbols = isSharedResult(op);
    if (facts.isCall)
      if (llvm::Error error = decodeCallee(op, in))
        return error;
    in.regions.reserve(op.getNumRegions());
    for (mlir::Region &region : op.getRegions()) {
      DecodedBlock &inner = in.regions.emplace_back();
      auto &innerArguments = in.regionArguments.emplace_back();
      if (region.empty())
        continue;
      for (mlir::BlockArgument argument : region.getArguments())
        innerArguments.push_back(slotOf(argument));
      if (llvm::Error error = decodeBlock(region.front(), inner))
        return error;
    }
  }
  return llvm::Error::success();
}
