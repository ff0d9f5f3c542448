//===- EmitBulkStore.cpp - Results that bulk copies store -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The threads that compute write a tile of results to the ring, which is free
// behind the loop, as boxes with the swizzle of their tensor map. Each makes
// what it has written known to the proxy of copies; behind a barrier one thread
// makes the map, copies the boxes, and waits until they are where they belong.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Access.h"
#include "compiler/Conversion/TileASToNVVM/AgentEmitter.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAS/BulkStore.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

/// Of one store to shared memory.
static constexpr uint64_t mostBytes = 16;

/// Where an element of the tile is in its boxes, in bytes. All sizes are powers
/// of two, so that it is a sum without carries of what each bit of the index
/// gives.
static uint64_t placeOf(const as::StagedFactor &tile, uint64_t index,
                        bool swizzles) {
  uint64_t columns = tile.depth, row = index / columns,
           column = index % columns, line = tile.innerAxis ? row : column,
           along = tile.innerAxis ? column : row, length = tile.lineLength();
  uint64_t place = along / length * tile.boxBytes() + line * tile.lineBytes() +
                   along % length * tile.elementBytes;
  // PTX ISA, 5.5.7: chunks of 16 bytes change places by the number of their
  // 128 bytes, as many as a line has.
  constexpr unsigned ofChunk = 4, ofLine = 7;
  if (swizzles)
    place ^= (place >> ofLine & (tile.lineBytes() / 16 - 1)) << ofChunk;
  return place;
}

LogicalResult AgentEmitter::writeBoxes(as::TiledStoreOp op,
                                       const as::StagedFactor &tile) {
  FailureOr<ThreadLayout> layout = e.getLayout(op, op.getValue().getType());
  if (failed(layout))
    return failure();
  const Registers &value = e.get(op.getValue());
  // Seeded: as if the map had no swizzle.
  bool swizzles = !e.bugs.acts(SeededBug::AgentsStoreSwizzle);
  auto place = [&](uint64_t index) { return placeOf(tile, index, swizzles); };
  SmallVector<uint64_t> moved;
  for (uint64_t vector : layout->tid)
    moved.push_back(place(vector));
  // Registers that follow each other in a line are stored at once, as far as
  // nothing else changes the lower bits of their place.
  uint64_t bytes = tile.elementBytes;
  SmallVector<unsigned> run;
  unsigned inRun = 0;
  auto isApart = [&](uint64_t low, unsigned last) {
    auto isMultiple = [&](uint64_t place) { return place % low == 0; };
    for (auto [bit, vector] : llvm::enumerate(layout->reg))
      if (bit != last && !(inRun >> bit & 1) && !isMultiple(place(vector)))
        return false;
    return llvm::all_of(moved, isMultiple);
  };
  while (bytes < mostBytes) {
    auto next = llvm::find_if(
        layout->reg, [&](uint64_t vector) { return place(vector) == bytes; });
    unsigned bit = next - layout->reg.begin();
    if (next == layout->reg.end() || (layout->redundantRegisters >> bit & 1) ||
        !isApart(2 * bytes, bit))
      break;
    run.push_back(bit);
    inRun |= 1u << bit;
    bytes *= 2;
  }
  unsigned count = 1u << run.size();
  Value own = e.threadPart(ThreadLayout({}, moved));
  Type element = value.front().getType();
  e.guarded(e.isOwner(*layout), [&] {
    for (unsigned r = 0; r < value.size(); ++r) {
      if ((r & inRun) || !e.ownsRegister(*layout, r))
        continue;
      Value offset = own;
      if (uint64_t ofRegister = place(layout->getRegisterIndex(r)))
        offset = LLVM::XOrOp::create(b, e.loc, own, number(ofRegister));
      Value address = LLVM::GEPOp::create(b, e.loc, agents.ring.getType(),
                                          b.getI8Type(), agents.ring, offset);
      if (count == 1) {
        e.storeElement(value[r], address);
        continue;
      }
      Value all =
          LLVM::UndefOp::create(b, e.loc, VectorType::get({count}, element));
      for (unsigned i = 0; i < count; ++i) {
        unsigned other = r;
        for (auto [k, bit] : llvm::enumerate(run))
          other |= (i >> k & 1) << bit;
        all = LLVM::InsertElementOp::create(b, e.loc, all, value[other],
                                            number(i));
      }
      LLVM::StoreOp::create(b, e.loc, all, address, unsigned(bytes));
    }
  });
  return success();
}

/// By one thread.
void AgentEmitter::copyBoxes(as::TiledStoreOp op,
                             const as::StagedFactor &tile) {
  Value lock;
  Value map = takeMaps("store_maps", 1, lock);
  // Seeded: as if the last tile were whole.
  makeMap(map, tile, tile.lines(),
          e.bugs.acts(SeededBug::AgentsStoreUnclipped));
  assembly({}, "fence.proxy.tensormap::generic.release.gpu;", "~{memory}", {});
  map = publishMap(map);
  auto [inner, outer] = startOf(tile, op.getCoordinates());
  for (int64_t box = 0; box < tile.boxes(); ++box) {
    Value first = inner;
    // Seeded: every box is the first.
    if (box && !e.bugs.acts(SeededBug::AgentsStoreFirstBox))
      first =
          LLVM::AddOp::create(b, e.loc, inner, number(box * tile.lineLength()));
    Value source = LLVM::GEPOp::create(
        b, e.loc, agents.ring.getType(), b.getI8Type(), agents.ring,
        LLVM::GEPArg(int32_t(box * tile.boxBytes())));
    assembly({},
             "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
             "[$0, {$1, $2}], [$3];",
             "l,r,r,l,~{memory}", {map, first, outer, source});
  }
  // Seeded: the copies are in no group.
  if (!e.bugs.acts(SeededBug::AgentsStoreUncommitted))
    assembly({}, "cp.async.bulk.commit_group;", "~{memory}", {});
  // Seeded: they may still go on.
  if (!e.bugs.acts(SeededBug::AgentsStoreUnwaited))
    assembly({}, "cp.async.bulk.wait_group 0;", "~{memory}", {});
  if (lock)
    e.storeElement(number(0), lock, LLVM::AtomicOrdering::release, "device");
}

LogicalResult
AgentEmitter::storeResult(as::TiledStoreOp op, const as::StagedFactor &tile,
                          function_ref<LogicalResult()> otherwise) {
  Value fits = askWhetherFits(tile);
  Block *byCopies = e.addBlock(), *byThreads = e.addBlock(),
        *join = e.addBlock();
  LLVM::CondBrOp::create(b, e.loc, fits, byCopies, byThreads);
  PendingTokens::Covered before = e.pending.getCovered(), after = ~0u;
  auto leave = [&] {
    LLVM::BrOp::create(b, e.loc, ValueRange(), join);
    after = std::min(after, e.pending.getCovered());
    e.pending.setCovered(before);
  };
  b.setInsertionPointToEnd(byCopies);
  AccessOrder order(op, /*isWrite=*/true);
  bool followsSomething =
      order.token && (e.pending.lookup(order.token) & pendingHistory);
  beginAccess(e, order);
  // Nobody uses the ring any more: neither products nor an earlier result.
  e.barrier();
  if (failed(writeBoxes(op, tile)))
    return failure();
  // Accesses of global memory that come before are another proxy's, too.
  // Seeded: nothing is known to the copies.
  if (!e.bugs.acts(SeededBug::AgentsStoreUnfenced))
    assembly({},
             followsSomething ? "fence.proxy.async;"
                              : "fence.proxy.async.shared::cta;",
             "~{memory}", {});
  // Seeded: the others may not have written yet.
  if (!e.bugs.acts(SeededBug::AgentsStoreEarly))
    e.barrier();
  Value isFirst = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq,
                                       e.threadIndex(), number(0));
  e.guarded(isFirst, [&] { copyBoxes(op, tile); });
  endAccess(e, order);
  leave();
  b.setInsertionPointToEnd(byThreads);
  if (failed(otherwise()))
    return failure();
  leave();
  e.pending.setCovered(after);
  b.setInsertionPointToEnd(join);
  return success();
}

LogicalResult tilefuzz::emitBulkStore(Emitter &e, as::TiledStoreOp op,
                                      function_ref<LogicalResult()> otherwise) {
  // Nobody else has a ring; and that of a kernel that runs several blocks is
  // filled for the next one already.
  if (!e.agents || e.persistence)
    return otherwise();
  std::string why;
  FailureOr<as::StagedFactor> tile =
      as::analyzeBulkStore(op, e.agents->loop.loop,
                           e.agents->stages * e.agents->loop.stageBytes(), why);
  if (failed(tile))
    return refuse(op) << "cannot be done by copies: " << why;
  return AgentEmitter(e).storeResult(op, *tile, otherwise);
}
