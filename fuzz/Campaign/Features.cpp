//===- Features.cpp - What a program covers -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Features.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tilefuzz;

void FeatureTracker::add(const Counts &features) {
  for (const auto &[feature, value] : features)
    known.insert(feature);
}

std::vector<std::string> FeatureTracker::meet(ModuleOp module,
                                              const Counts &firings,
                                              const EdgeFlags &edges) {
  std::vector<std::string> fresh;
  auto note = [&](std::string feature) {
    if (known.insert(feature).second)
      fresh.push_back(std::move(feature));
  };
  for (const auto &[pattern, value] : firings)
    note("pattern " + pattern);
  module.walk([&](Operation *operation) {
    StringRef name = operation->getName().stripDialect();
    const void *self = operation->getName().getAsOpaquePointer();
    for (Value operand : operation->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      const void *other =
          producer ? producer->getName().getAsOpaquePointer() : nullptr;
      if (met.insert({other, self}).second)
        note(("pair " +
              (producer ? producer->getName().stripDialect() : "argument") +
              " " + name)
                 .str());
    }
    for (Type type : operation->getResultTypes()) {
      Type element = getElementTypeOrSelf(type);
      if (!met.insert({element.getAsOpaquePointer(), self}).second)
        continue;
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "type " << name << " ";
      // Others have shapes in them.
      if (element.isIntOrIndexOrFloat())
        os << element;
      else
        os << element.getAbstractType().getName();
      note(std::move(text));
    }
  });
  size_t size = edges.size();
  metEdges.resize(size);
  edges.forEachSet([&](size_t number) {
    if (!metEdges.test(number))
      note("edge " + std::to_string(size) + "." + std::to_string(number));
    metEdges.set(number);
  });
  llvm::sort(fresh);
  return fresh;
}
