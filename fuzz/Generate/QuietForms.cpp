//===- QuietForms.cpp - Ways to write nv_tileaa that change nothing -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Attributes and operands that the operations have and that no rewrite of the
// generator's programs looks at: printers, parsers and conversions carry them.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/QuietForms.h"
#include "compiler/TileAA/TileAAOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// It allows to fuse with another operation, and nothing here does.
static void addFlags(Operation *op) {
  op->setAttr("fastmath",
              arith::FastMathFlagsAttr::get(op->getContext(),
                                            arith::FastMathFlags::contract));
}

/// Every number of the source is one of the result's, however it is rounded.
static bool isWidening(aa::FpToFpOp op) {
  auto from = cast<FloatType>(aa::getTileElementType(op.getSource().getType())),
       to = cast<FloatType>(aa::getTileElementType(op.getType()));
  return from.getWidth() >= 16 && from.getWidth() < to.getWidth();
}

static void addToConversion(aa::FpToFpOp op, ByteSource &choices) {
  static constexpr aa::RoundingMode modes[] = {aa::RoundingMode::Zero,
                                               aa::RoundingMode::NegativeInf,
                                               aa::RoundingMode::PositiveInf};
  if (isWidening(op))
    op.setRoundingMode(choices.pick(ArrayRef(modes)));
}

static void addToProduct(aa::DotOp op, ByteSource &choices) {
  if (isa<FloatType>(aa::getTileElementType(op.getType())))
    addFlags(op);
  op.setPropagateNan(choices.oneIn(2));
  if (choices.oneIn(2))
    op.setInputPrecision("ieee");
}

/// Of the memory that the block knows so far.
static void addToToken(aa::CreateMemTokenOp op, ByteSource &choices) {
  if (choices.oneIn(2))
    op.setProducers(1);
  for (Operation &earlier :
       llvm::make_range(op->getBlock()->begin(), op->getIterator()))
    for (Value value : earlier.getResults())
      if (isa<aa::StridedMemRefType>(value.getType()) && choices.oneIn(2))
        op.getScopeMutable().append(value);
}

static void addToAgents(aa::ExecuteOp op, ByteSource &choices) {
  size_t count = op.getNumWarps().size();
  if (choices.oneIn(2))
    op.setNamedBarriers(SmallVector<int32_t>(count, 0));
  if (choices.oneIn(2))
    op.setSharedMemoryBytes(SmallVector<int64_t>(count, 0));
}

/// Operations whose results nothing uses, at the beginning of a kernel; rarely,
/// as what is dead shows little.
static void addOperations(aa::FuncOp function, ByteSource &choices) {
  if (!choices.oneIn(6))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  if (choices.oneIn(2))
    aa::JoinMemTokenOp::create(builder, loc, ValueRange());
  if (choices.oneIn(2)) {
    auto scalar = RankedTensorType::get({}, builder.getI32Type());
    Value number = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(scalar, builder.getI32IntegerAttr(7)));
    aa::ExtractOp::create(builder, loc, builder.getI32Type(), number,
                          ValueRange());
    if (choices.oneIn(2))
      aa::ExtractSliceOp::create(builder, loc, scalar, number, ValueRange(),
                                 ArrayRef<int64_t>());
  }
  if (choices.oneIn(2)) {
    auto pragma = aa::PragmaOp::create(builder, loc, TypeRange(),
                                       /*ocgEnterDirectives=*/nullptr,
                                       /*ocgLeaveDirectives=*/nullptr);
    Block &body = pragma.getBody().empty() ? pragma.getBody().emplaceBlock()
                                           : pragma.getBody().front();
    builder.setInsertionPointToEnd(&body);
    aa::YieldOp::create(builder, loc, ValueRange());
  }
}

void tilefuzz::addQuietForms(ModuleOp module, ByteSource &choices) {
  module.walk([&](Operation *op) {
    if (choices.oneIn(2))
      return;
    llvm::TypeSwitch<Operation *>(op)
        .Case<aa::AddFOp, aa::SubFOp, aa::MulFOp, aa::DivFOp, aa::FmaOp,
              aa::SqrtOp>([&](Operation *arithmetic) { addFlags(arithmetic); })
        .Case<aa::ConvDotOp>([&](aa::ConvDotOp product) {
          if (isa<FloatType>(aa::getTileElementType(product.getType())))
            addFlags(product);
        })
        .Case<aa::DotOp>(
            [&](aa::DotOp product) { addToProduct(product, choices); })
        .Case<aa::FpToFpOp>([&](aa::FpToFpOp conversion) {
          addToConversion(conversion, choices);
        })
        .Case<aa::CreateMemTokenOp>(
            [&](aa::CreateMemTokenOp token) { addToToken(token, choices); })
        .Case<aa::ExecuteOp>(
            [&](aa::ExecuteOp agents) { addToAgents(agents, choices); })
        .Case<aa::GatherLoadOp>([&](aa::GatherLoadOp load) {
          load.setCacheModifier(choices.oneIn(2) ? aa::CacheModifier::CV
                                                 : aa::CacheModifier::None);
        })
        .Case<aa::MarkForReuseOp>([&](aa::MarkForReuseOp mark) {
          mark.getValuesMutable().append(mark.getValues().front());
        });
  });
  module.walk([&](aa::FuncOp function) { addOperations(function, choices); });
}
