//===- EvalArith.cpp - The arith and math dialects ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of interp/Semantics/ScalarOperations.h that the tile interpreter
// reads; poison is an unspecified element.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Evaluators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::arith;
using namespace tilefuzz;
using llvm::APInt;
using D = ConcreteDomain;

static ConcreteDomain domain;

static Flow evalConstant(Machine &machine, const Instruction &in) {
  mlir::Attribute value = llvm::cast<ConstantOp>(in.op).getValue();
  TileValue result;
  if (auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(value))
    result = denseTile(dense);
  else if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value))
    result.bits.push_back(integer.getValue().getZExtValue());
  else if (auto real = llvm::dyn_cast<mlir::FloatAttr>(value))
    result.bits.push_back(real.getValue().bitcastToAPInt().getZExtValue());
  else
    return machine.unsupported(in, "this kind of constant");
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalScalar(Machine &machine, const Instruction &in,
                       const semantics::ScalarRow<D> &row) {
  std::optional<ScalarForm> form = scalarFormOf(in.op);
  if (!form)
    return machine.unsupported(in, "this rounding mode");
  return mapElements(
      machine, in, row.ifUndefined,
      [&](llvm::ArrayRef<APInt> x) { return row.meaning(domain, *form, x); });
}
template <size_t index>
static Flow evalRow(Machine &machine, const Instruction &in) {
  return evalScalar(machine, in, semantics::scalarRows<D>[index]);
}

template <size_t index>
static Flow evalFunction(Machine &machine, const Instruction &in) {
  const semantics::FunctionRow &row = semantics::functionRows[index];
  auto flags = getOwnAttribute<FastMathFlagsAttr>(in.op, "fastmath");
  bool isApprox =
      flags && bitEnumContainsAny(flags.getValue(), FastMathFlags::afn);
  return evalBounded(machine, in, isApprox ? row.approximate : row.function,
                     /*ftz=*/false);
}

template <size_t... index, size_t... real>
static std::vector<EvaluatorRow> makeRows(std::index_sequence<index...>,
                                          std::index_sequence<real...>) {
  std::vector<EvaluatorRow> rows = {{"arith.constant", evalConstant},
                                    {"arith.select", evalSelect},
                                    {"math.fpowi", evalIntegerPower}};
  auto add = [&](const semantics::ScalarRow<D> &row, EvaluatorFn evaluate) {
    if (row.isReadBy(ScalarReader::Tile))
      rows.push_back({row.operation, evaluate});
  };
  (add(semantics::scalarRows<D>[index], evalRow<index>), ...);
  (rows.push_back(
       {semantics::functionRows[real].operation, evalFunction<real>}),
   ...);
  return rows;
}

llvm::ArrayRef<EvaluatorRow> tilefuzz::getArithEvaluators() {
  static const std::vector<EvaluatorRow> rows =
      makeRows(std::make_index_sequence<semantics::scalarRows<D>.size()>(),
               std::make_index_sequence<std::size(semantics::functionRows)>());
  return rows;
}
