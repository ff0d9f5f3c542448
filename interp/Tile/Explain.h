//===- Explain.h - Tells what a run does ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Narrates a run of the tile interpreter, operation by operation: values, what
// was read and written, after which accesses, races and undefined behaviour
// where they arise. As text for people, or as one JSON object per line.
//
// Accesses are numbered in the order in which they begin: `#3`. That an access
// comes after another is said of token order alone, and of its last links: an
// access after #3 is also after what #3 is after.
//
// JSON: every line is an object with an `event`:
//   enter      an operation with regions begins; operands
//   region     one of its regions begins; iteration, arguments
//   operation  an operation has ended; operands, results, accesses (with
//              `after`, `acquires` and, per buffer, `ranges` and `writtenBy`),
//              of a reduction or scan `combinations`, of which the first few
//              are told
//   race       after the access that made it: both sides, buffer, offset
//   undefined-behaviour, unsupported
//              the run ends: condition, operation, element, buffer, offset
//   outcome    last: what tile-run --json prints
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EXPLAIN_H
#define TILEFUZZ_INTERP_TILE_EXPLAIN_H

#include "interp/Tile/Machine.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>
#include <set>

namespace tilefuzz {

struct ExplainOptions {
  /// JSON lines instead of text.
  bool json = false;
  /// Elements shown of a tile, and combinations of a reduction; 0: all.
  size_t maxElements = 8;
  /// Every store takes effect where it stands, so that what a read sees is the
  /// last write that was told: under schedules that hold no store back.
  bool storesAtOnce = true;
  /// Only this block, by linear index.
  std::optional<uint32_t> onlyBlock = std::nullopt;
};

class Explainer : public MachineObserver {
public:
  Explainer(mlir::ModuleOp module, llvm::raw_ostream &os,
            const ExplainOptions &options = {});

  Flow evaluate(Machine &machine, const Instruction &in) override;
  void onElement(Machine &machine, const Instruction &in,
                 const ElementEvent &event) override;
  void onAccess(Machine &machine, const Instruction &in,
                const Access &access) override;
  /// After the run.
  void finish(const Outcome &outcome);

private:
  /// A control operation whose region is being run.
  struct Open {
    const Instruction *in;
    /// Active frames within.
    size_t depth;
  };
  struct BlockState {
    std::vector<Open> open;
    /// Of the reduction or scan that is being run.
    size_t combinations = 0;
  };
  /// What an access did to one buffer.
  struct Range {
    size_t count = 0;
    int64_t first = 0, last = 0;
    /// Of reads: the accesses that wrote what is read, plus one; 0: nobody.
    std::set<uint32_t> writers;
  };
  struct AccessLog {
    /// By buffer; first reads, then writes.
    std::map<int, Range> ranges[2];
  };

  void enterBlock(const Machine &machine);
  void closeRegions(const Machine &machine, BlockState &state);
  void beginTrip(const Machine &machine);
  void begin(const Machine &machine, const Instruction &in);
  void end(const Machine &machine, const Instruction &in, bool wasOpen);
  void noteRaces(const Machine &machine);
  void noteEnd(const Machine &machine);
  bool isSilent(const Machine &machine) const;
  bool isHidden(const Machine &machine) const {
    return options.onlyBlock && *options.onlyBlock != machine.blockIndex;
  }

  /// A line of text, indented by the regions that are being run.
  llvm::raw_ostream &line(const Machine &machine, unsigned extra = 0);
  std::string nameOf(mlir::Value value);
  std::string place(mlir::Operation *op);
  std::string accessName(uint32_t id) const;
  static std::vector<uint32_t> writersOf(const Range &range);
  std::vector<uint32_t> members(const TokenRef &token) const;
  std::string listOf(llvm::ArrayRef<uint32_t> ids) const;
  std::string text(const Machine &machine, const Value &value,
                   mlir::Type type) const;
  llvm::json::Value json(const Machine &machine, const Value &value,
                         mlir::Type type) const;
  std::string element(const Machine &machine, const TileValue &value, size_t i,
                      mlir::Type type) const;
  llvm::json::Object object(const Machine &machine, const Instruction &in,
                            llvm::StringRef event);
  llvm::json::Array values(const Machine &machine,
                           llvm::ArrayRef<unsigned> slots,
                           mlir::ValueRange values);
  void emit(llvm::json::Object object);

  mlir::AsmState names;
  llvm::raw_ostream &os;
  ExplainOptions options;
  /// The file of the entry, which lines of text leave out.
  std::string file;
  /// A block, or an agent of one.
  using Strand = std::pair<uint32_t, std::string>;
  static Strand strandOf(const Machine &machine) {
    return {machine.blockIndex, machine.agent};
  }
  std::map<Strand, BlockState> blocks;
  std::optional<Strand> currentBlock;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> accessAt;
  AccessLog log;
  /// By buffer and byte, as in Range.
  std::map<int, std::vector<uint32_t>> writers;
  /// Of the operation that is being run.
  llvm::json::Array accesses;
  size_t knownRaces = 0;
  bool hasEnded = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EXPLAIN_H
