//===- TileAAArith.cpp - Element-wise steps of nv_tileaa programs ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAARows.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename OpTy> static void makeInteger(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseInteger());
  Value lhs = draft.value(type), rhs = draft.value(type);
  draft.define<OpTy>(type, {lhs, rhs});
}

template <typename OpTy> static void makeBoolean(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.choices.oneIn(2) ? draft.i1()
                                                      : draft.chooseInteger());
  Value lhs = draft.value(type), rhs = draft.value(type);
  draft.define<OpTy>(type, {lhs, rhs});
}

static Value masked(TileAADraft &draft, Value value, int64_t bits) {
  Type type = value.getType();
  return draft.make<arith::AndIOp>(type, {value, draft.constant(type, bits)});
}

/// The amount is masked to the width.
template <typename OpTy> static void makeShift(TileAADraft &draft) {
  Type element = draft.chooseInteger(), type = draft.chooseTile(element);
  Value value = draft.value(type);
  Value amount =
      masked(draft, draft.value(type), element.getIntOrFloatBitWidth() - 1);
  draft.define<OpTy>(type, {value, amount});
}

/// The divisor is between 1 and 7: neither zero nor -1.
template <typename OpTy> static void makeDivision(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseInteger());
  Value value = draft.value(type);
  Value divisor =
      draft.make<arith::OrIOp>(type, {masked(draft, draft.value(type), 7),
                                      draft.constant(type, int64_t(1))});
  draft.define<OpTy>(type, {value, divisor});
}

static void makeAbsI(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseInteger());
  // Not of the least number.
  draft.define<math::AbsIOp>(type, masked(draft, draft.value(type), 127));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

template <typename Properties>
static void chooseRounding(TileAADraft &draft, Type element,
                           Properties &properties) {
  MLIRContext *context = draft.builder.getContext();
  if (draft.choices.oneIn(2))
    properties.rounding_mode = aa::RoundingModeAttr::get(
        context, aa::RoundingMode(draft.choices.below(4)));
  if (element.isF32() && draft.choices.oneIn(4))
    properties.flush_to_zero = draft.builder.getUnitAttr();
}

template <typename OpTy, unsigned operands>
static void makeRounded(TileAADraft &draft) {
  Type element = draft.chooseFloat(), type = draft.chooseTile(element);
  SmallVector<Value, 3> sources;
  for (unsigned i = 0; i < operands; ++i)
    sources.push_back(draft.value(type));
  draft.bring(draft.create<OpTy>(
      type, sources, [&](auto &p) { chooseRounding(draft, element, p); }));
}

/// What has one right result; approximations are for the public language.
template <typename OpTy, unsigned operands>
static void makeExact(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseFloat());
  SmallVector<Value, 3> sources;
  for (unsigned i = 0; i < operands; ++i)
    sources.push_back(draft.value(type));
  draft.define<OpTy>(type, sources);
}

static void makeClampF(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseFloat());
  std::array<Value, 3> sources = {draft.value(type), draft.value(type),
                                  draft.value(type)};
  draft.bring(draft.create<aa::ClampFOp>(type, sources, [&](auto &p) {
    if (draft.choices.oneIn(2))
      p.propagate_nan = draft.builder.getUnitAttr();
  }));
}

//===----------------------------------------------------------------------===//
// Comparison, choice, conversion
//===----------------------------------------------------------------------===//

static void makeCmpI(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseInteger());
  Value lhs = draft.value(type), rhs = draft.value(type);
  auto predicate = arith::CmpIPredicate(draft.choices.below(10));
  draft.bring(draft.create<arith::CmpIOp>(
      draft.like(type, draft.i1()), {lhs, rhs}, [&](auto &p) {
        p.predicate = arith::CmpIPredicateAttr::get(draft.builder.getContext(),
                                                    predicate);
      }));
}

static void makeCmpF(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseFloat());
  Value lhs = draft.value(type), rhs = draft.value(type);
  // Not the two constant ones.
  auto predicate = arith::CmpFPredicate(1 + draft.choices.below(14));
  draft.bring(draft.create<arith::CmpFOp>(
      draft.like(type, draft.i1()), {lhs, rhs}, [&](auto &p) {
        p.predicate = arith::CmpFPredicateAttr::get(draft.builder.getContext(),
                                                    predicate);
      }));
}

static void makeSelect(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.choices.oneIn(8) ? draft.i1()
                                                      : draft.chooseNumber());
  // One of two integers has no enclosure.
  Type element = aa::getTileElementType(type);
  TileAADraft::Taking taking(draft,
                             isa<FloatType>(element) || element == draft.i1());
  bool isScalar = draft.choices.oneIn(4);
  Value condition =
      draft.condition(isScalar ? draft.i1() : draft.like(type, draft.i1()));
  Value yes = draft.value(type), no = draft.value(type);
  draft.select(condition, yes, no);
}

static void makeExtension(TileAADraft &draft) {
  Type from = draft.choices.oneIn(4) ? draft.i1() : draft.chooseInteger();
  Type to = draft.chooseInteger();
  if (from == to)
    return;
  Type source = draft.chooseTile(from), type = draft.like(source, to);
  Value value = draft.value(source);
  if (from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth())
    draft.define<arith::TruncIOp>(type, value);
  else if (draft.choices.oneIn(2))
    draft.define<arith::ExtSIOp>(type, value);
  else
    draft.define<arith::ExtUIOp>(type, value);
}

static void makeFpToFp(TileAADraft &draft) {
  static constexpr ElementKind narrow[] = {
      ElementKind::F8E4M3FN, ElementKind::F8E5M2, ElementKind::TF32};
  Type from = draft.chooseFloat(), to = draft.chooseFloat();
  bool isNarrow = draft.choices.oneIn(3);
  if (isNarrow)
    to = draft.elementOf(draft.choices.pick<ElementKind>(narrow));
  if (from == to)
    return;
  Type source = draft.chooseTile(from), type = draft.like(source, to);
  // Away from zero there is one conversion.
  bool mayBeAway = from.isF32() && llvm::isa<FloatTF32Type>(to);
  bool isAway = mayBeAway && draft.choices.oneIn(2);
  MLIRContext *context = draft.builder.getContext();
  Value result = draft.create<aa::FpToFpOp>(
      type, draft.value(source), [&](auto &properties) {
        if (isAway)
          properties.rounding_mode =
              aa::RoundingModeAttr::get(context, aa::RoundingMode::NearestAway);
      });
  draft.bring(result);
  // There and back.
  if (isNarrow && draft.choices.oneIn(2))
    draft.define<aa::FpToFpOp>(source, result);
}

template <typename OpTy> static void makeIntToFloat(TileAADraft &draft) {
  Type source = draft.chooseTile(draft.chooseInteger());
  Type type = draft.like(source, draft.chooseFloat());
  draft.define<OpTy>(type, draft.value(source));
}

/// Numbers that fit, and no NaN: clamping prefers numbers.
template <typename OpTy> static void makeFloatToInt(TileAADraft &draft) {
  Type source = draft.chooseTile(draft.chooseFloat());
  bool isSigned = std::is_same_v<OpTy, arith::FPToSIOp>;
  Value low = draft.constant(source, isSigned ? -100.0 : 0.0);
  Value high = draft.constant(source, 100.0);
  Value clamped =
      draft.make<aa::ClampFOp>(source, {draft.value(source), low, high});
  draft.define<OpTy>(draft.like(source, draft.chooseInteger()), clamped);
}

static void makeBitcast(TileAADraft &draft) {
  static constexpr std::pair<ElementKind, ElementKind> pairs[] = {
      {ElementKind::I32, ElementKind::F32},
      {ElementKind::I64, ElementKind::F64},
      {ElementKind::I16, ElementKind::F16},
      {ElementKind::I16, ElementKind::BF16}};
  auto [from, to] = pairs[draft.choices.below(4)];
  if (draft.choices.oneIn(2))
    std::swap(from, to);
  Type source = draft.chooseTile(draft.elementOf(from));
  draft.define<aa::BitcastOp>(draft.like(source, draft.elementOf(to)),
                              draft.value(source));
}

/// What the conversion makes of approximations and functions with an error
/// bound.
template <typename OpTy, unsigned operands>
static void makeFunction(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseFloat());
  SmallVector<Value, 2> sources;
  for (unsigned i = 0; i < operands; ++i)
    sources.push_back(draft.value(type));
  draft.bringInexact(draft.make<OpTy>(type, sources));
}

static constexpr TileAARow rows[] = {
    {"arith.addi", makeInteger<arith::AddIOp>, Group::Integer, 6},
    {"arith.subi", makeInteger<arith::SubIOp>, Group::Integer, 4},
    {"arith.muli", makeInteger<arith::MulIOp>, Group::Integer, 4},
    {"arith.andi", makeBoolean<arith::AndIOp>, Group::Integer, 2},
    {"arith.ori", makeBoolean<arith::OrIOp>, Group::Integer, 2},
    {"arith.xori", makeBoolean<arith::XOrIOp>, Group::Integer, 2},
    {"arith.maxsi", makeInteger<arith::MaxSIOp>, Group::Integer, 1},
    {"arith.maxui", makeInteger<arith::MaxUIOp>, Group::Integer, 1},
    {"arith.minsi", makeInteger<arith::MinSIOp>, Group::Integer, 1},
    {"arith.minui", makeInteger<arith::MinUIOp>, Group::Integer, 1},
    {"nv_tileaa.mulhiui", makeInteger<aa::MulHiUIOp>, Group::Integer, 1},
    {"math.absi", makeAbsI, Group::Integer, 1},
    {"arith.shli", makeShift<arith::ShLIOp>, Group::Shift, 2},
    {"arith.shrsi", makeShift<arith::ShRSIOp>, Group::Shift, 2},
    {"arith.shrui", makeShift<arith::ShRUIOp>, Group::Shift, 2},
    {"arith.divsi", makeDivision<arith::DivSIOp>, Group::Divide, 1},
    {"arith.divui", makeDivision<arith::DivUIOp>, Group::Divide, 1},
    {"arith.floordivsi", makeDivision<arith::FloorDivSIOp>, Group::Divide, 1},
    {"arith.ceildivsi", makeDivision<arith::CeilDivSIOp>, Group::Divide, 1},
    {"arith.ceildivui", makeDivision<arith::CeilDivUIOp>, Group::Divide, 1},
    {"arith.remsi", makeDivision<arith::RemSIOp>, Group::Divide, 1},
    {"arith.remui", makeDivision<arith::RemUIOp>, Group::Divide, 1},
    {"nv_tileaa.addf", makeRounded<aa::AddFOp, 2>, Group::Float, 5, false,
     false, true},
    {"nv_tileaa.subf", makeRounded<aa::SubFOp, 2>, Group::Float, 3, false,
     false, true},
    {"nv_tileaa.mulf", makeRounded<aa::MulFOp, 2>, Group::Float, 4, false,
     false, true},
    {"nv_tileaa.fma", makeRounded<aa::FmaOp, 3>, Group::Float, 3, false, false,
     true},
    {"nv_tileaa.divf", makeRounded<aa::DivFOp, 2>, Group::Float, 2, false,
     false, true},
    {"nv_tileaa.sqrt", makeRounded<aa::SqrtOp, 1>, Group::Math, 2, false, false,
     true},
    {"nv_tileaa.clampf", makeClampF, Group::Math, 2, false, false, true},
    {"arith.negf", makeExact<arith::NegFOp, 1>, Group::Float, 1, false, false,
     true},
    {"math.absf", makeExact<math::AbsFOp, 1>, Group::Math, 1, false, false,
     true},
    {"math.ceil", makeExact<math::CeilOp, 1>, Group::Math, 1, false, false,
     true},
    {"math.floor", makeExact<math::FloorOp, 1>, Group::Math, 1, false, false,
     true},
    {"arith.maxnumf", makeExact<arith::MaxNumFOp, 2>, Group::Math, 1, false,
     false, true},
    {"arith.minnumf", makeExact<arith::MinNumFOp, 2>, Group::Math, 1, false,
     false, true},
    {"arith.maximumf", makeExact<arith::MaximumFOp, 2>, Group::Math, 1, false,
     false, true},
    {"arith.minimumf", makeExact<arith::MinimumFOp, 2>, Group::Math, 1, false,
     false, true},
    {"math.exp", makeFunction<math::ExpOp, 1>, Group::Math, 1, false, false,
     true},
    {"math.log", makeFunction<math::LogOp, 1>, Group::Math, 1, false, false,
     true},
    {"math.sin", makeFunction<math::SinOp, 1>, Group::Math, 1, false, false,
     true},
    {"math.tanh", makeFunction<math::TanhOp, 1>, Group::Math, 1, false, false,
     true},
    {"math.powf", makeFunction<math::PowFOp, 2>, Group::Math, 1, false, false,
     true},
    {"arith.cmpi", makeCmpI, Group::Compare, 4},
    {"arith.cmpf", makeCmpF, Group::Compare, 3, false, false, true},
    {"arith.select", makeSelect, Group::Compare, 5, false, false, true},
    {"arith.extsi", makeExtension, Group::Convert, 4},
    {"nv_tileaa.fp_to_fp", makeFpToFp, Group::Convert, 3, false, false, true},
    {"arith.sitofp", makeIntToFloat<arith::SIToFPOp>, Group::Convert, 1},
    {"arith.uitofp", makeIntToFloat<arith::UIToFPOp>, Group::Convert, 1},
    {"arith.fptosi", makeFloatToInt<arith::FPToSIOp>, Group::Convert, 1},
    {"arith.fptoui", makeFloatToInt<arith::FPToUIOp>, Group::Convert, 1},
    {"nv_tileaa.bitcast", makeBitcast, Group::Convert, 2},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAArithRows() { return rows; }
