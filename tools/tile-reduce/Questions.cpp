//===- Questions.cpp - What makes a program interesting -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Questions.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Stages/Bisect.h"
#include "mlir/InitAllDialects.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tilefuzz;

std::unique_ptr<MLIRContext> tilefuzz::createReduceContext() {
  std::unique_ptr<MLIRContext> context = createContext();
  DialectRegistry registry;
  registerAllDialects(registry);
  context->appendDialectRegistry(registry);
  return context;
}

/// Takes the lines out of the text that call functions (interp/Function).
static std::string takeCalls(std::string &text) {
  std::string calls, rest;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    bool isCall = line.ltrim().starts_with("// tilefuzz.call");
    // Errors keep their line.
    (isCall ? calls : rest) += line.str() + "\n";
    if (isCall)
      rest += "\n";
  }
  text = rest;
  return calls;
}

/// A file without a launch. Generic form needs no dialect, so that those which
/// are not linked are tried last.
static llvm::Expected<Program>
readAnyFile(llvm::StringRef path, llvm::StringRef text, MLIRContext &context) {
  llvm::Expected<Program> program = parseProgram(text, path, context);
  if (program)
    return program;
  context.allowUnregisteredDialects();
  llvm::Expected<Program> generic = parseProgram(text, path, context);
  if (!generic) {
    context.allowUnregisteredDialects(false);
    llvm::consumeError(generic.takeError());
    return program.takeError();
  }
  llvm::consumeError(program.takeError());
  return generic;
}

llvm::Expected<Input> tilefuzz::readInput(llvm::StringRef path,
                                          MLIRContext &context, bool anyFile) {
  if (llvm::sys::fs::is_directory(path)) {
    llvm::Expected<Finding> finding = readFindingFolder(path);
    if (!finding)
      return finding.takeError();
    llvm::Expected<Program> program =
        parseProgram(finding->program, path, context);
    if (!program)
      return program.takeError();
    return Input{std::move(*program), true, "", std::move(*finding)};
  }
  if (anyFile) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return llvm::createStringError(path +
                                     ": error: " + buffer.getError().message());
    llvm::StringRef text = (*buffer)->getBuffer();
    llvm::SmallString<128> side(path);
    llvm::sys::path::replace_extension(side, "launch");
    if (!text.contains("// tilefuzz.launch") && !llvm::sys::fs::exists(side)) {
      std::string module = text.str();
      std::string calls = takeCalls(module);
      llvm::Expected<Program> program =
          readAnyFile(path, isBytecode(text) ? text : module, context);
      if (!program)
        return program.takeError();
      return Input{std::move(*program), false, calls, std::nullopt};
    }
  }
  llvm::Expected<Program> program = readProgram(path, context);
  if (!program)
    return program.takeError();
  return Input{std::move(*program), true, "", std::nullopt};
}

std::string tilefuzz::whyUndefined(const Program &program) {
  ComparisonOptions options;
  options.compile.stopAfter = getStages().front().name.str();
  return compareStages(program, options).skipReason;
}

/// The compiler dies with the same signal.
static InterestingFn askDeath(const Program &program,
                              const ComparisonOptions &options) {
  auto death = [options](const Program &candidate) {
    ProcessEnd end = runInChild(
        [&] {
          compareStages(candidate, options);
          return 0;
        },
        /*cpuSeconds=*/30);
    return end.timedOut ? 0 : end.signal;
  };
  int signal = death(program);
  if (!signal)
    return nullptr;
  return [=](const Subject &candidate, unsigned) {
    return death(candidate) == signal;
  };
}

InterestingFn tilefuzz::askComparison(const Program &program,
                                      const ComparisonOptions &options,
                                      const std::optional<Finding> &finding) {
  if (finding && finding->kind == FindingKind::Crash)
    return askDeath(program, options);
  ComparisonReport report = compareStages(program, options);
  if (!report.finding)
    return nullptr;
  auto first = std::make_shared<StageFinding>(std::move(*report.finding));
  ComparisonOptions focused = focusOn(*first, options);
  ComparisonOptions without = focused;
  if (finding && !finding->pattern.empty())
    without.compile.disabledPatterns.push_back(finding->pattern);
  bool hasPattern = without.compile.disabledPatterns.size() !=
                        focused.compile.disabledPatterns.size() &&
                    !isSame(compareStages(program, without), *first);
  return [=](const Subject &candidate, unsigned) {
    return isSame(compareStages(candidate, focused), *first) &&
           !(hasPattern && isSame(compareStages(candidate, without), *first));
  };
}

InterestingFn
tilefuzz::askCommand(const Command &command,
                     std::function<std::string(const Subject &)> print,
                     bool mustBeDefined) {
  return [&command, print, mustBeDefined](const Subject &candidate,
                                          unsigned worker) {
    if (mustBeDefined && !whyUndefined(candidate).empty())
      return false;
    command.become(print(candidate), candidate.passes, worker);
    return false;
  };
}
