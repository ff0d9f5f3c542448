//===- BrokenProgram.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/BrokenProgram.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "fuzz/Sut/Process.h"
#include "interp/Program/Program.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;
using llvm::StringRef;
using mlir::cuda_tile::TileType;

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

/// What the verifier says first, and of which operation; empty: the module is
/// valid.
static std::string firstError(mlir::ModuleOp module) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(module.getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (message.empty())
                                            message = diagnostic.str();
                                          return mlir::success();
                                        });
  bool isValid = mlir::succeeded(mlir::verify(module));
  return isValid ? "" : message.empty() ? "no message" : message;
}

/// As the bytecode's reader says it, which names a place.
static std::string errorOfReader(StringRef bytes, mlir::MLIRContext &context) {
  mlir::ScopedDiagnosticHandler handler(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      readBytecode(bytes, "broken", context);
  return module ? "" : llvm::toString(module.takeError());
}

std::optional<BrokenProgram> tilefuzz::findFault(mlir::ModuleOp module,
                                                 StringRef version) {
  BrokenProgram broken;
  broken.rule = firstError(module);
  if (broken.rule.empty())
    return std::nullopt;
  mlir::FailureOr<std::string> bytes = mlir::failure();
  {
    mlir::ScopedDiagnosticHandler handler(
        module.getContext(),
        [](mlir::Diagnostic &) { return mlir::success(); });
    bytes = writeUnverifiedBytecode(
        module,
        version.empty() ? BytecodeVersion() : *BytecodeVersion::parse(version));
  }
  if (mlir::failed(bytes))
    return std::nullopt;
  // What the bytes hold may be right, or wrong in another way.
  Symptom rule = Symptom::message(broken.rule);
  std::string read = errorOfReader(*bytes, *module.getContext());
  if (read.empty() || Symptom::message(read).key() != rule.key())
    return std::nullopt;
  broken.bytes = std::move(*bytes);
  // Messages begin with the operation: `'cuda_tile.addi' op ...`.
  StringRef name = StringRef(broken.rule).split('\'').second.split('\'').first;
  name.consume_front("cuda_tile.");
  broken.operation = name.str();
  llvm::raw_string_ostream os(broken.text);
  module.print(os, mlir::OpPrintingFlags().printGenericOpForm());
  os << "\n";
  return broken;
}

//===----------------------------------------------------------------------===//
// Breaking
//===----------------------------------------------------------------------===//

namespace {
/// One change of one operation; false: it has no place for it.
using Change = bool (*)(mlir::Operation &op, ByteSource &choices);
} // namespace

static mlir::Value pickResult(mlir::Operation &op, ByteSource &choices) {
  std::vector<mlir::Value> tiles;
  for (mlir::Value result : op.getResults())
    if (llvm::isa<TileType>(result.getType()))
      tiles.push_back(result);
  return tiles.empty() ? mlir::Value() : choices.pick<mlir::Value>(tiles);
}

static bool changeElement(mlir::Operation &op, ByteSource &choices) {
  mlir::Value result = pickResult(op, choices);
  if (!result)
    return false;
  mlir::Builder builder(op.getContext());
  const mlir::Type types[] = {
      builder.getI1Type(),   builder.getI8Type(),  builder.getIntegerType(16),
      builder.getI32Type(),  builder.getI64Type(), builder.getF16Type(),
      builder.getBF16Type(), builder.getF32Type(), builder.getF64Type()};
  auto type = llvm::cast<TileType>(result.getType());
  mlir::Type other = choices.pick<mlir::Type>(types);
  if (other == type.getElementType())
    return false;
  result.setType(TileType::get(type.getShape(), other));
  return true;
}

static bool changeShape(mlir::Operation &op, ByteSource &choices) {
  mlir::Value result = pickResult(op, choices);
  if (!result)
    return false;
  auto type = llvm::cast<TileType>(result.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  unsigned way = choices.below(3);
  if (way == 0 && !shape.empty())
    shape[choices.below(shape.size())] *= 2;
  else if (way == 1 && !shape.empty() && shape.back() > 1)
    shape.back() /= 2;
  else if (way == 2 && shape.size() < 4)
    shape.push_back(1);
  else
    return false;
  int64_t elements = 1;
  for (int64_t size : shape)
    elements *= size;
  if (elements > TileType::maxElements)
    return false;
  result.setType(TileType::get(shape, type.getElementType()));
  return true;
}

/// By a value of another type that is there before.
static bool changeOperand(mlir::Operation &op, ByteSource &choices) {
  if (op.getNumOperands() == 0)
    return false;
  mlir::OpOperand &operand =
      op.getOpOperand(choices.below(op.getNumOperands()));
  std::vector<mlir::Value> others;
  auto add = [&](mlir::Value value) {
    if (value.getType() != operand.get().getType())
      others.push_back(value);
  };
  for (mlir::Value argument : op.getBlock()->getArguments())
    add(argument);
  for (mlir::Operation *before = op.getPrevNode(); before;
       before = before->getPrevNode())
    for (mlir::Value result : before->getResults())
      add(result);
  if (others.empty())
    return false;
  operand.set(choices.pick<mlir::Value>(others));
  return true;
}

static bool changeNumber(mlir::Operation &op, ByteSource &choices) {
  std::vector<mlir::NamedAttribute> changed;
  mlir::Builder builder(op.getContext());
  const int64_t by = choices.pick<int64_t>({-2, -1, 1, 2, 16});
  for (mlir::NamedAttribute attribute : op.getAttrs()) {
    // How operands are divided is no attribute of bytecode.
    if (attribute.getName().getValue().ends_with("SegmentSizes"))
      continue;
    mlir::Attribute value = attribute.getValue();
    mlir::Attribute other;
    if (auto number = llvm::dyn_cast<mlir::IntegerAttr>(value)) {
      other = mlir::IntegerAttr::get(number.getType(),
                                     number.getValue() + uint64_t(by));
    } else if (auto list = llvm::dyn_cast<mlir::DenseI32ArrayAttr>(value)) {
      llvm::SmallVector<int32_t> numbers(list.asArrayRef());
      if (numbers.empty())
        continue;
      numbers[choices.below(numbers.size())] += int32_t(by);
      other = builder.getDenseI32ArrayAttr(numbers);
    }
    if (other)
      changed.push_back({attribute.getName(), other});
  }
  if (changed.empty())
    return false;
  mlir::NamedAttribute one = choices.pick<mlir::NamedAttribute>(changed);
  op.setAttr(one.getName(), one.getValue());
  return true;
}

std::optional<BrokenProgram> tilefuzz::breakProgram(mlir::ModuleOp module,
                                                    ByteSource &choices,
                                                    StringRef version) {
  constexpr Change changes[] = {changeElement, changeShape, changeOperand,
                                changeNumber};
  constexpr unsigned attempts = 32;
  for (unsigned i = 0; i < attempts; ++i) {
    mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
    std::vector<mlir::Operation *> operations;
    copy->walk([&](mlir::Operation *op) {
      if (op->getParentOfType<mlir::cuda_tile::EntryOp>())
        operations.push_back(op);
    });
    if (operations.empty())
      return std::nullopt;
    mlir::Operation *op = choices.pick<mlir::Operation *>(operations);
    if (!choices.pick<Change>(changes)(*op, choices))
      continue;
    if (std::optional<BrokenProgram> broken = findFault(*copy, version))
      return broken;
  }
  return std::nullopt;
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
tilefuzz::readUnverified(StringRef text, StringRef name,
                         mlir::MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (message.empty())
                                            message = diagnostic.str();
                                          return mlir::success();
                                        });
  mlir::OwningOpRef<mlir::ModuleOp> module =
      parseModuleFile(sources, context, /*isVerified=*/false);
  if (!module)
    return llvm::createStringError(name + ": error: " + message);
  return module;
}

//===----------------------------------------------------------------------===//
// Trying
//===----------------------------------------------------------------------===//

TrialResult
tilefuzz::tryBrokenProgram(const SutDescription &sut, const SutRun &run,
                           StringRef folder, const BrokenProgram &program,
                           const volatile sig_atomic_t *interrupted) {
  std::string input = (folder + "/in.mlir").str(),
              output = (folder + "/out.mlir").str();
  if (llvm::Error error = writeInput(input, program.bytes))
    return TrialResult::storageFailure(std::move(error));
  SutProcess process = runSut(sut, run, input, output, interrupted);
  if (std::optional<TrialResult> result = TrialResult::withoutVerdict(process))
    return *result;
  TrialResult result;
  result.comparisons = 1;
  if (process.end == SutProcess::End::Success)
    result.setFinding(FindingKind::AcceptsInvalid, "accepts: " + program.rule);
  else if (process.end != SutProcess::End::Refused || process.outOfMiB)
    result.setFinding(process.kind(), process.message());
  if (!result.isFinding())
    return result;
  // What limits are asked about is the rule.
  result.errors =
      process.end == SutProcess::End::Success ? program.rule : process.errors;
  std::string known = sut.knownFinding(run, result.kind, result.errors, {});
  return known.empty() ? result : TrialResult::skip(known);
}

/// Those that nobody misses; what is within another comes before it.
static std::vector<mlir::Operation *> unusedIn(mlir::ModuleOp module) {
  std::vector<mlir::Operation *> unused;
  module.walk([&](mlir::Operation *op) {
    if (op->getParentOfType<mlir::cuda_tile::EntryOp>() && op->use_empty() &&
        !op->hasTrait<mlir::OpTrait::IsTerminator>())
      unused.push_back(op);
  });
  return unused;
}

BrokenProgram
tilefuzz::reduceBrokenProgram(const SutDescription &sut, const SutRun &run,
                              StringRef folder, mlir::ModuleOp module,
                              const BrokenProgram &program, FindingKind kind,
                              const volatile sig_atomic_t *interrupted) {
  BrokenProgram best = program;
  StringRef version = run.bytecode.empty() ? sut.bytecode : run.bytecode;
  mlir::OwningOpRef<mlir::ModuleOp> current = module.clone();
  uint64_t tries = maxReductionTries(kind);
  auto shows = [&](mlir::ModuleOp candidate) {
    std::optional<BrokenProgram> broken = findFault(candidate, version);
    if (!broken || broken->operation != best.operation ||
        Symptom::message(broken->rule).key() !=
            Symptom::message(best.rule).key())
      return false;
    --tries;
    if (!tryBrokenProgram(sut, run, folder, *broken, interrupted)
             .isFinding(kind))
      return false;
    best = std::move(*broken);
    return true;
  };
  // Many at once first; each round that leaves something out is repeated.
  for (size_t many = 64; many && tries && !(interrupted && *interrupted);) {
    bool isSmaller = false;
    for (size_t begin = 0; tries; begin += many) {
      mlir::OwningOpRef<mlir::ModuleOp> candidate = current->clone();
      std::vector<mlir::Operation *> unused = unusedIn(*candidate);
      if (begin >= unused.size())
        break;
      for (mlir::Operation *op :
           llvm::ArrayRef(unused).slice(begin).take_front(many))
        op->erase();
      if (!shows(*candidate))
        continue;
      current = std::move(candidate);
      isSmaller = true;
      break;
    }
    if (!isSmaller)
      many /= 2;
  }
  return best;
}
