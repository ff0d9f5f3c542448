//===- EdgeFlags.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Edges/EdgeFlags.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

using namespace tilefuzz;

EdgeFlags &EdgeFlags::get() {
  static EdgeFlags self;
  return self;
}

void EdgeFlags::add(unsigned char *begin, unsigned char *end) {
  if (begin == end)
    return;
  for (const Range &range : ranges)
    if (range.begin == begin && range.end == end)
      return;
  ranges.push_back({begin, end});
}

size_t EdgeFlags::size() const {
  size_t size = 0;
  for (const Range &range : ranges)
    size += range.end - range.begin;
  return size;
}

void EdgeFlags::clear() {
  for (const Range &range : ranges)
    std::memset(range.begin, 0, range.end - range.begin);
}

void EdgeFlags::forEachSet(llvm::function_ref<void(size_t)> visit) const {
  size_t number = 0;
  for (const Range &range : ranges) {
    for (const unsigned char *at = range.begin; at != range.end;) {
      size_t count = std::min<size_t>(range.end - at, sizeof(uint64_t));
      uint64_t word = 0;
      std::memcpy(&word, at, count);
      // Most of a compiler does not run for one program.
      for (size_t i = 0; word && i < count; ++i)
        if (at[i])
          visit(number + (at - range.begin) + i);
      at += count;
    }
    number += range.end - range.begin;
  }
}

/// Called before `main` by every file that was compiled for it.
extern "C" void __sanitizer_cov_bool_flag_init(bool *begin, bool *end);
extern "C" void __sanitizer_cov_bool_flag_init(bool *begin, bool *end) {
  EdgeFlags::get().add(reinterpret_cast<unsigned char *>(begin),
                       reinterpret_cast<unsigned char *>(end));
}
