//===- EvalTileAACompute.cpp - Functions, products, shapes --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 2.3. What an operation does is what the public operation
// does that becomes it (Family*.h).
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"

using namespace mlir::nv_tileaa;
using namespace tilefuzz;
using llvm::APInt;
using semantics::BoundedFunction;
static ConcreteDomain domain;

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

static Flow evalDivF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<DivFOp>(in.op);
  return evalQuotient(machine, in, publicRounding(op.getRoundingMode()),
                      op.getFlushToZero());
}
static Flow evalSqrt(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<SqrtOp>(in.op);
  return evalSquareRoot(machine, in, publicRounding(op.getRoundingMode()),
                        op.getFlushToZero());
}
template <typename OpT, BoundedFunction function>
static Flow evalFlushing(Machine &machine, const Instruction &in) {
  return evalBounded(machine, in, function,
                     llvm::cast<OpT>(in.op).getFlushToZero());
}
static Flow evalMulHiUI(Machine &machine, const Instruction &in) {
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::mulhii(domain, x[0], x[1]);
                     });
}
static Flow evalClampF(Machine &machine, const Instruction &in) {
  semantics::OneNaN nan =
      semantics::propagatesNaN(llvm::cast<ClampFOp>(in.op).getPropagateNan());
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        APInt raised =
            semantics::maxOrMin(domain, format, x[0], x[1],
                                semantics::Extremum::Max, nan, /*ftz=*/false);
        return definedResult(semantics::maxOrMin(domain, format, raised, x[2],
                                                 semantics::Extremum::Min, nan,
                                                 /*ftz=*/false));
      });
}

//===----------------------------------------------------------------------===//
// Products, scans, counts
//===----------------------------------------------------------------------===//

static bool isSigned(std::optional<Signedness> signedness) {
  return signedness == Signedness::Signed;
}
static Flow evalDot(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<DotOp>(in.op);
  if (op.getLhsScale())
    return evalScaledProduct(machine, in);
  if (!llvm::isa<mlir::FloatType>(elementOf(op.getLhs())))
    return evalIntegerProduct(machine, in, isSigned(op.getSignednessA()),
                              isSigned(op.getSignednessB()));
  return evalFloatProduct(machine, in, op.getFastAcc());
}
static Flow evalConvDot(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ConvDotOp>(in.op);
  if (!llvm::isa<mlir::FloatType>(elementOf(op.getLhs())))
    return evalIntegerProduct(machine, in, isSigned(op.getSignednessA()),
                              isSigned(op.getSignednessB()));
  return evalFloatProduct(machine, in, /*fastAcc=*/false);
}

static Flow evalTileScan(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ScanOp>(in.op);
  return evalScan(machine, in, op.getAxis(), op.getReverse(),
                  op.getInclusive() ? mlir::ArrayAttr() : op.getIdentities());
}

/// A filter of one tap that neither moves nor stretches reads what block_tile
/// cuts. Of larger ones, nothing says which tap a tile is for.
static Flow evalConvTile(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ConvTileOp>(in.op);
  ConvParamsAttr params = op.getParams();
  auto isAll = [](mlir::DenseI64ArrayAttr values, int64_t wanted) {
    return llvm::all_of(values.asArrayRef(),
                        [&](int64_t value) { return value == wanted; });
  };
  if (!isAll(params.getFilter(), 1) || !isAll(params.getStride(), 1) ||
      !isAll(params.getPad(), 0))
    return machine.unsupported(in, "a filter of more than one tap, or with "
                                   "strides or padding");
  for (auto [group, axis] :
       llvm::zip_equal(op.getDimGroups().getAsRange<mlir::DenseI64ArrayAttr>(),
                       op.getType().getDimMap()))
    if (group.asArrayRef() != llvm::ArrayRef<int64_t>(axis))
      return machine.unsupported(in, "a tile axis along several memref axes");
  return evalSameElements(machine, in);
}

static Flow evalHistogram(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<HistogramOp>(in.op);
  const TileValue &source = machine.tile(in, 0);
  const TileValue *mask = op.getMask() ? &machine.tile(in, 1) : nullptr;
  TileShape bins = tileShapeOf(op.getResult());
  TileValue result;
  result.bits.assign(bins.numElements(), 0);
  for (size_t i = 0; i < source.bits.size(); ++i) {
    if (source.isUnspecified(i) || (mask && mask->isUnspecified(i)))
      return machine.unstable(in, "a histogram");
    if ((!mask || mask->bits[i]) && source.bits[i] < result.bits.size())
      result.bits[source.bits[i]] += 1;
  }
  for (size_t bin = 0; bin < result.bits.size(); ++bin)
    result.bits[bin] &= llvm::maskTrailingOnes<uint64_t>(widthOf(bins.element));
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static Flow evalPermute(Machine &machine, const Instruction &in) {
  return evalPermuted(machine, in,
                      llvm::cast<PermuteOp>(in.op).getPermutation());
}
static Flow evalCat(Machine &machine, const Instruction &in) {
  return evalConcatenated(machine, in, llvm::cast<CatOp>(in.op).getAxis());
}
static Flow evalExtractSlice(Machine &machine, const Instruction &in) {
  return evalSlicedAt(machine, in,
                      llvm::cast<ExtractSliceOp>(in.op).getStrides());
}

/// What another operation of the interpreter does, whatever it is called.
static Flow evalAs(llvm::ArrayRef<EvaluatorRow> rows, llvm::StringRef name,
                   Machine &machine, const Instruction &in) {
  for (const EvaluatorRow &row : rows)
    if (row.operation == name)
      return row.evaluate(machine, in);
  llvm_unreachable("no such evaluator");
}
static Flow evalRepack(Machine &machine, const Instruction &in) {
  return evalAs(getCudaTileMiscEvaluators(), "cuda_tile.pack", machine, in);
}
static Flow evalGenerate(Machine &machine, const Instruction &in) {
  return evalAs(getTileASEvaluators(), "nv_tileas.generate", machine, in);
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileaa.divf", evalDivF},
    {"nv_tileaa.sqrt", evalSqrt},
    {"nv_tileaa.rsqrt", evalFlushing<RsqrtOp, BoundedFunction::Rsqrt>},
    {"nv_tileaa.exp2", evalFlushing<Exp2Op, BoundedFunction::Exp2>},
    {"nv_tileaa.clampf", evalClampF},
    {"nv_tileaa.mulhiui", evalMulHiUI},
    {"nv_tileaa.dot", evalDot},
    {"nv_tileaa.conv_dot", evalConvDot},
    {"nv_tileaa.scan", evalTileScan},
    {"nv_tileaa.histogram", evalHistogram},
    {"nv_tileaa.permute", evalPermute},
    {"nv_tileaa.cat", evalCat},
    {"nv_tileaa.extract_slice", evalExtractSlice},
    {"nv_tileaa.generate", evalGenerate},
    {"nv_tileaa.pack", evalRepack},
    {"nv_tileaa.unpack", evalRepack},
    {"nv_tileaa.conv_tile", evalConvTile},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileAAComputeEvaluators() {
  return rows;
}
