//===- TileTrial.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/TileTrial.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "fuzz/Generate/ToolText.h"
#include "fuzz/Sut/DeviceCode.h"
#include "fuzz/Sut/JoinedPrograms.h"
#include "fuzz/Sut/OwnSeries.h"
#include "fuzz/Sut/Process.h"
#include "fuzz/Sut/TilePtx.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/TileTypes/Pointees.h"
#include "oracle/Compare/Compare.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;
using llvm::StringRef;

std::unique_ptr<mlir::MLIRContext> tilefuzz::createTileContext() {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  auto context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

std::vector<std::string> tilefuzz::tileOperationsOf(const Program &program) {
  std::vector<std::string> names;
  program.module.get()->walk([&](mlir::Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (name.consume_front("cuda_tile.") && name != "module" &&
        name != "entry" && !op->hasTrait<mlir::OpTrait::IsTerminator>())
      names.push_back(name.str());
  });
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// How the tool changed what a launch needs; empty if it did not. Types of
/// another dialect are what a lowering made of them.
static std::string changeOfEntry(const Program &program,
                                 mlir::ModuleOp module) {
  auto source =
      llvm::cantFail(findEntry(*program.module, program.launch.kernel));
  llvm::Expected<mlir::FunctionOpInterface> target =
      findEntry(module, program.launch.kernel);
  if (!target)
    return llvm::toString(target.takeError());
  llvm::ArrayRef<mlir::Type> from = source.getArgumentTypes(),
                             to = target->getArgumentTypes();
  bool isSame = from.size() == to.size() &&
                llvm::all_of(llvm::zip_equal(from, to), [](auto pair) {
                  auto [a, b] = pair;
                  return a == b || &a.getDialect() != &b.getDialect();
                });
  return isSame ? "" : "the entry has other parameters";
}

static llvm::Expected<Outcome>
execute(mlir::ModuleOp module, const Launch &launch, uint64_t tripLimit = 0) {
  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(module, launch.kernel);
  if (!program)
    return program.takeError();
  TileRunOptions options;
  options.stepLimit = 1'000'000;
  options.tripLimit = tripLimit;
  return program->run(launch, options);
}

/// What the tool wrote for one program, executed and compared with the source.
static TrialResult judgeModule(const Program &program, const Outcome &source,
                               std::unique_ptr<llvm::MemoryBuffer> buffer) {
  mlir::MLIRContext &context = *program.module.get()->getContext();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  std::string message;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  {
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) {
      if (message.empty())
        message = d.str();
      return mlir::success();
    });
    module = parseModuleFile(sources, context);
  }
  if (!module)
    return TrialResult::finding(FindingKind::InvalidOutput, message);
  if (std::string change = changeOfEntry(program, *module); !change.empty())
    return TrialResult::finding(FindingKind::InvalidOutput, change);
  // As in StageComparison.
  llvm::Expected<Outcome> target =
      execute(*module, program.launch, 4 * (source.steps + 16));
  if (!target)
    return TrialResult::skip("target not executable: " +
                             llvm::toString(target.takeError()));
  ComparisonVerdict verdict = compare(source, *target);
  TrialResult result;
  result.observed = verdict.observed;
  result.comparisons = 1;
  if (target->status == RunStatus::StepLimit &&
      target->condition == tooManyIterations) {
    result.setFinding(FindingKind::TargetUndefined,
                      ("the source ends after " + llvm::Twine(source.steps) +
                       " steps, the target does not: " + target->summary())
                          .str());
  } else if (verdict.isFinding()) {
    result.setFinding(kindOf(verdict), verdict.reason);
  } else if (verdict.kind != ComparisonKind::Equal) {
    result.setSkipped(toString(verdict.kind) + ": " + verdict.reason);
  }
  return result;
}

/// What ptxas says of the PTX. That there is none, or that it is older than the
/// PTX, says nothing about the tool.
static void askAssembler(const SutDescription &sut, StringRef text,
                         StringRef file, const volatile sig_atomic_t *stop,
                         TrialResult &result) {
  auto leave = [&](const llvm::Twine &why) {
    result.skipped.push_back(("PTX not assembled: " + why).str());
  };
  llvm::Expected<std::string> ptxas = findPtxas();
  if (!ptxas)
    return leave(llvm::toString(ptxas.takeError()));
  SutDescription assembler;
  assembler.command = {*ptxas, "-arch=" + targetOfPtx(text), "-o", "{out}",
                       "{in}"};
  assembler.timeoutSeconds = sut.timeoutSeconds;
  SutProcess process =
      runSut(assembler, SutRun(), file, (file + ".cubin").str(), stop);
  if (process.end == SutProcess::End::Success)
    return;
  if (process.end != SutProcess::End::Refused)
    return leave(process.message());
  for (StringRef older : {"Unsupported .version", "is not defined for option"})
    if (StringRef(process.errors).contains(older))
      return leave("ptxas does not know it");
  result.setFinding(FindingKind::InvalidOutput, "ptxas: " + process.message());
  result.errors = process.errors;
}

/// The PTX that the tool left; none: it left none, or none is asked for.
/// Another run of the tool may write to its place.
static std::optional<std::string> readLeftPtx(const SutDescription &sut,
                                              StringRef output) {
  if (sut.ptx.empty())
    return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(withOutput(sut.ptx, output));
  return buffer ? std::optional((*buffer)->getBuffer().str()) : std::nullopt;
}

static TrialResult judgeLeftPtx(const SutDescription &sut, const Launch &launch,
                                const Outcome &source,
                                const std::optional<std::string> &ptx) {
  TrialResult result;
  result.comparisons = 1;
  if (!ptx) {
    if (!sut.ptx.empty())
      result.skipped.push_back("the tool left no PTX");
    return result;
  }
  TrialResult run = judgeTilePtx(launch, source, *ptx);
  if (run.isFinding())
    return run;
  result.observed = run.observed;
  // The cubin was judged all the same.
  if (run.verdict == TrialVerdict::Skipped)
    result.skipped.push_back(run.detail);
  return result;
}

/// The entries, with what each argument takes.
static std::vector<ExpectedKernel> kernelsOf(mlir::ModuleOp module) {
  std::vector<ExpectedKernel> kernels;
  module.walk([&](mlir::cuda_tile::EntryOp entry) {
    ExpectedKernel &kernel = kernels.emplace_back();
    kernel.name = entry.getSymName().str();
    for (mlir::Type type : entry.getArgumentTypes())
      kernel.arguments.push_back(stepOf(mlir::getElementTypeOrSelf(type)));
  });
  return kernels;
}

/// A cubin is not executed: it must be what it claims to be.
static TrialResult judgeDeviceCode(const SutDescription &sut,
                                   const Program &program,
                                   const Outcome &source, StringRef output,
                                   const volatile sig_atomic_t *interrupted) {
  auto buffer = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer || (*buffer)->getBufferSize() == 0)
    return TrialResult::finding(FindingKind::InvalidOutput, "no output");
  std::vector<ExpectedKernel> kernels = kernelsOf(*program.module);
  StringRef code = (*buffer)->getBuffer();
  bool isPtx = sut.kind == SutKind::IrToPtx;
  std::string fault =
      isPtx ? faultOfPtx(code, kernels) : faultOfCubin(code, kernels);
  if (!fault.empty())
    return TrialResult::finding(FindingKind::InvalidOutput, fault);
  if (!isPtx) {
    Launch launch = program.launch;
    auto entry = llvm::cantFail(findEntry(*program.module, launch.kernel));
    launch.kernel = mlir::SymbolTable::getSymbolName(entry).str();
    return judgeLeftPtx(sut, launch, source, readLeftPtx(sut, output));
  }
  TrialResult result;
  result.comparisons = 1;
  askAssembler(sut, code, output, interrupted, result);
  return result;
}

static TrialResult judgeFile(const Program &program, const Outcome &source,
                             StringRef output) {
  auto buffer = llvm::MemoryBuffer::getFile(output);
  // Its name is in what is said of it, and differs from run to run.
  return buffer ? judgeModule(program, source,
                              llvm::MemoryBuffer::getMemBufferCopy(
                                  (*buffer)->getBuffer(), "output"))
                : TrialResult::finding(FindingKind::InvalidOutput,
                                       "no output file");
}

//===----------------------------------------------------------------------===//
// Preparing
//===----------------------------------------------------------------------===//

/// Why the outcome is nothing to compare with; empty if it is something.
static std::string faultOfSource(const Outcome &source) {
  if (!source.completed())
    return "source " + source.summary();
  if (source.unstable)
    return "source unstable: a result that is not exact decides control flow, "
           "an address or an integer" +
           (source.unstableSite.operation.empty()
                ? ""
                : " at " + source.unstableSite.operation);
  if (!source.isFullyOrdered)
    return "source with several outcomes: no token orders some of its "
           "conflicting accesses";
  if (source.showsOrderOfSums)
    return "source with several outcomes: atomic additions of floats, whose "
           "result depends on their order";
  return "";
}

/// In this version; empty: 13.3, or the first that has the program.
static mlir::FailureOr<std::string> writeFor(StringRef version,
                                             mlir::ModuleOp module) {
  return writeBytecode(module, version.empty()
                                   ? BytecodeVersion()
                                   : *BytecodeVersion::parse(version));
}
static std::string noBytecode(StringRef version) {
  return version.empty()
             ? "the program has no bytecode"
             : ("bytecode " + version + " does not have the program").str();
}

TileSubject tilefuzz::prepareTileProgram(const SutDescription &sut,
                                         const Program &program) {
  TileSubject subject;
  subject.program = &program;
  llvm::Expected<Outcome> source = execute(*program.module, program.launch);
  if (!source) {
    subject.skipped =
        "source not executable: " + llvm::toString(source.takeError());
    return subject;
  }
  subject.skipped = faultOfSource(*source);
  if (!subject.skipped.empty())
    return subject;
  subject.source = std::move(*source);
  if (sut.format == SutFormat::Bytecode) {
    mlir::FailureOr<std::string> bytes =
        writeFor(sut.bytecode, *program.module);
    if (mlir::failed(bytes))
      subject.skipped = noBytecode(sut.bytecode);
    else
      subject.input = std::move(*bytes);
  } else {
    llvm::raw_string_ostream os(subject.input);
    printForTools(*program.module, os);
  }
  return subject;
}

//===----------------------------------------------------------------------===//
// Trying
//===----------------------------------------------------------------------===//

/// As MLIR's tools have it.
static constexpr StringRef splitMarker = "// -----";

/// The programs of a tool's output. An end without a program is none.
static llvm::SmallVector<StringRef> splitOutput(StringRef text) {
  llvm::SmallVector<StringRef> pieces;
  size_t begin = 0, at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (text.slice(at, end).trim() == splitMarker) {
      pieces.push_back(text.slice(begin, at));
      begin = std::min(end + 1, text.size());
    }
    at = end + 1;
  }
  if (!text.substr(begin).trim().empty())
    pieces.push_back(text.substr(begin));
  return pieces;
}

/// One of so many programs, and always the same ones: a finding shows again.
static bool isRepeated(const SutDescription &sut, StringRef input) {
  return sut.repeat && llvm::xxh3_64bits(input) % sut.repeat == 0;
}

std::vector<TrialResult>
TileTrial::tryAll(llvm::ArrayRef<const TileSubject *> subjects) {
  std::vector<TrialResult> results(subjects.size());
  // Of texts the caller says how many.
  size_t most = sut.split.empty() ? sut.kernels : subjects.size();
  for (size_t begin = 0; begin < subjects.size(); begin += most) {
    size_t count = std::min(most, subjects.size() - begin);
    tryRange(subjects.slice(begin, count),
             llvm::MutableArrayRef(results).slice(begin, count));
  }
  return results;
}

void TileTrial::tryRange(llvm::ArrayRef<const TileSubject *> subjects,
                         llvm::MutableArrayRef<TrialResult> results) {
  if (subjects.size() == 1) {
    results.front() = tryAlone(*subjects.front());
    return;
  }
  if (sut.split.empty() ? tryJoined(subjects, results)
                        : tryTogether(subjects, results))
    return;
  size_t half = subjects.size() / 2;
  tryRange(subjects.take_front(half), results.take_front(half));
  tryRange(subjects.drop_front(half), results.drop_front(half));
}

/// False: the process tells nothing of single programs.
bool TileTrial::tryTogether(llvm::ArrayRef<const TileSubject *> subjects,
                            llvm::MutableArrayRef<TrialResult> results) {
  std::string text;
  for (const TileSubject *subject : subjects)
    text += (text.empty() ? "" : splitMarker.str() + "\n") + subject->input;
  std::string input = folder + "/in.mlir", output = folder + "/out.mlir";
  if (llvm::Error error = writeInput(input, text)) {
    llvm::fill(results, TrialResult::storageFailure(std::move(error)));
    return true;
  }
  SutRun together = run;
  together.arguments.insert(together.arguments.begin(), sut.split.begin(),
                            sut.split.end());
  SutProcess process = runSut(sut, together, input, output, interrupted);
  ++processes;
  if (std::optional<TrialResult> result =
          TrialResult::withoutVerdict(process)) {
    llvm::fill(results, *result);
    return true;
  }
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (process.end != SutProcess::End::Success || !buffer)
    return false;
  llvm::SmallVector<StringRef> pieces = splitOutput((*buffer)->getBuffer());
  if (pieces.size() != subjects.size())
    return false;
  for (auto [subject, piece, result] :
       llvm::zip_equal(subjects, pieces, results)) {
    result = judgeModule(*subject->program, subject->source,
                         llvm::MemoryBuffer::getMemBufferCopy(piece, "output"));
    if (result.isFinding())
      lookAlone(*subject, text, result);
  }
  return true;
}

/// What was found in several programs is that of this one, if it shows it
/// alone.
void TileTrial::lookAlone(const TileSubject &subject, StringRef batch,
                          TrialResult &result) {
  TrialResult alone = tryAlone(subject);
  if (alone.verdict != TrialVerdict::Same) {
    // What is known is skipped; after an interrupt this one stands.
    if (!alone.interrupted)
      result = std::move(alone);
    return;
  }
  result.detail = "together with other programs only: " + result.detail;
  result.batch = batch.str();
}

/// Programs as the kernels of one module. False: nothing is told of single
/// ones.
bool TileTrial::tryJoined(llvm::ArrayRef<const TileSubject *> subjects,
                          llvm::MutableArrayRef<TrialResult> results) {
  std::vector<const Program *> programs;
  for (const TileSubject *subject : subjects)
    programs.push_back(subject->program);
  std::optional<JoinedPrograms> joined = joinPrograms(programs);
  if (!joined)
    return false;
  mlir::FailureOr<std::string> bytes = writeFor(
      run.bytecode.empty() ? sut.bytecode : run.bytecode, *joined->module);
  if (mlir::failed(bytes))
    return false;
  std::string input = folder + "/in.mlir", output = folder + "/out.mlir";
  if (llvm::Error error = writeInput(input, *bytes)) {
    llvm::fill(results, TrialResult::storageFailure(std::move(error)));
    return true;
  }
  if (!sut.ptx.empty())
    removeWhatever(withOutput(sut.ptx, output));
  // How long the slow one of them takes is seen of it alone.
  SutDescription hasty = sut;
  hasty.patience = 1;
  SutProcess process = runSut(hasty, run, input, output, interrupted);
  ++processes;
  if (std::optional<TrialResult> result =
          TrialResult::withoutVerdict(process)) {
    llvm::fill(results, *result);
    return true;
  }
  auto buffer = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (process.end != SutProcess::End::Success || !buffer ||
      (*buffer)->getBufferSize() == 0 || isSlow(process))
    return false;
  std::optional<std::string> ptx = readLeftPtx(sut, output);
  std::vector<ExpectedKernel> kernels = kernelsOf(*joined->module);
  std::string batch;
  llvm::raw_string_ostream os(batch);
  printForTools(*joined->module, os);
  for (size_t i = 0; i < subjects.size(); ++i) {
    const TileSubject *subject = subjects[i];
    TrialResult &result = results[i];
    std::vector<ExpectedKernel> own;
    llvm::copy_if(kernels, std::back_inserter(own),
                  [&](const ExpectedKernel &kernel) {
                    return isOfJoined(kernel.name, i);
                  });
    if (std::string fault = faultOfCubin((*buffer)->getBuffer(), own);
        !fault.empty())
      result.setFinding(FindingKind::InvalidOutput, fault);
    else
      result = judgeLeftPtx(sut, joined->launches[i], subject->source, ptx);
    if (result.isFinding())
      lookAlone(*subject, batch, result);
    else if (isRepeated(sut, subject->input))
      lookAgain(*subject, result);
    if (interrupted && *interrupted)
      return true;
  }
  return true;
}

/// A program that is given to the tool twice is so alone.
void TileTrial::lookAgain(const TileSubject &subject, TrialResult &result) {
  TrialResult alone = tryAlone(subject);
  if (alone.isFinding() || alone.storageFailed || alone.notStarted)
    result = std::move(alone);
}

/// A second process that gets the same must write the same.
void TileTrial::repeatRun(StringRef input, StringRef output,
                          TrialResult &result) {
  std::string again = folder + "/again.out";
  SutProcess process = runSut(sut, run, input, again, interrupted);
  ++processes;
  if (TrialResult::withoutVerdict(process))
    return;
  auto first = llvm::MemoryBuffer::getFile(output),
       second = llvm::MemoryBuffer::getFile(again);
  if (process.end != SutProcess::End::Success)
    result.setFinding(FindingKind::Nondeterministic,
                      "of two equal runs the second fails: " +
                          process.message());
  else if (!second ||
           (first && (*first)->getBuffer() != (*second)->getBuffer()))
    result.setFinding(FindingKind::Nondeterministic,
                      "two equal runs write different files");
}

/// Or it took as much as memory is counted from (ProgramSeries.h).
bool TileTrial::isSlow(const SutProcess &process) const {
  return sut.slowSeconds &&
         (process.end == SutProcess::End::TimedOut || process.outOfMiB ||
          process.cpuSeconds >= sut.slowSeconds || process.peakMiB >= 2048);
}

/// Of a slow program, if nothing else is wrong with it.
void TileTrial::askSeries(const TileSubject &subject, TrialResult &result) {
  if (result.isFinding() && !result.isFinding(FindingKind::Timeout) &&
      !result.isFinding(FindingKind::OutOfMemory))
    return;
  llvm::Expected<std::vector<OwnSeries>> all =
      askOwnSeries(sut, run, folder, *subject.program->module, /*first=*/true,
                   processes, interrupted);
  if (!all) {
    llvm::consumeError(all.takeError());
    result.interrupted = interrupted && *interrupted;
    return;
  }
  for (const OwnSeries &series : *all)
    if (!series.explosion.empty()) {
      result.setFinding(FindingKind::Explosion,
                        "by its " + series.dimension + ": " + series.explosion);
      return;
    }
  if (!result.isFinding())
    result.skipped.push_back("slow, but in proportion to its size");
}

TrialResult TileTrial::tryAlone(const TileSubject &subject) {
  std::string input = folder + "/in.mlir", output = folder + "/out.mlir";
  std::string text = subject.input;
  if (!run.bytecode.empty()) {
    mlir::FailureOr<std::string> bytes =
        writeFor(run.bytecode, *subject.program->module);
    if (mlir::failed(bytes))
      return TrialResult::skip(noBytecode(run.bytecode));
    text = std::move(*bytes);
  }
  if (llvm::Error error = writeInput(input, text))
    return TrialResult::storageFailure(std::move(error));
  // One that an earlier run left must not be taken for this one's.
  if (!sut.ptx.empty())
    removeWhatever(withOutput(sut.ptx, output));
  SutProcess process = runSut(sut, run, input, output, interrupted);
  ++processes;
  if (std::optional<TrialResult> result = TrialResult::withoutVerdict(process))
    return *result;
  TrialResult result;
  if (process.end != SutProcess::End::Success)
    result = TrialResult::finding(process.kind(), process.message());
  else if (sut.kind == SutKind::IrToIr)
    result = judgeFile(*subject.program, subject.source, output);
  else
    result = judgeDeviceCode(sut, *subject.program, subject.source, output,
                             interrupted);
  if (!result.isFinding() && isRepeated(sut, text))
    repeatRun(input, output, result);
  if (result.errors.empty())
    result.errors = process.errors;
  result.exitCode = process.exitCode;
  if (isSlow(process))
    askSeries(subject, result);
  if (!result.isFinding())
    return result;
  if (llvm::Error error = checkRoom(folder))
    return TrialResult::storageFailure(std::move(error));
  std::string known = sut.knownFinding(run, result.kind, result.errors, {});
  return known.empty() ? result : TrialResult::skip(known);
}

TrialResult tilefuzz::tryTileProgram(const SutDescription &sut,
                                     const SutRun &run, StringRef folder,
                                     const Program &program,
                                     const volatile sig_atomic_t *interrupted) {
  if (interrupted && *interrupted) {
    TrialResult result = TrialResult::skip("interrupted");
    result.interrupted = true;
    return result;
  }
  TileSubject subject = prepareTileProgram(sut, program);
  if (!subject.skipped.empty())
    return TrialResult::skip(subject.skipped);
  return TileTrial(sut, run, folder, interrupted).tryAll(&subject).front();
}
