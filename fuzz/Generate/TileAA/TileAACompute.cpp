//===- TileAACompute.cpp - Products, reductions, scans, counts ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Elements are combined in any order: products and sums of floats are not
// unique.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/RandomValues.h"
#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAARows.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct ProductTypes {
  ElementKind factor, sum;
};
} // namespace

static constexpr ProductTypes floatProducts[] = {
    {ElementKind::F16, ElementKind::F32},
    {ElementKind::F16, ElementKind::F32},
    {ElementKind::F16, ElementKind::F16},
    {ElementKind::BF16, ElementKind::F32},
    {ElementKind::F32, ElementKind::F32},
    {ElementKind::F64, ElementKind::F64},
    {ElementKind::TF32, ElementKind::F32},
    {ElementKind::F8E4M3FN, ElementKind::F32},
    {ElementKind::F8E5M2, ElementKind::F16}};

/// Zero, other constants, or what the compiler does not know.
static Value chooseFactor(TileAADraft &draft, Type type, bool mayBeZero) {
  Type element = aa::getTileElementType(type);
  // Products of integers with zero vanish.
  switch (draft.choices.below(isa<FloatType>(element) ? 4 : 3)) {
  case 0:
    if (mayBeZero)
      return isa<FloatType>(element)
                 ? draft.constant(type, draft.choices.oneIn(4) ? -0.0 : 0.0)
                 : draft.constant(type, int64_t(0));
    [[fallthrough]];
  case 1:
    return draft.constant(
        draft.randomElements(type, /*isSplat=*/draft.choices.oneIn(3)));
  default:
    break;
  }
  // Loaded, with special values.
  unsigned count = cast<RankedTensorType>(type).getNumElements();
  ElementKind kind = *elementKindOf(element);
  unsigned index = draft.addBuffer(
      kind, count, draft.choices.oneIn(2) ? "special()" : "iota(1, 3)",
      /*readOnly=*/true);
  Value value = loadFrom(draft, index);
  // Only the newest of its size is used again.
  return draft.view(value, aa::getTileShape(type));
}

/// A sum that is known, or not.
static Value chooseSum(TileAADraft &draft, Type type) {
  Type element = aa::getTileElementType(type);
  if (draft.choices.oneIn(3))
    return draft.constant(draft.randomElements(type, /*isSplat=*/true));
  if (draft.choices.oneIn(2))
    return isa<FloatType>(element)
               ? draft.constant(type, draft.choices.oneIn(2) ? -0.0 : 0.0)
               : draft.constant(type, int64_t(0));
  return draft.value(type);
}

/// All three operands are constants: what is folded.
static void makeConstantFactors(TileAADraft &draft, Type left, Type right,
                                Type sum, SmallVectorImpl<Value> &operands) {
  auto dense = [&](Type type) -> Value {
    auto tensor = cast<RankedTensorType>(type);
    Type element = tensor.getElementType();
    if (!isa<FloatType>(element) || draft.choices.oneIn(4))
      return draft.constant(
          draft.randomElements(type, /*isSplat=*/draft.choices.oneIn(3)));
    // Exact in the sum's format, but not in the factors'.
    static constexpr double numbers[] = {255, 3, -7, 0.5, 129, 1, -255, 0, 97};
    SmallVector<Attribute> elements;
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      elements.push_back(FloatAttr::get(
          element, numbers[draft.choices.below(std::size(numbers))]));
    return draft.constant(DenseElementsAttr::get(tensor, elements));
  };
  operands.push_back(dense(left));
  operands.push_back(dense(right));
  operands.push_back(isa<FloatType>(aa::getTileElementType(sum)) &&
                             draft.choices.oneIn(2)
                         ? draft.constant(sum, 0.0)
                         : dense(sum));
}

template <typename OpTy> static void makeProduct(TileAADraft &draft) {
  bool isDot = std::is_same_v<OpTy, aa::DotOp>;
  bool isFloat = draft.choices.below(100) < draft.options.floats;
  Type factor, sum;
  if (isFloat) {
    // Not the formats without arithmetic.
    static constexpr unsigned convolved[] = {0, 3, 4};
    ProductTypes types =
        floatProducts[isDot ? draft.choices.below(std::size(floatProducts))
                            : convolved[draft.choices.below(3)]];
    factor = draft.elementOf(types.factor);
    sum = draft.elementOf(types.sum);
  } else {
    factor = draft.integer(8);
    sum = draft.i32();
  }
  SmallVector<int64_t, 3> left, right, result;
  if (isDot && draft.choices.oneIn(5))
    left = right = result = {2};
  int64_t m = draft.rows, n = draft.columns, k = 1 << draft.choices.below(3);
  if (!left.empty())
    m = n = 2;
  left.append({m, k});
  right.append({k, n});
  result.append({m, n});
  Type leftType = draft.tile(factor, left),
       rightType = draft.tile(factor, right);
  Type type = draft.tile(sum, result);
  SmallVector<Value, 3> operands;
  if (draft.choices.oneIn(3)) {
    makeConstantFactors(draft, leftType, rightType, type, operands);
  } else {
    operands.push_back(chooseFactor(draft, leftType, true));
    operands.push_back(chooseFactor(draft, rightType, true));
    operands.push_back(chooseSum(draft, type));
  }
  MLIRContext *context = draft.builder.getContext();
  Value made = draft.create<OpTy>(type, operands, [&](auto &p) {
    if constexpr (std::is_same_v<OpTy, aa::DotOp>)
      p.operandSegmentSizes = {1, 1, 1, 0, 0};
    if (isFloat)
      return;
    p.signedness_a = aa::SignednessAttr::get(
        context, aa::Signedness(draft.choices.below(2)));
    p.signedness_b = aa::SignednessAttr::get(
        context, aa::Signedness(draft.choices.below(2)));
  });
  if (!isFloat)
    draft.bring(made);
  else
    draft.bringInexact(made);
}

//===----------------------------------------------------------------------===//
// Reductions, scans, counts
//===----------------------------------------------------------------------===//

namespace {
struct Combiner {
  Value (*combine)(TileAADraft &draft, Value lhs, Value rhs);
  Identity identity;
  bool isUnique = true;
};
} // namespace

template <typename OpTy>
static Value combine(TileAADraft &draft, Value lhs, Value rhs) {
  return draft.make<OpTy>(lhs.getType(), {lhs, rhs});
}

static constexpr Combiner integerCombiners[] = {
    {combine<arith::AddIOp>, Identity::Sum},
    {combine<arith::XOrIOp>, Identity::Sum},
    {combine<arith::OrIOp>, Identity::Sum},
    {combine<arith::MulIOp>, Identity::Product},
    {combine<arith::AndIOp>, Identity::And},
    {combine<arith::MaxSIOp>, Identity::Low},
    {combine<arith::MinSIOp>, Identity::High},
    {combine<arith::MaxUIOp>, Identity::UnsignedLow},
    {combine<arith::MinUIOp>, Identity::UnsignedHigh},
};
static constexpr Combiner floatCombiners[] = {
    {combine<arith::MaxNumFOp>, Identity::Low},
    {combine<arith::MinNumFOp>, Identity::High},
    {combine<arith::MaximumFOp>, Identity::Low},
    {combine<arith::MinimumFOp>, Identity::High},
    {combine<aa::AddFOp>, Identity::Sum, /*isUnique=*/false},
    {combine<aa::MulFOp>, Identity::Product, /*isUnique=*/false},
};

template <typename OpTy> static void makeCombination(TileAADraft &draft) {
  constexpr bool isScan = std::is_same_v<OpTy, aa::ScanOp>;
  SmallVector<int64_t, 3> shape = draft.chooseShape();
  if (shape.empty())
    shape = {draft.width};
  unsigned axis = draft.choices.below(shape.size());
  unsigned count = draft.choices.oneIn(4) ? 2 : 1;
  SmallVector<Value> operands;
  SmallVector<Attribute> identities;
  SmallVector<Type> results, arguments;
  SmallVector<const Combiner *> combiners;
  SmallVector<int64_t, 3> resultShape = shape;
  if (!isScan)
    resultShape.erase(resultShape.begin() + axis);
  for (unsigned i = 0; i < count; ++i) {
    // Two floats at once are combined in an order that shows.
    Type element = count > 1 ? draft.chooseInteger() : draft.chooseNumber();
    combiners.push_back(isa<FloatType>(element)
                            ? &floatCombiners[draft.choices.below(6)]
                            : &integerCombiners[draft.choices.below(9)]);
    operands.push_back(draft.value(draft.tile(element, shape)));
    identities.push_back(identityOf(combiners.back()->identity, element));
    results.push_back(draft.tile(element, resultShape));
    arguments.append(2, element);
  }
  auto made = draft.create<OpTy>(
      results, operands,
      [&](auto &p) {
        p.axis = draft.i32Attr(axis);
        p.identities = draft.builder.getArrayAttr(identities);
        if constexpr (isScan) {
          p.inclusive = draft.builder.getBoolAttr(draft.choices.oneIn(2));
          p.reverse = draft.builder.getBoolAttr(draft.choices.oneIn(2));
        }
      },
      /*regions=*/1);
  {
    TileAADraft::Scope scope(draft, made.getBody(), arguments);
    SmallVector<Value> sums;
    for (unsigned i = 0; i < count; ++i)
      sums.push_back(combiners[i]->combine(draft,
                                           scope.block.getArgument(2 * i + 1),
                                           scope.block.getArgument(2 * i)));
    aa::YieldOp::create(draft.builder, draft.loc, sums);
  }
  for (auto [result, combiner] : llvm::zip_equal(made->getResults(), combiners))
    if (combiner->isUnique)
      draft.bring(result);
    else
      draft.bringInexact(result);
}

static void makeHistogram(TileAADraft &draft) {
  Value source = draft.value(draft.chooseTensor(draft.chooseInteger()));
  SmallVector<Value, 2> operands = {source};
  if (draft.choices.oneIn(2))
    operands.push_back(
        draft.condition(draft.like(source.getType(), draft.i1())));
  draft.define<aa::HistogramOp>(draft.vector(draft.i32()), operands);
}

static constexpr TileAARow rows[] = {
    {"nv_tileaa.dot", makeProduct<aa::DotOp>, Group::Product, 12, true, false,
     true},
    {"nv_tileaa.conv_dot", makeProduct<aa::ConvDotOp>, Group::Product, 1, true,
     false, true},
    {"nv_tileaa.reduce", makeCombination<aa::ReduceOp>, Group::Combine, 3,
     false, false, true},
    {"nv_tileaa.scan", makeCombination<aa::ScanOp>, Group::Combine, 2, false,
     false, true},
    {"nv_tileaa.histogram", makeHistogram, Group::Combine, 1},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAComputeRows() { return rows; }
