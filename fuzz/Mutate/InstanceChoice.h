//===- InstanceChoice.h - Instances that fit into a program -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_INSTANCECHOICE_H
#define TILEFUZZ_FUZZ_MUTATE_INSTANCECHOICE_H

#include "fuzz/Generate/ByteSource.h"
#include "mlir/IR/BuiltinOps.h"
#include "oracle/Patterns/PatternInstances.h"
#include <optional>

namespace tilefuzz {

/// Code between inputs and what is observed.
struct InstanceCode {
  explicit InstanceCode(mlir::OwningOpRef<mlir::ModuleOp> module);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// What it is an instance of; null: no template.
  const PatternTemplate *row = nullptr;
  llvm::SmallVector<mlir::Value> inputs, observed;
  llvm::SmallVector<mlir::Operation *> code;
};

/// What the program offers.
struct InstanceWish {
  bool isTileAA = false;
  /// Of the tiles that a template leaves open; empty: scalars.
  llvm::SmallVector<int64_t> shape;
  /// Where a template takes it; null: any.
  mlir::Type element;
};

/// None where what was drawn does not fit anywhere: other results than the one
/// legal one, promises, accesses that may race. What is drawn for a conversion
/// and not edited fits: whoever writes such a template sees to that.
std::optional<InstanceCode> chooseInstance(mlir::MLIRContext &context,
                                           ByteSource &choices,
                                           const InstanceWish &wish);

/// Beside those of rewrites: of conversions. Their inputs may have `contents`,
/// a buffer's initialiser (interp/Program/Launch.h), and a pointer the number
/// of its `elements`. Each is defined and free of races as it stands, whatever
/// inputs without `contents` are.
llvm::ArrayRef<PatternTemplate> getConversionTemplates(bool isTileAA);
/// Of these: loops, their exits, and order.
std::vector<MadeTemplate> makeControlTemplates(bool isTileAA);

bool isTokenType(mlir::Type type);
/// A number, or a tile of numbers, of a type that memory has.
bool isInstanceNumber(mlir::Type type);
/// What pointers of the type point to; null: they are none, or of a kind that
/// no buffer has.
mlir::Type storedPointeeOf(mlir::Type type);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_MUTATE_INSTANCECHOICE_H
