//===- OrderTrace.cpp - The accesses of one run and their order -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/OrderTrace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <set>

using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// BlockOrder
//===----------------------------------------------------------------------===//

void BlockOrder::dropAll() {
  tooLarge = true;
  // With their memory, which an assignment of `{}` would keep.
  instances = std::vector<OrderInstance>();
  events = std::vector<OrderEvent>();
  ordered = std::vector<llvm::BitVector>();
}

void BlockOrder::close() {
  ordered.clear();
  if (isTooLarge())
    return;
  ordered.reserve(instances.size());
  for (const OrderInstance &instance : instances) {
    llvm::BitVector before(instances.size());
    for (unsigned predecessor : instance.predecessors) {
      before |= ordered[predecessor];
      before.set(predecessor);
    }
    ordered.push_back(std::move(before));
  }
}

bool OrderInstance::mayPrint(const OrderInstance &other) const {
  if (text == other.text)
    return true;
  if (textWithoutFloats != other.textWithoutFloats ||
      floats.size() != other.floats.size())
    return false;
  return llvm::all_of(llvm::zip_equal(floats, other.floats), [](auto pair) {
    auto &[mine, its] = pair;
    if (!mine.bounds.exact)
      return mine.bounds.contains(its.value);
    return std::isnan(mine.value)
               ? std::isnan(its.value)
               : mine.value == its.value &&
                     std::signbit(mine.value) == std::signbit(its.value);
  });
}

bool BlockOrder::isKeptAsItIs(const BlockOrder &other) const {
  if (isTooLarge() || instances.size() != other.instances.size() ||
      events.size() != other.events.size())
    return false;
  for (auto [mine, its] : llvm::zip_equal(instances, other.instances))
    if (mine.ordering != its.ordering || mine.scope != its.scope ||
        mine.numEvents != its.numEvents || mine.text != its.text ||
        mine.site.location != its.site.location)
      return false;
  for (auto [mine, its] : llvm::zip_equal(events, other.events))
    if (mine.kind != its.kind || mine.isAtomic != its.isAtomic ||
        mine.instance != its.instance || mine.buffer != its.buffer ||
        mine.offset != its.offset || mine.size != its.size ||
        mine.value != its.value)
      return false;
  for (auto [mine, its] : llvm::zip_equal(ordered, other.ordered))
    if (mine.test(its))
      return false;
  return true;
}

bool OrderTrace::isKeptAsItIs(const OrderTrace &other) const {
  return buffers == other.buffers && blocks.size() == other.blocks.size() &&
         llvm::all_of(llvm::zip(blocks, other.blocks), [](auto pair) {
           return std::get<0>(pair).isKeptAsItIs(std::get<1>(pair));
         });
}

std::vector<unsigned> BlockOrder::path(unsigned from, unsigned to) const {
  std::vector<int> next(instances.size(), -1);
  std::deque<unsigned> queue = {to};
  while (!queue.empty()) {
    unsigned at = queue.front();
    queue.pop_front();
    for (unsigned before : instances[at].predecessors) {
      if (next[before] >= 0)
        continue;
      next[before] = at;
      queue.push_back(before);
    }
  }
  std::vector<unsigned> result;
  if (next[from] < 0)
    return result;
  for (unsigned at = from; at != to; at = next[at])
    result.push_back(at);
  result.push_back(to);
  return result;
}

//===----------------------------------------------------------------------===//
// OrderRecorder
//===----------------------------------------------------------------------===//

OrderRecorder::OrderRecorder(const Launch &launch) {
  takesRuns = true;
  trace.blocks.resize(size_t(launch.grid[0]) * launch.grid[1] * launch.grid[2]);
  for (const BufferSpec &buffer : launch.buffers) {
    trace.buffers.push_back(buffer.name);
    trace.areFloats.push_back(isFloat(buffer.kind));
  }
  trace.numLaunched = trace.buffers.size();
}

static uint64_t keyOf(ChainEntry place) {
  return uint64_t(place.chain) << 32 | place.index;
}

bool OrderRecorder::hasRoom(BlockOrder &block, size_t events) {
  if (block.isTooLarge())
    return false;
  if (block.instances.size() <= BlockOrder::maxInstances &&
      numEvents + events <= BlockOrder::maxEvents) {
    numEvents += events;
    return true;
  }
  numEvents -= block.events.size();
  block.dropAll();
  return false;
}

unsigned OrderRecorder::instanceOf(const Instruction &in,
                                   const Access &access) {
  if (lastPlace == keyOf(access.place))
    return lastPosition;
  BlockOrder &block = trace.blocks[access.block];
  lastPlace = keyOf(access.place);
  auto [known, isNew] =
      positions.try_emplace(keyOf(access.place), block.instances.size());
  lastPosition = known->second;
  if (!isNew)
    return lastPosition;
  OrderInstance &instance = block.instances.emplace_back();
  instance.ordering = access.ordering;
  instance.scope = access.scope;
  instance.site = access.site;
  instance.op = in.op;
  instance.firstEvent = block.events.size();
  // A token may come of thousands.
  llvm::SmallDenseSet<unsigned, 8> before;
  for (ChainEntry member : access.before->members) {
    auto found = positions.find(keyOf(member));
    if (found != positions.end() && before.insert(found->second).second)
      instance.predecessors.push_back(found->second);
  }
  return lastPosition;
}

void OrderRecorder::noteBuffer(Machine &machine, int buffer) {
  if (size_t(buffer) < trace.numLaunched)
    return;
  std::string &name = globals[buffer];
  if (name.empty() && machine.globals &&
      size_t(buffer) < trace.numLaunched + machine.globals->size())
    name = machine.memory.nameOf(buffer).str();
}

void OrderRecorder::onRun(Machine &machine, const Instruction &in,
                          const ElementRun &run) {
  BlockOrder &block = trace.blocks[run.access.block];
  if (!hasRoom(block, run.offsets.size()))
    return;
  unsigned position = instanceOf(in, run.access);
  noteBuffer(machine, run.buffer);
  size_t first = block.events.size();
  block.events.resize(first + run.offsets.size());
  block.instances[position].numEvents += run.offsets.size();
  const char *bits = static_cast<const char *>(run.bits);
  OrderEvent event;
  event.kind = run.isWrite ? OrderEvent::Kind::Write : OrderEvent::Kind::Read;
  event.instance = position;
  event.buffer = run.buffer;
  event.size = run.size;
  for (auto [i, offset] : llvm::enumerate(run.offsets)) {
    event.offset = offset;
    event.value = 0;
    std::memcpy(&event.value, bits + i * run.size, run.size);
    block.events[first + i] = event;
  }
}

void OrderRecorder::onElement(Machine &machine, const Instruction &in,
                              const ElementEvent &element) {
  BlockOrder &block = trace.blocks[element.access.block];
  if (!hasRoom(block, 1))
    return;
  unsigned position = lastPlace == keyOf(element.access.place)
                          ? lastPosition
                          : instanceOf(in, element.access);
  OrderInstance &instance = block.instances[position];
  noteBuffer(machine, element.buffer);
  OrderEvent &event = block.events.emplace_back();
  event.kind =
      element.isWrite ? OrderEvent::Kind::Write : OrderEvent::Kind::Read;
  event.instance = position;
  event.buffer = element.buffer;
  event.offset = element.offset;
  event.size = element.size;
  event.value = element.unspecified ? 0 : element.bits;
  // Only atomics read and then write.
  if (element.isWrite && instance.numEvents) {
    OrderEvent &last = *std::prev(block.events.end(), 2);
    if (last.kind == OrderEvent::Kind::Read && last.isSameRange(event))
      last.isAtomic = event.isAtomic = true;
  }
  ++instance.numEvents;
}

void OrderRecorder::onAccess(Machine &, const Instruction &in,
                             const Access &access) {
  if (hasRoom(trace.blocks[access.block], 0))
    instanceOf(in, access);
}

Flow OrderRecorder::evaluate(Machine &machine, const Instruction &in) {
  BlockOrder &block = trace.blocks[machine.blockIndex];
  size_t instances = block.instances.size();
  size_t printed = machine.outcome.printed.size();
  Flow flow = in.evaluate(machine, in);
  if (block.instances.size() > instances &&
      machine.outcome.printed.size() > printed && hasRoom(block, 1)) {
    OrderInstance &instance = block.instances.back();
    instance.text = machine.outcome.printed.substr(printed);
    instance.textWithoutFloats = std::move(printedWithoutFloats);
    instance.floats = std::move(printedFloats);
    OrderEvent event;
    event.kind = OrderEvent::Kind::Print;
    event.instance = instances;
    block.events.push_back(event);
    ++instance.numEvents;
  }
  return flow;
}

void OrderRecorder::onPrint(Machine &, const Instruction &,
                            llvm::StringRef text,
                            llvm::ArrayRef<PrintedFloat> floats) {
  printedWithoutFloats = text.str();
  printedFloats = floats.vec();
}

OrderTrace OrderRecorder::take() {
  // Numbers of buffers that are not the launch's depend on the run.
  std::map<std::string, int> named;
  auto numberOf = [&](const std::string &name) {
    auto [known, isNew] = named.try_emplace(name, trace.buffers.size());
    if (isNew)
      trace.buffers.push_back(name);
    return known->second;
  };
  for (BlockOrder &block : trace.blocks) {
    if (!globals.empty()) {
      std::set<int> allocations;
      for (const OrderEvent &event : block.events)
        if (globals.count(event.buffer) && globals[event.buffer].empty())
          allocations.insert(event.buffer);
      llvm::DenseMap<int, int> numbers;
      for (auto [i, buffer] : llvm::enumerate(allocations))
        numbers[buffer] = numberOf("alloca#" + std::to_string(i));
      for (OrderEvent &event : block.events) {
        auto found = globals.find(event.buffer);
        if (found == globals.end())
          continue;
        event.buffer = found->second.empty() ? numbers.lookup(event.buffer)
                                             : numberOf(found->second);
      }
    }
    if (block.instances.size() > BlockOrder::maxInstances)
      block.dropAll();
    block.close();
  }
  return std::move(trace);
}

llvm::Expected<TracedRun> tilefuzz::traceOrder(const DecodedProgram &program,
                                               const Launch &launch,
                                               const Schedule &schedule,
                                               uint64_t stepLimit) {
  OrderRecorder recorder(launch);
  TileRunOptions options;
  options.schedule = schedule;
  options.stepLimit = stepLimit;
  options.observer = &recorder;
  llvm::Expected<Outcome> outcome = program.run(launch, options);
  if (!outcome)
    return outcome.takeError();
  return TracedRun{std::move(*outcome), recorder.take()};
}
