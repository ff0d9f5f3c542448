//===- OrderComparison.cpp - Does every stage keep the order? -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/OrderComparison.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;

MachineObserver *OrderComparison::startRun(const Launch &launch) {
  return &recorder.emplace(launch);
}

void OrderComparison::setSource() {
  source = recorder->take();
  for (const BlockOrder &block : source.blocks) {
    if (block.isTooLarge())
      continue;
    numPairs += RequiredPairs(block).size();
    numStrong +=
        llvm::count_if(block.instances, [](const OrderInstance &instance) {
          return instance.isStrong() && instance.numEvents;
        });
  }
}

std::vector<OrderLoss> OrderComparison::compareTarget() {
  OrderCheckOptions options;
  options.trustsValues = true;
  OrderTrace target = recorder->take();
  // Of most stages.
  if (source.isKeptAsItIs(target))
    return {};
  OrderReport report = checkRequiredOrder(source, target, options);
  // What is lost where accesses cannot be matched may be lost by the matching.
  if (!report.cannotMatch.empty()) {
    ++numUnmatched;
    return {};
  }
  return std::move(report.losses);
}

void tilefuzz::nameAccesses(ModuleOp module) {
  unsigned count = 0;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto isToken = [](Type type) {
      return isa<cuda_tile::TokenType, nv_tileaa::MemTokenType>(type);
    };
    if (op->getNumRegions() || !llvm::any_of(op->getResultTypes(), isToken))
      return;
    ++count;
    if (isa<UnknownLoc>(op->getLoc()))
      op->setLoc(NameLoc::get(
          StringAttr::get(module.getContext(), "#" + llvm::Twine(count))));
  });
}

std::string tilefuzz::describeLosses(llvm::ArrayRef<OrderLoss> losses) {
  std::string text = losses.front().toString();
  std::string line;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, '\n');
  for (llvm::StringRef part : parts)
    line += (line.empty() ? "" : "; ") + part.trim().str();
  if (losses.size() > 1)
    line += "; and " + std::to_string(losses.size() - 1) + " more";
  return line;
}
