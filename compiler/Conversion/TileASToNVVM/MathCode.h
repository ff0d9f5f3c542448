//===- MathCode.h - Float functions written as LLVM operations --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The functions of MathFunctions.h are templates over the code that they are
// written in. Here the code is operations of the LLVM dialect; tests compute
// with the machine's own floats instead, which gives the same bits, as every
// operation is exact or rounded once to the nearest.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHCODE_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHCODE_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "llvm/ADT/bit.h"
#include <type_traits>

namespace tilefuzz {

/// The NVVM or LLVM intrinsic `llvm.` + `name`.
mlir::Value callIntrinsic(Emitter &e, const llvm::Twine &name, mlir::Type type,
                          llvm::ArrayRef<mlir::Value> operands);

/// Code on f32 or f64, as `Native` is, and on integers of the same width.
template <typename Native> class LlvmCode {
public:
  using Float = Native;
  static constexpr bool isDouble = sizeof(Native) == 8;
  using Word = std::conditional_t<sizeof(Native) == 4, uint32_t, uint64_t>;

  explicit LlvmCode(Emitter &e)
      : e(e),
        realType(sizeof(Native) == 4 ? mlir::Type(e.builder.getF32Type())
                                     : mlir::Type(e.builder.getF64Type())),
        wordType(e.builder.getIntegerType(8 * sizeof(Native))) {}

  struct Truth {
    LlvmCode *code;
    mlir::Value value;

    Truth operator&&(Truth other) const {
      return {code, code->template make<mlir::LLVM::AndOp>(value, other.value)};
    }
    Truth operator||(Truth other) const {
      return {code, code->template make<mlir::LLVM::OrOp>(value, other.value)};
    }
    Truth operator!() const {
      mlir::Value one = code->e.constant(value.getType(), 1);
      return {code, code->template make<mlir::LLVM::XOrOp>(value, one)};
    }
    /// Of truth values: different.
    Truth operator!=(Truth other) const {
      return {code, code->template make<mlir::LLVM::XOrOp>(value, other.value)};
    }
  };

  /// An integer; comparisons and right shifts are unsigned.
  struct Bits {
    LlvmCode *code;
    mlir::Value value;

#define TILEFUZZ_BITS_OPERATOR(SYMBOL, OPERATION)                              \
  Bits operator SYMBOL(Bits other) const {                                     \
    return {code,                                                              \
            code->template make<mlir::LLVM::OPERATION>(value, other.value)};   \
  }                                                                            \
  Bits operator SYMBOL(Word other) const {                                     \
    return *this SYMBOL code->bits(other);                                     \
  }
    TILEFUZZ_BITS_OPERATOR(+, AddOp)
    TILEFUZZ_BITS_OPERATOR(-, SubOp)
    TILEFUZZ_BITS_OPERATOR(*, MulOp)
    TILEFUZZ_BITS_OPERATOR(&, AndOp)
    TILEFUZZ_BITS_OPERATOR(|, OrOp)
    TILEFUZZ_BITS_OPERATOR(^, XOrOp)
    TILEFUZZ_BITS_OPERATOR(<<, ShlOp)
    TILEFUZZ_BITS_OPERATOR(>>, LShrOp)
#undef TILEFUZZ_BITS_OPERATOR
#define TILEFUZZ_BITS_COMPARISON(SYMBOL, PREDICATE)                            \
  Truth operator SYMBOL(Bits other) const {                                    \
    return code->compare(mlir::LLVM::ICmpPredicate::PREDICATE, *this, other);  \
  }                                                                            \
  Truth operator SYMBOL(Word other) const {                                    \
    return *this SYMBOL code->bits(other);                                     \
  }
    TILEFUZZ_BITS_COMPARISON(==, eq)
    TILEFUZZ_BITS_COMPARISON(!=, ne)
    TILEFUZZ_BITS_COMPARISON(<, ult)
    TILEFUZZ_BITS_COMPARISON(>, ugt)
    TILEFUZZ_BITS_COMPARISON(>=, uge)
    TILEFUZZ_BITS_COMPARISON(<=, ule)
#undef TILEFUZZ_BITS_COMPARISON
  };

  /// A float.
  struct Real {
    LlvmCode *code;
    mlir::Value value;

#define TILEFUZZ_REAL_OPERATOR(SYMBOL, OPERATION)                              \
  Real operator SYMBOL(Real other) const {                                     \
    return {code,                                                              \
            code->template make<mlir::LLVM::OPERATION>(value, other.value)};   \
  }                                                                            \
  Real operator SYMBOL(Native other) const {                                   \
    return *this SYMBOL code->real(other);                                     \
  }
    TILEFUZZ_REAL_OPERATOR(+, FAddOp)
    TILEFUZZ_REAL_OPERATOR(-, FSubOp)
    TILEFUZZ_REAL_OPERATOR(*, FMulOp)
    TILEFUZZ_REAL_OPERATOR(/, FDivOp)
#undef TILEFUZZ_REAL_OPERATOR
    Real operator-() const {
      return {code, code->template make<mlir::LLVM::FNegOp>(value)};
    }
    /// False for NaN, but for !=.
#define TILEFUZZ_REAL_COMPARISON(SYMBOL, PREDICATE)                            \
  Truth operator SYMBOL(Real other) const {                                    \
    return code->compare(mlir::LLVM::FCmpPredicate::PREDICATE, *this, other);  \
  }                                                                            \
  Truth operator SYMBOL(Native other) const {                                  \
    return *this SYMBOL code->real(other);                                     \
  }
    TILEFUZZ_REAL_COMPARISON(==, oeq)
    TILEFUZZ_REAL_COMPARISON(!=, une)
    TILEFUZZ_REAL_COMPARISON(<, olt)
    TILEFUZZ_REAL_COMPARISON(>, ogt)
    TILEFUZZ_REAL_COMPARISON(>=, oge)
    TILEFUZZ_REAL_COMPARISON(<=, ole)
#undef TILEFUZZ_REAL_COMPARISON
  };

  Real real(mlir::Value value) { return {this, value}; }
  Real real(Native value) {
    mlir::FloatAttr attribute = sizeof(Native) == 4
                                    ? e.builder.getF32FloatAttr(value)
                                    : e.builder.getF64FloatAttr(value);
    return {this, mlir::LLVM::ConstantOp::create(e.builder, e.loc, realType,
                                                 attribute)};
  }
  Bits bits(mlir::Value value) { return {this, value}; }
  Bits bits(Word value) { return {this, e.constant(wordType, value)}; }

  Bits bitsOf(Real x) {
    return {this, convert<mlir::LLVM::BitcastOp>(wordType, x.value)};
  }
  Real fromBits(Bits x) {
    return {this, convert<mlir::LLVM::BitcastOp>(realType, x.value)};
  }
  /// Of a signed integer.
  Real toReal(Bits x) {
    return {this, convert<mlir::LLVM::SIToFPOp>(realType, x.value)};
  }
  /// The quotient by a power of two, towards minus infinity.
  Bits signedShift(Bits x, Word amount) {
    return {this, make<mlir::LLVM::AShrOp>(x.value, bits(amount).value)};
  }
  /// The high half of the unsigned product, of 64 bits.
  Bits mulHigh(Bits x, Bits y) {
    return {this,
            callIntrinsic(e, "nvvm.mulhi.ull", wordType, {x.value, y.value})};
  }
  Real fma(Real x, Real y, Real z) {
    return {this, mlir::LLVM::FMAOp::create(e.builder, e.loc, realType, x.value,
                                            y.value, z.value)};
  }
  Real sqrt(Real x) {
    return {this, callIntrinsic(e,
                                sizeof(Native) == 4 ? "nvvm.sqrt.rn.f"
                                                    : "nvvm.sqrt.rn.d",
                                realType, {x.value})};
  }
  Real abs(Real x) { return {this, make<mlir::LLVM::FAbsOp>(x.value)}; }
  Real floor(Real x) {
    return {this, mlir::LLVM::FFloorOp::create(e.builder, e.loc, x.value)};
  }
  Real trunc(Real x) {
    return {this, mlir::LLVM::FTruncOp::create(e.builder, e.loc, x.value)};
  }
  Real copySign(Real magnitude, Real sign) {
    return {this, mlir::LLVM::CopySignOp::create(e.builder, e.loc,
                                                 magnitude.value, sign.value)};
  }
  Real select(Truth condition, Real x, Real y) {
    return {this, choose(condition, x.value, y.value)};
  }
  Bits select(Truth condition, Bits x, Bits y) {
    return {this, choose(condition, x.value, y.value)};
  }
  Real select(Truth condition, Real x, Native y) {
    return select(condition, x, real(y));
  }
  Real select(Truth condition, Native x, Real y) {
    return select(condition, real(x), y);
  }

  /// `body()` where the condition holds, else `otherwise`; both are structs of
  /// three values.
  template <typename Triple, typename Body>
  Triple where(Truth condition, Triple otherwise, Body body) {
    auto &[a, b, c] = otherwise;
    mlir::Block *then = e.addBlock();
    mlir::Block *join =
        e.addBlock({a.value.getType(), b.value.getType(), c.value.getType()});
    mlir::LLVM::CondBrOp::create(e.builder, e.loc, condition.value, then,
                                 mlir::ValueRange(), join,
                                 {a.value, b.value, c.value});
    e.builder.setInsertionPointToEnd(then);
    auto [x, y, z] = body();
    mlir::LLVM::BrOp::create(e.builder, e.loc,
                             mlir::ValueRange{x.value, y.value, z.value}, join);
    e.builder.setInsertionPointToEnd(join);
    a.value = join->getArgument(0);
    b.value = join->getArgument(1);
    c.value = join->getArgument(2);
    return otherwise;
  }

  /// Changes `x` by `body` as often as `count`, a signed integer, says.
  template <typename Pair, typename Body>
  Pair repeat(Bits count, Pair x, Body body) {
    auto &[a, b] = x;
    mlir::Block *head =
        e.addBlock({wordType, a.value.getType(), b.value.getType()});
    mlir::Block *loop = e.addBlock(), *end = e.addBlock();
    mlir::LLVM::BrOp::create(e.builder, e.loc,
                             mlir::ValueRange{count.value, a.value, b.value},
                             head);
    e.builder.setInsertionPointToEnd(head);
    Bits left = bits(head->getArgument(0));
    a.value = head->getArgument(1);
    b.value = head->getArgument(2);
    Truth goesOn = compare(mlir::LLVM::ICmpPredicate::sgt, left, bits(Word(0)));
    mlir::LLVM::CondBrOp::create(e.builder, e.loc, goesOn.value, loop, end);
    e.builder.setInsertionPointToEnd(loop);
    auto [nextA, nextB] = body(x);
    Bits rest = left - Word(1);
    mlir::LLVM::BrOp::create(
        e.builder, e.loc,
        mlir::ValueRange{rest.value, nextA.value, nextB.value}, head);
    e.builder.setInsertionPointToEnd(end);
    return x;
  }

private:
  template <typename Operation, typename... Values>
  mlir::Value make(Values... values) {
    return Operation::create(e.builder, e.loc, values...);
  }
  template <typename Operation>
  mlir::Value convert(mlir::Type type, mlir::Value value) {
    return Operation::create(e.builder, e.loc, type, value);
  }
  mlir::Value choose(Truth condition, mlir::Value x, mlir::Value y) {
    return mlir::LLVM::SelectOp::create(e.builder, e.loc, condition.value, x,
                                        y);
  }
  Truth compare(mlir::LLVM::ICmpPredicate predicate, Bits x, Bits y) {
    return {this, mlir::LLVM::ICmpOp::create(e.builder, e.loc, predicate,
                                             x.value, y.value)};
  }
  Truth compare(mlir::LLVM::FCmpPredicate predicate, Real x, Real y) {
    return {this, mlir::LLVM::FCmpOp::create(e.builder, e.loc, predicate,
                                             x.value, y.value)};
  }

  Emitter &e;
  mlir::Type realType, wordType;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHCODE_H
