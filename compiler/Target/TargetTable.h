//===- TargetTable.h - What each GPU has ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one table of targets. Whatever depends on the target asks here: what a
// name means, which resources a CTA has, which instructions exist, which PTX
// version names the target. A name that no row allows is refused with a reason.
//
// Sources, by column:
//   names, PTX versions   PTX ISA 9.0, "Target directives: .target" and its
//                         table of releases; checked against LLVM 22 and ptxas
//                         13.0 by TargetTableTest.
//   shared memory, warps  CUDA C++ Programming Guide 13.0, "Technical
//                         specifications per compute capability".
//   tensor memory         PTX ISA 9.0, "Tensor memory": 512 columns of 128
//                         lanes of 4 bytes per CTA, on the families of sm_100,
//                         sm_101 and sm_110; not on the family of sm_120.
//   wgmma                 PTX ISA 9.0, "wgmma instructions": sm_90a alone.
//   tcgen05               PTX ISA 9.0, "tcgen05 instructions": with tensor
//                         memory, for `a` and `f` targets.
//   clusters, TMA         PTX ISA 9.0, "%clusterid" and
//                         "cp.async.bulk.tensor": from sm_90 on.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TARGET_TARGETTABLE_H
#define TILEFUZZ_COMPILER_TARGET_TARGETTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tilefuzz {

/// The same on every target of the table (sm_80 and later).
struct CommonLimits {
  static constexpr int64_t threadsPerWarp = 32;
  static constexpr int64_t warpsPerCTA = 32;
  static constexpr int64_t registersPerThread = 255;
  /// Of 32 bits each; of a multiprocessor, and all of them of one CTA.
  static constexpr int64_t registersPerSM = 65536;
  static constexpr int64_t barriersPerCTA = 16;
  /// What a kernel has without asking the driver for more.
  static constexpr int64_t staticSharedBytes = 48 * 1024;
};

/// Bits of TargetRow::has.
enum TargetFeature : unsigned {
  NoFeature = 0,
  Clusters = 1,
  TMA = 2,
  /// Only its `a` target.
  WGMMA = 4,
  /// And, on its `a` and `f` targets, tcgen05.
  TensorMemory = 8,
};

struct TargetRow {
  /// 10 * major + minor: 90 for sm_90.
  int32_t capability;
  /// PTX versions, 10 * major + minor, that introduced sm_XY, sm_XYa and
  /// sm_XYf; 0 where there is no such name.
  unsigned ptx, archPtx, familyPtx;
  /// The capability that names its family; 0: it has no `f` target.
  int32_t family;
  /// Bytes that one CTA may have, statically and dynamically allocated.
  int64_t sharedBytes;
  /// Resident on a multiprocessor.
  int64_t warpsPerSM;
  unsigned has;
  /// A key of optimization hints of the public dialect, version 13.4.
  bool isHintKey;
  /// Not empty: nothing is compiled for it, for this reason.
  llvm::StringLiteral refusal;

  /// "sm_90".
  std::string getName() const;
  /// Bytes that one CTA may have; 0 without tensor memory.
  int64_t getTensorBytes() const;
};

/// In the order of capabilities.
llvm::ArrayRef<TargetRow> getTargetRows();
/// Null if no row has the number; the row may be a refused one.
const TargetRow *findTargetRow(int64_t capability);

/// One name: a row, and whether it has the suffix `a` or `f`.
struct TargetVariant {
  const TargetRow *row = nullptr;
  /// 'a', 'f' or 0.
  char suffix = 0;

  /// "sm_90a".
  std::string getName() const;
  /// The oldest PTX version that has the name.
  unsigned getPtxVersion() const;
  bool hasWGMMA() const { return (row->has & WGMMA) && suffix == 'a'; }
  bool hasTcgen05() const { return (row->has & TensorMemory) && suffix; }
  /// PTX ISA 9.0, "tcgen05.mma": `.kind::i8` is of sm_100a and of what PTX
  /// calls sm_101a and sm_110a.
  bool hasIntegerTcgen05() const {
    return hasTcgen05() && suffix == 'a' && row->capability != 103;
  }
};

/// Reads "sm_90a". The error says which name is meant and why it is refused.
llvm::Expected<TargetVariant> parseTarget(llvm::StringRef name);
/// The same, for what may leave out "sm_": "90", "90a".
llvm::Expected<TargetVariant> parseCapability(llvm::StringRef text);
/// The row of a number; the error says why there is none that is compiled for.
llvm::Expected<const TargetRow *> getTargetRow(int64_t capability);

/// The table for people.
void printTargets(llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TARGET_TARGETTABLE_H
