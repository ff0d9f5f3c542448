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
  }

  std::set<Need> run();

private:
  Computed lookUp(Value value) const { return environment.lookup(value); }
  void execute(unsigned number, unsigned iteration);
  void read(Value value, Instance reader, bool isInside);
  void need(Instance first, Instance second, RequirementKind kind, bool isRead);
  static Visible visibleEffect(Operation *op);

  scf::ForOp loop;
  SmallVector<Operation *> body;
  llvm::DenseMap<Value, Computed> environment;
  /// By version: who has read it so far.
  std::vector<SmallVector<Instance, 2>> readersOf;
  std::vector<std::pair<Instance, Visible>> effects;
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

Visible Walk::visibleEffect(Operation *op) {
  if (isMemoryEffectFree(op))
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
