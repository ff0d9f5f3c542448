//===- Encoder.h - Who encodes which operation ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The state of an encoding (TileEncoding.h), and the tables of encoders that
// work on it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_ENCODER_H
#define TILEFUZZ_ORACLE_SMT_ENCODER_H

#include "oracle/Smt/TileEncoding.h"
#include "llvm/ADT/DenseMap.h"

namespace tilefuzz {

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

  /// What `op` gives for a sum that is `own` unless another result is chosen.
  Term chooseSum(mlir::Operation *op, SymbolicSum sum, Term own);

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
  void chooseResults(mlir::Operation *op);
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

#endif // TILEFUZZ_ORACLE_SMT_ENCODER_H
