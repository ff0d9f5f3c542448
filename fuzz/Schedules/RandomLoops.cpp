//===- RandomLoops.cpp - Loops of nv_tileas to be scheduled ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Schedules/RandomLoops.h"
#include "compiler/Support/Random/Random.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <vector>

using namespace llvm;
using namespace tilefuzz;

namespace {
class LoopDraft {
public:
  LoopDraft(uint64_t seed, uint64_t index)
      : state(mixBits(seed) ^ mixBits(index + 1)),
        // By itself, so that other loops are what they were without rings.
        rings(mixBits(state) % 3 ? 0 : 1 + mixBits(state) / 3 % 2) {}

  std::string write(const RandomLoopOptions &options);

private:
  unsigned choose(unsigned count) { return nextRandom(state) % count; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[choose(from.size())];
  }
  /// Recent values more often than old ones, so that chains get long.
  const std::string &pickTile() {
    size_t recent = std::min<size_t>(tiles.size(), 4);
    return choose(2) ? tiles[tiles.size() - 1 - choose(recent)] : pick(tiles);
  }
  std::string fresh() { return "%v" + std::to_string(count++); }
  void line(const Twine &text) { body += ("      " + text + "\n").str(); }
  void step(const Twine &text) {
    ++operationsMade;
    line(text);
  }

  void addOperation();
  void addArithmetic();
  void addLoad();
  void addStore();
  void addUpdate();
  void addBranch();
  void addEffect();
  void addPut(unsigned ring);
  void addGet(unsigned ring);
  /// Ends a put or a get that has begun, so that others may come between.
  void endStep();

  uint64_t state;
  /// Each has a ring that it is put into and taken from.
  unsigned rings;
  /// A put or get that has begun.
  struct Begun {
    /// Of a put; none: a get.
    std::optional<unsigned> ring;
    /// What ends it; the last operation first.
    std::vector<std::string> steps;
  };
  std::vector<Begun> begun;
  /// Every iteration can be run: gets begin behind what they wait for.
  bool runs = false;
  unsigned operationsMade = 0;
  unsigned count = 0;
  std::string body, tile;
  std::vector<std::string> tiles, tokens, buffers;
};
} // namespace

void LoopDraft::addArithmetic() {
  static constexpr StringLiteral binary[] = {"arith.addf", "arith.mulf",
                                             "arith.maximumf"};
  static constexpr StringLiteral unary[] = {"math.exp2", "arith.negf",
                                            "math.absf"};
  std::string name = fresh();
  if (choose(3))
    line(name + " = " + binary[choose(3)] + " " + pickTile() + ", " +
         pickTile() + " : " + tile);
  else
    line(name + " = " + unary[choose(3)] + " " + pickTile() + " : " + tile);
  tiles.push_back(name);
}

void LoopDraft::addLoad() {
  std::string name = fresh();
  line(formatv("{0}, {0}t = nv_tileas.tiled_load %view[%c{1}] token {2} : "
               "(!view, index, !nv_tileaa.mem_token) -> ({3}, "
               "!nv_tileaa.mem_token)",
               name, choose(2), pick(tokens), tile)
           .str());
  tiles.push_back(name);
  tokens.push_back(name + "t");
}

void LoopDraft::addStore() {
  std::string name = fresh();
  line(formatv("{0} = nv_tileas.tiled_store %view, {1}[%c{2}] token {3} : "
               "(!view, {4}, index, !nv_tileaa.mem_token) -> "
               "!nv_tileaa.mem_token",
               name, pickTile(), choose(2), pick(tokens), tile)
           .str());
  tokens.push_back(name);
}

void LoopDraft::addUpdate() {
  std::string name = fresh();
  const std::string &buffer = choose(4) ? buffers.back() : pick(buffers);
  line(name + " = nv_tileas.insert_slice " + pickTile() + " into " + buffer +
       " [0] : " + tile + " into " + tile);
  buffers.push_back(name);
  // Buffers are read as tiles are.
  if (choose(2))
    tiles.push_back(name);
}

void LoopDraft::addBranch() {
  std::string name = fresh(), inner = fresh();
  std::string used = pickTile(), other = pickTile();
  line(name + " = scf.if %cond -> " + tile + " {");
  line("  " + inner + " = arith.addf " + used + ", " + pickTile() + " : " +
       tile);
  line("  scf.yield " + inner + " : " + tile);
  line("} else {");
  line("  scf.yield " + other + " : " + tile);
  line("}");
  tiles.push_back(name);
}

void LoopDraft::addEffect() { line("nv_tileaa.assert %cond, \"m\" : i1"); }

void LoopDraft::addPut(unsigned ring) {
  std::string name = fresh();
  step(formatv("{0}, {0}t = nv_tileas.async.pipeline.producer_acquire "
               "%p{1}[%to{1}] : !ring, !iter -> !nv_tileaa.mem_token",
               name, ring)
           .str());
  begun.push_back(
      {ring,
       {formatv("nv_tileas.async.pipeline.producer_commit %p{0}, {1}w : !ring",
                ring, name)
            .str(),
        formatv("{0}w = nv_tileas.async.pipeline.producer_write %p{1}, {0} {{ "
                "nv_tileas.async.pipeline.yield {2}, {0}t : {3}, "
                "!nv_tileaa.mem_token } : !ring",
                name, ring, pickTile(), tile)
            .str()}});
}

void LoopDraft::addGet(unsigned ring) {
  auto isItsPut = [&](const Begun &other) { return other.ring == ring; };
  while (runs && llvm::any_of(begun, isItsPut))
    endStep();
  std::string name = fresh();
  step(formatv("{0}, {0}t = nv_tileas.async.pipeline.consumer_wait "
               "%p{1}[%from{1}] pending = 0 : !ring, !iter",
               name, ring)
           .str());
  step(formatv("{0}r = nv_tileas.async.pipeline.consumer_read %p{1}, {0} : "
               "!ring -> {2}",
               name, ring, tile)
           .str());
  tiles.push_back(name + "r");
  tokens.push_back(name + "t");
  begun.push_back({std::nullopt,
                   {formatv("nv_tileas.async.pipeline.consumer_release %p{0}, "
                            "{1} after {2} : !nv_tileaa.mem_token : !ring",
                            ring, name, pick(tokens))
                        .str()}});
}

void LoopDraft::endStep() {
  size_t at = choose(begun.size());
  step(begun[at].steps.back());
  begun[at].steps.pop_back();
  if (begun[at].steps.empty())
    begun.erase(begun.begin() + at);
}

void LoopDraft::addOperation() {
  if (!begun.empty() && choose(2))
    return endStep();
  ++operationsMade;
  switch (choose(16)) {
  default:
    return addArithmetic();
  case 0:
  case 1:
    return addLoad();
  case 2:
    return addStore();
  case 3:
    return addUpdate();
  case 4:
    return addBranch();
  case 5:
    if (!choose(3))
      return addEffect();
    return addArithmetic();
  }
}

std::string LoopDraft::write(const RandomLoopOptions &options) {
  // 128 << k elements: an addition holds its unit for 1 << k cycles.
  unsigned registers = choose(4);
  SmallVector<std::string> lanes, warps, own;
  unsigned bit = 0;
  for (; bit < registers; ++bit)
    own.push_back(std::to_string(1 << bit));
  for (unsigned i = 0; i < 5; ++i)
    lanes.push_back(std::to_string(1 << bit++));
  for (unsigned i = 0; i < 2; ++i)
    warps.push_back(std::to_string(1 << bit++));
  std::string shape = std::to_string(128 << registers);
  tile = "tensor<" + shape + "xf32, #L>";

  unsigned carried = 1 + choose(4);
  std::vector<std::string> arguments, inits, types;
  for (unsigned i = 0; i < carried; ++i) {
    arguments.push_back("%a" + std::to_string(i));
    inits.push_back(arguments.back() + " = %init");
    types.push_back(tile);
    (choose(4) ? tiles : buffers).push_back(arguments.back());
  }
  bool carriesToken = choose(2);
  if (carriesToken) {
    inits.push_back("%at = %token");
    types.push_back("!nv_tileaa.mem_token");
    tokens.push_back("%at");
  }
  tiles.push_back("%init");
  buffers.push_back("%init");
  if (!carriesToken || choose(2))
    tokens.push_back("%token");
  unsigned operations =
      options.minOperations +
      choose(options.maxOperations - options.minOperations + 1);
  // Both sides of each, one of which may come first; one slot for each step.
  std::vector<std::pair<unsigned, bool>> sides;
  runs = options.runs;
  for (unsigned ring = 0; ring < rings; ++ring) {
    unsigned places = sides.size() + 1;
    for (bool isPut : {true, false}) {
      unsigned at = choose(places);
      sides.insert(sides.begin() + at, {ring, isPut});
      // The last one comes first.
      places = runs ? at + 1 : sides.size() + 1;
    }
  }
  while (operationsMade + 4 * sides.size() + 2 * rings < operations) {
    if (sides.empty() || choose(3)) {
      addOperation();
      continue;
    }
    auto [ring, isPut] = sides.back();
    sides.pop_back();
    isPut ? addPut(ring) : addGet(ring);
  }
  if (runs)
    std::reverse(sides.begin(), sides.end());
  for (auto [ring, isPut] : sides)
    isPut ? addPut(ring) : addGet(ring);
  while (!begun.empty())
    endStep();
  std::string ringsBefore;
  for (unsigned ring = 0; ring < rings; ++ring) {
    ringsBefore += formatv("    %p{0} = nv_tileas.async.pipeline."
                           "create_pipeline {{barrier_slot = {0} : i32} : "
                           "!ring\n",
                           ring);
    for (StringRef side : {"to", "from"}) {
      std::string name = (side + Twine(ring)).str();
      line("%next" + name + " = nv_tileas.async.pipeline.inc_iter %" + name +
           " : !iter");
      inits.push_back("%" + name + " = %it");
      types.push_back("!iter");
    }
  }
  std::vector<std::string> yields;
  for (unsigned i = 0; i < carried; ++i)
    // Some go round through another carried value.
    yields.push_back(!choose(4)   ? pick(arguments)
                     : !choose(4) ? buffers.back()
                                  : pickTile());
  if (carriesToken)
    yields.push_back(tokens.back());
  for (unsigned ring = 0; ring < rings; ++ring)
    for (StringRef side : {"to", "from"})
      yields.push_back(("%next" + side + Twine(ring)).str());
  if (rings)
    ringsBefore += "    %it = nv_tileas.async.pipeline.create_iterator : "
                   "!iter\n";
  auto list = [](const auto &items) { return llvm::join(items, ", "); };
  return formatv(
      "#L = #nv_tileas.linear<reg = [{0}], lane = [{1}], warp = [{2}]>\n"
      "!view = !nv_tileas.tiled_view<tile = [{3}], memref = <?xf32, strides = "
      "[1], 1>, dim_map = [0]>\n"
      "!ring = !nv_tileas.pipeline<{5}, depth = 3>\n"
      "!iter = !nv_tileas.pipeline_iter<depth = 3>\n"
      "module attributes {{nv_tileaa.compute_capability = {4} : i32} {{\n"
      "  nv_tileaa.func @f(%view: !view, %init: {5}, %n: i32, %one: i32, "
      "%cond: i1, %c0: index, %c1: index, %token: !nv_tileaa.mem_token) "
      "attributes {{kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas "
      "= 1, occupancy = 1>} {{\n{11}"
      "    %r:{6} = scf.for %i = %one to %n step %one iter_args({7}) -> ({8}) "
      ": i32 {{\n{9}      scf.yield {10} : {8}\n    }\n"
      "    nv_tileaa.return\n  }\n}\n",
      list(own), list(lanes), list(warps), shape,
      ArrayRef<int>({80, 90, 100, 120})[choose(4)], tile, inits.size(),
      list(inits), list(types), body, list(yields), ringsBefore);
}

std::string tilefuzz::makeRandomLoop(uint64_t seed, uint64_t index,
                                     const RandomLoopOptions &options) {
  return LoopDraft(seed, index).write(options);
}
