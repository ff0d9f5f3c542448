//===- SimtMachine.cpp - Run a kernel, thread by thread -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "compiler/Support/DynamicShared.h"
#include "interp/Program/Address.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/LaunchControl.h"
#include "interp/Simt/Machine/Lockstep.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

uint32_t Machine::dynamicSharedBytes() const {
  if (device)
    return device->sharedBytes;
  if (launch.sharedBytes)
    return launch.sharedBytes;
  std::string name = kernel.name + dynamicSharedSuffix;
  for (const Object &object : kernel.objects)
    if (object.isConstant && object.name == name && object.bytes.size() == 4)
      return support::endian::read32le(object.bytes.data());
  return 0;
}

bool Machine::stop(RunStatus status, const Twine &condition,
                   const Instruction *at) {
  if (stopped)
    return false;
  stopped = true;
  outcome.status = status;
  outcome.condition = condition.str();
  if (at) {
    Place place = kernel.placeOf(indexOf(*at));
    outcome.site.operation = std::move(place.operation);
    outcome.site.location = std::move(place.location);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

static bool elementKindOf(RegisterType type, ElementKind &kind) {
  switch (type.kind) {
  case TypeKind::F16:
    return parseElementKind("f16", kind);
  case TypeKind::BF16:
    return parseElementKind("bf16", kind);
  case TypeKind::F32:
    return parseElementKind("f32", kind);
  case TypeKind::F64:
    return parseElementKind("f64", kind);
  default:
    return parseElementKind("i" + std::to_string(type.width), kind);
  }
}

bool Machine::addArguments() {
  if (kernel.parameters.size() != launch.args.size())
    return stop(RunStatus::Unsupported,
                "kernel '" + Twine(kernel.name) + "' has " +
                    Twine(kernel.parameters.size()) +
                    " parameters, the launch " + Twine(launch.args.size()) +
                    " arguments");
  for (auto [i, parameter, arg] : enumerate(kernel.parameters, launch.args)) {
    Lane &value = firstFrame[parameter.slot];
    if (kernel.hasFlatAddresses && arg.buffer >= 0) {
      if (parameter.type.width != 64)
        return stop(RunStatus::Unsupported,
                    "a buffer for parameter " + Twine(i));
      value.bits = globalAddress(1 + arg.buffer, arg.offset);
      continue;
    }
    if (parameter.type.kind == TypeKind::Pointer) {
      if (arg.buffer < 0)
        return stop(RunStatus::Unsupported,
                    "a scalar for pointer parameter " + Twine(i));
      value.allocation = 1 + arg.buffer;
      value.bits = arg.offset;
      continue;
    }
    ElementKind kind;
    if (!elementKindOf(parameter.type, kind))
      return stop(RunStatus::Unsupported, "the type of parameter " + Twine(i));
    Expected<uint64_t> bits = scalarBits(arg, kind);
    if (!bits)
      return stop(RunStatus::Unsupported, toString(bits.takeError()));
    value.bits = *bits;
  }
  return true;
}

Expected<std::array<uint32_t, 3>> simt::ctaShapeOf(const Kernel &kernel,
                                                   const Launch &launch) {
  if (!launch.block[0] && !kernel.threadsPerCta)
    return createStringError("kernel '" + kernel.name +
                             "' does not say how many threads a CTA has; the "
                             "launch may, by 'block='");
  std::array<uint32_t, 3> shape = kernel.ctaShape;
  if (!shape[0])
    shape = {kernel.threadsPerCta, 1, 1};
  if (!launch.block[0])
    return shape;
  if (kernel.threadsPerCta && launch.block != shape)
    return createStringError("the launch has other CTAs than kernel '" +
                             kernel.name + "' asks for");
  return launch.block;
}

bool Machine::setUp() {
  choosePersistentGrid();
  if (device) {
    ctaShape = device->block;
  } else if (options.threads) {
    ctaShape = {options.threads, 1, 1};
  } else {
    Expected<std::array<uint32_t, 3>> shape = ctaShapeOf(kernel, launch);
    if (!shape)
      return stop(RunStatus::Unsupported, toString(shape.takeError()));
    ctaShape = *shape;
  }
  uint64_t threadCount = uint64_t(ctaShape[0]) * ctaShape[1] * ctaShape[2];
  threadsPerCta = std::min<uint64_t>(threadCount, ~0u);
  if (threadsPerCta == 0 || threadsPerCta > 1024)
    return stop(RunStatus::Unsupported,
                "a CTA of " + Twine(threadsPerCta) + " threads");

  // What a launch stores of addresses is right in the flat space.
  static_assert(addressOf(0, 5) == globalAddress(1, 5) &&
                addressOf(7, -5) == globalAddress(8, -5));
  globals.emplace_back(); // Allocation 0: no object.
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    Expected<std::vector<uint8_t>> bytes = initialContents(launch, i);
    if (!bytes)
      return stop(RunStatus::Unsupported, toString(bytes.takeError()));
    Allocation buffer;
    buffer.name = launch.buffers[i].name;
    buffer.bytes = std::move(*bytes);
    buffer.undefined.assign(buffer.bytes.size(), 0);
    globals.push_back(std::move(buffer));
  }
  if (device)
    takeDeviceMemory();
  for (const Object &variable : kernel.objects) {
    // Variables of the module outlive the launch.
    if (device && variable.space != StateSpace::Shared)
      continue;
    Allocation object;
    object.name = variable.name;
    object.bytes = variable.bytes;
    object.space = variable.space;
    object.isConstant = variable.isConstant;
    if (isPersistentGrid(kernel, variable))
      for (unsigned i = 0; i < 3; ++i)
        support::endian::write32le(object.bytes.data() + 4 * i, launch.grid[i]);
    bool isShared = variable.space == StateSpace::Shared;
    if (variable.hasLaunchSize)
      object.bytes.resize(dynamicSharedBytes());
    object.undefined.assign(object.bytes.size(),
                            isShared && !options.unwritten ? 2 : 0);
    if (isShared && options.unwritten)
      object.bytes.assign(object.bytes.size(), options.unwrittenByte());
    (isShared ? sharedImage : globals).push_back(std::move(object));
  }
  firstShared = globals.size();
  firstFrame = kernel.frame;
  if (device && options.unwritten)
    for (Lane &lane : firstFrame)
      if (lane.poison)
        lane = {*options.unwritten, 0, false};
  if (!(device ? addDeviceArguments() : addArguments()))
    return false;

  uint64_t firstCta = device ? device->firstCta : 0;
  uint64_t ctaCount =
      device ? device->ctaCount : uint64_t(grid[0]) * grid[1] * grid[2];
  if (ctaCount * threadsPerCta > 1u << 16)
    return stop(RunStatus::Unsupported, "a launch of more than 65536 threads");
  uint32_t total = ctaCount * threadsPerCta;
  for (uint64_t i = firstCta; i < firstCta + ctaCount; ++i)
    ctas.push_back({{uint32_t(i % grid[0]), uint32_t(i / grid[0] % grid[1]),
                     uint32_t(i / grid[0] / grid[1])},
                    sharedImage,
                    {},
                    {},
                    {}});
  if (!setUpClusters())
    return false;
  threads.resize(total);
  bool hasCopies = any_of(kernel.code, [](const Instruction &op) {
    return op.opcode == Opcode::AsyncCopy || op.opcode == Opcode::AsyncArrive;
  });
  agents = hasCopies ? 2 * total : total;
  bool hasWarpgroups = !kernel.warpgroups.empty();
  hasBulkCopies =
      hasWarpgroups || any_of(kernel.code, [](const Instruction &op) {
        return op.opcode == Opcode::Bulk;
      });
  firstBulkAgent = agents;
  if (hasBulkCopies)
    agents += 2 * total + ctaCount * mostBulkBarriers;
  firstWarpgroupAgent = agents;
  if (hasWarpgroups) {
    agents += ctaCount * divideCeil(threadsPerCta, warpgroupSize);
    for (Cta &cta : ctas)
      fillRegisterPool(cta);
    prepareWarpgroups();
  }
  hasTensorAgents = any_of(kernel.code, [](const Instruction &op) {
    return op.opcode == Opcode::Tensor;
  });
  firstTensorAgent = agents;
  if (hasTensorAgents)
    agents += total;
  bool hasProxies = hasBulkCopies || !kernel.sharedAddresses.empty();
  hasReadOnlyLoads = any_of(kernel.code, [](const Instruction &op) {
    return op.has(Modifier::ReadOnly);
  });
  // Behind it, the same for the asynchronous proxy.
  ThreadClock nothing;
  if (options.detectRaces)
    nothing = ThreadClock(Clock(hasProxies ? 2 * agents : agents), 0);
  for (uint32_t i = 0; i < total; ++i) {
    threads[i].index = i;
    threads[i].cta = i / threadsPerCta;
    threads[i].inCta = i % threadsPerCta;
    threads[i].frame = firstFrame;
    if (!registerUses.empty()) {
      threads[i].warpgroup.read.resize(firstFrame.size(), true);
      threads[i].warpgroup.written.resize(firstFrame.size(), true);
    }
    if (options.detectRaces)
      threads[i].clock = nothing.startAs(i);
  }
  holdBackClusters();
  return true;
}

/// Whether a copy reads a slot that one before it writes.
static bool overlaps(ArrayRef<Copy> copies) {
  for (auto [i, copy] : enumerate(copies))
    for (const Copy &earlier : copies.take_front(i))
      if (copy.from < earlier.to + earlier.lanes &&
          earlier.to < copy.from + copy.lanes)
        return true;
  return false;
}

void Machine::prepareEdges() {
  for (const Edge &edge : kernel.edges)
    edgeOverlaps.push_back(overlaps(edge.copies));
  uint64_t count = 0;
  for (auto [place, op] : enumerate(kernel.code)) {
    auto isBack = [&, at = place](uint32_t edge) {
      return kernel.edges[edge].target <= at;
    };
    mayBeInexact |=
        op.opcode == Opcode::Approximate || op.opcode == Opcode::Contract;
    switch (op.opcode) {
    case Opcode::Branch:
      count += isBack(op.edges[1]);
      [[fallthrough]];
    case Opcode::Jump:
      count += isBack(op.edges[0]);
      break;
    case Opcode::Switch:
      count += isBack(op.edges[0]);
      for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
        count += isBack(kernel.cases[i].edge);
      break;
    default:
      break;
    }
  }
  jumpBackLimit = count * options.tripLimit;
}

/// A thread that is suspected not to end is asked alone.
unsigned Machine::quantumOf(const Thread &thread) const {
  return jumpBackLimit && thread.jumpsBack > jumpBackLimit / 16
             ? 1u << 24
             : options.quantum;
}

//===----------------------------------------------------------------------===//
// Barriers and scheduling
//===----------------------------------------------------------------------===//

void simt::meet(ArrayRef<Thread *> group, bool tracked) {
  if (tracked)
    ThreadClock::meet(llvm::to_vector(
        llvm::map_range(group, [](Thread *thread) { return &thread->clock; })));
  TensorMarks carried;
  for (const Thread *thread : group)
    carried.join(thread->tensor.out);
  for (Thread *thread : group) {
    thread->state = ThreadState::Ready;
    thread->tensor.pending.join(carried);
  }
}

bool Machine::releaseBarriers() {
  bool progress = false;
  for (size_t i = 0; i < ctas.size(); ++i) {
    MutableArrayRef<Thread> members = MutableArrayRef<Thread>(threads).slice(
        i * threadsPerCta, threadsPerCta);
    for (size_t first = 0; first < members.size(); first += warpSize)
      if (!releaseWarp(
              members.slice(first,
                            std::min<size_t>(warpSize, members.size() - first)),
              progress))
        return false;
    if (!checkBarriers(members))
      return false;
  }
  for (Cluster &cluster : clusters)
    progress |= releaseCluster(cluster);
  return progress;
}

void Machine::schedule() {
  std::mt19937_64 random(options.schedule);
  commitOrder.seed(options.schedule);
  std::vector<uint32_t> order(threads.size());
  std::iota(order.begin(), order.end(), 0);
  // Who watches sees each thread by itself.
  std::optional<Lockstep> together;
  // Products of warpgroups watch every register that an instruction touches.
  if (options.lockstep && !options.observer && threadsPerCta > 1 &&
      kernel.warpgroups.empty())
    together.emplace(*this);
  for (uint64_t round = 1; !stopped; ++round) {
    // Fisher-Yates by hand: the library's shuffle differs between libraries.
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random() % i]);
    bool ran = false, alive = false;
    for (uint32_t index : order) {
      Thread &thread = threads[index];
      if (together)
        together->pass(thread, round);
      if (thread.state == ThreadState::Ready) {
        ran = true;
        unsigned quantum =
            together ? together->begin(thread, round) : quantumOf(thread);
        if (stopped || !runThread(thread, quantum))
          return;
      }
      alive |= thread.state != ThreadState::Exited;
    }
    if (waitingClusters)
      ran |= startCluster(/*isForced=*/false);
    if (!commits.empty() && (arriveByCommits(/*isForced=*/!ran) || stopped))
      continue;
    if (!alive) {
      // What nobody waits for ends with the kernel.
      while (!bulkCopies.empty() && !stopped)
        completeBulk(/*isForced=*/true);
      if (checkTensorEnd())
        checkRegisterChanges();
      return;
    }
    // Copies complete now, or later; one does if nobody goes on before.
    bool hasCopies =
        !(copies.empty() && arrivals.empty() && bulkCopies.empty());
    bool completed = hasCopies && completeCopies(/*isForced=*/false);
    if (stopped || releaseBarriers() || stopped || releaseWaits() || stopped ||
        ran || completed || (hasCopies && completeCopies(/*isForced=*/true)) ||
        stopped || startCluster(/*isForced=*/true) || endWaits() || stopped)
      continue;
    // Lanes that a mask names and that wait elsewhere.
    for (const Thread &thread : threads)
      if (thread.state == ThreadState::AtWarpOperation) {
        const Instruction &op = kernel.code[thread.pc - 1];
        if (op.opcode == Opcode::Tensor &&
            op.tensor == TensorOperation::Allocate) {
          stop(RunStatus::Deadlock,
               "nobody gives back columns of tensor memory", &op);
          return;
        }
        if (op.opcode == Opcode::Warpgroup &&
            kernel.warpgroups[op.first].operation ==
                WarpgroupOperation::TakeRegisters) {
          stop(RunStatus::Deadlock, "nobody gives back registers", &op);
          return;
        }
        undefined(Undefined::BarrierDivergence, kernel.code[thread.pc - 1]);
        return;
      }
    for (const Thread &thread : threads)
      if (thread.state != ThreadState::Exited) {
        stop(RunStatus::Deadlock, "every thread waits",
             &kernel.code[thread.pc - 1]);
        return;
      }
  }
}

Outcome Machine::run() {
  outcome.printedLines.isKept = true;
  if (setUp()) {
    prepareEdges();
    schedule();
  }
  for (size_t i = 0; i < launch.buffers.size() && globals.size() > i + 1; ++i) {
    BufferImage image;
    image.name = launch.buffers[i].name;
    image.kind = launch.buffers[i].kind;
    image.bytes = std::move(globals[i + 1].bytes);
    takeEnclosures(globals[i + 1], image);
    if (is_contained(globals[i + 1].undefined, 1))
      image.unspecified.assign(globals[i + 1].undefined.begin(),
                               globals[i + 1].undefined.end());
    outcome.buffers.push_back(std::move(image));
  }
  if (device)
    giveDeviceMemory();
  // Without a race the schedule decides nothing but atomics' results.
  outcome.isFullyOrdered = outcome.completed() && options.detectRaces;
  return std::move(outcome);
}

Outcome simt::runKernel(const Kernel &kernel, const Launch &launch,
                        const SimtOptions &options) {
  return Machine(kernel, launch, options).run();
}
