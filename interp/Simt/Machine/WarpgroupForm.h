//===- WarpgroupForm.h - What four warps do together ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// wgmma and setmaxnreg: PTX ISA 9.0, 9.7.15 and 9.7.19.5. What their names say,
// which elements of a matrix a thread of the four warps holds (9.7.15.5.1), and
// what a thread has issued and not waited for (memory model, 5.7). No machine
// is needed for it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_WARPGROUPFORM_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_WARPGROUPFORM_H

#include "interp/Simt/Machine/MatrixProduct.h"
#include "interp/Simt/Machine/TensorProduct.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace tilefuzz::simt {

inline constexpr uint32_t warpgroupSize = 128;

enum class WarpgroupOperation : uint8_t {
  /// Operand 1 says whether sums are added to, 2 and 3 are the descriptors of A
  /// and B.
  Multiply,
  Fence,
  /// The thread's products so far that are in no group are one.
  Commit,
  /// Until at most `immediate` groups are pending.
  Wait,
  /// setmaxnreg: from now on a thread has `immediate` registers, which are no
  /// fewer, or no more, than those that it had.
  TakeRegisters,
  GiveRegisters,
};

struct WarpgroupForm {
  WarpgroupOperation operation{};
  /// 64 rows. Elements of one bit lie in it as bytes of eight.
  TensorProduct product;
  /// How bits become numbers.
  BitProduct bits = BitProduct::None;
  bool isFirstInRegisters = false;
  /// Slots of each thread that hold D, and A if it is in registers.
  std::vector<uint32_t> sums, factors;

  /// Of D, of one thread; those of 16 bits share one.
  uint32_t sumRegisters() const {
    return product.columns / 2 * product.sum.width / 32;
  }
  bool hasShapeOf(const WarpgroupForm &other) const {
    return product.columns == other.product.columns &&
           product.first.width == other.product.first.width;
  }
};
inline constexpr uint32_t warpgroupFactorRegisters = 4;

/// `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16`, by its parts.
std::optional<WarpgroupForm>
parseWarpgroupProduct(llvm::ArrayRef<llvm::StringRef> parts);

/// Where element `i` of a thread of the warpgroup is in D.
FragmentPlace warpgroupSumPlace(uint32_t thread, uint32_t i);
/// The same in A, whose elements have `width` bits: the column is k.
FragmentPlace warpgroupFactorPlace(uint32_t width, uint32_t thread, uint32_t i);

/// What one thread issued.
struct WarpgroupOrder {
  struct Product {
    uint32_t number, instruction;
    /// A fence stands behind it.
    bool isFenced;
  };
  uint32_t issued = 0;
  /// Those that no wait has covered.
  llvm::SmallVector<Product, 4> pending;
  /// The last product of each group that was committed.
  llvm::SmallVector<uint32_t, 4> groups;
  /// Slots that the thread has read or written since its last fence; all of
  /// them before the first one.
  llvm::BitVector read, written;
};

/// The registers of a CTA that no warp has, and how many each thread of a warp
/// has: 0, the kernel does not say.
struct RegisterPool {
  uint32_t free = 0;
  std::vector<uint32_t> held;
  /// By warp, the instructions that have changed it.
  std::vector<llvm::SmallVector<uint32_t, 2>> changes;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_WARPGROUPFORM_H
