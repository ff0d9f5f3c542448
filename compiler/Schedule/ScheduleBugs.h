//===- ScheduleBugs.h - Wrong variants of the schedulers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of ScheduleBugs.def. The set travels as an argument, as BugSet does.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEBUGS_H
#define TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEBUGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <optional>

namespace tilefuzz {

enum class ScheduleBug : uint8_t {
#define SCHEDULE_BUG(Enum, Name, Summary) Enum,
#include "compiler/Schedule/ScheduleBugs.def"
#undef SCHEDULE_BUG
};

struct ScheduleBugInfo {
  ScheduleBug bug;
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
};
llvm::ArrayRef<ScheduleBugInfo> getScheduleBugs();
std::optional<ScheduleBug> findScheduleBug(llvm::StringRef name);

/// Those that are switched on; none by default.
class ScheduleBugSet {
public:
  void insert(ScheduleBug bug) { bits.set(unsigned(bug)); }
  bool has(ScheduleBug bug) const { return bits.test(unsigned(bug)); }
  bool none() const { return bits.none(); }

private:
  std::bitset<64> bits;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEBUGS_H
