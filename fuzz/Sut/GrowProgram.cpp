//===- GrowProgram.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/GrowProgram.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <set>

using namespace tilefuzz;
using namespace mlir;
using namespace mlir::cuda_tile;

static EntryOp onlyEntry(mlir::ModuleOp module) {
  EntryOp found;
  bool isOnly = true;
  module.walk([&](EntryOp entry) {
    isOnly &= !found;
    found = entry;
  });
  return isOnly ? found : nullptr;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Static sizes above 1 of dimensions of tiles.
static std::set<int64_t> tileSizesOf(mlir::ModuleOp module) {
  std::set<int64_t> sizes;
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type))
        for (int64_t size : tile.getShape())
          if (size > 1)
            sizes.insert(size);
  });
  return sizes;
}

/// False: a constant has elements that nobody knows at the other size.
static bool resizeTiles(mlir::ModuleOp module, int64_t from, int64_t to) {
  bool isComplete = true;
  AttrTypeReplacer replacer;
  auto resized = [&](auto shape) {
    for (auto &size : shape)
      if (size == from)
        size = to;
    return shape;
  };
  replacer.addReplacement([&](TileType type) -> std::optional<Type> {
    return ShapedType(type).clone(
        resized(llvm::SmallVector<int64_t>(type.getShape())));
  });
  replacer.addReplacement([&](PartitionViewType type) {
    return PartitionViewType::get(
        type.getContext(),
        resized(llvm::SmallVector<int32_t>(type.getTileShape())),
        type.getTensorView(), type.getDimMap(), type.getPadding());
  });
  replacer.addReplacement([&](DenseElementsAttr elements) -> Attribute {
    auto type = cast<ShapedType>(replacer.replace(elements.getType()));
    if (type == elements.getType())
      return elements;
    if (elements.isSplat())
      return elements.resizeSplat(type);
    isComplete = false;
    return elements;
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return isComplete;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Loops around it, itself included.
static unsigned depthOf(ForOp loop) {
  unsigned depth = 1;
  for (auto parent = loop->getParentOfType<ForOp>(); parent;
       parent = parent->getParentOfType<ForOp>())
    ++depth;
  return depth;
}

static llvm::SmallVector<ForOp> loopsOf(mlir::ModuleOp module) {
  llvm::SmallVector<ForOp> loops;
  module.walk([&](ForOp loop) { loops.push_back(loop); });
  return loops;
}

/// The operations that end a body's iteration early are in other places than
/// its end.
static bool endsEarly(ForOp loop) {
  Operation *last = loop.getRegion().front().getTerminator();
  bool isEarly = !isa<ContinueOp>(last);
  loop.getRegion().walk([&](Operation *op) {
    auto around = op->getParentOfType<ForOp>();
    isEarly |= isa<ReturnOp>(op) ||
               (isa<ContinueOp>(op) && op != last && around == loop);
  });
  return isEarly;
}

/// Copies the operations before the end of the block there; gives what its
/// terminator takes.
static llvm::SmallVector<Value> copyBody(Block &body, IRMapping &map,
                                         OpBuilder &builder) {
  for (Operation &op : body.without_terminator())
    builder.clone(op, map);
  llvm::SmallVector<Value> values;
  for (Value value : body.getTerminator()->getOperands())
    values.push_back(map.lookupOrDefault(value));
  return values;
}

static bool replaceByBody(ForOp loop) {
  if (endsEarly(loop))
    return false;
  OpBuilder builder(loop);
  IRMapping map;
  map.map(loop.getInductionVar(), loop.getLowerBound());
  map.map(loop.getIterArgs(), loop.getInitValues());
  loop->replaceAllUsesWith(copyBody(loop.getRegion().front(), map, builder));
  loop->erase();
  return true;
}

/// So many loops around the entry's operations.
static void wrapInLoops(EntryOp entry, unsigned count) {
  Block &block = entry->getRegion(0).front();
  Operation *end = block.getTerminator();
  Location loc = entry->getLoc();
  auto number = TileType::get({}, IntegerType::get(entry->getContext(), 32));
  OpBuilder builder(&block, block.begin());
  auto constant = [&](int32_t value) -> Value {
    return ConstantOp::create(
        builder, loc, number,
        cast<ElementsAttr>(DenseElementsAttr::get(number, value)));
  };
  Value begin = constant(0), bound = constant(2), step = constant(1);
  llvm::SmallVector<Operation *> inside;
  for (Operation &op :
       llvm::make_range(std::next(Block::iterator(step.getDefiningOp())),
                        Block::iterator(end)))
    inside.push_back(&op);
  for (unsigned i = 0; i < count; ++i) {
    OperationState state(loc, ForOp::getOperationName());
    state.addOperands({begin, bound, step});
    Block *body = &state.addRegion()->emplaceBlock();
    body->addArgument(number, loc);
    Operation *loop = builder.create(state);
    builder.setInsertionPointToEnd(body);
    Operation *last = ContinueOp::create(builder, loc, ValueRange());
    builder.setInsertionPoint(last);
    if (i + 1 == count)
      for (Operation *op : inside)
        op->moveBefore(last);
    (void)loop;
  }
}

static bool nest(mlir::ModuleOp module, unsigned depth) {
  EntryOp entry = onlyEntry(module);
  unsigned deepest = 0;
  for (ForOp loop : loopsOf(module))
    deepest = std::max(deepest, depthOf(loop));
  // Inner ones come first in a walk.
  for (ForOp loop : loopsOf(module))
    if (depthOf(loop) > depth && !replaceByBody(loop))
      return false;
  if (depth > deepest) {
    bool returns = false;
    entry.walk([&](ReturnOp op) { returns |= op->getParentOp() != entry; });
    if (returns)
      return false;
    wrapInLoops(entry, depth - deepest);
  }
  return true;
}

/// Bodies of innermost loops, each iteration of the copies behind the others.
static bool unroll(mlir::ModuleOp module, unsigned count) {
  bool has = false;
  for (ForOp loop : loopsOf(module)) {
    bool isInnermost = !loop.getRegion()
                            .walk([](ForOp) { return WalkResult::interrupt(); })
                            .wasInterrupted();
    if (!isInnermost || endsEarly(loop))
      continue;
    has = true;
    Block &body = loop.getRegion().front();
    Operation *end = body.getTerminator();
    llvm::SmallVector<Operation *> operations;
    for (Operation &op : body.without_terminator())
      operations.push_back(&op);
    llvm::SmallVector<Value> last(end->getOperands());
    OpBuilder builder(end);
    llvm::SmallVector<Value> carried = last;
    for (unsigned i = 1; i < count; ++i) {
      IRMapping map;
      map.map(loop.getIterArgs(), carried);
      for (Operation *op : operations)
        builder.clone(*op, map);
      carried.clear();
      for (Value value : last)
        carried.push_back(map.lookupOrDefault(value));
    }
    end->setOperands(carried);
  }
  return has;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// It is there for what it does, or it has regions in which something is.
static bool doesSomething(Operation &op) {
  return !op.hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(&op) &&
         !wouldOpBeTriviallyDead(&op) && !isa<ConstantOp>(op) &&
         (op.getNumRegions() || !op.getName().getStringRef().contains("load"));
}

static unsigned countDoing(EntryOp entry) {
  unsigned count = 0;
  for (Operation &op : entry->getRegion(0).front())
    count += doesSomething(op);
  return count;
}

static bool keepFirst(mlir::ModuleOp module, unsigned count) {
  Block &block = onlyEntry(module)->getRegion(0).front();
  Operation *first = nullptr;
  for (Operation &op : block)
    if (doesSomething(op) && count-- == 0) {
      first = &op;
      break;
    }
  // All that follows, and then what nobody needs.
  if (first) {
    Operation *kept = first->getPrevNode(), *end = block.getTerminator();
    while (end->getPrevNode() != kept)
      end->getPrevNode()->erase();
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>() &&
        !doesSomething(op))
      op.erase();
  return true;
}

static bool copyAll(mlir::ModuleOp module, unsigned count) {
  Block &block = onlyEntry(module)->getRegion(0).front();
  Operation *end = block.getTerminator();
  llvm::SmallVector<Operation *> operations;
  for (Operation &op : block.without_terminator())
    operations.push_back(&op);
  OpBuilder builder(end);
  for (unsigned i = 1; i < count; ++i) {
    IRMapping map;
    for (Operation *op : operations)
      builder.clone(*op, map);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

double tilefuzz::workOf(mlir::ModuleOp module) {
  double work = 0;
  auto elements = [](Type type) -> double {
    auto tile = dyn_cast<TileType>(type);
    return tile ? double(tile.getNumElements()) : 0;
  };
  module.walk([&](Operation *op) {
    double most = 1;
    for (Type type : op->getResultTypes())
      most = std::max(most, elements(type));
    if (op->getName().getStringRef().contains("mma")) {
      auto factor = cast<TileType>(op->getOperand(0).getType());
      most *= double(factor.getShape().back());
    }
    work += most;
  });
  return work;
}

static std::function<OwningOpRef<mlir::ModuleOp>(mlir::ModuleOp, unsigned)>
makerOf(std::function<bool(mlir::ModuleOp, unsigned)> change) {
  return [change](mlir::ModuleOp module,
                  unsigned size) -> OwningOpRef<mlir::ModuleOp> {
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    OwningOpRef<mlir::ModuleOp> copy(cast<mlir::ModuleOp>(module->clone()));
    if (!change(*copy, size) || failed(verify(*copy)))
      return nullptr;
    return copy;
  };
}

std::vector<Growth> tilefuzz::growthsOf(mlir::ModuleOp module) {
  std::vector<Growth> growths;
  EntryOp entry = onlyEntry(module);
  if (!entry)
    return growths;
  // The largest first; most programs have a few.
  std::set<int64_t> sizes = tileSizesOf(module);
  for (int64_t size : llvm::reverse(sizes)) {
    if (!llvm::isPowerOf2_64(size) || growths.size() == 3)
      continue;
    Growth &growth = growths.emplace_back();
    growth.name = "tiles";
    for (int64_t other = std::max<int64_t>(size / 16, 1); other <= size * 4;
         other *= 2)
      growth.sizes.push_back(unsigned(other));
    growth.make = makerOf([size](mlir::ModuleOp copy, unsigned other) {
      return resizeTiles(copy, size, other);
    });
  }
  unsigned deepest = 1;
  for (ForOp loop : loopsOf(module))
    deepest = std::max(deepest, depthOf(loop));
  auto add = [&](llvm::StringRef name, unsigned last,
                 std::function<bool(mlir::ModuleOp, unsigned)> change) {
    Growth &growth = growths.emplace_back();
    growth.name = name.str();
    for (unsigned size = 1; size <= last; size *= 2)
      growth.sizes.push_back(size);
    growth.make = makerOf(std::move(change));
  };
  add("nest", std::max<uint64_t>(16, llvm::PowerOf2Ceil(deepest)), nest);
  if (unsigned count = countDoing(entry); count > 1)
    add("accesses", llvm::PowerOf2Ceil(count), keepFirst);
  if (!loopsOf(module).empty())
    add("unroll", 16, unroll);
  add("copies", 16, copyAll);
  return growths;
}
