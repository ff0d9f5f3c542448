//===- OwnSeries.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/OwnSeries.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Generate/ToolText.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "fuzz/Sut/GrowProgram.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

std::string OwnSeries::toString() const {
  std::string text = dimension + ": ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(
      points, os, [&](const SeriesPoint &point) { os << point.toString(); });
  return text;
}

llvm::Expected<std::string> tilefuzz::encodeForTool(const SutDescription &sut,
                                                    const SutRun &run,
                                                    mlir::ModuleOp module) {
  if (sut.format == SutFormat::Text) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printForTools(module, os);
    return text;
  }
  llvm::StringRef version = run.bytecode.empty() ? sut.bytecode : run.bytecode;
  mlir::FailureOr<std::string> bytes =
      writeBytecode(module, version.empty() ? BytecodeVersion()
                                            : *BytecodeVersion::parse(version));
  if (mlir::failed(bytes))
    return llvm::createStringError("the series has no bytecode " + version);
  return std::move(*bytes);
}

llvm::Expected<std::vector<OwnSeries>>
tilefuzz::askOwnSeries(const SutDescription &given, const SutRun &run,
                       llvm::StringRef folder, mlir::ModuleOp module,
                       bool first, uint64_t &processes,
                       const volatile sig_atomic_t *interrupted) {
  SutDescription sut = given;
  sut.patience = 1;
  std::string input = (folder + "/series.mlir").str(),
              output = (folder + "/series.out").str();
  std::vector<OwnSeries> all;
  for (const Growth &growth : growthsOf(module)) {
    OwnSeries &series = all.emplace_back();
    series.dimension = growth.name;
    double before = 0;
    for (unsigned size : growth.sizes) {
      mlir::OwningOpRef<mlir::ModuleOp> grown = growth.make(module, size);
      // A size that its types do not allow says nothing of others.
      if (!grown) {
        if (series.points.empty())
          continue;
        break;
      }
      llvm::Expected<std::string> text = encodeForTool(sut, run, *grown);
      if (!text) {
        llvm::consumeError(text.takeError());
        break;
      }
      if (llvm::Error error = writeInput(input, *text))
        return std::move(error);
      SutProcess process = runSut(sut, run, input, output, interrupted);
      ++processes;
      using End = SutProcess::End;
      if (process.end == End::Interrupted || process.end == End::Killed ||
          process.end == End::NotStarted)
        return llvm::createStringError(process.message());
      double work = workOf(*grown);
      SeriesPoint point{size, process.cpuSeconds, process.peakMiB};
      // At least what the size says.
      point.growth = before ? std::max(2.0, work / before) : 2;
      point.limit = sut.timeoutSeconds;
      before = work;
      if (process.end == End::TimedOut)
        point.seconds = std::nullopt;
      else if (process.end != End::Success)
        break;
      series.points.push_back(point);
      if (process.end == End::TimedOut)
        break;
    }
    if (auto where = findExplosion(series.points))
      series.explosion = *where;
    if (first && !series.explosion.empty())
      break;
  }
  return std::move(all);
}
