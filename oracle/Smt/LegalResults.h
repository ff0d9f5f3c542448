//===- LegalResults.h - Which result is chosen of several -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A float sum has a result for each order of its additions, and a function with
// an error bound any result within that bound (docs/semantics.md). A rewrite is
// right if what the code after computes is one of those that the code before
// may give. So the code after is encoded first, as it is; then the code before,
// in which each such operation gives what the code after has for the same
// operands, if that is legal for it:
//
// - a function within the bound, computed with the same error or a lesser one,
// - a sum of the same summands in some order: additions one by one, or sums of
//   parts of them.
//
// Else it is an uninterpreted function of its own, which nothing equals. Each
// execution chooses for itself, as implementations do.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_LEGALRESULTS_H
#define TILEFUZZ_ORACLE_SMT_LEGALRESULTS_H

#include "interp/Semantics/FloatFunctions.h"
#include "mlir/IR/Operation.h"
#include "oracle/Smt/SymbolicDomain.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz {

/// How a function of floats is computed.
struct FunctionClass {
  /// Of quotients DivApprox, of roots SqrtApprox, of functions with a full and
  /// an approximate variant the full one: what is computed.
  semantics::BoundedFunction function;
  /// How exact.
  enum class Accuracy : uint8_t { Approximate, Full, Rounded } accuracy;
  /// Of Rounded.
  RoundingMode mode = RoundingMode::NearestEven;
  FloatFormat format = nullptr;
  bool flushes = false;
};

/// Whether all that `made` gives is legal where `asked` stands.
bool isLegalFor(const FunctionClass &made, const FunctionClass &asked);

/// None: it is no function with a bound, and no rounded one that has
/// approximate variants.
std::optional<FunctionClass> functionClassOf(mlir::Operation *op);

/// An addition as IEEE 754 has it, of a product, too: how it rounds, and
/// whether subnormals are flushed.
struct AdditionClass {
  FloatFormat format = nullptr;
  RoundingMode mode = RoundingMode::NearestEven;
  bool flushes = false;
  bool operator==(const AdditionClass &other) const {
    return format == other.format && mode == other.mode &&
           flushes == other.flushes;
  }
};
std::optional<AdditionClass> additionClassOf(mlir::Operation *op);
/// Of a reduction or scan whose body is an addition of its two arguments.
std::optional<AdditionClass> sumClassOf(mlir::Operation *op);

/// A term, or the product of two, in any order.
struct Summand {
  Term x, y = {};
  bool operator==(const Summand &other) const {
    return (x == other.x && y == other.y) || (x == other.y && y == other.x);
  }
};

struct SymbolicSum {
  AdditionClass addition;
  llvm::SmallVector<Summand, 2> summands;
  /// Its additions are those of the machine's products of matrices: this says
  /// of which types and with which attributes. Empty: as `addition` says.
  std::string products = {};
  /// Bits that may be added as well, any number of times.
  std::optional<llvm::APInt> identity = {};
};

/// What one code computes.
class LegalResults {
public:
  void addFunction(const FunctionClass &made, llvm::ArrayRef<Term> operands,
                   Term result);
  void addSum(SymbolicSum sum, Term result);

  /// Of this code, what is legal where `asked` stands; first of all `own`, what
  /// it is without a choice.
  std::optional<Term> findFunction(const FunctionClass &asked,
                                   llvm::ArrayRef<Term> operands,
                                   Term own) const;
  std::optional<Term> findSum(const SymbolicSum &asked, Term own) const;

private:
  struct Function {
    FunctionClass made;
    llvm::SmallVector<Term, 2> operands;
    Term result;
  };
  bool consume(Summand summand, const SymbolicSum &asked,
               llvm::SmallVectorImpl<Summand> &left) const;
  bool isLegalAddition(const SymbolicSum &made, const SymbolicSum &asked) const;

  std::vector<Function> functions;
  /// By result, in the order in which they were made.
  llvm::DenseMap<void *, unsigned> sumOf;
  std::vector<std::pair<Term, SymbolicSum>> sums;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_LEGALRESULTS_H
