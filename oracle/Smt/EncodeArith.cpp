//===- EncodeArith.cpp - The arith and math dialects as formulas ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of interp/Semantics/ScalarOperations.h. What the solver has no
// arithmetic for (functions such as exp, quotients of floats) is an
// uninterpreted function of the elements' bits: that proves motion, and refutes
// nothing by itself.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "oracle/Smt/ElementwiseEncoding.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;
namespace arith = mlir::arith;
using S = SymbolicDomain;
using Args = ScalarArgs;

/// Whether the solver has the arithmetic that the row needs.
static llvm::Error requireNeeds(mlir::Operation *op, FloatNeeds needs) {
  mlir::Type from = elementOf(op->getOperand(0)),
             to = elementOf(op->getResult(0));
  switch (needs) {
  case FloatNeeds::None:
    return llvm::Error::success();
  case FloatNeeds::Operand:
    return requireArithmetic(op, from);
  case FloatNeeds::Result:
    return requireArithmetic(op, to);
  case FloatNeeds::Both:
    if (S::hasArithmetic(formatOf(to)) && S::canConvertFrom(formatOf(from)))
      return llvm::Error::success();
    return noEncoding(op, "between these formats");
  }
  llvm_unreachable("covered switch");
}

static llvm::Error encodeScalar(Encoder &e, mlir::Operation *op,
                                const semantics::ScalarRow<S> &row) {
  std::optional<ScalarForm> form = scalarFormOf(op);
  if (!form)
    return noEncoding(op, "with this rounding mode");
  if (llvm::Error error = requireNeeds(op, row.needs))
    return error;
  return mapElements(e, op, row.ifUndefined,
                     [&](Args x) { return row.meaning(e.domain, *form, x); });
}
template <size_t index>
static llvm::Error encodeRow(Encoder &e, mlir::Operation *op) {
  return encodeScalar(e, op, semantics::scalarRows<S>[index]);
}

template <auto meaning>
static llvm::Error ofBits(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, meaning(e.domain, x[0]));
  });
}
static llvm::Error absoluteInteger(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never,
                     [&](Args x) { return semantics::absi(e.domain, x[0]); });
}
/// Of arith, math and nv_tileaa.
static arith::FastMathFlags flagsOf(mlir::Operation *op) {
  auto flags = getOwnAttribute<arith::FastMathFlagsAttr>(op, "fastmath");
  return flags ? flags.getValue() : arith::FastMathFlags::none;
}

llvm::Error tilefuzz::checkFlags(mlir::Operation *op) {
  using Flags = arith::FastMathFlags;
  constexpr Flags others =
      Flags::reassoc | Flags::nsz | Flags::arcp | Flags::contract | Flags::afn;
  // The flags are part of an uninterpreted function.
  if (!bitEnumContainsAny(flagsOf(op), others) ||
      isUninterpreted(op->getName().getStringRef()))
    return llvm::Error::success();
  return noEncoding(op, "with flags that allow several results");
}

void tilefuzz::encodeFlags(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  FloatPromise promise = floatPromiseOf(flagsOf(op));
  ExactPromise exact = exactPromiseOf(op);
  if (!promise.isAny() && exact == ExactPromise::None)
    return;
  auto isExcluded = [&](mlir::Value value, Term bits) {
    auto type = llvm::dyn_cast<mlir::FloatType>(elementOf(value));
    return type ? semantics::isExcluded(d, promise, &type.getFloatSemantics(),
                                        bits)
                : d.truth(false);
  };
  mlir::Value result = op->getResult(0);
  // A copy: elements of operands are looked up below.
  SymbolicValue value = e.valueOf(result);
  for (auto [i, element] : llvm::enumerate(value.elements)) {
    Term lost = isExcluded(result, element.bits);
    for (mlir::Value operand : op->getOperands())
      if (i < e.valueOf(operand).elements.size())
        lost = d.lor(lost,
                     isExcluded(operand, e.valueOf(operand).elements[i].bits));
    if (exact != ExactPromise::None)
      lost = d.lor(lost,
                   semantics::losesBits(
                       d, exact, e.valueOf(op->getOperand(0)).elements[i].bits,
                       e.valueOf(op->getOperand(1)).elements[i].bits,
                       element.bits));
    makePoison(d, element, lost);
  }
  e.valueOf(result) = std::move(value);
}

/// A function of its elements, told apart by name, type and attributes.
llvm::Error tilefuzz::encodeUninterpreted(Encoder &e, mlir::Operation *op) {
  std::string name;
  llvm::raw_string_ostream os(name);
  // The same function in every dialect, if it is known to be one.
  if (std::optional<FunctionClass> known = functionClassOf(op))
    os << "function " << unsigned(known->function) << ' '
       << unsigned(known->accuracy) << ' ' << unsigned(known->mode) << ' '
       << known->flushes;
  else
    os << op->getName() << ' ' << op->getAttrDictionary();
  os << ' ' << elementOf(op->getResult(0));
  e.result.uninterpreted.insert(op->getName().getStringRef().str());
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, e.domain.function(name, x, resultWidth(op)));
  });
}

static constexpr EncoderRow otherRows[] = {
    {"nv_tileaa.divf", encodeUninterpreted},
    {"nv_tileaa.sqrt", encodeUninterpreted},
    {"nv_tileaa.rsqrt", encodeUninterpreted},
    {"nv_tileaa.exp2", encodeUninterpreted},
    {"cuda_tile.negf", ofBits<semantics::negf<S>>},
    {"cuda_tile.absf", ofBits<semantics::absf<S>>},
    {"cuda_tile.absi", absoluteInteger},
    {"cuda_tile.divf", encodeUninterpreted},
    {"cuda_tile.remf", encodeUninterpreted},
    {"cuda_tile.ceil", encodeUninterpreted},
    {"cuda_tile.floor", encodeUninterpreted},
    {"cuda_tile.exp", encodeUninterpreted},
    {"cuda_tile.exp2", encodeUninterpreted},
    {"cuda_tile.tanh", encodeUninterpreted},
    {"cuda_tile.log", encodeUninterpreted},
    {"cuda_tile.log2", encodeUninterpreted},
    {"cuda_tile.sin", encodeUninterpreted},
    {"cuda_tile.cos", encodeUninterpreted},
    {"cuda_tile.tan", encodeUninterpreted},
    {"cuda_tile.sinh", encodeUninterpreted},
    {"cuda_tile.cosh", encodeUninterpreted},
    {"cuda_tile.pow", encodeUninterpreted},
    {"cuda_tile.fpowi", encodeUninterpreted},
    {"math.fpowi", encodeUninterpreted},
    {"cuda_tile.atan2", encodeUninterpreted},
    {"cuda_tile.sqrt", encodeUninterpreted},
    {"cuda_tile.rsqrt", encodeUninterpreted},
};

template <size_t... index>
static std::vector<EncoderRow> makeRows(std::index_sequence<index...>) {
  std::vector<EncoderRow> rows(std::begin(otherRows), std::end(otherRows));
  rows.push_back({"arith.select", encodeSelect});
  auto add = [&](const semantics::ScalarRow<S> &row, EncoderFn encode) {
    if (row.isReadBy(ScalarReader::Solver))
      rows.push_back(
          {row.operation, row.meaning ? encode : encodeUninterpreted});
  };
  (add(semantics::scalarRows<S>[index], encodeRow<index>), ...);
  for (const semantics::FunctionRow &row : semantics::functionRows)
    rows.push_back({row.operation, encodeUninterpreted});
  return rows;
}

llvm::ArrayRef<EncoderRow> tilefuzz::getArithEncoders() {
  static const std::vector<EncoderRow> rows =
      makeRows(std::make_index_sequence<semantics::scalarRows<S>.size()>());
  return rows;
}
