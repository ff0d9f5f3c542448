//===- Outcome.h - What one execution of a program showed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one outcome type. Every executor (tile interpreter, SIMT simulator, GPU
// runner) produces it, and the comparison consumes it. ADT only: no MLIR, no
// LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_OUTCOME_H
#define TILEFUZZ_INTERP_PROGRAM_OUTCOME_H

#include "interp/Program/PrintedLines.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace tilefuzz {

/// How a run ended.
enum class RunStatus {
  Completed,
  /// A named undefined behaviour was met; `condition` names it.
  UndefinedBehaviour,
  /// Two conflicting accesses that nothing orders (memory model, 1.7);
  /// `races` says which. A racy program is undefined as a whole.
  Race,
  StepLimit,
  Deadlock,
  /// An operation or type that this executor cannot run; `condition` names it.
  Unsupported,
  /// A thread stopped the launch, as one does whose assertion failed: memory is
  /// not final.
  Trap,
};
llvm::StringRef toString(RunStatus status);

/// Element types of launch buffers and scalar arguments, spelled as in the
/// public dialect. Storage: i1 one byte (0/1); f4E2M1FN two per byte, the first
/// in the low bits; tf32 four bytes, its 19 bits on top as in an f32; others
/// little-endian natural size.
enum class ElementKind {
  I1,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  F64,
  TF32,
  F8E4M3FN,
  F8E5M2,
  F8E8M0FNU,
  F4E2M1FN,
};
llvm::StringRef toString(ElementKind kind);
/// Returns false if `text` is no element type's spelling.
bool parseElementKind(llvm::StringRef text, ElementKind &kind);
/// Bytes per element in memory; of two f4E2M1FN, which share one.
unsigned byteSize(ElementKind kind);
/// Elements that share `byteSize` bytes: 2 of f4E2M1FN, else 1.
unsigned elementsPerByteGroup(ElementKind kind);
/// Bits of an element in memory: 4, 8, 16, 32 or 64.
unsigned storageBits(ElementKind kind);
bool isFloat(ElementKind kind);
/// Of a float kind.
const llvm::fltSemantics &getFloatSemantics(ElementKind kind);

/// The contents of one launch buffer after a run.
struct BufferImage {
  std::string name;
  ElementKind kind = ElementKind::I32;
  /// All elements, as `ElementKind` says.
  std::vector<uint8_t> bytes;
  /// One entry per byte, or empty for "none": true where the program stored an
  /// unspecified value, so that any value is allowed there.
  std::vector<bool> unspecified;
  /// One enclosure per element, or empty for "all exact". An element whose
  /// `lo <= value <= hi` fails is a difference. Only for float buffers that
  /// inexact operations (exactness classes bounded, free-order) reached.
  /// `exact` elements are compared bit for bit (NaN payloads aside).
  struct Enclosure {
    double lo = 0, hi = 0;
    bool exact = true;
    /// A NaN is (also) an allowed result.
    bool mayBeNaN = false;

    /// Of an enclosure that is not exact; -0 lies below +0.
    bool contains(double x) const {
      if (std::isnan(x))
        return mayBeNaN;
      auto isBelow = [](double a, double b) {
        return a < b || (a == b && std::signbit(a) && !std::signbit(b));
      };
      return !isBelow(x, lo) && !isBelow(hi, x);
    }
  };
  std::vector<Enclosure> enclosures;

  size_t numElements() const {
    return bytes.size() / byteSize(kind) * elementsPerByteGroup(kind);
  }
  /// As they stand in memory.
  uint64_t bitsOf(size_t index) const;
  /// The first byte that holds the element.
  size_t byteOf(size_t index) const {
    return index / elementsPerByteGroup(kind) * byteSize(kind);
  }
};

/// One of the two sides of a race, or the place of an undefined behaviour.
struct AccessSite {
  /// `file:line:col` of the operation, or its name where it has none.
  std::string location;
  /// Operation name, e.g. `cuda_tile.store_view_tko`.
  std::string operation;
  bool isWrite = false;
  /// In memory that the threads of a block share, which launches do not have.
  bool isShared = false;
  std::string buffer;
  /// Byte offset of the conflicting location in the buffer.
  int64_t offset = -1;
  /// Of an undefined behaviour: the element of the operation's tiles, in
  /// row-major order, where it arose.
  std::optional<size_t> element;
};

struct RaceReport {
  AccessSite first, second;
};

/// A block that repeats a loop until another block changes memory, or a block
/// or an agent of one that waits at a queue.
struct WaitingBlock {
  /// Linear index in the grid.
  uint32_t block = 0;
  /// The loop, or the operation that waits.
  AccessSite site;
  /// Of an agent: its number, after those of the agents around it.
  std::string agent = {};
  /// For people; empty: for a change of memory.
  std::string waitsFor = {};
};

/// The condition of a `RunStatus::StepLimit` that is a limit of iterations
/// through loops.
inline constexpr llvm::StringLiteral tooManyIterations = "too-many-trips";
/// The condition of one that is a limit of operations.
inline constexpr llvm::StringLiteral tooManySteps = "step-limit";

struct Outcome {
  RunStatus status = RunStatus::Completed;
  /// Which undefined behaviour (UndefinedBehaviors.h), unsupported construct or
  /// limit; empty when completed.
  std::string condition;
  /// Where (operation and location); meaningful unless completed.
  AccessSite site;
  std::vector<BufferImage> buffers;
  std::vector<RaceReport> races;
  /// In a deadlock: all blocks that have not ended, by number.
  std::vector<WaitingBlock> waiting;
  /// Every conflicting pair was token-ordered, so this is the only outcome
  /// (memory model, Proposition 1).
  bool isFullyOrdered = false;
  /// An inexact value decided control flow, an address or an integer.
  bool unstable = false;
  /// Where it first did; without an operation if it is not known.
  AccessSite unstableSite;
  /// An element was computed from an unspecified one and counts as unspecified,
  /// though it may be the same whatever that was.
  bool derivesUnspecified = false;
  /// The program uses what atomic additions of floats found, which depends on
  /// their order, unless `isFullyOrdered`.
  bool showsOrderOfSums = false;
  /// What print_tko and failed assertions wrote, cut where it is too long.
  std::string printed;
  /// The same without assertions, to compare.
  PrintedLines printedLines;
  /// Elements for which an assertion did not hold.
  uint64_t failedAssertions = 0;
  uint64_t steps = 0;
  uint64_t loads = 0, stores = 0;

  bool completed() const { return status == RunStatus::Completed; }
  /// The host is told of an error: an assertion failed.
  bool signalsError() const {
    return failedAssertions || status == RunStatus::Trap;
  }
  /// Memory holds values of which several are legal.
  bool isInexact() const;
  /// One line for people: status, condition and place.
  std::string summary() const;
  llvm::json::Value toJSON() const;
  /// Status line, then one line per buffer (elements abbreviated after
  /// `maxElements`; 0 means all).
  void print(llvm::raw_ostream &os, size_t maxElements = 16) const;
};

/// Prints element `index` of a buffer's bytes, as the dialect would write it.
void printElement(llvm::raw_ostream &os, const BufferImage &image,
                  size_t index);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_OUTCOME_H
