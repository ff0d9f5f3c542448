//===- MutateShared.h - What mutators of both levels share ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The steps of a mutation; what is made is the level's.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_MUTATESHARED_H
#define TILEFUZZ_FUZZ_MUTATE_MUTATESHARED_H

#include "fuzz/Mutate/Mutate.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tilefuzz {

/// A loop that carries one value; its body is empty yet.
struct CarryingLoop {
  mlir::Operation *loop;
  mlir::Block *body;
  mlir::Value carried;
};

/// y = op -> y = for 0 to 1, 2 or 3 { op }, where the value carried in is
/// another of its type. `end` makes the body's last operation.
bool wrapInLoop(
    const Mutation &m, llvm::ArrayRef<mlir::Operation *> operations,
    llvm::function_ref<CarryingLoop(mlir::OpBuilder &, mlir::Location,
                                    int32_t iterations, mlir::Value start)>
        make,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location,
                            mlir::ValueRange)>
        end);

/// op(x) -> convert(op'(convert(x))) of one of the operations, which have one
/// type of number. `retype` gives a tile type other elements; `convert` gives
/// null where there is no conversion.
bool changeWidth(
    const Mutation &m, llvm::ArrayRef<mlir::Operation *> operations,
    llvm::function_ref<mlir::Type(mlir::Type type, mlir::Type element)> retype,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                   mlir::Value, mlir::Type)>
        convert);

/// A level's accesses.
template <typename... Ops> struct AccessVisitor {
  /// Calls `visit` with the operation as what it is, if it is one.
  template <typename F> static bool visit(mlir::Operation *op, F visit) {
    return llvm::TypeSwitch<mlir::Operation *, bool>(op)
        .template Case<Ops...>(visit)
        .Default(false);
  }
  /// One of the program's; null: it has none.
  static mlir::Operation *pick(const Mutation &m) {
    llvm::SmallVector<mlir::Operation *> accesses = m.operations();
    llvm::erase_if(accesses,
                   [](mlir::Operation *op) { return !mlir::isa<Ops...>(op); });
    return accesses.empty() ? nullptr
                            : m.choices.pick(llvm::ArrayRef(accesses));
  }
  /// It waits for one token more, which `join` joins with what it waits for.
  static bool
  joinToken(const Mutation &m, mlir::Type tokenType,
            llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                           mlir::ValueRange)>
                join) {
    mlir::Operation *op = pick(m);
    if (!op)
      return false;
    llvm::SmallVector<mlir::Value> earlier = valuesBefore(op, tokenType);
    if (earlier.empty())
      return false;
    mlir::Value other = m.choices.pick(llvm::ArrayRef(earlier));
    return visit(op, [&](auto access) {
      mlir::Value token = access.getToken();
      if (token == other)
        return false;
      if (token) {
        mlir::OpBuilder builder(op);
        other = join(builder, op->getLoc(), mlir::ValueRange{token, other});
      }
      access.getTokenMutable().assign(other);
      return true;
    });
  }
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_MUTATE_MUTATESHARED_H
