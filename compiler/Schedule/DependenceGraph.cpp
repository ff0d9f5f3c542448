//===- DependenceGraph.cpp - Loops of nv_tileas as graphs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/OperationCost.h"
#include "compiler/Schedule/ScheduleHelpers.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAS/Atoms.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

SmallVector<scf::ForOp> tilefuzz::findSchedulableLoops(Operation *root,
                                                       bool ofClusters) {
  SmallVector<scf::ForOp> loops;
  // What agents run is as they want it.
  if (as::hasAgents(root))
    return loops;
  root->walk([&](scf::ForOp loop) {
    bool holdsLoop =
        loop.getBody()
            ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!holdsLoop && (ofClusters || as::getNumCtas(loop) == 1))
      loops.push_back(loop);
  });
  return loops;
}

static bool isToken(Type type) { return isa<nv_tileaa::MemTokenType>(type); }

namespace {
/// What an operation does beside computing its results.
enum class Effects { None, ByToken, Unordered };

/// A read of the result of iteration i by `node` of iteration i + distance.
struct Reader {
  unsigned node;
  unsigned distance;
};

/// The steps of one ring in a loop, by number.
struct RingSteps {
  SmallVector<unsigned, 2> acquires, commits, waits, reads, releases;
};

class GraphBuilder {
public:
  GraphBuilder(scf::ForOp loop, const MachineModel &model,
               const ScheduleBugSet &bugs)
      : loop(loop), model(model), bugs(bugs), threads(getThreads(loop)) {}

  FailureOr<LoopGraph> build();

private:
  LogicalResult addNode(Operation *op);
  Effects getEffects(Operation *op) const;
  void addUses(unsigned node);
  void addUse(unsigned node, Value value, bool isInside);
  void addBufferEdges(unsigned node);
  void addEffectEdges();
  void findRings();
  void addRingEdges();
  void addEdge(Dependence edge);

  scf::ForOp loop;
  const MachineModel &model;
  const ScheduleBugSet &bugs;
  int64_t threads;
  LoopGraph graph;
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<Operation *> ops;
  llvm::DenseMap<Value, SmallVector<Reader, 2>> readers;
  /// Those whose steps have no order but that of their slots.
  llvm::MapVector<Value, RingSteps> rings;
};
} // namespace

/// The ring that the operation is a step of; null: of none.
static Value getRing(Operation *op) {
  bool isStep = op->getNumOperands() &&
                isa<as::PipelineType>(op->getOperand(0).getType());
  return isStep ? op->getOperand(0) : Value();
}

LogicalResult GraphBuilder::addNode(Operation *op) {
  for (StringRef name : {"tileas.schedule.constraint.gid",
                         "tileas.schedule.constraint.leader_gid"})
    if (op->hasAttr(name))
      return refuse(op) << "has '" << name << "', which no scheduler obeys yet";
  FailureOr<WorkCost> cost = getOperationCost(op, threads, model);
  if (failed(cost))
    return failure();
  LoopNode node;
  node.cost = std::move(*cost);
  for (Type type : op->getResultTypes())
    node.resultBytes += getStorageBytes(type, threads);
  if (isa<nv_tileas::LoadOp, nv_tileas::TiledLoadOp, nv_tileas::GatherLoadOp>(
          op))
    node.isTileLoad = isa<RankedTensorType>(op->getResult(0).getType());
  if (auto depth = op->getAttrOfType<IntegerAttr>(
          "tileas.schedule.constraint.max_depth")) {
    node.maxDepth = depth.getInt();
    if (node.maxDepth < 0)
      return op->emitError("has a negative depth limit");
  }
  numbers[op] = graph.nodes.size();
  ops.push_back(op);
  graph.nodes.push_back(std::move(node));
  return success();
}

void GraphBuilder::addEdge(Dependence edge) {
  const WorkCost &cost = graph.nodes[edge.from].cost;
  switch (edge.kind) {
  case DependenceKind::Value:
  case DependenceKind::Token:
  case DependenceKind::Region:
    edge.latency = cost.latency;
    break;
  case DependenceKind::Buffer:
  case DependenceKind::Effect:
    edge.latency = cost.busy;
    break;
  }
  if (bugs.has(ScheduleBug::LoadLatencyIgnored) &&
      graph.nodes[edge.from].isTileLoad)
    edge.latency = std::min<int64_t>(edge.latency, 1);
  if (edge.distance > 0 && bugs.has(ScheduleBug::CarriedDistanceTooFar))
    ++edge.distance;
  for (const Dependence &other : graph.edges)
    if (other.from == edge.from && other.to == edge.to &&
        other.distance == edge.distance && other.kind == edge.kind)
      return;
  graph.edges.push_back(edge);
}

void GraphBuilder::addUse(unsigned node, Value value, bool isInside) {
  LoopSource source = findLoopSource(loop, value);
  if (!source.op || (source.op == ops[node] && source.distance == 0))
    return;
  if (isInside && bugs.has(ScheduleBug::RegionUseIgnored))
    return;
  bool token = isToken(value.getType());
  if (source.distance > 0) {
    if (bugs.has(token ? ScheduleBug::CarriedTokenDropped
                       : ScheduleBug::CarriedEdgeDropped))
      return;
    if (source.distance > 1 && bugs.has(ScheduleBug::RotationNotFollowed))
      return;
  }
  if (token && bugs.has(ScheduleBug::TokenEdgeDropped))
    return;
  if (!token)
    readers[source.value].push_back({node, source.distance});
  Dependence edge;
  edge.from = numbers.lookup(source.op);
  edge.to = node;
  edge.distance = source.distance;
  edge.kind = isInside ? DependenceKind::Region
              : token  ? DependenceKind::Token
                       : DependenceKind::Value;
  edge.readsStorage = !token;
  edge.holdsSlot =
      isa<as::ProducerTokenType, as::ConsumerTokenType>(source.value.getType());
  addEdge(edge);
}

void GraphBuilder::addUses(unsigned node) {
  Operation *op = ops[node];
  for (Value operand : op->getOperands())
    addUse(node, operand, /*isInside=*/false);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        addUse(node, operand, /*isInside=*/true);
    });
}

/// An update writes where its destination is, so that whoever reads the
/// destination comes before; who reads it later reads a copy.
void GraphBuilder::addBufferEdges(unsigned node) {
  auto insert = dyn_cast<nv_tileas::InsertSliceOp>(ops[node]);
  if (!insert || bugs.has(ScheduleBug::BufferEdgeDropped))
    return;
  LoopSource dest = findLoopSource(loop, insert.getDest());
  if (!dest.op)
    return;
  for (const Reader &reader : readers.lookup(dest.value)) {
    bool isBefore = reader.distance < dest.distance ||
                    (reader.distance == dest.distance && reader.node < node);
    if (!isBefore || reader.node == node)
      continue;
    Dependence edge;
    edge.from = reader.node;
    edge.to = node;
    edge.distance = dest.distance - reader.distance;
    edge.kind = DependenceKind::Buffer;
    addEdge(edge);
  }
}

/// With mbarriers: without them, the groups of copies that a wait counts are
/// those of all rings. And all of the loop's steps stand in its body.
void GraphBuilder::findRings() {
  llvm::DenseSet<Value> others;
  loop.getBody()->walk([&](Operation *op) {
    Value ring = getRing(op);
    if (!ring)
      return;
    auto create = ring.getDefiningOp<as::CreatePipelineOp>();
    if (!create || !create.getBarrierSlot() || loop->isAncestor(create) ||
        op->getBlock() != loop.getBody())
      others.insert(ring);
  });
  for (auto [node, op] : llvm::enumerate(ops)) {
    Value ring = getRing(op);
    if (!ring || others.contains(ring))
      continue;
    RingSteps &steps = rings[ring];
    if (isa<as::ProducerAcquireOp>(op))
      steps.acquires.push_back(node);
    else if (isa<as::ProducerCommitOp>(op))
      steps.commits.push_back(node);
    else if (isa<as::ConsumerWaitOp>(op))
      steps.waits.push_back(node);
    else if (isa<as::ConsumerReadOp>(op))
      steps.reads.push_back(node);
    else if (isa<as::ConsumerReleaseOp>(op))
      steps.releases.push_back(node);
  }
}

/// Who waits comes after what came before it, in the program, of what it may
/// wait for: which of them that is depends on how full the ring was before the
/// loop.
void GraphBuilder::addRingEdges() {
  auto addWaits = [&](ArrayRef<unsigned> awaited, ArrayRef<unsigned> waiting) {
    for (unsigned first : awaited)
      for (unsigned second : waiting) {
        Dependence edge;
        edge.from = first;
        edge.to = second;
        edge.distance = first < second ? 0 : 1;
        edge.kind = DependenceKind::Effect;
        addEdge(edge);
      }
  };
  for (auto &[ring, steps] : rings) {
    if (!bugs.has(ScheduleBug::CommitEdgeDropped))
      addWaits(steps.commits, steps.waits);
    if (!bugs.has(ScheduleBug::ReleaseEdgeDropped))
      addWaits(steps.releases, steps.acquires);
    if (bugs.has(ScheduleBug::ReadEdgeDropped))
      continue;
    for (unsigned read : steps.reads)
      for (unsigned release : steps.releases)
        if (ops[read]->getOperand(1) == ops[release]->getOperand(1)) {
          Dependence edge;
          edge.from = read;
          edge.to = release;
          edge.distance = 0;
          edge.kind = DependenceKind::Buffer;
          addEdge(edge);
        }
  }
}

Effects GraphBuilder::getEffects(Operation *op) const {
  // Tokens go through its slots; what a write does beside is in its body.
  if (op->getNumRegions() == 0 && rings.contains(getRing(op)))
    return Effects::None;
  if (op->getNumRegions() > 0 && !isMemoryEffectFree(op)) {
    Effects most = Effects::None;
    op->walk([&](Operation *inner) {
      if (inner->getNumRegions() == 0)
        most = std::max(most, getEffects(inner));
    });
    return most;
  }
  if (isMemoryEffectFree(op))
    return Effects::None;
  return llvm::any_of(op->getResultTypes(), isToken) ? Effects::ByToken
                                                     : Effects::Unordered;
}

/// What has effects that no token orders keeps its place among all effects.
void GraphBuilder::addEffectEdges() {
  if (bugs.has(ScheduleBug::EffectEdgeDropped))
    return;
  SmallVector<std::pair<unsigned, Effects>> effects;
  for (auto [node, op] : llvm::enumerate(ops))
    if (Effects kind = getEffects(op); kind != Effects::None)
      effects.push_back({unsigned(node), kind});
  for (auto [first, firstKind] : effects)
    for (auto [second, secondKind] : effects) {
      if (firstKind != Effects::Unordered && secondKind != Effects::Unordered)
        continue;
      bool isNext = first >= second;
      if (isNext && bugs.has(ScheduleBug::EffectNotCarried))
        continue;
      Dependence edge;
      edge.from = first;
      edge.to = second;
      edge.distance = isNext ? 1 : 0;
      edge.kind = DependenceKind::Effect;
      addEdge(edge);
    }
}

FailureOr<LoopGraph> GraphBuilder::build() {
  for (Operation &op : loop.getBody()->without_terminator())
    if (failed(addNode(&op)))
      return failure();
  for (unsigned node = 0; node < ops.size(); ++node)
    addUses(node);
  for (unsigned node = 0; node < ops.size(); ++node)
    addBufferEdges(node);
  findRings();
  addRingEdges();
  addEffectEdges();
  return std::move(graph);
}

FailureOr<LoopGraph> tilefuzz::buildLoopGraph(scf::ForOp loop,
                                              const MachineModel &model,
                                              const ScheduleBugSet &bugs) {
  return GraphBuilder(loop, model, bugs).build();
}

int64_t tilefuzz::getScratchBytes(Operation *function) {
  int64_t most = 0;
  function->walk([&](Operation *op) {
    if (!isa<nv_tileas::ConvertLayoutOp, nv_tileas::ReduceOp, nv_tileas::ScanOp,
             nv_tileas::ExtractSliceOp, nv_tileas::InsertSliceOp>(op))
      return;
    int64_t bytes = 0;
    for (Type type : op->getOperandTypes())
      if (isa<RankedTensorType>(type))
        bytes += getStorageBytes(type, getThreads(op));
    most = std::max(most, bytes);
  });
  // More than that is exchanged part by part.
  return std::min<int64_t>(most, CommonLimits::staticSharedBytes);
}

int64_t tilefuzz::getLeastExchangeBytes(Operation *function) {
  // Reductions are not known to need so much.
  constexpr int64_t mostOfReduction = 32 << 10;
  int64_t most = 0;
  function->walk([&](Operation *op) {
    auto bytesOf = [&](Value tile) {
      int64_t bytes = getStorageBytes(tile.getType(), getThreads(op));
      return int64_t(llvm::alignTo(bytes, 16));
    };
    int64_t bytes = 0;
    if (auto dot = dyn_cast<nv_tileas::DotOp>(op)) {
      // A step of an atom, and what keeps lines in different banks.
      constexpr int64_t line = nv_tileas::MmaAtom::depthBytes + 16;
      auto lhs = cast<RankedTensorType>(dot.getLhs().getType()),
           rhs = cast<RankedTensorType>(dot.getRhs().getType());
      bytes = line * (lhs.getNumElements() + rhs.getNumElements()) /
              lhs.getShape().back();
      for (Value scale : {dot.getLhsScale(), dot.getRhsScale()})
        if (scale)
          bytes += bytesOf(scale);
    } else if (isa<nv_tileas::ReduceOp, nv_tileas::ScanOp>(op)) {
      for (Value tile : op->getOperands())
        bytes += bytesOf(tile);
      bytes = std::min(bytes, mostOfReduction);
    }
    most = std::max(most, bytes);
  });
  return std::min<int64_t>(most, CommonLimits::staticSharedBytes);
}
