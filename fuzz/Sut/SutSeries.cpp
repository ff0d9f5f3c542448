//===- SutSeries.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutSeries.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "fuzz/Sut/OwnSeries.h"
#include "fuzz/Sut/TileTrial.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
using llvm::StringRef;

static constexpr StringRef originPrefix = "series ";

std::string tilefuzz::originOfSeries(const SeriesForm &form) {
  return (originPrefix + form.name).str();
}

const SeriesForm *tilefuzz::seriesOfOrigin(StringRef origin) {
  return origin.consume_front(originPrefix) ? findSeriesForm(origin) : nullptr;
}

namespace {
class Series {
public:
  Series(const SutDescription &sut, const SeriesOptions &options,
         StringRef folder, llvm::raw_ostream &os)
      : sut(sut), options(options), folder(folder.str()), os(os) {
    // That it is too long says what there is to say.
    this->sut.patience = 1;
  }

  llvm::Error ask(const SutRun &run, const SeriesForm &form);
  /// Of a file's program, by its own dimensions.
  llvm::Error ask(const SutRun &run, const Program &program);
  unsigned findings = 0;

private:
  llvm::Error report(const SutRun &run, const SeriesForm &form,
                     FindingKind kind, const std::string &reason,
                     const std::string &text, const SutProcess &process);

  SutDescription sut;
  const SeriesOptions &options;
  std::string folder;
  llvm::raw_ostream &os;
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
};
} // namespace

llvm::Error Series::report(const SutRun &run, const SeriesForm &form,
                           FindingKind kind, const std::string &reason,
                           const std::string &text, const SutProcess &process) {
  ++findings;
  os << "  " << toString(kind) << ": " << reason << "\n";
  if (options.output.empty())
    return llvm::Error::success();
  Finding finding;
  finding.kind = kind;
  finding.stage = run.name;
  // What grows is the form's, and how far a machine's.
  finding.symptom = Symptom::message(
      kind == FindingKind::Explosion ? form.name.str() : process.message());
  finding.reason = reason;
  finding.origin = originOfSeries(form);
  finding.target = sut.name;
  finding.release = sut.release;
  finding.tool = sut.text;
  finding.program = text;
  finding.errors = process.errors;
  finding.version = options.version;
  finding.signature = signatureOf(finding);
  llvm::Expected<std::string> stored =
      writeFindingFolder(finding, options.output);
  if (!stored)
    return stored.takeError();
  os << "    " << *stored << "\n";
  return llvm::Error::success();
}

llvm::Error Series::ask(const SutRun &run, const SeriesForm &form) {
  std::vector<SeriesPoint> points;
  std::string text;
  SutProcess process;
  bool isOver = false;
  for (unsigned size = form.least;
       !isOver && size <= std::max(form.least, form.greatest / options.scale);
       size *= 2) {
    text = form.make(size);
    llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
        parseModule(text, "series", *context);
    if (!module)
      return module.takeError();
    llvm::Expected<std::string> input = encodeForTool(sut, run, **module);
    if (!input)
      return input.takeError();
    std::string file = folder + "/in.mlir";
    if (llvm::Error error = writeInput(file, *input))
      return error;
    process = runSut(sut, run, file, folder + "/out.mlir", options.interrupted);
    switch (process.end) {
    case SutProcess::End::Interrupted:
    case SutProcess::End::Killed:
    case SutProcess::End::NotStarted:
      return llvm::createStringError(process.message());
    case SutProcess::End::TimedOut:
      points.push_back({size, std::nullopt, process.peakMiB});
      isOver = true;
      break;
    case SutProcess::End::Success:
      points.push_back({size, process.cpuSeconds, process.peakMiB});
      break;
    case SutProcess::End::Refused:
    case SutProcess::End::Crashed:
      return report(run, form, process.kind(),
                    form.name.str() + " of " + std::to_string(size) + ": " +
                        process.message(),
                    text, process);
    }
  }
  os << sut.name << ": " << run.name << ": " << form.name << ": ";
  llvm::interleaveComma(
      points, os, [&](const SeriesPoint &point) { os << point.toString(); });
  os << "\n";
  std::optional<std::string> where = findExplosion(points);
  if (!where)
    return llvm::Error::success();
  return report(run, form, FindingKind::Explosion,
                form.name.str() + ": " + *where, text, process);
}

llvm::Error Series::ask(const SutRun &run, const Program &program) {
  uint64_t processes = 0;
  llvm::Expected<std::vector<OwnSeries>> all =
      askOwnSeries(sut, run, folder, *program.module, /*first=*/false,
                   processes, options.interrupted);
  if (!all)
    return all.takeError();
  for (const OwnSeries &series : *all) {
    os << sut.name << ": " << run.name << ": " << series.toString() << "\n";
    if (series.explosion.empty())
      continue;
    ++findings;
    os << "  " << toString(FindingKind::Explosion) << ": by its "
       << series.dimension << ": " << series.explosion << "\n";
  }
  return llvm::Error::success();
}

llvm::Expected<unsigned> tilefuzz::runSeries(const SutDescription &sut,
                                             llvm::ArrayRef<std::string> names,
                                             const SeriesOptions &options,
                                             llvm::raw_ostream &os) {
  llvm::Expected<std::vector<const SutRun *>> runs = sut.selectRuns(names);
  if (!runs)
    return runs.takeError();
  std::vector<const SeriesForm *> forms;
  for (const std::string &name : options.forms) {
    forms.push_back(findSeriesForm(name));
    if (!forms.back())
      return llvm::createStringError(
          "there is no series '" + name + "'; there are " +
          llvm::join(llvm::map_range(getSeriesForms(),
                                     [](const SeriesForm &form) {
                                       return form.name.str();
                                     }),
                     ", "));
  }
  if (forms.empty() && options.file.empty())
    for (const SeriesForm &form : getSeriesForms())
      forms.push_back(&form);
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("tile-fuzz-sut", folder))
    return llvm::createStringError("no temporary folder: " + code.message());
  Series series(sut, options, folder, os);
  llvm::Error error = llvm::Error::success();
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  std::optional<Program> program;
  if (!options.file.empty()) {
    llvm::Expected<Program> read = readProgram(options.file, *context);
    if (read)
      program = std::move(*read);
    else
      error = read.takeError();
  }
  for (const SutRun *run : *runs) {
    for (const SeriesForm *form : forms)
      if (!error)
        error = series.ask(*run, *form);
    if (program && !error)
      error = series.ask(*run, *program);
  }
  llvm::sys::fs::remove_directories(folder);
  if (error)
    return std::move(error);
  return series.findings;
}
