//===- EncodeProduct.cpp - Products of matrices as formulas ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Integers are exact. A float sum is taken in an order, and with a rounding,
// that the machine chooses, once for every numbered operation: what is proved
// holds for each choice, the same one before and after the rewrite. Under
// FloatEncoding::Structure a sum is an uninterpreted function of its terms,
// which covers every choice; the solver's theory is used for sums of one or two
// products, over all groupings and both nearest and toward zero (tensor cores
// truncate).
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Integer.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "oracle/Smt/Encoder.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

static llvm::Error noEncoding(mlir::Operation *op, const char *what) {
  return llvm::createStringError("'" + op->getName().getStringRef() + "' " +
                                 what + " has no encoding");
}

namespace {
/// One element of the result: its accumulator and its pairs of factors.
struct Terms {
  Term acc;
  std::vector<std::pair<Term, Term>> factors;
};
} // namespace

/// Calls `sum` for every element of the result, B x M x K times B x K x N.
template <typename F>
static llvm::Error mapProducts(Encoder &e, mlir::Operation *op, F sum) {
  S &d = e.domain;
  llvm::ArrayRef<int64_t> lhsShape = tileShapeOf(op->getOperand(0)).shape;
  size_t batches = lhsShape.size() == 3 ? lhsShape[0] : 1;
  size_t rows = lhsShape.take_back(2)[0], depth = lhsShape.back();
  size_t columns = tileShapeOf(op->getOperand(1)).shape.back();
  const std::vector<SymbolicElement> lhs =
      e.valueOf(op->getOperand(0)).elements;
  const std::vector<SymbolicElement> rhs =
      e.valueOf(op->getOperand(1)).elements;
  const std::vector<SymbolicElement> acc =
      e.valueOf(op->getOperand(2)).elements;
  SymbolicValue result;
  for (size_t b = 0; b < batches; ++b)
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < columns; ++j) {
        const SymbolicElement &start = acc[(b * rows + i) * columns + j];
        Terms terms{start.bits, {}};
        Term unspecified = spreadOf(d, start);
        for (size_t k = 0; k < depth; ++k) {
          const SymbolicElement &x = lhs[(b * rows + i) * depth + k];
          const SymbolicElement &y = rhs[(b * depth + k) * columns + j];
          terms.factors.push_back({x.bits, y.bits});
          unspecified =
              d.lor(unspecified, d.lor(spreadOf(d, x), spreadOf(d, y)));
        }
        result.elements.push_back({sum(terms), unspecified});
      }
  e.valueOf(op->getResult(0)) = std::move(result);
  return llvm::Error::success();
}

/// More would make terms that take minutes.
static llvm::Error checkSize(mlir::Operation *op) {
  constexpr size_t maxProducts = 4096;
  size_t depth = tileShapeOf(op->getOperand(0)).shape.back();
  if (tileShapeOf(op->getResult(0)).numElements() * depth <= maxProducts)
    return llvm::Error::success();
  return noEncoding(op, "of so many terms");
}

static llvm::Error integerProduct(Encoder &e, mlir::Operation *op,
                                  ReadAs readLhs, ReadAs readRhs) {
  S &d = e.domain;
  if (llvm::Error error = checkSize(op))
    return error;
  unsigned width = widthOf(elementOf(op->getResult(0)));
  if (width < widthOf(elementOf(op->getOperand(0))))
    return noEncoding(op, "with a narrow accumulator");
  return mapProducts(e, op, [&](const Terms &terms) {
    Term sum = terms.acc;
    for (auto [x, y] : terms.factors)
      sum = d.add(sum, d.mul(semantics::exti(d, x, width, readLhs).value,
                             semantics::exti(d, y, width, readRhs).value));
    return sum;
  });
}

/// Whether every product of two `from` is a value of `to`.
static bool productsAreExact(FloatFormat from, FloatFormat to) {
  using llvm::APFloat;
  int precision = APFloat::semanticsPrecision(*from);
  return 2 * precision <= int(APFloat::semanticsPrecision(*to)) &&
         2 * (APFloat::semanticsMinExponent(*from) - precision + 1) >=
             APFloat::semanticsMinExponent(*to) -
                 int(APFloat::semanticsPrecision(*to)) + 1 &&
         2 * (APFloat::semanticsMaxExponent(*from) + 1) <=
             APFloat::semanticsMaxExponent(*to);
}

/// What the machine's additions depend on.
static std::string productsOf(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getAttrDictionary();
  for (mlir::Value operand : op->getOperands())
    os << ' ' << elementOf(operand);
  return text;
}

static llvm::Error floatProduct(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  if (llvm::Error error = checkSize(op))
    return error;
  llvm::Expected<unsigned> number = e.sumNumberOf(op);
  if (!number)
    return number.takeError();
  mlir::Type element = elementOf(op->getResult(0));
  FloatFormat from = formatOf(elementOf(op->getOperand(0)));
  FloatFormat other = formatOf(elementOf(op->getOperand(1)));
  FloatFormat to = formatOf(element);
  std::string id = std::to_string(*number);
  if (d.floats() == FloatEncoding::Structure) {
    std::string name = op->getName().getStringRef().str();
    e.result.uninterpreted.insert(name);
    // Formats of one width are not the same.
    llvm::raw_string_ostream(name)
        << ' ' << id << ' ' << op->getAttrDictionary() << ' '
        << op->getOperandTypes();
    std::vector<Term> scales;
    for (mlir::Value operand : op->getOperands().drop_front(3))
      for (const SymbolicElement &scale : e.valueOf(operand).elements)
        scales.push_back(scale.bits);
    // Scales belong to the factors: their sums are no others'.
    std::optional<SymbolicSum> sum;
    if (scales.empty())
      sum = SymbolicSum{{to}, {}, productsOf(op)};
    auto wide = [&](FloatFormat format, Term x) {
      return format == to || !S::hasArithmetic(format)
                 ? x
                 : d.ftof(format, to, RoundingMode::NearestEven, x);
    };
    return mapProducts(e, op, [&](const Terms &terms) {
      std::vector<Term> all = {terms.acc};
      llvm::append_range(all, scales);
      for (auto [x, y] : terms.factors) {
        all.push_back(x);
        all.push_back(y);
      }
      Term own = d.function(name, all, widthOf(element));
      if (!sum)
        return own;
      sum->summands = {{terms.acc}};
      for (auto [x, y] : terms.factors)
        sum->summands.push_back({wide(from, x), wide(other, y)});
      return e.chooseSum(op, *sum, own);
    });
  }
  if (op->getNumOperands() > 3)
    return noEncoding(op, "with scales");
  for (llvm::StringRef flag : {"fast_acc", "input_precision", "propagate_nan"})
    if (op->hasAttr(flag))
      return noEncoding(op, "of another precision");
  size_t depth = tileShapeOf(op->getOperand(0)).shape.back();
  bool areExact = productsAreExact(from, to) && productsAreExact(other, to);
  if (depth > 2 || (depth == 2 && !areExact))
    return noEncoding(op, "of floats with so many terms");
  if (!S::canConvertFrom(from) || !S::canConvertFrom(other))
    return noEncoding(op, "of these formats");
  Term isNearest = d.eq(d.input("rounding of sum " + id, 1), d.constant(1, 0));
  Term grouping = d.input("grouping of sum " + id, 2);
  auto isGrouping = [&](uint64_t k) {
    return d.eq(grouping, d.constant(2, k));
  };
  return mapProducts(e, op, [&](const Terms &terms) {
    Term perMode[2];
    for (RoundingMode mode : {RoundingMode::NearestEven, RoundingMode::Zero}) {
      auto wide = [&](FloatFormat format, Term x) {
        return format == to ? x
                            : d.ftof(format, to, RoundingMode::NearestEven, x);
      };
      std::vector<Term> products;
      for (auto [x, y] : terms.factors)
        products.push_back(d.fmul(to, RoundingMode::NearestEven, wide(from, x),
                                  wide(other, y)));
      auto add = [&](Term a, Term b) { return d.fadd(to, mode, a, b); };
      Term sum;
      if (products.size() == 1 && areExact)
        sum = add(terms.acc, products[0]);
      else if (products.size() == 1)
        // f64 rounds the product; in the others it is exact, but for its range.
        sum = from == to
                  ? add(terms.acc, products[0])
                  : d.ffma(to, mode, wide(from, terms.factors[0].first),
                           wide(other, terms.factors[0].second), terms.acc);
      else
        sum = d.ite(
            isGrouping(0), add(add(terms.acc, products[0]), products[1]),
            d.ite(isGrouping(1), add(add(terms.acc, products[1]), products[0]),
                  add(terms.acc, add(products[0], products[1]))));
      perMode[mode == RoundingMode::Zero] = sum;
    }
    return d.ite(isNearest, perMode[0], perMode[1]);
  });
}

/// Of 8 bits: by comparing with all of them.
static Term isNaNOrZero(S &d, FloatFormat format, Term x) {
  Term result = d.truth(false);
  for (unsigned bits = 0; bits < 256; ++bits) {
    llvm::APFloat value(*format, llvm::APInt(8, bits));
    if (value.isNaN() || value.isZero())
      result = d.lor(result, d.eq(x, d.constant(8, bits)));
  }
  return result;
}

/// A negative scale is undefined; one that is poison makes poison of the
/// result.
static void checkScales(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  Term unspecified = d.truth(false);
  for (mlir::Value operand : op->getOperands().drop_front(3)) {
    FloatFormat format = formatOf(elementOf(operand));
    // Of 8 bits: f8E8M0FNU has no sign.
    bool isSigned = llvm::APFloat::semanticsHasSignedRepr(*format);
    for (const SymbolicElement &scale : e.valueOf(operand).elements) {
      unspecified = d.lor(unspecified, spreadOf(d, scale));
      Term isNegative = d.land(d.isNegative(scale.bits),
                               d.lnot(isNaNOrZero(d, format, scale.bits)));
      if (isSigned)
        e.addUndefined(d.land(d.lnot(spreadOf(d, scale)), isNegative));
    }
  }
  if (d.isFalse(unspecified))
    return;
  SymbolicValue &result = e.valueOf(op->getResult(0));
  for (SymbolicElement &element : result.elements)
    element.unspecified = d.lor(element.unspecified, unspecified);
}

static llvm::Error scaledProduct(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = floatProduct(e, op))
    return error;
  checkScales(e, op);
  return llvm::Error::success();
}
static llvm::Error tileProduct(Encoder &e, mlir::Operation *op) {
  return floatProduct(e, op);
}
static llvm::Error tileIntegerProduct(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::MmaIOp>(op);
  return integerProduct(e, op, readAsOf(typed.getSignednessLhs()),
                        readAsOf(typed.getSignednessRhs()));
}

template <typename OpT>
static llvm::Error product(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  if (op->getNumOperands() > 3)
    return scaledProduct(e, op);
  if (llvm::isa<mlir::FloatType>(elementOf(typed.getLhs())))
    return floatProduct(e, op);
  return integerProduct(e, op, readAsOf(*typed.getSignednessA()),
                        readAsOf(*typed.getSignednessB()));
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.mmaf", tileProduct},
    {"cuda_tile.mmaf_scaled", scaledProduct},
    {"cuda_tile.mmai", tileIntegerProduct},
    {"nv_tileaa.dot", product<aa::DotOp>},
    {"nv_tileaa.conv_dot", product<aa::ConvDotOp>},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getProductEncoders() { return rows; }
