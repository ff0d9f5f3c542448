//===- AffineForm.h - How a value depends on unknown ones -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Affine arithmetic (L. H. de Figueiredo and J. Stolfi, Self-Validated
// Numerical Methods and Applications, IMPA 1997, chapter 3): a value is
//
//   center + sum of coefficient * symbol + at most rest,
//
// where a symbol is any number from -1 to 1, the same one in all forms that
// name it. So x - x is zero, and what is divided by a sum of itself does not
// have the error of both. Forms complement enclosures (Enclosure.h): a result
// lies in both, and a form whose terms were all lost says nothing more.
//
// Computed in double: what that rounds is added to the rest. A form is of
// finite numbers; what may overflow or be NaN has none.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_AFFINEFORM_H
#define TILEFUZZ_INTERP_SEMANTICS_AFFINEFORM_H

#include "interp/Semantics/FloatFunctions.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tilefuzz::semantics {

class AffineForm {
public:
  struct Term {
    uint64_t symbol;
    double coefficient;
  };
  /// Terms beyond these, those of the least coefficients, join the rest.
  static constexpr size_t mostTerms = 16;

  AffineForm() = default;
  explicit AffineForm(double number) : center(number) {}
  /// Any number between two finite ones, whatever it depends on.
  static AffineForm within(double lo, double hi);

  bool hasTerms() const { return !terms.empty(); }
  /// How far the value may lie from the center.
  double radius() const;
  /// Bounds of the value.
  double lowest() const;
  double highest() const;

  /// From here on, the rest is what `symbol` says. Nothing else names it yet.
  void bear(uint64_t symbol);
  void widen(double by) { rest += by; }

  /// x * a + y * b, of two numbers x and y.
  static AffineForm combine(double x, const AffineForm &a, double y,
                            const AffineForm &b);
  friend AffineForm operator+(const AffineForm &a, const AffineForm &b) {
    return combine(1, a, 1, b);
  }
  friend AffineForm operator-(const AffineForm &a, const AffineForm &b) {
    return combine(1, a, -1, b);
  }
  friend AffineForm operator*(const AffineForm &a, const AffineForm &b);
  AffineForm operator-() const { return combine(-1, *this, 0, AffineForm()); }

  /// None if the divisor may be zero.
  static std::optional<AffineForm> quotient(const AffineForm &a,
                                            const AffineForm &b);
  /// The real function; none if it has no monotone derivative there, or no
  /// form is known.
  static std::optional<AffineForm>
  apply(BoundedFunction function, const AffineForm &a, const AffineForm &b);
  /// What becomes of the value in a format, `units` in the last place away from
  /// it at most. False: it may overflow, or the format has no zero, and the
  /// form says nothing. Nothing is flushed.
  bool round(FloatFormat format, double units);

  double getCenter() const { return center; }
  llvm::ArrayRef<Term> getTerms() const { return terms; }
  double getRest() const { return rest; }

private:
  /// For each number that was rounded on the way: at most this times it.
  static constexpr double slack = 0x1p-51;
  void limitTerms();

  double center = 0;
  /// By symbol.
  llvm::SmallVector<Term, 2> terms;
  double rest = 0;
};

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_AFFINEFORM_H
