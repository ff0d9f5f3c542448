//===- ScalarOps.cpp - What element-wise operations compute ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/ScalarForm.h"
#include "interp/Tile/Eval/Elementwise.h"
#include "interp/Tile/Eval/OpaqueCode.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/StringMap.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// With the types of the operation's last operand and first result.
static ScalarOp typed(ScalarKind kind, mlir::Operation *op) {
  ScalarOp scalar{kind};
  mlir::Type from = elementOf(op->getOperands().back());
  mlir::Type to = elementOf(op->getResult(0));
  scalar.width = widthOf(from);
  scalar.resultWidth = widthOf(to);
  if (llvm::isa<mlir::FloatType>(from))
    scalar.format = formatOf(from);
  if (llvm::isa<mlir::FloatType>(to))
    scalar.resultFormat = formatOf(to);
  return scalar;
}

/// No attribute changes what it means.
template <ScalarKind kind>
static std::optional<ScalarOp> plain(mlir::Operation *op) {
  return typed(kind, op);
}
static std::optional<ScalarOp> choice(mlir::Operation *op) {
  // Pointers have a second half, and a scalar condition chooses whole tiles.
  if (pointeeOf(elementOf(op->getResult(0))) ||
      tileShapeOf(op->getOperand(0)).numElements() !=
          tileShapeOf(op->getResult(0)).numElements())
    return std::nullopt;
  return typed(ScalarKind::Select, op);
}

//===----------------------------------------------------------------------===//
// cuda_tile
//===----------------------------------------------------------------------===//

template <typename OpT, ScalarKind kind>
static std::optional<ScalarOp> wrapping(mlir::Operation *op) {
  ScalarOp scalar = typed(kind, op);
  scalar.promise = promiseOf(llvm::cast<OpT>(op).getOverflow());
  return scalar;
}
template <typename OpT, ScalarKind kind>
static std::optional<ScalarOp> readAs(mlir::Operation *op) {
  ScalarOp scalar = typed(kind, op);
  scalar.read = readAsOf(llvm::cast<OpT>(op).getSignedness());
  return scalar;
}
static std::optional<ScalarOp> division(mlir::Operation *op) {
  ScalarOp scalar = *readAs<ct::DivIOp, ScalarKind::DivI>(op);
  scalar.mode = roundingOf(llvm::cast<ct::DivIOp>(op).getRounding());
  return scalar;
}
static std::optional<ScalarOp> integerComparison(mlir::Operation *op) {
  ScalarOp scalar = *readAs<ct::CmpIOp, ScalarKind::CmpI>(op);
  scalar.relation =
      relationOf(llvm::cast<ct::CmpIOp>(op).getComparisonPredicate());
  return scalar;
}
template <typename OpT, ScalarKind kind>
static std::optional<ScalarOp> rounded(mlir::Operation *op) {
  auto typedOp = llvm::cast<OpT>(op);
  std::optional<RoundingMode> mode = exactRoundingOf(typedOp.getRoundingMode());
  if (!mode)
    return std::nullopt; // Bounded, not exact.
  ScalarOp scalar = typed(kind, op);
  scalar.mode = *mode;
  scalar.ftz = typedOp.getFlushToZero();
  return scalar;
}
template <typename OpT, ScalarKind kind>
static std::optional<ScalarOp> extremum(mlir::Operation *op) {
  ScalarOp scalar = typed(kind, op);
  scalar.propagateNaN = llvm::cast<OpT>(op).getPropagateNan();
  scalar.ftz = llvm::cast<OpT>(op).getFlushToZero();
  return scalar;
}
static std::optional<ScalarOp> floatComparison(mlir::Operation *op) {
  auto compare = llvm::cast<ct::CmpFOp>(op);
  ScalarOp scalar = typed(ScalarKind::CmpF, op);
  scalar.relation = relationOf(compare.getComparisonPredicate());
  scalar.ordered =
      compare.getComparisonOrdering() == ct::ComparisonOrdering::Ordered;
  return scalar;
}
static std::optional<ScalarOp> floatToInteger(mlir::Operation *op) {
  if (llvm::cast<ct::FToIOp>(op).getSaturating())
    return std::nullopt; // The kernels end at what is out of range.
  return readAs<ct::FToIOp, ScalarKind::FToI>(op);
}
static std::optional<ScalarOp> floatConversion(mlir::Operation *op) {
  ScalarOp scalar = typed(ScalarKind::FToF, op);
  scalar.mode = roundingOf(llvm::cast<ct::FToFOp>(op).getRoundingMode());
  return scalar;
}

//===----------------------------------------------------------------------===//
// nv_tileaa
//===----------------------------------------------------------------------===//

static std::optional<ScalarOp> fpToFp(mlir::Operation *op) {
  auto convert = llvm::cast<aa::FpToFpOp>(op);
  std::optional<RoundingMode> mode = exactRoundingOf(convert.getRoundingMode());
  if (!mode || !ct::isBaseFloatElement(elementOf(op->getOperand(0))) ||
      !ct::isBaseFloatElement(elementOf(op->getResult(0))))
    return std::nullopt;
  ScalarOp scalar = typed(ScalarKind::FToF, op);
  scalar.mode = *mode;
  return scalar;
}

//===----------------------------------------------------------------------===//
// arith
//===----------------------------------------------------------------------===//

/// What its attributes say.
template <ScalarKind kind>
static std::optional<ScalarOp> formed(mlir::Operation *op) {
  std::optional<ScalarForm> form = scalarFormOf(op);
  if (!form || form->asks != ScalarForm::Asks::Relation)
    return std::nullopt;
  ScalarOp scalar = typed(kind, op);
  scalar.promise = form->promise;
  scalar.relation = form->relation;
  scalar.mode = form->mode;
  if (kind == ScalarKind::CmpI)
    scalar.read = form->read;
  if (kind == ScalarKind::CmpF)
    scalar.ordered = form->isOrdered;
  scalar.shiftMustFit = kind == ScalarKind::ShlI;
  return scalar;
}
template <ScalarKind kind, ReadAs read, RoundingMode mode = RoundingMode::Zero>
static std::optional<ScalarOp> integer(mlir::Operation *op) {
  ScalarOp scalar = typed(kind, op);
  scalar.read = read;
  scalar.mode = kind == ScalarKind::IToF ? RoundingMode::NearestEven : mode;
  scalar.shiftMustFit = kind == ScalarKind::ShrI;
  return scalar;
}
/// `index` has 64 bits.
template <ReadAs read>
static std::optional<ScalarOp> indexCast(mlir::Operation *op) {
  ScalarOp scalar = typed(ScalarKind::ExtI, op);
  scalar.read = read;
  if (scalar.resultWidth == scalar.width)
    return std::nullopt;
  if (scalar.resultWidth < scalar.width)
    scalar.kind = ScalarKind::TruncI;
  return scalar;
}
template <ScalarKind kind, bool propagateNaN>
static std::optional<ScalarOp> arithExtremum(mlir::Operation *op) {
  ScalarOp scalar = typed(kind, op);
  scalar.propagateNaN = propagateNaN;
  return scalar;
}
/// Of the base floats only: others have no quotients and roots.
template <typename OpT, ScalarKind kind>
static std::optional<ScalarOp> roundedBase(mlir::Operation *op) {
  if (!ct::isBaseFloatElement(elementOf(op->getResult(0))))
    return std::nullopt;
  return rounded<OpT, kind>(op);
}

using K = ScalarKind;
static constexpr auto sRead = ReadAs::Signed;
static constexpr auto uRead = ReadAs::Unsigned;
static constexpr struct {
  llvm::StringLiteral operation;
  ScalarOpFn scalarOp;
} rows[] = {
    {"cuda_tile.addi", wrapping<ct::AddIOp, K::AddI>},
    {"cuda_tile.subi", wrapping<ct::SubIOp, K::SubI>},
    {"cuda_tile.muli", wrapping<ct::MulIOp, K::MulI>},
    {"cuda_tile.shli", wrapping<ct::ShLIOp, K::ShlI>},
    {"cuda_tile.negi", wrapping<ct::NegIOp, K::NegI>},
    {"cuda_tile.trunci", wrapping<ct::TruncIOp, K::TruncI>},
    {"cuda_tile.absi", plain<K::AbsI>},
    {"cuda_tile.andi", plain<K::AndI>},
    {"cuda_tile.ori", plain<K::OrI>},
    {"cuda_tile.xori", plain<K::XorI>},
    {"cuda_tile.mulhii", plain<K::MulHiI>},
    {"cuda_tile.maxi", readAs<ct::MaxIOp, K::MaxI>},
    {"cuda_tile.mini", readAs<ct::MinIOp, K::MinI>},
    {"cuda_tile.remi", readAs<ct::RemIOp, K::RemI>},
    {"cuda_tile.shri", readAs<ct::ShRIOp, K::ShrI>},
    {"cuda_tile.exti", readAs<ct::ExtIOp, K::ExtI>},
    {"cuda_tile.itof", readAs<ct::IToFOp, K::IToF>},
    {"cuda_tile.ftoi", floatToInteger},
    {"cuda_tile.divi", division},
    {"cuda_tile.cmpi", integerComparison},
    {"cuda_tile.addf", rounded<ct::AddFOp, K::AddF>},
    {"cuda_tile.subf", rounded<ct::SubFOp, K::SubF>},
    {"cuda_tile.mulf", rounded<ct::MulFOp, K::MulF>},
    {"cuda_tile.divf", rounded<ct::DivFOp, K::DivF>},
    {"cuda_tile.sqrt", rounded<ct::SqrtOp, K::SqrtF>},
    {"cuda_tile.fma", rounded<ct::FmaOp, K::Fma>},
    {"cuda_tile.maxf", extremum<ct::MaxFOp, K::MaxF>},
    {"cuda_tile.minf", extremum<ct::MinFOp, K::MinF>},
    {"cuda_tile.absf", plain<K::AbsF>},
    {"cuda_tile.negf", plain<K::NegF>},
    {"cuda_tile.cmpf", floatComparison},
    {"cuda_tile.ftof", floatConversion},
    {"cuda_tile.select", choice},
    {"nv_tileaa.addf", rounded<aa::AddFOp, K::AddF>},
    {"nv_tileaa.subf", rounded<aa::SubFOp, K::SubF>},
    {"nv_tileaa.mulf", rounded<aa::MulFOp, K::MulF>},
    {"nv_tileaa.divf", roundedBase<aa::DivFOp, K::DivF>},
    {"nv_tileaa.sqrt", roundedBase<aa::SqrtOp, K::SqrtF>},
    {"nv_tileaa.mulhiui", plain<K::MulHiI>},
    {"nv_tileaa.extern_elementwise", opaqueScalarOp},
    {"nv_tileaa.elementwise_inline_asm", opaqueScalarOp},
    {"nv_tileaa.call_elementwise_intrinsic", opaqueScalarOp},
    {"nv_tileaa.fma", rounded<aa::FmaOp, K::Fma>},
    {"nv_tileaa.fp_to_fp", fpToFp},
    {"arith.addi", formed<K::AddI>},
    {"arith.subi", formed<K::SubI>},
    {"arith.muli", formed<K::MulI>},
    {"arith.shli", formed<K::ShlI>},
    {"arith.trunci", formed<K::TruncI>},
    {"arith.shrsi", integer<K::ShrI, sRead>},
    {"arith.shrui", integer<K::ShrI, uRead>},
    {"arith.andi", plain<K::AndI>},
    {"arith.ori", plain<K::OrI>},
    {"arith.xori", plain<K::XorI>},
    {"arith.maxsi", integer<K::MaxI, sRead>},
    {"arith.maxui", integer<K::MaxI, uRead>},
    {"arith.minsi", integer<K::MinI, sRead>},
    {"arith.minui", integer<K::MinI, uRead>},
    {"arith.divsi", integer<K::DivI, sRead>},
    {"arith.divui", integer<K::DivI, uRead>},
    {"arith.floordivsi", integer<K::DivI, sRead, RoundingMode::NegativeInf>},
    {"arith.ceildivsi", integer<K::DivI, sRead, RoundingMode::PositiveInf>},
    {"arith.ceildivui", integer<K::DivI, uRead, RoundingMode::PositiveInf>},
    {"arith.remsi", integer<K::RemI, sRead>},
    {"arith.remui", integer<K::RemI, uRead>},
    {"arith.cmpi", formed<K::CmpI>},
    {"arith.extsi", integer<K::ExtI, sRead>},
    {"arith.extui", integer<K::ExtI, uRead>},
    {"arith.index_cast", indexCast<sRead>},
    {"arith.index_castui", indexCast<uRead>},
    {"arith.sitofp", integer<K::IToF, sRead>},
    {"arith.uitofp", integer<K::IToF, uRead>},
    {"arith.fptosi", integer<K::FToI, sRead>},
    {"arith.fptoui", integer<K::FToI, uRead>},
    {"arith.addf", plain<K::AddF>},
    {"arith.subf", plain<K::SubF>},
    {"arith.mulf", plain<K::MulF>},
    {"arith.negf", plain<K::NegF>},
    {"math.absf", plain<K::AbsF>},
    {"math.absi", plain<K::AbsI>},
    {"math.fma", plain<K::Fma>},
    {"arith.extf", plain<K::FToF>},
    {"arith.truncf", formed<K::FToF>},
    {"arith.maxnumf", arithExtremum<K::MaxF, false>},
    {"arith.minnumf", arithExtremum<K::MinF, false>},
    {"arith.maximumf", arithExtremum<K::MaxF, true>},
    {"arith.minimumf", arithExtremum<K::MinF, true>},
    {"arith.cmpf", formed<K::CmpF>},
    {"arith.select", choice},
};

ScalarOpFn tilefuzz::findScalarOp(llvm::StringRef operationName) {
  static const llvm::StringMap<ScalarOpFn> map = [] {
    llvm::StringMap<ScalarOpFn> map;
    for (const auto &row : rows)
      map[row.operation] = row.scalarOp;
    return map;
  }();
  return map.lookup(operationName);
}

std::optional<ScalarOp> tilefuzz::scalarOpOf(mlir::Operation *op) {
  ScalarOpFn scalarOp = findScalarOp(op->getName().getStringRef());
  return scalarOp ? scalarOp(op) : std::nullopt;
}
