//===- DeltaDebug.h - The loop of every reduction ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Hierarchical delta debugging of anything: a model makes candidates, row by
// row and place by place, and answers whether they are interesting; the engine
// decides which are asked about, in what order, and when it is enough. It knows
// neither MLIR nor what is reduced.
//
// The result is a function of model and `maxTries`: workers and batches only
// ask ahead, and answers are used in order.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_DELTADEBUG_H
#define TILEFUZZ_FUZZ_REDUCE_DELTADEBUG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace tilefuzz {

/// What a reduction makes smaller: the structure first; then the text.
struct Measure {
  uint64_t structure = 0, text = 0;
  bool operator<(const Measure &other) const {
    return std::tie(structure, text) < std::tie(other.structure, other.text);
  }
};
/// The length of a text in which small numbers are simpler than large ones.
uint64_t textMeasureOf(llvm::StringRef text);

/// Tells candidates apart.
using DeltaHash = std::pair<uint64_t, uint64_t>;
DeltaHash deltaHashOf(llvm::StringRef text);

/// A changed subject; the model adds the subject.
struct DeltaCandidate {
  virtual ~DeltaCandidate() = default;
  Measure measure;
  DeltaHash hash;
};

/// One way to make a subject smaller.
struct DeltaRow {
  /// How many neighbouring places are tried together at first; then half as
  /// many, down to one.
  enum class Sizes { One, Half, All };
  enum class Order {
    /// From the last place to the first: users go before what they use. What
    /// is smaller is kept at once.
    Places,
    /// All places one by one, the smallest candidate first, anew after every
    /// success.
    Smallest,
  };
  llvm::StringRef name;
  Sizes sizes = Sizes::One;
  Order order = Order::Places;
};

/// Why a reduction ended.
enum class ReduceEnd { Smallest, Tries, Time, Interrupted };
llvm::StringRef toString(ReduceEnd end);

/// What one row did.
struct RowReport {
  llvm::StringRef name;
  uint64_t tries = 0, successes = 0;
  /// Operations that went in its successes, where the model counts them.
  int64_t operationsLess = 0;
  double seconds = 0;
};

struct DeltaReport {
  ReduceEnd end = ReduceEnd::Smallest;
  /// Questions asked; candidates that were not asked about since they had been,
  /// and since they did not verify or were no smaller.
  uint64_t tries = 0, repeated = 0, unfit = 0;
  double seconds = 0;
  /// One per row of the engine; models may add their own.
  std::vector<RowReport> rows;
};

struct DeltaOptions {
  /// How much to ask at most, as the model counts it (DeltaModel::spent).
  uint64_t maxTries = 20'000;
  /// Wall time; 0: no limit.
  double seconds = 0;
  /// How many questions run at once, when isolated.
  unsigned jobs = 1;
  /// Ask in forked processes: what dies is not interesting. The caller must be
  /// single-threaded.
  bool isolate = false;
  /// Wall time for one isolated question; 0: no limit.
  double questionSeconds = 0;
  /// Asked often, to end early; none: never.
  std::function<bool()> isInterrupted;
};

/// What is reduced. Places of a row are numbered from 0 on every level.
class DeltaModel {
public:
  virtual ~DeltaModel() = default;

  /// Depths in the hierarchy, outermost first, or variants of the row.
  virtual unsigned levels(unsigned row) { return 1; }
  /// How many places there are; they may change after every success.
  virtual unsigned count(unsigned row, unsigned level) = 0;
  /// The best subject with some places changed; null if that gives nothing to
  /// ask about. `unfit` counts what was made but does not verify, or is no
  /// smaller.
  virtual std::unique_ptr<DeltaCandidate> make(unsigned row, unsigned level,
                                               unsigned begin, unsigned size,
                                               uint64_t &unfit) = 0;
  /// The candidate becomes the best subject.
  virtual void keep(std::unique_ptr<DeltaCandidate> candidate,
                    RowReport &rowReport) = 0;

  /// Must be a function of the candidate only. `worker` is a number below
  /// `jobs` that no other running question has. Isolated it runs in a forked
  /// process and may replace that; exit code 0 then says yes.
  virtual bool isInteresting(DeltaCandidate &candidate, unsigned worker) = 0;
  /// Where a process costs much: how many are asked about together, unless
  /// isolated. An answer must not depend on the others.
  virtual size_t batchSize() const { return 1; }
  virtual std::vector<bool>
  areInteresting(llvm::ArrayRef<DeltaCandidate *> candidates);
  /// What so many questions cost, in the unit of `maxTries`.
  virtual uint64_t spent(uint64_t tries) const { return tries; }
};

class DeltaDebugger {
public:
  /// Nothing is copied. Rows are added to the report.
  DeltaDebugger(DeltaModel &model, llvm::ArrayRef<DeltaRow> rows,
                const DeltaOptions &options, DeltaReport &report);
  ~DeltaDebugger();

  /// Tries all rows everywhere until none of them makes progress, or a budget
  /// is used up.
  void run();
  /// Asks about a candidate that no row made; it is not kept.
  bool ask(std::unique_ptr<DeltaCandidate> candidate, RowReport &rowReport);
  /// Whether a budget is used up; the first reason stays in the report.
  bool hasEnded();
  double seconds() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_DELTADEBUG_H
