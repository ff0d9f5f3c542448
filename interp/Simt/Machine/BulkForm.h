//===- BulkForm.h - Which copy in bulk --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, sections of cp.async.bulk, cp.reduce.async.bulk, their groups
// and prefetches.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_BULKFORM_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_BULKFORM_H

#include <cstdint>

namespace tilefuzz::simt {

enum class BulkKind : uint8_t {
  Copy,
  Reduce,
  Prefetch,
  Commit,
  Wait,
  /// clusterlaunchcontrol: asks for a cluster that has not started, whether an
  /// answer gives one, and which CTA is its first.
  Cancel,
  IsCanceled,
  FirstCta,
  /// Of a box of a tensor.
  TensorLoad,
  TensorStore,
  TensorReduce,
  TensorPrefetch,
  /// tensormap.replace
  ReplaceField
};

/// Of a tensor map, as tensormap.replace names them.
enum class TensorMapField : uint8_t {
  GlobalAddress,
  Rank,
  BoxDim,
  GlobalDim,
  GlobalStride,
  ElementStride,
  ElementType,
  InterleaveLayout,
  SwizzleMode,
  SwizzleAtomicity,
  FillMode
};

struct BulkForm {
  BulkKind kind = BulkKind::Copy;
  /// An mbarrier counts its bytes; otherwise a group of the thread has it.
  bool hasMbarrier = false;
  /// Of a wait: until the sources have been read.
  bool isOfReads = false;
  TensorMapField field{};
  /// The slot of 16 bits that say to which CTAs of the cluster a copy goes,
  /// each with an mbarrier of its own at the same place; 0: to one.
  uint32_t ctaMask = 0;
  /// To every CTA of the cluster, likewise.
  bool isForAll = false;

  bool isMulticast() const { return ctaMask || isForAll; }
  bool isUpdate() const {
    return kind == BulkKind::Reduce || kind == BulkKind::TensorReduce;
  }
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_BULKFORM_H
