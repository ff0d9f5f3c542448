//===- ThreadLayout.h - Which thread holds which element --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A layout as a linear map over F2: the bits of (register, thread) to the bits
// of an element's row-major index. Basis vector k of `reg` or `tid` is the
// index of the element that the k-th bit alone selects; others are XORs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_THREADLAYOUT_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_THREADLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace tilefuzz {

struct ThreadLayout {
  ThreadLayout() = default;
  ThreadLayout(llvm::ArrayRef<uint64_t> reg, llvm::ArrayRef<uint64_t> tid);

  /// One element that every thread holds: a scalar.
  static ThreadLayout replicated(unsigned threads);

  unsigned getNumRegisters() const { return 1u << reg.size(); }
  /// The register's share of the element index; the thread's is XORed to it.
  uint64_t getRegisterIndex(unsigned r) const;
  /// Number of distinct elements held: the image of the map.
  uint64_t getNumElements() const;

  /// Of all (register, thread) pairs that hold an element exactly one has
  /// zeros at these bits: its owner.
  uint64_t redundantRegisters = 0, redundantThreads = 0;
  bool isReplicated() const { return redundantRegisters || redundantThreads; }

  /// The register of the same thread that holds element `toSource` of each of
  /// `target`'s registers; none if that takes another thread. `toSource` must
  /// be linear over F2.
  std::optional<llvm::SmallVector<unsigned>>
  findLocal(const ThreadLayout &target,
            llvm::function_ref<uint64_t(uint64_t)> toSource) const;

  bool operator==(const ThreadLayout &other) const {
    return reg == other.reg && tid == other.tid;
  }

  llvm::SmallVector<uint64_t, 8> reg, tid;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_THREADLAYOUT_H
