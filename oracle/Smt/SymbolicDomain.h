//===- SymbolicDomain.h - Solver terms as a value domain --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The templates of interp/Semantics run over this domain to give formulas. Only
// SolverTerms.h and the Symbolic*.cpp files see the solver. It is used through
// its C interface, whose errors are values: the first one is kept in `error`,
// and every later answer is Unknown.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_SYMBOLICDOMAIN_H
#define TILEFUZZ_ORACLE_SMT_SYMBOLICDOMAIN_H

#include "interp/Semantics/ConcreteDomain.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

/// A term of one SymbolicDomain: equal terms are one object.
struct Term {
  void *ast = nullptr;
  bool operator==(Term other) const { return ast == other.ast; }
};

/// How rounded float arithmetic is encoded.
enum class FloatEncoding : uint8_t {
  /// Formats wider than 16 bits: an uninterpreted function per operation,
  /// format and rounding mode, operands of commutative operations in one order.
  /// What is proved so holds for IEEE 754 too; a counterexample may not.
  Structure,
  /// The solver's IEEE 754 theory for every format.
  Theory,
};

enum class Answer : uint8_t { Yes, No, Unknown };

class SymbolicDomain {
public:
  using Bits = Term;
  using Bool = Term;
  /// An array from 64-bit addresses to bytes.
  using Memory = Term;

  /// For one question: milliseconds, and the solver's own steps (0: as many as
  /// there is time for), which are the same on every machine.
  explicit SymbolicDomain(FloatEncoding floats, unsigned timeoutMs = 10000,
                          unsigned maxSteps = 0);
  ~SymbolicDomain();
  SymbolicDomain(const SymbolicDomain &) = delete;

  FloatEncoding floats() const;

  // Domain.h, integers and truth values.
  unsigned width(Bits a);
  Bits constant(unsigned width, uint64_t n);
  Bits constant(const llvm::APInt &value);
  Bool truth(bool b);
  Bool land(Bool a, Bool b);
  Bool lor(Bool a, Bool b);
  Bool lnot(Bool a);
  Bits ite(Bool c, Bits a, Bits b);
  Bits add(Bits a, Bits b);
  Bits sub(Bits a, Bits b);
  Bits mul(Bits a, Bits b);
  Bits band(Bits a, Bits b);
  Bits bor(Bits a, Bits b);
  Bits bxor(Bits a, Bits b);
  Bits udiv(Bits a, Bits b);
  Bits urem(Bits a, Bits b);
  Bits sdiv(Bits a, Bits b);
  Bits srem(Bits a, Bits b);
  Bits shl(Bits a, Bits n);
  Bits lshr(Bits a, Bits n);
  Bits ashr(Bits a, Bits n);
  Bool ult(Bits a, Bits b);
  Bool slt(Bits a, Bits b);
  Bool eq(Bits a, Bits b);
  Bits zext(Bits a, unsigned width);
  Bits sext(Bits a, unsigned width);
  Bits trunc(Bits a, unsigned width);

  // Domain.h, floats as their bits. Every NaN result is the quiet NaN.
  Bits fadd(FloatFormat f, RoundingMode m, Bits a, Bits b);
  Bits fsub(FloatFormat f, RoundingMode m, Bits a, Bits b);
  Bits fmul(FloatFormat f, RoundingMode m, Bits a, Bits b);
  Bits ffma(FloatFormat f, RoundingMode m, Bits a, Bits b, Bits c);
  Bool fless(FloatFormat f, Bits a, Bits b);
  Bool fequal(FloatFormat f, Bits a, Bits b);
  Bool isNaN(FloatFormat f, Bits a);
  Bool isNegative(Bits a);
  Bool isSubnormal(FloatFormat f, Bits a);
  Bits quietNaN(FloatFormat f);
  /// The solver has the format's arithmetic: it is as IEEE 754 has formats.
  static bool hasArithmetic(FloatFormat f);
  /// From such a format, or one of at most 8 bits; to such a format.
  Bits ftof(FloatFormat from, FloatFormat to, RoundingMode m, Bits a);
  static bool canConvertFrom(FloatFormat from);
  Bits itof(FloatFormat to, RoundingMode m, Bits a, ReadAs read);
  Result<SymbolicDomain> ftoi(FloatFormat from, unsigned width, ReadAs read,
                              Bits a);

  /// An uninterpreted function of that name: the same operands give the same
  /// result, and nothing else is known of it.
  Bits function(llvm::StringRef name, const std::vector<Bits> &operands,
                unsigned width);

  /// As `function`; operands may be arrays, and so is the result.
  Memory memoryFunction(llvm::StringRef name,
                        const std::vector<Term> &operands);

  // Inputs and memory: what an encoding needs beside scalar operations.
  /// The input of that name; the same name gives the same term.
  Bits input(llvm::StringRef name, unsigned width);
  /// Different for different names, from 0 on in the order of the questions.
  unsigned numberOf(llvm::StringRef name);
  /// The array of that name; the same name gives the same array.
  Memory initialMemory(llvm::StringRef name);
  /// The array of which every byte is `byte`.
  Memory constantMemory(uint8_t byte);
  Bits loadByte(Memory memory, Bits address);
  void storeByte(Memory &memory, Bool guard, Bits address, Bits byte);
  /// Some byte differs. Skolemised, so only for use in a satisfiability query.
  Bool memoryDiffers(Memory a, Memory b);

  // Known without asking the solver.
  /// The same value, perhaps in a shorter form.
  Term simplified(Term a);
  bool isNumeral(Bits a);
  bool isTrue(Bool a);
  bool isFalse(Bool a);

  /// Whether some input makes `condition` true. Yes keeps the input for
  /// `evaluate`.
  Answer isSatisfiable(Bool condition);
  /// The same with every uninterpreted function as zero: what can be true then
  /// can be true, and is found out sooner.
  Term withoutFunctions(Term condition);
  /// True if `condition` follows from `assumption`; a timeout counts as no.
  bool isAlways(Bool assumption, Bool condition);
  /// Values under the input that the last Yes found.
  llvm::APInt evaluate(Bits a);
  bool evaluateTruth(Bool a);

  struct Input {
    std::string name;
    unsigned width;
    Bits term;
  };
  const std::vector<Input> &inputs() const;
  /// Those of them that the terms are made of.
  std::vector<Input> inputsOf(llvm::ArrayRef<Term> terms) const;
  /// The condition and the two sides, of what `ite` made.
  std::optional<std::array<Term, 3>> choiceOf(Term term) const;
  /// True if a result depends on an uninterpreted function.
  bool usedStructure() const;
  bool usedTheory() const;
  /// True if rounded arithmetic of floats is among those functions.
  bool usedFloatStructure() const;
  /// A term could not be made, and another stands for it: no term that was made
  /// since means anything.
  bool hasFailed() const;
  /// Why the last answer was Unknown.
  std::string reasonUnknown() const;
  /// The last query as an SMT-LIB 2 script, in standard theories only.
  std::string lastQuery() const;
  /// What the solver says to such a script.
  Answer askScript(llvm::StringRef script);
  /// Is called with every query, as lastQuery() gives it, and its answer.
  using QuerySink = std::function<void(llvm::StringRef script, Answer answer)>;
  void setQuerySink(QuerySink sink);

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_SYMBOLICDOMAIN_H
