//===- ThreadExplainer.h - Tells what threads do ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Narrates a run of the SIMT machine, statement by statement of the text: what
// each thread reads and writes, and what its registers hold afterwards. As text
// for people, or as one JSON object per line.
//
// A thread does many statements before the next one has its turn; who is told
// is told in the order in which things happen.
//
// JSON: every line is an object with an `event`:
//   statement  block, thread (linear indices), location, operation, text;
//              `guardedOff` if its guard did not hold; accesses, each with
//              object, space, first and last byte and isWrite; registers by
//              name
//   outcome    last: what tile-run --json prints
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_THREADEXPLAINER_H
#define TILEFUZZ_INTERP_SIMT_THREADEXPLAINER_H

#include "interp/Program/Launch.h"
#include "interp/Simt/Machine/ThreadObserver.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace tilefuzz {

struct ThreadExplainOptions {
  /// JSON lines instead of text.
  bool json = false;
  /// Only this block, and this thread of each block, by linear index.
  std::optional<uint32_t> onlyBlock, onlyThread;
};

class ThreadExplainer : public simt::ThreadObserver {
public:
  ThreadExplainer(const Launch &launch, llvm::raw_ostream &os,
                  const ThreadExplainOptions &options)
      : launch(launch), os(os), options(options) {}

  void onAccess(const simt::ThreadPlace &place,
                const simt::ThreadAccess &access) override;
  void onInstruction(const simt::ThreadPlace &place,
                     llvm::ArrayRef<simt::Lane> frame,
                     bool wasGuardedOff) override;
  /// After the run.
  void finish(const Outcome &outcome);

private:
  struct Access {
    std::string object;
    simt::StateSpace space;
    uint64_t first, last;
    bool isWrite;
  };
  /// What has been seen of the statement that a thread is at.
  struct Statement {
    uint32_t thread = 0, cta = 0, inCta = 0;
    /// The last of its instructions that was seen.
    uint32_t instruction = 0;
    simt::Place place;
    std::string text;
    bool isGuardedOff = false;
    std::vector<Access> accesses;
    /// Register and value; the last one counts.
    std::vector<std::pair<std::string, std::string>> registers;
  };

  bool isHidden(const simt::ThreadPlace &place) const;
  void begin(const simt::ThreadPlace &place);
  void learn(const simt::Kernel &kernel);
  void noteSlot(uint32_t slot, llvm::ArrayRef<simt::Lane> frame);
  std::string valueOf(const simt::Lane &lane, simt::RegisterType type) const;
  std::string objectOf(const simt::ThreadPlace &place,
                       const simt::ThreadAccess &access) const;
  void tell();

  const Launch &launch;
  llvm::raw_ostream &os;
  ThreadExplainOptions options;
  llvm::DenseMap<uint32_t, const simt::NamedSlot *> names;
  const simt::Kernel *known = nullptr;
  uint32_t threadsPerCta = 1;
  std::optional<Statement> current;
  /// The thread that the last line was about.
  std::optional<uint32_t> told;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SIMT_THREADEXPLAINER_H
