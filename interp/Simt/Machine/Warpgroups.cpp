//===- Warpgroups.cpp - wgmma and setmaxnreg ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.15 and 9.7.19.5; memory model, 5.7. A product is executed
// when the last warp comes to it. That it may be over only later is what is
// noted of it: of its registers here, until a wait of the thread covers it; of
// shared memory as reads by an agent of the warpgroup, which belong to the
// asynchronous proxy and whose clock a wait brings.
//
// `.sync` is of a warp, `.aligned` of a warpgroup: each warp has to be ordered
// behind what it multiplies, and a wait of any warp covers the work of all
// four, as CUTLASS relies on when one thread gives back a stage.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// Which instructions touch registers of products.
void Machine::prepareWarpgroups() {
  BitVector used(firstFrame.size());
  for (const WarpgroupForm &form : kernel.warpgroups)
    for (ArrayRef<uint32_t> slots : {ArrayRef(form.sums), {form.factors}})
      for (uint32_t slot : slots)
        used.set(slot);
  if (used.none())
    return;
  registerUses.resize(kernel.code.size());
  for (auto [index, op] : enumerate(kernel.code)) {
    std::vector<RegisterUse> &uses = registerUses[index];
    auto note = [&](uint32_t slot, bool isWrite, uint32_t edge) {
      if (used[slot])
        uses.push_back({slot, edge, isWrite});
    };
    auto noteCopy = [&](const Copy &copy, uint32_t edge) {
      for (uint32_t i = 0; i < copy.lanes; ++i) {
        note(copy.from + i, /*isWrite=*/false, edge);
        note(copy.to + i, /*isWrite=*/true, edge);
      }
    };
    constexpr uint32_t always = RegisterUse::always;
    // A wait and a fence have none.
    if (op.opcode == Opcode::Warpgroup)
      continue;
    note(op.guard, /*isWrite=*/false, always);
    for (uint32_t slot : op.operands)
      note(slot, /*isWrite=*/false, always);
    for (uint32_t i = 0; op.result && i < op.lanes; ++i)
      note(op.result + i, /*isWrite=*/true, always);
    if (op.opcode == Opcode::Move)
      for (const Copy &copy : ArrayRef(kernel.copies).slice(op.first, op.count))
        noteCopy(copy, always);
    if (op.opcode == Opcode::Address)
      for (const Index &term :
           ArrayRef(kernel.indices).slice(op.first, op.count))
        note(term.slot, /*isWrite=*/false, always);
    bool isBranch = op.opcode == Opcode::Branch;
    if (isBranch || op.opcode == Opcode::Jump || op.opcode == Opcode::Call)
      for (uint32_t edge = 0; edge <= uint32_t(isBranch); ++edge)
        for (const Copy &copy : kernel.edges[op.edges[edge]].copies)
          noteCopy(copy, isBranch ? edge : always);
  }
}

bool Machine::reportRegisters(uint32_t earlier, const Instruction &later,
                              const Twine &what) {
  return reportAsync(earlier, later, "wgmma-register-race: " + what);
}

/// The thread's own accesses, which have to wait for products.
bool Machine::touchRegisters(Thread &thread, const Instruction &op) {
  WarpgroupOrder &order = thread.warpgroup;
  for (const RegisterUse &use : registerUses[indexOf(op)]) {
    if (use.edge != RegisterUse::always &&
        (thread.frame[op.operands[0]].bits ? 0u : 1u) != use.edge)
      continue;
    for (const WarpgroupOrder::Product &product : order.pending) {
      const WarpgroupForm &form =
          kernel.warpgroups[kernel.code[product.instruction].first];
      if (is_contained(form.sums, use.slot))
        return reportRegisters(product.instruction, op,
                               "an accumulator is accessed before a wait for "
                               "its product");
      if (is_contained(form.factors, use.slot))
        return reportRegisters(product.instruction, op,
                               "a factor is accessed before a wait for its "
                               "product");
    }
    (use.isWrite ? order.written : order.read).set(use.slot);
  }
  return true;
}

/// Whether a product may begin, and that it has.
bool Machine::issueProduct(Thread &thread, const Instruction &op) {
  WarpgroupOrder &order = thread.warpgroup;
  const WarpgroupForm &form = kernel.warpgroups[op.first];
  auto isUnfenced = [&](uint32_t slot, bool isSum) {
    return order.written.test(slot) || (isSum && order.read.test(slot));
  };
  for (uint32_t slot : form.sums)
    if (isUnfenced(slot, /*isSum=*/true))
      return reportRegisters(indexOf(op), op,
                             "no wgmma.fence between an access of an "
                             "accumulator and a product");
  for (uint32_t slot : form.factors)
    if (isUnfenced(slot, /*isSum=*/false))
      return reportRegisters(indexOf(op), op,
                             "no wgmma.fence between a write of a factor and a "
                             "product");
  for (const WarpgroupOrder::Product &product : order.pending) {
    if (product.isFenced)
      continue;
    const WarpgroupForm &other =
        kernel.warpgroups[kernel.code[product.instruction].first];
    auto meets = [](ArrayRef<uint32_t> a, ArrayRef<uint32_t> b) {
      return any_of(a, [&](uint32_t slot) { return is_contained(b, slot); });
    };
    // Accumulators of one shape follow each other.
    bool isChain = form.hasShapeOf(other) && form.sums == other.sums;
    if ((!isChain && meets(form.sums, other.sums)) ||
        meets(form.sums, other.factors) || meets(form.factors, other.sums))
      return reportRegisters(product.instruction, op,
                             "no wgmma.fence between two products with common "
                             "registers");
  }
  order.pending.push_back({++order.issued, indexOf(op), false});
  return true;
}

void Machine::waitForProducts(Thread &thread, const Instruction &op) {
  WarpgroupOrder &order = thread.warpgroup;
  size_t most = op.immediate;
  if (order.groups.size() <= most)
    return;
  uint32_t last = order.groups[order.groups.size() - 1 - most];
  order.groups.erase(order.groups.begin(), order.groups.end() - most);
  erase_if(order.pending, [&](const WarpgroupOrder::Product &product) {
    return product.number <= last;
  });
  if (!options.detectRaces)
    return;
  thread.clock.raise(warpgroupAgentOf(thread), last);
}

//===----------------------------------------------------------------------===//
// Budgets
//===----------------------------------------------------------------------===//

/// Registers of all warps of a CTA, at its start.
void Machine::fillRegisterPool(Cta &cta) const {
  uint32_t warps = divideCeil(threadsPerCta, warpSize);
  cta.registers.held.assign(warps, kernel.registersPerThread);
  cta.registers.changes.resize(warps);
}

/// setmaxnreg of one warp; false: it waits for registers, or the run is at its
/// end.
bool Machine::changeRegisters(Thread &first, const Instruction &op) {
  constexpr int64_t least = 24, most = 256, step = 8;
  constexpr uint32_t warpsOfGroup = warpgroupSize / warpSize;
  RegisterPool &pool = ctas[first.cta].registers;
  uint32_t warp = first.inCta / warpSize, wanted = op.immediate;
  if (op.immediate < least || op.immediate > most || op.immediate % step)
    return undefined(Undefined::RegisterBudget, op);
  uint32_t &held = pool.held[warp];
  bool takes = kernel.warpgroups[op.first].operation ==
               WarpgroupOperation::TakeRegisters;
  if (held && (takes ? held > wanted : held < wanted))
    return undefined(Undefined::RegisterBudget, op);
  if (held && takes && pool.free < (wanted - held) * warpSize)
    return false;
  // Every warp of the warpgroup does the same.
  SmallVector<uint32_t, 2> &own = pool.changes[warp];
  uint32_t begin = warp / warpsOfGroup * warpsOfGroup;
  for (uint32_t i = begin; i < begin + warpsOfGroup && i < pool.changes.size();
       ++i)
    if (pool.changes[i].size() > own.size() &&
        kernel.code[pool.changes[i][own.size()]].immediate != op.immediate)
      return undefined(Undefined::RegisterBudget, op);
  own.push_back(indexOf(op));
  if (held) {
    pool.free += (held - wanted) * warpSize;
    held = wanted;
  }
  return true;
}

/// At the end of the kernel: no warp has left out what others of its warpgroup
/// did.
bool Machine::checkRegisterChanges() {
  constexpr uint32_t warpsOfGroup = warpgroupSize / warpSize;
  for (const Cta &cta : ctas) {
    const auto &changes = cta.registers.changes;
    for (size_t i = 0; i < changes.size(); ++i) {
      const auto &first = changes[i / warpsOfGroup * warpsOfGroup];
      if (changes[i].size() != first.size())
        return undefined(
            Undefined::RegisterBudget,
            kernel.code[changes[i].size() > first.size() ? changes[i].back()
                                                         : first.back()]);
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

/// All lanes of a warp are there. Whether they go on.
bool Machine::performWarpgroup(MutableArrayRef<Thread *> lanes) {
  Thread &first = *lanes.front();
  const Instruction &op = kernel.code[first.pc - 1];
  auto isHere = [&](const Thread &thread) {
    return thread.state == ThreadState::AtWarpOperation &&
           thread.pc == first.pc;
  };
  if (lanes.size() != warpSize ||
      !all_of(lanes, [&](const Thread *thread) { return isHere(*thread); }))
    return undefined(Undefined::BarrierDivergence, op);
  const WarpgroupForm &form = kernel.warpgroups[op.first];
  switch (form.operation) {
  case WarpgroupOperation::Multiply: {
    uint32_t begin = first.inCta / warpgroupSize * warpgroupSize;
    if (begin + warpgroupSize > threadsPerCta)
      return undefined(Undefined::BarrierDivergence, op);
    MutableArrayRef<Thread> group =
        threadsOf(first.cta).slice(begin, warpgroupSize);
    if (!all_of(group, isHere) || !multiplyWarpgroup(group, op))
      return false;
    for (Thread &thread : group)
      thread.state = ThreadState::Ready;
    return true;
  }
  case WarpgroupOperation::Fence:
    for (Thread *thread : lanes) {
      thread->warpgroup.read.reset();
      thread->warpgroup.written.reset();
      for (WarpgroupOrder::Product &product : thread->warpgroup.pending)
        product.isFenced = true;
    }
    break;
  case WarpgroupOperation::Commit:
    for (Thread *thread : lanes)
      thread->warpgroup.groups.push_back(thread->warpgroup.issued);
    break;
  case WarpgroupOperation::Wait:
    for (Thread *thread : lanes)
      waitForProducts(*thread, op);
    break;
  case WarpgroupOperation::TakeRegisters:
  case WarpgroupOperation::GiveRegisters:
    if (!changeRegisters(first, op))
      return false;
    break;
  }
  for (Thread *thread : lanes)
    thread->state = ThreadState::Ready;
  return true;
}
