//===- TreeOrders.cpp - Trees that no fence can tell apart ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/TreeOrders.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// Of one shape
//===----------------------------------------------------------------------===//

TreeOrder tilefuzz::getOrder(const TreeShape &shape) {
  const std::vector<EventBlock> &blocks = shape.graph.blocks;
  std::vector<int> placeOf(blocks.size(), -1);
  for (unsigned i = 0; i != shape.places.size(); ++i)
    placeOf[shape.places[i]] = i;
  TreeOrder order{};
  for (unsigned i = 0; i != shape.places.size(); ++i) {
    std::vector<bool> isSeen(blocks.size());
    SmallVector<unsigned, 8> open{shape.places[i]};
    while (!open.empty()) {
      for (unsigned next : blocks[open.pop_back_val()].successors) {
        if (isSeen[next])
          continue;
        isSeen[next] = true;
        if (placeOf[next] < 0)
          open.push_back(next);
        else
          order[i] |= 1u << placeOf[next];
      }
    }
  }
  return order;
}

TreeOrder tilefuzz::getCanonical(const TreeOrder &order, unsigned numPlaces) {
  std::array<unsigned, maxTreePlaces> names;
  std::iota(names.begin(), names.end(), 0);
  TreeOrder least = order;
  do {
    TreeOrder renamed{};
    for (unsigned i = 0; i != numPlaces; ++i)
      for (unsigned j = 0; j != numPlaces; ++j)
        if (order[i] >> j & 1)
          renamed[names[i]] |= 1u << names[j];
    least = std::min(least, renamed);
  } while (std::next_permutation(names.begin(), names.begin() + numPlaces));
  return least;
}

//===----------------------------------------------------------------------===//
// Of all
//===----------------------------------------------------------------------===//

namespace {
/// What the rest of a tree may see of a part of it, whose places are numbered
/// from 0 on.
struct Part {
  unsigned size = 0;
  /// There is a way through it without a place.
  bool isSkippable = true;
  /// Where ways begin and end, a bit each.
  uint8_t first = 0, last = 0;
  TreeOrder order{};

  bool operator<(const Part &other) const {
    return std::tie(size, isSkippable, first, last, order) <
           std::tie(other.size, other.isSkippable, other.first, other.last,
                    other.order);
  }
  /// Whoever is at the end of these may begin again at those.
  void connect(uint8_t ends, uint8_t begins) {
    for (unsigned i = 0; i != size; ++i)
      if (ends >> i & 1)
        order[i] |= begins;
  }
};

/// One of the sequences of steps that are such a part, and how many there are.
struct Members {
  std::vector<TreeStep> steps;
  uint64_t count = 0;
};
using Parts = std::map<Part, Members>;
} // namespace

static Part makePlace() {
  Part part;
  part.size = 1;
  part.isSkippable = false;
  part.first = part.last = 1;
  return part;
}

/// Both, side by side and not connected; which of them are ways is left open.
static Part putTogether(const Part &a, const Part &b) {
  Part both;
  both.size = a.size + b.size;
  both.order = a.order;
  for (unsigned i = 0; i != b.size; ++i)
    both.order[a.size + i] = b.order[i] << a.size;
  return both;
}

static Part makeSequence(const Part &a, const Part &b) {
  Part both = putTogether(a, b);
  both.isSkippable = a.isSkippable && b.isSkippable;
  uint8_t first = b.first << a.size, last = b.last << a.size;
  both.first = a.first | (a.isSkippable ? first : 0);
  both.last = last | (b.isSkippable ? a.last : 0);
  both.connect(a.last, first);
  return both;
}

static Part makeIf(const Part &a, const Part &b) {
  Part both = putTogether(a, b);
  both.isSkippable = a.isSkippable || b.isSkippable;
  both.first = a.first | b.first << a.size;
  both.last = a.last | b.last << a.size;
  return both;
}

/// It may be left ahead of the body, and between the two parts of it if it has
/// an exit there.
static Part makeLoop(const Part &a, const Part &b, bool hasExit) {
  Part loop = makeSequence(a, b);
  loop.connect(loop.last, loop.first);
  loop.isSkippable = true;
  if (hasExit)
    loop.last |= a.last;
  return loop;
}

/// The smaller text stands for all.
static void add(Parts &parts, const Part &part, std::vector<TreeStep> steps,
                uint64_t count) {
  Members &members = parts[part];
  if (!members.count)
    members.steps = std::move(steps);
  members.count += count;
}

namespace {
class Maker {
public:
  /// In a row.
  const Parts &getSequences(unsigned size, unsigned depth);

private:
  /// One construct.
  const Parts &getSteps(unsigned size, unsigned depth);

  using Memo = std::map<std::pair<unsigned, unsigned>, Parts>;
  Memo sequences, steps;
};
} // namespace

const Parts &Maker::getSteps(unsigned size, unsigned depth) {
  auto [it, isNew] = steps.try_emplace({size, depth});
  Parts &parts = it->second;
  if (!isNew)
    return parts;
  if (size == 1)
    add(parts, makePlace(), {{TreeConstruct::Place, 0, {}, {}}}, 1);
  if (depth == 0)
    return parts;
  using Construct = TreeConstruct;
  for (const auto &[part, members] : getSequences(size, depth - 1)) {
    const std::vector<TreeStep> &body = members.steps;
    add(parts, makeIf(part, {}), {{Construct::If, 0, body, {}}}, members.count);
    add(parts, makeLoop(part, {}, false), {{Construct::For, 0, body, {}}},
        members.count);
    add(parts, makeLoop(part, {}, true), {{Construct::ForExit, 0, body, {}}},
        members.count);
  }
  for (unsigned left = 1; left < size; ++left)
    for (const auto &[first, some] : getSequences(left, depth - 1))
      for (const auto &[second, others] :
           getSequences(size - left, depth - 1)) {
        uint64_t count = some.count * others.count;
        add(parts, makeIf(first, second),
            {{Construct::IfElse, 0, some.steps, others.steps}}, count);
        add(parts, makeLoop(first, second, true),
            {{Construct::ForExit, 0, some.steps, others.steps}}, count);
      }
  return parts;
}

const Parts &Maker::getSequences(unsigned size, unsigned depth) {
  auto [it, isNew] = sequences.try_emplace({size, depth});
  Parts &parts = it->second;
  if (!isNew)
    return parts;
  if (size == 0)
    add(parts, {}, {}, 1);
  for (unsigned head = 1; head <= size; ++head)
    for (const auto &[step, some] : getSteps(head, depth))
      for (const auto &[tail, others] : getSequences(size - head, depth)) {
        std::vector<TreeStep> row = some.steps;
        row.insert(row.end(), others.steps.begin(), others.steps.end());
        add(parts, makeSequence(step, tail), std::move(row),
            some.count * others.count);
      }
  return parts;
}

std::vector<TreeClass> tilefuzz::makeTreeClasses(unsigned numPlaces,
                                                 unsigned depth) {
  Maker maker;
  // Where a tree begins and ends is nothing to the order.
  std::map<TreeOrder, TreeOrder> canonical;
  std::map<TreeOrder, unsigned> numbers;
  std::vector<TreeClass> classes;
  for (const auto &[part, members] : maker.getSequences(numPlaces, depth)) {
    auto [known, isNew] = canonical.try_emplace(part.order);
    if (isNew)
      known->second = getCanonical(part.order, numPlaces);
    auto [number, isFirst] = numbers.try_emplace(known->second, classes.size());
    if (isFirst)
      classes.push_back({makeTreeShape(members.steps), 0});
    classes[number->second].count += members.count;
  }
  return classes;
}
