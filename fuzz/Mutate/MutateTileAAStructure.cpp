//===- MutateTileAAStructure.cpp - Regions and order of nv_tileaa ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Mutate/TileAARoles.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// y = op -> y = for 0 to 1, 2 or 3 { op }, where the value carried in is
/// another of its type.
bool tilefuzz::tileaa::wrapInLoop(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  Type type = op->getResult(0).getType();
  llvm::SmallVector<Value> others = valuesBefore(op, type);
  if (others.empty())
    return false;
  OpBuilder builder(op);
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     builder.getI32IntegerAttr(value));
  };
  Value begin = constant(0), end = constant(1 + m.choices.below(3)),
        step = constant(1), start = m.choices.pick(llvm::ArrayRef(others));
  auto loop = scf::ForOp::create(builder, op->getLoc(), begin, end, step,
                                 ValueRange{start});
  Block *body = loop.getBody();
  op->replaceAllUsesWith(loop);
  op->moveBefore(body, body->end());
  // Where it takes the value that was carried in, it takes the carried one.
  op->replaceUsesOfWith(start, loop.getRegionIterArg(0));
  builder.setInsertionPointToEnd(body);
  scf::YieldOp::create(builder, op->getLoc(), op->getResults());
  return true;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Calls `visit` with the operation as what it is, if it accesses memory.
template <typename F> static bool visitAccess(Operation *op, F visit) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<LoadOp, StoreOp, TiledLoadOp, TiledStoreOp, GatherLoadOp,
            ScatterStoreOp, AtomicRMWOp, AtomicCASOp, TiledAtomicRMWOp>(visit)
      .Default(false);
}

static llvm::SmallVector<Operation *> accessesOf(const Mutation &m) {
  llvm::SmallVector<Operation *> accesses = m.operations();
  llvm::erase_if(accesses, [](Operation *op) {
    return !visitAccess(op, [](auto) { return true; });
  });
  return accesses;
}

bool tilefuzz::tileaa::joinTokens(const Mutation &m) {
  llvm::SmallVector<Operation *> accesses = accessesOf(m);
  if (accesses.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(accesses));
  llvm::SmallVector<Value> earlier =
      valuesBefore(op, MemTokenType::get(op->getContext()));
  if (earlier.empty())
    return false;
  Value other = m.choices.pick(llvm::ArrayRef(earlier));
  return visitAccess(op, [&](auto access) {
    Value token = access.getToken();
    if (token == other)
      return false;
    if (token) {
      OpBuilder builder(op);
      other = JoinMemTokenOp::create(builder, op->getLoc(),
                                     ValueRange{token, other});
    }
    access.getTokenMutable().assign(other);
    return true;
  });
}

bool tilefuzz::tileaa::strengthenAccess(const Mutation &m) {
  llvm::SmallVector<Operation *> accesses = accessesOf(m);
  if (accesses.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(accesses));
  return visitAccess(op, [&](auto access) {
    std::optional<MemScope> scope = access.getMemScope();
    if (scope && *scope < MemScope::System && m.choices.oneIn(2)) {
      access.setMemScope(MemScope(unsigned(*scope) + 1));
      return true;
    }
    std::optional<MemSemantic> stronger =
        strongerThan(access.getMemSemantic(),
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
