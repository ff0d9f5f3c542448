//===- InstanceEdits.h - Random edits of instances --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_INSTANCEEDITS_H
#define TILEFUZZ_ORACLE_PATTERNS_INSTANCEEDITS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace tilefuzz {

/// Changes the code between the inputs and the observation of an instance. What
/// comes out need not verify.
class InstanceEdits {
public:
  /// `literals`: integers that constants are to be, and their neighbours.
  InstanceEdits(mlir::MLIRContext &context, uint64_t seed,
                std::vector<int64_t> literals)
      : builder(&context), state(seed), literals(std::move(literals)) {}

  /// Operations that may be put into other instances. The module must outlive
  /// this.
  void addToPool(mlir::ModuleOp module);

  /// One of the edits, or none where it finds nothing to change.
  void editOnce(mlir::ModuleOp module);

  /// A number below `count`.
  size_t pick(size_t count);

private:
  using Edit = void (InstanceEdits::*)();

  void replaceOperand();
  void changeConstant();
  void insertFromPool();
  void deepen();
  void copyAttributes();
  void swapOperands();
  void observeMore();
  void observeLess();
  void changeRegions();
  void erase();
  void move();

  /// Inputs and observations aside; null if there is none.
  mlir::Operation *pickOperation();
  /// Of what can be used at `op`, or a new input.
  mlir::Value valueOf(mlir::Type type, mlir::Operation *op);
  mlir::Value newInput(mlir::Type type);
  mlir::Operation *observation();
  mlir::DenseElementsAttr constantOf(mlir::ShapedType type);
  mlir::Attribute elementOf(mlir::Type type);
  llvm::APInt integerOf(unsigned width);
  llvm::APFloat floatOf(const llvm::fltSemantics &format);

  mlir::OpBuilder builder;
  uint64_t state;
  std::vector<int64_t> literals;
  std::vector<mlir::Operation *> pool;
  /// Of the module that is edited.
  mlir::Block *body = nullptr;
  std::vector<mlir::Operation *> operations;
  unsigned inputs = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_INSTANCEEDITS_H
