//===- IndexOperations.cpp - The index dialect ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `index` has 64 bits here. The dialect says of its divisions and shifts what
// arith says of its own.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMachine.h"
#include "interp/Semantics/Integer.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using D = ConcreteDomain;

static ConcreteDomain domain;
using Meanings = std::vector<Meaning>;

#define TILEFUZZ_MEANING(NAME, EXPRESSION)                                     \
  static Meanings NAME(mlir::Operation *) {                                    \
    return {[](ArrayRef<APInt> x) { return EXPRESSION; }};                     \
  }
TILEFUZZ_MEANING(add, exact(x[0] + x[1]))
TILEFUZZ_MEANING(sub, exact(x[0] - x[1]))
TILEFUZZ_MEANING(mul, exact(x[0] * x[1]))
TILEFUZZ_MEANING(bitAnd, exact(x[0] & x[1]))
TILEFUZZ_MEANING(bitOr, exact(x[0] | x[1]))
TILEFUZZ_MEANING(bitXor, exact(x[0] ^ x[1]))
TILEFUZZ_MEANING(maxs, exact(x[0].sgt(x[1]) ? x[0] : x[1]))
TILEFUZZ_MEANING(maxu, exact(x[0].ugt(x[1]) ? x[0] : x[1]))
TILEFUZZ_MEANING(mins, exact(x[0].slt(x[1]) ? x[0] : x[1]))
TILEFUZZ_MEANING(minu, exact(x[0].ult(x[1]) ? x[0] : x[1]))
TILEFUZZ_MEANING(shl, poisonIf(x[1].uge(64), x[0].shl(x[1])))
TILEFUZZ_MEANING(shrs, poisonIf(x[1].uge(64), x[0].ashr(x[1])))
TILEFUZZ_MEANING(shru, poisonIf(x[1].uge(64), x[0].lshr(x[1])))
#undef TILEFUZZ_MEANING

template <ReadAs read, RoundingMode mode>
static Meanings divide(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    Result<D> result = semantics::divi(domain, x[0], x[1], read, mode);
    return result.undefined ? undefinedElement(result.condition)
                            : exact(result.value);
  }};
}
template <ReadAs read> static Meanings remainder(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    Result<D> result = semantics::remi(domain, x[0], x[1], read);
    return result.undefined ? undefinedElement(result.condition)
                            : exact(result.value);
  }};
}
template <ReadAs read> static Meanings cast(mlir::Operation *op) {
  unsigned width = widthOf(op->getResult(0).getType());
  return {[width](ArrayRef<APInt> x) {
    return exact(read == ReadAs::Signed ? x[0].sextOrTrunc(width)
                                        : x[0].zextOrTrunc(width));
  }};
}
static Meanings compare(mlir::Operation *op) {
  using P = mlir::index::IndexCmpPredicate;
  P predicate = llvm::cast<mlir::index::CmpOp>(op).getPred();
  return {[predicate](ArrayRef<APInt> x) {
    switch (predicate) {
    case P::EQ:
      return exactBool(x[0].eq(x[1]));
    case P::NE:
      return exactBool(x[0].ne(x[1]));
    case P::SGE:
      return exactBool(x[0].sge(x[1]));
    case P::SGT:
      return exactBool(x[0].sgt(x[1]));
    case P::SLE:
      return exactBool(x[0].sle(x[1]));
    case P::SLT:
      return exactBool(x[0].slt(x[1]));
    case P::UGE:
      return exactBool(x[0].uge(x[1]));
    case P::UGT:
      return exactBool(x[0].ugt(x[1]));
    case P::ULE:
      return exactBool(x[0].ule(x[1]));
    case P::ULT:
      return exactBool(x[0].ult(x[1]));
    }
    llvm_unreachable("covered switch");
  }};
}

static constexpr auto sig = ReadAs::Signed;
static constexpr auto uns = ReadAs::Unsigned;
using Mode = tilefuzz::RoundingMode;
static constexpr ElementwiseRow rows[] = {
    {"index.add", add},
    {"index.sub", sub},
    {"index.mul", mul},
    {"index.and", bitAnd},
    {"index.or", bitOr},
    {"index.xor", bitXor},
    {"index.maxs", maxs},
    {"index.maxu", maxu},
    {"index.mins", mins},
    {"index.minu", minu},
    {"index.shl", shl},
    {"index.shrs", shrs},
    {"index.shru", shru},
    {"index.divs", divide<sig, Mode::Zero>, true},
    {"index.divu", divide<uns, Mode::Zero>, true},
    {"index.floordivs", divide<sig, Mode::NegativeInf>, true},
    {"index.ceildivs", divide<sig, Mode::PositiveInf>, true},
    {"index.ceildivu", divide<uns, Mode::PositiveInf>, true},
    {"index.rems", remainder<sig>, true},
    {"index.remu", remainder<uns>, true},
    {"index.casts", cast<sig>},
    {"index.castu", cast<uns>},
    {"index.cmp", compare},
};
ArrayRef<ElementwiseRow> function::getIndexMeanings() { return rows; }
