//===- Simt.cpp - Run an LLVM kernel, thread by thread --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Simt.h"
#include "interp/Simt/SimtMachine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

bool Machine::stop(RunStatus status, const Twine &condition,
                   const Instruction *at) {
  if (stopped)
    return false;
  stopped = true;
  outcome.status = status;
  outcome.condition = condition.str();
  if (at) {
    outcome.site.operation = nameOf(*at);
    outcome.site.location = locationOf(*at);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

static bool fillInitializer(const Constant *constant, const DataLayout &layout,
                            std::vector<uint8_t> &bytes) {
  if (constant->isNullValue())
    return true;
  auto *data = dyn_cast<ConstantDataSequential>(constant);
  if (!data || !layout.isLittleEndian())
    return false;
  StringRef raw = data->getRawDataValues();
  if (raw.size() > bytes.size())
    return false;
  std::copy(raw.begin(), raw.end(), bytes.begin());
  return true;
}

static bool elementKindOf(Type *type, ElementKind &kind) {
  std::string text;
  raw_string_ostream os(text);
  type->print(os);
  text = text == "half"     ? "f16"
         : text == "bfloat" ? "bf16"
         : text == "float"  ? "f32"
         : text == "double" ? "f64"
                            : text;
  return parseElementKind(text, kind);
}

bool Machine::addArguments() {
  if (kernel->arg_size() != launch.args.size())
    return stop(RunStatus::Unsupported,
                "kernel '" + kernel->getName() + "' has " +
                    Twine(kernel->arg_size()) + " parameters, the launch " +
                    Twine(launch.args.size()) + " arguments");
  for (const Argument &parameter : kernel->args()) {
    const ArgSpec &arg = launch.args[parameter.getArgNo()];
    Lane value;
    if (parameter.getType()->isPointerTy()) {
      if (arg.buffer < 0)
        return stop(RunStatus::Unsupported, "a scalar for pointer parameter " +
                                                Twine(parameter.getArgNo()));
      value.allocation = 1 + arg.buffer;
      value.bits = arg.offset;
    } else {
      ElementKind kind;
      if (!elementKindOf(parameter.getType(), kind))
        return stop(RunStatus::Unsupported,
                    "the type of parameter " + Twine(parameter.getArgNo()));
      Expected<uint64_t> bits = scalarBits(arg, kind);
      if (!bits)
        return stop(RunStatus::Unsupported, toString(bits.takeError()));
      value.bits = *bits;
    }
    arguments.push_back(value);
  }
  return true;
}

bool Machine::setUp() {
  const DataLayout &layout = module.getDataLayout();
  for (const Function &function : module)
    if (!function.isDeclaration() &&
        (launch.kernel.empty()
             ? function.getCallingConv() == CallingConv::PTX_Kernel
             : function.getName() == launch.kernel)) {
      if (kernel)
        return stop(RunStatus::Unsupported,
                    "several kernels and the launch names none");
      kernel = &function;
    }
  if (!kernel)
    return stop(RunStatus::Unsupported,
                "no kernel '" + Twine(launch.kernel) + "'");

  threadsPerCta = options.threads;
  if (!threadsPerCta) {
    SmallVector<StringRef> parts;
    kernel->getFnAttribute("nvvm.reqntid").getValueAsString().split(parts, ',');
    unsigned product = 1;
    for (const StringRef &part : parts) {
      unsigned extent;
      if (part.trim().getAsInteger(10, extent))
        return stop(RunStatus::Unsupported,
                    "kernel without a \"nvvm.reqntid\" attribute");
      if (extent != 1 && &part != &parts.front())
        return stop(RunStatus::Unsupported, "a CTA of several dimensions");
      product *= extent;
    }
    threadsPerCta = product;
  }
  if (threadsPerCta == 0 || threadsPerCta > 1024)
    return stop(RunStatus::Unsupported,
                "a CTA of " + Twine(threadsPerCta) + " threads");

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
  DenseMap<const GlobalVariable *, uint32_t> ids;
  std::vector<const GlobalVariable *> sharedVariables;
  for (const GlobalVariable &variable : module.globals()) {
    if (variable.getName().starts_with("llvm."))
      continue;
    Allocation object;
    object.name = variable.getName().str();
    object.bytes.resize(layout.getTypeAllocSize(variable.getValueType()));
    bool isShared = variable.getAddressSpace() == 3;
    object.undefined.assign(object.bytes.size(), isShared ? 2 : 0);
    object.isConstant = variable.isConstant();
    if (isShared) {
      sharedVariables.push_back(&variable);
      sharedImage.push_back(std::move(object));
      continue;
    }
    if (!variable.hasInitializer() ||
        !fillInitializer(variable.getInitializer(), layout, object.bytes))
      return stop(RunStatus::Unsupported,
                  "the initialiser of '" + variable.getName() + "'");
    ids[&variable] = globals.size();
    globals.push_back(std::move(object));
  }
  firstShared = globals.size();
  for (auto [i, variable] : enumerate(sharedVariables))
    ids[variable] = firstShared + i;

  Expected<DecodedFunction> decoded = decode(*kernel, ids);
  if (!decoded)
    return stop(RunStatus::Unsupported, toString(decoded.takeError()));
  program = std::move(*decoded);
  if (!addArguments())
    return false;

  uint64_t ctaCount =
      uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  if (ctaCount * threadsPerCta > 1u << 16)
    return stop(RunStatus::Unsupported, "a launch of more than 65536 threads");
  uint32_t total = ctaCount * threadsPerCta;
  for (uint32_t i = 0; i < ctaCount; ++i)
    ctas.push_back({{i % launch.grid[0], i / launch.grid[0] % launch.grid[1],
                     i / launch.grid[0] / launch.grid[1]},
                    sharedImage});
  for (auto [slot, value] : zip_equal(program.arguments, arguments))
    program.frame[slot] = value;
  threads.resize(total);
  for (uint32_t i = 0; i < total; ++i) {
    threads[i].index = i;
    threads[i].cta = i / threadsPerCta;
    threads[i].inCta = i % threadsPerCta;
    threads[i].frame = program.frame;
    if (options.detectRaces) {
      threads[i].clock.assign(total, 0);
      threads[i].clock[i] = 1;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

bool Machine::call(Thread &thread, const Decoded &op) {
  Lane *frame = thread.frame.data();
  auto set = [&](uint64_t bits) {
    frame[op.result] = {bits, 0, false};
    return true;
  };
  const Cta &cta = ctas[thread.cta];
  switch (op.sub) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return set(thread.inCta);
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return set(0);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return set(threadsPerCta);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return set(1);
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return set(thread.inCta % warpSize);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return set(cta.id[0]);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return set(cta.id[1]);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return set(cta.id[2]);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return set(launch.grid[0]);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return set(launch.grid[1]);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return set(launch.grid[2]);
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
    thread.state = ThreadState::AtBarrier;
    return true;
  case Intrinsic::nvvm_bar_warp_sync:
    thread.state = ThreadState::AtWarpBarrier;
    return true;
  case Intrinsic::assume: {
    const Lane &condition = frame[op.operands[0]];
    if (condition.poison || !condition.bits)
      return stop(RunStatus::UndefinedBehaviour, "false-assumption", op.origin);
    return true;
  }
  default:
    break;
  }
  for (uint32_t lane = 0; lane < op.lanes; ++lane) {
    const Lane *operands[3] = {};
    for (size_t i = 0, e = std::min<size_t>(3, op.operands.size()); i < e; ++i)
      // The flag of abs and the like is one lane for all.
      operands[i] = frame + op.operands[i] +
                    (i == 1 && op.sub == Intrinsic::abs ? 0 : lane);
    Lane result;
    if (!pureIntrinsic(op, operands[0], operands[1], operands[2], result))
      return stop(RunStatus::Unsupported,
                  "intrinsic '" + nameOf(*op.origin) + "'", op.origin);
    frame[op.result + lane] = result;
  }
  if (op.lanes == 0)
    return stop(RunStatus::Unsupported,
                "intrinsic '" + nameOf(*op.origin) + "'", op.origin);
  return true;
}

bool Machine::takeEdge(Thread &thread, uint32_t index) {
  const Edge &edge = program.edges[index];
  scratch.clear();
  for (const Copy &copy : edge.copies)
    scratch.insert(scratch.end(), thread.frame.begin() + copy.from,
                   thread.frame.begin() + copy.from + copy.lanes);
  size_t position = 0;
  for (const Copy &copy : edge.copies) {
    std::copy_n(scratch.begin() + position, copy.lanes,
                thread.frame.begin() + copy.to);
    position += copy.lanes;
  }
  bool isBack = edge.target < thread.pc;
  thread.pc = edge.target;
  if (isBack && thread.jumpsBack++ == jumpBackLimit && jumpBackLimit)
    return stop(RunStatus::StepLimit, tooManyIterations);
  return true;
}

void Machine::countJumpsBack() {
  uint64_t count = 0;
  for (uint32_t place = 0; place < program.code.size(); ++place) {
    const Decoded &op = program.code[place];
    auto isBack = [&](uint32_t edge) {
      return program.edges[edge].target <= place;
    };
    if (op.opcode == Instruction::Br || op.opcode == Instruction::Switch)
      count += isBack(op.edge0);
    if (op.opcode == Instruction::Br && op.flag)
      count += isBack(op.edge1);
    for (const Case &item : op.cases)
      count += isBack(item.edge);
  }
  jumpBackLimit = count * options.tripLimit;
}

/// A thread that is suspected not to end is asked alone.
unsigned Machine::quantumOf(const Thread &thread) const {
  return jumpBackLimit && thread.jumpsBack > jumpBackLimit / 16 ? 1u << 24
                                                                : 4096;
}

bool Machine::runThread(Thread &thread, unsigned quantum) {
  while (quantum-- && thread.state == ThreadState::Ready) {
    if (++outcome.steps > options.stepLimit)
      return stop(RunStatus::StepLimit, "step limit");
    const Decoded &op = program.code[thread.pc++];
    Lane *frame = thread.frame.data();
    switch (op.opcode) {
    case Instruction::Ret:
      thread.state = ThreadState::Exited;
      break;
    case Instruction::Unreachable:
      return stop(RunStatus::UndefinedBehaviour, "unreachable", op.origin);
    case Instruction::Br:
      if (!op.flag) {
        if (!takeEdge(thread, op.edge0))
          return false;
        break;
      }
      if (frame[op.a].poison)
        return stop(RunStatus::UndefinedBehaviour, "branch-on-poison",
                    op.origin);
      if (!takeEdge(thread, frame[op.a].bits ? op.edge0 : op.edge1))
        return false;
      break;
    case Instruction::Switch: {
      if (frame[op.a].poison)
        return stop(RunStatus::UndefinedBehaviour, "branch-on-poison",
                    op.origin);
      uint32_t edge = op.edge0;
      for (const Case &item : op.cases)
        if (item.value == frame[op.a].bits)
          edge = item.edge;
      if (!takeEdge(thread, edge))
        return false;
      break;
    }
    case Instruction::ICmp:
    case Instruction::FCmp:
      for (uint32_t i = 0; i < op.lanes; ++i)
        frame[op.result + i] =
            compareLanes(op, frame[op.a + i], frame[op.b + i]);
      break;
    case Instruction::Select:
      for (uint32_t i = 0; i < op.lanes; ++i) {
        const Lane &condition = frame[op.a + (op.flag ? i : 0)];
        frame[op.result + i] = frame[(condition.bits ? op.b : op.c) + i];
        frame[op.result + i].poison |= condition.poison;
      }
      break;
    case Instruction::FNeg:
      for (uint32_t i = 0; i < op.lanes; ++i) {
        frame[op.result + i] = frame[op.a + i];
        frame[op.result + i].bits ^= uint64_t(1) << (op.to.width - 1);
      }
      break;
    case Instruction::Freeze:
      for (uint32_t i = 0; i < op.lanes; ++i) {
        Lane value = frame[op.a + i];
        frame[op.result + i] = value.poison ? Lane() : value;
      }
      break;
    case Instruction::GetElementPtr: {
      Lane pointer = frame[op.a];
      pointer.bits += op.offset;
      for (auto [scale, width] : zip_equal(op.scales, op.operands)) {
        const Lane &index = frame[scale.first];
        pointer.bits += SignExtend64(index.bits, width) * scale.second;
        pointer.poison |= index.poison;
      }
      frame[op.result] = pointer;
      break;
    }
    case Instruction::Alloca: {
      Allocation object;
      object.name = "alloca";
      object.bytes.resize(op.offset);
      object.undefined.assign(op.offset, 2);
      frame[op.result] = {0, localBit | uint32_t(thread.locals.size()), false};
      thread.locals.push_back(std::move(object));
      break;
    }
    case Instruction::Load:
      if (!load(thread, op))
        return false;
      break;
    case Instruction::Store:
      if (!store(thread, op))
        return false;
      break;
    case Instruction::AtomicRMW:
      if (!update(thread, op))
        return false;
      break;
    case Instruction::Fence:
      fence(thread, op);
      break;
    case Instruction::Call:
      if (!call(thread, op))
        return false;
      break;
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::ShuffleVector:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
      for (const Copy &copy : op.copies)
        std::copy_n(frame + copy.from, copy.lanes, frame + copy.to);
      break;
    default:
      if (op.origin->isCast()) {
        for (uint32_t i = 0; i < op.lanes; ++i)
          frame[op.result + i] = castLane(op, frame[op.a + i]);
        break;
      }
      const char *undefined = nullptr;
      for (uint32_t i = 0; i < op.lanes; ++i)
        frame[op.result + i] =
            binary(op, frame[op.a + i], frame[op.b + i], undefined);
      if (undefined)
        return stop(RunStatus::UndefinedBehaviour, undefined, op.origin);
      break;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Barriers and scheduling
//===----------------------------------------------------------------------===//

/// Orders everything that the threads did before what they do after.
static void meet(MutableArrayRef<Thread> members, bool tracked) {
  Clock joined;
  if (tracked) {
    joined = members[0].clock;
    for (Thread &thread : members.drop_front())
      join(joined, thread.clock);
  }
  for (Thread &thread : members) {
    thread.state = ThreadState::Ready;
    if (!tracked)
      continue;
    thread.clock = joined;
    ++thread.clock[thread.index];
  }
}

bool Machine::releaseWarp(MutableArrayRef<Thread> lanes, bool &progress) {
  for (Thread &thread : lanes) {
    if (thread.state != ThreadState::AtWarpBarrier)
      return true;
    const Decoded &op = program.code[thread.pc - 1];
    const Lane &mask = thread.frame[op.operands[0]];
    if (mask.poison ||
        uint32_t(mask.bits) != uint32_t(maskTo(~0ull, lanes.size())))
      return stop(RunStatus::Unsupported, "a warp barrier of part of a warp",
                  op.origin);
  }
  meet(lanes, options.detectRaces);
  progress = true;
  return true;
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
    const Thread *waiting = nullptr, *exited = nullptr;
    bool all = true, same = true;
    for (const Thread &thread : members) {
      if (thread.state == ThreadState::Exited)
        exited = &thread;
      all &= thread.state == ThreadState::AtBarrier;
      if (thread.state != ThreadState::AtBarrier)
        continue;
      same &= !waiting || waiting->pc == thread.pc;
      waiting = &thread;
    }
    // The aligned form must be reached by every thread, as one instruction.
    if (waiting && (exited || !same))
      return stop(RunStatus::UndefinedBehaviour, "barrier-divergence",
                  program.code[waiting->pc - 1].origin);
    if (!all)
      continue;
    meet(members, options.detectRaces);
    progress = true;
  }
  return progress;
}

void Machine::schedule() {
  std::mt19937_64 random(options.schedule);
  std::vector<uint32_t> order(threads.size());
  std::iota(order.begin(), order.end(), 0);
  while (!stopped) {
    // Fisher-Yates by hand: the library's shuffle differs between libraries.
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random() % i]);
    bool ran = false, alive = false;
    for (uint32_t index : order) {
      Thread &thread = threads[index];
      if (thread.state == ThreadState::Ready) {
        ran = true;
        if (!runThread(thread, quantumOf(thread)))
          return;
      }
      alive |= thread.state != ThreadState::Exited;
    }
    if (!alive)
      return;
    if (releaseBarriers() || stopped || ran)
      continue;
    for (const Thread &thread : threads)
      if (thread.state != ThreadState::Exited) {
        stop(RunStatus::Deadlock, "every thread waits",
             program.code[thread.pc - 1].origin);
        return;
      }
  }
}

Outcome Machine::run() {
  if (setUp()) {
    countJumpsBack();
    schedule();
  }
  for (size_t i = 0; i < launch.buffers.size() && globals.size() > i + 1; ++i) {
    BufferImage image;
    image.name = launch.buffers[i].name;
    image.kind = launch.buffers[i].kind;
    image.bytes = std::move(globals[i + 1].bytes);
    if (is_contained(globals[i + 1].undefined, 1))
      image.unspecified.assign(globals[i + 1].undefined.begin(),
                               globals[i + 1].undefined.end());
    outcome.buffers.push_back(std::move(image));
  }
  // Without a race the schedule decides nothing but atomics' results.
  outcome.isFullyOrdered = outcome.completed() && options.detectRaces;
  return std::move(outcome);
}

Outcome tilefuzz::runSimt(const Module &module, const Launch &launch,
                          const SimtOptions &options) {
  return Machine(module, launch, options).run();
}
