//===- EmitProducer.cpp - The agent that brings factors -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A tensor map is made by the producer, since a launch has numbers and buffers
// only. The module has places for some in global memory; a block takes one that
// no other has, and gives it back once its last copy is over.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/AgentEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// As many blocks as may be resident on the largest of such machines.
static constexpr int64_t mapPlaces = 264, mapBytes = 128;

/// Tensor maps that no other block uses, and what they are locked with.
Value AgentEmitter::takeMaps(StringRef stem, int64_t count, Value &lock) {
  constexpr unsigned global = unsigned(NVVM::NVVMMemorySpace::Global);
  Value maps = LLVM::AddressOfOp::create(
      b, e.loc,
      makeGlobal(stem, mapPlaces * count * mapBytes, mapBytes, global));
  Value locks = LLVM::AddressOfOp::create(
      b, e.loc, makeGlobal((stem + "_locks").str(), mapPlaces * 4, 4, global));
  auto addressOf = [&](Value place, int64_t bytes, Value base) {
    return at(base, place, bytes);
  };
  // Seeded: everybody has the first one.
  if (e.bugs.acts(SeededBug::AgentsMapUnlocked)) {
    lock = {};
    return maps;
  }
  Value block = NVVM::BlockIdZOp::create(b, e.loc, i32);
  block = LLVM::MulOp::create(b, e.loc, block,
                              NVVM::GridDimYOp::create(b, e.loc, i32));
  block = LLVM::AddOp::create(b, e.loc, block,
                              NVVM::BlockIdYOp::create(b, e.loc, i32));
  block = LLVM::MulOp::create(b, e.loc, block,
                              NVVM::GridDimXOp::create(b, e.loc, i32));
  block = LLVM::AddOp::create(b, e.loc, block,
                              NVVM::BlockIdXOp::create(b, e.loc, i32));
  auto wrap = [&](Value place) -> Value {
    return LLVM::URemOp::create(b, e.loc, place, number(mapPlaces));
  };
  Block *attempt = e.addBlock({i32}), *taken = e.addBlock();
  LLVM::BrOp::create(b, e.loc, wrap(block), attempt);
  b.setInsertionPointToEnd(attempt);
  Value place = attempt->getArgument(0);
  lock = addressOf(place, 4, locks);
  Value held = assembly(i32, "atom.acquire.gpu.global.cas.b32 $0, [$1], 0, 1;",
                        "=r,l,~{memory}", {lock});
  Value isTaken =
      LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq, held, number(0));
  Value following = wrap(LLVM::AddOp::create(b, e.loc, place, number(1)));
  LLVM::CondBrOp::create(b, e.loc, isTaken, taken, ValueRange(), attempt,
                         following);
  b.setInsertionPointToEnd(taken);
  return addressOf(place, count * mapBytes, maps);
}

/// PTX ISA, the sections "Tensors" and tensormap.replace: addresses and strides
/// are in units of 16 bytes, and coordinates have 32 bits.
Value AgentEmitter::askWhetherFits(const as::StagedFactor &factor) {
  Value all;
  auto require = [&](LLVM::ICmpPredicate predicate, Value a, int64_t number) {
    all = e.conjunction(all,
                        LLVM::ICmpOp::create(b, e.loc, predicate, a,
                                             e.constant(a.getType(), number)));
  };
  constexpr int64_t rank = 2, linesUnit = 16;
  const Registers &matrix = e.get(factor.matrix);
  Value low = assembly(i64, "and.b64 $0, $1, 15;", "=l,l", {matrix.front()});
  require(LLVM::ICmpPredicate::eq, low, 0);
  for (unsigned axis = 0; axis < rank; ++axis)
    require(LLVM::ICmpPredicate::ult, sizeOf(factor, axis), INT32_MAX);
  Value stride = matrix[1 + rank + dimOf(factor, 1 - factor.innerAxis)];
  Value rest = LLVM::AndOp::create(
      b, e.loc, stride, e.constant(i64, linesUnit / factor.elementBytes - 1));
  auto type = cast<aa::StridedMemRefType>(factor.matrix.getType());
  bool isKnown = !ShapedType::isDynamic(
      type.getStrides()[dimOf(factor, 1 - factor.innerAxis)]);
  // Seeded: whatever the stride that only the run knows.
  if (isKnown || !e.bugs.acts(SeededBug::AgentsFitAnyStride))
    require(LLVM::ICmpPredicate::eq, rest, 0);
  require(LLVM::ICmpPredicate::ne, stride, 0);
  require(LLVM::ICmpPredicate::ult, stride, int64_t(1) << 38);
  return all;
}

LogicalResult AgentEmitter::askWhetherFits() {
  as::SpecializedLoop &loop = agents.loop;
  for (Operation *op : loop.outside)
    if (failed(e.emit(op)))
      return failure();
  agents.fits =
      e.conjunction(askWhetherFits(loop.lhs), askWhetherFits(loop.rhs));
  return success();
}

/// PTX ISA, tensormap.replace: every field of a map of two dimensions.
void AgentEmitter::makeMap(Value map, const as::StagedFactor &factor,
                           int64_t lines, bool roundsUp) {
  const Registers &matrix = e.get(factor.matrix);
  unsigned inner = factor.innerAxis, outer = 1 - inner;
  auto size = [&](unsigned axis) -> Value {
    Value value = sizeOf(factor, axis);
    // Seeded: as if the last tile were whole.
    if (axis == outer && roundsUp) {
      Value lines = e.constant(i64, factor.lines());
      value = LLVM::AddOp::create(b, e.loc, value,
                                  e.constant(i64, factor.lines() - 1));
      value = LLVM::UDivOp::create(b, e.loc, value, lines);
      value = LLVM::MulOp::create(b, e.loc, value, lines);
    }
    return LLVM::TruncOp::create(b, e.loc, i32, atLeastOne(value));
  };
  constexpr int64_t rank = 2;
  Value stride =
      LLVM::MulOp::create(b, e.loc, matrix[1 + rank + dimOf(factor, outer)],
                          e.constant(i64, factor.elementBytes));
  // PTX ISA, the values of .elemtype: bytes are bytes, and so are words.
  unsigned type = llvm::StringSwitch<unsigned>(factor.type)
                      .Case("f16", 6)
                      .Case("bf16", 10)
                      .Case("u16", 1)
                      .Cases({"tf32", "u32"}, 2)
                      .Case("u64", 4)
                      .Default(0);
  unsigned swizzle = factor.lineBytes() == 128  ? 3
                     : factor.lineBytes() == 64 ? 2
                                                : 1;
  std::string text;
  auto replace = [&](const Twine &field, const Twine &bits,
                     const Twine &value) {
    text += ("tensormap.replace.tile." + field + ".global.b1024." + bits +
             " [$0], " + value + ";\n")
                .str();
  };
  replace("global_address", "b64", "$1");
  replace("rank", "b32", Twine(rank - 1));
  replace("box_dim", "b32", "0, " + Twine(factor.lineLength()));
  replace("box_dim", "b32", "1, " + Twine(lines));
  replace("global_dim", "b32", "0, $2");
  replace("global_dim", "b32", "1, $3");
  replace("global_stride", "b64", "0, $4");
  replace("element_stride", "b32", "0, 1");
  replace("element_stride", "b32", "1, 1");
  replace("elemtype", "b32", Twine(type));
  replace("interleave_layout", "b32", "0");
  replace("swizzle_mode", "b32", Twine(swizzle));
  replace("fill_mode", "b32", "0");
  assembly({}, text, "l,l,r,r,l,~{memory}",
           {map, matrix.front(), size(inner), size(outer), stride});
}

/// Where the first box of a tile is in its matrix: along its lines, and which
/// line is the first.
std::array<Value, 2> AgentEmitter::startOf(const as::StagedFactor &factor,
                                           ValueRange coordinates) {
  std::array<Value, 2> starts;
  for (unsigned axis = 0; axis < 2; ++axis) {
    // Indices are read as unsigned; what begins outside stays outside.
    Value index = e.getScalar(coordinates[axis]);
    if (index.getType() != i64)
      index = LLVM::ZExtOp::create(b, e.loc, i64, index);
    Value start = LLVM::MulOp::create(
        b, e.loc, index, e.constant(i64, factor.view.getStep(axis)));
    // Seeded: all CTAs have the rows of the first one.
    if (isOfCluster() && &factor == &agents.loop.lhs && axis == 0 &&
        !e.bugs.acts(SeededBug::ClusterRowsOfFirst)) {
      Value rows =
          LLVM::MulOp::create(b, e.loc, e.ctaRank(), number(factor.outer));
      start = LLVM::AddOp::create(b, e.loc, start,
                                  LLVM::ZExtOp::create(b, e.loc, i64, rows));
    }
    Value size = sizeOf(factor, axis);
    Value isInside =
        LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::ult, start, size);
    start = LLVM::SelectOp::create(b, e.loc, isInside, start, atLeastOne(size));
    starts[axis] = LLVM::TruncOp::create(b, e.loc, i32, start);
  }
  if (factor.innerAxis)
    std::swap(starts[0], starts[1]);
  return starts;
}

/// A map that the thread has made, as copies have it.
Value AgentEmitter::publishMap(Value map) {
  map = LLVM::AddrSpaceCastOp::create(
      b, e.loc, LLVM::LLVMPointerType::get(b.getContext()), map);
  assembly({}, "fence.proxy.tensormap::generic.acquire.gpu [$0], 128;",
           "l,~{memory}", {map});
  return map;
}

/// The boxes of one tile. Of the factor that the CTAs of a cluster share, each
/// sends the same part of every box to all.
LogicalResult AgentEmitter::copyFactor(Value map,
                                       const as::StagedFactor &factor,
                                       Value target, Value barrier) {
  as::TiledLoadOp load = factor.load;
  auto [inner, outer] = startOf(factor, load.getCoordinates());
  std::string text =
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
      "complete_tx::bytes";
  bool isShared = isOfCluster() && &factor == &agents.loop.rhs;
  if (isShared) {
    // Seeded: all send the first part.
    Value part =
        e.bugs.acts(SeededBug::ClusterPartOfFirst) ? number(0) : e.ctaRank();
    int64_t lines = agents.loop.sharedLines();
    outer = LLVM::AddOp::create(
        b, e.loc, outer, LLVM::MulOp::create(b, e.loc, part, number(lines)));
    target = at(target, part, lines * factor.lineBytes());
    // Seeded: the others get nothing.
    uint32_t mask =
        e.bugs.pick(SeededBug::ClusterMaskOfFirst, allCtas(), uint32_t(1));
    text = "{\n.reg .b16 mask;\nmov.b16 mask, " + std::to_string(mask) + ";\n" +
           text + ".multicast::cluster [$0], [$1, {$2, $3}], [$4], mask;\n}";
  } else {
    text += " [$0], [$1, {$2, $3}], [$4];";
  }
  int64_t boxBytes = factor.boxBytes();
  // Seeded: as if a CTA had no more of each box than it sends.
  if (isShared && factor.boxes() > 1)
    boxBytes = e.bugs.pick(SeededBug::ClusterBoxesPacked, boxBytes,
                           boxBytes / e.numCtas);
  for (int64_t box = 0; box < factor.boxes(); ++box) {
    Value first = inner;
    if (box)
      first = LLVM::AddOp::create(b, e.loc, inner,
                                  number(box * factor.lineLength()));
    Value place =
        LLVM::GEPOp::create(b, e.loc, target.getType(), b.getI8Type(), target,
                            LLVM::GEPArg(int32_t(box * boxBytes)));
    SmallVector<Value> coordinates{first, outer};
    if (e.bugs.acts(SeededBug::AgentsCoordinatesSwapped))
      std::swap(coordinates[0], coordinates[1]);
    assembly({}, text, "l,l,r,r,l,~{memory}",
             {place, map, coordinates[0], coordinates[1], barrier});
  }
  return success();
}

LogicalResult AgentEmitter::runProducer() {
  as::SpecializedLoop &loop = agents.loop;
  Value lock;
  Value lhsMap = takeMaps("tensor_maps", 2, lock);
  Value rhsMap = LLVM::GEPOp::create(b, e.loc, lhsMap.getType(), b.getI8Type(),
                                     lhsMap, LLVM::GEPArg(int32_t(mapBytes)));
  for (auto [map, factor] : {std::pair(lhsMap, &loop.lhs), {rhsMap, &loop.rhs}})
    makeMap(map, *factor,
            factor == &loop.rhs ? loop.sharedLines() : factor->lines(),
            e.bugs.acts(SeededBug::AgentsSizeInTiles));
  // What was written is read by another proxy.
  assembly({}, "fence.proxy.tensormap::generic.release.gpu;", "~{memory}", {});
  for (Value *map : {&lhsMap, &rhsMap})
    *map = publishMap(*map);
  // Stages are empty at the start: the phase before the first is complete.
  // Seeded: as if someone had to empty them.
  int64_t firstParity =
      e.bugs.pick(SeededBug::AgentsProducerPhase, int64_t(1), int64_t(0));
  Value upper = e.getScalar(loop.loop.getUpperBound());
  if (e.bugs.acts(SeededBug::AgentsTripShort))
    upper =
        LLVM::SubOp::create(b, e.loc, upper, e.getScalar(loop.loop.getStep()));
  int64_t stageBytes = loop.stageBytes();
  int64_t announced = e.bugs.pick(SeededBug::AgentsTransactionShort, stageBytes,
                                  stageBytes - loop.rhs.lineBytes());
  // Seeded: nobody counts what the other CTAs send.
  if (isOfCluster() && e.bugs.acts(SeededBug::ClusterCountedOnce))
    announced = loop.lhs.bytes() + loop.rhs.bytes() / e.numCtas;
  Place start = firstPlace(firstParity);
  auto last = forEachTrip(
      loop.loop, upper, {start.stage, start.phase},
      [&](Value iv, ValueRange carried) -> FailureOr<Registers> {
        Place place = {carried[0], carried[1]};
        e.bind(loop.loop.getInductionVar(), {iv});
        for (Operation *op : loop.inside)
          if (failed(e.emit(op)))
            return failure();
        wait(empty(place.stage), place.phase);
        Value barrier = full(place.stage);
        assembly({}, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
                 "l,r,~{memory}", {barrier, number(announced)});
        auto [lhs, rhs] = factorsOf(place.stage);
        if (failed(copyFactor(lhsMap, loop.lhs, lhs, barrier)) ||
            failed(copyFactor(rhsMap, loop.rhs, rhs, barrier)))
          return failure();
        place = next(place);
        return Registers{place.stage, place.phase};
      });
  if (failed(last))
    return failure();
  // Until everything is used: no copy needs the maps any more.
  // And of a cluster nobody arrives at a stage of this CTA any more.
  Place place = {(*last)[0], (*last)[1]};
  keepPlace(place);
  for (int64_t i = 0; i < agents.stages; ++i) {
    wait(empty(place.stage), place.phase);
    place = next(place);
  }
  if (lock)
    e.storeElement(number(0), lock, LLVM::AtomicOrdering::release, "device");
  return success();
}
