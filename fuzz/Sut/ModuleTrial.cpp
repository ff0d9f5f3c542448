//===- ModuleTrial.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/ModuleReducer.h"
#include "fuzz/Sut/Process.h"
#include "interp/Simt/Simt.h"
#include "oracle/Compare/Compare.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <set>

using namespace tilefuzz;
using llvm::StringRef;

static TrialResult give(TrialKind kind, const llvm::Twine &detail) {
  TrialResult result;
  result.kind = kind;
  result.detail = detail.str();
  return result;
}

std::vector<std::string>
tilefuzz::moduleOperationsOf(const llvm::Module &module) {
  std::set<std::string> names;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &inst : llvm::instructions(function)) {
      if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&inst))
        names.insert(
            llvm::Intrinsic::getBaseName(intrinsic->getIntrinsicID()).str());
      else if (!inst.isTerminator())
        names.insert(inst.getOpcodeName());
    }
  return {names.begin(), names.end()};
}

//===----------------------------------------------------------------------===//
// Preparing
//===----------------------------------------------------------------------===//

/// Steps of a source, over all threads.
static constexpr uint64_t sourceSteps = 500'000;

static Outcome execute(const llvm::Module &module, const Launch &given,
                       const std::string &kernel, uint64_t steps) {
  Launch launch = given;
  launch.kernel = kernel;
  SimtOptions simt;
  simt.stepLimit = steps;
  return runSimt(module, launch, simt);
}

ModuleSubject
tilefuzz::prepareModule(std::unique_ptr<llvm::LLVMContext> context,
                        LlvmProgram program) {
  ModuleSubject subject;
  subject.context = std::move(context);
  subject.program = std::move(program);
  for (const std::string &kernel : subject.program.kernels) {
    Outcome outcome = execute(*subject.program.module, subject.program.launch,
                              kernel, sourceSteps);
    if (!outcome.completed()) {
      subject.skipped = "source " + outcome.summary();
      break;
    }
    subject.outcomes[kernel] = std::move(outcome);
  }
  return subject;
}

llvm::Expected<ModuleSubject> tilefuzz::prepareModule(StringRef text,
                                                      StringRef name) {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  llvm::Expected<LlvmProgram> program = parseLlvmProgram(text, name, *context);
  if (!program)
    return program.takeError();
  return prepareModule(std::move(context), std::move(*program));
}

//===----------------------------------------------------------------------===//
// Trying
//===----------------------------------------------------------------------===//

/// One kernel of what the tool wrote.
static TrialResult judgeKernel(const ModuleSubject &subject,
                               const llvm::Module &target,
                               const std::string &kernel) {
  const llvm::Function *function = target.getFunction(kernel);
  if (!function || function->isDeclaration())
    return give(TrialKind::InvalidOutput, "kernel '" + kernel + "' is gone");
  const Outcome &source = subject.outcomes.at(kernel);
  // Passes write one intrinsic as a loop over its bytes, which does not make a
  // run sixteen times as long.
  uint64_t steps = 16 * (source.steps + 10'000);
  Outcome actual = execute(target, subject.program.launch, kernel, steps);
  if (actual.status == RunStatus::StepLimit)
    return give(TrialKind::Undefined, kernel + ": the source ends after " +
                                          llvm::Twine(source.steps) +
                                          " steps, the target not after " +
                                          llvm::Twine(steps));
  ComparisonVerdict verdict = refines({source}, actual);
  TrialResult result;
  if (verdict.isFinding())
    result =
        give(verdict.kind == ComparisonKind::Differs ? TrialKind::Value
                                                     : TrialKind::Undefined,
             kernel + ": " + verdict.reason);
  else if (verdict.kind != ComparisonKind::Equal)
    // The same construct in many places is one reason.
    result = give(TrialKind::Skipped,
                  StringRef(verdict.reason).split(" in '").first);
  result.comparisons = 1;
  result.observed = verdict.observed;
  return result;
}

static TrialResult judge(const ModuleSubject &subject,
                         std::unique_ptr<llvm::MemoryBuffer> buffer) {
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> target =
      llvm::parseAssembly(*buffer, error, *subject.context);
  if (!target)
    return give(TrialKind::InvalidOutput, error.getMessage());
  std::string message;
  llvm::raw_string_ostream os(message);
  if (llvm::verifyModule(*target, &os))
    return give(TrialKind::InvalidOutput, message);
  TrialResult all;
  for (const std::string &kernel : subject.program.kernels) {
    TrialResult one = judgeKernel(subject, *target, kernel);
    all.comparisons += one.comparisons;
    all.observed += one.observed;
    // The gravest, of several the first.
    if ((one.isFinding() && !all.isFinding()) ||
        (one.kind == TrialKind::Skipped && all.kind == TrialKind::Same)) {
      all.kind = one.kind;
      all.detail = one.detail;
    }
  }
  return all;
}

TrialResult ModuleTrial::tryWith(const ModuleSubject &subject,
                                 llvm::ArrayRef<std::string> more) {
  std::string input = folder + "/in.ll", output = folder + "/out.ll";
  if (llvm::Error error = writeInput(input, subject.program.toString())) {
    TrialResult result =
        give(TrialKind::Skipped, llvm::toString(std::move(error)));
    result.storageFailed = true;
    return result;
  }
  SutRun with = run;
  llvm::append_range(with.arguments, more);
  SutProcess process = runSut(sut, with, input, output, interrupted);
  ++processes;
  using End = SutProcess::End;
  TrialResult result;
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (process.end == End::Interrupted || process.end == End::Killed ||
      process.end == End::NotStarted) {
    result = give(TrialKind::Skipped, process.message());
    result.interrupted = process.end == End::Interrupted;
    result.notStarted = process.end == End::NotStarted;
  } else if (process.end != End::Success) {
    result = give(process.kind(), process.message());
  } else if (!buffer) {
    result = give(TrialKind::InvalidOutput, "no output file");
  } else {
    lastOutput = (*buffer)->getBuffer().str();
    result = judge(subject, std::move(*buffer));
  }
  result.errors = process.errors;
  return result;
}

TrialResult ModuleTrial::tryOne(const ModuleSubject &subject) {
  TrialResult result = tryWith(subject, {});
  if (result.isFinding())
    if (llvm::Error error = checkRoom(folder)) {
      result = give(TrialKind::Skipped, llvm::toString(std::move(error)));
      result.storageFailed = true;
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Blame
//===----------------------------------------------------------------------===//

/// The number and the name in a line such as
/// `BISECT: running pass (12) gvn on kernel0`; number 0 for any other line.
static std::pair<uint64_t, StringRef> parseStep(StringRef line) {
  if (!line.consume_front("BISECT: running pass ("))
    return {0, ""};
  uint64_t number = 0;
  if (line.consumeInteger(10, number) || !line.consume_front(") "))
    return {0, ""};
  return {number, line.split(" on ").first};
}

/// The name of the pass, from what the tool wrote.
static std::string nameOfStep(StringRef errors, uint64_t wanted) {
  for (StringRef line : llvm::split(errors, '\n'))
    if (auto [number, name] = parseStep(line); number == wanted)
      return name.str();
  return "";
}

std::string ModuleTrial::blame(const ModuleSubject &subject, TrialKind kind) {
  if (sut.bisect.empty())
    return "";
  std::string errors;
  auto shows = [&](uint64_t limit) {
    std::string word = sut.bisect;
    word.replace(word.find("{limit}"), StringRef("{limit}").size(),
                 std::to_string(limit));
    TrialResult result = tryWith(subject, word);
    errors = result.errors;
    return result.kind == kind;
  };
  // Powers of two: what the tool says of all passes may be longer than what is
  // kept of it.
  constexpr uint64_t maxPasses = 1 << 16;
  uint64_t high = 1;
  while (!shows(high)) {
    high *= 2;
    if (high > maxPasses || isInterrupted())
      return "";
  }
  uint64_t low = high / 2;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    (shows(middle) ? high : low) = middle;
    if (isInterrupted())
      return "";
  }
  // Without any pass it is no pass.
  if (high == 1 && shows(0))
    return "";
  return shows(high) ? nameOfStep(errors, high) : "";
}

LlvmProgram ModuleTrial::reduce(const ModuleSubject &subject, TrialKind kind,
                                StringRef pass, unsigned maxTries,
                                llvm::LLVMContext &context) {
  auto test = [&](const std::string &text) {
    if (isInterrupted())
      return false;
    llvm::Expected<ModuleSubject> candidate = prepareModule(text, "candidate");
    if (!candidate) {
      llvm::consumeError(candidate.takeError());
      return false;
    }
    return candidate->skipped.empty() && tryOne(*candidate).kind == kind &&
           (pass.empty() || blame(*candidate, kind) == pass);
  };
  return reduceLlvmProgram(subject.program.toString(), test, maxTries, context);
}
