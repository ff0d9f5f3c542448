//===- MaterializeAsync.cpp - Queues are filled by copies -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/MaterializeAsync.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

using Tokens = llvm::SmallPtrSet<Value, 4>;

/// The tokens that a join, or joins of joins, stand for.
static void collectJoined(Value token, Tokens &joined) {
  auto join = token.getDefiningOp<aa::JoinMemTokenOp>();
  if (!join) {
    joined.insert(token);
    return;
  }
  for (Value operand : join.getOperands())
    collectJoined(operand, joined);
}

/// Whether nobody but `yield` sees the token, maybe through joins.
static bool isSeenOnlyBy(Value token, Operation *yield) {
  return llvm::all_of(token.getUsers(), [&](Operation *user) {
    return user == yield || (isa<aa::JoinMemTokenOp>(user) &&
                             isSeenOnlyBy(user->getResult(0), yield));
  });
}

/// The token that orders a load; none: it is no load that can be a copy. A mask
/// says nothing of where a tile lies, and elements of four bits share bytes.
static std::optional<Value> findOrder(Operation *op, const BugSet &bugs) {
  // Seeded: only an acquire has an order.
  auto isWeak = [&](aa::MemSemantic semantic) {
    return semantic == aa::MemSemantic::Weak ||
           (semantic == aa::MemSemantic::Relaxed &&
            bugs.acts(SeededBug::AsyncCopiesRelaxed));
  };
  std::optional<Value> order;
  if (auto load = dyn_cast<as::TiledLoadOp>(op);
      load && !load.getMask() && isWeak(load.getMemSemantic()))
    order = load.getToken();
  else if (auto load = dyn_cast<as::LoadOp>(op);
           load && isWeak(load.getMemSemantic()))
    order = load.getToken();
  if (!order)
    return std::nullopt;
  auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!tile || !tile.getElementType().isIntOrFloat() ||
      tile.getElementType().getIntOrFloatBitWidth() == 4)
    return std::nullopt;
  return order;
}

/// The load that can be done by the write that hands on what it brings; null:
/// there is none.
static Operation *findLoad(as::ProducerWriteOp write, const BugSet &bugs) {
  Operation *yield = write.getBody().front().getTerminator();
  if (as::isCopy(write) || yield->getNumOperands() != 2)
    return nullptr;
  Operation *load = yield->getOperand(0).getDefiningOp();
  if (!load || load->getBlock() != write->getBlock() ||
      !yield->getOperand(0).hasOneUse())
    return nullptr;
  std::optional<Value> order = findOrder(load, bugs);
  if (!order || !isSeenOnlyBy(load->getResult(1), yield))
    return nullptr;
  // The copy's token is to stand for all that the write's did.
  Tokens given, known{load->getResult(1)};
  collectJoined(yield->getOperand(1), given);
  if (*order)
    collectJoined(*order, known);
  bool isAll =
      llvm::all_of(given, [&](Value token) { return known.contains(token); });
  // Seeded: that of the load is enough.
  if (!isAll && bugs.acts(SeededBug::AsyncTokenOfLoad))
    isAll = true;
  return isAll ? load : nullptr;
}

/// Seeded: a copy is weak, whatever the load was.
template <typename OpTy> static void weaken(Operation *load) {
  auto op = dyn_cast<OpTy>(load);
  if (!op || op.getMemSemantic() == aa::MemSemantic::Weak)
    return;
  op.setMemSemantic(aa::MemSemantic::Weak);
  op.removeMemScopeAttr();
}

static void moveIntoWrite(Operation *load, as::ProducerWriteOp write) {
  Operation *yield = write.getBody().front().getTerminator();
  SmallVector<Operation *> unused;
  if (Operation *join = yield->getOperand(1).getDefiningOp())
    unused.push_back(join);
  weaken<as::LoadOp>(load);
  weaken<as::TiledLoadOp>(load);
  load->moveBefore(yield);
  yield->setOperands(load->getResults());
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    if (op == load || !isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *before = operand.getDefiningOp();
          before && isa<aa::JoinMemTokenOp>(before) &&
          !llvm::is_contained(unused, before))
        unused.push_back(before);
    op->erase();
  }
}

static LogicalResult materialize(as::CreatePipelineOp create,
                                 const BugSet &bugs) {
  SmallVector<as::ProducerWriteOp> writes;
  for (Operation *user : create->getUsers())
    if (auto write = dyn_cast<as::ProducerWriteOp>(user))
      writes.push_back(write);
  if (create.getBarrierSlot()) {
    SmallVector<std::pair<Operation *, as::ProducerWriteOp>> loads;
    for (as::ProducerWriteOp write : writes)
      if (Operation *load = findLoad(write, bugs))
        loads.push_back({load, write});
    bool canAll = loads.size() == writes.size();
    // Seeded: each writer for itself.
    if (!canAll && !loads.empty() && bugs.acts(SeededBug::AsyncMixesWriters))
      canAll = true;
    if (canAll)
      for (auto [load, write] : loads)
        moveIntoWrite(load, write);
  }
  for (as::ProducerWriteOp write : writes)
    if (as::isCopy(write) != as::isCopy(writes.front()))
      return write.emitError(
          "there are two `produce-one-like` operations using different "
          "instructions to generate data into the same pipeline. It's a bug of "
          "MaterializeAsync Pass.");
  return success();
}

namespace {
class MaterializeAsyncPass
    : public PassWrapper<MaterializeAsyncPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MaterializeAsyncPass)

  MaterializeAsyncPass() = default;
  MaterializeAsyncPass(const MaterializeAsyncPass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit MaterializeAsyncPass(BugSet bugs) : bugs(std::move(bugs)) {}

  StringRef getArgument() const override { return "tileas-materialize-async"; }
  StringRef getDescription() const override {
    return "What queues only load is copied to their slots";
  }

  void runOnOperation() override {
    getOperation().walk([&](as::CreatePipelineOp create) {
      if (failed(materialize(create, bugs)))
        signalPassFailure();
    });
  }

private:
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass> tilefuzz::createMaterializeAsyncPass(BugSet bugs) {
  return std::make_unique<MaterializeAsyncPass>(std::move(bugs));
}

void tilefuzz::registerMaterializeAsyncPass() {
  PassRegistration<MaterializeAsyncPass>();
}
