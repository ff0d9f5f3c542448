//===- Enclosure.h - All that a result may be -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The interval domain (design, decisions 2 and 14): what an operation gives
// where its operands are not unique. A set of floats is enclosed by its least
// and its largest number, in the order of IEEE 754-2019, 5.10, where -0 lies
// below +0, and by whether NaN is in it: bounds thus say, too, which zeros and
// which infinities may be.
//
// A set of integers is enclosed by its least and its largest member, read
// signed; it holds none beyond 2^53, which a bound could not tell apart.
//
// No arithmetic is written again. A correctly rounded operation is monotone in
// each operand as long as no operand changes its sign, so that its concrete
// meaning at the ends of the operands, at both zeros and at NaN gives the least
// and the largest result, and every NaN. Bounds are therefore numbers of the
// format, and as near as bounds of single operations can be.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_ENCLOSURE_H
#define TILEFUZZ_INTERP_SEMANTICS_ENCLOSURE_H

#include "interp/Semantics/FloatFunctions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz::semantics {

using Enclosure = BufferImage::Enclosure;

/// Whether a lies below b, -0 below +0. Neither is NaN.
bool isBelow(double a, double b);

/// Integers beyond it, or beyond its negative, have no enclosure.
inline constexpr double largestInteger = 0x1p53;

/// Every number of every format, and NaN.
Enclosure anything();

/// The least enclosure of what was added.
class Hull {
public:
  void add(double number);
  void add(const Enclosure &set);
  /// Exact: it is a single number, or NaN alone.
  Enclosure get() const;

private:
  bool isEmpty = true, mayBeNaN = false;
  double lo = 0, hi = 0;
};

/// An operand: `bits` is one of the values that it may have.
struct EnclosedValue {
  /// Null: an integer.
  FloatFormat format = nullptr;
  llvm::APInt bits;
  /// If exact, it has this value only.
  Enclosure bounds = {};
};

/// The value of a float as a double, which holds those of every format.
double numberOf(FloatFormat format, const llvm::APInt &bits);

/// How an operation takes what is not unique.
enum class EnclosedBy : uint8_t {
  /// Nothing is known of it.
  Nothing,
  /// Monotone in each operand while no operand changes its sign.
  Ends,
  /// Decided by whether one operand is less than, equal to, or greater than the
  /// other, or neither.
  Order,
  /// Of integers (IntegerRanges.h).
  Sum,
  Difference,
  Product,
  /// The upper half.
  HighProduct,
  Negation,
  Magnitude,
  /// Rounded either way.
  Quotient,
  IntegerRemainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  /// Of unsigned integers, zeros come in.
  ShiftRight,
  /// An integer becomes a narrower one.
  Narrowed,
  /// The bits of a float, or a float of these bits: monotone where the sign is
  /// known.
  Bits,
  /// The remainder of a truncated quotient of floats.
  Remainder,
};

/// What one operation gives for elements of these operands; none where it is
/// undefined.
using ConcreteMeaning =
    llvm::function_ref<std::optional<llvm::APInt>(llvm::ArrayRef<llvm::APInt>)>;

/// Encloses the result; none: it may be undefined, or nothing is known of it.
/// Of a truth value, bounds are 0 and 1. `resultFormat` is null for integers.
/// `isSquare`: both operands are the same value. Truth values take part in
/// operations of every kind. `isUnsigned`: it reads integers so, or makes them.
std::optional<Enclosure> enclose(EnclosedBy kind, bool isSquare,
                                 llvm::ArrayRef<EnclosedValue> operands,
                                 FloatFormat resultFormat,
                                 ConcreteMeaning meaning,
                                 bool isUnsigned = false);

/// What an implementation may give for a bounded function of such operands.
Enclosure encloseFunction(BoundedFunction function, FloatFormat format,
                          const EnclosedValue &a, const EnclosedValue &b,
                          bool ftz);

/// The product of two real numbers in these bounds; computed in double.
Enclosure encloseProduct(double a, const Enclosure &boundsOfA, double b,
                         const Enclosure &boundsOfB);

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_ENCLOSURE_H
