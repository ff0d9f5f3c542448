//===- TensorKernel.h - Kernels that use tensor memory, for tests *- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_TENSORKERNEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_TENSORKERNEL_H

#include "interp/Simt/Simt.h"
#include <string>
#include <vector>

namespace tilefuzz::test {

/// What 128 threads do with one CTA's tensor memory. Shared memory `@s` begins
/// with `image`, its mbarrier is at `@b`, %m is the address of 512 columns and
/// %t the thread; %first is whether it is thread 0.
struct TensorKernel {
  std::vector<uint8_t> image;
  /// Of the launch; as many words are read into tensor memory first: lane l and
  /// column c from word l * tensorColumns + c.
  std::vector<uint32_t> tensor;
  unsigned tensorColumns = 0;
  /// Of intrinsics that the others do not use.
  std::string declarations;
  /// Statements of all threads between image and the use.
  std::string setUp = "call void @llvm.nvvm.fence.proxy.async.shared_cta()";
  /// Statements of thread 0.
  std::string use;
  /// Statements of all threads behind that, where the branches meet.
  std::string wait = "wait after";
  /// Columns that are stored to the launch's buffer at the end: lane l, column
  /// c to word l * columns + c.
  unsigned columns = 8;
  uint64_t schedule = 1;

  /// Of the IR. Of the PTX that LLVM's back end makes of it, the outcome has to
  /// be the same.
  Outcome run() const;
};

/// IR of descriptor `%NAME` of a matrix at `offset` of `@s`.
std::string descriptor(const std::string &name, unsigned offset,
                       unsigned leading, unsigned stride, unsigned swizzle);
/// Word `index` of the outcome; its being unspecified is ~0.
uint32_t wordOf(const Outcome &outcome, size_t index);
bool isSpecified(const Outcome &outcome, size_t index);

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_TENSORKERNEL_H
