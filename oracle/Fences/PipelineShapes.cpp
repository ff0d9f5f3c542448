//===- PipelineShapes.cpp - The agents of pipelines -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/PipelineFences.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using Ring = PipelineRing;
using Piece = PipelinePiece;
using Steps = std::vector<PipelineStep>;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static PipelineStep boundary(TensorEvent event, Ring ring) {
  PipelineStep step;
  step.event = event;
  step.ring = ring;
  return step;
}
static PipelineStep waitFor(Ring ring) {
  return boundary(TensorEvent::Wait, ring);
}
static PipelineStep waitUntilEmpty(Ring ring) {
  PipelineStep step = waitFor(ring);
  step.isForEmpty = true;
  return step;
}
static PipelineStep arriveAt(Ring ring) {
  return boundary(TensorEvent::Arrive, ring);
}
static PipelineStep commitTo(Ring ring) {
  return boundary(TensorEvent::Commit, ring);
}
static PipelineStep access(TensorEvent event, Piece piece) {
  PipelineStep step;
  step.event = event;
  step.piece = piece;
  return step;
}
static PipelineStep use(Piece piece) { return access(TensorEvent::Use, piece); }
static PipelineStep load(Piece piece) {
  return access(TensorEvent::Load, piece);
}
static PipelineStep readResult(Piece piece) {
  return access(TensorEvent::ReadResult, piece);
}
static PipelineStep store(Piece piece) {
  return access(TensorEvent::Store, piece);
}
static PipelineStep nest(PipelineStep::Kind kind, Steps body,
                         Steps otherwise = {}) {
  PipelineStep step;
  step.kind = kind;
  step.body = std::move(body);
  step.otherwise = std::move(otherwise);
  return step;
}
static PipelineStep forEachTile(Steps body) {
  return nest(PipelineStep::ForEachTile, std::move(body));
}
static PipelineStep forEachTrip(Steps body) {
  return nest(PipelineStep::ForEachTrip, std::move(body));
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
class GraphBuilder {
public:
  explicit GraphBuilder(EventGraph &graph) : graph(graph) { addBlock(); }
  void add(Steps &steps);

private:
  unsigned addBlock() {
    graph.blocks.emplace_back();
    return graph.blocks.size() - 1;
  }
  void connect(unsigned from, unsigned to) {
    graph.blocks[from].successors.push_back(to);
  }
  void addLoop(PipelineStep &step);
  void addBranch(PipelineStep &step);

  EventGraph &graph;
  unsigned current = 0;
};
} // namespace

void GraphBuilder::addLoop(PipelineStep &step) {
  unsigned header = addBlock(), body = addBlock();
  connect(current, header);
  connect(header, body);
  current = body;
  add(step.body);
  connect(current, header);
  unsigned exit = addBlock();
  connect(header, exit);
  current = exit;
}

void GraphBuilder::addBranch(PipelineStep &step) {
  unsigned start = current, then = addBlock();
  connect(start, then);
  current = then;
  add(step.body);
  unsigned endOfThen = current, otherwise = addBlock();
  connect(start, otherwise);
  current = otherwise;
  add(step.otherwise);
  unsigned join = addBlock();
  connect(endOfThen, join);
  connect(current, join);
  current = join;
}

void GraphBuilder::add(Steps &steps) {
  for (PipelineStep &step : steps)
    switch (step.kind) {
    case PipelineStep::ForEachTile:
    case PipelineStep::ForEachTrip:
      addLoop(step);
      break;
    case PipelineStep::IfProduct:
      addBranch(step);
      break;
    case PipelineStep::Event:
      step.block = current;
      step.index = graph.blocks[current].events.size();
      EventNode node{step.event, 0};
      // A thread has one load at a time: results are read behind theirs.
      if (step.event == TensorEvent::Load)
        node.load = graph.numLoads++;
      if (step.event == TensorEvent::ReadResult)
        node.load = graph.numLoads - 1;
      graph.blocks[current].events.push_back(node);
      break;
    }
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

namespace {
enum class FirstSums { Cleared, StoredByTaker, StoredByOther };
struct ShapeOptions {
  bool copiesFactors = false;
  FirstSums first = FirstSums::Cleared;
  bool hasTwoTakers = false, maySkip = false, isAttention = false,
       rescales = false;
  /// The issuer has a fence of its own behind the wait for first sums, which it
  /// hands on as they are where a tile has no products.
  bool fencesRelay = false;
};
} // namespace

/// Fills stages, by copies to shared memory, or on to tensor memory.
static Steps makeProducer(const ShapeOptions &options) {
  Steps trip{waitUntilEmpty(Ring::StageEmpty)};
  if (options.copiesFactors) {
    trip.push_back(use(Piece::Stage));
    trip.push_back(commitTo(Ring::StageFull));
  } else {
    trip.push_back(arriveAt(Ring::StageFull));
  }
  return {forEachTile({forEachTrip(trip)})};
}

static Steps makeIssuer(const ShapeOptions &options) {
  Steps product;
  if (options.copiesFactors)
    product.push_back(use(Piece::Stage));
  if (options.isAttention) {
    product.push_back(waitUntilEmpty(Ring::WeightsEmpty));
    product.push_back(use(Piece::Scores));
    product.push_back(commitTo(Ring::ScoresFull));
    product.push_back(waitFor(Ring::WeightsFull));
    product.push_back(use(Piece::Weights));
    product.push_back(use(Piece::Sums));
    product.push_back(commitTo(Ring::WeightsEmpty));
  } else {
    product.push_back(use(Piece::Sums));
  }
  product.push_back(commitTo(Ring::StageEmpty));
  Steps trip{waitFor(Ring::StageFull)};
  if (options.maySkip)
    trip.push_back(
        nest(PipelineStep::IfProduct, product, {arriveAt(Ring::StageEmpty)}));
  else
    llvm::append_range(trip, product);
  Steps tile;
  if (options.first == FirstSums::Cleared)
    tile.push_back(waitUntilEmpty(Ring::SumsEmpty));
  else
    tile.push_back(waitFor(Ring::SumsBegun));
  if (options.fencesRelay)
    tile.push_back(boundary(TensorEvent::AfterFence, Ring::SumsBegun));
  tile.push_back(forEachTrip(trip));
  tile.push_back(commitTo(Ring::SumsFull));
  return {forEachTile(tile)};
}

/// Of attention: makes weights of scores. The issuer does not go on with sums
/// before they are there, so that it may rescale them.
static Steps makeCompute(const ShapeOptions &options) {
  Steps product{waitFor(Ring::ScoresFull), load(Piece::Scores),
                readResult(Piece::Scores), store(Piece::Weights)};
  if (options.rescales) {
    product.push_back(load(Piece::Sums));
    product.push_back(readResult(Piece::Sums));
    product.push_back(store(Piece::Sums));
  }
  product.push_back(arriveAt(Ring::WeightsFull));
  Steps trip =
      options.maySkip ? Steps{nest(PipelineStep::IfProduct, product)} : product;
  return {forEachTile({forEachTrip(trip)})};
}

/// Takes sums, and stores them in memory.
static Steps makeTaker(const ShapeOptions &options) {
  Steps tile;
  if (options.first == FirstSums::StoredByTaker) {
    tile.push_back(store(Piece::Sums));
    tile.push_back(arriveAt(Ring::SumsBegun));
  }
  tile.push_back(waitFor(Ring::SumsFull));
  tile.push_back(load(Piece::Sums));
  tile.push_back(readResult(Piece::Sums));
  // Else it gives the sums to itself.
  if (options.first != FirstSums::StoredByTaker)
    tile.push_back(arriveAt(Ring::SumsEmpty));
  return {forEachTile(tile)};
}

/// Stores the first sums of a tile as soon as the last ones are taken.
static Steps makeBeginner() {
  return {forEachTile({waitUntilEmpty(Ring::SumsEmpty), store(Piece::Sums),
                       arriveAt(Ring::SumsBegun)})};
}

static PipelineShape makeShape(const ShapeOptions &options) {
  PipelineShape shape;
  shape.maySkip = options.maySkip;
  shape.name = options.isAttention ? "attention" : "gemm";
  if (options.copiesFactors)
    shape.name += ", factors copied";
  if (options.first == FirstSums::StoredByTaker)
    shape.name += ", sums begun by epilogue";
  if (options.first == FirstSums::StoredByOther)
    shape.name += ", sums begun by another";
  if (options.rescales)
    shape.name += ", sums rescaled";
  if (options.hasTwoTakers)
    shape.name += ", two epilogues";
  if (options.maySkip)
    shape.name += ", skips";
  auto add = [&](llvm::StringRef name, Steps steps) {
    shape.agents.push_back({name.str(), std::move(steps), {}});
  };
  add("producer", makeProducer(options));
  add("issuer", makeIssuer(options));
  if (options.isAttention)
    add("compute", makeCompute(options));
  if (options.first == FirstSums::StoredByOther)
    add("beginner", makeBeginner());
  add("epilogue", makeTaker(options));
  if (options.hasTwoTakers) {
    add("second epilogue", makeTaker(options));
    shape.takers = 2;
  }
  for (PipelineAgent &agent : shape.agents)
    GraphBuilder(agent.graph).add(agent.steps);
  return shape;
}

std::vector<PipelineShape> tilefuzz::makePipelineShapes(bool fencesRelays) {
  std::vector<PipelineShape> shapes;
  for (bool maySkip : {false, true})
    for (bool hasTwoTakers : {false, true})
      for (bool copiesFactors : {false, true}) {
        ShapeOptions options;
        options.maySkip = maySkip;
        options.hasTwoTakers = hasTwoTakers;
        options.copiesFactors = copiesFactors;
        for (FirstSums first : {FirstSums::Cleared, FirstSums::StoredByTaker,
                                FirstSums::StoredByOther}) {
          options.first = first;
          options.fencesRelay =
              fencesRelays && first == FirstSums::StoredByOther;
          shapes.push_back(makeShape(options));
        }
        options.first = FirstSums::Cleared;
        options.fencesRelay = false;
        options.isAttention = true;
        for (bool rescales : {false, true}) {
          options.rescales = rescales;
          shapes.push_back(makeShape(options));
        }
      }
  return shapes;
}

//===----------------------------------------------------------------------===//
// Trips
//===----------------------------------------------------------------------===//

std::vector<PipelineTrips> tilefuzz::makePipelineTrips(bool maySkip) {
  constexpr unsigned mostTiles = 3, mostTrips = 2, mostStages = 3, mostSums = 2;
  std::vector<std::vector<bool>> tiles;
  for (unsigned trips = 0; trips <= mostTrips; ++trips)
    for (unsigned skipped = 0; skipped < (maySkip ? 1u << trips : 1u);
         ++skipped) {
      std::vector<bool> &tile = tiles.emplace_back();
      for (unsigned trip = 0; trip < trips; ++trip)
        tile.push_back(skipped >> trip & 1);
    }
  std::vector<std::vector<std::vector<bool>>> all{{}};
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].size() < mostTiles)
      for (const std::vector<bool> &tile : tiles) {
        auto longer = all[i];
        longer.push_back(tile);
        all.push_back(std::move(longer));
      }
  std::vector<PipelineTrips> result;
  for (unsigned stages = 1; stages <= mostStages; ++stages)
    for (unsigned sums = 1; sums <= mostSums; ++sums)
      for (const auto &list : all)
        result.push_back({stages, sums, list});
  return result;
}
