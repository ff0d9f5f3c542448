//===- EdgeFlags.h - Which edges of the compiler ran ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// With the CMake option TILEFUZZ_EDGES, clang gives every edge of the control
// flow of compiler/ a byte that it sets when the edge runs. Bytes that are set,
// not counted up: a count of eight bits is zero again after 256. Without the
// option there are no edges.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_EDGES_EDGEFLAGS_H
#define TILEFUZZ_COMPILER_SUPPORT_EDGES_EDGEFLAGS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz {

class EdgeFlags {
public:
  /// Those of this process.
  static EdgeFlags &get();

  /// The bytes from `begin` to before `end`. Ranges that are known are ignored:
  /// each file of a program announces all of it.
  void add(unsigned char *begin, unsigned char *end);
  /// How many edges there are.
  size_t size() const;

  /// No edge ran.
  void clear();
  /// Calls `visit` with the number of each edge that ran since, in order.
  void forEachSet(llvm::function_ref<void(size_t)> visit) const;

private:
  struct Range {
    unsigned char *begin, *end;
  };
  llvm::SmallVector<Range, 2> ranges;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_EDGES_EDGEFLAGS_H
