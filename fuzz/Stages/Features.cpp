//===- Features.cpp - What a program covers -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/Features.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tilefuzz;

void FeatureTracker::add(const Counts &features) {
  for (const auto &[feature, value] : features)
    known.insert(feature);
}

void FeatureTracker::note(std::string feature) {
  if (known.insert(feature).second)
    fresh.push_back(std::move(feature));
}

std::vector<std::string> FeatureTracker::meet(ModuleOp module,
                                              const Counts &firings,
                                              const EdgeFlags &edges) {
  meetProgram(module);
  return meetRun(firings, edges);
}

void FeatureTracker::meetProgram(ModuleOp module) {
  auto isNew = [&](const void *first, const void *second) {
    if (!met.insert({first, second}).second)
      return false;
    freshPairs.push_back({first, second});
    return true;
  };
  module.walk([&](Operation *operation) {
    const void *self = operation->getName().getAsOpaquePointer();
    for (Value operand : operation->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      const void *other =
          producer ? producer->getName().getAsOpaquePointer() : nullptr;
      if (isNew(other, self))
        note(("pair " +
              (producer ? producer->getName().stripDialect() : "argument") +
              " " + operation->getName().stripDialect())
                 .str());
    }
    for (Type type : operation->getResultTypes()) {
      // Shapes are many, but most were met with the operation.
      if (!isNew(type.getAsOpaquePointer(), self))
        continue;
      Type element = getElementTypeOrSelf(type);
      if (element != type && !isNew(element.getAsOpaquePointer(), self))
        continue;
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "type " << operation->getName().stripDialect() << " ";
      // Others have shapes in them.
      if (element.isIntOrIndexOrFloat())
        os << element;
      else
        os << element.getAbstractType().getName();
      note(std::move(text));
    }
  });
}

std::vector<std::string> FeatureTracker::meetRun(const Counts &firings,
                                                 const EdgeFlags &edges) {
  for (const auto &[pattern, value] : firings)
    note("pattern " + pattern);
  size_t size = edges.size();
  metEdges.resize(size);
  edges.forEachSet([&](size_t number) {
    if (!metEdges.test(number))
      note("edge " + std::to_string(size) + "." + std::to_string(number));
    metEdges.set(number);
  });
  freshPairs.clear();
  freshBranches.clear();
  llvm::sort(fresh);
  return std::exchange(fresh, {});
}

std::string tilefuzz::branchFeature(const Branch &branch) {
  return "branch " + BranchTable::get().placeOf(branch) +
         (branch.holds ? " holds" : " fails");
}

void FeatureTracker::meetBranches() {
  const BranchTable &table = BranchTable::get();
  metBranches.resize(table.branches().size());
  table.forEachTaken(metBranches, [&](unsigned number) {
    freshBranches.push_back(number);
    note(branchFeature(table.branches()[number]));
  });
  for (unsigned number : freshBranches)
    metBranches.set(number);
}

void FeatureTracker::takeBack() {
  for (const std::string &feature : fresh)
    known.erase(feature);
  for (const auto &pair : freshPairs)
    met.erase(pair);
  for (unsigned number : freshBranches)
    metBranches.reset(number);
  freshBranches.clear();
  fresh.clear();
  freshPairs.clear();
}
