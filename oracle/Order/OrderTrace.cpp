//===- OrderTrace.cpp - The accesses of one run and their order -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/OrderTrace.h"
#include "interp/Tile/BlockScheduler.h"
#include <deque>
#include <map>

using namespace tilefuzz;

namespace {
/// Performs accesses and writes them down.
class TracingMemory : public Memory, public MachineObserver {
public:
  TracingMemory(Memory memory, size_t numLaunched, OrderTrace &trace)
      : Memory(std::move(memory)), numLaunched(numLaunched), trace(trace) {}

  Access begin(uint32_t block, AccessOrdering ordering, AccessScope scope,
               AccessSite site, const TokenRef &token) override {
    Access access =
        Memory::begin(block, ordering, scope, std::move(site), token);
    BlockOrder &order = trace.blocks[block];
    positions[{access.place.chain, access.place.index}] =
        order.instances.size();
    OrderInstance instance{access, operation, {}};
    for (ChainEntry member : access.before->members)
      instance.predecessors.push_back(
          positions.at({member.chain, member.index}));
    order.instances.push_back(std::move(instance));
    return access;
  }
  uint64_t read(Access &access, int buffer, int64_t offset, unsigned size,
                bool &unspecified, BufferImage::Enclosure *enclosure) override {
    uint64_t bits =
        Memory::read(access, buffer, offset, size, unspecified, enclosure);
    // Only tokens order here.
    access.acquired.clear();
    add(access, OrderEvent::Kind::Read, buffer, offset, size, bits);
    return bits;
  }
  void write(Access &access, int buffer, int64_t offset, unsigned size,
             uint64_t bits, bool unspecified,
             const BufferImage::Enclosure *enclosure,
             UpdateKind update) override {
    Memory::write(access, buffer, offset, size, bits, unspecified, enclosure,
                  update);
    std::vector<OrderEvent> &events = trace.blocks[access.block].events;
    bool isAtomic = update != UpdateKind::None;
    if (isAtomic && !events.empty())
      events.back().isAtomic = true;
    if (OrderEvent *event =
            add(access, OrderEvent::Kind::Write, buffer, offset, size, bits))
      event->isAtomic = isAtomic;
  }

  Flow evaluate(Machine &machine, const Instruction &in) override {
    operation = in.op;
    BlockOrder &order = trace.blocks[machine.blockIndex];
    size_t instances = order.instances.size();
    size_t printed = machine.outcome.printed.size();
    Flow flow = in.evaluate(machine, in);
    if (order.instances.size() > instances &&
        machine.outcome.printed.size() > printed) {
      OrderEvent event;
      event.kind = OrderEvent::Kind::Print;
      event.instance = instances;
      event.text = machine.outcome.printed.substr(printed);
      order.events.push_back(std::move(event));
    }
    return flow;
  }

private:
  OrderEvent *add(const Access &access, OrderEvent::Kind kind, int buffer,
                  int64_t offset, unsigned size, uint64_t value) {
    if (size_t(buffer) >= numLaunched)
      return nullptr;
    BlockOrder &order = trace.blocks[access.block];
    OrderEvent &event = order.events.emplace_back();
    event.kind = kind;
    event.instance = positions.at({access.place.chain, access.place.index});
    event.buffer = buffer;
    event.offset = offset;
    event.size = size;
    event.value = value;
    return &event;
  }

  size_t numLaunched;
  OrderTrace &trace;
  mlir::Operation *operation = nullptr;
  /// From a chain's entry to the position of the instance in its block.
  std::map<std::pair<uint32_t, uint32_t>, unsigned> positions;
};
} // namespace

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

llvm::Expected<OrderTrace> tilefuzz::traceOrder(const DecodedProgram &program,
                                                const Launch &launch,
                                                const Schedule &schedule,
                                                uint64_t stepLimit) {
  llvm::Expected<LaunchedProgram> launched =
      LaunchedProgram::create(program, launch);
  if (!launched)
    return launched.takeError();
  llvm::Expected<Memory> plain = Memory::create(launch, schedule);
  if (!plain)
    return plain.takeError();
  OrderTrace trace;
  trace.blocks.resize(launched->numBlocks());
  TracingMemory memory(std::move(*plain), launch.buffers.size(), trace);
  launched->allocateGlobals(memory);
  auto startBlock = [&](uint32_t block) {
    std::unique_ptr<Machine> machine =
        launched->startBlock(memory, trace.outcome, block);
    machine->observer = &memory;
    return machine;
  };
  BlockScheduler(memory, trace.outcome, launched->numBlocks(), schedule,
                 stepLimit, startBlock)
      .run();
  trace.outcome.buffers = memory.takeImages();
  return std::move(trace);
}
