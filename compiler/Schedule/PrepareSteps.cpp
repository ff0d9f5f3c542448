//===- PrepareSteps.cpp - Views, vectors, marks, loops, boxes -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All steps of tileas-prepare-for-scheduling but memory, which stands alone
// (CompactMemory.cpp).
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/PrepareForScheduling.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
using Names = PreparationAttributes;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Calls `visit` with each access of a tile of a view.
static void forEachTiledAccess(
    aa::FuncOp function,
    function_ref<void(Operation *op, TypedValue<as::TiledViewType> view)>
        visit) {
  function.walk([&](Operation *op) {
    if (isa<as::TiledLoadOp, as::TiledStoreOp, as::TiledAtomicRMWOp,
            as::GatherLoadOp, as::ScatterStoreOp>(op))
      visit(op, cast<TypedValue<as::TiledViewType>>(op->getOperand(0)));
  });
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult tilefuzz::decomposeTiledViews(aa::FuncOp function,
                                            const PreparationBugs &bugs) {
  SmallVector<as::ViewOp> passed;
  forEachTiledAccess(
      function, [&](Operation *op, TypedValue<as::TiledViewType> view) {
        auto cut = view.getDefiningOp<as::ViewOp>();
        if (!cut)
          return;
        // A memref, and the memref that a view of it cuts, are the same.
        Value memref = cut.getSource();
        while (auto back = memref.getDefiningOp<as::ViewOp>()) {
          auto before = back.getSource().getDefiningOp<as::ViewOp>();
          if (!before)
            break;
          passed.append({back, before});
          memref = before.getSource();
          if (bugs.structure.has(ScheduleBug::ViewsOneLevelOnly))
            break;
        }
        if (memref == cut.getSource())
          return;
        passed.push_back(cut);
        OpBuilder builder(cut);
        auto direct =
            as::ViewOp::create(builder, cut.getLoc(), view.getType(), memref);
        direct->setDiscardableAttrs(cut->getDiscardableAttrDictionary());
        op->setOperand(0, direct.getResult());
      });
  // Users before what they use.
  llvm::SmallPtrSet<Operation *, 8> erased;
  for (bool changed = true; changed;) {
    changed = false;
    for (as::ViewOp view : passed)
      if (!erased.contains(view) && view->use_empty()) {
        erased.insert(view);
        view.erase();
        changed = true;
      }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Vector sizes
//===----------------------------------------------------------------------===//

/// Bytes to which the memory behind a memref is known to be aligned: what an
/// assumption says, else one element.
static int64_t getKnownAlignment(Value memref, int64_t elementBytes) {
  auto make = memref.getDefiningOp<aa::MakeMemrefOp>();
  auto assume = make ? make.getBase().getDefiningOp<aa::AssumeOp>() : nullptr;
  auto divisor =
      assume ? dyn_cast<aa::DivByAttr>(assume.getPredicate()) : nullptr;
  if (!divisor || divisor.getEvery())
    return elementBytes;
  return std::max<int64_t>(elementBytes,
                           std::min<uint64_t>(divisor.getDivisor(), 1 << 16));
}

/// How many elements of a thread follow each other, from a multiple of as many
/// on: its first registers count them.
static int64_t countNeighbours(as::LinearLayoutAttr layout,
                               const ScheduleBugSet &bugs) {
  int64_t count = 1;
  for (int64_t index : layout.getReg()) {
    if (index != count && !bugs.has(ScheduleBug::VectorOfBrokenRun))
      break;
    count *= 2;
  }
  if (bugs.has(ScheduleBug::VectorOfBrokenRun))
    return count;
  // Whose other coordinates are not multiples of them?
  for (ArrayRef<int64_t> bases : {layout.getLane(), layout.getWarp()})
    for (int64_t index : bases)
      if (index)
        count = std::min<int64_t>(count, index & -index);
  return count;
}

/// The most that the type of a view, its layout and the target allow.
static int64_t getVectorSize(TypedValue<as::TiledViewType> view,
                             RankedTensorType tile, bool isInBounds,
                             int64_t mostBytes, const ScheduleBugSet &bugs) {
  as::TiledViewType type = view.getType();
  Type element = type.getElementType();
  auto cut = view.getDefiningOp<as::ViewOp>();
  as::LinearLayoutAttr layout = as::getLayout(tile);
  if (!cut || !layout || type.isSparse() || !type.getRank() ||
      !element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return 1;
  aa::StridedMemRefType memref = type.getMemref();
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  int64_t inner = type.getDimMap().back();
  if (memref.getStrides()[inner] != 1)
    return 1;
  int64_t size = std::min(countNeighbours(layout, bugs), mostBytes / bytes);
  auto divide = [&](int64_t by) {
    while (size > 1 && (ShapedType::isDynamic(by) || by % size != 0))
      size /= 2;
  };
  divide(tile.getShape().back());
  divide(type.getStep(type.getRank() - 1));
  // The next row begins at a multiple, too.
  for (auto [dim, stride] : llvm::enumerate(memref.getStrides()))
    if (int64_t(dim) != inner)
      divide(stride);
  // Whether an element is inside, and its neighbour is not, only the run knows.
  if (!isInBounds && !bugs.has(ScheduleBug::VectorIgnoresExtent))
    divide(memref.getShape()[inner]);
  if (!bugs.has(ScheduleBug::VectorIgnoresAlignment))
    divide(getKnownAlignment(cut.getSource(), bytes) / bytes);
  return std::max<int64_t>(size, 1);
}

LogicalResult tilefuzz::refineVectorSizes(aa::FuncOp function,
                                          const PreparationBugs &bugs) {
  bool hasAccess = false;
  forEachTiledAccess(function, [&](Operation *, TypedValue<as::TiledViewType>) {
    hasAccess = true;
  });
  if (!hasAccess)
    return success();
  FailureOr<int64_t> capability = getComputeCapability(function);
  if (failed(capability))
    return failure();
  // PTX ISA 9.0, "ld": 32 bytes of global memory from sm_100 on, else 16.
  int64_t mostBytes = *capability >= 100 ? 32 : 16;
  Builder builder(function.getContext());
  forEachTiledAccess(
      function, [&](Operation *op, TypedValue<as::TiledViewType> view) {
        op->removeDiscardableAttr(Names::vectorSize);
        auto refine = [&](auto access, Type value) {
          auto tile = dyn_cast<RankedTensorType>(value);
          if (!tile || access.getMemSemantic() != aa::MemSemantic::Weak)
            return;
          int64_t size = getVectorSize(view, tile, access.getInBounds(),
                                       mostBytes, bugs.structure);
          if (size > 1)
            op->setDiscardableAttr(Names::vectorSize,
                                   builder.getI64IntegerAttr(size));
        };
        if (auto load = dyn_cast<as::TiledLoadOp>(op))
          refine(load, load.getResult().getType());
        else if (auto store = dyn_cast<as::TiledStoreOp>(op))
          refine(store, store.getValue().getType());
      });
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult tilefuzz::markSlices(aa::FuncOp function,
                                   const PreparationBugs &bugs) {
  Builder builder(function.getContext());
  function.walk([&](scf::ForOp loop) {
    std::optional<int64_t> least;
    for (Operation &op : *loop.getBody()) {
      if (op.hasAttr(Names::keepApart))
        loop->setDiscardableAttr(Names::keepApart, builder.getUnitAttr());
      auto most = op.getAttrOfType<IntegerAttr>(Names::maxSlices);
      if (!most || most.getInt() < 1)
        continue;
      // Every operation has to allow as many.
      if (!least || (most.getInt() < *least) !=
                        bugs.structure.has(ScheduleBug::SlicesOfMostWilling))
        least = most.getInt();
    }
    if (least && *least > 1 && !loop->hasAttr(Names::sliceCount))
      loop->setDiscardableAttr(Names::sliceCount,
                               builder.getI32IntegerAttr(*least));
  });
  return success();
}

/// A loop of more iterations, or that would become more operations, is none of
/// a few.
static constexpr uint64_t fewIterations = 4, fewOperations = 64;

/// The induction values, if they are few and known.
static std::optional<SmallVector<APInt>> getFewIterations(scf::ForOp loop,
                                                          const BugSet &bugs) {
  APInt lower, upper, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      !step.isStrictlyPositive())
    return std::nullopt;
  SmallVector<APInt> values;
  bool isUnsigned = loop.getUnsignedCmp();
  // Seeded: constants are signed.
  if (isUnsigned && lower.isNegative() != upper.isNegative() &&
      bugs.acts(SeededBug::UnrollCountsSigned))
    isUnsigned = false;
  auto isWithin = [&](const APInt &iv) {
    // Seeded: what several steps end at is within.
    if (iv == upper && iv != lower && !step.isOne())
      return bugs.acts(SeededBug::UnrollTakesBoundOfSteps);
    return isUnsigned ? iv.ult(upper) : iv.slt(upper);
  };
  for (APInt iv = lower; isWithin(iv);) {
    if (values.size() == fewIterations)
      return std::nullopt;
    values.push_back(iv);
    bool overflows = false;
    iv = isUnsigned ? iv.uadd_ov(step, overflows) : iv.sadd_ov(step, overflows);
    // Seeded: it goes on from there.
    if (overflows && !bugs.acts(SeededBug::UnrollGoesRound))
      break;
  }
  uint64_t operations = 0;
  loop.getBody()->walk([&](Operation *) { ++operations; });
  if (values.size() * operations > fewOperations)
    return std::nullopt;
  return values;
}

static void unroll(scf::ForOp loop, ArrayRef<APInt> values,
                   const BugSet &bugs) {
  OpBuilder builder(loop);
  SmallVector<Value> carried(loop.getInitArgs());
  size_t count = values.size();
  if (count > 1)
    count = bugs.pick(SeededBug::UnrollOneShort, count, count - 1);
  for (size_t i = 0; i < count; ++i) {
    // Seeded: every copy has the first iteration's index.
    const APInt &value =
        values[bugs.pick(SeededBug::UnrollKeepsIndex, i, size_t(0))];
    IRMapping map;
    map.map(loop.getRegionIterArgs(), carried);
    map.map(
        loop.getInductionVar(),
        arith::ConstantOp::create(
            builder, loop.getLoc(),
            builder.getIntegerAttr(loop.getInductionVar().getType(), value)));
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, map);
    for (auto [now, next] : llvm::zip_equal(
             carried, loop.getBody()->getTerminator()->getOperands())) {
      Value after = map.lookupOrDefault(next);
      // Seeded: each copy is ordered after what came before the loop only.
      if (isa<aa::MemTokenType>(now.getType()))
        after = bugs.pick(SeededBug::UnrollLosesToken, after, now);
      // Seeded: one is handed on after the other.
      if (auto argument = dyn_cast<BlockArgument>(next);
          argument && argument.getOwner() == loop.getBody() &&
          argument != loop.getInductionVar())
        after = bugs.pick(SeededBug::UnrollSwapsInTurn, after,
                          carried[argument.getArgNumber() - 1]);
      now = after;
    }
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
}

/// Puts the operations of a block before `wrapper`, whose results its
/// terminator yields.
static void unwrap(Operation *wrapper, Block *block) {
  if (block) {
    Operation *yield = block->getTerminator();
    wrapper->replaceAllUsesWith(yield->getOperands());
    yield->erase();
    wrapper->getBlock()->getOperations().splice(wrapper->getIterator(),
                                                block->getOperations());
  }
  wrapper->erase();
}

LogicalResult tilefuzz::canonicalizeForScheduling(aa::FuncOp function,
                                                  const PreparationBugs &bugs) {
  // What is inside comes first: it may be what keeps a loop from being small.
  function.walk([&](Operation *op) {
    if (auto region = dyn_cast<scf::ExecuteRegionOp>(op)) {
      if (region.getRegion().hasOneBlock())
        unwrap(region, &region.getRegion().front());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      APInt condition;
      if (matchPattern(branch.getCondition(), m_ConstantInt(&condition)))
        unwrap(branch,
               condition.isZero() ? branch.elseBlock() : branch.thenBlock());
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (std::optional<SmallVector<APInt>> values =
              getFewIterations(loop, bugs.executed))
        unroll(loop, *values, bugs.executed);
    }
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

LogicalResult tilefuzz::refreshBoxes(aa::FuncOp function,
                                     const PreparationBugs &bugs) {
  Builder builder(function.getContext());
  LogicalResult result = success();
  forEachTiledAccess(
      function, [&](Operation *op, TypedValue<as::TiledViewType> view) {
        if (!op->hasAttr(Names::box) || failed(result))
          return;
        FailureOr<int64_t> capability = getComputeCapability(op);
        if (failed(capability)) {
          result = failure();
          return;
        }
        const TargetRow *target = findTargetRow(*capability);
        if (!target || !(target->has & TMA)) {
          result = op->emitError("has a box for tensor copies, which sm_")
                   << *capability << " lacks";
          return;
        }
        as::TiledViewType type = view.getType();
        SmallVector<int64_t> box(type.getMemref().getRank(), 1);
        for (auto [axis, dim] : llvm::enumerate(type.getDimMap()))
          box[dim] = type.getTileShape()[axis];
        // CUDA driver API, cuTensorMapEncodeTiled: boxDim.
        int64_t bytes =
            llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
        if (llvm::any_of(box, [](int64_t extent) { return extent > 256; }) ||
            box.back() * bytes % 16 != 0) {
          result =
              op->emitError("needs a box of at most 256 elements along each "
                            "dimension, a multiple of 16 bytes along the last");
          return;
        }
        if (!bugs.structure.has(ScheduleBug::BoxNotRefreshed))
          op->setDiscardableAttr(Names::box, builder.getDenseI64ArrayAttr(box));
      });
  return result;
}
