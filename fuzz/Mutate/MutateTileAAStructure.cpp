//===- MutateTileAAStructure.cpp - Regions and order of nv_tileaa ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/MutateShared.h"
#include "fuzz/Mutate/TileAARoles.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// An earlier scalar condition, or a comparison of two earlier integers.
static Value chooseCondition(Operation *op, ByteSource &choices) {
  OpBuilder builder(op);
  llvm::SmallVector<Value> conditions = valuesBefore(op, builder.getI1Type());
  if (!conditions.empty() && !choices.oneIn(4))
    return choices.pick(llvm::ArrayRef(conditions));
  llvm::SmallVector<Value> numbers = valuesBefore(op, builder.getI32Type());
  if (numbers.empty())
    return {};
  Value lhs = choices.pick(llvm::ArrayRef(numbers));
  Value rhs = choices.pick(llvm::ArrayRef(numbers));
  return arith::CmpIOp::create(
      builder, op->getLoc(), arith::CmpIPredicate(choices.below(10)), lhs, rhs);
}

/// Pure operations with one number, outside the bodies of reductions and scans.
static llvm::SmallVector<Operation *> wrappable(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumResults() != 1 || op->getNumRegions() ||
           !isMemoryEffectFree(op) || isa<arith::ConstantOp>(op) ||
           isa<nv_tileaa::ReduceOp, nv_tileaa::ScanOp>(op->getParentOp()) ||
           !tilefuzz::tileaa::isNumber(op->getResult(0).getType());
  });
  return operations;
}

/// Moves `op` into a branch; null if no condition or other value is there.
static scf::IfOp wrap(Operation *op, ByteSource &choices) {
  Type type = op->getResult(0).getType();
  llvm::SmallVector<Value> others = valuesBefore(op, type);
  Value condition = others.empty() ? Value() : chooseCondition(op, choices);
  if (!condition)
    return {};
  OpBuilder builder(op);
  auto branch = scf::IfOp::create(builder, op->getLoc(), TypeRange{type},
                                  condition, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  op->replaceAllUsesWith(branch);
  Block *then = branch.thenBlock();
  op->moveBefore(then, then->end());
  builder.setInsertionPointToEnd(then);
  scf::YieldOp::create(builder, op->getLoc(), op->getResults());
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, op->getLoc(),
                       choices.pick(llvm::ArrayRef(others)));
  return branch;
}

bool tilefuzz::tileaa::wrapInIf(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  return !operations.empty() &&
         wrap(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
}

bool tilefuzz::tileaa::nestIfs(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  if (operations.empty())
    return false;
  scf::IfOp inner = wrap(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
  return inner && wrap(inner, m.choices);
}

bool tilefuzz::tileaa::wrapInLoop(const Mutation &m) {
  return tilefuzz::wrapInLoop(
      m, wrappable(m),
      [](OpBuilder &builder, Location loc, int32_t iterations, Value start) {
        auto constant = [&](int32_t value) -> Value {
          return arith::ConstantOp::create(builder, loc,
                                           builder.getI32IntegerAttr(value));
        };
        Value begin = constant(0), end = constant(iterations),
              step = constant(1);
        auto loop = scf::ForOp::create(builder, loc, begin, end, step, start);
        return CarryingLoop{loop, loop.getBody(), loop.getRegionIterArg(0)};
      },
      [](OpBuilder &builder, Location loc, ValueRange next) {
        scf::YieldOp::create(builder, loc, next);
      });
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

using Accesses =
    AccessVisitor<LoadOp, StoreOp, TiledLoadOp, TiledStoreOp, GatherLoadOp,
                  ScatterStoreOp, AtomicRMWOp, AtomicCASOp, TiledAtomicRMWOp>;

bool tilefuzz::tileaa::joinTokens(const Mutation &m) {
  return Accesses::joinToken(
      m, MemTokenType::get(m.program.module->getContext()),
      [](OpBuilder &builder, Location loc, ValueRange tokens) -> Value {
        return JoinMemTokenOp::create(builder, loc, tokens);
      });
}

bool tilefuzz::tileaa::strengthenAccess(const Mutation &m) {
  Operation *op = Accesses::pick(m);
  return op && Accesses::visit(op, [&](auto access) {
           std::optional<MemScope> scope = access.getMemScope();
           if (scope && *scope < MemScope::System && m.choices.oneIn(2)) {
             access.setMemScope(MemScope(unsigned(*scope) + 1));
             return true;
           }
           std::optional<MemSemantic> stronger = strongerThan(
               access.getMemSemantic(),
               !isa<StoreOp, TiledStoreOp, ScatterStoreOp>(op),
               !isa<LoadOp, TiledLoadOp, GatherLoadOp>(op), m.choices);
           if (!stronger)
             return false;
           access.setMemSemantic(*stronger);
           if (!scope)
             access.setMemScope(MemScope(m.choices.below(3)));
           return true;
         });
}
