//===- RelatedClasses.cpp - Operands that belong together, in programs ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Generate/ProgramClasses.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

static Type elementOf(Value value) {
  return cast<ct::TileType>(value.getType()).getElementType();
}

/// Whether every element is the number; of floats, whether it is +0.
static bool isSplatOf(Value value, int64_t number) {
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return false;
  if (isa<FloatType>(elements.getElementType()))
    return number == 0 && elements.getSplatValue<APFloat>().isPosZero();
  APInt known = elements.getSplatValue<APInt>();
  return known == APInt(known.getBitWidth(), number, /*isSigned=*/true,
                        /*implicitTrunc=*/true);
}

/// What it is the complement of; null: of nothing.
static Value complementOf(Value value) {
  auto negated = value.getDefiningOp<ct::XOrIOp>();
  return negated && isSplatOf(negated.getRhs(), -1) ? negated.getLhs()
                                                    : Value();
}

/// `x op (~x op y)`, in any order.
static bool hasNegatedOperand(Operation *op) {
  if (!isa<ct::AndIOp, ct::OrIOp, ct::XOrIOp, ct::AddIOp, ct::SubIOp>(op))
    return false;
  for (unsigned side : {0, 1}) {
    Operation *inner = op->getOperand(side).getDefiningOp();
    if (inner && inner->getNumRegions() == 0 &&
        llvm::any_of(inner->getOperands(), [&](Value operand) {
          return complementOf(operand) == op->getOperand(1 - side);
        }))
      return true;
  }
  return false;
}

/// A product that flushes, or does not, in a sum that does not, or does.
template <typename Op> static bool flushesOtherwise(Op sum) {
  return llvm::any_of(sum->getOperands(), [&](Value operand) {
    auto product = operand.template getDefiningOp<ct::MulFOp>();
    return product && product.getFlushToZero() != sum.getFlushToZero();
  });
}

/// Through joins and what regions carry, to what gave the token.
static bool isTokenOf(Value token, function_ref<bool(Operation *)> fits) {
  SmallVector<Value> pending = {token};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    if (fits(op))
      return true;
    if (isa<ct::JoinTokensOp>(op))
      llvm::append_range(pending, op->getOperands());
  }
  return false;
}

static bool isUpdate(Operation *op) {
  return isa<ct::AtomicRMWTkoOp, ct::AtomicCASTkoOp, ct::AtomicRedViewTkoOp>(
      op);
}

static bool joinsCarried(ct::JoinTokensOp join) {
  auto loop = dyn_cast<ct::ForOp>(join->getParentOp());
  if (!loop)
    return false;
  bool hasCarried = false, hasOuter = false;
  for (Value token : join->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(token);
    hasCarried |= argument && argument.getOwner()->getParentOp() == loop;
    Operation *made = token.getDefiningOp();
    hasOuter |= made && !loop->isAncestor(made);
  }
  return hasCarried && hasOuter;
}

/// What it computes comes of a load by the mask that leaves elements open.
static bool isOpenTruth(ct::SelectOp select) {
  if (!elementOf(select.getResult()).isInteger(1))
    return false;
  return llvm::any_of(
      ValueRange{select.getValIfTrue(), select.getValIfFalse()},
      [&](Value arm) {
        Operation *op = arm.getDefiningOp();
        return op && llvm::any_of(op->getOperands(), [&](Value operand) {
                 auto load = operand.getDefiningOp<ct::LoadPtrTkoOp>();
                 return load && load.getMask() == select.getCond() &&
                        !load.getPaddingValue();
               });
      });
}

static bool readsOtherIf(ct::IfOp op) {
  return op
      ->walk([&](Operation *inner) {
        bool reads = inner != op &&
                     llvm::any_of(inner->getOperands(), [&](Value operand) {
                       auto before = operand.getDefiningOp<ct::IfOp>();
                       return before && before->getBlock() == op->getBlock() &&
                              before.getCondition() == op.getCondition();
                     });
        return reads ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasInfinitePadding(Type type) {
  auto isOf = [](auto view) {
    ct::PaddingValueAttr padding = view.getPadding();
    return isa<Float8E4M3FNType>(view.getTensorView().getElementType()) &&
           padding &&
           (padding.getValue() == ct::PaddingValue::PosInf ||
            padding.getValue() == ct::PaddingValue::NegInf);
  };
  return TypeSwitch<Type, bool>(type)
      .Case<ct::PartitionViewType, ct::StridedViewType,
            ct::GatherScatterViewType>(isOf)
      .Default(false);
}

static bool isOfSeveral(Operation *op) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return elementOf(operand).getIntOrFloatBitWidth() !=
           elementOf(op->getOperand(0)).getIntOrFloatBitWidth();
  });
}

void tilefuzz::findRelatedClasses(const Program &program,
                                  ProgramClassSet &found) {
  auto note = [&](bool holds, ProgramClass of) {
    if (holds)
      found.set(unsigned(of));
  };
  program.module.get()->walk([&](Operation *op) {
    note(hasNegatedOperand(op), ProgramClass::NegatedOperand);
    TypeSwitch<Operation *>(op)
        .Case<ct::AddFOp, ct::SubFOp>([&](auto sum) {
          note(flushesOtherwise(sum), ProgramClass::FlushedSum);
        })
        .Case([&](ct::FToFOp convert) {
          Type to = elementOf(convert.getTo());
          note(!ct::isBaseFloatElement(to) && !isa<Float8E8M0FNUType>(to) &&
                   convert.getRoundingMode() != ct::Rounding::NearestEven,
               ProgramClass::OtherRounding);
        })
        .Case([&](ct::LoadPtrTkoOp load) {
          Value padding = load.getPaddingValue();
          note(padding && op->getParentOfType<ct::ForOp>() &&
                   !isSplatOf(padding, 0),
               ProgramClass::OtherPadding);
          note(load.getToken() && isTokenOf(load.getToken(), isUpdate),
               ProgramClass::LoadAfterUpdate);
        })
        .Case([&](ct::LoadViewTkoOp load) {
          note(load.getToken() && isTokenOf(load.getToken(), isUpdate),
               ProgramClass::LoadAfterUpdate);
        })
        .Case<ct::MakePartitionViewOp, ct::MakeStridedViewOp,
              ct::MakeGatherScatterViewOp>([&](auto view) {
          note(hasInfinitePadding(view.getResult().getType()),
               ProgramClass::InfinitePadding);
        })
        .Case([&](ct::JoinTokensOp join) {
          note(joinsCarried(join), ProgramClass::JoinedCarried);
        })
        .Case([&](ct::SelectOp select) {
          note(isOpenTruth(select), ProgramClass::OpenTruth);
        })
        .Case([&](ct::IfOp branch) {
          note(readsOtherIf(branch), ProgramClass::ReadingIf);
        })
        .Case<ct::ReduceOp, ct::ScanOp>([&](auto combination) {
          note(isOfSeveral(combination), ProgramClass::ReductionOfSeveral);
        });
  });
}
