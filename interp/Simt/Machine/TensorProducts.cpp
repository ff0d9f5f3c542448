//===- TensorProducts.cpp - Copies, shifts and products -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What one thread issues: tcgen05.cp, .shift and .mma, PTX ISA 9.0, 9.7.16.8
// and 9.7.16.10. They are executed when they are issued; that they may be over
// only later is what the marks of tensor memory and the reads that are noted of
// shared memory say (memory model, 5.6 and 5.8).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/ProductSums.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static constexpr uint32_t chunkBytes = 16;

//===----------------------------------------------------------------------===//
// Shared memory through the asynchronous proxy
//===----------------------------------------------------------------------===//

/// fence.proxy.async: what is ordered before the thread's next access is
/// ordered before its next access through the asynchronous proxy, too. The
/// second half of a clock says what is (memory model, 5.6).
void Machine::fenceProxies(Thread &thread) {
  size_t count = agents;
  if (!options.detectRaces || thread.clock.size() == count)
    return;
  for (size_t i = 0; i < count; ++i)
    thread.clock.raise(count + i, thread.clock[i]);
  thread.clock.advance();
}

const Access *Machine::findUnfenced(const Thread &thread,
                                    const Allocation &allocation,
                                    uint32_t offset, uint32_t size,
                                    bool isOrdered) const {
  if (allocation.shadow.empty())
    return nullptr;
  for (uint32_t i = offset; i < offset + size; ++i)
    for (const Access &earlier : allocation.shadow.of(i))
      if (earlier.isWrite && !isOfAsyncProxy(earlier.thread) &&
          (!isOrdered || earlier.clock <= thread.clock[earlier.thread]) &&
          earlier.clock > thread.clock[agents + earlier.thread])
        return &earlier;
  return nullptr;
}

bool Machine::isBehindProxyFence(Thread &thread, const Instruction &op,
                                 const Allocation &allocation, uint32_t offset,
                                 uint32_t size) {
  const Access *write = findUnfenced(thread, allocation, offset, size,
                                     /*isOrdered=*/false);
  return !write || reportTensor(thread, write->instruction, op,
                                "shared memory is read through the "
                                "asynchronous proxy without a proxy fence "
                                "behind its write");
}

/// A write, which has to wait for reads that may go on.
bool Machine::followsAsyncReads(Thread &thread, const Instruction &op,
                                std::pair<uint32_t, uint32_t> place,
                                uint32_t offset, uint64_t size) {
  auto [owner, allocation] = place;
  AsyncReads &reads = ctas[owner].tensor.reads;
  auto it = reads.lower_bound(
      {allocation, offset < chunkBytes ? 0 : offset - chunkBytes + 1});
  while (it != reads.end() && it->first.first == allocation &&
         it->first.second < offset + size) {
    for (const TensorUse &use : it->second)
      if (!use.isDone(thread.tensor.in) && !use.isDone(thread.tensor.pending))
        return reportTensor(thread, use.instruction, op,
                            "shared memory is written while it may still be "
                            "read through the asynchronous proxy");
    it = reads.erase(it);
  }
  return true;
}

std::optional<Lane> Machine::findShared(uint32_t address) const {
  auto above = upper_bound(kernel.sharedAddresses, address);
  if (above == kernel.sharedAddresses.begin())
    return std::nullopt;
  uint32_t index = above - kernel.sharedAddresses.begin() - 1;
  return Lane{address - kernel.sharedAddresses[index], firstShared + index,
              false};
}

/// At most 16 bytes, from an address as descriptors have them. A byte that
/// nobody wrote is unspecified.
bool Machine::readShared(Thread &thread, const TensorUse &use, uint32_t address,
                         MutableArrayRef<Lane> bytes) {
  const Instruction &op = kernel.code[use.instruction];
  std::optional<Lane> found = findShared(address);
  if (!found)
    return undefined(Undefined::OutOfBounds, op);
  Lane pointer = *found;
  Allocation *allocation;
  uint32_t offset;
  // Whoever has waited for a commit knows that it is over.
  AccessRange range = {pointer,           bytes.size(), StateSpace::Shared, 1,
                       /*isWrite=*/false,
                       /*isAtomic=*/false};
  range.bulkAgent = firstTensorAgent + thread.index;
  range.copy = use.number;
  if (!access(thread, op, range, allocation, offset))
    return false;
  if (options.detectRaces &&
      !isBehindProxyFence(thread, op, *allocation, offset, bytes.size()))
    return false;
  for (auto [i, byte] : enumerate(bytes))
    byte = {allocation->bytes[offset + i], 0,
            allocation->undefined[offset + i] != 0};
  SmallVector<TensorUse, 1> &uses =
      ctas[thread.cta].tensor.reads[{pointer.allocation, offset}];
  erase_if(uses,
           [&](const TensorUse &other) { return other.thread == use.thread; });
  uses.push_back(use);
  return true;
}

bool Machine::rejectDescriptor(Error error, const Instruction &op) {
  std::string text;
  handleAllErrors(std::move(error), [&](const DescriptorError &reason) {
    text = reason.unsupported;
  });
  return text.empty() ? undefined(Undefined::TensorDescriptor, op)
                      : stop(RunStatus::Unsupported, text, &op);
}

//===----------------------------------------------------------------------===//
// Copies and shifts
//===----------------------------------------------------------------------===//

bool Machine::copyTensor(Thread &thread, const Instruction &op) {
  const Lane &address = thread.frame[op.operands[1]],
             &descriptor = thread.frame[op.operands[2]];
  if (address.poison || descriptor.poison)
    return undefined(Undefined::PoisonAddress, op);
  Expected<SharedMatrix> matrix = parseSharedMatrix(descriptor.bits);
  if (!matrix)
    return rejectDescriptor(matrix.takeError(), op);
  TensorUse use = newUse(thread, op);
  TensorCopy copy = op.tensorForm.copy;
  CopyExtent extent = extentOf(copy);
  constexpr uint32_t wordBytes = 4;
  for (uint32_t row = 0; row < extent.rows; ++row)
    for (uint32_t word = 0; word < extent.words;
         word += chunkBytes / wordBytes) {
      Lane bytes[chunkBytes];
      if (!readShared(thread, use,
                      matrix->addressOf(row, word * wordBytes, /*isByK=*/true),
                      bytes))
        return false;
      for (uint32_t lane : lanesOfRow(copy, row))
        for (uint32_t i = 0; i < chunkBytes / wordBytes; ++i) {
          TensorCell *cell =
              useCell(thread, use, (address.bits >> 16) + lane,
                      (address.bits & 0xffff) + word + i, /*isRead=*/false);
          if (!cell)
            return false;
          *cell = {0, true, false, cell->writer, {}};
          for (uint32_t b = 0; b < wordBytes; ++b) {
            const Lane &byte = bytes[i * wordBytes + b];
            cell->value |= uint32_t(byte.bits) << (8 * b);
            cell->isWritten &= !byte.poison;
          }
        }
    }
  TensorMarks::note(thread.tensor.in.issued, use.thread, use.number);
  return true;
}

/// Of each 32 lanes, all but the last get what the next one has.
bool Machine::shiftTensor(Thread &thread, const Instruction &op) {
  const Lane &address = thread.frame[op.operands[1]];
  if (address.poison)
    return undefined(Undefined::PoisonAddress, op);
  uint32_t first = address.bits >> 16 & 0xffff, column = address.bits & 0xffff;
  if (first % warpSize)
    return undefined(Undefined::TensorLane, op);
  TensorUse use = newUse(thread, op);
  constexpr uint32_t words = 8;
  for (uint32_t i = 0; i < words; ++i) {
    TensorCell *previous = nullptr;
    for (uint32_t lane = first; lane < TensorMemory::numLanes; ++lane) {
      TensorCell *cell =
          useCell(thread, use, lane, column + i, /*isRead=*/false);
      if (!cell)
        return false;
      if (previous && lane % warpSize) {
        previous->value = cell->value;
        previous->isWritten = cell->isWritten;
        previous->isHalfWritten = cell->isHalfWritten;
      }
      previous = cell;
    }
  }
  TensorMarks::note(thread.tensor.in.issued, use.thread, use.number);
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// An A in tensor memory, whose elements lie side by side in its lanes.
bool Machine::readTensorFactor(Thread &thread, const TensorUse &use,
                               uint32_t address, const TensorProduct &product,
                               std::vector<Lane> &elements) {
  uint32_t size = TensorProduct::bytesOf(product.first);
  constexpr uint32_t wordBytes = 4;
  for (uint32_t row = 0; row < product.rows; ++row)
    for (uint32_t k = 0; k < product.depth(); ++k) {
      const TensorCell *cell =
          useCell(thread, use, (address >> 16) + product.laneOf(row),
                  (address & 0xffff) + k * size / wordBytes, /*isRead=*/true);
      if (!cell)
        return false;
      unsigned shift = k * size % wordBytes * 8;
      elements.push_back({maskTo(cell->value >> shift, 8 * size), 0,
                          !cell->isWritten && !(cell->isHalfWritten &&
                                                shift + 8 * size <= 16)});
    }
  return true;
}

/// One element of D.
static uint64_t sumProducts(const TensorProduct &product, ArrayRef<Lane> row,
                            ArrayRef<Lane> column,
                            std::optional<uint64_t> start) {
  if (!product.sum.isFloat()) {
    auto numbers = [](RegisterType type, ArrayRef<Lane> lanes) {
      return map_to_vector(
          lanes, [=](const Lane &lane) { return integerOf(type, lane.bits); });
    };
    return sumOfIntegers(
        numbers(product.first, row), numbers(product.second, column),
        start ? SignExtend64<32>(*start) : 0, product.saturates);
  }
  auto numbers = [](RegisterType type, ArrayRef<Lane> lanes) {
    return map_to_vector(
        lanes, [=](const Lane &lane) { return realOf(type, lane.bits); });
  };
  std::optional<double> first;
  if (start)
    first = realOf(product.sum, *start);
  return sumOfReals(
      product.sum, numbers(product.first, row), numbers(product.second, column),
      product.negatesFirst != product.negatesSecond ? -1 : 1, first);
}

bool Machine::multiplyTensor(Thread &thread, const Instruction &op) {
  Lane accumulates = thread.frame[op.operands[0]],
       target = thread.frame[op.operands[1]],
       first = thread.frame[op.operands[2]],
       second = thread.frame[op.operands[3]],
       descriptor = thread.frame[op.operands[4]];
  if (accumulates.poison)
    return undefined(Undefined::BranchOnPoison, op);
  if (target.poison || first.poison || second.poison || descriptor.poison)
    return undefined(Undefined::PoisonAddress, op);
  Expected<TensorProduct> product =
      parseTensorProduct(op.tensorForm.kind, descriptor.bits);
  if (!product)
    return rejectDescriptor(product.takeError(), op);
  bool isInTensor = op.tensor == TensorOperation::MultiplyTensor;
  // Results of 64 rows have half of the lanes, and A the same half.
  uint32_t half = target.bits >> 16 & 0xffff;
  if (half != 0 && (half != 16 || product->rows != 64))
    return undefined(Undefined::TensorLane, op);
  if (isInTensor && (first.bits >> 16 & 0xffff) != half)
    return undefined(Undefined::TensorLane, op);
  if (isInTensor && product->isFirstTransposed)
    return undefined(Undefined::TensorDescriptor, op);

  // A bit for each lane that keeps what it has.
  auto masks = ArrayRef(kernel.tensorRegisters).slice(op.first, op.count);
  for (uint32_t slot : masks)
    if (thread.frame[slot].poison)
      return undefined(Undefined::BranchOnPoison, op);
  auto isKept = [&](uint32_t lane) {
    return !masks.empty() &&
           (thread.frame[masks[lane / warpSize]].bits >> lane % warpSize & 1);
  };

  TensorUse use = newUse(thread, op);
  std::vector<Lane> rows, columns;
  uint32_t depth = product->depth();
  auto read = [&](uint64_t bits, RegisterType type, uint32_t lines,
                  bool isTransposed, std::vector<Lane> &elements) {
    Expected<SharedMatrix> matrix = parseSharedMatrix(bits);
    return matrix ? readFactor(
                        *matrix, {type, lines, depth, isTransposed},
                        [&](uint32_t address, auto bytes) {
                          return readShared(thread, use, address, bytes);
                        },
                        elements)
                  : rejectDescriptor(matrix.takeError(), op);
  };
  if (!(isInTensor ? readTensorFactor(thread, use, first.bits, *product, rows)
                   : read(first.bits, product->first, product->rows,
                          product->isFirstTransposed, rows)) ||
      !read(second.bits, product->second, product->columns,
            product->isSecondTransposed, columns))
    return false;

  // The next product on these sums needs no wait.
  use.sums = uint64_t(product->shapeKey()) << 32 | uint32_t(target.bits);
  use.sums = use.sums * 4 + uint64_t(op.tensorForm.kind) + 1;
  auto isPoison = [](const Lane &lane) { return lane.poison; };
  bool isHalf = product->sum.width == 16;
  for (uint32_t i = 0; i < product->rows; ++i) {
    if (isKept(half + product->laneOf(i)))
      continue;
    ArrayRef<Lane> row = ArrayRef(rows).slice(i * depth, depth);
    for (uint32_t j = 0; j < product->columns; ++j) {
      TensorCell *cell = useCell(thread, use, half + product->laneOf(i),
                                 (target.bits & 0xffff) + j, /*isRead=*/false);
      if (!cell)
        return false;
      ArrayRef<Lane> column = ArrayRef(columns).slice(j * depth, depth);
      bool isKnown = none_of(row, isPoison) && none_of(column, isPoison);
      std::optional<uint64_t> start;
      if (accumulates.bits) {
        start = isHalf ? cell->value & 0xffff : cell->value;
        isKnown &= cell->isWritten || (isHalf && cell->isHalfWritten);
      }
      cell->value =
          isKnown ? uint32_t(sumProducts(*product, row, column, start)) : 0;
      cell->isWritten = isKnown && !isHalf;
      cell->isHalfWritten = isKnown && isHalf;
    }
  }
  TensorMarks::note(thread.tensor.in.issued, use.thread, use.number);
  return true;
}
