//===- EntryUses.cpp - What an entry does with its parameters -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Invent/EntryUses.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tilefuzz;

void Reach::merge(const Reach &other) {
  address |= other.address;
  loopBound |= other.loopBound;
  loopStep = std::max(loopStep, other.loopStep);
  shiftAmount |= other.shiftAmount;
  comparedExtent = std::max(comparedExtent, other.comparedExtent);
}

//===----------------------------------------------------------------------===//
// From a value to where it comes from
//===----------------------------------------------------------------------===//

/// The value before a change of shape, width or knowledge; null: none.
static Value beforeChange(Operation *op) {
  if (isa<AssumeOp, ReshapeOp, BroadcastOp, ExtIOp, TruncIOp>(op))
    return op->getOperand(0);
  return {};
}

/// What a loop's carried value begins as; null: it is not one.
static Value initialValue(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<ForOp>(parent))
    return number ? loop.getInitValues()[number - 1] : Value();
  if (auto loop = dyn_cast<LoopOp>(parent))
    return loop.getInitValues()[number];
  return {};
}

static bool isEntryArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

std::optional<unsigned> tilefuzz::parameterOf(Value value) {
  while (!isEntryArgument(value)) {
    Operation *op = value.getDefiningOp();
    value = op ? beforeChange(op) : Value();
    if (!value)
      return std::nullopt;
  }
  return cast<BlockArgument>(value).getArgNumber();
}

/// The parameter that a pointer is computed from, and whether it is just that.
static std::optional<unsigned> pointerParameter(Value value, bool &isAtStart) {
  isAtStart = true;
  while (!isEntryArgument(value)) {
    Operation *op = value.getDefiningOp();
    if (!op) {
      value = initialValue(value);
      isAtStart = false;
    } else if (Value before = beforeChange(op)) {
      value = before;
    } else if (isa<OffsetOp, PtrToPtrOp, PermuteOp, ExtractOp>(op)) {
      isAtStart &= !isa<OffsetOp>(op);
      value = op->getOperand(0);
    } else {
      return std::nullopt;
    }
    if (!value)
      return std::nullopt;
  }
  return cast<BlockArgument>(value).getArgNumber();
}

static std::optional<int64_t> constantOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto dense = constant.getDense();
      if (!dense.isSplat() || !isa<IntegerType>(dense.getElementType()))
        return std::nullopt;
      return dense.getSplatValue<llvm::APInt>().getSExtValue();
    }
    value = beforeChange(op);
    if (!value)
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<int64_t>
tilefuzz::evaluate(Value value,
                   llvm::ArrayRef<std::optional<int64_t>> parameters) {
  if (std::optional<int64_t> constant = constantOf(value))
    return constant;
  if (std::optional<unsigned> parameter = parameterOf(value))
    return parameters[*parameter];
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (Value before = beforeChange(op))
    return evaluate(before, parameters);
  if (!isa<AddIOp, SubIOp, MulIOp, DivIOp, MinIOp, MaxIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = evaluate(op->getOperand(0), parameters);
  std::optional<int64_t> rhs = evaluate(op->getOperand(1), parameters);
  if (!lhs || !rhs)
    return std::nullopt;
  // Sizes are small; what would overflow is none.
  if (std::max(std::abs(*lhs), std::abs(*rhs)) > int64_t(1) << 31)
    return std::nullopt;
  if (isa<AddIOp>(op))
    return *lhs + *rhs;
  if (isa<SubIOp>(op))
    return *lhs - *rhs;
  if (isa<MulIOp>(op))
    return *lhs * *rhs;
  if (isa<MinIOp>(op))
    return std::min(*lhs, *rhs);
  if (isa<MaxIOp>(op))
    return std::max(*lhs, *rhs);
  if (*rhs == 0)
    return std::nullopt;
  return *lhs / *rhs;
}

//===----------------------------------------------------------------------===//
// From a value to where it goes
//===----------------------------------------------------------------------===//

namespace {
/// Values that are computed from one.
class Follower {
public:
  Reach follow(Value value) {
    values.insert(value);
    for (size_t i = 0; i < values.size(); ++i)
      for (OpOperand &use : values[i].getUses())
        visit(use);
    return reach;
  }

private:
  void visit(OpOperand &use);
  void add(ValueRange some) {
    for (Value value : some)
      values.insert(value);
  }
  /// The carried value `number` of a loop, inside and behind it.
  void addCarried(Operation *loop, unsigned number, unsigned leading) {
    Block &body = loop->getRegion(0).front();
    if (number + leading < body.getNumArguments())
      values.insert(body.getArgument(number + leading));
    if (number < loop->getNumResults())
      values.insert(loop->getResult(number));
  }

  llvm::SetVector<Value> values;
  Reach reach;
};
} // namespace

void Follower::visit(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isa<OffsetOp>(op)) {
    // Of a pointer only what is added to it counts.
    reach.address |= number == 1;
    return;
  }
  if (auto loop = dyn_cast<ForOp>(op)) {
    if (number > 2)
      return addCarried(op, number - 3, 1);
    reach.loopBound = true;
    if (number == 1)
      if (std::optional<int64_t> step = constantOf(loop.getStep()))
        reach.loopStep = std::max(reach.loopStep, *step);
    return values.insert(loop.getInductionVar()), void();
  }
  if (isa<LoopOp>(op))
    return addCarried(op, number, 0);
  if (isa<ContinueOp, BreakOp, YieldOp>(op)) {
    Operation *parent = op->getParentOp();
    while (parent && isa<IfOp>(parent) && !isa<YieldOp>(op))
      parent = parent->getParentOp();
    if (!parent)
      return;
    if (isa<ForOp>(parent))
      return addCarried(parent, number, 1);
    if (isa<LoopOp>(parent) && isa<ContinueOp>(op))
      return addCarried(parent, number, 0);
    if (number < parent->getNumResults())
      values.insert(parent->getResult(number));
    return;
  }
  if (isa<LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp>(op)) {
    // The value that is stored is no index, nor is the token.
    unsigned view = isa<StoreViewTkoOp>(op) ? 1 : 0;
    reach.address |= number > view && isa<TileType>(use.get().getType()) &&
                     isa<IntegerType>(elementOf(use.get()));
    return;
  }
  if (isa<CmpIOp>(op)) {
    for (Value side : op->getOperands())
      for (int64_t extent : tileShapeOf(side).shape)
        reach.comparedExtent = std::max(reach.comparedExtent, extent);
    reach.comparedExtent = std::max<int64_t>(reach.comparedExtent, 1);
    return;
  }
  if (isa<ShLIOp, ShRIOp>(op) && number == 1)
    reach.shiftAmount = true;
  // Not from an address to what is found there.
  if (op->getName().getStringRef().ends_with("_tko") ||
      isa<MakeTensorViewOp, IfOp>(op))
    return;
  add(op->getResults());
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

namespace {
class Finder {
public:
  explicit Finder(FunctionOpInterface entry) : entry(entry) {
    uses.parameters.resize(entry.getNumArguments());
  }
  EntryUses find();

private:
  void findAssumption(AssumeOp assume);
  void findPointerAccess(Value pointer, Value loaded, bool isStored,
                         bool isAtomic);
  void findViewAccess(Value view, OperandRange indices, Value loaded,
                      bool isStored, bool isAtomic);
  void findView(MakeTensorViewOp op);

  FunctionOpInterface entry;
  EntryUses uses;
  llvm::DenseMap<Value, unsigned> viewNumbers;
};
} // namespace

void Finder::findAssumption(AssumeOp assume) {
  std::optional<unsigned> parameter = parameterOf(assume.getValue());
  if (!parameter)
    return;
  ParameterUse &use = uses.parameters[*parameter];
  if (auto divisible = dyn_cast<DivByAttr>(assume.getPredicate()))
    use.divisor =
        std::lcm(use.divisor, std::max<uint64_t>(divisible.getDivisor(), 1));
  if (auto bounded = dyn_cast<BoundedAttr>(assume.getPredicate())) {
    if (std::optional<int64_t> lowest = bounded.getLb())
      use.lowest = std::max(use.lowest.value_or(*lowest), *lowest);
    if (std::optional<int64_t> highest = bounded.getUb())
      use.highest = std::min(use.highest.value_or(*highest), *highest);
  }
}

static void note(ParameterUse &use, Value loaded, bool isStored,
                 bool isAtomic) {
  use.isStored |= isStored;
  use.isAtomic |= isAtomic;
  if (!loaded)
    return;
  use.isLoaded |= !isAtomic;
  if (isa<IntegerType>(elementOf(loaded)))
    use.loaded.merge(Follower().follow(loaded));
}

void Finder::findPointerAccess(Value pointer, Value loaded, bool isStored,
                               bool isAtomic) {
  bool isAtStart;
  std::optional<unsigned> parameter = pointerParameter(pointer, isAtStart);
  if (!parameter)
    return;
  uses.parameters[*parameter].hasPointerAccesses = true;
  note(uses.parameters[*parameter], loaded, isStored, isAtomic);
}

void Finder::findView(MakeTensorViewOp op) {
  EntryViewUse view;
  std::optional<unsigned> parameter =
      pointerParameter(op.getBase(), view.isAtStart);
  if (!parameter)
    return;
  view.parameter = *parameter;
  auto type = cast<TensorViewType>(op.getResult().getType());
  auto sizes = op.getDynamicShape().begin();
  auto strides = op.getDynamicStrides().begin();
  for (auto [size, stride] : llvm::zip(type.getShape(), type.getStrides())) {
    DimensionUse &dimension = view.dimensions.emplace_back();
    if (ShapedType::isDynamic(size))
      dimension.sizeValue = *sizes++;
    else
      dimension.size = size;
    if (ShapedType::isDynamic(stride))
      dimension.strideValue = *strides++;
    else
      dimension.stride = stride;
  }
  viewNumbers[op.getResult()] = uses.views.size();
  uses.views.push_back(std::move(view));
}

/// The axis whose block's number an index is computed from; -1: none.
static int axisOf(Value index) {
  llvm::SetVector<Value> values;
  values.insert(index);
  for (size_t i = 0; i < values.size() && i < 64; ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op)
      continue;
    if (auto block = dyn_cast<GetTileBlockIdOp>(op)) {
      for (int axis = 0; axis < 3; ++axis)
        if (block->getResult(axis) == values[i])
          return axis;
    }
    if (isPure(op) || isa<AssumeOp>(op))
      for (Value operand : op->getOperands())
        values.insert(operand);
  }
  return -1;
}

void Finder::findViewAccess(Value view, OperandRange indices, Value loaded,
                            bool isStored, bool isAtomic) {
  Operation *made = view.getDefiningOp();
  if (!made)
    return;
  auto number = viewNumbers.find(made->getOperand(0));
  if (number == viewNumbers.end())
    return;
  EntryViewUse &use = uses.views[number->second];
  note(uses.parameters[use.parameter], loaded, isStored, isAtomic);
  auto touch = [&](size_t dimension, Value index, int64_t tile, int64_t step) {
    DimensionUse &one = use.dimensions[dimension];
    std::optional<int64_t> constant = constantOf(index);
    bool isFirst = one.tile == 1 && one.step == 1 && !one.constantIndices;
    if (constant && (isFirst || one.constantIndices))
      one.constantIndices = std::max(one.constantIndices, *constant + 1);
    else
      one.constantIndices = 0;
    one.tile = std::max(one.tile, tile);
    one.step = std::max(one.step, step);
    if (int axis = axisOf(index); axis >= 0)
      one.axis = axis;
  };
  llvm::TypeSwitch<Type>(view.getType())
      .Case([&](PartitionViewType type) {
        for (auto [i, tile] : llvm::enumerate(type.getTileShape()))
          touch(type.getDimMap()[i], indices[i], tile, tile);
      })
      .Case([&](StridedViewType type) {
        for (auto [i, tile] : llvm::enumerate(type.getTileShape()))
          touch(type.getDimMap()[i], indices[i], tile,
                type.getTraversalStrides()[i]);
      })
      .Case([&](GatherScatterViewType type) {
        for (auto [i, tile] : llvm::enumerate(type.getTileShape()))
          touch(i, indices[i], tile, tile);
      });
}

EntryUses Finder::find() {
  entry->walk([&](MakeTensorViewOp op) { findView(op); });
  entry->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](AssumeOp assume) { findAssumption(assume); })
        .Case([&](LoadPtrTkoOp load) {
          findPointerAccess(load.getSource(), load.getResult(), false, false);
        })
        .Case([&](StorePtrTkoOp store) {
          findPointerAccess(store.getDestination(), {}, true, false);
        })
        .Case([&](AtomicRMWTkoOp atomic) {
          findPointerAccess(atomic.getPointers(), atomic.getResult(), true,
                            true);
        })
        .Case([&](AtomicCASTkoOp atomic) {
          findPointerAccess(atomic.getPointers(), atomic.getResult(), true,
                            true);
        })
        .Case([&](LoadViewTkoOp load) {
          findViewAccess(load.getView(), load.getIndex(), load.getTile(), false,
                         false);
        })
        .Case([&](StoreViewTkoOp store) {
          findViewAccess(store.getView(), store.getIndex(), {}, true, false);
        })
        .Case([&](AtomicRedViewTkoOp atomic) {
          findViewAccess(atomic.getView(), atomic.getIndex(), {}, true, true);
        })
        .Case<GetTileBlockIdOp, GetNumTileBlocksOp>([&](auto grid) {
          for (int axis = 0; axis < 3; ++axis)
            uses.usesAxis[axis] |= !grid->getResult(axis).use_empty();
        });
  });
  for (auto [argument, use] : llvm::zip(entry.getArguments(), uses.parameters))
    if (isa<IntegerType>(elementOf(argument)))
      use.reach = Follower().follow(argument);
  return std::move(uses);
}

EntryUses tilefuzz::findUses(FunctionOpInterface entry) {
  return Finder(entry).find();
}
