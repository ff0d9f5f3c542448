//===- ConvertViews.cpp - Part B: views and atomics ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Accesses.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

template <typename OpTy> static void addMakeView(Populator &to) {
  to.add<OpTy>([](OpTy op, auto in, Type type, Rewriter rewriter) -> Values {
    return {aa::BlockTileOp::create(rewriter, op.getLoc(), type,
                                    in.getTensorView())};
  });
}

static bool isSparse(Value view) {
  return cast<aa::TiledViewType>(view.getType()).isSparse();
}

/// A size as the type that the source asks for; one that does not fit is
/// undefined there.
static Value narrow(Rewriter rewriter, Location loc, Value size, Type type) {
  if (size.getType() == type)
    return size;
  return arith::TruncIOp::create(rewriter, loc, type, size,
                                 arith::IntegerOverflowFlags::nuw);
}

static Values convertIndexSpace(ct::GetIndexSpaceShapeOp op, Value view,
                                Rewriter rewriter, const BugSet &bugs) {
  auto type = cast<aa::TiledViewType>(view.getType());
  Location loc = op.getLoc();
  Values sizes;
  for (auto [axis, result] : llvm::enumerate(op.getResults())) {
    // Seeded: in the tensor's order.
    int32_t dim = bugs.pick(SeededBug::IndexSpaceUnmapped,
                            int32_t(type.getDimMap()[axis]), int32_t(axis));
    Value size =
        aa::GetDimSizeOp::create(rewriter, loc, rewriter.getI64Type(), view,
                                 rewriter.getI32IntegerAttr(dim));
    // The indices of a sparse view count elements.
    int64_t step = type.isSparse()           ? 1
                   : type.getSteps().empty() ? type.getTileShape()[axis]
                                             : type.getSteps()[axis];
    // Seeded: tiles never overlap.
    if (!type.isSparse() && !type.getSteps().empty())
      step = bugs.pick(SeededBug::IndexSpaceOfTiles, step,
                       int64_t(type.getTileShape()[axis]));
    if (step != 1) {
      Value length = createInt(rewriter, loc, rewriter.getI64Type(), step);
      if (bugs.acts(SeededBug::IndexSpaceRoundsDown))
        size = arith::DivUIOp::create(rewriter, loc, size, length);
      else
        size = arith::CeilDivUIOp::create(rewriter, loc, size, length);
    }
    Type element = cast<ct::TileType>(result.getType()).getElementType();
    sizes.push_back(narrow(rewriter, loc, size, element));
  }
  return sizes;
}

void tilefuzz::populateViews(Populator &to) {
  to.add<ct::MakeTensorViewOp>([bugs = to.bugs](ct::MakeTensorViewOp op,
                                                auto in, Type type,
                                                Rewriter rewriter) -> Values {
    // Sizes and strides are read unsigned; this level holds them as i64.
    auto widen = [&](ValueRange values) {
      SmallVector<Value> wide;
      Type i64 = rewriter.getI64Type();
      for (Value value : values) {
        if (value.getType() != i64) {
          // Seeded: they are read signed.
          if (bugs.acts(SeededBug::ViewSizesSigned))
            value = arith::ExtSIOp::create(rewriter, op.getLoc(), i64, value);
          else
            value = arith::ExtUIOp::create(rewriter, op.getLoc(), i64, value);
        }
        wide.push_back(value);
      }
      return wide;
    };
    // Distinct views may overlap, so they share one alias scope.
    return {aa::MakeMemrefOp::create(
        rewriter, op.getLoc(), type, in.getBase(), widen(in.getDynamicShape()),
        widen(in.getDynamicStrides()), rewriter.getI32IntegerAttr(0))};
  });
  addMakeView<ct::MakePartitionViewOp>(to);
  addMakeView<ct::MakeStridedViewOp>(to);
  addMakeView<ct::MakeGatherScatterViewOp>(to);
  to.add<ct::GetTensorShapeOp>([](ct::GetTensorShapeOp op, auto in, Type type,
                                  Rewriter rewriter) -> Values {
    Values sizes;
    for (size_t axis = 0; axis < op.getNumResults(); ++axis)
      sizes.push_back(
          aa::GetDimSizeOp::create(rewriter, op.getLoc(), type, in.getSrc(),
                                   rewriter.getI32IntegerAttr(axis)));
    return sizes;
  });
  to.add<ct::GetIndexSpaceShapeOp>(
      [bugs = to.bugs](ct::GetIndexSpaceShapeOp op, auto in, Type,
                       Rewriter rewriter) -> Values {
        return convertIndexSpace(op, in.getSrc(), rewriter, bugs);
      });
  to.add<ct::LoadViewTkoOp>([bugs = to.bugs](ct::LoadViewTkoOp op, auto in,
                                             Type type,
                                             Rewriter rewriter) -> Values {
    aa::MemSemanticAttr semantic = convertSemantic(op);
    // Seeded: what a tile is read from publishes nothing.
    if (semantic.getValue() == aa::MemSemantic::Acquire &&
        bugs.acts(SeededBug::ViewLoadLosesAcquire))
      semantic =
          aa::MemSemanticAttr::get(op.getContext(), aa::MemSemantic::Relaxed);
    Value token = in.getToken();
    if (token && isSparse(in.getView()) &&
        bugs.acts(SeededBug::GatherDropsToken))
      token = {};
    auto make = [&](auto tag) -> Values {
      auto load = decltype(tag)::create(
          rewriter, op.getLoc(), type, tokenType(op), in.getView(),
          in.getIndex(), token, semantic,
          convertScope(op.getContext(), op.getMemoryScope()), nullptr, nullptr,
          convertHints(op));
      return {load.getResult(), load.getResultToken()};
    };
    return isSparse(in.getView()) ? make(aa::GatherLoadOp())
                                  : make(aa::TiledLoadOp());
  });
  to.add<ct::StoreViewTkoOp>([bugs = to.bugs](ct::StoreViewTkoOp op, auto in,
                                              Type type,
                                              Rewriter rewriter) -> Values {
    Value token = in.getToken();
    if (token && isSparse(in.getView()) &&
        bugs.acts(SeededBug::ScatterDropsToken))
      token = {};
    auto make = [&](auto tag) -> Values {
      return {decltype(tag)::create(
          rewriter, op.getLoc(), type, in.getView(), in.getTile(),
          in.getIndex(), token, convertSemantic(op),
          convertScope(op.getContext(), op.getMemoryScope()), nullptr, nullptr,
          convertHints(op))};
    };
    return isSparse(in.getView()) ? make(aa::ScatterStoreOp())
                                  : make(aa::TiledStoreOp());
  });
}

//===----------------------------------------------------------------------===//
// Read-modify-writes
//===----------------------------------------------------------------------===//

template <typename OpTy> static aa::RmwModeAttr convertMode(OpTy op) {
  return aa::RmwModeAttr::get(op.getContext(), convertUpdate(op.getMode()));
}

void tilefuzz::populateAtomics(Populator &to) {
  to.add<ct::AtomicRMWTkoOp>([bugs = to.bugs](ct::AtomicRMWTkoOp op, auto in,
                                              Type type,
                                              Rewriter rewriter) -> Values {
    Value mask = in.getMask();
    if (mask && bugs.acts(SeededBug::AtomicLosesMask))
      mask = {};
    aa::MemSemanticAttr semantic = convertSemantic(op);
    // Seeded: one of the two is enough.
    if (semantic.getValue() == aa::MemSemantic::AcqRel &&
        bugs.acts(SeededBug::UpdateAcqRelIsRelease))
      semantic =
          aa::MemSemanticAttr::get(op.getContext(), aa::MemSemantic::Release);
    Value token = in.getToken();
    // Seeded: who wants no old value waits for nothing.
    if (token && op.getResult().use_empty() &&
        bugs.acts(SeededBug::UpdateWithoutResultDropsToken))
      token = {};
    auto update = aa::AtomicRMWOp::create(
        rewriter, op.getLoc(), type, tokenType(op), in.getPointers(),
        in.getArg(), mask, token, convertMode(op), semantic,
        convertScope(op.getContext(), op.getMemoryScope()));
    return {update.getResult(), update.getResultToken()};
  });
  to.add<ct::AtomicCASTkoOp>([bugs = to.bugs](ct::AtomicCASTkoOp op, auto in,
                                              Type type,
                                              Rewriter rewriter) -> Values {
    Value token = in.getToken();
    if (token && bugs.acts(SeededBug::CasDropsToken))
      token = {};
    auto update = aa::AtomicCASOp::create(
        rewriter, op.getLoc(), type, tokenType(op), in.getPointers(),
        in.getCmp(), in.getVal(), in.getMask(), token, convertSemantic(op),
        convertScope(op.getContext(), op.getMemoryScope()));
    return {update.getResult(), update.getResultToken()};
  });
  to.add<ct::AtomicRedViewTkoOp>([bugs = to.bugs](ct::AtomicRedViewTkoOp op,
                                                  auto in, Type type,
                                                  Rewriter rewriter) -> Values {
    Value token = in.getToken();
    if (token && bugs.acts(SeededBug::ViewUpdateDropsToken))
      token = {};
    auto update = aa::TiledAtomicRMWOp::create(
        rewriter, op.getLoc(), Type(), type, in.getView(), in.getValue(),
        in.getIndex(), token, convertMode(op), convertSemantic(op),
        convertScope(op.getContext(), op.getMemoryScope()));
    return {update.getResultToken()};
  });
}
