//===- FunctionTrial.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionTrial.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "fuzz/Sut/Process.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;
using llvm::StringRef;

void tilefuzz::runSource(std::vector<TrialFunction> &functions,
                         mlir::ModuleOp module) {
  FunctionProgram program(module);
  for (TrialFunction &function : functions) {
    function.runs.clear();
    for (const std::vector<FunctionValue> &input : function.inputs)
      function.runs.push_back(program.run(function.function.getName(), input));
  }
}

bool tilefuzz::hasCompletedRun(const TrialFunction &function) {
  return llvm::any_of(function.runs,
                      [](const FunctionRun &run) { return run.completed(); });
}

llvm::Error tilefuzz::writeInput(StringRef file, StringRef text) {
  // A tool may have left a pipe there, which would be written to for ever, or a
  // link to what is not ours.
  if (!removeWhatever(file))
    return storageError(file + ": error: what is there cannot be removed");
  std::error_code code;
  llvm::raw_fd_ostream os(file, code);
  if (!code) {
    os << text;
    os.close();
    code = os.error();
    // Or it ends the process.
    os.clear_error();
  }
  if (!code)
    return llvm::Error::success();
  return storageError(file + ": error: " + code.message());
}

llvm::Error tilefuzz::checkRoom(StringRef folder) {
  std::string file = (folder + "/room").str();
  llvm::Error error = writeInput(file, std::string(1 << 20, ' '));
  llvm::sys::fs::remove(file);
  return error;
}

/// `firstLines`, of text: where each function begins.
static std::string inputText(bool bytecode,
                             llvm::ArrayRef<TrialFunction> functions,
                             std::vector<unsigned> &firstLines) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!bytecode) {
    unsigned line = 1;
    for (const TrialFunction &function : functions) {
      size_t begin = text.size();
      os << function.function << "\n";
      firstLines.push_back(line);
      line += StringRef(text).drop_front(begin).count('\n');
    }
    return text;
  }
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(functions.front().function.getLoc());
  for (const TrialFunction &function : functions)
    module->push_back(function.function.clone());
  // Without a version to write for, this cannot fail.
  (void)mlir::writeBytecodeToFile(*module, os);
  return text;
}

/// The arguments as the target's types ask for them; false if they do not fit.
static bool convertArguments(llvm::ArrayRef<mlir::Type> from,
                             llvm::ArrayRef<mlir::Type> to,
                             std::vector<FunctionValue> &arguments) {
  if (from.size() != to.size())
    return false;
  for (auto [source, target, value] : llvm::zip_equal(from, to, arguments)) {
    if (functionNumElements(target) != value.size())
      value = splitOrJoin(value, functionElementWidth(source),
                          functionElementWidth(target));
    if (functionNumElements(target) != value.size())
      return false;
  }
  return true;
}

/// A pass may make a loop of what the source does in one operation, over the
/// bits of each element at most (powers, leading zeros). A right target makes
/// no more iterations than that, and a few times as many where a loop becomes
/// two. The steps suffice for as many iterations of small loops.
static FunctionRunOptions limitsOf(const FunctionRun &source) {
  FunctionRunOptions options;
  options.tripLimit = 4 * (source.work + 16);
  options.stepLimit = std::clamp<uint64_t>(16 * options.tripLimit,
                                           options.stepLimit, 2'000'000);
  return options;
}

/// Of a finding.
static FindingKind kindOf(FunctionVerdict::Kind kind) {
  switch (kind) {
  case FunctionVerdict::Kind::Value:
    return FindingKind::Differs;
  case FunctionVerdict::Kind::Poison:
    return FindingKind::Poison;
  case FunctionVerdict::Kind::Undefined:
    return FindingKind::TargetUndefined;
  case FunctionVerdict::Kind::Imprecise:
    return FindingKind::Imprecise;
  case FunctionVerdict::Kind::InvalidOutput:
    return FindingKind::InvalidOutput;
  case FunctionVerdict::Kind::Same:
  case FunctionVerdict::Kind::Skipped:
    break;
  }
  llvm_unreachable("no finding");
}

/// What the tool said of each function, by the line of its input.
static void addWhatWasSaid(StringRef errors, StringRef file,
                           llvm::ArrayRef<unsigned> firstLines,
                           llvm::MutableArrayRef<TrialResult> results) {
  std::vector<std::string> said(results.size());
  for (StringRef line : llvm::split(errors, '\n')) {
    StringRef rest = line;
    unsigned number;
    if (results.size() == 1)
      said.front() += (line + "\n").str();
    else if (rest.consume_front(file) && rest.consume_front(":") &&
             !rest.consumeInteger(10, number) && !firstLines.empty() &&
             number >= firstLines.front())
      said[llvm::upper_bound(firstLines, number) - firstLines.begin() - 1] +=
          (rest.split(' ').second + "\n").str();
  }
  for (auto [lines, result] : llvm::zip_equal(said, results))
    llvm::append_range(result.effects, effectsSaid(lines));
}

static void compareOne(const TrialFunction &source,
                       const FunctionProgram &program, mlir::ModuleOp module,
                       TrialResult &result) {
  auto target =
      module.lookupSymbol<mlir::FunctionOpInterface>(source.function.getName());
  auto skip = [&](StringRef why) {
    result.setSkipped(why);
    result.skipped.assign(source.inputs.size(), why.str());
  };
  // What is private is the tool's own: it may be inlined or changed.
  auto change = [&](StringRef what) {
    if (!mlir::func::FuncOp(source.function).isPublic())
      return skip(what);
    result.setFinding(FindingKind::InvalidOutput, what);
  };
  if (!target || target.isExternal())
    return change("target lacks the function");
  if (!llvm::all_of(target.getArgumentTypes(), isFunctionType))
    return skip("target has arguments of types that are not executed");
  mlir::func::FuncOp function = source.function;
  for (auto [i, input] : llvm::enumerate(source.inputs)) {
    if (!source.runs[i].completed()) {
      result.skipped.push_back("source " + source.runs[i].summary());
      continue;
    }
    std::vector<FunctionValue> arguments = input;
    if (!convertArguments(function.getArgumentTypes(),
                          target.getArgumentTypes(), arguments))
      return change("target has other arguments");
    FunctionRun run = program.run(source.function.getName(), arguments,
                                  limitsOf(source.runs[i]));
    FunctionVerdict verdict =
        compareFunctionRuns(function.getResultTypes(), source.runs[i], run);
    if (verdict.kind == FunctionVerdict::Kind::Skipped) {
      result.skipped.push_back(verdict.detail);
      continue;
    }
    ++result.comparisons;
    result.observed += verdict.observed;
    if (verdict.kind == FunctionVerdict::Kind::InvalidOutput)
      return change(verdict.detail);
    if (verdict.isFinding()) {
      result.setFinding(kindOf(verdict.kind), verdict.detail);
      result.input = i;
      return;
    }
  }
  if (result.comparisons == 0)
    result.verdict = TrialVerdict::Skipped;
}

std::vector<TrialResult>
FunctionTrial::tryAll(llvm::ArrayRef<TrialFunction> functions) {
  std::vector<TrialResult> results(functions.size());
  if (!functions.empty())
    tryRange(functions, results);
  return results;
}

void FunctionTrial::tryRange(llvm::ArrayRef<TrialFunction> functions,
                             llvm::MutableArrayRef<TrialResult> results) {
  std::string input = folder + "/in.mlir", output = folder + "/out.mlir";
  auto skip = [&](const llvm::Twine &why) {
    for (TrialResult &result : results)
      result.setSkipped(why);
  };
  auto failed = [&](llvm::Error error) {
    skip(llvm::toString(std::move(error)));
    for (TrialResult &result : results)
      result.storageFailed = true;
  };
  std::vector<unsigned> firstLines;
  if (llvm::Error error =
          writeInput(input, inputText(sut.format == SutFormat::Bytecode,
                                      functions, firstLines)))
    return failed(std::move(error));
  SutProcess process = runSut(sut, run, input, output, interrupted);
  ++processes;
  if (process.end == SutProcess::End::Interrupted ||
      process.end == SutProcess::End::Killed) {
    for (TrialResult &result : results)
      result.interrupted = process.end == SutProcess::End::Interrupted;
    return skip(process.message());
  }
  if (process.end == SutProcess::End::NotStarted) {
    skip(process.message());
    for (TrialResult &result : results)
      result.notStarted = true;
    return;
  }
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string messages;
  if (process.end == SutProcess::End::Success) {
    mlir::ScopedDiagnosticHandler handler(
        functions.front().function.getContext(), [&](mlir::Diagnostic &d) {
          if (messages.empty())
            messages = "error: " + d.str();
          return mlir::success();
        });
    module = mlir::parseSourceFile<mlir::ModuleOp>(
        output, mlir::ParserConfig(functions.front().function.getContext()));
    if (keepOutput)
      if (auto buffer = llvm::MemoryBuffer::getFile(output))
        lastOutput = (*buffer)->getBuffer().str();
  }
  if (!module && functions.size() > 1) {
    size_t half = functions.size() / 2;
    tryRange(functions.take_front(half), results.take_front(half));
    tryRange(functions.drop_front(half), results.drop_front(half));
    return;
  }
  if (!module) {
    if (llvm::Error error = checkRoom(folder))
      return failed(std::move(error));
    results.front().errors = process.errors;
    bool succeeded = process.end == SutProcess::End::Success;
    FindingKind kind = succeeded ? FindingKind::InvalidOutput : process.kind();
    std::string known = sut.knownFinding(run, kind, process.errors, {});
    if (!known.empty())
      return skip(known);
    results.front().setFinding(kind, succeeded ? messages : process.message());
    return;
  }
  if (functions.size() == 1)
    results.front().errors = process.errors;
  FunctionProgram program(*module);
  for (auto [function, result] : llvm::zip_equal(functions, results))
    compareOne(function, program, *module, result);
  if (functions.front().form) {
    for (auto [function, result] : llvm::zip_equal(functions, results))
      if (auto target = module->lookupSymbol(function.function.getName()))
        result.effects = effectsOn(*function.form, formOf(target));
    addWhatWasSaid(process.errors, input, firstLines, results);
  }
  // A text that is cut off may be read as one of fewer functions.
  if (llvm::any_of(results, [](const TrialResult &result) {
        return result.isFinding();
      }))
    if (llvm::Error error = checkRoom(folder))
      return failed(std::move(error));
}
