//===- Iterations.cpp - What iterations need of each other ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/Iterations.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
/// One execution of an operation.
struct Instance {
  unsigned number;
  unsigned iteration;
};

/// What a name stands for now: a result of an instance, or something from
/// before the loop.
struct Computed {
  bool isOfLoop = false;
  Instance by = {0, 0};
  /// Tells versions of a buffer apart.
  unsigned version = 0;
};

enum class Visible { Nothing, Ordered, Anything };

class Walk {
public:
  explicit Walk(scf::ForOp loop) : loop(loop) {
    for (auto [number, op] :
         llvm::enumerate(loop.getBody()->without_terminator()))
      (void)number, body.push_back(&op);
    // With mbarriers, which outlive the loop, and nothing of it out of sight.
    llvm::DenseMap<Value, bool> isPlain;
    for (Operation *op : body)
      op->walk([&](Operation *inner) {
        if (Value ring = ringOf(inner)) {
          Operation *create = ring.getDefiningOp();
          bool &plain = isPlain.try_emplace(ring, true).first->second;
          plain &= inner == op && create && !loop->isProperAncestor(create) &&
                   create->hasAttr("barrier_slot");
        }
      });
    for (auto [ring, plain] : isPlain)
      if (plain)
        rings[ring];
  }

  std::set<Need> run();

private:
  Computed lookUp(Value value) const { return environment.lookup(value); }
  void execute(unsigned number, unsigned iteration);
  void read(Value value, Instance reader, bool isInside);
  void need(Instance first, Instance second, RequirementKind kind, bool isRead);
  Visible visibleEffect(Operation *op) const;
  /// The steps of a ring whose slots alone order them.
  void stepOn(Value ring, unsigned number, Instance now);
  static Value ringOf(Operation *op);

  scf::ForOp loop;
  SmallVector<Operation *> body;
  llvm::DenseMap<Value, Computed> environment;
  /// By version: who has read it so far.
  std::vector<SmallVector<Instance, 2>> readersOf;
  std::vector<std::pair<Instance, Visible>> effects;
  /// What was given to others so far, by ring: full slots and empty ones.
  struct Given {
    std::vector<Instance> full, empty;
  };
  llvm::DenseMap<Value, Given> rings;
  std::set<Need> needs;
};
} // namespace

void Walk::need(Instance first, Instance second, RequirementKind kind,
                bool isRead) {
  needs.insert({first.number, second.number, second.iteration - first.iteration,
                kind, isRead});
}

void Walk::read(Value value, Instance reader, bool isInside) {
  Computed computed = lookUp(value);
  if (!computed.isOfLoop)
    return;
  bool isToken = isa<nv_tileaa::MemTokenType>(value.getType());
  if (!isToken)
    readersOf[computed.version].push_back(reader);
  need(computed.by, reader,
       isInside  ? RequirementKind::Region
       : isToken ? RequirementKind::Token
                 : RequirementKind::Value,
       !isToken);
}

Value Walk::ringOf(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<nv_tileas::PipelineType>(operand.getType()))
      return operand;
  return {};
}

void Walk::stepOn(Value ring, unsigned number, Instance now) {
  Operation *op = body[number];
  Given &given = rings[ring];
  // Those of this iteration, and of the one before what this one has yet to do:
  // the others follow from them.
  auto await = [&](const std::vector<Instance> &before) {
    for (Instance earlier : before)
      if (earlier.iteration == now.iteration ||
          (earlier.iteration + 1 == now.iteration &&
           earlier.number >= now.number))
        need(earlier, now, RequirementKind::Effect, false);
  };
  if (isa<nv_tileas::ProducerAcquireOp>(op))
    return await(given.empty);
  if (isa<nv_tileas::ConsumerWaitOp>(op))
    return await(given.full);
  if (isa<nv_tileas::ProducerCommitOp>(op))
    given.full.push_back(now);
  if (!isa<nv_tileas::ConsumerReleaseOp>(op))
    return;
  given.empty.push_back(now);
  Computed token = lookUp(op->getOperand(1));
  if (!token.isOfLoop)
    return;
  for (Instance reader : readersOf[token.version])
    if (isa<nv_tileas::ConsumerReadOp>(body[reader.number]))
      need(reader, now, RequirementKind::Buffer, false);
}

Visible Walk::visibleEffect(Operation *op) const {
  bool isStep = rings.contains(ringOf(op));
  if (isMemoryEffectFree(op) || (isStep && op->getNumRegions() == 0))
    return Visible::Nothing;
  if (op->getNumRegions() == 0) {
    for (Value result : op->getResults())
      if (isa<nv_tileaa::MemTokenType>(result.getType()))
        return Visible::Ordered;
    return Visible::Anything;
  }
  Visible most = Visible::Nothing;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      most = std::max(most, visibleEffect(&inner));
  return most;
}

void Walk::execute(unsigned number, unsigned iteration) {
  Operation *op = body[number];
  Instance now{number, iteration};
  for (Value operand : op->getOperands())
    read(operand, now, /*isInside=*/false);
  // Names of the region itself are in no environment.
  op->walk([&](Operation *inner) {
    if (inner != op)
      for (Value operand : inner->getOperands())
        read(operand, now, /*isInside=*/true);
  });
  if (auto update = dyn_cast<nv_tileas::InsertSliceOp>(op)) {
    Computed old = lookUp(update.getDest());
    if (old.isOfLoop)
      for (Instance reader : readersOf[old.version])
        if (reader.number != number || reader.iteration != iteration)
          need(reader, now, RequirementKind::Buffer, false);
  }
  if (Value ring = ringOf(op); rings.contains(ring))
    stepOn(ring, number, now);
  if (Visible effect = visibleEffect(op); effect != Visible::Nothing) {
    for (auto [earlier, kind] : effects)
      if ((kind == Visible::Anything || effect == Visible::Anything) &&
          iteration - earlier.iteration <= 1 &&
          // Of the iteration before, those that this one does not repeat first.
          (earlier.iteration == iteration || earlier.number >= number))
        need(earlier, now, RequirementKind::Effect, false);
    effects.push_back({now, effect});
  }
  for (Value result : op->getResults()) {
    environment[result] = {true, now, unsigned(readersOf.size())};
    readersOf.emplace_back();
  }
}

std::set<Need> Walk::run() {
  // A value may go round through every carried one.
  unsigned iterations = loop.getNumRegionIterArgs() + 2;
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    if (iteration > 0) {
      SmallVector<Computed> carried;
      for (Value yielded : loop.getYieldedValues())
        carried.push_back(lookUp(yielded));
      for (auto [argument, computed] :
           llvm::zip_equal(loop.getRegionIterArgs(), carried))
        environment[argument] = computed;
    }
    for (unsigned number = 0; number < body.size(); ++number)
      execute(number, iteration);
  }
  return needs;
}

std::set<Need> tilefuzz::findNeeds(scf::ForOp loop) { return Walk(loop).run(); }
