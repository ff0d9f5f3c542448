//===- ExplorePipelines.cpp - Do a function's rings ever go wrong? --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/ExplorePipelines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class PipelineExplorer {
public:
  PipelineExplorer(const ExploreLimits &limits) : limits(limits) {}
  void explore(const PipelineWalk &walk);

  PipelineExploration result;

private:
  void report(const PipelineWalk &walk, std::string what);
  void ask(const PipelineWalk &walk, StringRef agents,
           const Protocol &protocol);

  const ExploreLimits &limits;
};
} // namespace

static bool fills(const ProtocolEvent &event) {
  return event.step != ProtocolStep::Wait && event.step != ProtocolStep::Read &&
         event.step != ProtocolStep::Release;
}

static Protocol makeRings(const PipelineWalk &walk, uint8_t threads) {
  Protocol protocol;
  for (const PipelineWalk::Ring &ring : walk.rings)
    protocol.rings.push_back({ring.depth, threads, threads});
  return protocol;
}

/// Two threads, each with the whole program.
static Protocol makeThreads(const PipelineWalk &walk) {
  Protocol protocol = makeRings(walk, 2);
  protocol.agents.assign(2, walk.events);
  return protocol;
}

/// Who fills rings, and who empties them.
static Protocol makeSides(ArrayRef<ProtocolEvent> events, Protocol rings) {
  rings.agents.resize(2);
  for (const ProtocolEvent &event : events)
    rings.agents[fills(event) ? 0 : 1].push_back(event);
  return rings;
}

/// One ring alone, as if there were no other.
static Protocol makeSidesOf(const PipelineWalk &walk, uint8_t ring) {
  std::vector<ProtocolEvent> events;
  for (ProtocolEvent event : walk.events)
    if (event.ring == ring) {
      event.ring = 0;
      events.push_back(event);
    }
  Protocol rings;
  rings.rings.push_back({walk.rings[ring].depth, 1});
  return makeSides(events, std::move(rings));
}

/// What is wrong on a way that the program may not have is not said of it.
void PipelineExplorer::report(const PipelineWalk &walk, std::string what) {
  if (walk.isGuessed)
    result.open.push_back("on a way that may not be one: " + what);
  else
    result.violations.push_back({ViolationKind::Protocol, std::move(what)});
}

void PipelineExplorer::ask(const PipelineWalk &walk, StringRef agents,
                           const Protocol &protocol) {
  ProtocolAnswer answer = exploreProtocol(protocol, limits.states);
  result.states += answer.states;
  if (answer.fault) {
    std::string what = (agents + ": " + toString(*answer.fault)).str();
    for (const std::string &line : answer.trace)
      what += "\n    " + line;
    report(walk, std::move(what));
  } else if (!answer.isComplete) {
    result.open.push_back(
        (agents + ": more than " + Twine(limits.states) + " states").str());
  } else {
    ++result.protocols;
  }
}

void PipelineExplorer::explore(const PipelineWalk &walk) {
  if (!walk.open.empty()) {
    result.open.push_back(walk.open);
    return;
  }
  if (walk.rings.empty())
    return;
  ++result.ways;
  for (const std::string &fault : walk.faults)
    report(walk, fault);
  ask(walk, "threads", makeThreads(walk));
  // All rings together where that is not too much, and else one by one: then
  // nothing is said of circles through several.
  if (walk.rings.size() > 1) {
    Protocol together = makeSides(walk.events, makeRings(walk, 1));
    ask(walk, "sides", together);
  }
  for (size_t ring = 0; ring < walk.rings.size(); ++ring)
    ask(walk, ("sides of ring " + Twine(ring)).str(),
        makeSidesOf(walk, uint8_t(ring)));
}

/// Ways of one name are the same to the explorer.
static std::string nameWay(const PipelineWalk &walk) {
  std::string name(1, char(walk.rings.size()));
  for (const PipelineWalk::Ring &ring : walk.rings)
    name += char(ring.depth);
  for (const ProtocolEvent &event : walk.events)
    name += {char(event.step), char(event.ring), char(event.slot),
             char(event.parity), char(event.tile)};
  return name;
}

PipelineExploration tilefuzz::explorePipelines(Operation *function,
                                               ArrayRef<Attribute> arguments,
                                               const ExploreLimits &limits,
                                               ExploredWays *known) {
  PipelineExplorer explorer(limits);
  PipelineExploration &result = explorer.result;
  for (const PipelineWalk &walk :
       walkPipelines(function, arguments, limits.walk)) {
    bool isKept = known && walk.open.empty() && walk.faults.empty();
    std::string name = isKept ? nameWay(walk) : "";
    if (isKept && known->count(name))
      continue;
    size_t before = result.violations.size() + result.open.size();
    explorer.explore(walk);
    if (isKept && before == result.violations.size() + result.open.size())
      known->insert(name);
  }
  return std::move(result);
}

void tilefuzz::boundLoops(ModuleOp module, unsigned trips) {
  module.walk([&](scf::ForOp loop) {
    bool holdsLoop = false;
    loop.getBody()->walk([&](LoopLikeOpInterface) { holdsLoop = true; });
    OpBuilder builder(loop);
    Type type = loop.getStep().getType();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loop.getLoc(),
                                       builder.getIntegerAttr(type, value));
    };
    APInt step;
    int64_t size = matchPattern(loop.getStep(), m_ConstantInt(&step)) &&
                           step.isStrictlyPositive() && step.getActiveBits() < 5
                       ? step.getSExtValue()
                       : 1;
    loop.setLowerBound(constant(0));
    loop.setUpperBound(
        constant(size * int64_t(holdsLoop ? std::min(trips, 2u) : trips)));
    loop.setStep(constant(size));
  });
}
