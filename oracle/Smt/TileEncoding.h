//===- TileEncoding.h - Tile programs as formulas ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Encodes straight-line code with branches of cuda_tile and of nv_tileaa with
// arith. Two operations that belong to no dialect mark the borders of what is
// encoded, so that patterns are proved for any surroundings:
//
//   %x = "tilefuzz.input"() {name = "x"} : () -> T     any value of type T
//   "tilefuzz.observe"(%r, ...) : (T, ...) -> ()       what must be kept
//
// What is assumed: addresses are 64-bit numbers, all pointers may alias, and an
// access is defined only where it is aligned and the input predicate `valid`
// holds.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_TILEENCODING_H
#define TILEFUZZ_ORACLE_SMT_TILEENCODING_H

#include "interp/Semantics/MemoryOrder.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "oracle/Smt/SymbolicDomain.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <set>

namespace tilefuzz {

struct SymbolicElement {
  Term bits;
  /// Unspecified (or poison, or masked off without padding).
  Term unspecified;
  /// Where it is unspecified, under this condition it has the value of `bits`,
  /// which is any value (part 2, 2.1), and so have results that are computed
  /// from it; else, and without a condition, it is poison, and so are they.
  Term isAnyValue = {};
};
/// Where results that are computed from the element are unspecified, too.
inline Term spreadOf(SymbolicDomain &d, const SymbolicElement &element) {
  return element.isAnyValue.ast
             ? d.land(element.unspecified, d.lnot(element.isAnyValue))
             : element.unspecified;
}
/// It is poison under that condition, too.
inline void makePoison(SymbolicDomain &d, SymbolicElement &element,
                       Term condition) {
  element.unspecified = d.lor(element.unspecified, condition);
  if (element.isAnyValue.ast)
    element.isAnyValue = d.land(element.isAnyValue, d.lnot(condition));
}
/// `x` where the condition holds, else `y`.
SymbolicElement mergeElements(SymbolicDomain &d, Term condition,
                              const SymbolicElement &x,
                              const SymbolicElement &y);

/// Under which condition each access (by number) is ordered before a point.
using SymbolicToken = std::map<unsigned, Term>;

/// A tile, row-major, or a token.
struct SymbolicValue {
  std::vector<SymbolicElement> elements;
  SymbolicToken token;
};

/// An update takes part in the order of writes even if it changes nothing: it
/// reads the newest value, and what it writes can be read.
enum class AccessRole { Read, Write, Update, Put, Get };

/// One element of an access: whether it takes place, and where.
struct Place {
  Term active, address;
};

/// A put or a get of a queue, the one after `number` others of any queue; both
/// 64 bits.
struct QueueUse {
  AccessRole role = AccessRole::Put;
  Term queue, number;
};

/// One execution of a memory or queue operation; it has the same number before
/// and after a rewrite.
struct SymbolicAccess {
  mlir::Operation *op = nullptr;
  AccessRole role = AccessRole::Read;
  /// It is executed, and touches some element.
  Term guard, active;
  /// What its token operand orders before it.
  SymbolicToken before;
  AccessOrdering ordering = AccessOrdering::Weak;
  AccessScope scope = AccessScope::TileBlock;
  /// Where its elements lie, of so many bytes each; none of an access that is
  /// an uninterpreted function.
  std::vector<Place> places;
  unsigned placeSize = 0;
  /// What each element writes or updates with, compares with, and how.
  std::vector<std::vector<Term>> given;
  /// What a put commits to its queue.
  std::vector<SymbolicValue> values;
  std::vector<mlir::Type> types;
  /// Bits of all operands but tokens; only with numberByOrder.
  std::vector<std::vector<Term>> operands;
  /// Of a put or a get.
  QueueUse use;
  /// The puts and gets in whose bodies it stands, outer ones first.
  std::vector<QueueUse> within;
  /// Memory before other blocks changed it (see Interference), and after the
  /// access.
  Term earlierMemory, earlierMarks, memory, unspecifiedMemory, poisonMemory;
};

/// Other blocks may change memory just before an access that can see it;
/// elements of one strong access that meet, and strong accesses that tokens do
/// not order, are taken in any order.
struct Interference {
  /// Of the access, before and after the rewrite: what happens is the same.
  unsigned number;
  /// Everywhere, as far as an acquire lets it be seen; else where the access
  /// goes.
  bool isEverywhere;
  /// A weak access sees no more than what was acquired before it.
  bool isStrong = true;
};

inline bool isStrong(const SymbolicAccess &access) {
  return isStrong(access.ordering);
}
inline bool acquires(const SymbolicAccess &access) {
  return acquires(access.ordering);
}
inline bool releases(const SymbolicAccess &access) {
  return releases(access.ordering);
}

constexpr uint64_t unspecifiedByte = 1, firstNaNByte = 2;

struct TileEncoding {
  /// Undefined behaviour happens.
  Term undefined;
  /// An unspecified value decides what is executed or accessed.
  Term undecided;
  /// What every launch keeps: a block is one of the grid's.
  Term given;
  /// Bytes of memory at the end, and for each what it is: 0, or
  /// unspecifiedByte, or from firstNaNByte on a byte of a NaN of some format.
  Term memory, unspecifiedMemory;
  bool marksNaNs = false;
  /// What is unspecified is poison, not any value: in nv_tileaa and arith.
  bool hasPoison = false;
  /// Else, 1 for each byte that is poison all the same; none is before one is
  /// stored.
  Term poisonMemory;
  bool storesPoison = false;
  std::map<unsigned, SymbolicAccess> accesses;
  /// Of each access that was encoded with interference, by its number there:
  /// what may come before it though it stands further down (chooseOrder).
  std::map<unsigned, Term> openOrders;
  /// Sums whose order the machine chooses, by number.
  std::map<unsigned, mlir::Operation *> sums;
  /// What each is a sum of; only with numberByOrder.
  std::map<unsigned, std::string> summands;
  /// Some are encoded in the order of the indices, which is one of several.
  bool fixesOrder = false;
  /// A loop runs more iterations than are encoded.
  Term beyond;
  /// After so many, for each loop that may.
  std::set<unsigned> iterationLimits;
  /// Names of operations that are uninterpreted functions of their operands:
  /// for want of an encoding, and element by element for want of arithmetic.
  std::set<std::string> opaque, uninterpreted;
  /// Bits of every element that is written to memory, and of what operations
  /// without an encoding use; only of whole functions.
  std::vector<Term> written, used;
  /// Operands of the observations, in order.
  std::vector<SymbolicValue> observed;
  std::vector<mlir::Type> observedTypes;
};

/// Numbers of further executions of an operation (iterations of a loop).
constexpr unsigned executionShift = 17;

struct EncodingOptions {
  /// Bytes of the only buffer: addresses are offsets into it, pointers that
  /// are inputs point into it, accesses are
  /// defined within it where they are aligned to their size, pointer offsets
  /// must not overflow, and all bytes are specified at the start. As the tile
  /// interpreter has it, so that counterexamples can be replayed. None: see
  /// above.
  std::optional<uint64_t> bufferSize;
  /// Iterations of a loop that are encoded; see TileEncoding::beyond.
  unsigned maxIterations = 4;
  /// Accesses are numbered in the order in which they are encoded, not by their
  /// locations: for code that has no common origin.
  bool numberByOrder = false;
  /// Of the code that this is compared with, if there is: with numberByOrder,
  /// sums of the same operands have the same numbers.
  const TileEncoding *other = nullptr;
  /// What has no encoding and no region is an uninterpreted function of its
  /// operands and, if it has effects, of memory.
  bool allowOpaque = false;
  /// Each element of an input may be unspecified: then the input of that name
  /// and unspecifiedSuffix is 1.
  bool mayBeUnspecified = false;
  /// By the access's number; only with numberByOrder.
  std::map<unsigned, Interference> interference;
  /// Of the other code, TileEncoding::openOrders: where its order is fixed by
  /// tokens, this code is encoded in the order of the text, too. That is one of
  /// the orders that it has.
  std::map<unsigned, Term> orderLimits;
  /// Names of inputs that stand for unspecified values, and are not marked as
  /// such: as any argument they are kept wherever they go.
  std::set<std::string> fixedValues;
  /// Called for each load once it is encoded, with its number: may give it
  /// other values than memory holds.
  std::function<void(unsigned number, const SymbolicAccess &load,
                     SymbolicValue &value)>
      replaceLoaded = {};
};
/// Begins the names of inputs that stand for unspecified values.
constexpr llvm::StringLiteral anyValuePrefix = "any value ";
constexpr llvm::StringLiteral unspecifiedSuffix = " unspecified";

/// What is unspecified there may be poison (the LLVM Language Reference, poison
/// values), which cuda_tile does not have.
bool hasPoison(mlir::Block &block);

/// Encodes a block. Errors name the operation that has no encoding.
llvm::Expected<TileEncoding> encode(mlir::Block &block, SymbolicDomain &domain,
                                    const EncodingOptions &options = {});

/// Numbers the operations below `root` that access memory or queues, or whose
/// result the machine chooses (sums in any order): the number is part of their
/// location, which rewrites carry over to what replaces them.
void numberAccesses(mlir::Operation *root);
std::optional<unsigned> accessNumber(mlir::Operation *op);

/// Names of all operations that can be encoded, in order.
std::vector<std::string> encodedOperations();
/// What the solver has no arithmetic for: a function of its operands.
bool isUninterpreted(llvm::StringRef operationName);
/// Whether all elements of its result are used by what has an effect whenever
/// it is executed, for all that is known.
bool isSurelyUsed(mlir::Operation *op);
/// True if operations of that name can be encoded.
bool hasEncoding(llvm::StringRef operationName);

//===----------------------------------------------------------------------===//
// For the tables of encoders
//===----------------------------------------------------------------------===//

class Encoder;
using EncoderFn = llvm::Error (*)(Encoder &, mlir::Operation *);

class Encoder {
public:
  Encoder(SymbolicDomain &domain, TileEncoding &result,
          const EncodingOptions &options)
      : domain(domain), result(result), options(options),
        guard(domain.truth(true)), active(domain.truth(true)) {}

  llvm::Error encodeBlock(mlir::Block &block);
  /// Calls the operation's encoder; flags that make poison of some results
  /// are heeded.
  llvm::Error encodeWith(EncoderFn encode, mlir::Operation *op);

  SymbolicValue &valueOf(mlir::Value value) { return values[value]; }
  void addUndefined(Term condition) {
    result.undefined =
        domain.lor(result.undefined, domain.land(guard, condition));
  }
  void addUndecided(Term condition) {
    result.undecided =
        domain.lor(result.undecided, domain.land(guard, condition));
  }

  /// The same value. Of whole functions, which are large and mostly alike, in a
  /// form in which it is the same term on both sides more often.
  Term normal(Term term) {
    return options.allowOpaque ? domain.simplified(term) : term;
  }

  SymbolicDomain &domain;
  TileEncoding &result;
  const EncodingOptions &options;
  /// Under which condition the current block is executed.
  Term guard;
  /// Operands of the terminator that ended the last block.
  std::vector<SymbolicValue> carried;
  /// Where control goes on with values, and under which condition.
  struct Exit {
    Term guard;
    std::vector<SymbolicValue> values;
  };
  /// A loop that is being encoded.
  struct Loop {
    std::vector<Exit> continues, breaks;
    /// Only an uncounted loop is ended by a break.
    bool takesBreak = false;
  };
  std::vector<Loop *> loops;

  /// Before memory is written by `op`, the next access that is recorded.
  void acquireLate(mlir::Operation *op);
  /// Before it is read, at `places`.
  void interfere(mlir::Operation *op, llvm::ArrayRef<Place> places = {},
                 unsigned size = 0);
  /// After that access, which gave `result`.
  void chooseOrder(mlir::Operation *op, llvm::ArrayRef<Place> places,
                   unsigned size, bool isWrite,
                   SymbolicValue *result = nullptr);

  /// The number of this execution of an operation.
  llvm::Expected<unsigned> numberOf(mlir::Operation *op);
  /// The same for a sum.
  llvm::Expected<unsigned> sumNumberOf(mlir::Operation *op);
  /// The last access that was recorded.
  unsigned lastAccess = 0;
  /// Some element of the access that is being encoded is not masked off.
  Term active;
  /// Of that access, as SymbolicAccess has them.
  std::vector<Place> places;
  unsigned placeSize = 0;
  std::vector<std::vector<Term>> given;
  /// As SymbolicAccess::earlierMemory, and what marks it.
  std::optional<std::pair<Term, Term>> earlierMemory;

  /// Those whose bodies are being encoded.
  std::vector<QueueUse> within;
  /// Under which condition each so far was executed.
  std::vector<Term> queueUses;
  unsigned createdQueues = 0;

private:
  llvm::Expected<unsigned> executionOf(mlir::Operation *op, unsigned &next);
  unsigned nextAccess = 0, nextSum = 0;
  llvm::DenseMap<unsigned, unsigned> executions;
  llvm::DenseMap<mlir::Value, SymbolicValue> values;
};

struct EncoderRow {
  llvm::StringLiteral operation;
  EncoderFn encode;
};
llvm::ArrayRef<EncoderRow> getScalarEncoders();
llvm::ArrayRef<EncoderRow> getShapeEncoders();
llvm::ArrayRef<EncoderRow> getLaunchEncoders();
llvm::ArrayRef<EncoderRow> getArithEncoders();
llvm::ArrayRef<EncoderRow> getProductEncoders();
llvm::ArrayRef<EncoderRow> getMemoryEncoders();
llvm::ArrayRef<EncoderRow> getAtomicEncoders();
llvm::ArrayRef<EncoderRow> getViewEncoders();
llvm::ArrayRef<EncoderRow> getRegionEncoders();
llvm::ArrayRef<EncoderRow> getLoopEncoders();
/// The encoder of element-wise functions that the solver does not know.
llvm::Error encodeUninterpreted(Encoder &encoder, mlir::Operation *op);
/// Fails for flags that allow several results, such as reassoc.
llvm::Error checkFlags(mlir::Operation *op);
/// Makes poison of what the operation's flags exclude: exact, nnan, ninf.
void encodeFlags(Encoder &encoder, mlir::Operation *op);
/// For operations without a row; see EncodingOptions::allowOpaque.
llvm::Error encodeOpaque(Encoder &encoder, mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_TILEENCODING_H
