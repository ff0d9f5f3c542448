//===- Combiners.h - What reductions and scans combine by -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 7.7: a machine may combine in any order and grouping. What is known
// of a body decides whether that shows, and what the results may then be.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_COMBINERS_H
#define TILEFUZZ_INTERP_TILE_EVAL_COMBINERS_H

#include "interp/Kernels/NativeFormat.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Tile/Machine.h"

namespace tilefuzz {

/// How the elements of one operand are combined.
enum class Combiner {
  /// The same in every order: integers, and the larger or smaller of floats.
  Exact,
  FloatSum,
  FloatProduct,
  /// Without rounding, in a way of which it is not known whether the order
  /// shows: arguments of the largest, several operands that one comparison
  /// decides.
  Chosen,
  /// Floats that are rounded in some other way.
  Rounded,
};

/// Integers that wrap: the same in every order and grouping.
bool isOfIntegers(const Instruction &combine);

/// The body of a reduction or scan.
class CombinedBody {
public:
  explicit CombinedBody(const Instruction &in);

  /// Of operand `k`.
  Combiner combinerOf(unsigned k) const { return combiners[k]; }
  /// Whether it is a sum or a product, which has an enclosure.
  bool isEnclosed(unsigned k) const {
    return combiners[k] == Combiner::FloatSum ||
           combiners[k] == Combiner::FloatProduct;
  }
  bool hasEnclosed() const {
    return llvm::is_contained(combiners, Combiner::FloatSum) ||
           llvm::is_contained(combiners, Combiner::FloatProduct);
  }
  bool has(Combiner combiner) const {
    return llvm::is_contained(combiners, combiner);
  }
  bool hasFloats() const { return isOfFloats; }
  /// The operation that combines operand `k` alone; null: there is none.
  const Instruction *operationOf(unsigned k) const { return operations[k]; }

private:
  llvm::SmallVector<Combiner, 2> combiners;
  llvm::SmallVector<const Instruction *, 2> operations;
  bool isOfFloats = false;
};

/// Encloses a product of floats over every order of evaluation, as FreeOrder.h
/// does sums: every order gives a result within a factor of 1 +- g of the exact
/// product, if nothing overflows or underflows.
class FreeOrderProduct {
public:
  explicit FreeOrderProduct(FloatFormat format) : format(format) {}

  void add(double x, const BufferImage::Enclosure &bounds) {
    ++count;
    product = semantics::encloseProduct(0, product, x, bounds);
    product.exact = false;
    double low = bounds.exact ? x : bounds.lo;
    double high = bounds.exact ? x : bounds.hi;
    isFinite &= std::isfinite(low) && std::isfinite(high) &&
                !product.mayBeNaN && !bounds.mayBeNaN;
    largest *= std::max({1.0, std::fabs(low), std::fabs(high)});
    // A factor that may come near to zero may underflow.
    if (low != 0 || high != 0)
      smallest *= (low < 0) != (high < 0)
                      ? 0.0
                      : std::min({1.0, std::fabs(low), std::fabs(high)});
  }

  BufferImage::Enclosure get(double unit) const {
    const double infinity = std::numeric_limits<double>::infinity();
    BufferImage::Enclosure all = {-infinity, infinity, false, true};
    double nu = count * (unit + std::ldexp(1.0, -50));
    double top = std::ldexp(1.0, llvm::APFloat::semanticsMaxExponent(*format));
    double bottom =
        std::ldexp(1.0, llvm::APFloat::semanticsMinExponent(*format));
    if (!isFinite || nu >= 0.25)
      return all;
    double g = nu / (1 - nu);
    if (!(largest * (1 + g) < top) || smallest * (1 - g) < bottom)
      return all;
    double error =
        2 * g * std::max(std::fabs(product.lo), std::fabs(product.hi));
    return {product.lo - error, product.hi + error, false, false};
  }

private:
  FloatFormat format;
  bool isFinite = true;
  double count = 1, largest = 1, smallest = 1;
  /// Its `exact` stays false: the bounds are what counts.
  BufferImage::Enclosure product = {1, 1, false, false};
};

/// The elements that one result combines, and what every order makes of them.
class OrderEnclosure {
public:
  /// Of operand `k`, which is a sum or a product.
  OrderEnclosure(const CombinedBody &body, const Instruction &in, unsigned k);

  void add(const TileValue &tile, size_t i);
  BufferImage::Enclosure get() const {
    return isSum ? sum.get().bounds : product.get(unit);
  }
  /// Sets what was not unique before, or became so.
  void set(TileValue &result, size_t at) const;

private:
  void addForm(std::optional<semantics::AffineForm> next);

  bool isSum;
  FloatFormat format;
  const NativeFormat &native;
  double unit;
  /// The exact sum's; none where a summand has none.
  std::optional<semantics::AffineForm> form = semantics::AffineForm();
  bool sawTerms = false;
  semantics::FreeOrderSum sum;
  FreeOrderProduct product;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_COMBINERS_H
