//===- Command.cpp - A shell command as the question ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Command.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <unistd.h>

using namespace tilefuzz;

llvm::Expected<Command> Command::create(std::string text) {
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("tile-reduce", folder))
    return llvm::createStringError(code, "no temporary folder can be made: " +
                                             code.message());
  return Command(std::move(text), folder);
}

Command::~Command() {
  if (!folder.empty())
    llvm::sys::fs::remove_directories(folder);
}

/// True if there was one.
static bool replaceAll(std::string &text, llvm::StringRef from,
                       llvm::StringRef to) {
  bool found = false;
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to.str());
    found = true;
  }
  return found;
}

void Command::become(llvm::StringRef content, llvm::StringRef passes,
                     unsigned worker) const {
  // The name is the same for all, as messages may contain it.
  llvm::SmallString<128> file(folder);
  llvm::sys::path::append(file, std::to_string(worker));
  llvm::sys::fs::create_directories(file);
  llvm::sys::path::append(file, "program.mlir");
  // The last command may have left a pipe there, say.
  removeWhatever(file);
  {
    std::error_code code;
    llvm::raw_fd_ostream os(file, code);
    if (code)
      return;
    os << content;
    os.flush();
    if (os.has_error()) {
      os.clear_error();
      return;
    }
  }
  std::string line = text;
  replaceAll(line, "{passes}", passes);
  if (!replaceAll(line, "{in}", file))
    line += " \"" + file.str().str() + "\"";
  int null = ::open("/dev/null", O_RDWR);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(null, fd);
  ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
}
