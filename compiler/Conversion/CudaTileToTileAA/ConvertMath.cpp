//===- ConvertMath.cpp - Part A: functions of floats --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the math dialect has, goes there. The flag that lets a later stage take
// the approximate variant is the source's `fastmath`, and `afn` where the
// source asks for the approximation itself. `ceil` and `floor` are the PDL
// fallback's (Fallback.cpp).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

template <typename From, typename To> static void addUnary(Populator &to) {
  to.add<From>([](From op, auto in, Type, Rewriter rewriter) -> Values {
    return {To::create(rewriter, op.getLoc(), in.getSource())};
  });
}

/// Full accuracy, or the hardware's function.
template <typename From, typename To>
static void addFullOrApprox(Populator &to) {
  to.add<From>([](From op, auto in, Type, Rewriter rewriter) -> Values {
    auto made = To::create(rewriter, op.getLoc(), in.getSource());
    if (op.getRoundingMode() != ct::Rounding::Approx)
      return {made};
    made.setFastmath(arith::FastMathFlags::afn);
    return {made};
  });
}

void tilefuzz::populateMath(Populator &to) {
  addUnary<ct::AbsFOp, math::AbsFOp>(to);
  addUnary<ct::NegFOp, arith::NegFOp>(to);
  addUnary<ct::LogOp, math::LogOp>(to);
  addUnary<ct::Log2Op, math::Log2Op>(to);
  addUnary<ct::SinOp, math::SinOp>(to);
  addUnary<ct::CosOp, math::CosOp>(to);
  addUnary<ct::TanOp, math::TanOp>(to);
  addUnary<ct::SinHOp, math::SinhOp>(to);
  addUnary<ct::CosHOp, math::CoshOp>(to);
  addFullOrApprox<ct::ExpOp, math::ExpOp>(to);
  addFullOrApprox<ct::TanHOp, math::TanhOp>(to);
  to.add<ct::Exp2Op>(
      [](ct::Exp2Op op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::Exp2Op::create(rewriter, op.getLoc(), type, in.getSource(),
                                   op.getFlushToZeroAttr(), nullptr)};
      });
  to.add<ct::SqrtOp>(
      [](ct::SqrtOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::SqrtOp::create(
            rewriter, op.getLoc(), type, in.getSource(),
            convertRounding(op.getContext(), op.getRoundingMode()),
            op.getFlushToZeroAttr(), nullptr)};
      });
  to.add<ct::RemFOp>(
      [](ct::RemFOp op, auto in, Type, Rewriter rewriter) -> Values {
        return {arith::RemFOp::create(rewriter, op.getLoc(), in.getLhs(),
                                      in.getRhs())};
      });
  to.add<ct::PowOp>(
      [](ct::PowOp op, auto in, Type, Rewriter rewriter) -> Values {
        return {math::PowFOp::create(rewriter, op.getLoc(), in.getSource(),
                                     in.getExponent())};
      });
  to.add<ct::FPowIOp>(
      [](ct::FPowIOp op, auto in, Type, Rewriter rewriter) -> Values {
        return {math::FPowIOp::create(rewriter, op.getLoc(), in.getSource(),
                                      in.getExponent())};
      });
  // Not math.atan2, which MLIR 22 folds to NaN for two zeros.
  to.add<ct::Atan2Op>(
      [](ct::Atan2Op op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::CallElementwiseIntrinsicOp::create(
            rewriter, op.getLoc(), type, ValueRange{in.getX(), in.getY()},
            rewriter.getStringAttr("atan2"), rewriter.getUnitAttr())};
      });
}
