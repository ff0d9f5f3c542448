//===- FunctionProgram.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionProgram.h"
#include "interp/Function/FunctionMemory.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned function::widthOf(mlir::Type element) {
  if (element.isIndex())
    return 64;
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element))
    return integer.getWidth() <= 64 ? integer.getWidth() : 0;
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element))
    return real.getWidth() <= 64 ? real.getWidth() : 0;
  return 0;
}

size_t function::numElements(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped ? size_t(shaped.getNumElements()) : 1;
}

bool function::isSupportedType(mlir::Type type) {
  if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type)) {
    if (!llvm::isa<mlir::VectorType, mlir::RankedTensorType>(type) ||
        !shaped.hasStaticShape() || shaped.getNumElements() > 65536)
      return false;
    if (auto vector = llvm::dyn_cast<mlir::VectorType>(type);
        vector && vector.isScalable())
      return false;
  }
  return widthOf(elementOf(type)) != 0;
}

bool function::isExecutedType(mlir::Type type) {
  return isSupportedType(type) || isSupportedMemRef(type);
}

unsigned tilefuzz::functionElementWidth(mlir::Type type) {
  return function::widthOf(function::elementOf(type));
}
size_t tilefuzz::functionNumElements(mlir::Type type) {
  return function::numElements(type);
}
bool tilefuzz::isFunctionType(mlir::Type type) {
  return function::isSupportedType(type);
}

std::optional<FunctionValue>
function::constantValue(mlir::Attribute attribute) {
  FunctionValue value;
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(attribute)) {
    value.push_back(exact(integer.getValue()));
    return value;
  }
  if (auto real = llvm::dyn_cast<mlir::FloatAttr>(attribute)) {
    value.push_back(exact(real.getValue().bitcastToAPInt()));
    return value;
  }
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(attribute);
  if (!dense || !isSupportedType(dense.getType()))
    return std::nullopt;
  if (llvm::isa<mlir::FloatType>(dense.getElementType()))
    for (const llvm::APFloat &x : dense.getValues<llvm::APFloat>())
      value.push_back(exact(x.bitcastToAPInt()));
  else
    for (const APInt &x : dense.getValues<APInt>())
      value.push_back(exact(x));
  return value;
}

//===----------------------------------------------------------------------===//
// Machine
//===----------------------------------------------------------------------===//

std::string FunctionRun::summary() const {
  if (completed())
    return "completed";
  std::string text =
      unstable ? "unstable"
               : (status == RunStatus::UndefinedBehaviour ? "undefined"
                  : status == RunStatus::StepLimit        ? "step-limit"
                                                          : "unsupported");
  if (!condition.empty())
    text += ": " + condition;
  if (!operation.empty())
    text += " (" + operation + ")";
  return text;
}

static Step end(Machine &machine, const Instruction &in, RunStatus status,
                llvm::StringRef condition) {
  machine.run.status = status;
  machine.run.condition = condition.str();
  machine.run.operation = in.op->getName().getStringRef().str();
  return Step::Stop;
}
Step Machine::undefined(const Instruction &in, Undefined condition) {
  return end(*this, in, RunStatus::UndefinedBehaviour, toString(condition));
}
Step Machine::unsupported(const Instruction &in, llvm::StringRef what) {
  return end(*this, in, RunStatus::Unsupported, what);
}
Step Machine::unstable(const Instruction &in, llvm::StringRef what) {
  run.unstable = true;
  return end(*this, in, RunStatus::Completed, what);
}

bool Machine::takeTrip(const Instruction &in) {
  if (tripsLeft == 0) {
    end(*this, in, RunStatus::StepLimit, tooManyIterations);
    return false;
  }
  --tripsLeft;
  return true;
}

bool Machine::decide(const Instruction &in, unsigned i, uint64_t &bits) {
  const Element &element = operand(in, i).front();
  bits = element.bits;
  if (element.certainty == Certainty::Exact)
    return true;
  if (element.certainty == Certainty::Poison)
    undefined(in, Undefined::BranchOnPoison);
  else
    unstable(in, "a value that is not determined decides control flow");
  return false;
}

Step Machine::setResults(const Instruction &in) {
  for (auto [slot, value] : llvm::zip_equal(in.results, carried))
    slots[slot] = value;
  return Step::Next;
}

void Machine::carryOperands(const Instruction &in, unsigned first) {
  std::vector<FunctionValue> values;
  for (unsigned i = first; i < in.operands.size(); ++i)
    values.push_back(operand(in, i));
  carried = std::move(values);
}

Step Machine::runRegion(const Region &region,
                        llvm::ArrayRef<FunctionValue> arguments) {
  const Block *block = &region.front();
  std::vector<FunctionValue> values(arguments.begin(), arguments.end());
  size_t stackBefore = stack.size();
  bool endsAllocations = block->isAllocationScope;
  while (true) {
    for (auto [slot, value] : llvm::zip_equal(block->arguments, values))
      slots[slot] = value;
    Step step = Step::Next;
    for (const Instruction &in : block->code) {
      if (stepsLeft == 0)
        return end(*this, in, RunStatus::StepLimit, tooManySteps);
      --stepsLeft;
      run.work += in.work;
      step = in.evaluate(*this, in);
      if (step == Step::Branch && &region[target] <= block && !takeTrip(in))
        return Step::Stop;
      if (step != Step::Next)
        break;
    }
    if (step != Step::Branch) {
      for (; endsAllocations && stack.size() > stackBefore; stack.pop_back())
        memory[stack.back()].isLive = false;
      return step;
    }
    block = &region[target];
    values = carried;
  }
}

Step Machine::call(const DecodedFunction &function,
                   llvm::ArrayRef<FunctionValue> arguments) {
  std::vector<FunctionValue> saved(function.numSlots);
  std::swap(saved, slots);
  ++depth;
  Step step = runRegion(function.body, arguments);
  --depth;
  std::swap(saved, slots);
  return step;
}

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

Step function::evaluateElementwise(Machine &machine, const Instruction &in) {
  unsigned numOperands = in.operands.size();
  llvm::SmallVector<unsigned, 4> widths;
  for (mlir::Value operand : in.op->getOperands())
    widths.push_back(widthOf(elementOf(operand)));
  llvm::SmallVector<APInt, 4> bits(numOperands);
  for (auto [r, meaning] : llvm::enumerate(in.meanings)) {
    mlir::Type type = in.op->getResult(r).getType();
    bool isReal = llvm::isa<mlir::FloatType>(elementOf(type));
    FunctionValue result(numElements(type));
    for (auto [i, element] : llvm::enumerate(result)) {
      Certainty least = Certainty::Exact;
      for (unsigned k = 0; k < numOperands; ++k) {
        const Element &x = machine.operand(in, k)[i];
        least = std::max(least, x.certainty);
        bits[k] = APInt(widths[k], x.bits);
      }
      if (in.mayBeUndefined && least != Certainty::Exact) {
        // A divisor; the dividend matters where a signed division may overflow.
        Certainty divisor = machine.operand(in, 1)[i].certainty;
        if (divisor == Certainty::Poison)
          return machine.undefined(in, Undefined::DivisionByPoison);
        if (divisor != Certainty::Exact)
          return machine.unstable(in, "the divisor is not determined");
        if (in.meanings[r](bits).certainty == Certainty::Undefined ||
            bits[1].isAllOnes() || bits[1].isZero())
          return machine.unstable(in, "the dividend is not determined");
      }
      if (least >= Certainty::Unspecified) {
        element.certainty = least;
        continue;
      }
      element = meaning(bits);
      if (element.certainty == Certainty::Undefined)
        return machine.undefined(in, conditionOf(element));
      if (least != Certainty::Exact && element.certainty != Certainty::Poison)
        element.certainty = isReal
                                ? std::max(element.certainty, Certainty::Rough)
                                : Certainty::Unspecified;
    }
    machine.setResult(in, r, std::move(result));
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static Step evalUnknown(Machine &machine, const Instruction &in) {
  return machine.unsupported(in, "the operation is not executed");
}
static Step evalUnknownType(Machine &machine, const Instruction &in) {
  return machine.unsupported(in, "a type is not executed");
}
static Step evalConstant(Machine &machine, const Instruction &in) {
  machine.setResult(in, 0, in.known);
  return Step::Next;
}

namespace {
struct Tables {
  llvm::StringMap<const ElementwiseRow *> meanings;
  llvm::StringMap<EvaluatorFn> evaluators;

  Tables() {
    for (llvm::ArrayRef<ElementwiseRow> rows :
         {getScalarMeanings(), getArithMeanings(), getMathMeanings(),
          getIndexMeanings()})
      for (const ElementwiseRow &row : rows)
        meanings[row.operation] = &row;
    for (llvm::ArrayRef<EvaluatorRow> rows :
         {getControlEvaluators(), getShapeEvaluators(), getMemoryEvaluators(),
          getAffineEvaluators(), getLinalgEvaluators(), getTransferEvaluators(),
          getViewEvaluators()})
      for (const EvaluatorRow &row : rows)
        evaluators[row.operation] = row.evaluate;
  }
};

class Decoder {
public:
  explicit Decoder(const Tables &tables) : tables(tables) {}

  void decodeRegion(mlir::Region &region, Region &into) {
    llvm::DenseMap<mlir::Block *, unsigned> index;
    for (mlir::Block &block : region)
      index.try_emplace(&block, index.size());
    into.resize(index.size());
    if (!into.empty())
      into.front().isAllocationScope =
          region.getParentOp()
              ->hasTrait<mlir::OpTrait::AutomaticAllocationScope>();
    for (auto [source, block] : llvm::zip_equal(region, into)) {
      for (mlir::Value argument : source.getArguments())
        block.arguments.push_back(slotOf(argument));
      for (mlir::Operation &op : source) {
        block.code.emplace_back();
        decode(op, block.code.back(), index);
      }
    }
  }
  unsigned numSlots() const { return slots.size(); }

private:
  unsigned slotOf(mlir::Value value) {
    return slots.try_emplace(value, slots.size()).first->second;
  }

  void decode(mlir::Operation &op, Instruction &in,
              const llvm::DenseMap<mlir::Block *, unsigned> &blocks) {
    in.op = &op;
    for (mlir::Value operand : op.getOperands())
      in.operands.push_back(slotOf(operand));
    for (mlir::Value result : op.getResults())
      in.results.push_back(slotOf(result));
    for (mlir::Block *successor : op.getSuccessors())
      in.successors.push_back(blocks.lookup(successor));
    auto isUnsupported = [](mlir::Type type) {
      return !function::isExecutedType(type);
    };
    in.evaluate = evalUnknown;
    if (llvm::any_of(op.getOperandTypes(), isUnsupported) ||
        llvm::any_of(op.getResultTypes(), isUnsupported)) {
      in.evaluate = evalUnknownType;
      return;
    }
    for (mlir::Type type : op.getResultTypes())
      if (function::isSupportedType(type))
        in.work += function::numElements(type) * widthOf(elementOf(type));
    llvm::StringRef name = op.getName().getStringRef();
    if (mlir::Attribute value = op.getAttr("value");
        value &&
        (name == "arith.constant" || name == "index.constant" ||
         name == "index.bool.constant" || name == "llvm.mlir.constant")) {
      if (std::optional<FunctionValue> known = constantValue(value)) {
        in.known = std::move(*known);
        in.evaluate = evalConstant;
      }
      return;
    }
    bool isPoison = name == "ub.poison" || name == "llvm.mlir.poison";
    if (isPoison && function::isSupportedType(op.getResult(0).getType())) {
      in.known.assign(function::numElements(op.getResult(0).getType()),
                      Element{0, Certainty::Poison});
      in.evaluate = evalConstant;
      return;
    }
    if (auto row = tables.meanings.find(name); row != tables.meanings.end()) {
      in.meanings = row->second->make(&op);
      in.mayBeUndefined = row->second->mayBeUndefined;
      if (!in.meanings.empty())
        in.evaluate = evaluateElementwise;
      return;
    }
    auto row = tables.evaluators.find(name);
    if (row == tables.evaluators.end())
      return;
    in.evaluate = row->second;
    in.regions.resize(op.getNumRegions());
    for (auto [source, region] : llvm::zip_equal(op.getRegions(), in.regions))
      decodeRegion(source, region);
  }

  const Tables &tables;
  llvm::DenseMap<mlir::Value, unsigned> slots;
};
} // namespace

struct FunctionProgram::Implementation {
  llvm::StringMap<DecodedFunction> functions;
};

FunctionProgram::FunctionProgram(mlir::ModuleOp module)
    : implementation(std::make_unique<Implementation>()) {
  static const Tables tables;
  for (auto function : module.getOps<mlir::FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    Decoder decoder(tables);
    DecodedFunction &decoded = implementation->functions[function.getName()];
    decoder.decodeRegion(function.getFunctionBody(), decoded.body);
    decoded.numSlots = decoder.numSlots();
  }
}
FunctionProgram::FunctionProgram(FunctionProgram &&) = default;
FunctionProgram::~FunctionProgram() = default;

bool FunctionProgram::contains(llvm::StringRef function) const {
  return implementation->functions.contains(function);
}

FunctionRun FunctionProgram::run(llvm::StringRef function,
                                 llvm::ArrayRef<FunctionValue> arguments,
                                 const FunctionRunOptions &options) const {
  FunctionRun run;
  auto found = implementation->functions.find(function);
  if (found == implementation->functions.end() ||
      found->second.body.front().arguments.size() != arguments.size()) {
    run.status = RunStatus::Unsupported;
    run.condition = "no such function";
    return run;
  }
  Machine machine(implementation->functions, run, options);
  if (machine.call(found->second, arguments) == Step::Leave)
    run.results = std::move(machine.carried);
  run.steps = options.stepLimit - machine.stepsLeft;
  return run;
}
