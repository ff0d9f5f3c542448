//===- DirectConversion.h - The conversion in one walk ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A program of the public dialect alone is converted in one walk: an operation
// comes after those that give its operands and after the one that holds it, and
// has one pattern. MLIR's driver makes the same of it, but prepares itself anew
// for each program and keeps what it would need to go back, which took four
// times as long. It stays the driver of everything else: programs that hold
// other dialects, patterns that are disabled, the PDL fallback.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_DIRECTCONVERSION_H
#define TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_DIRECTCONVERSION_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/DialectConversion.h"
#include <memory>

namespace tilefuzz {

/// What a pattern uses of `ConversionPatternRewriter`. What is replaced or
/// erased stays until the end: later patterns look at it.
class DirectRewriter : public mlir::OpBuilder {
public:
  DirectRewriter(mlir::MLIRContext *context,
                 const mlir::TypeConverter &converter)
      : OpBuilder(context), converter(converter) {}

  void replaceOp(mlir::Operation *op, mlir::ValueRange values);
  void eraseOp(mlir::Operation *) {}
  /// Only of a new operation.
  void eraseBlock(mlir::Block *block) { block->erase(); }
  void inlineRegionBefore(mlir::Region &from, mlir::Region &to,
                          mlir::Region::iterator before) {
    to.getBlocks().splice(before, from.getBlocks());
  }
  mlir::LogicalResult convertRegionTypes(mlir::Region *region,
                                         const mlir::TypeConverter &converter);
  void applySignatureConversion(
      mlir::Block *block,
      const mlir::TypeConverter::SignatureConversion &signature,
      const mlir::TypeConverter *converter);
  mlir::LogicalResult notifyMatchFailure(mlir::Operation *, const char *) {
    return mlir::failure();
  }

  /// What stands for the operands; failure if one has nothing.
  mlir::LogicalResult remap(mlir::OperandRange operands,
                            llvm::SmallVectorImpl<mlir::Value> &values) const;

private:
  void setArguments(mlir::Block *block, mlir::TypeRange types);

  const mlir::TypeConverter &converter;
  llvm::DenseMap<mlir::Value, mlir::Value> replacements;
  /// Their arguments have the types that they had; their operations moved.
  llvm::SmallVector<std::unique_ptr<mlir::Block>> oldBlocks;
};

/// Every native pattern of this conversion is one.
class DirectPattern : public mlir::ConversionPattern {
public:
  using ConversionPattern::ConversionPattern;
  virtual mlir::LogicalResult convert(mlir::Operation *op,
                                      llvm::ArrayRef<mlir::Value> operands,
                                      DirectRewriter &rewriter) const = 0;
};

/// The patterns by operation, and the walk.
class DirectConversion {
public:
  /// The native patterns must be `DirectPattern`s. Both must outlive this.
  DirectConversion(const mlir::FrozenRewritePatternSet &patterns,
                   const mlir::TypeConverter &converter);

  /// Fills `plan` with what the walk will convert. False if the program is one
  /// for MLIR's driver; nothing was done then.
  bool prepare(mlir::Operation *root);
  /// After `prepare`. At a failure, which says what MLIR's driver would, only
  /// part of the program is left.
  mlir::LogicalResult run();

private:
  struct Step {
    mlir::Operation *op;
    const DirectPattern *pattern;
  };

  const mlir::TypeConverter &converter;
  llvm::DenseMap<mlir::OperationName, const DirectPattern *> patterns;
  llvm::SmallVector<Step> plan;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_DIRECTCONVERSION_H
