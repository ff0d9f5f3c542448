//===- FunctionMachine.h - What evaluators of functions share ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_FUNCTIONMACHINE_H
#define TILEFUZZ_INTERP_FUNCTION_FUNCTIONMACHINE_H

#include "interp/Function/FunctionProgram.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace tilefuzz::function {

/// How control leaves an instruction.
enum class Step {
  Next,
  /// Out of the region, with the terminator's operands in `carried`.
  Leave,
  /// To block `target` of the region, whose arguments are in `carried`.
  Branch,
  /// The run is over.
  Stop,
};

struct Instruction;
class Machine;
using EvaluatorFn = Step (*)(Machine &, const Instruction &);
/// One element of one result from the operands' elements at its place, none of
/// which is unspecified or poison.
using Meaning = std::function<Element(llvm::ArrayRef<llvm::APInt>)>;

struct Block {
  /// Of a region at whose end what it has on the stack is gone.
  bool isAllocationScope = false;
  llvm::SmallVector<unsigned, 4> arguments;
  std::vector<Instruction> code;
};
using Region = std::vector<Block>;

struct Instruction {
  EvaluatorFn evaluate = nullptr;
  mlir::Operation *op = nullptr;
  /// As FunctionRun::work.
  uint64_t work = 1;
  /// Indices into Machine::slots.
  llvm::SmallVector<unsigned, 4> operands, results;
  /// Of an element-wise operation: one per result.
  std::vector<Meaning> meanings;
  /// An operand that is not determined may make it undefined.
  bool mayBeUndefined = false;
  /// Of a constant.
  FunctionValue known;
  std::vector<Region> regions;
  /// Of a branch: indices of blocks in its region.
  llvm::SmallVector<unsigned, 2> successors;
};

struct DecodedFunction {
  Region body;
  unsigned numSlots = 0;
};

/// What memrefs point into.
struct Buffer {
  enum class Kind {
    Heap,
    Stack,
    /// Made of a tensor, or a variable of the module: nobody may end it.
    Tensor,
    /// Nor write it.
    Constant
  };
  std::vector<Element> elements;
  Kind kind = Kind::Heap;
  bool isLive = true;
};

class Machine {
public:
  Machine(const llvm::StringMap<DecodedFunction> &functions, FunctionRun &run,
          const FunctionRunOptions &options)
      : functions(functions), run(run), stepsLeft(options.stepLimit),
        tripsLeft(options.tripLimit ? options.tripLimit : ~uint64_t(0)) {}

  /// The results are in `carried`; Stop or Leave.
  Step call(const DecodedFunction &function,
            llvm::ArrayRef<FunctionValue> arguments);
  Step runRegion(const Region &region, llvm::ArrayRef<FunctionValue> arguments);

  const FunctionValue &operand(const Instruction &in, unsigned i) const {
    return slots[in.operands[i]];
  }
  void setResult(const Instruction &in, unsigned i, FunctionValue value) {
    slots[in.results[i]] = std::move(value);
  }
  /// Results from `carried`.
  Step setResults(const Instruction &in);
  void carryOperands(const Instruction &in, unsigned first = 0);

  Step undefined(const Instruction &in, Undefined condition);
  Step unstable(const Instruction &in, llvm::StringRef what);
  Step unsupported(const Instruction &in, llvm::StringRef what);
  /// Before an iteration of a loop. False: the run is over.
  bool takeTrip(const Instruction &in);
  /// The single element of an operand that must be determined. False: the run
  /// is over.
  bool decide(const Instruction &in, unsigned i, uint64_t &bits);

  const llvm::StringMap<DecodedFunction> &functions;
  FunctionRun &run;
  uint64_t stepsLeft, tripsLeft;
  unsigned depth = 0;
  std::vector<FunctionValue> slots;
  std::vector<FunctionValue> carried;
  unsigned target = 0;
  std::vector<Buffer> memory;
  /// Variables of the module that the run has met.
  llvm::StringMap<uint64_t> globals;
  /// Elements in all of it.
  uint64_t allocated = 0;
  /// Buffers on the stack that have not ended.
  std::vector<uint64_t> stack;
  /// The place in the innermost operation of linalg.
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 2> iterations;
};

//===----------------------------------------------------------------------===//
// Types and elements
//===----------------------------------------------------------------------===//

inline mlir::Type elementOf(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped ? shaped.getElementType() : type;
}
inline mlir::Type elementOf(mlir::Value value) {
  return elementOf(value.getType());
}
/// Of an index, 64; 0 for what has no width here.
unsigned widthOf(mlir::Type element);
inline FloatFormat formatOf(mlir::Type element) {
  return &llvm::cast<mlir::FloatType>(element).getFloatSemantics();
}
size_t numElements(mlir::Type type);
/// A supported value, or a memref (FunctionMemory.h).
bool isExecutedType(mlir::Type type);
/// Scalars, vectors and tensors of integers up to 64 bits, index and floats up
/// to 64 bits, of static shape with at most 2^16 elements.
bool isSupportedType(mlir::Type type);

inline Element exact(const llvm::APInt &value) {
  return {value.getZExtValue(), Certainty::Exact};
}
inline Element exactBool(bool value) { return {value, Certainty::Exact}; }
inline Element poisonIf(bool poison, const llvm::APInt &value) {
  return {value.getZExtValue(), poison ? Certainty::Poison : Certainty::Exact};
}
inline Element undefinedElement(Undefined condition) {
  return {static_cast<uint64_t>(condition), Certainty::Undefined};
}
/// What made such an element.
inline Undefined conditionOf(const Element &element) {
  return static_cast<Undefined>(element.bits);
}

/// Elements of a constant; none for a kind of attribute that is not known.
std::optional<FunctionValue> constantValue(mlir::Attribute attribute);

/// Runs the meanings on every element.
Step evaluateElementwise(Machine &machine, const Instruction &in);

struct ElementwiseRow {
  llvm::StringLiteral operation;
  /// One meaning per result; none if this form is not known.
  std::vector<Meaning> (*make)(mlir::Operation *op);
  bool mayBeUndefined = false;
};
struct EvaluatorRow {
  llvm::StringLiteral operation;
  EvaluatorFn evaluate;
};
/// What other readers have, too (interp/Semantics/ScalarOperations.h).
llvm::ArrayRef<ElementwiseRow> getScalarMeanings();
llvm::ArrayRef<ElementwiseRow> getArithMeanings();
llvm::ArrayRef<ElementwiseRow> getMathMeanings();
llvm::ArrayRef<ElementwiseRow> getIndexMeanings();
llvm::ArrayRef<EvaluatorRow> getControlEvaluators();
llvm::ArrayRef<EvaluatorRow> getShapeEvaluators();
llvm::ArrayRef<EvaluatorRow> getMemoryEvaluators();
llvm::ArrayRef<EvaluatorRow> getAffineEvaluators();
llvm::ArrayRef<EvaluatorRow> getLinalgEvaluators();
llvm::ArrayRef<EvaluatorRow> getTransferEvaluators();
llvm::ArrayRef<EvaluatorRow> getViewEvaluators();

} // namespace tilefuzz::function

#endif // TILEFUZZ_INTERP_FUNCTION_FUNCTIONMACHINE_H
