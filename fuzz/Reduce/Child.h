//===- Child.h - A question asked in a process of its own -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_CHILD_H
#define TILEFUZZ_FUZZ_REDUCE_CHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <sys/types.h>

namespace tilefuzz {

/// A forked process. What it started is killed when it ends, and all of it when
/// this goes away.
class Child {
public:
  /// Runs `work`, whose answer becomes the exit code: 0 for true.
  explicit Child(llvm::function_ref<bool()> work);
  Child(Child &&other)
      : process(std::exchange(other.process, -1)), ended(other.ended),
        wasYes(other.wasYes) {}
  Child &operator=(Child &&) = delete;
  ~Child() { kill(); }

  /// True: it ended with exit code 0. None: it still runs.
  std::optional<bool> poll();
  void kill();

private:
  pid_t process = -1;
  bool ended = false, wasYes = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_CHILD_H
