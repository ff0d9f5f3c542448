//===- ScheduledLoop.cpp - A schedule, and what it has to keep ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/ScheduledLoop.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "oracle/Schedule/Iterations.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tilefuzz;

StringRef tilefuzz::toString(RequirementKind kind) {
  static constexpr StringLiteral names[] = {"value", "token", "region",
                                            "buffer", "effect"};
  return names[unsigned(kind)];
}

bool tilefuzz::hasSchedule(scf::ForOp loop) {
  return loop->hasAttr("nv_tileas.schedule");
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

namespace {
/// The amounts of docs/schedules.md.
struct Sizes {
  int64_t threads;

  static int64_t bytesOf(Type element) {
    if (auto number = dyn_cast<IntegerType>(element))
      return (number.getWidth() + 7) / 8;
    if (auto number = dyn_cast<FloatType>(element))
      return (number.getWidth() + 7) / 8;
    return sizeof(uint64_t);
  }
  int64_t storage(Type type) const {
    if (auto tile = dyn_cast<TensorType>(type))
      return tile.getNumElements() * bytesOf(tile.getElementType());
    bool isScalar =
        isa<IntegerType, FloatType, IndexType, nv_tileaa::PtrType>(type);
    return isScalar ? threads * bytesOf(type) : 0;
  }
};
} // namespace

static Work classify(Operation *op, TensorType tile) {
  if (auto dot = dyn_cast<nv_tileas::DotOp>(op)) {
    Type factor = cast<TensorType>(dot.getLhs().getType()).getElementType();
    return !dot.getAtomAttr()            ? Work::FmaProduct
           : isa<FloatTF32Type>(factor)  ? Work::MmaTf32
           : isa<IntegerType>(factor)    ? Work::Mma8
           : Sizes::bytesOf(factor) == 1 ? Work::Mma8Float
                                         : Work::Mma16;
  }
  if (std::optional<Work> known = findWork(op->getName().getStringRef()))
    return *known;
  StringRef dialect = op->getName().getDialectNamespace();
  bool isArithmetic =
      dialect == "arith" || dialect == "math" || dialect == "nv_tileaa";
  if (!isArithmetic)
    return Work::Other;
  if (!tile)
    return Work::Scalar;
  int64_t bytes = Sizes::bytesOf(tile.getElementType());
  if (auto number = dyn_cast<FloatType>(tile.getElementType()))
    return bytes == 8                ? Work::Double
           : number.getWidth() == 16 ? Work::Half
                                     : Work::Float;
  return bytes == 8 ? Work::Integer64 : Work::Integer;
}

/// Lets the operation, and what its regions hold, run from cycle `start` on;
/// gives the cycle at which its result is there.
static llvm::Expected<int64_t> run(Operation *op, int64_t start,
                                   const Sizes &sizes,
                                   const MachineModel &model, int64_t tick,
                                   CheckedOperation &checked) {
  bool isWhole = findWork(op->getName().getStringRef()).has_value();
  if (!isWhole && op->getNumRegions()) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block.without_terminator()) {
          llvm::Expected<int64_t> end =
              run(&inner, start, sizes, model, tick, checked);
          if (!end)
            return end.takeError();
          start = *end;
        }
    return start;
  }
  TensorType tile;
  auto grow = [&](Value value) {
    auto other = dyn_cast<TensorType>(value.getType());
    if (other && (!tile || other.getNumElements() > tile.getNumElements()))
      tile = other;
  };
  for (Value operand : op->getOperands())
    grow(operand);
  for (Value result : op->getResults())
    grow(result);
  Work work = classify(op, tile);
  int64_t amount = tile ? tile.getNumElements() : sizes.threads;
  if (getInfo(work).unit == WorkUnit::Byte)
    amount = tile ? sizes.storage(tile) : 1;
  if (auto dot = dyn_cast<nv_tileas::DotOp>(op)) {
    auto lhs = cast<TensorType>(dot.getLhs().getType());
    amount = cast<TensorType>(dot.getResult().getType()).getNumElements() *
             lhs.getShape()[lhs.getRank() - 1];
  }
  llvm::Expected<WorkCost> cost = model.getCost(work, amount);
  if (!cost)
    return cost.takeError();
  for (const ResourceUse &use : cost->uses)
    for (int64_t row = (start + use.begin) / tick; row * tick < start + use.end;
         ++row)
      checked.rows.insert({unsigned(use.resource), row});
  checked.busy = std::max(checked.busy, start + cost->busy);
  return start + cost->latency;
}

static int64_t roundUp(int64_t cycles, int64_t tick) {
  return (cycles + tick - 1) / tick;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static llvm::Error missing(Operation *op, const Twine &what) {
  return llvm::createStringError("'" + op->getName().getStringRef() + "' has " +
                                 what);
}

static llvm::Error readNumber(Operation *op, Attribute from, StringRef name,
                              int64_t &value) {
  auto number = dyn_cast_if_present<IntegerAttr>(from);
  if (!number)
    return missing(op, "no number " + name);
  value = number.getInt();
  return llvm::Error::success();
}

static llvm::Error readPlace(CheckedOperation &checked) {
  Operation *op = checked.op;
  for (auto [name, field] : {std::pair("nv_tileas.issue", &checked.issue),
                             {"nv_tile.aws.stage", &checked.stage},
                             {"nv_tile.aws.order", &checked.order}})
    if (llvm::Error error = readNumber(op, op->getAttr(name), name, *field))
      return error;
  if (Attribute copies = op->getAttr("nv_tileas.copies"))
    if (llvm::Error error =
            readNumber(op, copies, "nv_tileas.copies", checked.copies))
      return error;
  Attribute ring = op->getAttr("nv_tileas.ring");
  if (!ring)
    return llvm::Error::success();
  auto entries = dyn_cast<DictionaryAttr>(ring);
  if (!entries)
    return missing(op, "a ring that is no dictionary");
  checked.hasRing = true;
  for (auto [name, field] : {std::pair("bytes", &checked.ringBytes),
                             {"offset", &checked.ringOffset},
                             {"barrier", &checked.ringBarrier}})
    if (llvm::Error error = readNumber(op, entries.get(name), name, *field))
      return error;
  return llvm::Error::success();
}

static llvm::Error readLoop(scf::ForOp loop, ScheduledLoop &read) {
  auto entries = loop->getAttrOfType<DictionaryAttr>("nv_tileas.schedule");
  auto scheduler = entries ? entries.getAs<StringAttr>("scheduler") : nullptr;
  if (!scheduler)
    return missing(loop, "no schedule");
  read.scheduler = scheduler.str();
  for (auto [name, field] : {std::pair("tick", &read.tick),
                             {"interval", &read.interval},
                             {"stages", &read.stages}}) {
    if (llvm::Error error = readNumber(loop, entries.get(name), name, *field))
      return error;
    if (*field < 1)
      return missing(loop, Twine(name) + " below 1");
  }
  return llvm::Error::success();
}

static int64_t findScratch(Operation *function, const Sizes &sizes) {
  int64_t most = 0;
  function->walk([&](Operation *op) {
    static const llvm::StringSet<> exchanging = {
        "nv_tileas.convert_layout", "nv_tileas.reduce", "nv_tileas.scan",
        "nv_tileas.extract_slice", "nv_tileas.insert_slice"};
    if (!exchanging.contains(op->getName().getStringRef()))
      return;
    int64_t bytes = 0;
    for (Value operand : op->getOperands())
      if (isa<TensorType>(operand.getType()))
        bytes += sizes.storage(operand.getType());
    most = std::max(most, bytes);
  });
  return std::min(most, CommonLimits::staticSharedBytes);
}

llvm::Expected<ScheduledLoop>
tilefuzz::readScheduledLoop(scf::ForOp loop, const MachineModel &model) {
  ScheduledLoop read;
  if (llvm::Error error = readLoop(loop, read))
    return std::move(error);
  read.capacities = model.getCapacities();
  Sizes sizes{4 * CommonLimits::threadsPerWarp};
  auto function = loop->getParentOfType<FunctionOpInterface>();
  if (auto ours = dyn_cast_if_present<nv_tileaa::FuncOp>(
          function ? function.getOperation() : nullptr))
    if (auto spec = ours.getKernelSpecAttr())
      sizes.threads = spec.getNumWarps() * CommonLimits::threadsPerWarp;
  if (function)
    read.scratchBytes = findScratch(function, sizes);
  for (Operation &op : loop.getBody()->without_terminator()) {
    CheckedOperation checked;
    checked.op = &op;
    if (llvm::Error error = readPlace(checked))
      return std::move(error);
    llvm::Expected<int64_t> end = run(&op, 0, sizes, model, read.tick, checked);
    if (!end)
      return missing(&op, llvm::toString(end.takeError()));
    checked.latency = roundUp(*end, read.tick);
    checked.busy = roundUp(checked.busy, read.tick);
    for (Value result : op.getResults())
      checked.bytes += sizes.storage(result.getType());
    StringRef name = op.getName().getStringRef();
    checked.isTileLoad =
        (name == "nv_tileas.load" || name == "nv_tileas.tiled_load" ||
         name == "nv_tileas.gather_load") &&
        isa<TensorType>(op.getResult(0).getType());
    if (auto limit = op.getAttrOfType<IntegerAttr>(
            "tileas.schedule.constraint.max_depth"))
      checked.depthLimit = limit.getInt();
    read.operations.push_back(std::move(checked));
  }
  for (const Need &need : findNeeds(loop)) {
    const CheckedOperation &first = read.operations[need.first];
    bool isResult = need.kind == RequirementKind::Value ||
                    need.kind == RequirementKind::Token ||
                    need.kind == RequirementKind::Region;
    read.requirements.push_back(
        {need.first, need.second, need.distance, need.kind,
         isResult ? first.latency : first.busy, need.isRead});
  }
  return std::move(read);
}
