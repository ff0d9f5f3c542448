//===- DefectOperations.cpp - What a reduced program still needs ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/DefectOperations.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Findings/Signature.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <set>

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

static std::vector<Operation *> operationsOf(ModuleOp module) {
  std::vector<Operation *> operations;
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface entry) {
    entry->walk<WalkOrder::PreOrder>([&](Operation *operation) {
      if (operation != entry.getOperation())
        operations.push_back(operation);
    });
    return WalkResult::skip();
  });
  return operations;
}

/// Without the dialect. Accesses of nv_tileaa are called as the public dialect
/// calls them: one defect of a lowering shows in programs of both.
static llvm::StringRef nameOf(Operation *op) {
  llvm::StringRef name = op->getName().stripDialect();
  if (!isa_and_nonnull<nv_tileaa::TileAADialect>(op->getDialect()))
    return name;
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("load", "load_ptr_tko")
      .Case("store", "store_ptr_tko")
      .Case("tiled_load", "load_view_tko")
      .Case("tiled_store", "store_view_tko")
      .Case("atomic_rmw", "atomic_rmw_tko")
      .Case("atomic_cas", "atomic_cas_tko")
      .Default(name);
}

/// Rounding of floats, other than the usual one.
static bool hasRounding(Operation *op) {
  if (!op->getNumResults() ||
      !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return false;
  if (auto mode = op->getAttrOfType<ct::RoundingAttr>("rounding_mode"))
    return mode.getValue() == ct::Rounding::Zero ||
           mode.getValue() == ct::Rounding::NegativeInf ||
           mode.getValue() == ct::Rounding::PositiveInf;
  if (auto mode =
          op->getAttrOfType<nv_tileaa::RoundingModeAttr>("rounding_mode"))
    return mode.getValue() == nv_tileaa::RoundingMode::Zero ||
           mode.getValue() == nv_tileaa::RoundingMode::NegativeInf ||
           mode.getValue() == nv_tileaa::RoundingMode::PositiveInf;
  return false;
}

static bool isZero(mlir::Value value) {
  auto constant = value.getDefiningOp<ct::ConstantOp>();
  auto numbers =
      constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  return numbers && numbers.isSplat() &&
         numbers.getSplatValue<APInt>().isZero();
}

static bool hasPadding(Type view) {
  if (auto partition = dyn_cast<ct::PartitionViewType>(view))
    return bool(partition.getPadding());
  if (auto strided = dyn_cast<ct::StridedViewType>(view))
    return bool(strided.getPadding());
  if (auto gather = dyn_cast<ct::GatherScatterViewType>(view))
    return bool(gather.getPadding());
  return false;
}

namespace {
/// What an operation could do without.
struct Feature {
  std::string text;
  /// Many kinds of operations have it and say it in the same words.
  bool isShared = false;
  /// It may also be there for another operation's sake.
  bool mayBeOther = false;
};
} // namespace

/// A loop whose bounds leave no iteration, as far as they are constant.
static bool isNeverEntered(ct::ForOp loop) {
  if (loop.getLowerBound() == loop.getUpperBound())
    return true;
  ct::ConstantOp bounds[] = {
      loop.getLowerBound().getDefiningOp<ct::ConstantOp>(),
      loop.getUpperBound().getDefiningOp<ct::ConstantOp>()};
  if (!bounds[0] || !bounds[1])
    return false;
  auto valueOf = [](ct::ConstantOp bound) {
    return cast<DenseIntElementsAttr>(bound.getValue()).getSplatValue<APInt>();
  };
  APInt lower = valueOf(bounds[0]), upper = valueOf(bounds[1]);
  return loop.getUnsignedCmp() ? lower.uge(upper) : lower.sge(upper);
}

static Feature featureOf(Operation *op) {
  if (op->hasAttr("flush_to_zero"))
    return {"flush_to_zero", /*isShared=*/true};
  if (hasRounding(op))
    return {"rounding", /*isShared=*/true};
  if (auto scan = dyn_cast<ct::ScanOp>(op))
    if (scan.getReverse())
      return {"reverse"};
  if (isa<ct::ReduceOp, ct::ScanOp>(op) && op->getNumOperands() > 1)
    return {"of " + std::to_string(op->getNumOperands())};
  if (auto loop = dyn_cast<ct::ForOp>(op))
    return {isNeverEntered(loop)    ? "without an iteration"
            : loop.getUnsignedCmp() ? "unsigned"
                                    : ""};
  if (auto load = dyn_cast<ct::LoadPtrTkoOp>(op))
    return {load.getMask() ? "masked" : ""};
  if (auto store = dyn_cast<ct::StorePtrTkoOp>(op))
    return {store.getMask() ? "masked" : ""};
  if (auto load = dyn_cast<nv_tileaa::LoadOp>(op))
    return {load.getMask() ? "masked" : ""};
  if (auto store = dyn_cast<nv_tileaa::StoreOp>(op))
    return {store.getMask() ? "masked" : ""};
  if (auto load = dyn_cast<ct::LoadViewTkoOp>(op)) {
    bool isFirst = llvm::all_of(load.getIndex(), isZero);
    if (hasPadding(load.getView().getType()))
      return {isFirst ? "padded" : "padded at an index"};
    return {isFirst ? "" : "at an index", /*isShared=*/false,
            /*mayBeOther=*/true};
  }
  if (auto store = dyn_cast<ct::StoreViewTkoOp>(op))
    return {llvm::all_of(store.getIndex(), isZero) ? "" : "at an index",
            /*isShared=*/false, /*mayBeOther=*/true};
  return {};
}

static bool isControlFlow(llvm::StringRef name) {
  return name == "if" || name == "for" || name == "loop" || name == "while";
}

/// Programs of any level: a load is one, whatever it is called.
static llvm::StringRef classOfAccess(llvm::StringRef name) {
  return name.contains("load")        ? "load"
         : name.contains("store")     ? "store"
         : name.starts_with("atomic") ? "atomic"
                                      : "";
}

static std::vector<std::string> essenceOf(std::vector<Operation *> operations) {
  // A combiner may be any.
  llvm::erase_if(operations, [](Operation *op) {
    return op->getParentOfType<ct::ReduceOp>() ||
           op->getParentOfType<ct::ScanOp>();
  });
  std::vector<std::string> names;
  std::set<std::string> control;
  for (Operation *op : operations) {
    names.push_back(nameOf(op).str());
    if (isControlFlow(names.back()))
      control.insert(names.back());
  }
  std::vector<std::string> kept = essentialOperations(names);
  // What is wrong with an operation inside or with a condition shows without
  // control flow, too (fuzz/Reduce/IsolateOperation.h).
  if (control.size() > 1)
    control.erase("if");
  if (!control.empty())
    kept.assign(control.begin(), control.end());
  // An operation with something beyond what it needs says more than those
  // without.
  std::set<std::string> plain, special;
  for (Operation *op : operations) {
    std::string name = nameOf(op).str();
    Feature feature = featureOf(op);
    bool isKept = llvm::is_contained(kept, name);
    if (!feature.text.empty() && (isKept || !feature.mayBeOther))
      special.insert(feature.isShared ? feature.text
                                      : name + " " + feature.text);
    else if (isKept)
      plain.insert(name);
  }
  const std::set<std::string> &chosen = special.empty() ? plain : special;
  return std::vector<std::string>(chosen.begin(), chosen.end());
}

std::vector<std::string> tilefuzz::essenceOfValues(ModuleOp module) {
  return essenceOf(operationsOf(module));
}

std::vector<std::string> tilefuzz::essenceOfAccess(ModuleOp module,
                                                   llvm::StringRef access) {
  std::vector<Operation *> accesses = operationsOf(module);
  llvm::erase_if(accesses, [&](Operation *op) {
    return classOfAccess(nameOf(op)) != classOfAccess(access);
  });
  return accesses.empty() ? essenceOfValues(module) : essenceOf(accesses);
}

std::vector<std::string> tilefuzz::essenceOfOrder(ModuleOp module,
                                                  bool isMachine) {
  std::set<std::string> makers;
  std::string accesses;
  for (Operation *op : operationsOf(module)) {
    llvm::StringRef name = nameOf(op);
    if (name == "join_tokens" || name == "for" || name == "loop" ||
        name == "if" || name == "reduce" || name == "scan" ||
        name.starts_with("atomic"))
      makers.insert(name.str());
    llvm::StringRef access = classOfAccess(name);
    // Threads wait after an access, whatever comes next.
    if ((access == "load" || access == "store") &&
        (accesses.empty() || !isMachine))
      accesses += (accesses.empty() ? "" : " > ") + access.str();
  }
  // Whatever else carries the tokens that it joins.
  if (makers.count("join_tokens"))
    return {"join_tokens"};
  if (!makers.empty())
    return std::vector<std::string>(makers.begin(), makers.end());
  return {isMachine ? "after " + accesses : accesses};
}
