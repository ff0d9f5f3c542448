//===- ThreadLayout.cpp - Which thread holds which element ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/ThreadLayout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;

ThreadLayout::ThreadLayout(llvm::ArrayRef<uint64_t> reg,
                           llvm::ArrayRef<uint64_t> tid)
    : reg(reg), tid(tid) {
  // Gaussian elimination: a bit whose vector lies in the span of the earlier
  // ones selects nothing that they do not.
  llvm::SmallVector<uint64_t> pivots;
  auto isRedundant = [&](uint64_t vector) {
    for (uint64_t pivot : pivots)
      vector = std::min(vector, vector ^ pivot);
    if (vector)
      pivots.push_back(vector);
    return vector == 0;
  };
  for (auto [k, vector] : llvm::enumerate(reg))
    if (isRedundant(vector))
      redundantRegisters |= uint64_t(1) << k;
  for (auto [k, vector] : llvm::enumerate(tid))
    if (isRedundant(vector))
      redundantThreads |= uint64_t(1) << k;
}

ThreadLayout ThreadLayout::replicated(unsigned threads) {
  return ThreadLayout({}, llvm::SmallVector<uint64_t>(llvm::Log2_64(threads)));
}

uint64_t ThreadLayout::getRegisterIndex(unsigned r) const {
  uint64_t index = 0;
  for (auto [k, vector] : llvm::enumerate(reg))
    if (r >> k & 1)
      index ^= vector;
  return index;
}

uint64_t ThreadLayout::getNumElements() const {
  return uint64_t(1) << (reg.size() + tid.size() -
                         llvm::popcount(redundantRegisters) -
                         llvm::popcount(redundantThreads));
}

std::optional<llvm::SmallVector<unsigned>>
ThreadLayout::findLocal(const ThreadLayout &target,
                        llvm::function_ref<uint64_t(uint64_t)> toSource) const {
  if (tid.size() != target.tid.size())
    return std::nullopt;
  for (auto [own, other] : llvm::zip_equal(tid, target.tid))
    if (own != toSource(other))
      return std::nullopt;
  llvm::DenseMap<uint64_t, unsigned> byIndex;
  for (unsigned r = 0; r < getNumRegisters(); ++r)
    byIndex.try_emplace(getRegisterIndex(r), r);
  llvm::SmallVector<unsigned> registers;
  for (unsigned r = 0; r < target.getNumRegisters(); ++r) {
    auto found = byIndex.find(toSource(target.getRegisterIndex(r)));
    if (found == byIndex.end())
      return std::nullopt;
    registers.push_back(found->second);
  }
  return registers;
}
