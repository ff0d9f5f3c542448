//===- ResultLines.cpp - Results as lines of JSON -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ResultLines.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

static llvm::Error cannot(llvm::StringRef what, llvm::StringRef file) {
  return llvm::createStringError("cannot " + what + " '" + file +
                                 "': " + llvm::sys::StrError(errno));
}

bool tilefuzz::writeLine(int fd, const json::Value &value) {
  std::string line;
  llvm::raw_string_ostream(line) << value << '\n';
  llvm::StringRef text = line;
  while (!text.empty()) {
    ssize_t size = ::write(fd, text.data(), text.size());
    if (size < 0 && errno != EINTR)
      return false;
    text = text.drop_front(std::max<ssize_t>(size, 0));
  }
  return true;
}

llvm::Error tilefuzz::readResultLines(
    llvm::StringRef file, const json::Value &settings,
    llvm::function_ref<llvm::Error(const json::Value &)> take) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return buffer.getError() == std::errc::no_such_file_or_directory
               ? llvm::Error::success()
               : llvm::createStringError("cannot read '" + file +
                                         "': " + buffer.getError().message());
  llvm::StringRef rest = (*buffer)->getBuffer();
  for (unsigned number = 1; !rest.empty(); ++number) {
    auto [line, next] = rest.split('\n');
    bool isCutOff = next.empty() && !rest.ends_with("\n");
    rest = next;
    if (isCutOff)
      break;
    llvm::Expected<json::Value> value = json::parse(line);
    if (value && number == 1) {
      if (*value == settings)
        continue;
      return llvm::createStringError(
          "'" + file + "' holds results of other settings: " + line);
    }
    if (llvm::Error error = value ? take(*value) : value.takeError())
      return llvm::createStringError(file + ":" + llvm::Twine(number) + ": " +
                                     llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}

ResultLines::~ResultLines() {
  if (fd >= 0)
    ::close(fd);
}

llvm::Error
ResultLines::open(const std::string &name, const json::Value &settings,
                  llvm::function_ref<llvm::Error(const json::Value &)> take) {
  if (llvm::Error error = readResultLines(name, settings, take))
    return error;
  path = name;
  uint64_t whole = 0;
  if (auto buffer = llvm::MemoryBuffer::getFile(path))
    whole = (*buffer)->getBuffer().rfind('\n') + 1;
  fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0 || ::ftruncate(fd, off_t(whole)) || ::lseek(fd, 0, SEEK_END) < 0 ||
      (whole == 0 && !writeLine(fd, settings)))
    return cannot("write", path);
  return llvm::Error::success();
}

llvm::Error ResultLines::append(const json::Value &value) {
  if (fd >= 0 && (!writeLine(fd, value) || ::fdatasync(fd)))
    return cannot("write", path);
  return llvm::Error::success();
}
