//===- ModuleTrial.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/DeviceCode.h"
#include "fuzz/Sut/ModuleReducer.h"
#include "fuzz/Sut/Process.h"
#include "interp/Simt/PtxProgram.h"
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
                       const std::string &kernel, const SimtOptions &options) {
  Launch launch = given;
  launch.kernel = kernel;
  return runSimt(module, launch, options);
}

/// Threads that talk to each other do so in the order in which they come.
static bool hasTalk(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &inst : llvm::instructions(function))
      if (inst.isAtomic())
        return true;
  return false;
}

/// By turns with long and with short runs of a thread.
static void choose(SimtOptions &options, uint64_t schedule) {
  options.schedule = schedule;
  if (schedule % 2)
    options.quantum = 1 + schedule;
}

/// Interleavings of a source; it must do the same in all.
static constexpr uint64_t sourceSchedules = 12;
/// Of what a tool wrote.
static constexpr uint64_t targetSchedules = 4;

ModuleSubject
tilefuzz::prepareModule(std::unique_ptr<llvm::LLVMContext> context,
                        LlvmProgram program) {
  ModuleSubject subject;
  subject.context = std::move(context);
  subject.program = std::move(program);
  for (const std::string &kernel : subject.program.kernels) {
    SimtOptions options;
    options.stepLimit = sourceSteps;
    Outcome outcome = execute(*subject.program.module, subject.program.launch,
                              kernel, options);
    if (!outcome.completed()) {
      subject.skipped = "source " + outcome.summary();
      break;
    }
    subject.outcomes[kernel] = std::move(outcome);
  }
  if (!subject.skipped.empty() || !hasTalk(*subject.program.module))
    return subject;
  for (const auto &[kernel, outcome] : subject.outcomes)
    for (uint64_t schedule = 1; schedule < sourceSchedules; ++schedule) {
      SimtOptions options;
      options.stepLimit = sourceSteps;
      choose(options, schedule);
      Outcome other = execute(*subject.program.module, subject.program.launch,
                              kernel, options);
      if (compare(outcome, other).kind == ComparisonKind::Equal)
        continue;
      subject.skipped = other.completed() ? "source: more than one outcome"
                                          : "source " + other.summary();
      return subject;
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

namespace {
/// What a tool wrote, ready to be executed.
class Written {
public:
  virtual ~Written() = default;
  /// None: there is no such kernel.
  virtual std::optional<Outcome> run(const Launch &launch,
                                     const std::string &kernel,
                                     const SimtOptions &options) = 0;
};

class WrittenLlvm : public Written {
public:
  explicit WrittenLlvm(std::unique_ptr<llvm::Module> module)
      : module(std::move(module)) {}
  std::optional<Outcome> run(const Launch &launch, const std::string &kernel,
                             const SimtOptions &options) override {
    const llvm::Function *function = module->getFunction(kernel);
    if (!function || function->isDeclaration())
      return std::nullopt;
    return execute(*module, launch, kernel, options);
  }

private:
  std::unique_ptr<llvm::Module> module;
};

class WrittenPtx : public Written {
public:
  WrittenPtx(std::string text, const llvm::Module &source)
      : text(std::move(text)), source(source) {}
  std::optional<Outcome> run(const Launch &given, const std::string &kernel,
                             const SimtOptions &options) override {
    if (!faultOfPtx(text, ExpectedKernel{kernel}).empty())
      return std::nullopt;
    Launch launch = given;
    launch.kernel = kernel;
    llvm::Expected<std::unique_ptr<PtxProgram>> program =
        PtxProgram::create(text, launch, &source);
    if (!program) {
      Outcome outcome;
      outcome.status = RunStatus::Unsupported;
      outcome.condition = llvm::toString(program.takeError());
      return outcome;
    }
    return (*program)->run(launch, options);
  }

private:
  std::string text;
  const llvm::Module &source;
};
} // namespace

/// One kernel of what the tool wrote.
static TrialResult judgeKernel(const ModuleSubject &subject, Written &target,
                               const std::string &kernel,
                               SimtOptions options = {}) {
  const Outcome &source = subject.outcomes.at(kernel);
  // Passes write one intrinsic as a loop over its bytes, which does not make a
  // run sixteen times as long.
  options.stepLimit = 16 * (source.steps + 10'000);
  std::optional<Outcome> actual =
      target.run(subject.program.launch, kernel, options);
  if (!actual)
    return TrialResult::finding(FindingKind::InvalidOutput,
                                "kernel '" + kernel + "' is gone");
  if (actual->status == RunStatus::StepLimit)
    return TrialResult::finding(
        FindingKind::TargetUndefined,
        kernel + ": the source ends after " + llvm::Twine(source.steps) +
            " steps, the target not after " + llvm::Twine(options.stepLimit));
  ComparisonVerdict verdict = refines({source}, *actual);
  TrialResult result;
  if (verdict.isFinding())
    result =
        TrialResult::finding(kindOf(verdict), kernel + ": " + verdict.reason);
  else if (verdict.kind != ComparisonKind::Equal)
    // The same construct in many places is one reason.
    result = TrialResult::skip(
        StringRef(verdict.reason).split(" in '").first.split(" at ").first);
  result.comparisons = 1;
  result.observed = verdict.observed;
  return result;
}

/// Under several interleavings where threads talk. PTX may read what nobody
/// wrote if nothing comes of it (half of a register, the padding that a copy
/// takes along), and the machine says that of the whole: then the run is asked
/// again with registers and memory that hold something, twice.
static TrialResult judgeRuns(const ModuleSubject &subject, SutKind kind,
                             Written &target, const std::string &kernel) {
  TrialResult result;
  uint64_t schedules = hasTalk(*subject.program.module) ? targetSchedules : 1;
  for (uint64_t i = 0; i < schedules && result.verdict == TrialVerdict::Same;
       ++i) {
    SimtOptions options;
    choose(options, i);
    TrialResult one = judgeKernel(subject, target, kernel, options);
    if (kind == SutKind::LlvmToPtx && one.isFinding())
      for (uint64_t fill : {0, 1}) {
        options.unwritten = fill;
        one = judgeKernel(subject, target, kernel, options);
        if (one.verdict != TrialVerdict::Same)
          break;
      }
    one.comparisons = 1;
    result = std::move(one);
  }
  return result;
}

/// Or why it cannot be.
static std::unique_ptr<Written> readLlvm(const ModuleSubject &subject,
                                         const llvm::MemoryBuffer &buffer,
                                         TrialResult &result) {
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> target =
      llvm::parseAssembly(buffer, error, *subject.context);
  if (!target) {
    result =
        TrialResult::finding(FindingKind::InvalidOutput, error.getMessage());
    return nullptr;
  }
  std::string message;
  llvm::raw_string_ostream os(message);
  if (llvm::verifyModule(*target, &os)) {
    result = TrialResult::finding(FindingKind::InvalidOutput, message);
    return nullptr;
  }
  return std::make_unique<WrittenLlvm>(std::move(target));
}

static TrialResult judge(const ModuleSubject &subject, SutKind kind,
                         const llvm::MemoryBuffer &buffer) {
  TrialResult all;
  std::unique_ptr<Written> target;
  if (kind == SutKind::LlvmToPtx)
    target = std::make_unique<WrittenPtx>(buffer.getBuffer().str(),
                                          *subject.program.module);
  else
    target = readLlvm(subject, buffer, all);
  if (!target)
    return all;
  for (const std::string &kernel : subject.program.kernels) {
    TrialResult one = judgeRuns(subject, kind, *target, kernel);
    all.comparisons += one.comparisons;
    all.observed += one.observed;
    // What no run of PTX executes is one reason, whoever wrote it.
    if (kind == SutKind::LlvmToPtx && one.verdict == TrialVerdict::Skipped)
      all.skipped.push_back(one.detail);
    // The gravest, of several the first.
    if ((one.isFinding() && !all.isFinding()) ||
        (one.verdict == TrialVerdict::Skipped &&
         all.verdict == TrialVerdict::Same)) {
      all.verdict = one.verdict;
      all.kind = one.kind;
      all.detail = one.detail;
    }
  }
  return all;
}

TrialResult ModuleTrial::tryWith(const ModuleSubject &subject,
                                 llvm::ArrayRef<std::string> more) {
  bool isPtx = sut.kind == SutKind::LlvmToPtx;
  std::string input = folder + "/in.ll",
              output = folder + (isPtx ? "/out.ptx" : "/out.ll");
  if (llvm::Error error = writeInput(input, subject.program.toString())) {
    TrialResult result = TrialResult::skip(llvm::toString(std::move(error)));
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
    result = TrialResult::skip(process.message());
    result.interrupted = process.end == End::Interrupted;
    result.notStarted = process.end == End::NotStarted;
  } else if (process.end != End::Success) {
    result = TrialResult::finding(process.kind(), process.message());
  } else if (!buffer) {
    result = TrialResult::finding(FindingKind::InvalidOutput, "no output file");
  } else {
    lastOutput = (*buffer)->getBuffer().str();
    result = judge(subject, sut.kind, **buffer);
  }
  result.errors = process.errors;
  return result;
}

TrialResult ModuleTrial::tryOne(const ModuleSubject &subject) {
  TrialResult result = tryWith(subject, {});
  if (result.isFinding())
    if (llvm::Error error = checkRoom(folder)) {
      result = TrialResult::skip(llvm::toString(std::move(error)));
      result.storageFailed = true;
    }
  return result;
}

llvm::Expected<ModuleSubject>
ModuleTrial::prepare(const ModuleSubject &subject) {
  SutDescription before = sut;
  before.command = sut.prepare;
  SutRun with = run;
  with.arguments = run.prepare;
  std::string input = folder + "/before.ll", output = folder + "/prepared.ll";
  // Without the comments, of which nobody knows whether they stay.
  std::string text;
  llvm::raw_string_ostream(text) << *subject.program.module;
  if (llvm::Error error = writeInput(input, text))
    return std::move(error);
  SutProcess process = runSut(before, with, input, output, interrupted);
  ++processes;
  if (process.end != SutProcess::End::Success)
    return llvm::createStringError(process.message());
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (!buffer)
    return llvm::createStringError("no output file");
  text = subject.program.commentLines();
  text += (*buffer)->getBuffer();
  llvm::Expected<ModuleSubject> prepared = prepareModule(text, "prepared");
  if (!prepared || !prepared->skipped.empty())
    return prepared;
  for (const auto &[kernel, outcome] : subject.outcomes) {
    ComparisonVerdict verdict = refines({outcome}, prepared->outcomes[kernel]);
    if (verdict.isFinding())
      prepared->skipped = "prepared " + std::string("otherwise than it was");
  }
  return prepared;
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

std::string ModuleTrial::blame(const ModuleSubject &subject, FindingKind kind) {
  if (sut.bisect.empty())
    return "";
  std::string errors;
  bool isUnclear = false;
  auto shows = [&](uint64_t limit) {
    std::string word = sut.bisect;
    word.replace(word.find("{limit}"), StringRef("{limit}").size(),
                 std::to_string(limit));
    TrialResult result = tryWith(subject, word);
    errors = result.errors;
    // PTX that no run executes says nothing of what made it.
    isUnclear |= sut.kind == SutKind::LlvmToPtx &&
                 result.verdict == TrialVerdict::Skipped;
    return result.isFinding(kind);
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
  // Without any pass it is no pass; of a back end, then, what it never leaves
  // out.
  if (high == 1 && shows(0))
    return sut.kind == SutKind::LlvmToPtx ? "mandatory passes" : "";
  if (isUnclear)
    return "";
  return shows(high) ? nameOfStep(errors, high) : "";
}

LlvmProgram ModuleTrial::reduce(const ModuleSubject &subject, FindingKind kind,
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
    return candidate->skipped.empty() && tryOne(*candidate).isFinding(kind) &&
           (pass.empty() || blame(*candidate, kind) == pass);
  };
  return reduceLlvmProgram(subject.program.toString(), test, maxTries, context);
}
