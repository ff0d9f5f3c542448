//===- CheckPreparation.cpp - Is a function ready to be scheduled? --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/CheckPreparation.h"
#include "compiler/TileAS/Layout.h"
#include "compiler/TileAS/Pipelines.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

bool tilefuzz::isPrepared(Operation *function) {
  return function->hasAttr("nv_tileas.prepared");
}

namespace {
class Checker {
public:
  std::vector<Violation> check(Operation *function);

private:
  void checkViews(Operation *op);
  void checkVector(Operation *op, int64_t size);
  void checkBox(Operation *op, DenseI64ArrayAttr box);
  void checkSlices(scf::ForOp loop, int64_t count);
  void walk(Region &region);
  void checkRings();

  void add(ViolationKind kind, Operation *op, const llvm::Twine &what) {
    violations.push_back(
        {kind, (op->getName().getStringRef() + ": " + what).str()});
  }
  static as::ViewOp getView(Operation *op) {
    return op->getNumOperands() ? op->getOperand(0).getDefiningOp<as::ViewOp>()
                                : as::ViewOp();
  }

  std::vector<Violation> violations;
  /// The pipeline operations as the walk meets them: the ring, and whether it
  /// is left empty there as far as this operation is concerned.
  struct Event {
    Operation *ring;
    bool isRelease, isCreate;
  };
  std::vector<Event> events;
};
} // namespace

void Checker::checkViews(Operation *op) {
  as::ViewOp cut = getView(op);
  as::ViewOp back = cut ? getView(cut) : as::ViewOp();
  if (back && getView(back))
    add(ViolationKind::View, op, "takes a view of a memref that is a view's");
}

/// The tile that an access moves.
static RankedTensorType getTile(Operation *op) {
  if (auto store = dyn_cast<as::TiledStoreOp>(op))
    return dyn_cast<RankedTensorType>(store.getValue().getType());
  return dyn_cast<RankedTensorType>(op->getResult(0).getType());
}

void Checker::checkVector(Operation *op, int64_t size) {
  auto wrong = [&](const llvm::Twine &why) {
    add(ViolationKind::Vector, op,
        llvm::Twine(size) + " elements together: " + why);
  };
  as::ViewOp cut = getView(op);
  if (!cut || size < 2 || !isa<as::TiledLoadOp, as::TiledStoreOp>(op))
    return wrong("no weak access of a view that is made here");
  auto type = cast<as::TiledViewType>(cut.getType());
  aa::StridedMemRefType memref = type.getMemref();
  RankedTensorType tile = getTile(op);
  as::LinearLayoutAttr layout = as::getLayout(tile);
  int64_t bytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  // Whole instructions of what a thread holds, each a run of the last axis.
  int64_t extent = tile.getShape().back();
  for (int64_t thread = 0; thread < layout.getNumThreads(); ++thread)
    for (int64_t first = 0; first < layout.getNumRegisters(); first += size) {
      int64_t start =
          layout.getRegisterIndex(first) ^ layout.getThreadIndex(thread);
      if (start % size != 0 || start % extent + size > extent)
        return wrong("a thread's begin at the wrong element");
      for (int64_t k = 1; k < size; ++k)
        if (first + k >= layout.getNumRegisters() ||
            (layout.getRegisterIndex(first + k) ^
             layout.getThreadIndex(thread)) != start + k)
          return wrong("a thread's do not follow each other");
    }
  int64_t inner = type.getDimMap().back();
  if (memref.getStrides()[inner] != 1)
    return wrong("the last axis is not contiguous");
  auto isMultiple = [&](int64_t value) {
    return !ShapedType::isDynamic(value) && value % size == 0;
  };
  if (!isMultiple(type.getStep(type.getRank() - 1)))
    return wrong("tiles begin at the wrong element");
  for (auto [dim, stride] : llvm::enumerate(memref.getStrides()))
    if (int64_t(dim) != inner && !isMultiple(stride))
      return wrong("rows begin at the wrong element");
  if (!op->getAttrDictionary().get("in_bounds") &&
      !isMultiple(memref.getShape()[inner]))
    return wrong("some may be outside");
  auto make = cut.getSource().getDefiningOp<aa::MakeMemrefOp>();
  auto assume = make ? make.getBase().getDefiningOp<aa::AssumeOp>() : nullptr;
  auto promise =
      assume ? dyn_cast<aa::DivByAttr>(assume.getPredicate()) : nullptr;
  if (!promise || promise.getEvery() ||
      promise.getDivisor() % uint64_t(size * bytes) != 0)
    return wrong("nothing promises such an alignment");
}

void Checker::checkBox(Operation *op, DenseI64ArrayAttr box) {
  auto type = cast<as::TiledViewType>(op->getOperand(0).getType());
  ArrayRef<int64_t> dims = type.getDimMap();
  for (auto [dim, extent] : llvm::enumerate(box.asArrayRef())) {
    const int64_t *axis = llvm::find(dims, int64_t(dim));
    int64_t wanted =
        axis == dims.end() ? 1 : type.getTileShape()[axis - dims.begin()];
    if (extent != wanted)
      return add(ViolationKind::Box, op,
                 llvm::formatv("the box has {0} elements along dimension {1}, "
                               "the tile {2}",
                               extent, dim, wanted)
                     .str());
  }
  if (int64_t(box.size()) != type.getMemref().getRank())
    add(ViolationKind::Box, op, "the box has another rank than the memref");
}

void Checker::checkSlices(scf::ForOp loop, int64_t count) {
  for (Operation &op : *loop.getBody()) {
    auto most = op.getAttrOfType<IntegerAttr>(
        "tileas.max_num_slices_for_non_reduce_axis");
    if (most && most.getInt() >= 1 && most.getInt() < count)
      add(ViolationKind::Slices, &op,
          llvm::formatv("allows {0} slices, its loop has {1}", most.getInt(),
                        count)
              .str());
  }
}

static bool hasBarriers(Operation &step) {
  Operation *ring = step.getOperand(0).getDefiningOp();
  return ring && ring->hasAttr("barrier_slot");
}

/// Both branches, and each loop twice.
void Checker::walk(Region &region) {
  for (Operation &op : region.getOps()) {
    if (isa<as::CreatePipelineOp>(op))
      events.push_back({&op, false, true});
    else if (op.getNumOperands() &&
             isa<as::PipelineType>(op.getOperand(0).getType()))
      events.push_back({op.getOperand(0).getDefiningOp(),
                        // Whoever arrives at an mbarrier waits for nobody.
                        isa<as::ConsumerReleaseOp>(op) && !hasBarriers(op),
                        false});
    for (int times = isa<LoopLikeOpInterface>(op) ? 2 : 1; times; --times)
      for (Region &inner : op.getRegions())
        walk(inner);
  }
}

void Checker::checkRings() {
  // From when to when in the walk; a ring that is made again begins anew, and
  // one that is not released in the end never ends.
  struct Span {
    Operation *ring;
    size_t begin, end;
    bool isReleased = true;
  };
  std::vector<Span> spans;
  std::map<Operation *, size_t> open;
  for (auto [at, event] : llvm::enumerate(events)) {
    if (event.isCreate || !open.count(event.ring)) {
      open[event.ring] = spans.size();
      spans.push_back({event.ring, at, at, true});
      continue;
    }
    Span &span = spans[open[event.ring]];
    span.end = at;
    span.isReleased = event.isRelease;
  }
  std::set<std::pair<Operation *, Operation *>> told;
  for (const Span &a : spans)
    for (const Span &b : spans) {
      auto first = dyn_cast_or_null<as::CreatePipelineOp>(a.ring);
      auto second = dyn_cast_or_null<as::CreatePipelineOp>(b.ring);
      if (!first || !second || first == second)
        continue;
      std::optional<int64_t> x = as::getRingOffset(first),
                             y = as::getRingOffset(second);
      bool touch = x && y && *x < *y + as::getRingBytes(second.getType()) &&
                   *y < *x + as::getRingBytes(first.getType());
      bool meet = b.begin > a.begin && (b.begin <= a.end || !a.isReleased);
      if (touch && meet && told.insert({a.ring, b.ring}).second)
        add(ViolationKind::Overlap, b.ring,
            llvm::formatv("the rings at {0} and {1} live at the same time", *x,
                          *y)
                .str());
    }
}

std::vector<Violation> Checker::check(Operation *function) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<as::TiledLoadOp, as::TiledStoreOp, as::TiledAtomicRMWOp,
            as::GatherLoadOp, as::ScatterStoreOp>(op))
      checkViews(op);
    if (auto size = op->getAttrOfType<IntegerAttr>("nv_tileas.vector_size"))
      checkVector(op, size.getInt());
    if (auto box = op->getAttrOfType<DenseI64ArrayAttr>("nv_tileas.box"))
      checkBox(op, box);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (auto count = loop->getAttrOfType<IntegerAttr>("sliceCount"))
        checkSlices(loop, count.getInt());
  });
  for (Region &region : function->getRegions())
    walk(region);
  checkRings();
  return std::move(violations);
}

std::vector<Violation> tilefuzz::checkPreparation(Operation *function) {
  return Checker().check(function);
}
