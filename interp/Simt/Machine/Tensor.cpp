//===- Tensor.cpp - Uses of tensor memory ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Memory model, 5.8; PTX ISA 9.0, 9.7.16.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void TensorMarks::join(const TensorMarks &other) {
  simt::join(issued, other.issued);
  simt::join(loads, other.loads);
  simt::join(stores, other.stores);
  simt::join(commits, other.commits);
}

void TensorMarks::note(Clock &clock, uint32_t thread, uint32_t number) {
  if (clock.size() <= thread)
    clock.resize(thread + 1);
  clock[thread] = std::max(clock[thread], number);
}

TensorCell &TensorMemory::cell(uint32_t lane, uint32_t column) {
  if (cells.empty())
    cells.resize(numLanes * numColumns);
  return cells[lane * numColumns + column];
}

std::optional<uint32_t> TensorMemory::findFree(uint32_t columns) const {
  for (uint32_t first = 0; first + columns <= numColumns; first += columns)
    if (none_of(allocations, [&](const TensorAllocation &other) {
          return other.isAlive && other.overlaps(first, columns);
        }))
      return first;
  return std::nullopt;
}

const TensorAllocation *TensorMemory::find(uint32_t column) const {
  for (const TensorAllocation &one : reverse(allocations))
    if (one.overlaps(column, 1))
      return &one;
  return nullptr;
}

static bool isAligned(TensorOperation operation) {
  static constexpr bool aligned[] = {
#define SIMT_TENSOR_OPERATION(NAME, LLVM, ISALIGNED) ISALIGNED,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  return aligned[unsigned(operation)];
}

StringRef simt::intrinsicNameOf(TensorOperation operation) {
  static constexpr StringLiteral names[] = {
#define SIMT_TENSOR_OPERATION(NAME, LLVM, ISALIGNED) LLVM,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  return names[unsigned(operation)];
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Ends the run with the places of both uses.
bool Machine::reportTensor(const Thread &thread, uint32_t earlier,
                           const Instruction &later, const Twine &what) {
  auto site = [&](uint32_t instruction) {
    AccessSite result;
    Place place = kernel.placeOf(instruction);
    result.location = place.location;
    result.operation = place.operation;
    const Instruction &op = kernel.code[instruction];
    result.isWrite =
        op.opcode != Opcode::Tensor || op.tensor != TensorOperation::Load;
    result.isShared = true;
    result.buffer = "tensor memory";
    return result;
  };
  outcome.races.push_back({site(earlier), site(indexOf(later))});
  return stop(RunStatus::Race, what, &later);
}

/// Memory model, 5.8: what is executed in the order of issue.
static bool arePipelined(const TensorUse &earlier, const TensorUse &later,
                         const Instruction &op) {
  auto isProduct = [](const TensorUse &use) {
    return use.operation == TensorOperation::Multiply ||
           use.operation == TensorOperation::MultiplyTensor;
  };
  bool isShift = earlier.operation == TensorOperation::Shift;
  if (isProduct(later))
    return isShift || earlier.operation == TensorOperation::Copy ||
           (earlier.sums && earlier.sums == later.sums);
  if (later.operation == TensorOperation::Copy)
    return isShift && op.tensorForm.copy == TensorCopy::Of4x256b;
  return later.operation == TensorOperation::Shift && isProduct(earlier);
}

/// Whether a use that conflicts with an earlier one may be issued, behind what
/// `in` has.
bool Machine::isOrdered(Thread &thread, const TensorMarks &in,
                        const TensorUse &earlier, const TensorUse &later) {
  const Instruction &op = kernel.code[later.instruction];
  if (earlier.isDone(in) ||
      (earlier.isIssued(in) && arePipelined(earlier, later, op)))
    return true;
  // Lanes of a warp issue a dealloc together.
  uint32_t share =
      later.operation == TensorOperation::Deallocate ? warpSize : 1;
  const Thread &other = threads[earlier.thread];
  if (other.cta == thread.cta && other.inCta / share == thread.inCta / share)
    return reportTensor(thread, earlier.instruction, op,
                        "tensor memory: no wait for an earlier use");
  if (options.detectRaces && earlier.clock > thread.clock[earlier.thread])
    return reportTensor(thread, earlier.instruction, op,
                        "race on tensor memory");
  return reportTensor(
      thread, earlier.instruction, op,
      earlier.isIssued(in)
          ? "tensor memory: handed over before a wait for the earlier use"
          : "tensor memory: handed over without fences");
}

/// Every use of the cell that this one has to follow.
bool Machine::followUses(Thread &thread, const TensorMarks &in,
                         const TensorCell &cell, const TensorUse &use,
                         bool isRead) {
  if (cell.writer && !isOrdered(thread, in, *cell.writer, use))
    return false;
  return isRead || all_of(cell.readers, [&](const TensorUse &reader) {
           return isOrdered(thread, in, reader, use);
         });
}

/// A use by this instruction, as later ones judge it.
TensorUse Machine::newUse(Thread &thread, const Instruction &op) {
  TensorUse use;
  use.thread = thread.index;
  use.number = ++thread.tensor.uses;
  use.clock = options.detectRaces ? thread.clock[thread.index] : 0;
  use.operation = op.tensor;
  use.instruction = indexOf(op);
  return use;
}

/// The cell, once everything that `use` has to follow is known to be over; it
/// is noted there. Null: the run is at its end.
TensorCell *Machine::useCell(Thread &thread, const TensorUse &use,
                             uint32_t lane, uint32_t column, bool isRead) {
  TensorMemory &memory = ctas[thread.cta].tensor;
  const Instruction &op = kernel.code[use.instruction];
  const TensorAllocation *allocation = memory.find(column);
  if (!allocation || lane >= TensorMemory::numLanes) {
    undefined(Undefined::TensorOutOfAllocation, op);
    return nullptr;
  }
  if (!allocation->isAlive) {
    reportTensor(thread, allocation->instruction, op,
                 "tensor memory is used after its dealloc");
    return nullptr;
  }
  TensorCell &cell = memory.cell(lane, column);
  if (!followUses(thread, thread.tensor.in, cell, use, isRead))
    return nullptr;
  if (isRead) {
    erase_if(cell.readers, [&](const TensorUse &other) {
      return other.thread == use.thread && other.operation == use.operation;
    });
    cell.readers.push_back(use);
  } else {
    cell.writer = use;
    cell.readers.clear();
  }
  return &cell;
}

/// A result is there once its wait is over: whoever reads it sooner reads
/// anything.
bool Machine::readsPending(Thread &thread, const Instruction &op) {
  auto isPending = [&](uint32_t slot) -> const PendingLoad * {
    for (const PendingLoad &load : thread.pendingLoads)
      if (slot >= load.slot && slot < load.slot + load.lanes)
        return &load;
    return nullptr;
  };
  const PendingLoad *found = isPending(op.guard);
  auto look = [&](uint32_t slot) {
    if (!found)
      found = isPending(slot);
  };
  for (uint32_t slot : op.operands)
    look(slot);
  if (op.opcode == Opcode::Move)
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      look(kernel.copies[i].from);
  if (op.opcode == Opcode::Address)
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      look(kernel.indices[i].slot);
  if (op.opcode == Opcode::Tensor && op.tensor == TensorOperation::Store)
    for (uint32_t slot : registersOfMove(op))
      look(slot);
  auto lookAtEdge = [&](uint32_t edge) {
    for (const Copy &copy : kernel.edges[edge].copies)
      look(copy.from);
  };
  if (op.opcode == Opcode::Jump || op.opcode == Opcode::Call)
    lookAtEdge(op.edges[0]);
  if (op.opcode == Opcode::Branch && !found)
    lookAtEdge(op.edges[thread.frame[op.operands[0]].bits ? 0 : 1]);
  if (found) {
    reportTensor(thread, found->instruction, op,
                 "a result of tensor memory is read before its wait");
    return true;
  }
  // The load writes it at some moment until then, too.
  if (op.opcode != Opcode::Tensor)
    for (uint32_t i = 0; op.result && i < op.lanes; ++i)
      look(op.result + i);
  if (op.opcode == Opcode::Move)
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      look(kernel.copies[i].to);
  if (!found)
    return false;
  reportTensor(thread, found->instruction, op,
               "a result of tensor memory is overwritten before its wait");
  return true;
}

/// A strong access orders the execution of threads.
void Machine::carryTensor(Thread &thread, Allocation &allocation,
                          uint32_t offset, const Instruction &op,
                          bool isWrite) {
  if (!isWrite) {
    auto found = allocation.tensorReleases.find(offset);
    if (found != allocation.tensorReleases.end())
      thread.tensor.pending.join(found->second);
    return;
  }
  // An update goes on with what it reads.
  if (op.opcode != Opcode::Atomic)
    allocation.tensorReleases.erase(offset);
  if (!thread.tensor.out.issued.empty())
    allocation.tensorReleases[offset].join(thread.tensor.out);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// What a single thread does; lanes of a warp wait for each other.
bool Machine::useTensor(Thread &thread, const Instruction &op) {
  TensorOrder &order = thread.tensor;
  if (isAligned(op.tensor)) {
    thread.state = ThreadState::AtWarpOperation;
    return true;
  }
  if (op.tensor == TensorOperation::FenceAfter) {
    order.in.join(order.pending);
    return true;
  }
  switch (op.tensor) {
  case TensorOperation::Copy:
    return copyTensor(thread, op);
  case TensorOperation::Shift:
    return shiftTensor(thread, op);
  case TensorOperation::Multiply:
  case TensorOperation::MultiplyTensor:
    return multiplyTensor(thread, op);
  default:
    order.out = order.in;
    return op.tensor != TensorOperation::Commit || commit(thread, op);
  }
}

ArrayRef<uint32_t> Machine::registersOfMove(const Instruction &op) const {
  return ArrayRef(kernel.tensorRegisters)
      .slice(op.first, op.count * registersOf(op.tensorForm.shape));
}

/// Loads and stores of one lane: `address` has a lane and a column.
bool Machine::moveTensor(Thread &thread, const Instruction &op,
                         uint32_t address) {
  const TensorForm &form = op.tensorForm;
  uint32_t first = address >> 16, own = thread.inCta / warpSize % 4 * warpSize;
  // A warp reaches a quarter of the lanes, of which 16 are one half.
  if (first != own && (lanesOf(form.shape) == warpSize || first != own + 16))
    return undefined(Undefined::TensorLane, op);
  bool isLoad = op.tensor == TensorOperation::Load;
  TensorUse use = newUse(thread, op);
  ArrayRef<uint32_t> slots = registersOfMove(op);
  uint32_t cells = form.isPacked ? 2 : 1;
  for (uint32_t i = 0; i < slots.size(); ++i) {
    TensorPlace place = fragmentPlace(form.shape, thread.inCta % warpSize, i);
    uint32_t lane = first + place.lane;
    uint32_t column = (address & 0xffff) + cells * place.word +
                      (place.isSecond ? uint32_t(op.immediate) : 0);
    Lane &held = thread.frame[slots[i]];
    Lane value = isLoad ? Lane() : held;
    if (value.isInexact)
      loseExactness(op);
    for (uint32_t half = 0; half < cells; ++half) {
      TensorCell *cell = useCell(thread, use, lane, column + half, isLoad);
      if (!cell)
        return false;
      if (isLoad) {
        uint32_t bits = form.isPacked ? cell->value & 0xffff : cell->value;
        value.bits |= uint64_t(bits) << (16 * half);
        value.poison |=
            !cell->isWritten && !(form.isPacked && cell->isHalfWritten);
        continue;
      }
      cell->value = form.isPacked ? value.bits >> (16 * half) & 0xffff
                                  : uint32_t(value.bits);
      cell->isWritten = !value.poison && !form.isPacked;
      cell->isHalfWritten = !value.poison && form.isPacked;
    }
    if (isLoad)
      held = value;
  }
  TensorMarks::note(thread.tensor.in.issued, use.thread, use.number);
  return true;
}

/// False: there are not so many columns now.
bool Machine::allocateTensor(MutableArrayRef<Thread *> group,
                             const Instruction &op) {
  Thread &first = *group.front();
  TensorMemory &memory = ctas[first.cta].tensor;
  const Lane &wanted = first.frame[op.operands[2]];
  uint32_t columns = uint32_t(wanted.bits);
  if (wanted.poison || columns < 32 || columns > TensorMemory::numColumns ||
      !isPowerOf2_32(columns) || memory.isRelinquished)
    return undefined(Undefined::TensorAllocation, op);
  std::optional<uint32_t> column = memory.findFree(columns);
  if (!column)
    return false;
  memory.allocations.push_back({*column, columns, indexOf(op), true});
  // What was there before is nobody's.
  Allocation *target;
  uint32_t offset;
  if (!access(first, op,
              {first.frame[op.operands[1]], 4, op.space, 4, /*isWrite=*/true,
               /*isAtomic=*/false},
              target, offset))
    return false;
  for (unsigned i = 0; i < 4; ++i) {
    target->bytes[offset + i] = uint8_t(*column >> (8 * i));
    target->undefined[offset + i] = 0;
  }
  return true;
}

bool Machine::deallocateTensor(ArrayRef<Thread *> group,
                               const Instruction &op) {
  Thread &first = *group.front();
  TensorMarks in;
  for (const Thread *thread : group)
    in.join(thread->tensor.in);
  TensorMemory &memory = ctas[first.cta].tensor;
  uint32_t column = uint32_t(first.frame[op.operands[1]].bits),
           columns = uint32_t(first.frame[op.operands[2]].bits);
  auto found = find_if(memory.allocations, [&](const TensorAllocation &one) {
    return one.isAlive && one.column == column && one.count == columns;
  });
  if (found == memory.allocations.end())
    return undefined(Undefined::TensorAllocation, op);
  // Whatever used it is complete.
  TensorUse use = newUse(first, op);
  for (uint32_t lane = 0; lane < TensorMemory::numLanes; ++lane)
    for (uint32_t i = 0; i < columns; ++i) {
      TensorCell &cell = memory.cell(lane, column + i);
      if (!followUses(first, in, cell, use, /*isRead=*/false))
        return false;
      cell = TensorCell();
    }
  found->isAlive = false;
  found->instruction = indexOf(op);
  return true;
}

/// All lanes of a warp are there. Whether they go on.
bool Machine::performTensor(MutableArrayRef<Thread *> group) {
  Thread &first = *group.front();
  const Instruction &op = kernel.code[first.pc - 1];
  // `.aligned`: the same instruction, with the same address.
  const Lane &address = first.frame[op.operands[1]];
  for (const Thread *thread : group) {
    if (thread->pc != first.pc)
      return undefined(Undefined::BarrierDivergence, op);
    const Lane &other = thread->frame[op.operands[1]];
    if (other.poison)
      return undefined(Undefined::PoisonAddress, op);
    if (other.bits != address.bits)
      return undefined(Undefined::TensorLane, op);
  }
  switch (op.tensor) {
  case TensorOperation::Allocate:
    if (!allocateTensor(group, op))
      return false;
    break;
  case TensorOperation::Deallocate:
    if (!deallocateTensor(group, op))
      return false;
    break;
  case TensorOperation::Relinquish:
    ctas[first.cta].tensor.isRelinquished = true;
    break;
  case TensorOperation::Load:
  case TensorOperation::Store:
    for (Thread *thread : group) {
      if (!moveTensor(*thread, op, uint32_t(address.bits)))
        return false;
      if (op.tensor == TensorOperation::Load) {
        erase_if(thread->pendingLoads, [&](const PendingLoad &load) {
          return load.instruction == indexOf(op);
        });
        for (uint32_t slot : registersOfMove(op))
          if (!thread->pendingLoads.empty() &&
              thread->pendingLoads.back().instruction == indexOf(op) &&
              thread->pendingLoads.back().slot +
                      thread->pendingLoads.back().lanes ==
                  slot)
            ++thread->pendingLoads.back().lanes;
          else
            thread->pendingLoads.push_back({slot, 1, indexOf(op)});
      }
    }
    break;
  case TensorOperation::WaitLoads:
  case TensorOperation::WaitStores:
    // A load or a store is the warp's: lanes that have waited together know of
    // each other's.
    for (Thread *thread : group) {
      TensorMarks &in = thread->tensor.in;
      bool isOfLoads = op.tensor == TensorOperation::WaitLoads;
      for (const Thread *other : group)
        if (other->tensor.uses)
          TensorMarks::note(isOfLoads ? in.loads : in.stores, other->index,
                            other->tensor.uses);
      if (isOfLoads)
        thread->pendingLoads.clear();
    }
    break;
  case TensorOperation::FenceBefore:
  case TensorOperation::FenceAfter:
  case TensorOperation::Commit:
  case TensorOperation::Copy:
  case TensorOperation::Shift:
  case TensorOperation::Multiply:
  case TensorOperation::MultiplyTensor:
    llvm_unreachable("not of a warp");
  }
  for (Thread *thread : group)
    thread->state = ThreadState::Ready;
  return true;
}

/// PTX ISA: all of it is given back before the kernel ends.
bool Machine::checkTensorEnd() {
  for (const Cta &cta : ctas)
    for (const TensorAllocation &one : cta.tensor.allocations)
      if (one.isAlive)
        return undefined(Undefined::TensorLeak, kernel.code[one.instruction]);
  return true;
}
