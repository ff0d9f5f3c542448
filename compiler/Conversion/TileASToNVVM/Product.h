//===- Product.h - One matrix product -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_PRODUCT_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_PRODUCT_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/TileAS/Atoms.h"
#include "compiler/TileAS/TileASOps.h"
#include "llvm/Support/MathExtras.h"

namespace tilefuzz {

/// What is multiplied, or scales it: B x M x K by lines of K, or B x K x N by
/// lines along K, too.
struct Factor {
  mlir::Value tile;
  /// As the program has it, and in registers.
  mlir::Type element, storage;
  ThreadLayout layout;
  unsigned logDepth = 0, logColumns = 0;
  bool isRhs = false;
  /// In shared memory: where it begins, and from line to line.
  uint64_t base = 0, stride = 0;
  /// Elements of a line that are there at a time.
  uint64_t held = 0;
  unsigned bytes = 0;

  uint64_t depth() const { return uint64_t(1) << logDepth; }
  uint64_t numLines() const { return layout.getNumElements() >> logDepth; }
  /// Bits of an element's index that say which part of K it is of.
  uint64_t partBits() const {
    return (depth() - held) << (isRhs ? logColumns : 0);
  }
  uint64_t placeOf(uint64_t index) const {
    uint64_t line = index >> logDepth, at = index & (depth() - 1);
    if (isRhs) {
      line = index >> (logDepth + logColumns) << logColumns |
             (index & llvm::maskTrailingOnes<uint64_t>(logColumns));
      at = index >> logColumns & (depth() - 1);
    }
    return line * stride + (at & (held - 1)) * bytes;
  }
};

class Product {
public:
  Product(Emitter &e, mlir::nv_tileas::DotOp op) : e(e), op(op), b(e.builder) {}
  mlir::LogicalResult run();

private:
  mlir::LogicalResult describe(Factor &factor, mlir::Value tile, bool isRhs);
  mlir::LogicalResult placeFactors();
  void stage(const Factor &factor, uint64_t part);
  mlir::Value placeOf(const Factor &factor, mlir::Value index);
  /// `body` makes the next sums from the number of the step.
  Registers
  repeat(uint64_t steps, const Registers &sums,
         llvm::function_ref<Registers(mlir::Value, const Registers &)> body);

  // Element by element.
  Registers sumElements(uint64_t part, const Registers &sums);
  mlir::Value loadElement(const Factor &factor, const Factor *scale,
                          mlir::Value thread, uint64_t own, mlir::Value at,
                          mlir::Value block);
  /// The number of a factor's element, in the format of the sums.
  mlir::Value widen(mlir::Value bits, mlir::Type element, bool isSigned);
  mlir::Value decode(mlir::Value bits, mlir::Type element);
  bool isSigned(const Factor &factor);

  // Fragments.
  Registers sumFragments(const mlir::nv_tileas::MmaAtom &atom,
                         const Registers &sums);
  Registers multiply(const std::string &instruction,
                     llvm::ArrayRef<mlir::Value> words, const Registers &sums,
                     unsigned first);

  // Small pieces of code, on i32.
  mlir::Value number(uint64_t value) {
    return e.constant(b.getI32Type(), value);
  }
  mlir::Value shiftRight(mlir::Value x, unsigned by) {
    return by ? mlir::LLVM::LShrOp::create(b, e.loc, x, number(by))
              : mlir::Value(x);
  }
  mlir::Value keep(mlir::Value x, uint64_t mask) {
    return mlir::LLVM::AndOp::create(b, e.loc, x, number(mask));
  }
  mlir::Value add(mlir::Value x, mlir::Value y) {
    return mlir::LLVM::AddOp::create(b, e.loc, x, y);
  }
  mlir::Value times(mlir::Value x, uint64_t by) {
    return mlir::LLVM::MulOp::create(b, e.loc, x, number(by));
  }
  mlir::Value address(uint64_t base, mlir::Value offset, uint64_t own) {
    return e.sharedAddress(b.getI8Type(), base + own, offset);
  }

  Emitter &e;
  mlir::nv_tileas::DotOp op;
  mlir::OpBuilder &b;
  Factor lhs, rhs, lhsScale, rhsScale;
  ThreadLayout sums;
  unsigned logRows = 0, logColumns = 0;
  /// Of the result, and of the sums on the way to it.
  mlir::Type resultType, sumType;
  bool isFloat = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_PRODUCT_H
