//===- ConvertAgents.cpp - Agents and what crosses their boundary ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.6 and 6.3 (TileASResolveAgentBoundary, D12), rule VS8 of 3.4. Each
// agent's tiles have layouts over its own warps. What comes from outside is
// used where it is, if it is no tile; a constant tile is made again; another
// one is an operand of the switch, which goes through shared memory.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAS/Layout.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

LogicalResult tilefuzz::checkAgents(aa::ExecuteOp op) {
  if (op->getParentOfType<aa::ExecuteOp>())
    return refuse(op) << "runs agents inside of an agent, which the lowering "
                         "to nv_tileas does not support";
  for (int32_t warps : op.getNumWarps())
    if (!llvm::isPowerOf2_32(warps))
      return refuse(op) << "has an agent of " << warps
                        << " warps; the lowering to nv_tileas supports 1, 2, "
                           "4, 8, 16 and 32";
  if (!as::placeAgents(op.getNumWarps()))
    return refuse(op) << "has agents that take more than " << as::mostWarps
                      << " warps with the holes between them";
  return success();
}

namespace {
/// Of one operation whose agents have been converted.
class AgentBoundary {
public:
  AgentBoundary(aa::ExecuteOp op, const BugSet &bugs) : op(op), bugs(bugs) {}
  void resolve();

private:
  void collect(OpOperand &use);
  void makeAgain(arith::ConstantOp constant, OpOperand &use);
  void makeSwitch();

  aa::ExecuteOp op;
  const BugSet &bugs;
  /// Tiles from outside, and where agents want them in their layout.
  llvm::SetVector<Value> tiles;
  SmallVector<std::pair<OpOperand *, Value>> uses;
};
} // namespace

/// What the value was before conversions met.
static Value findOrigin(Value value) {
  while (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>())
    value = cast.getOperand(0);
  return value;
}

void AgentBoundary::makeAgain(arith::ConstantOp constant, OpOperand &use) {
  OpBuilder builder(use.getOwner());
  auto made = arith::ConstantOp::create(
      builder, constant.getLoc(),
      cast<DenseElementsAttr>(constant.getValue())
          .reshape(cast<RankedTensorType>(use.get().getType())));
  carryAttributes(constant, made);
  use.set(made);
}

void AgentBoundary::collect(OpOperand &use) {
  Value origin = findOrigin(use.get());
  Type type = use.get().getType();
  if (!isa<RankedTensorType>(origin.getType())) {
    // A queue keeps the type that it was made with: a slot has no layout.
    if (origin.getType() == type || isa<aa::QueueType>(type))
      use.set(origin);
    return;
  }
  if (op->isAncestor(origin.getParentRegion()->getParentOp()))
    return;
  if (auto constant = origin.getDefiningOp<arith::ConstantOp>())
    return makeAgain(constant, use);
  tiles.insert(origin);
  uses.push_back({&use, origin});
}

void AgentBoundary::makeSwitch() {
  OpBuilder builder(op);
  SmallVector<int32_t> registers;
  for (int32_t budget : op.getMaxRegisters())
    registers.push_back(int32_t(llvm::alignTo(budget, 8)));
  auto made = as::AgentSwitchOp::create(
      builder, op.getLoc(), op->getResultTypes(), tiles.getArrayRef(),
      op.getNumWarps(), *as::placeAgents(op.getNumWarps()), registers,
      op.getAgents().size());
  carryAttributes(op, made);
  for (auto [from, to] : llvm::zip_equal(op.getAgents(), made.getAgents())) {
    to.takeBody(from);
    int64_t warps = op.getNumWarps()[to.getRegionNumber()];
    for (Value tile : tiles) {
      auto type = cast<RankedTensorType>(tile.getType());
      to.addArgument(
          as::withLayout(type, as::getRowMajorLayout(type.getContext(),
                                                     type.getShape(), warps)),
          op.getLoc());
    }
    Operation *yield = to.front().getTerminator();
    builder.setInsertionPoint(yield);
    carryAttributes(yield,
                    as::PipelineYieldOp::create(builder, yield->getLoc()));
    yield->erase(); // carried
  }
  for (auto [use, tile] : uses) {
    unsigned index = llvm::find(tiles, tile) - tiles.begin();
    // Seeded: every agent gets the first tile that has the type.
    if (bugs.acts(SeededBug::AgentSwitchFirstTile))
      for (unsigned i = 0; i < index; ++i)
        if (tiles[i].getType() == tile.getType())
          index = i;
    use->set(as::findAgent(use->getOwner())->getRegion().getArgument(index));
  }
  op.replaceAllUsesWith(made.getResults());
  op.erase();
}

void AgentBoundary::resolve() {
  Operation *function = op->getParentOfType<aa::FuncOp>();
  op->walk([&](Operation *inner) {
    if (!isa<UnrealizedConversionCastOp>(inner))
      for (OpOperand &operand : inner->getOpOperands())
        collect(operand);
  });
  makeSwitch();
  SmallVector<UnrealizedConversionCastOp> casts;
  function->walk(
      [&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  // Of those in a row the last one is not used any more.
  for (UnrealizedConversionCastOp cast : llvm::reverse(casts))
    if (cast->use_empty())
      cast.erase();
}

void tilefuzz::resolveAgentBoundary(aa::ExecuteOp op, const BugSet &bugs) {
  AgentBoundary(op, bugs).resolve();
}
