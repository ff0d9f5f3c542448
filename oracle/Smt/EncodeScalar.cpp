//===- EncodeScalar.cpp - Element-wise operations as formulas -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The meanings are the templates of interp/Semantics, over solver terms.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Convert.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "oracle/Smt/ElementwiseEncoding.h"
#include "llvm/ADT/SetVector.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

using Args = ScalarArgs;
using Mode = tilefuzz::RoundingMode;

//===----------------------------------------------------------------------===//
// cuda_tile
//===----------------------------------------------------------------------===//

template <typename OpT, auto meaning>
static llvm::Error wrapping(Encoder &e, mlir::Operation *op) {
  auto promise = promiseOf(llvm::cast<OpT>(op).getOverflow());
  return mapElements(
      e, op,
      promise == WrapPromise::None ? IfUndefined::Never : IfUndefined::EndsRun,
      [&](Args x) { return meaning(e.domain, x[0], x[1], promise); });
}
template <typename OpT, auto meaning, IfUndefined ifUndefined>
static llvm::Error bySign(Encoder &e, mlir::Operation *op) {
  auto read = readAsOf(llvm::cast<OpT>(op).getSignedness());
  return mapElements(e, op, ifUndefined, [&](Args x) {
    return meaning(e.domain, x[0], x[1], read);
  });
}
static llvm::Error divI(Encoder &e, mlir::Operation *op) {
  auto divide = llvm::cast<ct::DivIOp>(op);
  return mapElements(e, op, IfUndefined::EndsRun, [&](Args x) {
    return semantics::divi(e.domain, x[0], x[1],
                           readAsOf(divide.getSignedness()),
                           roundingOf(divide.getRounding()));
  });
}
static llvm::Error cmpI(Encoder &e, mlir::Operation *op) {
  auto compare = llvm::cast<ct::CmpIOp>(op);
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return semantics::ofTruth<S>(
        e.domain,
        semantics::cmpi(e.domain, relationOf(compare.getComparisonPredicate()),
                        x[0], x[1], readAsOf(compare.getSignedness())));
  });
}
static llvm::Error cmpF(Encoder &e, mlir::Operation *op) {
  auto compare = llvm::cast<ct::CmpFOp>(op);
  FloatFormat format = formatOf(elementOf(compare.getLhs()));
  bool ordered =
      compare.getComparisonOrdering() == ct::ComparisonOrdering::Ordered;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return semantics::ofTruth<S>(
        e.domain, semantics::cmpf(e.domain, format,
                                  relationOf(compare.getComparisonPredicate()),
                                  x[0], x[1], ordered));
  });
}
/// OpT: of cuda_tile or nv_tileaa; both have these attributes.
template <typename OpT, auto meaning>
static llvm::Error floatBinary(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  std::optional<Mode> mode = exactRoundingOf(typed.getRoundingMode());
  if (!mode)
    return noEncoding(op, "with an approximate rounding mode");
  if (llvm::Error error = requireArithmetic(op, elementOf(op->getResult(0))))
    return error;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, meaning(e.domain, resultFormat(op), x[0], x[1],
                                   *mode, typed.getFlushToZero()));
  });
}
template <typename OpT>
static llvm::Error fma(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  std::optional<Mode> mode = exactRoundingOf(typed.getRoundingMode());
  if (!mode)
    return noEncoding(op, "with an approximate rounding mode");
  if (llvm::Error error = requireArithmetic(op, elementOf(op->getResult(0))))
    return error;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain,
                 semantics::fma(e.domain, resultFormat(op), x[0], x[1], x[2],
                                *mode, typed.getFlushToZero()));
  });
}
template <typename OpT, semantics::Extremum extremum>
static llvm::Error floatMinMax(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(
        e.domain,
        semantics::maxOrMin(e.domain, resultFormat(op), x[0], x[1], extremum,
                            semantics::propagatesNaN(typed.getPropagateNan()),
                            typed.getFlushToZero()));
  });
}
static llvm::Error extI(Encoder &e, mlir::Operation *op) {
  auto read = readAsOf(llvm::cast<ct::ExtIOp>(op).getSignedness());
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return semantics::exti(e.domain, x[0], resultWidth(op), read);
  });
}
static llvm::Error truncI(Encoder &e, mlir::Operation *op) {
  auto promise = promiseOf(llvm::cast<ct::TruncIOp>(op).getOverflow());
  return mapElements(
      e, op,
      promise == WrapPromise::None ? IfUndefined::Never : IfUndefined::EndsRun,
      [&](Args x) {
        return semantics::trunci(e.domain, x[0], resultWidth(op), promise);
      });
}

llvm::Error tilefuzz::encodeSelect(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  const auto &condition = e.valueOf(op->getOperand(0)).elements;
  const auto &onTrue = e.valueOf(op->getOperand(1)).elements;
  const auto &onFalse = e.valueOf(op->getOperand(2)).elements;
  SymbolicValue result;
  for (size_t i = 0; i < onTrue.size(); ++i) {
    const SymbolicElement &c = condition[condition.size() == 1 ? 0 : i];
    Term holds = d.eq(c.bits, d.constant(1, 1));
    SymbolicElement chosen = mergeElements(d, holds, onTrue[i], onFalse[i]);
    makePoison(d, chosen, spreadOf(d, c));
    result.elements.push_back(chosen);
  }
  e.valueOf(op->getResult(0)) = std::move(result);
  return llvm::Error::success();
}

static llvm::Error clampF(Encoder &e, mlir::Operation *op) {
  semantics::OneNaN nan =
      semantics::propagatesNaN(llvm::cast<aa::ClampFOp>(op).getPropagateNan());
  if (llvm::Error error = requireArithmetic(op, elementOf(op->getResult(0))))
    return error;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    FloatFormat format = resultFormat(op);
    Term raised =
        semantics::maxOrMin(e.domain, format, x[0], x[1],
                            semantics::Extremum::Max, nan, /*ftz=*/false);
    return total(e.domain, semantics::maxOrMin(e.domain, format, raised, x[2],
                                               semantics::Extremum::Min, nan,
                                               /*ftz=*/false));
  });
}
static llvm::Error mulHiUI(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return semantics::mulhii(e.domain, x[0], x[1]);
  });
}
static llvm::Error fpToFp(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::FpToFpOp>(op);
  FloatFormat from = formatOf(elementOf(typed.getSource()));
  std::optional<Mode> mode = exactRoundingOf(typed.getRoundingMode());
  if (!mode)
    return noEncoding(op, "with an approximate rounding mode");
  if (!SymbolicDomain::hasArithmetic(resultFormat(op)) ||
      !SymbolicDomain::canConvertFrom(from))
    return noEncoding(op, "between these formats");
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, e.domain.ftof(from, resultFormat(op), *mode, x[0]));
  });
}

static llvm::Error tileFToF(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::FToFOp>(op);
  FloatFormat from = formatOf(elementOf(typed.getFrom()));
  if (!SymbolicDomain::hasArithmetic(resultFormat(op)) ||
      !SymbolicDomain::canConvertFrom(from))
    return noEncoding(op, "between these formats");
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain,
                 e.domain.ftof(from, resultFormat(op),
                               roundingOf(typed.getRoundingMode()), x[0]));
  });
}
static llvm::Error tileIToF(Encoder &e, mlir::Operation *op) {
  auto read = readAsOf(llvm::cast<ct::IToFOp>(op).getSignedness());
  if (llvm::Error error = requireArithmetic(op, elementOf(op->getResult(0))))
    return error;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, e.domain.itof(resultFormat(op),
                                         tilefuzz::RoundingMode::NearestEven,
                                         x[0], read));
  });
}
bool tilefuzz::isSurelyUsed(mlir::Operation *op) {
  auto mayLeave = [](mlir::Operation *passed) {
    return passed
        ->walk([](mlir::Operation *inner) {
          return llvm::isa<ct::ReturnOp, ct::BreakOp, ct::ContinueOp>(inner)
                     ? mlir::WalkResult::interrupt()
                     : mlir::WalkResult::advance();
        })
        .wasInterrupted();
  };
  size_t count = tileShapeOf(op->getResult(0)).numElements();
  // Masks and selections may leave elements out, shape operations and the edges
  // of views, too.
  auto usesAll = [&](mlir::Operation *user) {
    return !user->getName().getStringRef().contains("view") &&
           llvm::none_of(user->getOperands(),
                         [](mlir::Value operand) {
                           return elementOf(operand).isInteger(1);
                         }) &&
           llvm::all_of(user->getResultTypes(), [&](mlir::Type type) {
             return tileShapeOf(type).numElements() >= count;
           });
  };
  llvm::SmallSetVector<mlir::Operation *, 8> users;
  users.insert(op);
  for (size_t i = 0; i < users.size(); ++i)
    for (mlir::Operation *user : users[i]->getUsers()) {
      if (user->getBlock() != op->getBlock() || user->getNumRegions() ||
          !usesAll(user))
        continue;
      if (mlir::isMemoryEffectFree(user))
        users.insert(user);
      else if (std::none_of(
                   op->getIterator(), user->getIterator(),
                   [&](mlir::Operation &passed) { return mayLeave(&passed); }))
        return true;
    }
  return false;
}

static llvm::Error tileFToI(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::FToIOp>(op);
  mlir::Type from = elementOf(typed.getFrom());
  if (llvm::Error error = requireArithmetic(op, from))
    return error;
  if (typed.getSaturating())
    return mapElements(e, op, IfUndefined::Never, [&](Args x) {
      return total(e.domain, semantics::saturatingFToI(
                                 e.domain, formatOf(from), resultWidth(op),
                                 readAsOf(typed.getSignedness()), x[0]));
    });
  // Using what is out of range is undefined, not converting it (part 1, 3.3).
  bool endsRun = isSurelyUsed(op);
  llvm::Error error = mapElements(
      e, op, endsRun ? IfUndefined::EndsRun : IfUndefined::Poison, [&](Args x) {
        return e.domain.ftoi(formatOf(from), resultWidth(op),
                             readAsOf(typed.getSignedness()), x[0]);
      });
  if (!error && !endsRun && !op->use_empty())
    for (const SymbolicElement &element : e.valueOf(op->getResult(0)).elements)
      e.addUndecided(element.unspecified);
  return error;
}
static llvm::Error tileNegI(Encoder &e, mlir::Operation *op) {
  auto promise = promiseOf(llvm::cast<ct::NegIOp>(op).getOverflow());
  return mapElements(
      e, op,
      promise == WrapPromise::None ? IfUndefined::Never : IfUndefined::EndsRun,
      [&](Args x) { return semantics::negi(e.domain, x[0], promise); });
}

static constexpr auto never = IfUndefined::Never;
static constexpr EncoderRow rows[] = {
    {"cuda_tile.addi", wrapping<ct::AddIOp, semantics::addi<S>>},
    {"cuda_tile.subi", wrapping<ct::SubIOp, semantics::subi<S>>},
    {"cuda_tile.muli", wrapping<ct::MulIOp, semantics::muli<S>>},
    {"cuda_tile.shli", wrapping<ct::ShLIOp, semantics::shli<S>>},
    {"cuda_tile.andi", bitwise<semantics::andi<S>>},
    {"cuda_tile.ori", bitwise<semantics::ori<S>>},
    {"cuda_tile.xori", bitwise<semantics::xori<S>>},
    {"cuda_tile.maxi", bySign<ct::MaxIOp, semantics::maxi<S>, never>},
    {"cuda_tile.mini", bySign<ct::MinIOp, semantics::mini<S>, never>},
    {"cuda_tile.remi",
     bySign<ct::RemIOp, semantics::remi<S>, IfUndefined::EndsRun>},
    {"cuda_tile.shri", bySign<ct::ShRIOp, semantics::shri<S>, never>},
    {"cuda_tile.divi", divI},
    {"cuda_tile.cmpi", cmpI},
    {"cuda_tile.cmpf", cmpF},
    {"cuda_tile.addf",
     floatBinary<ct::AddFOp, semantics::addf<S, FloatFormat>>},
    {"cuda_tile.subf",
     floatBinary<ct::SubFOp, semantics::subf<S, FloatFormat>>},
    {"cuda_tile.mulf",
     floatBinary<ct::MulFOp, semantics::mulf<S, FloatFormat>>},
    {"cuda_tile.fma", fma<ct::FmaOp>},
    {"cuda_tile.maxf", floatMinMax<ct::MaxFOp, semantics::Extremum::Max>},
    {"cuda_tile.minf", floatMinMax<ct::MinFOp, semantics::Extremum::Min>},
    {"cuda_tile.exti", extI},
    {"cuda_tile.trunci", truncI},
    {"cuda_tile.select", encodeSelect},
    {"cuda_tile.mulhii", mulHiUI},
    {"cuda_tile.ftof", tileFToF},
    {"cuda_tile.itof", tileIToF},
    {"cuda_tile.ftoi", tileFToI},
    {"cuda_tile.negi", tileNegI},
    {"nv_tileaa.addf",
     floatBinary<aa::AddFOp, semantics::addf<S, FloatFormat>>},
    {"nv_tileaa.subf",
     floatBinary<aa::SubFOp, semantics::subf<S, FloatFormat>>},
    {"nv_tileaa.mulf",
     floatBinary<aa::MulFOp, semantics::mulf<S, FloatFormat>>},
    {"nv_tileaa.fma", fma<aa::FmaOp>},
    {"nv_tileaa.clampf", clampF},
    {"nv_tileaa.mulhiui", mulHiUI},
    {"nv_tileaa.fp_to_fp", fpToFp},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getScalarEncoders() { return rows; }
