//===- EvalTileAA.cpp - nv_tileaa and the structure around it -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 2.3.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Eval/FamilyView.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::nv_tileaa;
using namespace tilefuzz;
using llvm::APInt;
using D = ConcreteDomain;

static ConcreteDomain domain;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

template <typename OpT, auto meaning>
static Flow evalFloatBinary(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  auto mode = exactRoundingOf(op.getRoundingMode());
  if (!mode)
    return machine.unsupported(in, "an approximate rounding mode");
  FloatFormat format = formatOf(elementOf(op.getResult()));
  bool ftz = op.getFlushToZero();
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(meaning(domain, format, x[0], x[1], *mode, ftz));
      });
}
static Flow evalFma(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FmaOp>(in.op);
  auto mode = exactRoundingOf(op.getRoundingMode());
  if (!mode)
    return machine.unsupported(in, "an approximate rounding mode");
  FloatFormat format = formatOf(elementOf(op.getResult()));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(semantics::fma(domain, format, x[0], x[1], x[2],
                                            *mode, op.getFlushToZero()));
      });
}
static Flow evalFpToFp(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FpToFpOp>(in.op);
  mlir::Type from = elementOf(op.getSource()), to = elementOf(op.getResult());
  auto mode = exactRoundingOf(op.getRoundingMode());
  if (!mode)
    return machine.unsupported(in, "an approximate rounding mode");
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(
            domain.ftof(formatOf(from), formatOf(to), *mode, x[0]));
      });
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static Flow evalExtract(Machine &machine, const Instruction &in) {
  llvm::ArrayRef<int64_t> shape = tileShapeOf(in.op->getOperand(0)).shape;
  size_t position = 0;
  for (auto [d, size] : llvm::enumerate(shape)) {
    const TileValue &index = machine.tile(in, d + 1);
    if (index.isUnspecified(0))
      return machine.unstable(in, "an index");
    if (index.bits[0] >= uint64_t(size))
      return machine.undefined(in, Undefined::ExtractIndex);
    position = position * size + index.bits[0];
  }
  const TileValue &source = machine.tile(in, 0);
  TileValue result;
  result.bits.push_back(source.bits[position]);
  if (!source.buffers.empty())
    result.buffers.push_back(source.buffers[position]);
  result.copyMarks(0, source, position);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalSplat(Machine &machine, const Instruction &in) {
  const TileValue &source = machine.tile(in, 0);
  size_t count = tileShapeOf(in.op->getResult(0)).numElements();
  TileValue result;
  result.bits = ElementBits::filled(count, in.resultBytes[0], source.bits[0]);
  if (!source.buffers.empty())
    result.buffers.assign(count, source.buffers[0]);
  if (source.isUnspecified(0))
    result.unspecified.assign(count, 1);
  if (source.isInexact(0))
    result.bounds.assign(count, source.bounds[0]);
  if (const semantics::AffineForm *form = source.formAt(0))
    result.forms.assign(count, *form);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalMakeRange(Machine &machine, const Instruction &in) {
  TileShape type = tileShapeOf(in.op->getResult(0));
  unsigned width = widthOf(type.element);
  if (machine.tile(in, 0).isUnspecified(0))
    return machine.unstable(in, "a range");
  uint64_t start = machine.tile(in, 0).bits[0];
  TileValue result;
  result.bits =
      ElementBits::uninitialized(type.numElements(), in.resultBytes[0]);
  for (size_t i = 0; i < result.bits.size(); ++i)
    result.bits.set(i, (start + i) & llvm::maskTrailingOnes<uint64_t>(width));
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// The predicate as the public dialect states it; null for others.
static mlir::Attribute publicPredicate(mlir::Attribute predicate) {
  namespace ct = mlir::cuda_tile;
  mlir::MLIRContext *context = predicate.getContext();
  // A program of nv_tileaa alone has not loaded it.
  context->getOrLoadDialect<ct::CudaTileDialect>();
  if (auto divBy = llvm::dyn_cast<DivByAttr>(predicate))
    return ct::DivByAttr::get(context, divBy.getDivisor(), divBy.getEvery(),
                              divBy.getAlong());
  if (auto bounded = llvm::dyn_cast<BoundedAttr>(predicate))
    return ct::BoundedAttr::get(context, bounded.getLower(),
                                bounded.getUpper());
  if (auto same = llvm::dyn_cast<SameElementsAttr>(predicate))
    return ct::SameElementsAttr::get(context, same.getValues().asArrayRef());
  if (llvm::isa<ct::AssumePredicateInterface>(predicate))
    return predicate;
  return {};
}
static Flow evalAssume(Machine &machine, const Instruction &in) {
  mlir::Attribute predicate =
      publicPredicate(llvm::cast<AssumeOp>(in.op).getPredicate());
  if (!predicate)
    return machine.unsupported(in, "this predicate");
  return evalAssumption(machine, in, predicate);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Flow evalMakeMemref(Machine &machine, const Instruction &in) {
  auto type = llvm::cast<StridedMemRefType>(in.op->getResult(0).getType());
  return evalMakeStridedView(machine, in, type.getShape(), type.getStrides());
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

static Flow evalTileReduce(Machine &machine, const Instruction &in) {
  return evalReduce(machine, in, llvm::cast<ReduceOp>(in.op).getAxis());
}
static Flow evalScfFor(Machine &machine, const Instruction &in) {
  return evalFor(machine, in,
                 llvm::cast<mlir::scf::ForOp>(in.op).getUnsignedCmp());
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileaa.addf",
     evalFloatBinary<AddFOp, semantics::addf<D, FloatFormat>>},
    {"nv_tileaa.subf",
     evalFloatBinary<SubFOp, semantics::subf<D, FloatFormat>>},
    {"nv_tileaa.mulf",
     evalFloatBinary<MulFOp, semantics::mulf<D, FloatFormat>>},
    {"nv_tileaa.fma", evalFma},
    {"nv_tileaa.fp_to_fp", evalFpToFp},
    {"nv_tileaa.splat", evalSplat},
    {"nv_tileaa.broadcast", evalBroadcast},
    {"nv_tileaa.view", evalSameElements},
    {"nv_tileaa.expand_dims", evalSameElements},
    {"nv_tileaa.extract", evalExtract},
    {"nv_tileaa.make_range", evalMakeRange},
    {"nv_tileaa.addptr", evalWrappingOffset},
    {"nv_tileaa.make_memref", evalMakeMemref},
    // The tiling is in the type.
    {"nv_tileaa.block_tile", evalSameElements},
    {"nv_tileaa.assume", evalAssume},
    {"nv_tileaa.create_mem_token", evalMakeToken},
    {"nv_tileaa.join_mem_token", evalJoinTokens},
    {"nv_tileaa.mem_sync", evalJoinTokens},
    {"nv_tileaa.reduce", evalTileReduce},
    {"nv_tileaa.yield", evalTerminator<Flow::Yield>},
    {"nv_tileaa.return", evalTerminator<Flow::Return>},
    {"scf.if", evalIf},
    {"scf.for", evalScfFor},
    // Of a branch or a loop; both take it.
    {"scf.yield", evalTerminator<Flow::Yield>},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileAAEvaluators() { return rows; }
