//===- Branches.cpp - Which branches of the rewrites ran ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Branches/Branches.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ProfileData/InstrProf.h"
#include <cstring>
#include <mutex>

using namespace tilefuzz;
namespace coverage = llvm::coverage;

namespace {
/// What clang writes for each function that has counters.
struct FunctionData {
  using IntPtrT = uintptr_t;
  static constexpr unsigned IPVK_Last = llvm::IPVK_Last;
#define INSTR_PROF_DATA(Type, LLVMType, Name, Initializer) Type Name;
#include "llvm/ProfileData/InstrProfData.inc"
};

struct FunctionRow {
  llvm::StringLiteral symbol;
  uint64_t nameHash, hash;
  llvm::StringLiteral file;
  unsigned first, last;
};
enum class EntryKind : uint8_t { Expression, Branch, Call, End };
/// What follows the row of a function.
struct Entry {
  EntryKind kind;
  /// As in ListBranches.cpp; a call's is in `a`.
  uint64_t a, b, taken, notTaken;
  llvm::StringLiteral text = "";
};
} // namespace

// Ends of the section, which the linker knows if it is there.
extern "C" const FunctionData __start___llvm_prf_data[]
    __attribute__((weak, visibility("hidden")));
extern "C" const FunctionData __stop___llvm_prf_data[]
    __attribute__((weak, visibility("hidden")));

static constexpr FunctionRow functionRows[] = {
#define BRANCH_FUNCTION(Symbol, NameHash, Hash, File, First, Last)             \
  {Symbol, NameHash, Hash, File, First, Last},
#define BRANCH_EXPRESSION(Kind, Lhs, Rhs)
#define BRANCH(Line, Column, Text, Taken, NotTaken)
#define BRANCH_CALL(NameHash)
#define END_BRANCH_FUNCTION()
#include "compiler/Branches/BranchTable.inc"
#undef BRANCH_FUNCTION
#undef BRANCH_EXPRESSION
#undef BRANCH
#undef BRANCH_CALL
#undef END_BRANCH_FUNCTION
    {"", 0, 0, "", 0, 0},
};
static constexpr Entry entries[] = {
#define BRANCH_FUNCTION(Symbol, NameHash, Hash, File, First, Last)
#define BRANCH_EXPRESSION(Kind, Lhs, Rhs)                                      \
  {EntryKind::Expression, Kind, 0, Lhs, Rhs},
#define BRANCH(Line, Column, Text, Taken, NotTaken)                            \
  {EntryKind::Branch, Line, Column, Taken, NotTaken, Text},
#define BRANCH_CALL(NameHash) {EntryKind::Call, NameHash, 0, 0, 0},
#define END_BRANCH_FUNCTION() {EntryKind::End, 0, 0, 0, 0},
#include "compiler/Branches/BranchTable.inc"
#undef BRANCH_FUNCTION
#undef BRANCH_EXPRESSION
#undef BRANCH
#undef BRANCH_CALL
#undef END_BRANCH_FUNCTION
    {EntryKind::End, 0, 0, 0, 0},
};

static coverage::Counter decode(uint64_t code) {
  switch (coverage::Counter::CounterKind(code % 4)) {
  case coverage::Counter::Zero:
    return coverage::Counter::getZero();
  case coverage::Counter::CounterValueReference:
    return coverage::Counter::getCounter(code / 4);
  case coverage::Counter::Expression:
    return coverage::Counter::getExpression(code / 4);
  }
  llvm_unreachable("unknown kind of counter");
}

/// `text` without what stands in `open` ... `close`, however deep.
static std::string withoutNested(llvm::StringRef text, char open, char close) {
  std::string kept;
  unsigned depth = 0;
  for (char c : text) {
    depth += c == open;
    if (!depth)
      kept += c;
    depth -= c == close && depth;
  }
  return kept;
}

/// Of the function that a lambda stands in, the name of that.
static std::string readableName(llvm::StringRef symbol) {
  std::string text = llvm::demangle(symbol);
  for (llvm::StringRef hidden : {"(anonymous namespace)::", "mlir::"})
    for (size_t at; (at = text.find(hidden.data(), 0, hidden.size())) !=
                    std::string::npos;)
      text.erase(at, hidden.size());
  text = withoutNested(text, '<', '>');
  // Parameters, and what is behind them: qualifiers, a lambda.
  text = text.substr(0, text.find('('));
  // A result type stands before the name of an instance of a template.
  return text.substr(text.find_last_of(" *&") + 1);
}

const BranchTable &BranchTable::get() {
  static const BranchTable table;
  return table;
}

BranchTable::BranchTable() {
  llvm::DenseMap<uint64_t, unsigned> numbers;
  llvm::ArrayRef<FunctionRow> rows = llvm::ArrayRef(functionRows).drop_back();
  for (auto [i, row] : llvm::enumerate(rows))
    numbers[row.nameHash] = i;
  const Entry *entry = entries;
  for (auto [i, row] : llvm::enumerate(rows)) {
    BranchFunction &function = allFunctions.emplace_back();
    function.symbol = row.symbol;
    function.name = readableName(row.symbol);
    function.file = row.file;
    function.firstLine = row.first;
    function.lastLine = row.last;
    firstBranches.push_back(allBranches.size());
    for (; entry->kind != EntryKind::End; ++entry) {
      coverage::Counter first = decode(entry->taken),
                        second = decode(entry->notTaken);
      switch (entry->kind) {
      case EntryKind::Expression:
        function.expressions.push_back(
            {coverage::CounterExpression::ExprKind(entry->a), first, second});
        break;
      case EntryKind::Branch:
        // No counter: the compiler knows that it is not taken.
        if (first.isZero() || second.isZero())
          break;
        for (auto [holds, counter] :
             {std::pair(true, first), std::pair(false, second)})
          allBranches.push_back({unsigned(i), unsigned(entry->a),
                                 unsigned(entry->b), entry->text, holds,
                                 counter});
        break;
      case EntryKind::Call:
        if (auto known = numbers.find(entry->a); known != numbers.end())
          function.calls.push_back(known->second);
        break;
      case EntryKind::End:
        break;
      }
    }
    ++entry;
  }
  firstBranches.push_back(allBranches.size());
  findCounters();
}

void BranchTable::findCounters() {
  if (allFunctions.empty() || !__start___llvm_prf_data) {
    whatIsWrong = "this build has no counters of branches";
    return;
  }
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, const FunctionData *> found;
  for (const FunctionData *data = __start___llvm_prf_data;
       data != __stop___llvm_prf_data; ++data)
    found[{data->NameRef, data->FuncHash}] = data;
  bool any = false;
  for (auto [function, row] : llvm::zip(allFunctions, functionRows)) {
    const FunctionData *data = found.lookup({row.nameHash, row.hash});
    if (!data)
      continue;
    any = true;
    function.numCounters = data->NumCounters;
    // Relative to the record itself.
    function.counters =
        reinterpret_cast<uint64_t *>(uintptr_t(data) + data->CounterPtr);
  }
  if (!any)
    whatIsWrong = "the counters of branches are of another build";
}

std::string BranchTable::placeOf(const Branch &branch) const {
  return (allFunctions[branch.function].file + ":" + llvm::Twine(branch.line) +
          ":" + llvm::Twine(branch.column))
      .str();
}

llvm::BitVector BranchTable::record(llvm::function_ref<void()> body,
                                    llvm::BitVector &entered) const {
  // The counters are those of the program, not of a thread.
  static std::mutex oneAtATime;
  std::lock_guard<std::mutex> lock(oneAtATime);
  for (const BranchFunction &function : allFunctions)
    if (function.counters)
      std::memset(function.counters, 0,
                  function.numCounters * sizeof(uint64_t));
  body();
  llvm::BitVector ran(allBranches.size());
  entered.clear();
  entered.resize(allFunctions.size());
  for (auto [i, function] : llvm::enumerate(allFunctions))
    if (function.counters && function.counters[0])
      entered.set(i);
  for (auto [i, branch] : llvm::enumerate(allBranches)) {
    if (!entered.test(branch.function))
      continue;
    const BranchFunction &function = allFunctions[branch.function];
    coverage::CounterMappingContext context(
        function.expressions,
        llvm::ArrayRef(function.counters, function.numCounters));
    llvm::Expected<int64_t> count = context.evaluate(branch.counter);
    if (count ? *count > 0 : (llvm::consumeError(count.takeError()), false))
      ran.set(i);
  }
  return ran;
}

void BranchTable::clear() const {
  // The first counter of a function is of its being entered.
  for (const BranchFunction &function : allFunctions)
    if (function.counters && function.counters[0])
      std::memset(function.counters, 0,
                  function.numCounters * sizeof(uint64_t));
}

void BranchTable::forEachTaken(const llvm::BitVector &except,
                               llvm::function_ref<void(unsigned)> take) const {
  for (auto [i, function] : llvm::enumerate(allFunctions)) {
    if (!function.counters || !function.counters[0])
      continue;
    coverage::CounterMappingContext context(
        function.expressions,
        llvm::ArrayRef(function.counters, function.numCounters));
    for (unsigned k = firstBranches[i]; k < firstBranches[i + 1]; ++k) {
      if (except.test(k))
        continue;
      llvm::Expected<int64_t> count = context.evaluate(allBranches[k].counter);
      if (!count)
        llvm::consumeError(count.takeError());
      else if (*count > 0)
        take(k);
    }
  }
}
