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

#include "mlir/IR/Block.h"
#include "oracle/Smt/LegalResults.h"
#include "oracle/Smt/SymbolicAccess.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <set>

namespace tilefuzz {

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
  /// What functions with a bound and sums gave; and of which operations another
  /// code's results were chosen (EncodingOptions::choices).
  LegalResults results;
  std::set<std::string> chosen;
  /// Some operation has several legal results.
  bool hasChoices = false;
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
  /// Of the code after, while the code before is encoded: where a result is one
  /// of several, what the code after has is chosen, if it is one of them.
  const LegalResults *choices = nullptr;
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

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_TILEENCODING_H
