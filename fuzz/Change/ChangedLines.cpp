//===- ChangedLines.cpp - Which lines a change touches --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Change/ChangedLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

namespace {
/// The file that is read, and what its hunks were so far.
class DiffReader {
public:
  void read(llvm::StringRef line);
  std::vector<ChangedFile> finish() {
    endFile();
    return std::move(files);
  }

private:
  void endHunk();
  void endFile();

  std::vector<ChangedFile> files;
  bool inFile = false, inHunk = false, hasCode = false;
  LineRange hunk;
};
} // namespace

/// Of C++ and TableGen.
static bool isCommentLine(llvm::StringRef line) {
  line = line.trim();
  return line.empty() || line.starts_with("//");
}

static bool hasLineComments(llvm::StringRef path) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{".cpp", ".h", ".td", ".def"},
      [&](llvm::StringRef end) { return path.ends_with(end); });
}

void DiffReader::endHunk() {
  if (inHunk && hasCode)
    files.back().lines.push_back(hunk);
  inHunk = false;
}

void DiffReader::endFile() {
  bool hadHunk = inHunk;
  endHunk();
  if (!inFile)
    return;
  ChangedFile &file = files.back();
  file.isComment |= hadHunk && file.lines.empty() && !file.isWhole;
  file.isWhole |= !file.isComment && file.lines.empty();
  inFile = false;
}

/// `-a,b +c,d`: the second pair.
static bool parseHunk(llvm::StringRef line, LineRange &range) {
  unsigned first = 0, count = 1;
  llvm::StringRef after = line.split(" +").second.split(' ').first;
  auto [firstText, countText] = after.split(',');
  if (firstText.getAsInteger(10, first) ||
      (!countText.empty() && countText.getAsInteger(10, count)))
    return false;
  // Lines that are gone stood between these two.
  range = count ? LineRange{first, first + count - 1}
                : LineRange{std::max(first, 1u), first + 1};
  return true;
}

void DiffReader::read(llvm::StringRef line) {
  // Lines of a file begin with a sign.
  if (line.consume_front("diff --git ")) {
    endFile();
    // The same name twice.
    ChangedFile file;
    file.path = line.take_front(line.size() / 2).str();
    files.push_back(std::move(file));
    inFile = true;
    return;
  }
  if (!inFile)
    return;
  ChangedFile &file = files.back();
  if (line.starts_with("@@")) {
    endHunk();
    inHunk = true;
    hasCode = !hasLineComments(file.path);
    if (!parseHunk(line, hunk))
      file.isWhole = true;
    return;
  }
  if (inHunk) {
    if (line.starts_with("+") || line.starts_with("-"))
      hasCode |= !isCommentLine(line.drop_front());
    return;
  }
  if (line.starts_with("new file") || line.starts_with("deleted file"))
    file.isWhole = true;
}

std::vector<ChangedFile> tilefuzz::parseDiff(llvm::StringRef text) {
  DiffReader reader;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    reader.read(line);
  return reader.finish();
}

llvm::Expected<ChangedFile> tilefuzz::parseChangedFile(llvm::StringRef text) {
  ChangedFile file;
  auto [path, lines] = text.rsplit(':');
  file.path = path.str();
  file.isWhole = lines.empty() && !text.contains(':');
  if (file.isWhole && !path.empty())
    return file;
  auto [firstText, lastText] = lines.split('-');
  LineRange range;
  if (path.empty() || firstText.getAsInteger(10, range.first) ||
      (lines.contains('-') ? lastText.getAsInteger(10, range.last)
                           : (range.last = range.first, false)) ||
      range.first == 0 || range.last < range.first)
    return llvm::createStringError("'" + text +
                                   "' is no file, and no FILE:LINE or "
                                   "FILE:FIRST-LAST");
  file.lines.push_back(range);
  return file;
}
