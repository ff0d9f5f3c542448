//===- SutMatrix.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutMatrix.h"
#include "fuzz/Sut/TileTrial.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <set>

using namespace tilefuzz;
using llvm::StringRef;

/// In the order in which names come.
template <typename T>
using ByName = llvm::MapVector<std::string, T, std::map<std::string, unsigned>>;

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

bool SutMatrix::hasBad() const {
  return llvm::any_of(rows, [](const Row &row) {
    return llvm::any_of(row.cells,
                        [](const MatrixCell &cell) { return cell.isBad; });
  });
}

/// Where a run became bad, and where it was mended.
static std::string changesOf(llvm::ArrayRef<std::string> releases,
                             llvm::ArrayRef<MatrixCell> cells) {
  std::string text;
  // The last release of which something is known.
  std::optional<size_t> last;
  for (auto [i, cell] : llvm::enumerate(cells)) {
    if (!cell.isGood && !cell.isBad)
      continue;
    if (last && cells[*last].isGood && cell.isBad)
      text += "; last good " + releases[*last] + ", first bad " + releases[i];
    if (last && cells[*last].isBad && cell.isGood)
      text += "; good again in " + releases[i];
    last = i;
  }
  return text;
}

/// The words of a row, without the releases that do not have the run.
static std::string wordsOf(llvm::ArrayRef<std::string> releases,
                           llvm::ArrayRef<MatrixCell> cells) {
  std::vector<std::string> words;
  for (auto [release, cell] : llvm::zip_equal(releases, cells))
    if (!cell.word.empty())
      words.push_back((release + " " + cell.word));
  return llvm::join(words, ", ") + changesOf(releases, cells);
}

/// What the bad runs of a release have in common that no good one has: part 0
/// (the target) or 1 (the level) of `sm_80-O3`. Empty: nothing.
static std::string commonPart(llvm::ArrayRef<StringRef> bad,
                              llvm::ArrayRef<StringRef> good, unsigned part) {
  auto partOf = [&](StringRef run) {
    auto [target, level] = run.split('-');
    return part ? level : target;
  };
  std::set<StringRef> ofBad;
  for (StringRef run : bad)
    ofBad.insert(partOf(run));
  if (llvm::any_of(good,
                   [&](StringRef run) { return ofBad.count(partOf(run)); }))
    return "";
  return llvm::join(ofBad, ", ");
}

std::string SutMatrix::toString() const {
  std::string text;
  ByName<std::vector<std::string>> groups;
  for (const Row &row : rows)
    groups[wordsOf(releases, row.cells)].push_back(row.run);
  for (const auto &[words, runs] : groups)
    text += llvm::join(runs, " ") + ": " + words + "\n";
  for (auto [i, release] : llvm::enumerate(releases)) {
    std::vector<StringRef> bad, good;
    for (const Row &row : rows) {
      if (row.cells[i].isBad)
        bad.push_back(row.run);
      if (row.cells[i].isGood)
        good.push_back(row.run);
    }
    if (bad.empty() || good.empty())
      continue;
    std::string common = commonPart(bad, good, 1);
    if (common.empty())
      common = commonPart(bad, good, 0);
    text +=
        release + " fails only " +
        (common.empty() ? "in " + llvm::join(bad, ", ") : "with " + common) +
        "\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

llvm::Expected<SutMatrix>
tilefuzz::makeMatrix(llvm::ArrayRef<SutDescription> releases,
                     llvm::ArrayRef<std::string> wanted, StringRef folder,
                     const Program &program,
                     const volatile sig_atomic_t *interrupted) {
  SutMatrix matrix;
  ByName<std::vector<MatrixCell>> rows;
  for (auto [i, given] : llvm::enumerate(releases)) {
    // What is known is told, too, and each process says nothing of another.
    SutDescription sut = given;
    sut.limits.clear();
    sut.kernels = 1;
    matrix.releases.push_back(sut.release.empty() ? sut.name : sut.release);
    TileSubject subject = prepareTileProgram(sut, program);
    for (const SutRun &run : sut.runs) {
      if (!wanted.empty() && !llvm::is_contained(wanted, run.name))
        continue;
      std::vector<MatrixCell> &cells = rows[run.name];
      cells.resize(releases.size());
      TrialResult result = TrialResult::skip(subject.skipped);
      if (subject.skipped.empty())
        result =
            TileTrial(sut, run, folder, interrupted).tryAll(&subject).front();
      if (llvm::Error error = result.failure())
        return std::move(error);
      if (result.interrupted)
        return llvm::createStringError("interrupted");
      cells[i].isGood = result.verdict == TrialVerdict::Same;
      cells[i].isBad = result.isFinding();
      cells[i].word = result.verdict == TrialVerdict::Skipped
                          ? "skipped (" + result.detail + ")"
                          : result.name().str();
    }
  }
  for (auto &[run, cells] : rows)
    matrix.rows.push_back({run, std::move(cells)});
  return matrix;
}

llvm::Expected<bool>
tilefuzz::replayMatrix(llvm::ArrayRef<SutDescription> releases,
                       llvm::ArrayRef<std::string> wanted, StringRef file,
                       llvm::raw_ostream &os,
                       const volatile sig_atomic_t *interrupted) {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  llvm::Expected<Program> program = readProgram(file, *context);
  if (!program)
    return program.takeError();
  for (const std::string &name : wanted)
    if (llvm::none_of(releases, [&](const SutDescription &sut) {
          return llvm::any_of(
              sut.runs, [&](const SutRun &run) { return run.name == name; });
        }))
      return llvm::createStringError("no release has the run '" + name + "'");
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("tile-fuzz-sut", folder))
    return llvm::createStringError("no temporary folder: " + code.message());
  llvm::Expected<SutMatrix> matrix =
      makeMatrix(releases, wanted, folder, *program, interrupted);
  llvm::sys::fs::remove_directories(folder);
  if (!matrix)
    return matrix.takeError();
  os << matrix->toString();
  return matrix->hasBad();
}
